"""Short, soft sounds made of a few tones and a little noise; silent until switched on."""

from game.views import browser, settings

SOUNDS = {
    # Each part: shape, frequency in Hz from and to, start and length in ms, loudness
    "place": (("triangle", 190, 85, 0, 120, 0.9), ("noise", 900, 500, 0, 40, 0.35)),
    "draw": (("noise", 1800, 3200, 0, 110, 0.45),),
    "turn": (("noise", 2600, 1500, 0, 70, 0.35),),
    "remove": (
        ("noise", 2000, 3600, 0, 90, 0.3),
        ("sine", 587, 587, 60, 170, 0.35),
        ("sine", 880, 880, 130, 260, 0.35),
    ),
    "cancel": (
        ("triangle", 190, 120, 0, 90, 0.7),
        ("sine", 523, 784, 90, 200, 0.35),
        ("sine", 784, 1175, 220, 320, 0.25),
    ),
    "refuse": (("triangle", 150, 120, 0, 90, 0.6), ("triangle", 120, 100, 110, 120, 0.6)),
    "win": (
        ("sine", 523, 523, 0, 240, 0.4),
        ("sine", 659, 659, 130, 240, 0.4),
        ("sine", 784, 784, 260, 300, 0.4),
        ("sine", 1047, 1047, 400, 700, 0.4),
    ),
    "lost": (("sine", 392, 392, 0, 260, 0.35), ("sine", 311, 311, 200, 480, 0.35)),
}
BUZZES_MS = {"refuse": 40, "cancel": 25, "win": 120}
"""What is felt where vibration is switched on; every other sound is a tick."""
TICK_MS = 10


def play(name: str) -> None:
    """Let a sound be heard and felt, as far as the player has switched that on."""
    if settings.values["sound"] == "on":
        volume = int(settings.values["volume"]) / 100
        for shape, from_hz, to_hz, start_ms, length_ms, loudness in SOUNDS[name]:
            browser.tone(shape, from_hz, to_hz, start_ms, length_ms, loudness * volume)
    if settings.values["vibration"] == "on":
        browser.vibrate(BUZZES_MS.get(name, TICK_MS))
