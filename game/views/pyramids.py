"""Draws pyramids and stacks of them on a 2D canvas: painted clay, lit from the upper left.

Lengths are CSS px. A place (x, y) is where the front corner of the lowest foot stands; y grows
downwards. Every kind of piece is painted once for a size, into a sprite, and copied from there.
"""

from collections import namedtuple
from math import exp, pi

PALETTE = {
    "O": "#e55600",
    "Y": "#ffe25c",
    "V": "#7442a7",
    "B": "#268dff",
    "G": "#397a5e",
    "P": "#eb90b1",
}
"""Paint by colour letter. Found by search: far apart for all kinds of colour vision, and still
worth their names (tests/test_pyramids.py measures them)."""

MARKS = {
    "O": "ring",
    "Y": "triangle",
    "V": "crescent",
    "B": "diamond",
    "G": "square",
    "P": "cross",
}
"""The mark of each colour, which tells it without its paint."""

IVORY = "#fffaf0"
INK = "#2b1d14"
GLOW = "#fff3d6"

READABLE = 9
"""Layers whose marks stay readable in the smallest cell; higher stacks only get denser."""


class Geometry(namedtuple("Geometry", "half depth tall short room pitch")):
    """Sizes that fit a cell: half a foot's width, how far its front corner reaches down, the height
    of a lone piece and of one on a tall stack, the room for a whole stack, the widest step.
    """


class Layer(namedtuple("Layer", "colour rings lift side")):
    """One piece of a stack: its rings (1 for a base), how far its foot is above the lowest foot,
    and the side that shows its mark, -1 left or 1 right.
    """


def fit(cell_width: float, cell_height: float) -> Geometry:
    """Return the sizes of pyramids that stand in cells of this size."""
    half = min(cell_width * 0.43, cell_height * 0.42)
    room = cell_height * 0.93
    tall = min(half * 1.75, room * 0.62)
    short = min(half * 1.0, room * 0.37)
    return Geometry(half, half * 0.3, tall, short, room, half * 0.4)


def piece_height(size: Geometry, count: int) -> float:
    """Return how high each piece is in a stack of `count`; pieces of tall stacks are flatter."""
    return max(size.short, size.tall - (size.tall - size.short) * (count - 1) / 6)


def stack_height(size: Geometry, count: int) -> float:
    """Return the height of a whole stack; each further piece adds to it, and less each time."""
    return size.tall + (size.room - size.tall) * (1 - exp((1 - count) / 3))


def step_height(size: Geometry, count: int) -> float:
    """Return how much each piece of a stack shows below the next one."""
    if count == 1:
        return size.pitch
    step = (stack_height(size, count) - piece_height(size, count)) / (count - 1)
    return min(size.pitch, step)


def layers(stack: str, step: float) -> list[Layer]:
    """Return the layers of a stack, base to top."""
    return [
        Layer(colour, 1 if index == 0 else 2, index * step, 1 if index % 2 else -1)
        for index, colour in enumerate(stack)
    ]


def mix(one: str, other: str, share: float) -> str:
    """Return a colour with `share` (0 to 1) of the other one in it; all as #rrggbb."""
    parts = [
        round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    ]
    return "#{:02x}{:02x}{:02x}".format(*parts)


