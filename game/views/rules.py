"""The rules of a game to be read; the game itself draws the figures, of positions it has played.

In a catalogue a paragraph begins with what it is: "# " a heading, "? " our reading of what the
original leaves open, "+ " an item of a numbered list, "- " of any other, "[name] " a caption.
"""

from game.locales import listed, number, say
from game.rules import arena, piramide
from game.views import browser
from game.views.arena_words import colour_name, score_table
from game.views.lesson import ARENA, PIRAMIDE, Course, played
from game.views.markup import dialog_command, dialog_html
from game.views.piramide import card_html, load_deck
from game.views.piramide_words import card_name
from game.views.pyramids import Layer, Painter, paint_underside

MARKS = ("#", "?", "+", "-")
LISTS = {"+": "ol", "-": "ul"}
CELLS = {
    "target": (60, 60),
    "base": (60, 60),
    "mover": (60, 60),
    "stack": (64, 88),
    "coming": (64, 88),
    "setup": (30, 38),
    "field": (46, 58),
}
"""Width and height in CSS px of what a figure's canvas shows, for each of its stacks."""
STACK = Course(arena, ARENA.params, ARENA.deal, {}, "O@C2 G@A3 P@A4 B@C2 P@C4 B@D3 B@C2", ())
"""What happens to the stack C2 of the lesson's deal: orange, blue, and blue once more."""
FINAL = Course(
    arena,
    arena.Params(2, "random", 0),
    1246,
    {},
    "O@C3 O@D1 B@D2 O@A4 P@B3 B@C3 G@A2 P@A3 B@D1 G@C1 P@B4 B@C3 "
    "O@D4 P@A4 G@C2 G@C1 B@A3 P@C1 O@A2 P@C3 B@B1 G@D3 O@A1 G@A2",
    (),
)
"""A game that pink wins."""


class RulesDialog:
    """The rules screen of one game."""

    def __init__(self, table):
        self.table = table

    def open(self) -> None:
        """Show the rules, then paint their figures one after the other."""
        game = self.table.rules.GAME
        if game != arena.GAME:
            load_deck()
        commands = dialog_command("keys", say("command.keys"))
        commands += dialog_command("lesson", say("command.lesson"))
        commands += dialog_command("close", say("command.close"), "autofocus")
        inside = f'<div class="rules">{rules_html(game)}</div>'
        title = say(game + ".title")
        self.table.dialogs.open("rules", dialog_html(title, inside, commands), self)
        text = browser.find("#dialog .dialog-text")
        text.setAttribute("role", "region")
        text.setAttribute("aria-labelledby", "dialog-title")
        paint_figures(browser.find_all("#dialog canvas[data-paint]"))

    def dialog_tap(self, name: str, element) -> None:
        """List the keys, begin the lesson, or close the rules."""
        if name == "keys":
            self.table.run(name)
        else:
            self.table.dialogs.close(self.table.teach if name == "lesson" else None)


# Words


def rules_html(game: str) -> str:
    """Return the rules of a game with the places of their figures."""
    parts = []
    opened = ""  # the list that the last paragraph belongs to
    for line in say(game + ".rules").split("\n"):
        kind, text = split_mark(line)
        tag = LISTS.get(kind, "")
        if tag != opened:
            parts.append(f"</{opened}>" if opened else "")
            parts.append(f"<{tag}>" if tag else "")
            opened = tag
        parts.append(paragraph(game, kind, browser.escape(text)))
    return "".join(parts) + (f"</{opened}>" if opened else "")


def split_mark(line: str) -> tuple[str, str]:
    """Return what a paragraph is ("#", "?", "+", "-", a figure's name or "") and its words."""
    mark, _, text = line.partition(" ")
    if mark in MARKS:
        return mark, text
    if mark.startswith("[") and mark.endswith("]"):
        return mark[1:-1], text
    return "", line


def paragraph(game: str, kind: str, text: str) -> str:
    """Return a paragraph of one kind, or a figure with its caption."""
    if kind == "#":
        return f"<h3>{text}</h3>"
    if kind == "?":
        return f'<p class="ours"><b>{say("rules.ours")}</b> {text}</p>'
    if kind in LISTS:
        return f"<li>{text}</li>"
    if kind:
        picture = FIGURES[game][kind]()
        return f"<figure>{picture}<figcaption>{text}</figcaption></figure>"
    return f"<p>{text}</p>"


