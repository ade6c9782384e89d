"""The twelve figures of the Italian deck: how each one stands, what he holds and wears.

Every figure keeps out of the top left corner, where the index is.
"""

from typing import NamedTuple

from art.pen import HERE, Place, around, place_marks, print_marks, read_drawing

BODIES = read_drawing("figures")
HEADS = read_drawing("heads")
SIGNS = read_drawing("pips")

HEAD = Place(60.4, 28.6, 1.12)
"""Where a head goes, and how large."""
RIDER = Place(-4)
"""The rider of the rearing horse sits a little further back than the other."""

ATTITUDES = {
    "page, arm raised": [
        ("ground page-cape ASIDE page-legs page-neck page-coat arm-hip arm-raised", HERE),
        ("SIGN", None),
        ("hand-raised", HERE),
    ],
    "page, arm out": [
        ("ground page-cape page-legs page-neck page-coat", HERE),
        ("arm-hip", Place(120.6, mirror=True)),
        ("SIGN", None),
        ("arm-out hand-out", HERE),
    ],
    "rider, arm raised": [
        ("ground horse-far horse-tail horse bridle saddle rider-cape page-neck rider-coat", HERE),
        ("rider-leg arm-reins arm-raised", HERE),
        ("SIGN", None),
        ("hand-raised", HERE),
    ],
    "rider, arm out": [
        ("ground steed-far steed-tail steed steed-bridle steed-saddle steed-cape", HERE),
        ("page-neck rider-coat", RIDER),
        ("steed-leg", HERE),
        ("arm-reins", Place(117, mirror=True)),
        ("SIGN", None),
        ("arm-out hand-out", RIDER),
    ],
    "king, arm raised": [
        ("ground king-mantle king-robe king-arm-chest king-arm-raised king-collar", HERE),
        ("SIGN", None),
        ("hand-raised", HERE),
    ],
    "king, arm out": [
        ("ground king-mantle king-robe", HERE),
        ("king-arm-chest", Place(120.6, mirror=True)),
        ("SIGN", None),
        ("king-arm-out hand-out king-collar", HERE),
    ],
    "king, armed": [
        (
            "ground king-mantle scabbard page-legs page-neck page-coat chain arm-hip arm-raised",
            HERE,
        ),
        ("SIGN", None),
        ("hand-raised", HERE),
    ],
    "king, enthroned": [
        ("throne king-lap king-arm-rest", HERE),
        ("SIGN", None),
        ("king-arm-out hand-out king-collar", HERE),
    ],
}
"""The parts of a body from back to front, and where each goes."""


class Figure(NamedTuple):
    attitude: str
    sign: tuple  # (part, place)
    head: str  # parts, back to front
    looks_left: bool
    costume: str  # "role ink, role ink, …"
    aside: str = ""  # what stands beside a page


COIN_RAISED = ("d", Place(85, 25, 0.84))
COIN_OUT = ("d", Place(25.6, 60, 0.84))
CUP_RAISED = ("c", Place(84.8, 22.8, 0.88))
CUP_OUT = ("c", Place(26.6, 59.4, 0.84))
SWORD_RAISED = ("s", Place(85.4, 26, 0.92, 2))
STAFF = ("b-staff", Place(25.4, 87.6, 0.98))
CLUB_CARRIED = ("b-staff", Place(21.6, 76, 0.72, -8))

