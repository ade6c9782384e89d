"""Playing by the keyboard: the keys that both games share, and the list of all.

Each key does what a button does, too. None that writes a character does at its first press what is
counted or cannot be taken back.
"""

from game.locales import say
from game.views import browser, settings, typed
from game.views.markup import AS_IT_IS, dialog_command, dialog_html
from game.views.message import SHOWN_MS

COMMANDS = {
    "u": "undo",
    "r": "redo",
    "y": "redo",
    "h": "hint",
    "n": "new",
    "m": "type",
    "?": "keys",
}
LISTED = ("undo", "redo", "hint", "new", "type", "escape", "list")
WATCHING = ("escape", "list")
"""The keys that are left where the player's own game waits."""
NOT_LETTERS = ("arrows", "enter", "space", "stacks", "play", "steps", "autoplay", "escape")
"""The keys that are left where those that write a character are switched off (a setting)."""


def press(table, name: str, element) -> bool:
    """Do what a key means for the game on the table; return whether it means anything."""
    asked, table.asked = table.asked, None
    if typed.has_keyboard():
        if name == "Enter":
            typed.play(table)
        elif name == "Escape":
            typed.leave()
        return name in ("Enter", "Escape")
    if browser.is_field(browser.focused()):
        return False
    if len(name) == 1 and name != " ":
        if settings.values["letters"] == "off":
            return False
        if not is_sure(table, name, asked):
            return True
    if table.view.key(name, element):
        return True
    command = COMMANDS.get(name)
    if command is None or (table.looks_on() and command != "keys"):
        return False
    table.app.run(command, table)
    return True


def is_sure(table, name: str, asked: tuple | None) -> bool:
    """Return whether a key costs nothing, or was pressed twice; else ask for the second press.

    `asked` is what the key before it asked: its name, and when it was pressed.
    """
    cost = price(table, name)
    now_ms = browser.now_ms()
    if not cost or (asked and asked[0] == name and now_ms - asked[1] < SHOWN_MS):
        return True
    table.asked = (name, now_ms)
    table.say(cost)
    return False


def price(table, name: str) -> str:
    """Ask for a second press of a key whose effect is counted, or cannot be taken back; else ""."""
    if table.looks_on():
        return ""
    if COMMANDS.get(name) == "undo" and table.undo_ply() is None and table.brings_back():
        return say("keys.again.back")
    return table.view.price(name) if hasattr(table.view, "price") else ""


class KeysDialog:
    """The list of keys: those of one game, and those of both."""

    def __init__(self, table):
        self.dialogs = table.dialogs
        own, self.note = table.view.listed_keys()
        self.names = list(own) + list(WATCHING if table.looks_on() else LISTED)
        if settings.values["letters"] == "off":
            self.names = [name for name in self.names if name in NOT_LETTERS]
            self.note = say("keys.note.off")
        else:
            self.note += " " + say("keys.note.held")

    def open(self) -> None:
        """Show what each key does."""
        rows = [
            f"<dt {AS_IT_IS}>{say('keys.' + key + '.keys')}</dt><dd>{say('keys.' + key)}</dd>"
            for key in self.names
        ]
        inside = f'<dl class="keys">{"".join(rows)}</dl><p class="note" {AS_IT_IS}>{self.note}</p>'
        close = dialog_command("close", say("command.close"), 'class="primary" autofocus')
        self.dialogs.open("keys", dialog_html(say("keys.title"), inside, close), self)

    def dialog_tap(self, name: str, element) -> None:
        """Close the list."""
        self.dialogs.close()
