"""A game on the table: what the screens of both games share.

A tap becomes the text of a move; the table plays it, keeps the game and has the view draw it.
"""

from game.locales import say
from game.rules.fields import IllegalMove
from game.session import Session
from game.views import browser

ICONS = {
    "home": "M3 11 12 4l9 7M6 9v10h4v-5h4v5h4V9",
    "rules": "M5 5c3-1 5-1 7 1 2-2 4-2 7-1v13c-3-1-5-1-7 1-2-2-4-2-7-1zM12 6v13",
    "undo": "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
    "redo": "m15 6 5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
    "restart": "M6 6v5h5M6.5 10.5a7 7 0 1 1-1 5",
    "new": "M12 5v14M5 12h14",
}
"""Strokes of the command pictures in a square of 24."""


def command(name: str, label: str | None = None, extra: str = "") -> str:
    """Return the button of a command: its picture over its label."""
    text = label or say("command." + name)
    return (
        f'<button type="button" class="command" data-command="{name}" {extra}>'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'
        f"<span>{text}</span></button>"
    )


def rules_html(text: str) -> str:
    """Return a rules text as HTML: a line is a paragraph, one that begins with # a heading."""
    parts = []
    for line in text.split("\n"):
        tag = "h3" if line.startswith("# ") else "p"
        parts.append(f"<{tag}>{browser.escape(line.lstrip('# '))}</{tag}>")
    return "".join(parts)


def dialog_html(title: str, inside: str, commands: str) -> str:
    """Return the inside of a dialog: a heading, content that scrolls, commands below."""
    return (
        f'<form method="dialog" class="dialog"><h2 id="dialog-title">{title}</h2>'
        f'<div class="dialog-text">{inside}</div><p class="dialog-commands">{commands}</p></form>'
    )


def dialog_command(name: str, label: str, extra: str = "") -> str:
    """Return a button for a dialog."""
    return f'<button type="button" data-command="{name}" {extra}>{label}</button>'