def image(alternative: str, inside: str, kind: str = "") -> str:
    """Return what a figure shows, which screen readers take for one picture."""
    text = browser.escape(alternative)
    return f'<div class="figure {kind}" role="img" aria-label="{text}">{inside}</div>'


# The Arena


def canvas(kind: str, what: str, columns: int = 1, rows: int = 1) -> str:
    """Return the place of a picture that `paint_figure` paints."""
    width, height = CELLS[kind]
    width, height = width * columns, height * rows
    size = f"width:{width}px;aspect-ratio:{width}/{height}"
    return f'<canvas data-paint="{kind} {what}" style="{size}"></canvas>'


def pieces(kind: str) -> str:
    """Return one kind of piece in all six colours."""
    colours = list(arena.COLOURS)
    items = [f"<span>{canvas(kind, c)}<small>{colour_name(c)}</small></span>" for c in colours]
    names = listed([colour_name(colour) for colour in colours])
    return image(say(f"rules.figure.{kind}s", colours=names), "".join(items), "pieces")


def setup_figure() -> str:
    """Return the bases of a deal for each number of players."""
    items = []
    for players in (2, 3, 4):
        stacks = arena.new_game(arena.Params(players, "random", None), 1).stacks
        items.append(f"<span>{grid('setup', stacks)}<small>{number(players)}</small></span>")
    return image(say("rules.figure.setup"), "".join(items), "setups")


