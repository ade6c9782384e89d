"""The pieces in the arena: at rest on one canvas; what moves is painted once and lies over it.

A motion is the difference of two positions; undo is the same motion backwards. Either way the
stack has a new colour, and its rings flash. The browser moves the paintings without Python.
"""

from collections import namedtuple
from math import pi

from game.views import browser, settings
from game.views.pyramids import INK, IVORY, Painter, layers, piece_height, step_height

ROWS = 4
SMALLEST_PX = 4
"""A place that is narrower or lower cannot be seen, as in a frame that is closed."""
FALL_MS = 250
LEAVE_MS = 430
FLASH_MS = 450
STEPS = 6
"""In so many straight pieces a way is cut that quickens or slows down."""


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
    """Draws stacks into the canvas of an arena of so many columns."""

    def __init__(self, field, columns: int):
        self.field = field
        self.columns = columns
        self.mirrored = browser.is_from_right()  # the board is built anew for another language
        self.painter = Painter(browser.make_canvas)
        self.canvas = field.querySelector(".pieces")
        self.still = self.canvas.getContext("2d")
        self.box = (0, 0, 0.0)  # width and height of the field in CSS px, pixel ratio
        self.cell = (1.0, 1.0)
        self.stacks: tuple = ()
        self.dimmed: int | None = None  # index of the locked stack
        self.painted: list = []  # what each place was last painted as (`at_rest`), or None
        self.motion: Motion | None = None
        self.pace = 1.0
        self.phases: list = []  # what the motion has left to show, as functions
        self.flying: list = []  # what moves now: (canvas, what the browser runs)

    def fit(self) -> bool:
        """Fit the canvas to the field; return whether that changed anything."""
        width, height = browser.size_of(self.field)
        box = (width, height, browser.pixel_ratio())
        cell = (width / self.columns, height / ROWS)
        if box == self.box or min(cell) < SMALLEST_PX:
            return False
        self.box = box
        ratio = box[2]
        self.cell = cell
        self.painter.resize(self.cell[0], self.cell[1], ratio)
        self.field.style.setProperty("--half", f"{self.painter.size.half:.1f}px")
        self.canvas.width = round(width * ratio)
        self.canvas.height = round(height * ratio)
        self.still.setTransform(ratio, 0, 0, ratio, 0, 0)
        self.painted = []
        return True

    def show(self, stacks: tuple, dimmed: int | None, motion: Motion | None) -> None:
        """Draw a position; with a motion, let it play, in place of one that still runs.

        Before the field's size is known (`fit`) only remember it.
        """
        self.finish()
        self.stacks = stacks
        self.dimmed = dimmed
        if not self.box[0]:
            return
        if self.box[2] != browser.pixel_ratio():
            self.fit()
        self.pace = settings.pace()
        self.motion = motion if self.pace else None
        self.draw_still()
        if self.motion:
            phases = [self.fall, self.leave] if motion.cancels else [self.fall]
            if motion.backwards:
                phases.reverse()
            self.phases = phases + [self.flash]
            self.next_phase()

    def next_phase(self) -> None:
        """Go on with the motion, or end it."""
        self.land()
        if self.phases:
            self.phases.pop(0)()
        else:
            index, self.motion = self.motion.index, None
            self.painted[index] = self.at_rest(index)
            if index == self.dimmed:
                self.dim(index)

    def land(self) -> None:
        """Take away what is moving."""
        for canvas, flight in self.flying:
            flight.cancel()
            canvas.remove()
        self.flying = []

    def finish(self) -> None:
        """End a motion at once; its stack is drawn by what follows."""
        self.land()
        self.phases = []
        self.motion = None

    def redraw(self) -> None:
        """Draw all in a new size."""
        self.finish()
        self.draw_still()

    def restore(self) -> None:
        """Draw all anew, as the browser may have lost the canvas and what was painted for it."""
        self.box = (0, 0, 0.0)
        if self.fit():
            self.redraw()

    def place(self, index: int) -> tuple[float, float]:
        """Return where the front corner of a stack's lowest foot stands."""
        width, height = self.cell
        row = index // self.columns
        return (self.column(index) + 0.5) * width, (row + 1) * height - height * 0.05

    def column(self, index: int) -> int:
        """Return how many stacks stand left of one in its row; the first may be the rightmost."""
        column = index % self.columns
        return self.columns - 1 - column if self.mirrored else column

    def at_rest(self, index: int) -> tuple:
        """Return what a place at rest shows: its stack, its veil, the shadow from its left."""
        beside = index + (1 if self.mirrored else -1)
        height = len(self.stacks[beside]) if self.column(index) > 0 else 0
        return self.stacks[index], index == self.dimmed, height

    def draw_still(self) -> None:
        """Draw the stacks at rest that have changed; the one in motion is left to its phases."""
        places = range(len(self.stacks))
        painted, self.painted = self.painted, [self.at_rest(index) for index in places]
        if self.motion:
            self.painted[self.motion.index] = None
        old = painted or [None for _ in places]
        changed = [index for index in places if self.painted[index] not in (None, old[index])]
        if painted:
            for index in changed:
                self.draw_place(index, lambda index=index: self.draw_stack(index))
        else:
            for index in places:
                self.draw_shadow(index)
            for index in changed:
                self.draw_stack(index)
        if self.dimmed in changed:
            self.dim(self.dimmed)

    def draw_stack(self, index: int) -> None:
        """Draw a stack of the position."""
        x, y = self.place(index)
        self.painter.draw_stack(self.still, self.stacks[index], x, y)

    def draw_shadow(self, index: int) -> None:
        """Draw the shadow that a stack throws."""
        x, y = self.place(index)
        self.painter.draw_shadow(self.still, len(self.stacks[index]), x, y)

    def pixels(self, index: int) -> tuple[int, int, int, int]:
        """Return left, top, width and height of a place in device pixels."""
        ratio = self.box[2]
        width, height = self.cell
        column, row = self.column(index), index // self.columns
        left, top = round(column * width * ratio), round(row * height * ratio)
        right, bottom = round((column + 1) * width * ratio), round((row + 1) * height * ratio)
        return left, top, right - left, bottom - top

    def draw_place(self, index: int, draw) -> None:
        """Draw one place alone anew: the shadows that reach into it, then what `draw()` draws."""
        left, top, width, height = [length / self.box[2] for length in self.pixels(index)]
        column, row = self.column(index), index // self.columns
        self.still.save()
        self.still.beginPath()
        self.still.rect(left, top, width, height)
        self.still.clip()
        self.still.clearRect(left, top, width, height)
        for near in range(len(self.stacks)):
            if column - self.column(near) in (0, 1) and row - near // self.columns in (0, 1):
                self.draw_shadow(near)
        draw()
        self.still.restore()

    def dim(self, index: int) -> None:
        """Lay a hatched veil over a stack that is locked."""
        left, top, width, height = [length / self.box[2] for length in self.pixels(index)]
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
        context.beginPath()
        while offset < width:
            context.moveTo(left + offset, top + height)
            context.lineTo(left + offset + height, top)
            offset += gap
        context.stroke()
        context.restore()
        radius = min(11.0, width * 0.15)
        edge = radius + 4  # from the corner that the stack's name leaves free
        x = left + edge if self.mirrored else left + width - edge
        paint_lock(context, x, top + edge, radius)

    # The phases of a motion

    def fall(self) -> None:
        """Let the mover come down on the stack below; backwards it is lifted off."""
        motion, painter = self.motion, self.painter
        x, y = self.place(motion.index)
        count = len(motion.below) + 1
        pieces = layers(motion.below + motion.colour, step_height(painter.size, count))
        tall = piece_height(painter.size, count)
        self.draw_place(
            motion.index,
            lambda: painter.draw_layers(self.still, pieces[:-1], x, y, tall),
        )
        fall = self.cell[1] * 0.7

        def way(share):
            return f"translateY({-fall * (1 - ease_in(share)):.1f}px)", min(1, 0.2 + share * 1.2)

        def paint(context):
            painter.draw_piece(context, pieces[-1], x, y, count)

        self.fly(paint, self.frames(way), FALL_MS, self.next_phase)

    def leave(self) -> None:
        """Let the two pieces of a cancel rise and dissolve; backwards they come back."""
        motion, painter = self.motion, self.painter
        x, y = self.place(motion.index)
        count = len(motion.below) + 1
        pair = layers(motion.below + motion.colour, step_height(painter.size, count))[-2:]
        self.draw_place(
            motion.index, lambda: painter.draw_stack(self.still, motion.below[:-1], x, y)
        )
        for piece, side, done in zip(pair, (-1, 1), (None, self.next_phase)):
            rise = self.cell[1] * (0.55 if done is None else 0.63)
            apart = side * painter.size.half * 0.5

            def way(share, rise=rise, apart=apart):
                across, up = apart * ease_in(share), rise * ease_out(share)
                return f"translate({across:.1f}px, {-up:.1f}px)", 1 - ease_in(share)

            def paint(context, piece=piece):
                painter.draw_piece(context, piece, x, y, count)

            self.fly(paint, self.frames(way), LEAVE_MS, done)

    def flash(self) -> None:
        """Let the rings of the stack flash, since another colour rules it now."""
        index, stack = self.motion.index, self.stacks[self.motion.index]
        x, y = self.place(index)
        self.draw_place(index, lambda: self.painter.draw_stack(self.still, stack, x, y))

        def paint(context):
            self.painter.draw_flash(context, stack, x, y)

        frames = [("none", opacity) for opacity in (0, 1, 0.9, 0.45, 0.15, 0)]
        self.fly(paint, frames, FLASH_MS, self.next_phase)

    def frames(self, way) -> list:
        """Return the key frames of `way(share)`, a transform and an opacity; or backwards."""
        frames = [way(step / STEPS) for step in range(STEPS + 1)]
        return list(reversed(frames)) if self.motion.backwards else frames

    def fly(self, paint, frames: list, length_ms: float, done=None) -> None:
        """Lay what `paint(context)` paints over the place of the motion, and let it move."""
        ratio = self.box[2]
        left, top, width, height = self.pixels(self.motion.index)
        canvas = browser.make_canvas(width, height)
        context = canvas.getContext("2d")
        context.setTransform(ratio, 0, 0, ratio, -left, -top)
        paint(context)
        canvas.className = "flying"
        canvas.setAttribute("aria-hidden", "true")
        canvas.setAttribute(
            "style",
            f"left:{left / ratio}px;top:{top / ratio}px;right:auto;bottom:auto;"
            f"width:{width / ratio}px;height:{height / ratio}px",
        )
        self.field.append(canvas)
        flight = browser.animate(canvas, frames, length_ms * self.pace, 0, "linear", done)
        self.flying.append((canvas, flight))


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
