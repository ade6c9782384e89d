"""The pieces in the arena: drawn at rest on one canvas, and the one that moves on another above it.

A motion is the difference of two positions; undo is the same motion backwards. At rest no frame
is asked for.
"""

from collections import namedtuple
from math import pi

from game.views import browser, settings
from game.views.pyramids import INK, IVORY, Painter, layers, piece_height, step_height

ROWS = 4
PLACE_MS = 260
CANCEL_MS = 680
LANDED = 0.34
"""The share of a cancel after which the mover has come down and both pieces leave."""


class Motion(namedtuple("Motion", "index below colour cancels backwards")):
    """One mover put on the stack `below`, shown at a place of the grid; backwards it is undone."""


def find_motion(before, after, played_on) -> Motion | None:
    """Return what leads from one position to the next or back, or None for any other change.

    `played_on(state)` is the index of the stack that the state's last move was played on.
    """
    if before is None or before.colours != after.colours:
        return None
    backwards = len(after.moves) < len(before.moves)
    early, late = (after, before) if backwards else (before, after)
    if late.moves[:-1] != early.moves or not late.moves:
        return None
    index = played_on(late)
    changed = [i for i, stack in enumerate(late.stacks) if stack != early.stacks[i]]
    if changed != [index]:
        return None
    below = early.stacks[index]
    cancels = len(late.stacks[index]) < len(below)
    return Motion(index, below, late.moves[-1].colour, cancels, backwards)


def ease_in(share: float) -> float:
    """Return how far something has fallen after a share of its time."""
    return share * share


def ease_out(share: float) -> float:
    """Return how far something has come that slows down."""
    return 1 - (1 - share) * (1 - share)


