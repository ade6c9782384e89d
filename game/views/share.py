"""The dialog that shares a whole game: its link to copy or send, and as a QR code to scan.

The library that draws the code comes only when the dialog is opened.
"""

from game.locales import say
from game.views import browser
from game.views.markup import dialog_command, dialog_html

QR_PART = "share/qr.mjs"


class ShareDialog:
    """Shows the link of a game that is over."""

    def __init__(self, table):
        self.dialogs = table.dialogs
        self.link = browser.site_address() + table.replay_address()

    def open(self) -> None:
        """Show the link, then its QR code once that can be drawn."""
        inside = (
            f"<p>{say('share.game.text')}</p>"
            f'<textarea id="share-link" readonly rows="3" spellcheck="false" dir="ltr" '
            f'aria-label="{say("share.game.link")}">{browser.escape(self.link)}</textarea>'
            '<p class="note" id="share-told" role="status"></p>'
            f'<div id="share-qr" role="img" aria-label="{say("share.game.qr")}"></div>'
        )
        commands = dialog_command("close", say("command.close"))
        if browser.can_share():
            commands += dialog_command("send", say("share.game.send"))
        commands += dialog_command("copy", say("share.game.copy"), 'class="primary" autofocus')
        self.dialogs.open("share-game", dialog_html(say("share.game"), inside, commands), self)
        browser.load_part(QR_PART, self.draw, self.lack)

    def draw(self, part) -> None:
        """Show the QR code, unless the dialog was closed meanwhile."""
        place = browser.find("#share-qr")
        if place:
            browser.set_html(place, part.draw(self.link))

    def lack(self, _reason: str) -> None:
        """Do without the QR code."""
        place = browser.find("#share-qr")
        if place:
            place.remove()
            self.tell("qr.missing")

    def tell(self, what: str) -> None:
        """Say something under the link, unless the dialog was closed meanwhile."""
        line = browser.find("#share-told")
        if line:
            line.textContent = say("share.game." + what)

    def told(self, what: str, how: str) -> None:
        """Say how a "copy" or "send" ended; a refused one leaves the link ready to be copied."""
        field = browser.find("#share-link")
        if how != "refused":
            self.tell(how)
        elif field:
            self.tell("refused." + what)
            browser.select_text(field)

    def dialog_tap(self, name: str, element) -> None:
        """Copy, send or close."""
        if name == "copy":
            browser.copy(self.link, lambda how: self.told("copy", how))
        elif name == "send":
            browser.send({"url": self.link}, lambda how: self.told("send", how))
        else:
            self.dialogs.close()
