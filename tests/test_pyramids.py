"""The pyramids' paint stays apart for every kind of colour vision; geometry lets height be felt."""

import itertools
import math

import pytest

from game.views import pyramids
from game.views.pyramids import MARKS, PALETTE, READABLE, fit, layers, piece_height

PAIRS = [(one, other) for one in PALETTE for other in PALETTE if one < other]

# Machado, Oliveira and Fernandes 2009, severity 1.0; on linear RGB.
MACHADO = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# Viénot, Brettel and Mollon 1999, and for tritanopia Brettel, Viénot and Mollon 1997, whose two
# half planes meet where NORMAL . rgb is 0.
VIENOT = {
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}
BRETTEL_TRITANOPIA = (
    ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
    ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
)
NORMAL = (0.03901, -0.02788, -0.01113)


def linear(paint):
    """Return a paint's linear RGB, 0 to 1."""
    parts = [int(paint[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def seen(rgb, matrix):
    return [dot(row, rgb) for row in matrix]


def brettel(rgb):
    return seen(rgb, BRETTEL_TRITANOPIA[0 if dot(NORMAL, rgb) >= 0 else 1])


VISIONS = {"normal": lambda rgb: rgb, "tritanopia (Brettel)": brettel}
for models, author in ((MACHADO, "Machado"), (VIENOT, "Viénot")):
    for name, model in models.items():
        VISIONS[f"{name} ({author})"] = lambda rgb, model=model: seen(rgb, model)


def lab(rgb):
    """Return CIELAB (D65) of linear RGB, clipped to what a screen shows."""
    red, green, blue = [min(1, max(0, part)) for part in rgb]
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = [
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    ]
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one, other):
    """Return the CIEDE2000 difference of two CIELAB colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        # From the test data of Sharma, Wu and Dalal 2005.
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_difference_formula_gives_published_values(one, other, difference):
    assert ciede2000(one, other) == pytest.approx(difference, abs=1e-4)


@pytest.mark.parametrize("vision", VISIONS)
def test_colours_stay_apart_for_every_vision(vision):
    look = {colour: lab(VISIONS[vision](linear(paint))) for colour, paint in PALETTE.items()}
    differences = {pair: ciede2000(look[pair[0]], look[pair[1]]) for pair in PAIRS}
    assert min(differences.values()) >= 15, differences


def test_every_colour_has_a_mark_of_its_own():
    assert sorted(PALETTE) == sorted(MARKS) == sorted("OYVBGP")
    assert len(set(MARKS.values())) == 6


@pytest.mark.parametrize("cell", [(53, 66), (80, 95), (150, 190), (120, 70)])
def test_each_further_piece_makes_a_stack_higher_and_it_stays_in_its_cell(cell):
    size = fit(*cell)
    tops = []
    for count in range(1, 26):
        stack = layers("OB" * count, pyramids.step_height(size, count))[:count]
        tops.append(stack[-1].lift + piece_height(size, count))
    assert all(lower < higher for lower, higher in itertools.pairwise(tops))
    assert tops[-1] <= size.room + 0.01 <= cell[1]


def test_layers_of_a_stack_of_nine_keep_readable_bands_and_marks_on_the_smallest_phone():
    size = fit(53, 66)
    step = pyramids.step_height(size, READABLE)
    assert step >= 4
    assert 2 * pyramids.mark_radius(size, step, False) >= 7
    sides = [layer.side for layer in layers("OYVBGPOYV", step)]
    assert sides == [-1, 1, -1, 1, -1, 1, -1, 1, -1], "marks of neighbours never cover each other"


def test_a_base_has_one_ring_and_a_mover_two():
    assert [layer.rings for layer in layers("GOB", 5)] == [1, 2, 2]
    assert [layer.colour for layer in layers("GOB", 5)] == ["G", "O", "B"]