class Painter:
    """Paints pieces of one size; `make_canvas(width_px, height_px)` gives canvases for sprites."""

    def __init__(self, make_canvas):
        self.make_canvas = make_canvas
        self.ratio = 1.0  # device pixels in a CSS px
        self.size = fit(53, 66)
        self.sprites = {}  # text of a kind: (canvas, x and y of its place, width, height)

    def resize(self, cell_width: float, cell_height: float, ratio: float) -> None:
        """Fit pieces to a cell; what was painted for another size is dropped."""
        self.ratio = ratio
        self.size = fit(cell_width, cell_height)
        self.sprites = {}

    def draw_stack(self, context, stack: str, x: float, y: float) -> None:
        """Draw a stack, each piece over the one below; its shadow is `draw_shadow`'s."""
        count = len(stack)
        height = piece_height(self.size, count)
        self.draw_layers(context, layers(stack, step_height(self.size, count)), x, y, height)

    def draw_layers(self, context, pieces: list[Layer], x: float, y: float, height: float) -> None:
        """Draw layers that are already placed, all of one piece height."""
        if not pieces:
            return
        count = len(pieces)
        step = pieces[1].lift - pieces[0].lift if count > 1 else self.size.pitch
        step = min(step, self.size.pitch)
        for piece in pieces:
            self.draw_body(context, piece, x, y - piece.lift, height, step)
        for index, piece in enumerate(pieces):
            self.draw_mark(context, piece, x, y - piece.lift, height, step, index == count - 1)

    def draw_piece(self, context, piece: Layer, x: float, y: float, count: int) -> None:
        """Draw one piece alone as it looks in a stack of `count`, such as one that is falling."""
        height, step = piece_height(self.size, count), step_height(self.size, count)
        self.draw_body(context, piece, x, y - piece.lift, height, step)
        self.draw_mark(context, piece, x, y - piece.lift, height, step, True)

    def draw_flash(self, context, stack: str, x: float, y: float) -> None:
        """Draw what flares up over a stack's rings: the top's shine, those below take its paint."""
        count = len(stack)
        height, step = piece_height(self.size, count), step_height(self.size, count)
        for index, piece in enumerate(layers(stack, step)):
            is_top = index == count - 1
            context.save()
            context.translate(x, y - piece.lift)
            paint_flash(context, self.size, height, step, stack[-1], piece.rings, is_top)
            context.restore()
            self.draw_mark(context, piece, x, y - piece.lift, height, step, is_top)

    def draw_shadow(self, context, count: int, x: float, y: float) -> None:
        """Draw what a stack of `count` throws on the table; longer, the higher it is."""
        size = self.size
        reach = size.half * (1.1 + 0.07 * min(count, 12))
        edges = (size.half * 1.2, reach + size.half * 0.8, size.half, size.half * 0.3)

        def paint(canvas):
            paint_shadow(canvas, size, reach)

        self.copy(context, f"shadow {count}", x, y, edges, paint)

    def draw_body(self, context, piece: Layer, x, y, height, step) -> None:
        """Draw a piece without its mark."""
        size = self.size

        def paint(canvas):
            paint_body(canvas, size, height, step, piece.colour, piece.rings)

        key = f"{piece.colour}{piece.rings} {height:.2f} {step:.2f}"
        self.copy(context, key, x, y, (size.half + 2, size.half + 2, height + 2, 4), paint)

    def draw_mark(self, context, piece: Layer, x, y, height, step, is_top) -> None:
        """Draw the medallion on a piece's ring."""
        radius = mark_radius(self.size, step, is_top)
        rise = ring_rise(step, is_top, radius)
        share = 1 - rise / height
        away = self.size.half * share * 0.5
        y -= rise + self.size.depth * share * 0.5

        def paint(canvas):
            paint_medallion(canvas, piece.colour, radius)

        edge = radius + 1.5
        key = f"{piece.colour} {radius:.2f}"
        self.copy(context, key, x + piece.side * away, y, (edge, edge, edge, edge), paint)

    def copy(self, context, key: str, x, y, edges, paint) -> None:
        """Copy a sprite to a place, and paint it first when it is new.

        `edges` say how far it reaches left, right, up and down from its place.
        """
        ratio = self.ratio
        if key not in self.sprites:
            left, right, up, down = [int(edge * ratio) + 1 for edge in edges]
            canvas = self.make_canvas(left + right, up + down)
            brush = canvas.getContext("2d")
            brush.setTransform(ratio, 0, 0, ratio, left, up)
            paint(brush)
            sizes = ((left + right) / ratio, (up + down) / ratio)
            self.sprites[key] = (canvas, left / ratio, up / ratio) + sizes
        canvas, left, up, width, height = self.sprites[key]
        x, y = round(x * ratio) / ratio, round(y * ratio) / ratio
        context.drawImage(canvas, x - left, y - up, width, height)


