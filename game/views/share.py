"""The dialog that shares a game or a day's result: copied, sent, or a game's link scanned.

The library that draws the code comes only when a game is shared.
"""

from game.locales import say
from game.views import browser
from game.views.markup import AS_IT_IS, dialog_command, dialog_html

QR_PART = "share/qr.mjs"


class ShareDialog:
    """Shows what is shared: the link of a "game" that is over, or the text of a "result"."""

    def __init__(self, dialogs, kind: str, text: str):
        self.dialogs = dialogs
        self.kind = kind
        self.text = text

    def open(self, how: str = "") -> None:
        """Show the text, and how an attempt to share it has ended; then the QR code of a link."""
        qr = f'<div id="share-qr" role="img" aria-label="{say("share.game.qr")}"></div>'
        inside = (
            f"<p>{self.say('text')}</p>"
            f'<textarea id="share-link" {AS_IT_IS} readonly rows="4" spellcheck="false" dir="auto" '
            f'aria-label="{self.say("link")}">{browser.escape(self.text)}</textarea>'
            f'<p class="note" id="share-told" role="status"></p>{qr if self.is_game() else ""}'
        )
        commands = dialog_command("close", say("command.close"))
        if browser.can_share():
            commands += dialog_command("send", say("share.game.send"))
        commands += dialog_command("copy", say("share.game.copy"), 'class="primary" autofocus')
        title = say("share." + self.kind)
        self.dialogs.open("share-" + self.kind, dialog_html(title, inside, commands), self)
        if how:
            self.told("copy", how)
        if self.is_game():
            browser.load_part(QR_PART, self.draw, self.lack)

    def say(self, what: str) -> str:
        """Return what is said of this kind of text."""
        return say(f"share.{self.kind}.{what}")

    def is_game(self) -> bool:
        """Return whether the text is the link of a game."""
        return self.kind == "game"

    def draw(self, part) -> None:
        """Show the QR code, unless the dialog was closed meanwhile."""
        place = browser.find("#share-qr")
        if place:
            browser.set_html(place, part.draw(self.text))

    def lack(self, _reason: str) -> None:
        """Do without the QR code."""
        place = browser.find("#share-qr")
        if place:
            place.remove()
            self.tell("qr.missing")

    def tell(self, what: str) -> None:
        """Say something under the text, unless the dialog was closed meanwhile."""
        line = browser.find("#share-told")
        if line:
            line.textContent = self.say(what)

    def told(self, what: str, how: str) -> None:
        """Say how a "copy" or "send" ended; a refused one leaves the text ready to be copied."""
        field = browser.find("#share-link")
        if how != "refused":
            self.tell(how)
        elif field:
            self.tell("refused." + what)
            browser.select_text(field)

    def dialog_tap(self, name: str, element) -> None:
        """Copy, send or close."""
        if name == "copy":
            browser.copy(self.text, lambda how: self.told("copy", how))
        elif name == "send":
            content = {"url" if self.is_game() else "text": self.text}
            browser.send(content, lambda how: self.told("send", how))
        else:
            self.dialogs.close()