class ArenaCanvas:
    """Draws stacks into the two canvases of an arena of so many columns."""

    def __init__(self, field, columns: int):
        self.field = field
        self.columns = columns
        self.painter = Painter(browser.make_canvas)
        self.canvases = [field.querySelector(css) for css in (".pieces", ".motion")]
        self.still, self.moving = [canvas.getContext("2d") for canvas in self.canvases]
        self.box = (0, 0, 0.0)  # width and height of the field in CSS px, pixel ratio
        self.cell = (1.0, 1.0)
        self.stacks: tuple = ()
        self.dimmed: int | None = None  # index of the locked stack
        self.motion: Motion | None = None
        self.pace = 1.0
        self.began_ms: float | None = None
        self.frame = None

    def fit(self) -> bool:
        """Fit the canvases to the field; return whether that changed anything."""
        width, height = browser.size_of(self.field)
        box = (width, height, browser.pixel_ratio())
        if box == self.box or not width or not height:
            return False
        self.box = box
        ratio = box[2]
        self.cell = (width / self.columns, height / ROWS)
        self.painter.resize(self.cell[0], self.cell[1], ratio)
        self.field.style.setProperty("--half", f"{self.painter.size.half:.1f}px")
        for canvas in self.canvases:
            canvas.width = round(width * ratio)
            canvas.height = round(height * ratio)
        self.still.setTransform(ratio, 0, 0, ratio, 0, 0)
        self.moving.setTransform(ratio, 0, 0, ratio, 0, 0)
        return True

    def show(self, stacks: tuple, dimmed: int | None, motion: Motion | None) -> None:
        """Draw a position; with a motion, let it play, in place of one that still runs."""
        self.finish()
        self.stacks = stacks
        self.dimmed = dimmed
        self.pace = settings.pace()
        if not self.pace:
            motion = None
        self.motion = motion
        self.draw_still()
        if motion:
            self.began_ms = None
            self.frame = browser.next_frame(self.step)

    def finish(self) -> None:
        """End a motion at once."""
        if self.frame is not None:
            browser.cancel_frame(self.frame)
            self.frame = None
            self.motion = None
            self.clear(self.moving)

    def redraw(self) -> None:
        """Draw again, in a new size or after a motion."""
        self.finish()
        self.draw_still()

    def step(self, now_ms) -> None:
        """Draw one frame of the motion and ask for the next."""
        now_ms = float(now_ms)
        if self.began_ms is None:
            self.began_ms = now_ms
        length_ms = (CANCEL_MS if self.motion.cancels else PLACE_MS) * self.pace
        share = (now_ms - self.began_ms) / length_ms
        if share >= 1:
            self.frame = None
            self.motion = None
            self.draw_still()
            self.clear(self.moving)
            return
        self.clear(self.moving)
        self.draw_motion(1 - share if self.motion.backwards else share)
        self.frame = browser.next_frame(self.step)

    def clear(self, context) -> None:
        """Empty a canvas."""
        context.clearRect(0, 0, self.box[0] + 1, self.box[1] + 1)

    def place(self, index: int) -> tuple[float, float]:
        """Return where the front corner of a stack's lowest foot stands."""
        width, height = self.cell
        row = index // self.columns
        return (self.column(index) + 0.5) * width, (row + 1) * height - height * 0.05

    def column(self, index: int) -> int:
        """Return how many stacks stand left of one in its row; the first may be the rightmost."""
        column = index % self.columns
        return self.columns - 1 - column if browser.is_from_right() else column

    def draw_still(self) -> None:
        """Draw all stacks at rest, shadows first; the one in motion is left to `draw_motion`."""
        self.clear(self.still)
        moving = self.motion.index if self.motion else None
        for index, stack in enumerate(self.stacks):
            x, y = self.place(index)
            self.painter.draw_shadow(self.still, len(stack), x, y)
        for index, stack in enumerate(self.stacks):
            if index != moving:
                x, y = self.place(index)
                self.painter.draw_stack(self.still, stack, x, y)
                if index == self.dimmed:
                    self.dim(index)

    def dim(self, index: int) -> None:
        """Lay a hatched veil over a stack that is locked."""
        width, height = self.cell
        left, top = self.column(index) * width, index // self.columns * height
        context = self.still
        context.save()
        context.beginPath()
        context.rect(left, top, width, height)
        context.clip()
        context.globalCompositeOperation = "source-atop"
        context.fillStyle = "rgba(118, 104, 88, 0.38)"
        context.fillRect(left, top, width, height)
        context.strokeStyle = "rgba(43, 29, 20, 0.45)"
        context.lineWidth = min(3.0, width * 0.035)
        gap = min(14.0, width * 0.17)
        offset = -height
        while offset < width:
            context.beginPath()
            context.moveTo(left + offset, top + height)
            context.lineTo(left + offset + height, top)
            context.stroke()
            offset += gap
        context.restore()
        radius = min(11.0, width * 0.15)
        paint_lock(context, left + width - radius - 4, top + radius + 4, radius)

    def draw_motion(self, share: float) -> None:
        """Draw the moving stack after a share (0 to 1) of its way forwards."""
        motion, context = self.motion, self.moving
        x, y = self.place(motion.index)
        height = self.cell[1]
        if not motion.cancels:
            self.draw_falling(share, x, y, height * 0.7)
        elif share < LANDED:
            self.draw_falling(share / LANDED, x, y, height * 0.7)
        else:
            self.draw_leaving((share - LANDED) / (1 - LANDED), x, y)
        context.globalAlpha = 1

    def draw_falling(self, share: float, x, y, fall) -> None:
        """Draw a mover that comes down on its stack."""
        motion, context, painter = self.motion, self.moving, self.painter
        stack = motion.below + motion.colour
        size, count = painter.size, len(stack)
        pieces = layers(stack, step_height(size, count))
        context.globalAlpha = 1
        painter.draw_layers(context, pieces[:-1], x, y, piece_height(size, count))
        context.globalAlpha = min(1, 0.2 + share * 1.2)
        painter.draw_piece(context, pieces[-1], x, y - fall * (1 - ease_in(share)), count)

    def draw_leaving(self, share: float, x, y) -> None:
        """Draw the two pieces of a cancel that rise and dissolve."""
        motion, context, painter = self.motion, self.moving, self.painter
        stack = motion.below + motion.colour
        size, count = painter.size, len(stack)
        context.globalAlpha = 1
        painter.draw_stack(context, motion.below[:-1], x, y)
        rise = ease_out(share) * self.cell[1] * 0.55
        apart = ease_in(share) * size.half * 0.5
        context.globalAlpha = 1 - ease_in(share)
        below, mover = layers(stack, step_height(size, count))[-2:]
        painter.draw_piece(context, below, x - apart, y - rise, count)
        painter.draw_piece(context, mover, x + apart, y - rise * 1.15, count)


def paint_lock(context, x: float, y: float, radius: float) -> None:
    """Paint a padlock on an ivory disc."""
    r = radius
    context.fillStyle = IVORY
    context.strokeStyle = INK
    context.lineWidth = r * 0.14
    context.beginPath()
    context.arc(x, y, r, 0, 2 * pi)
    context.fill()
    context.stroke()
    context.lineWidth = r * 0.2
    context.beginPath()
    context.arc(x, y - r * 0.12, r * 0.3, pi, 2 * pi)
    context.stroke()
    context.fillStyle = INK
    context.fillRect(x - r * 0.46, y - r * 0.12, r * 0.92, r * 0.66)