FIGURES = {
    "Fc": Figure(
        "page, arm out",
        CUP_OUT,
        "hair-long face mouth fringe hat-feather",
        True,
        "coat red, trim ivory, sleeve gold, hose1 blue, hose2 blue, cape blue, hat red, "
        "brim ivory, plume gold, hair gold, shoe bay, belt ink",
    ),
    "Fb": Figure(
        "page, arm out",
        STAFF,
        "hair-bob face moustache cap-roll",
        True,
        "coat green, trim gold, sleeve gold, hose1 ivory, hose2 red, cape tan, hat green, "
        "brim red, hair bay, shoe bay, belt ink",
    ),
    "Fd": Figure(
        "page, arm raised",
        COIN_RAISED,
        "hair-bob face mouth fringe beret",
        False,
        "coat gold, trim red, sleeve red, hose1 red, hose2 ivory, cape green, hat red, "
        "plume ivory, hair bay, shoe tan, belt ink",
        "sprig-left",
    ),
    "Fs": Figure(
        "page, arm raised",
        SWORD_RAISED,
        "face moustache locks hat-wide",
        True,
        "coat blue, trim gold, sleeve ivory, hose1 ivory, hose2 blue, cape red, hat blue, "
        "brim gold, plume red, hair ink, shoe bay, belt tan",
        "scabbard",
    ),
    "Rs": Figure(
        "king, armed",
        SWORD_RAISED,
        "face beard-short locks crown-cap",
        True,
        "mantle blue, lining gold, coat red, trim gold, sleeve grey, hose1 grey, hose2 grey, "
        "shoe ink, belt ink, cap blue, hair ink",
    ),
    "Rc": Figure(
        "king, arm raised",
        CUP_RAISED,
        "face beard locks crown",
        True,
        "mantle red, lining ivory, robe blue, trim gold, gem red, shoe bay, belt gold, hair grey",
    ),
    "Rb": Figure(
        "king, arm out",
        STAFF,
        "hair-long face beard crown-arch",
        True,
        "mantle green, lining gold, robe ivory, trim red, gem gold, shoe bay, belt red, "
        "cap green, hair tan",
    ),
    "Rd": Figure(
        "king, enthroned",
        COIN_OUT,
        "face beard-forked locks crown-arch",
        False,
        "mantle green, lining ivory, robe red, trim gold, gem red, shoe ink, belt gold, "
        "wood gold, cushion red, step tan, cap red, hair bay",
    ),
    "Cc": Figure(
        "rider, arm raised",
        CUP_RAISED,
        "hair-bob face mouth fringe cap-round",
        True,
        "horse ivory, mane grey, hoof ink, rein red, cloth red, trim gold, hose1 blue, "
        "shoe bay, coat red, belt ink, cape gold, sleeve blue, hat blue, brim gold, "
        "plume red, hair bay",
    ),
    "Cs": Figure(
        "rider, arm raised",
        SWORD_RAISED,
        "face beard-short locks helmet",
        True,
        "horse tan, mane bay, hoof ink, rein blue, cloth red, trim gold, hose1 grey, shoe ink, "
        "brim gold, coat blue, belt tan, cape red, sleeve grey, hat grey, plume blue, hair bay",
    ),
    "Cd": Figure(
        "rider, arm out",
        COIN_OUT,
        "hair-bob face moustache turban-crown",
        False,
        "horse bay, mane ink, hoof ink, rein gold, cloth gold, trim red, hose1 red, shoe ink, "
        "brim gold, coat green, belt red, cape red, sleeve gold, cap ivory, gem red, hair ink",
    ),
    "Cb": Figure(
        "rider, arm out",
        CLUB_CARRIED,
        "hair-long face mouth fringe wreath",
        False,
        "horse ivory, mane tan, hoof ink, rein green, cloth green, trim gold, hose1 tan, "
        "shoe bay, brim gold, coat red, belt ink, cape green, sleeve ivory, hat green, hair gold",
    ),
}


def print_figure(code):
    """Return the SVG of the figure `code`, such as "Rd"."""
    figure = FIGURES[code]
    marks = []
    for names, place in ATTITUDES[figure.attitude]:
        for name in names.replace("ASIDE", figure.aside).split():
            if name == "SIGN":
                sign, held = figure.sign
                marks += place_marks(whole_sign(sign), held)
            else:
                marks += place_marks(BODIES[name], place)
    seat = HEAD._replace(mirror=not figure.looks_left)
    if figure.attitude == "rider, arm out":
        seat = seat._replace(x=seat.x + RIDER.x)
    for name in figure.head.split():
        marks += place_marks(HEADS[name], seat)
    return print_marks(marks, wardrobe(figure.costume))


def wardrobe(costume):
    """Return a costume as a dict from role to ink."""
    return dict(pair.split() for pair in costume.split(", "))


def whole_sign(name):
    """Return the marks of a sign about the point 0,0; those of the coin with its rays."""
    marks = SIGNS[name]
    if name == "d":
        marks = marks + around(SIGNS["d-ray"], 8) + SIGNS["d-heart"]
    return marks
