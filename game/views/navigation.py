"""Addresses, and what Back does: it closes a dialog, then goes home, and never loses a game.

The history holds at most three entries of ours, each with its level: home, a game (or one that was
arrived at, with nothing under it yet), a dialog.
"""

from collections import namedtuple

from game.views import browser

HOME, GAME, DIALOG, ARRIVED = 0, 1, 2, 3
"""`ARRIVED` is a game that the address named: with the first tap home gets its entry under it."""
HOME_ADDRESS = "#/"
LONGEST_ADDRESS = 1000
"""Characters; what comes after them in a link is not read."""
LONGEST_NUMBER = 16
NUMBER_KEYS = ("rows", "redeals", "players", "start")
REPLAY = "replay"
"""Stands in an address between the game's name and the text of a whole game."""
LESSON = "lesson"
"""Stands in an address in place of a deal."""


class Address(namedtuple("Address", "screen setup link")):
    """What an address names: "home" or a game, and the fields of its deal, or None for no deal.

    `link` is the text of a whole game (game/links.py), or None.
    """


def parse_address(fragment: str) -> Address:
    """Return what a fragment names, such as "#/piramide/12345?draw=free"; unknown ones are home.

    The fields are as in a record, their values still unchecked.
    """
    path, _, query = fragment[:LONGEST_ADDRESS].partition("?")
    parts = [part for part in path.lstrip("#").split("/") if part]
    if not parts:
        return Address("home", None, None)
    if len(parts) == 1:
        return Address(parts[0], None, None)
    if parts[1] == REPLAY:
        return Address(parts[0], None, "/".join(parts[2:]))
    setup = {"deal": number_or_text("/".join(parts[1:]))}
    for pair in query.split("&"):
        key, _, value = pair.partition("=")
        if key == "open":
            setup[key] = {"0": False, "1": True}.get(value, value)
        elif key:
            setup[key] = number_or_text(value) if key in NUMBER_KEYS else value
    return Address(parts[0], setup, None)


def format_address(game: str, setup: list, defaults: dict) -> str:
    """Return the fragment that names a deal; fields that have their default are left out."""
    fields = dict(setup)
    options = []
    for key, value in setup:
        if key != "deal" and defaults.get(key) != value:
            options.append(key + "=" + (str(int(value)) if value in (True, False) else str(value)))
    query = "?" + "&".join(options) if options else ""
    return f"#/{game}/{fields['deal']}{query}"


def replay_address(game: str, link: str) -> str:
    """Return the fragment that opens a whole game as a replay."""
    return f"#/{game}/{REPLAY}/{link}"


def lesson_address(game: str) -> str:
    """Return the fragment that opens a game's lesson."""
    return f"#/{game}/{LESSON}"


def number_or_text(text: str):
    """Return a text of digits as a number and any other, also one of too many, as it is."""
    if len(text) > LONGEST_NUMBER:
        return text
    digits = [character for character in text if character in "0123456789"]
    return int(text) if text and len(digits) == len(text) else text


class Dialogs:
    """The one dialog that may be open, and its entry in the history."""

    def __init__(self):
        self.element = browser.find("#dialog")
        self.name: str | None = None
        self.view = None
        self.pushed = False
        self.closing = False  # on the way back through the history
        self.after = None

    def open(self, name: str, html: str, view) -> None:
        """Show a dialog; `view.dialog_tap(name, element)` is told what is tapped in it.

        `view.dialog_shut()`, where there is one, is told when it is closed in whatever way.
        """
        if browser.EMBEDDED:  # the browser refuses it there, with an error
            html = html.replace(" autofocus", " data-autofocus")
        browser.set_html(self.element, html)
        browser.body.set("data-dialog", name)
        if self.name is None:
            self.pushed = browser.push(DIALOG, browser.address() or HOME_ADDRESS)
        before, self.view = self.view, view
        if before is not view and hasattr(before, "dialog_shut"):
            before.dialog_shut()
        self.name = name
        browser.show_dialog(self.element)
        first = browser.find("#dialog [data-autofocus]")
        if first:
            browser.focus(first)

    def close(self, after=None) -> None:
        """Close the dialog, then call `after`; the way back through the history is taken."""
        if self.closing or self.name is None:  # a second tap on its way out
            return
        self.after = after
        if self.pushed:
            self.closing = True
            browser.back()
        else:
            self.shut()

    def shut(self) -> None:
        """Close the dialog, now that the history is back at what lies under it."""
        self.closing = False
        after, self.after = self.after, None
        view, self.view = self.view, None
        self.name = None
        browser.body.set("data-dialog", None)
        browser.hide_dialog(self.element)
        browser.set_html(self.element, "")
        if hasattr(view, "dialog_shut"):
            view.dialog_shut()
        if after:
            after()
        browser.keep_focus()