class Table:
    """One game's screen; `view` draws its board and says what its taps mean.

    A view has `board_html()`, `attach()` once that is in the page, `draw(before)` with the state
    last drawn or None, `status()`, `tap(element)`, `drop(element, target)`, `refusal(error)`,
    `new_dialog()`, `default_game()`, `address()` and `leave()`.
    """

    def __init__(self, rules, shelf, app, make_view):
        self.rules = rules
        self.shelf = shelf
        self.app = app  # offers `dialogs`, `message` and `show_game(table)`
        self.dialogs = app.dialogs
        self.say = app.message.say
        self.view = make_view(self)
        self.parts: dict = {}
        self.drawn = None
        self.warned = False  # that games cannot be kept
        self.refused = False  # whether the line shown is a refusal

    @property
    def session(self) -> Session | None:
        """The game on the table."""
        return self.shelf.session

    # Seeing

    def show(self) -> None:
        """Build the screen and draw the game."""
        screen = browser.find("#screen")
        browser.set_html(
            screen,
            f'<header class="table-head">{command("home")}'
            f'<div class="table-status"><h1>{say(self.rules.GAME + ".title")}</h1>'
            f'<p id="status"></p></div>{command("rules")}</header>'
            f'{self.view.board_html()}'
            f'<footer class="table-foot"><div>{command("undo")}{command("redo")}</div>'
            f'<div>{command("restart")}{command("new", say("command.new.short"))}</div></footer>',
        )
        self.parts = {
            name: browser.Part(browser.find(css))
            for name, css in (
                ("status", "#status"),
                ("undo", '[data-command="undo"]'),
                ("redo", '[data-command="redo"]'),
            )
        }
        self.drawn = None
        self.view.attach()
        self.draw()

    def draw(self) -> None:
        """Show the position on the table."""
        state = self.session.state
        result = self.rules.report(state)["outcome"]
        browser.body.set("data-outcome", result)
        can_undo = self.session.can_undo() or (self.session.ply == 0 and bool(self.shelf.earlier))
        self.parts["undo"].set("aria-disabled", None if can_undo else "true")
        self.parts["redo"].set("aria-disabled", None if self.session.can_redo() else "true")
        before, self.drawn = self.drawn, state
        self.view.draw(before)
        self.parts["status"].html(self.view.status())

    # Playing

    def play(self, text: str) -> bool:
        """Play a move given as text; when it is refused, tell the player why and return False."""
        if self.follow_other_tab():
            return False
        try:
            self.session.play(text)
        except IllegalMove as error:
            self.say(self.view.refusal(error, text))
            self.refused = True
            return False
        if self.refused:
            self.say("")
            self.refused = False
        self.keep()
        self.draw()
        return True

    def keep(self) -> None:
        """Save the game, and warn once where that is not possible."""
        if not self.shelf.save() and not self.warned:
            self.warned = True
            self.say(say("message.unsaved"))

    def follow_other_tab(self) -> bool:
        """Where another tab went ahead with this game, show that instead; return whether so."""
        if not self.shelf.is_behind():
            return False
        self.shelf.load()
        self.app.show_game(self)
        self.say(say("message.other_tab"))
        return True

    def begin(self, params, deal, facts: dict | None = None) -> None:
        """Put a new game on the table; the running one can be brought back by undo."""
        session = Session(self.rules, params, deal)
        session.facts = facts or {}
        self.shelf.begin(session)
        self.app.show_game(self)
        self.say(say("message.dealt") if self.shelf.earlier else "")
        self.keep()

    def put_down(self, setup: dict) -> None:
        """Put the deal of a record's fields on the table, unless it lies there already.

        Raises `RecordError` for fields that make no deal.
        """
        params, deal = self.rules.parse_setup(setup)
        session = self.session
        if not session or (session.params, session.deal) != (params, deal):
            self.begin(params, deal)

    def run(self, name: str) -> bool:
        """Carry out a command that both games share; return whether it was one."""
        if name in ("undo", "redo", "restart", "again") and self.follow_other_tab():
            return True
        if name == "undo":
            self.undo()
        elif name == "redo":
            if self.session.can_redo():
                self.session.redo()
                self.changed("")
        elif name in ("restart", "again"):
            self.restart()
        elif name == "next":
            self.begin(*self.view.default_game())
        elif name == "new":
            self.view.new_dialog()
        elif name == "rules":
            self.show_rules()
        else:
            return False
        return True

    def undo(self) -> None:
        """Take a move back; at the start of a game, bring the earlier game back."""
        if self.session.can_undo():
            self.session.undo()
            self.changed("")
        elif self.session.ply == 0 and self.shelf.bring_back():
            self.app.show_game(self)
            self.changed(say("message.back"))
        else:
            self.say(say("message.nothing_to_undo"))

    def restart(self) -> None:
        """Begin the same deal again."""
        old = self.session
        facts = {key: old.facts[key] for key in old.facts if key != "revealed"}
        if old.ply or old.facts.get("revealed"):
            self.begin(old.params, old.deal, facts)
            self.say(say("message.restarted"))

    def changed(self, message: str) -> None:
        """Keep and draw the game after something other than a move."""
        self.say(message)
        self.keep()
        self.draw()

    def show_rules(self) -> None:
        """Open the rules of the game."""
        self.dialogs.open("rules", rules_dialog(self.rules.GAME), self)

    def dialog_tap(self, name: str, element) -> None:
        """Close the rules."""
        self.dialogs.close()

    def report_trouble(self) -> None:
        """Tell the player of a kept game that could not be read, and offer it as a file."""
        if self.shelf.trouble:
            self.say(
                say("message." + self.shelf.trouble),
                dialog_command("export", say("command.export")),
            )
            self.shelf.trouble = None


def rules_dialog(game: str) -> str:
    """Return the dialog with a game's rules."""
    return dialog_html(
        say(game + ".title"),
        rules_html(say(game + ".rules")),
        dialog_command("close", say("command.close"), "autofocus"),
    )


