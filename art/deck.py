"""Print the decks: `cards.svg` (the Italian faces and three backs) and `cards-french.svg`.

    python art/deck.py OUT_DIR

Each file is one <svg> of <symbol>s, 100 wide and 150 high, to be put inline in a page and shown
with <use href="#card-7d"/>. A card's code is its rank (A 2 3 4 5 6 7 F C R) and its suit
(c coppe, d denari, s spade, b bastoni). The French set keeps the codes (`french-7d`), shows
F C R as J Q K, and the suits as hearts, diamonds, spades and clubs. Colours are flat, every id
has a prefix of its own (card-, back-, french-), and no file refers to another.
"""

import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for `python art/deck.py`

from art import backs, court, half
from art.pen import (
    INK,
    INKS,
    Place,
    around,
    outline,
    place_marks,
    print_marks,
    read_drawing,
)

SUITS = "cdsb"
PLAIN_RANKS = "A234567"
VALUES = {"F": "8", "C": "9", "R": "10"}
"""What a figure counts; every other card counts its rank (docs/rules.md)."""
FRENCH_RANKS = {"F": "J", "C": "Q", "R": "K"}

TEXT = {
    "card": {"c": INKS["red"], "d": "#8a5d08", "s": INKS["blue"], "b": INKS["green"]},
    "french": {"c": INKS["red"], "d": INKS["red"], "s": INK, "b": INK},
}
"""The colour of the index; gold as text is darker than gold as a coin."""

LAYOUTS = {
    "2": (1.65, [(66, 40), (34, 110)]),
    "3": (1.4, [(73, 33), (50, 75), (27, 117)]),
    "4": (1.34, [(71, 32), (71, 80), (29, 70), (29, 118)]),
    "5": (1.34, [(71, 30), (29, 76), (71, 76), (29, 121), (71, 121)]),
    "6": (1.08, [(71, 24), (71, 56), (71, 88), (29, 62.5), (29, 94.5), (29, 126.5)]),
    "7": (1.08, [(71, 25), (71, 58.5), (71, 92), (71, 125.5), (29, 62.5), (29, 94), (29, 125.5)]),
}
"""Scale and centres of the signs. The index keeps the top left: even cards leave the bottom
right free to balance it, odd ones fill the rest of a grid of two columns."""
LONG_THREE = (1.4, [(69, 37), (30, 110), (72, 110)])
"""The three of blades or clubs, which would touch on the diagonal."""
TILT = {"c": 0, "d": 0, "s": 38, "b": 38}
"""How far a sign leans, in degrees: blades and clubs are longer than their place is wide."""
SIZE = {"c": 0.94, "d": 1, "s": 0.9, "b": 0.86}
FRENCH_SIZE = 0.9