def mark_radius(size: Geometry, step: float, is_top: bool) -> float:
    """Return a medallion's radius: larger where nothing stands above it."""
    smallest = size.half * 0.17
    return max(smallest, size.pitch * 0.62 if is_top else min(step * 0.64, size.pitch * 0.55))


def ring_rise(step: float, is_top: bool, radius: float) -> float:
    """Return how high above the foot's edge a medallion's middle sits."""
    return max(step * 0.5, radius * 0.95) if is_top else step * 0.52


def polygon(brush, points) -> None:
    """Begin a path along these points and close it."""
    brush.beginPath()
    brush.moveTo(points[0][0], points[0][1])
    for x, y in points[1:]:
        brush.lineTo(x, y)
    brush.closePath()


def paint_body(brush, size: Geometry, height, step, colour: str, rings: int) -> None:
    """Paint a piece: two faces, their shading, rings, edges."""
    half, depth = size.half, size.depth
    paint = PALETTE[colour]
    deep = mix(paint, INK, 0.62)
    apex, front, left, right = (0, -height), (0, 0), (-half, -depth), (half, -depth)
    brush.lineJoin = "round"
    brush.lineCap = "round"
    # What it shades just below its own foot: on the table, or on the piece it sits on.
    brush.strokeStyle = "rgba(30, 16, 8, 0.35)"
    brush.lineWidth = max(1.2, half * 0.07)
    brush.beginPath()
    brush.moveTo(-half, -depth + 0.8)
    brush.lineTo(0, 0.9)
    brush.lineTo(half, -depth + 0.8)
    brush.stroke()

    for side, corner in ((-1, left), (1, right)):
        shade = brush.createLinearGradient(0, -height, side * half * 0.35, 0)
        if side < 0:
            shade.addColorStop(0, mix(paint, GLOW, 0.42))
            shade.addColorStop(0.55, mix(paint, GLOW, 0.12))
            shade.addColorStop(1, mix(paint, INK, 0.03))
        else:
            shade.addColorStop(0, mix(paint, INK, 0.14))
            shade.addColorStop(1, mix(paint, INK, 0.33))
        polygon(brush, (apex, front, corner))
        brush.fillStyle = shade
        brush.fill()
        paint_strokes(brush, size, height, side)
        paint_rings(brush, size, height, step, side, paint, rings)

    # The rim of the cup: a thin lit lip along the foot, then the outline.
    brush.strokeStyle = mix(paint, GLOW, 0.55)
    brush.lineWidth = max(0.6, half * 0.025)
    brush.globalAlpha = 0.8
    brush.beginPath()
    brush.moveTo(-half * 0.97, -depth - 0.2)
    brush.lineTo(0, -0.6)
    brush.stroke()
    brush.globalAlpha = 0.5
    brush.beginPath()
    brush.moveTo(0, -height + 1)
    brush.lineTo(0, -1)
    brush.stroke()
    brush.globalAlpha = 1
    brush.strokeStyle = deep
    brush.lineWidth = max(0.8, half * 0.035)
    polygon(brush, (apex, left, front, right))
    brush.stroke()


def paint_strokes(brush, size: Geometry, height, side) -> None:
    """Leave faint traces of a brush on a face, from foot to apex."""
    brush.lineWidth = size.half * 0.05
    for share, white in ((0.18, True), (0.37, False), (0.55, True), (0.74, False), (0.88, True)):
        brush.strokeStyle = "rgba(255, 248, 230, 0.10)" if white else "rgba(40, 20, 8, 0.07)"
        brush.beginPath()
        brush.moveTo(side * size.half * share, -size.depth * share - 0.5)
        brush.lineTo(side * size.half * share * 0.12, -height * 0.88)
        brush.stroke()


