"""The pen: turns drawings written as points into flat SVG paths.

A `.draw` file holds parts, each a list of marks, one a line, in the order they are printed:

    [crown]                          a part and its name
    area gold 0,0! 10,0! 5,8         a printed colour with an ink contour, closed
    patch red 2,2 8,2 5,6            a printed colour without a contour
    fold 1.2 4,10 5,30 2,60          an ink line that swells to 1.2 and tapers at both ends
    line 0.9 0,0 4,4                 an ink line of even weight (`line 0.9 red …` in a colour)
    ring 0.9 0,0 4,0 4,4             a line that closes
    dot ink 5,5 1.1                  a disc: centre, radius
    coin gold 5,5 9                  a disc with a contour

A curve runs smoothly through its points; `!` after a point makes it a corner. Colours are the
names of roles (coat, hose) or of inks (gold, red): a costume says which ink a role wears.
"""

import math
from pathlib import Path
from typing import NamedTuple

INK = "#2b1d14"
INKS = {
    "ink": INK,
    "ivory": "#fff9ec",
    "red": "#b3332b",
    "blue": "#27588f",
    "green": "#3f6b2f",
    "gold": "#d9a22e",
    "skin": "#f0c9a0",
    "blush": "#dd9272",
    "tan": "#b9814e",
    "bay": "#7c4a2a",
    "grey": "#cfc4b0",
}
CONTOUR = 1.1
"""Weight of a contour, in card units (a card is 100 wide)."""
SWELL = 0.45
"""How far the contour of a whole figure grows towards the lower right, as on a worn stone."""


class Mark(NamedTuple):
    kind: str
    role: str
    weight: float  # line weight, or the radius of a dot or coin
    points: tuple  # (x, y, is_corner), in card units


class Place(NamedTuple):
    """Where a part goes: mirrored first, then scaled, turned (degrees) and moved."""

    x: float = 0
    y: float = 0
    scale: float = 1
    turn: float = 0
    mirror: bool = False

    def carry(self, point):
        """Return `point` moved to this place."""
        x, y = point[0] * self.scale, point[1] * self.scale
        if self.mirror:
            x = -x
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return (x * c - y * s + self.x, x * s + y * c + self.y, *point[2:])


HERE = Place()


def read_drawing(name):
    """Return the parts of `art/<name>.draw`: a dict from part name to its list of marks."""
    parts, marks = {}, None
    path = Path(__file__).with_name(name + ".draw")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0].startswith("["):
            marks = parts.setdefault(words[0].strip("[]"), [])
            continue
        try:
            marks.append(parse_mark(words))
        except (ValueError, IndexError) as error:
            raise ValueError(f"{path.name}, line {number}: {line!r}") from error
    return parts


def parse_mark(words):
    """Return the mark that `words` of one line describe."""
    kind, rest = words[0], words[1:]
    if kind in ("dot", "coin"):
        return Mark(kind, rest[0], float(rest[2]), (parse_point(rest[1]),))
    if kind in ("fold", "line", "ring"):
        weight, rest = float(rest[0]), rest[1:]
        role = "ink" if "," in rest[0] else rest.pop(0)
    elif kind in ("area", "patch"):
        weight, role, rest = 0.0, rest[0], rest[1:]
    else:
        raise ValueError(kind)
    return Mark(kind, role, weight, tuple(parse_point(word) for word in rest))


def parse_point(word):
    """Return (x, y, is_corner) of a word such as `12,3.5!`."""
    x, y = word.rstrip("!").split(",")
    return float(x), float(y), word.endswith("!")


def trace(points, closed=True, digits=1):
    """Return path data for a smooth curve through `points`."""
    n = len(points)
    last = n if closed else n - 1
    out = []
    pen = [round(points[0][0], digits), round(points[0][1], digits)]
    out.append("M" + numbers(pen, digits))
    for i in range(last):
        a, b = points[i], points[(i + 1) % n]
        span = math.dist(a[:2], b[:2])
        leave = heading(points, i, closed)
        arrive = heading(points, (i + 1) % n, closed)
        if leave is None and arrive is None:
            out.append(step("l", pen, [b], digits))
            continue
        c1 = [a[k] + leave[k] * span * 0.36 for k in (0, 1)] if leave else None
        c2 = [b[k] - arrive[k] * span * 0.36 for k in (0, 1)] if arrive else None
        c1 = c1 or [a[k] + (c2[k] - a[k]) * 0.4 for k in (0, 1)]
        c2 = c2 or [b[k] + (c1[k] - b[k]) * 0.4 for k in (0, 1)]
        out.append(step("c", pen, [c1, c2, b], digits))
    return "".join(out) + ("z" if closed else "")