def write_deck(folder):
    """Write both sprites into `folder` and return their paths."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, body in (("cards.svg", italian()), ("cards-french.svg", french())):
        text = f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>\n'
        paths.append(folder / name)
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def italian():
    """Return the shared parts, the forty faces and the backs."""
    parts = letters("card", "A234567FCR890")
    for suit in SUITS:
        parts += group(f"card-sign-{suit}", print_marks(court.whole_sign(suit)))
        parts += group(f"card-mark-{suit}", print_marks(court.SIGNS[f"{suit}-mark"], contour=1.9))
    faces = "".join(
        symbol(f"card-{code}", sheet() + picture(*code) + index("card", *code))
        for code in (*court.FIGURES, *(rank + suit for suit in SUITS for rank in PLAIN_RANKS))
    )
    rears = "".join(symbol(f"back-{n}", sheet() + backs.print_back(n)) for n in "123")
    return f"<defs>{parts}</defs>{faces}{rears}"


def french():
    """Return the shared parts and the forty faces of the French set."""
    parts = letters("french", "A234567JQK890")
    for suit in SUITS:
        parts += group(f"french-sign-{suit}", print_marks(half.SIGNS[suit]))
    faces = "".join(
        symbol(f"french-{code}", sheet() + french_picture(*code) + index("french", *code))
        for code in (*half.HALVES, *(rank + suit for suit in SUITS for rank in PLAIN_RANKS))
    )
    return f"<defs>{parts}</defs>{faces}"


def symbol(name, body):
    return f'<symbol id="{name}" viewBox="0 0 100 150">{body}</symbol>'


def group(name, body, look=""):
    return f'<g id="{name}"{look}>{body}</g>'


def use(name, place):
    """Return a reference to the part `name`, put in its place."""
    move = f"translate({place.x:g} {place.y:g})"
    move += f" rotate({place.turn:g})" if place.turn else ""
    move += f" scale({place.scale:g})" if place.scale != 1 else ""
    return f'<use href="#{name}" transform="{move}"/>'


def sheet():
    """Return the ivory of the card and its keyline."""
    return (
        f'<rect x=".6" y=".6" width="98.8" height="148.8" rx="7" fill="{INKS["ivory"]}" '
        f'stroke="{INK}" stroke-width="1.2"/>'
    )


def letters(prefix, wanted):
    """Return the letters of the index, as parts that take the colour of whoever uses them."""
    drawn = read_drawing("glyphs")
    drawn["10"] = drawn["1"] + place_marks(drawn["0"], Place(9.6))
    out = ""
    for name in (*wanted.replace("0", ""), "10"):
        strokes = "".join(letter_stroke(mark) for mark in drawn[name])
        out += group(f"{prefix}-letter-{name}", strokes, ' fill="none" stroke-linejoin="round"')
    return out


def letter_stroke(mark):
    """Return one stroke of a letter: curves end round, straight strokes are cut square."""
    straight = all(corner for _, _, corner in mark.points)
    cap = "" if straight or mark.kind == "ring" else 'stroke-linecap="round" '
    return f'<path {cap}stroke-width="{mark.weight:g}" d="{outline(mark)}"/>'


def index(prefix, rank, suit):
    """Return the rank, large, what a figure counts beside it, and the sign below."""
    shown = FRENCH_RANKS.get(rank, rank) if prefix == "french" else rank
    sign, turn = ("sign", 0) if prefix == "french" else ("mark", TILT[suit])
    out = use(f"{prefix}-letter-{shown}", Place(6, 5.5, 1.15))
    if rank in VALUES:
        out += use(f"{prefix}-letter-{VALUES[rank]}", Place(28, 15.6, 0.72))
    out += use(f"{prefix}-{sign}-{suit}", Place(14.8, 42.6, 0.56, turn))
    return f'<g stroke="{TEXT[prefix][suit]}">{out}</g>'


def picture(rank, suit):
    """Return what an Italian card shows beside its index."""
    if rank in VALUES:
        return court.print_figure(rank + suit)
    if rank == "A":
        return ace(suit)
    scale, centres = LONG_THREE if rank == "3" and suit in "sb" else LAYOUTS[rank]
    return pips(f"card-sign-{suit}", centres, scale * SIZE[suit], TILT[suit])


def french_picture(rank, suit):
    """Return what a French card shows beside its index."""
    sign = f"french-sign-{suit}"
    if rank in VALUES:
        return half.print_half(rank + suit) + use(sign, Place(85, 20, 0.84))
    if rank == "A":
        return use(sign, Place(52, 86, 2.9)) + (print_marks(makers_mark()) if suit == "s" else "")
    scale, centres = LAYOUTS[rank]
    return pips(sign, centres, scale * FRENCH_SIZE)


def makers_mark():
    """Return the pyramid of the house, which the ace of spades carries."""
    return place_marks(read_drawing("aces")["pyramid-steps"], Place(52, 92, 1.3))


def pips(sign, centres, scale, turn=0):
    return "".join(use(sign, Place(x, y, round(scale, 2), turn)) for x, y in centres)


def ace(suit):
    """Return the one great emblem of an Asso."""
    drawn = read_drawing("aces")
    if suit == "d":
        return print_marks(drawn["d-crown"] + sun(drawn, Place(51.5, 95, 1.02)))
    if suit == "s":
        return print_marks(laurel(drawn["s-leaf"]) + drawn["s"] + drawn["s-ribbon"])
    names = {"c": ["c-vine", "c"], "b": ["b-leaves", "b", "b-ribbon"]}[suit]
    return print_marks([mark for name in names for mark in drawn[name]])


def sun(drawn, place):
    """Return the marks of a sun with a face, petals round it and flames round those."""
    return [
        *around(drawn["d-ray"], 16, place),
        *place_marks(drawn["d-disc"], place),
        *around(drawn["d-petal"], 12, place),
        *place_marks(drawn["d-face"], place),
    ]


def laurel(leaf):
    """Return the marks of a wreath round the blade of the Asso di spade, open at the top."""
    middle, radius, lean = (57, 62), 27, 28
    marks = []
    for side in (1, -1):
        for degrees in range(0, 130, 14):
            angle = math.radians(degrees)
            x = middle[0] - side * radius * math.sin(angle)
            y = middle[1] + radius * math.cos(angle)
            marks += place_marks(leaf, Place(x, y, turn=side * (degrees - 90 + lean)))
    return marks


if __name__ == "__main__":
    for path in write_deck(sys.argv[1]):
        print(path, path.stat().st_size)