def ring_outlines(size: Geometry, height, step, side, rings) -> list:
    """Return the corners of a face's rings: one broad one or two fine ones."""
    spans = ((0.34, 0.70),) if rings == 1 else ((0.20, 0.40), (0.62, 0.82))
    outlines = []
    for low, high in spans:
        points = []
        for rise, front in ((low, True), (high, True), (high, False), (low, False)):
            share = 1 - rise * step / height
            x = 0 if front else side * size.half * share
            y = -rise * step - (0 if front else size.depth * share)
            points.append((x, y))
        outlines.append(points)
    return outlines


def paint_rings(brush, size: Geometry, height, step, side, paint, rings) -> None:
    """Paint the rings on a face, in the lightest tint of its colour."""
    strength = 0.45 + 0.35 * step / size.pitch  # dense layers are told by their paint
    brush.fillStyle = mix(paint, IVORY, strength if side < 0 else strength * 0.72)
    for points in ring_outlines(size, height, step, side, rings):
        polygon(brush, points)
        brush.fill()


def paint_flash(brush, size: Geometry, height, step, ruler: str, rings, is_top) -> None:
    """Paint a piece's rings as they flare up in the colour that rules the stack."""
    paint = PALETTE[ruler]
    brush.lineJoin = "round"
    outlines = [
        points for side in (-1, 1) for points in ring_outlines(size, height, step, side, rings)
    ]
    if is_top:
        half, depth = size.half, size.depth
        brush.fillStyle = "rgba(255, 243, 214, 0.4)"
        polygon(brush, ((0, -height), (-half, -depth), (0, 0), (half, -depth)))
        brush.fill()
    for width, strength in ((0.3, 0.35), (0.16, 0.7)):
        brush.strokeStyle = f"rgba(255, 243, 214, {strength})"
        brush.lineWidth = min(size.half, step * 2.5) * width
        for points in outlines:
            polygon(brush, points)
            brush.stroke()
    brush.fillStyle = "#ffffff" if is_top else paint
    brush.strokeStyle = paint if is_top else "#ffffff"
    brush.lineWidth = size.half * 0.04
    for points in outlines:
        polygon(brush, points)
        brush.fill()
        brush.stroke()


def paint_medallion(brush, colour: str, radius: float) -> None:
    """Paint the ivory disc that carries a colour's mark."""
    deep = mix(PALETTE[colour], INK, 0.72)
    brush.fillStyle = IVORY
    brush.strokeStyle = deep
    brush.lineWidth = max(0.6, radius * 0.14)
    brush.beginPath()
    brush.arc(0, 0, radius, 0, 2 * pi)
    brush.fill()
    brush.stroke()
    paint_mark(brush, colour, radius * 0.68, deep)


def paint_token(brush, colour: str, side: float) -> None:
    """Paint a small flat picture of a colour, paint and mark, into a square; for lists."""
    paint = PALETTE[colour]
    middle, foot, apex = side / 2, side * 0.94, side * 0.04
    brush.lineJoin = "round"
    for way, fill in ((-1, mix(paint, GLOW, 0.08)), (1, mix(paint, INK, 0.2))):
        corner = (middle + way * side * 0.47, foot - side * 0.1)
        polygon(brush, ((middle, apex), (middle, foot), corner))
        brush.fillStyle = fill
        brush.fill()
    brush.strokeStyle = mix(paint, INK, 0.62)
    brush.lineWidth = side * 0.045
    low = foot - side * 0.1
    left, right = (middle - side * 0.47, low), (middle + side * 0.47, low)
    polygon(brush, ((middle, apex), left, (middle, foot), right))
    brush.stroke()
    brush.translate(middle, foot - side * 0.3)
    paint_medallion(brush, colour, side * 0.24)


