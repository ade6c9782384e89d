"""Playing by the keyboard: the keys that both games share, and the list of all.

Each key does what a button does, too.
"""

from game.locales import say
from game.views import typed
from game.views.markup import dialog_command, dialog_html

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


def press(table, name: str, element) -> bool:
    """Do what a key means for the game on the table; return whether it means anything."""
    if typed.has_keyboard():
        if name == "Enter":
            typed.play(table)
        elif name == "Escape":
            typed.leave()
        return name in ("Enter", "Escape")
    if table.view.key(name, element):
        return True
    command = COMMANDS.get(name.lower())
    if command is None or (table.looks_on() and command != "keys"):
        return False
    table.app.run(command, table)
    return True


class KeysDialog:
    """The list of keys: those of one game, and those of both."""

    def __init__(self, table):
        self.dialogs = table.dialogs
        own, self.note = table.view.listed_keys()
        self.names = list(own) + list(WATCHING if table.looks_on() else LISTED)

    def open(self) -> None:
        """Show what each key does."""
        rows = [
            f"<dt>{say('keys.' + key + '.keys')}</dt><dd>{say('keys.' + key)}</dd>"
            for key in self.names
        ]
        inside = f'<dl class="keys">{"".join(rows)}</dl><p class="note">{self.note}</p>'
        close = dialog_command("close", say("command.close"), 'class="primary" autofocus')
        self.dialogs.open("keys", dialog_html(say("keys.title"), inside, close), self)

    def dialog_tap(self, name: str, element) -> None:
        """Close the list."""
        self.dialogs.close()
