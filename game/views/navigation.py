"""The history, and what Back does: it closes a dialog, then goes home, and never loses a game.

The history holds at most three entries of ours, each with its level: home, a game (or one that was
arrived at, with nothing under it yet), a dialog.
"""

from game.views import browser

HOME, GAME, DIALOG, ARRIVED = 0, 1, 2, 3
"""`ARRIVED` is a game that the address named: with the first tap home gets its entry under it."""
HOME_ADDRESS = "#/"


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