def paint_underside(brush, colour: str, side: float) -> None:
    """Paint a target turned over into a square: its foot, which alone shows the colour."""
    clay = "#b08a5e"
    edge, rim = side * 0.06, side * 0.13
    brush.lineJoin = "round"
    square = ((edge, edge), (side - edge, edge), (side - edge, side - edge), (edge, side - edge))
    shade = brush.createLinearGradient(0, 0, side, side)
    shade.addColorStop(0, mix(clay, GLOW, 0.45))
    shade.addColorStop(1, mix(clay, INK, 0.25))
    polygon(brush, square)
    brush.fillStyle = shade
    brush.fill()
    brush.strokeStyle = mix(clay, INK, 0.62)
    brush.lineWidth = side * 0.035
    brush.stroke()
    low, high = edge + rim, side - edge - rim
    polygon(brush, ((low, low), (high, low), (high, high), (low, high)))
    brush.fillStyle = PALETTE[colour]
    brush.fill()
    brush.strokeStyle = mix(PALETTE[colour], INK, 0.62)
    brush.stroke()
    brush.translate(side / 2, side / 2)
    paint_medallion(brush, colour, side * 0.22)


def paint_mark(brush, colour: str, radius: float, ink: str) -> None:
    """Paint a colour's mark around (0, 0)."""
    mark = MARKS[colour]
    r = radius
    brush.fillStyle = ink
    brush.strokeStyle = ink
    brush.lineJoin = "miter"
    if mark == "ring":
        brush.lineWidth = r * 0.5
        brush.beginPath()
        brush.arc(0, 0, r * 0.68, 0, 2 * pi)
        brush.stroke()
        return
    if mark == "crescent":
        brush.beginPath()
        brush.arc(-r * 0.05, 0, r * 0.95, pi * 0.28, pi * 1.72)
        brush.arc(r * 0.42, 0, r * 0.74, pi * 1.58, pi * 0.42, True)
        brush.closePath()
    elif mark == "triangle":
        polygon(brush, ((0, -r), (r * 0.98, r * 0.74), (-r * 0.98, r * 0.74)))
    elif mark == "diamond":
        polygon(brush, ((0, -r * 1.08), (r * 0.72, 0), (0, r * 1.08), (-r * 0.72, 0)))
    elif mark == "square":
        s = r * 0.76
        polygon(brush, ((-s, -s), (s, -s), (s, s), (-s, s)))
    else:
        a, b = r * 0.3, r * 0.98
        corners = ((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a))
        polygon(brush, corners + tuple([(-x, -y) for x, y in corners]))
    brush.fill()


def paint_shadow(brush, size: Geometry, reach: float) -> None:
    """Paint a soft shadow: close around the foot, then away to the right as far as it reaches.

    It stays within its cell (`fit`) on the left, and below where it depends on `reach`.
    """
    half, depth = size.half, size.depth
    spread = (half * 1.15 + reach) / 2
    paint_haze(brush, 0, -depth * 0.8, half * 1.1, depth * 1.55, 0.42)
    paint_haze(brush, spread - half * 0.4, -depth * 1.05, spread, depth * 1.35, 0.34)


def paint_haze(brush, x, y, half_width, half_height, strength) -> None:
    """Paint a dark ellipse that fades out to its edge."""
    brush.save()
    brush.translate(x, y)
    brush.scale(half_width, half_height)
    haze = brush.createRadialGradient(0, 0, 0, 0, 0, 1)
    haze.addColorStop(0, f"rgba(35, 18, 8, {strength})")
    haze.addColorStop(0.55, f"rgba(35, 18, 8, {strength * 0.7})")
    haze.addColorStop(1, "rgba(35, 18, 8, 0)")
    brush.fillStyle = haze
    brush.fillRect(-1, -1, 2, 2)
    brush.restore()
