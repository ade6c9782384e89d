"""Cards in flight. The browser moves them by transforms alone; a new position settles them all."""

from game.views import browser, settings

SHORTEST_MS, LONGEST_MS = 160, 340
EDGE = "perspective(700px) rotateY(90deg)"
EDGE_BACK = "perspective(700px) rotateY(-90deg)"
FLAT = "perspective(700px) rotateY(0deg)"
EASE_OUT = "cubic-bezier(0.2, 0.8, 0.25, 1)"
EASE_IN = "cubic-bezier(0.5, 0, 0.8, 0.4)"


def flight_ms(distance_px: float) -> int:
    """Return how long a card flies; longer flights feel slow on a phone."""
    return round(min(LONGEST_MS, SHORTEST_MS + distance_px * 0.35))


def way(start: tuple, end: tuple) -> str:
    """Return the transform that shows what lies in box `end` over box `start`.

    A box that is not on the screen has no size.
    """
    x = start[0] + start[2] / 2 - end[0] - end[2] / 2
    y = start[1] + start[3] / 2 - end[1] - end[3] / 2
    scale = start[2] / end[2] if end[2] else 1
    return f"translate({x:.1f}px, {y:.1f}px) scale({scale:.3f})"


def middle(one: tuple, other: tuple) -> tuple:
    """Return the box half way between two boxes."""
    return tuple([(a + b) / 2 for a, b in zip(one, other)])


def distance(one: tuple, other: tuple) -> float:
    """Return how far two boxes are apart in px, roughly."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


class Motion:
    """All flights of one screen; boxes are (left, top, width, height) in the window, in px."""

    def __init__(self):
        self.flights: list = []
        self.ghosts: list = []

    def settle(self) -> None:
        """End every flight at once: each card is where it belongs."""
        for flight in self.flights:
            flight.cancel()
        for ghost in self.ghosts:
            ghost.remove()
        self.flights = []
        self.ghosts = []

    def animate(self, element, frames, length_ms, delay_ms, ease, done=None) -> None:
        """Run key frames of (transform, opacity) on an element, at the player's pace."""
        pace = settings.pace()
        length, delay = length_ms * pace, delay_ms * pace
        self.flights.append(browser.animate(element, frames, length, delay, ease, done))

    def arrive(self, element, start: tuple, end: tuple, delay_ms: float = 0) -> None:
        """Let the card that now lies in box `end` come flying from box `start`."""
        unseen_till_start = 0 if delay_ms else 1
        frames = [(way(start, end), unseen_till_start), ("none", 1)]
        self.animate(element, frames, flight_ms(distance(start, end)), delay_ms, EASE_OUT)

    def arrive_turning(self, element, back, start: tuple, end: tuple, delay_ms: float = 0) -> None:
        """The same, turning up half way; `back` is a ghost of its back."""
        half = middle(start, end)
        length = flight_ms(distance(start, end)) / 2
        first = [(f"translate(0, 0) {FLAT}", 1), (f"{way(half, start)} {EDGE}", 1)]
        self.haunt(back, start, first, length, delay_ms, EASE_IN)
        frames = [(f"{way(half, end)} {EDGE_BACK}", 1), (f"translate(0, 0) {FLAT}", 1)]
        self.animate(element, frames, length, delay_ms + length, EASE_OUT)

    def turn(self, element, before, box: tuple) -> None:
        """Turn a card over in its place; `before` is a ghost of its other side."""
        self.haunt(before, box, [(FLAT, 1), (EDGE, 1)], 130, 0, EASE_IN)
        self.animate(element, [(EDGE_BACK, 1), (FLAT, 1)], 150, 130, EASE_OUT)

    def vanish(self, before, box: tuple, meeting: tuple) -> None:
        """Let a removed card fly to where it meets its partner, then rise and dissolve."""
        there = way(meeting, box)
        frames = [
            ("none", 1),
            (there, 1),
            (f"{there} translateY(-6%) scale(1.05)", 1),
            (f"{there} translateY(-45%) scale(1.15)", 0),
        ]
        self.haunt(before, box, frames, 520, 0, "ease-out")

    def appear(self, element, start: tuple, end: tuple) -> None:
        """The way back of `vanish`."""
        there = way(start, end)
        frames = [(f"{there} translateY(-45%) scale(1.15)", 0), (there, 1), ("none", 1)]
        self.animate(element, frames, 420, 0, "ease-in-out")

    def depart(self, before, start: tuple, end: tuple) -> None:
        """Let a ghost fly from box `start` to box `end` and leave the screen there."""
        frames = [("none", 1), (way(end, start), 1)]
        self.haunt(before, start, frames, flight_ms(distance(start, end)), 0, EASE_OUT)

    def shower(self, coins: list, box: tuple, width_px: float, fall_px: float) -> None:
        """Let coins burst out of a box and rain down; for a moment of joy."""
        for index, coin in enumerate(coins):
            aside = ((index * 37) % len(coins) / (len(coins) - 1) - 0.5) * width_px
            rise = -60 - (index * 53) % 90
            spin = 360 * (2 + index % 3)
            frames = [
                ("translate(0, 0) rotateY(0deg)", 0),
                (f"translate({aside * 0.4:.0f}px, {rise}px) rotateY({spin // 3}deg)", 1),
                (f"translate({aside * 0.8:.0f}px, {fall_px / 3:.0f}px) rotateY({spin}deg)", 1),
                (f"translate({aside:.0f}px, {fall_px:.0f}px) rotateY({spin * 2}deg)", 0.9),
            ]
            self.haunt(coin, box, frames, 1700 + index % 5 * 130, index * 35, "ease-in")

    def haunt(self, ghost, box: tuple, frames, length_ms, delay_ms, ease) -> None:
        """Show a ghost over a box, move it, and take it away at the end."""
        browser.show_ghost(ghost, box)
        self.ghosts.append(ghost)
        self.animate(ghost, frames, length_ms, delay_ms, ease, ghost.remove)