def heading(points, i, closed):
    """Return the unit direction of the curve at point `i`; None at a corner or a loose end."""
    n = len(points)
    if points[i][2] or (not closed and i in (0, n - 1)):
        return None
    before, after = points[i - 1], points[(i + 1) % n]
    length = math.dist(before[:2], after[:2]) or 1
    return [(after[k] - before[k]) / length for k in (0, 1)]


def step(command, pen, targets, digits):
    """Return a relative path command to `targets` and move `pen` to the last of them."""
    flat = [round(t[k] - pen[k], digits) for t in targets for k in (0, 1)]
    pen[0] = round(pen[0] + flat[-2], digits)
    pen[1] = round(pen[1] + flat[-1], digits)
    return command + numbers(flat, digits)


def numbers(values, digits=1):
    """Return `values` as path data, as short as SVG allows."""
    out = ""
    for value in values:
        text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else str(int(value))
        text = text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text
        text = "0" if text in ("-0", "") else text
        out += text if not out or text.startswith("-") else " " + text
    return out


def disc(x, y, radius, digits=1):
    """Return path data for a circle."""
    d = 2 * radius
    arc = numbers([radius, radius], digits)
    return (
        f"M{numbers([x - radius, y], digits)}"
        f"a{arc} 0 1 0 {numbers([d, 0], digits)}a{arc} 0 1 0 {numbers([-d, 0], digits)}z"
    )


def taper(points, weight):
    """Return the closed outline of a line that swells to `weight` between two fine ends."""
    if len(points) == 2:
        a, b = points
        points = (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, False), b)
    n = len(points)
    left, right = [], []
    for i in range(1, n - 1):
        (x, y), way = points[i][:2], heading(points, i, False)
        way = way or [0, 1]
        half = weight / 2 * math.sin(math.pi * i / (n - 1)) ** 0.6
        left.append((x - way[1] * half, y + way[0] * half, False))
        right.append((x + way[1] * half, y - way[0] * half, False))
    start, end = (*points[0][:2], True), (*points[-1][:2], True)
    return [start, *left, end, *reversed(right)]


def outline(mark, digits=1):
    """Return path data of a mark already in its place."""
    if mark.kind in ("dot", "coin"):
        return disc(*mark.points[0][:2], mark.weight, digits)
    if mark.kind == "fold":
        return trace(taper(mark.points, mark.weight), True, digits)
    return trace(mark.points, mark.kind != "line", digits)


def place_marks(marks, place):
    """Return `marks` moved to `place`."""
    return [
        mark._replace(
            points=tuple(place.carry(point) for point in mark.points),
            weight=mark.weight * (place.scale if mark.kind in ("dot", "coin") else 1),
        )
        for mark in marks
    ]


def around(marks, count, place=HERE):
    """Return `marks` repeated `count` times round the middle of `place`."""
    turns = (place._replace(turn=place.turn + 360 * k / count) for k in range(count))
    return [mark for turned in turns for mark in place_marks(marks, turned)]


def ink_of(role, costume):
    """Return the colour that `role` wears."""
    while role in costume:
        role = costume[role]
    return INKS[role]


def print_marks(marks, costume=None, swell=SWELL, digits=1, contour=CONTOUR):
    """Return the SVG of `marks`: an ink silhouette a little off register, then every mark."""
    costume = costume or {}
    body = [m for m in marks if m.kind in ("area", "coin")]
    out = [f'<g fill="{INK}" stroke="{INK}" stroke-width="{contour:g}" stroke-linejoin="round">']
    if swell and body:
        shadow = "".join(outline(m, digits) for m in body)
        out.append(f'<path d="{shadow}" transform="translate({swell:g} {swell * 1.2:g})"/>')
    before = None
    for mark in marks:
        look = attributes(mark, costume)
        if look == before and mark.kind not in ("area", "coin"):
            out[-1] = out[-1][: -len('"/>')] + outline(mark, digits) + '"/>'
        else:
            out.append(f'<path {look}d="{outline(mark, digits)}"/>')
        before = look
    return "".join(out) + "</g>"


def attributes(mark, costume):
    """Return how `mark` differs from an ink area with an ink contour."""
    colour = ink_of(mark.role, costume)
    if mark.kind in ("area", "coin"):
        return f'fill="{colour}" '
    if mark.kind in ("line", "ring"):
        stroke = "" if colour == INK else f'stroke="{colour}" '
        return f'fill="none" {stroke}stroke-width="{mark.weight:g}" stroke-linecap="round" '
    return ("" if colour == INK else f'fill="{colour}" ') + 'stroke="none" '