def grid(kind: str, stacks: tuple) -> str:
    """Return the place of a picture of all stacks."""
    return canvas(kind, "/".join(stacks), len(stacks) // arena.BASES, arena.BASES)


def move_figure(ply: int) -> str:
    """Return a stack, the mover that comes, and the stack thereafter."""
    session = played(STACK, ply + 1)
    move = session.state.moves[-1]
    index = arena.stack_names(len(session.state.colours)).index(move.stack)
    before, after = session.states[ply].stacks[index], session.state.stacks[index]
    alternative = say(
        "rules.figure.move",
        before=stack_words(before),
        colour=colour_name(move.colour),
        after=stack_words(after),
    )
    inside = canvas("stack", before) + "<i>+</i>" + canvas("coming", move.colour)
    return image(alternative, f'{inside}<i class="then">→</i>{canvas("stack", after)}', "move")


def barred_figure() -> str:
    """Return a mover that the rules do not let on a bare base."""
    colour = next(step.answer for step in ARENA.steps if step.name == "base")[0]
    name = colour_name(colour)
    inside = canvas("stack", colour) + "<i>+</i>" + canvas("coming", colour) + "<i>✗</i>"
    return image(say("rules.figure.barred", colour=name), inside, "move")


def final_figure() -> str:
    """Return the last position of a game and its count."""
    session = played(FINAL, 24)
    stacks = session.state.stacks
    words = "; ".join([stack_words(stack) for stack in stacks])
    table = score_table(session, arena.outcome(session.state))
    return image(say("rules.figure.final", stacks=words), grid("field", stacks)) + table


def stack_words(stack: str) -> str:
    """Return what a stack holds, base to top."""
    names = [colour_name(colour) for colour in stack]
    if len(names) == 1:
        return say("rules.figure.stack", base=names[0])
    between = "".join([name + ", " for name in names[1:-1]])
    return say("rules.figure.top", base=names[0], between=between, top=names[-1])


def paint_figures(canvases: list) -> None:
    """Paint these figures one after the other, while they are in the page."""
    if canvases and canvases[0].isConnected:
        paint_figure(canvases[0])
        browser.after(0, lambda: paint_figures(canvases[1:]))


def paint_figure(element) -> None:
    """Paint what a canvas' data-paint names: a kind, and colours or stacks."""
    kind, what = browser.data(element, "paint").split(" ")
    width, height = CELLS[kind]
    stacks = what.split("/")
    rows = arena.BASES if len(stacks) > 1 else 1
    columns = len(stacks) // rows
    ratio = max(2.0, browser.pixel_ratio())
    element.width, element.height = round(width * columns * ratio), round(height * rows * ratio)
    context = element.getContext("2d")
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    if kind == "target":
        paint_underside(context, what, width)
        return
    painter = Painter(browser.make_canvas)
    painter.resize(width, height, ratio)
    for index, stack in enumerate(stacks):
        column, row = index % columns, index // columns
        if browser.is_from_right():
            column = columns - 1 - column
        x, y = (column + 0.5) * width, (row + 0.95) * height
        if rows > 1:
            painter.draw_shadow(context, len(stack), x, y)
        if kind in ("mover", "coming"):
            painter.draw_piece(context, Layer(stack, 2, 0, -1), x, y, 1)
        else:
            painter.draw_stack(context, stack, x, y)


# La Piramide


def card(code: str, style: str = "", glows: bool = False) -> str:
    """Return a card that only looks."""
    return f'<div class="card{" hinted" if glows else ""}" style="{style}">{card_html(code)}</div>'


def pyramid(seen, first_row: int, glowing: tuple = ()) -> str:
    """Return the rows of a pyramid from one on, which counts from 0; some cards glow."""
    cards = []
    slot = 0
    for row in range(seen.params.rows):
        for column in range(row + 1):
            code = seen.pyramid[slot]
            if code and row >= first_row:
                place = f"--row:{row - first_row};--column:{column + (5 - row) / 2}"
                cards.append(card(code, place, code in glowing))
            slot += 1
    return f'<div class="rows" style="--rows:{seen.params.rows - first_row}">{"".join(cards)}</div>'


def deal_figure() -> str:
    """Return a fresh deal."""
    seen = piramide.observe(played(PIRAMIDE, 0).state)
    up = [card_name(code) for code in seen.pyramid if code != piramide.FACE_DOWN]
    alternative = say(
        "rules.figure.deal",
        rows=number(seen.params.rows),
        down=number(len(seen.pyramid) - len(up)),
        cards=listed(up),
        stock=number(len(seen.stock)),
    )
    back = card_html(piramide.FACE_DOWN)
    stock = f'<div class="card stock">{back}<b>{number(len(seen.stock))}</b></div>'
    return image(alternative, pyramid(seen, 0) + stock, "cards")


def pairs_figure() -> str:
    """Return a pair for each way to make ten, the suits by turns."""
    pairs = []
    for high in range(9, 4, -1):
        suit, other = piramide.SUITS[high % 4], piramide.SUITS[(high + 1) % 4]
        pairs.append((piramide.RANKS[high - 1] + suit, piramide.RANKS[9 - high] + other))
    words = [
        say("rules.figure.pair", first=card_name(one), second=card_name(two)) for one, two in pairs
    ]
    items = [f'<span class="pair">{card(one)}{card(two)}</span>' for one, two in pairs]
    return image(say("rules.figure.pairs", pairs="; ".join(words)), "".join(items), "cards")


def king_figure() -> str:
    """Return a Re."""
    king = piramide.RANKS[9] + piramide.SUITS[1]
    return image(card_name(king), card(king), "cards")


def exposed_figure(ply: int) -> str:
    """Return the last rows of a pyramid after a removal; what that turned face up glows."""
    session = played(PIRAMIDE, ply)
    before, seen = [piramide.observe(state) for state in session.states[ply - 1 :]]
    turned = [
        code for code, earlier in zip(seen.pyramid, before.pyramid) if code and code != earlier
    ]
    gone = listed([card_name(code) for code in session.state.moves[-1].cards])
    cards = listed([card_name(code) for code in turned])
    alternative = say("rules.figure.exposed", gone=gone, cards=cards)
    return image(alternative, pyramid(seen, 3, tuple(turned)), "cards")


def piles_figure() -> str:
    """Return stock, drawn card and waste of a game."""
    state = played(PIRAMIDE, 7).state
    alternative = say(
        "rules.figure.piles",
        stock=number(len(state.stock)),
        drawn=card_name(state.drawn),
        waste=card_name(state.waste[-1]),
    )
    items = []
    for pile, code in (
        ("stock", piramide.FACE_DOWN),
        ("drawn", state.drawn),
        ("waste", state.waste[-1]),
    ):
        items.append(f"<span>{card(code)}<small>{say('piramide.' + pile)}</small></span>")
    return image(alternative, "".join(items), "cards")


FIGURES = {
    arena.GAME: {
        "targets": lambda: pieces("target"),
        "bases": lambda: pieces("base"),
        "movers": lambda: pieces("mover"),
        "setup": setup_figure,
        "change": lambda: move_figure(0),
        "change-again": lambda: move_figure(3),
        "cancel": lambda: move_figure(6),
        "barred": barred_figure,
        "final": final_figure,
    },
    piramide.GAME: {
        "deal": deal_figure,
        "pairs": pairs_figure,
        "king": king_figure,
        "exposed": lambda: exposed_figure(1),
        "freed": lambda: exposed_figure(3),
        "piles": piles_figure,
    },
}
