"""The twelve half figures of the French set: jack, queen and king behind a parapet.

They wear the heads and hats of the Italian figures.
"""

from art.court import HEADS, wardrobe
from art.pen import HERE, Place, place_marks, print_marks, read_drawing

DRAWN = read_drawing("french")
SIGNS = {suit: DRAWN[suit] for suit in "cdsb"}

SEAT = Place(60, 71.6, 1.72)
"""Where a head goes, and how large."""

HALVES = {
    "Fc": (
        "bust puffs",
        "hair-long face mouth fringe hat-feather",
        True,
        "coat red, trim gold, hat blue, brim gold, plume red, hair gold",
    ),
    "Fd": (
        "bust puffs",
        "hair-bob face mouth fringe beret",
        True,
        "coat gold, trim red, hat red, plume ivory, hair bay",
    ),
    "Fs": (
        "bust puffs",
        "face moustache locks hat-wide",
        True,
        "coat blue, trim ivory, hat blue, brim gold, plume red, hair ink",
    ),
    "Fb": (
        "bust puffs",
        "hair-bob face moustache cap-roll",
        True,
        "coat green, trim gold, hat green, brim red, hair bay",
    ),
    "Cc": (
        "gown",
        "veil hair-long face mouth fringe crown",
        True,
        "coat red, trim gold, mantle ivory, gem blue, hair gold",
    ),
    "Cd": (
        "gown",
        "veil hair-long face mouth fringe crown-cap",
        False,
        "coat gold, trim red, mantle red, gem green, cap red, hair bay",
    ),
    "Cs": (
        "gown",
        "veil hair-long face mouth fringe crown",
        False,
        "coat blue, trim gold, mantle gold, gem red, hair ink",
    ),
    "Cb": (
        "gown",
        "veil hair-long face mouth fringe crown-arch",
        True,
        "coat green, trim ivory, mantle ivory, gem red, cap green, hair tan",
    ),
    "Rc": (
        "bust mantle",
        "face beard locks crown",
        True,
        "coat blue, trim gold, mantle red, gem red, hair grey",
    ),
    "Rd": (
        "bust mantle",
        "face beard-forked locks crown-arch",
        False,
        "coat red, trim gold, mantle gold, cap red, hair bay",
    ),
    "Rs": (
        "bust mantle",
        "face beard-short locks crown-cap",
        True,
        "coat red, trim gold, mantle blue, cap blue, hair ink",
    ),
    "Rb": (
        "bust mantle",
        "hair-long face beard crown-arch",
        True,
        "coat ivory, trim red, mantle green, cap green, hair tan",
    ),
}
"""Body and head from back to front, whether it looks to its left, costume."""


def print_half(code):
    """Return the SVG of the half figure `code`, such as "Cd" for the queen of diamonds."""
    body, head, looks_left, costume = HALVES[code]
    seat = SEAT._replace(mirror=not looks_left)
    veil = [name for name in head.split() if name == "veil"]
    rest = [name for name in head.split() if name != "veil"]
    marks = []
    for source, names, place in (
        (HEADS, veil, seat),
        (DRAWN, body.split(), HERE),
        (HEADS, rest, seat),
        (DRAWN, ["parapet"], HERE),
    ):
        for name in names:
            marks += place_marks(source[name], place)
    return print_marks(marks, wardrobe(costume))
