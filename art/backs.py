"""Three card backs: terracotta lozenges, blue interlace, an olive sun.

A pattern may run a little past its field: the ivory border is printed over its edges.
"""

import math

from art.pen import INK, INKS, Place, around, place_marks, print_marks, read_drawing, trace

X, Y, WIDE, HIGH = 8, 8, 84, 134
"""The printed field: its corner and its size, in card units."""
MIDDLE = Place(50, 75)

BORDER = (
    f'<path fill="{INKS["ivory"]}" fill-rule="evenodd" d="M1.2 7Q1.2 1.2 7 1.2H93Q98.8 1.2 98.8 7'
    "V143Q98.8 148.8 93 148.8H7Q1.2 148.8 1.2 143zM12 8H88a4 4 0 0 1 4 4V138a4 4 0 0 1-4 4H12"
    'a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z"/>'
    f'<rect x="8" y="8" width="84" height="134" rx="4" fill="none" stroke="{INK}"/>'
)
"""The ivory between the field and the keyline, and the line round the field."""


def print_back(number):
    """Return the SVG of back "1", "2" or "3" inside its keyline."""
    return {"1": lozenges, "2": interlace, "3": sunburst}[number]() + BORDER


def fill(data, colour):
    return f'<path fill="{INKS[colour]}" d="{data}"/>'


def stroke(data, colour, weight):
    return f'<path fill="none" stroke="{INKS[colour]}" stroke-width="{weight:g}" d="{data}"/>'


def field(colour):
    return fill(f"M{X} {Y}h{WIDE}v{HIGH}h-{WIDE}z", colour)


def lozenges():
    """Return a net with ivory and gold lozenges round the pyramid of the house."""
    wide, high = WIDE / 12, HIGH / 14
    net, seeds = "", {0: "", 1: ""}  # seeds by row: ivory, gold
    for i, j in lattice(12, 14):
        x, y = X + wide * i, Y + high * j
        for way in (-1, 1):
            if 0 <= i + way <= 12 and j < 14:
                net += f"M{x:.1f} {y:.1f}l{way * wide:.1f} {high:.1f}"
    for i, j in lattice(12, 14, odd=1):
        seeds[j % 2] += lozenge(X + wide * i, Y + high * j, wide * 0.54, high * 0.54)
    pyramid = place_marks(read_drawing("aces")["pyramid"], MIDDLE)
    pattern = fill(seeds[0], "ivory") + fill(seeds[1], "gold") + stroke(net, "ivory", 1.3)
    return field("red") + pattern + print_marks(pyramid, {"ground": "red"})


def lattice(columns, rows, odd=0):
    """Return every other crossing of a grid, like the squares of one colour of a chessboard."""
    places = [(i, j) for i in range(columns + 1) for j in range(rows + 1)]
    return [(i, j) for i, j in places if (i + j) % 2 == odd]


def lozenge(x, y, half_wide, half_high):
    corners = [(x, y - half_high), (x + half_wide, y), (x, y + half_high), (x - half_wide, y)]
    return trace([(*corner, True) for corner in corners])


def interlace():
    """Return ribbons woven over and under each other, round a rosette."""
    wide, high = WIDE / 12, HIGH / 16
    rows = {parity: [at for at in lattice(12, 16) if at[1] % 2 == parity] for parity in (0, 1)}

    def ribbon(slope, places):
        data = ""
        for i, j in places:
            x, y = X + wide * (i - 0.5), Y + high * (j - slope / 2)
            data += f"M{x:.1f} {y:.1f}l{wide:.1f} {slope * high:.1f}"
        return stroke(data, "ink", 6) + stroke(data, "ivory", 4.4) + stroke(data, "blue", 1.4)

    under = ribbon(1, rows[1]) + ribbon(-1, rows[0])
    over = ribbon(-1, rows[1]) + ribbon(1, rows[0])
    return field("blue") + under + over + print_marks(place_marks(rosette(), MIDDLE))


def rosette():
    drawn = read_drawing("aces")
    petals = [mark._replace(role="ivory") for mark in around(drawn["d-petal"], 12)]
    marks = drawn["rosette-frame"] + petals + drawn["rosette-heart"]
    return place_marks(marks, Place(scale=0.8))


def sunburst():
    """Return a sun in the middle of the field, with fine rays to the border."""
    rays = ""
    for k in range(48):
        angle = math.tau * (k + 0.5) / 48
        half = math.tau / (320 if k % 2 else 640)
        ends = [(*edge_point(angle + turn), True) for turn in (-half, half)]
        rays += trace([(MIDDLE.x, MIDDLE.y, True), *ends])
    drawn = read_drawing("aces")
    petals = [mark._replace(role="green") for mark in around(drawn["d-petal"], 12)]
    sun = [*around(drawn["d-ray"], 16), *drawn["d-disc"], *petals, *drawn["d-face"]]
    sun = place_marks(sun, MIDDLE._replace(scale=0.8))
    return field("green") + fill(rays, "gold") + print_marks(sun)


def edge_point(angle):
    """Return where a ray from the middle at `angle` meets the edge of the field."""
    across, down = math.cos(angle), math.sin(angle)
    reach = min(WIDE / 2 / max(abs(across), 1e-9), HIGH / 2 / max(abs(down), 1e-9))
    return MIDDLE.x + across * reach, MIDDLE.y + down * reach
