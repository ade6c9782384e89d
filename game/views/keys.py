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


def press(table, name: str, element) -> bool:
    """Do what a key means for the game on the table; return whether it means anything."""
    if typed.has_keyboard():
        if name == "Enter":
            typed.play(table)
        return name == "Enter"
    if table.view.key(name, element):
        return True
    command = COMMANDS.get(name.lower())
    looks_on = table.guest or getattr(table.view, "line", None)  # the player's own game waits
    if command is None or (looks_on and command != "keys"):
        return False
    table.app.run(command, table)
    return True


class KeysDialog:
    """The list of keys: those of one game, called `own`, and those of both."""

    def __init__(self, dialogs, own: tuple, note: str):
        self.dialogs = dialogs
        self.names = list(own) + list(LISTED)
        self.note = note

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
