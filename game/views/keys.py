"""Playing by the keyboard: the keys that both games share, the list of all, moves typed as text.

Each key does what a button does, too.
"""

from game.locales import say
from game.views import browser, settings
from game.views.markup import dialog_command, dialog_html

COMMANDS = {"u": "undo", "y": "redo", "h": "hint", "n": "new", "m": "type", "?": "keys"}
LISTED = ("undo", "redo", "hint", "new", "type", "escape", "list")
BOX = "#move-box"


def press(table, name: str, element) -> bool:
    """Do what a key means for the game on the table; return whether it means anything."""
    if browser.find(BOX + ":focus"):
        return name == "Enter" and play_typed(table)
    if table.view.key(name, element):
        return True
    command = COMMANDS.get(name.lower())
    if command is None or (table.guest and command != "keys"):
        return False
    table.app.run(command, table)
    return True


def move_box() -> str:
    """Return the field in which a move can be typed, where the player wants one."""
    if settings.values["movebox"] == "off":
        return ""
    return (
        f'<div class="move-box"><label for="move-box">{say("move.label")}</label>'
        '<input id="move-box" dir="ltr" autocomplete="off" autocapitalize="off" '
        'spellcheck="false" maxlength="12" enterkeyhint="go">'
        f'<button type="button" data-command="type">{say("move.play")}</button></div>'
    )


def type_move(table, element) -> None:
    """Play the typed move; asked for by a key, put the keyboard into the field, made if need be."""
    if element is not None:
        play_typed(table)
        return
    if not browser.find(BOX):
        settings.choose("movebox", "on")
        table.show()
    browser.focus(browser.find(BOX))


def play_typed(table) -> bool:
    """Play the move in the field, and empty it for the next; say so when it is none."""
    box = browser.find(BOX)
    text = table.view.typed(str(box.value))
    try:
        table.rules.parse_move(text)
    except ValueError:
        table.say(say(f"move.bad.{table.rules.GAME}"))
        return True
    if table.view.may_play() and table.play(text):
        box.value = ""
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
