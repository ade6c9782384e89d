"""Print the pictures of single pieces: `pieces/mover-O.svg`, `pieces/token-O.svg` and so on.

They are drawn by the same code as the pieces in the arena, on a brush that writes SVG. So the page
never reads a canvas back, which browsers that hide who one is answer with noise.
"""

from math import cos, pi, sin

from game.views.pyramids import PALETTE, Layer, Painter, paint_token

SIDE = 56


class Gradient:
    """A straight gradient, which the brush refers to by its `name`."""

    def __init__(self, name, ends):
        self.name = name
        self.ends = [number(end) for end in ends]
        self.stops = []

    def addColorStop(self, offset, colour):
        """Add a colour at a share of the way."""
        self.stops.append(f'<stop offset="{offset}" stop-color="{colour}"/>')

    def __str__(self):
        x1, y1, x2, y2 = self.ends
        return (
            f'<linearGradient id="{self.name}" gradientUnits="userSpaceOnUse" x1="{x1}" y1="{y1}" '
            f'x2="{x2}" y2="{y2}">{"".join(self.stops)}</linearGradient>'
        )


class Brush:
    """A 2D context as far as a single piece needs it; `svg()` returns what was drawn on it."""

    def __init__(self):
        self.fillStyle = self.strokeStyle = "#000000"
        self.lineWidth = 1.0
        self.lineJoin, self.lineCap = "miter", "butt"
        self.globalAlpha = 1.0
        self.origin = (0, 0)
        self.path = []
        self.gradients = []
        self.parts = []

    def svg(self):
        """Return the picture."""
        defs = "".join([str(gradient) for gradient in self.gradients])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" '
            f'viewBox="0 0 {SIDE} {SIDE}">{defs}{"".join(self.parts)}</svg>\n'
        )

    def point(self, x, y):
        """Return a point of the picture as text."""
        return f"{number(self.origin[0] + x)} {number(self.origin[1] + y)}"

    def translate(self, x, y):
        """Move what is drawn from now on."""
        self.origin = (self.origin[0] + x, self.origin[1] + y)

    def beginPath(self):
        """Begin an outline."""
        self.path = []

    def moveTo(self, x, y):
        """Go on with the outline elsewhere."""
        self.path.append("M" + self.point(x, y))

    def lineTo(self, x, y):
        """Draw a straight line."""
        self.path.append("L" + self.point(x, y))

    def closePath(self):
        """Draw a line to where the outline began."""
        self.path.append("Z")

    def arc(self, x, y, radius, start, end, backwards=False):
        """Draw a part of a circle, with a line to its start; in two halves, as SVG has no whole."""
        turn = end - start
        if backwards and turn > 0:
            turn -= 2 * pi
        r = number(radius)
        for half in range(3):
            angle = start + turn * half / 2
            place = self.point(x + radius * cos(angle), y + radius * sin(angle))
            line = "L" if self.path else "M"
            self.path.append(f"A{r} {r} 0 0 {int(turn > 0)} {place}" if half else line + place)

    def createLinearGradient(self, x1, y1, x2, y2):
        """Return a gradient between two points."""
        (x, y), name = self.origin, f"g{len(self.gradients)}"
        self.gradients.append(Gradient(name, (x + x1, y + y1, x + x2, y + y2)))
        return self.gradients[-1]

    def fill(self):
        """Fill the outline."""
        self.draw(f'fill="{self.paint(self.fillStyle)}"')

    def stroke(self):
        """Draw the outline itself."""
        self.draw(
            f'fill="none" stroke="{self.paint(self.strokeStyle)}" '
            f'stroke-width="{number(self.lineWidth)}" stroke-linejoin="{self.lineJoin}" '
            f'stroke-linecap="{self.lineCap}" stroke-miterlimit="10"'
        )

    def paint(self, style):
        """Return a paint as SVG names it."""
        return f"url(#{style.name})" if isinstance(style, Gradient) else style

    def draw(self, looks):
        """Add the outline to the picture."""
        alpha = f' opacity="{self.globalAlpha}"' if self.globalAlpha != 1 else ""
        self.parts.append(f'<path d="{"".join(self.path)}" {looks}{alpha}/>')


class Printer(Painter):
    """A painter that prints each part where it belongs, in place of copying a sprite."""

    def copy(self, context, key, x, y, edges, paint):
        """Print a part of a piece."""
        origin = context.origin
        context.translate(x, y)
        paint(context)
        context.origin = origin


def number(value):
    """Return a length in as few letters as look the same."""
    return f"{round(value, 2):g}"


def mover(colour):
    """Return the picture of a mover."""
    brush, printer = Brush(), Printer(None)
    printer.resize(SIDE * 1.12, SIDE * 1.6, 1)
    printer.draw_piece(brush, Layer(colour, 2, 0, -1), SIDE / 2, SIDE * 0.94, 1)
    return brush.svg()


def token(colour):
    """Return the small flat picture of a colour."""
    brush = Brush()
    paint_token(brush, colour, SIDE)
    return brush.svg()


def write_pieces(folder):
    """Write all pictures into a new folder."""
    folder.mkdir()
    for colour in PALETTE:
        for kind in (mover, token):
            (folder / f"{kind.__name__}-{colour}.svg").write_text(kind(colour), "utf-8")
