"""Looks for something that may take a while: a bar after 0.3 s, with a way to cancel."""

from game.locales import say
from game.views import browser
from game.views.markup import dialog_command, dialog_html
from game.views.thinking import Waiter

PATIENCE_MS = 300
"""A search that is done sooner shows no bar."""


class Search:
    """One search, and the dialog that shows it goes on."""

    def __init__(self, view, title: str):
        self.view = view
        self.dialogs = view.table.dialogs
        self.title = title
        self.request = None
        self.found = None
        self.timer = browser.after(PATIENCE_MS, self.show)

    def start(self, question: str, argument: tuple, found) -> None:
        """Begin to look; `found(answer)` is called at the end, unless it is cancelled."""
        self.found = found
        self.view.stop_searching()
        self.view.searching.append(self)
        waiter = Waiter(self.finish, self.progress, self.tried)
        self.request = self.view.thinker.ask(question, argument, waiter)

    def show(self) -> None:
        """It takes longer: show a bar."""
        self.timer = None
        if not self.found:
            return
        inside = (
            '<progress class="bar" aria-label="' + say("search.bar") + '"></progress>'
            '<p class="note" role="status" id="search-note"></p>'
        )
        cancel = dialog_command("cancel", say("command.cancel"), "autofocus")
        self.dialogs.open("search", dialog_html(self.title, inside, cancel), self)

    def progress(self, text: str, part: float | None = None) -> None:
        """Show how far it is: a line, and a part from 0 to 1 where that is known."""
        note = browser.find("#search-note")
        if note:
            note.textContent = text
            bar = browser.find("#dialog .bar")
            if part is None:
                bar.removeAttribute("value")
            else:
                bar.value = part

    def tried(self, count) -> None:
        """So many deals were looked at without success."""
        self.progress(say("search.tried", count=count))

    def finish(self, answer) -> None:
        """It was found."""
        found, self.found = self.found, None
        self.stop_timer()
        if found and self.dialogs.view is self:
            self.dialogs.close(lambda: found(answer))
        elif found:
            found(answer)

    def stop_timer(self) -> None:
        """No bar is needed any more."""
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None

    def cancel(self) -> None:
        """Stop looking."""
        self.stop_timer()
        self.found = None
        if self.request:
            self.request.cancel()
            self.request = None

    def dialog_tap(self, name: str, element) -> None:
        """Cancel."""
        self.dialogs.close()

    def dialog_shut(self) -> None:
        """The dialog was closed, by its button or by Back: unless it is found, stop looking."""
        if self.found:
            self.cancel()
