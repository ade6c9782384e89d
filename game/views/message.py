"""One line to the player, over whatever screen is shown; it goes by itself."""

from game.views import browser

SHOWN_MS = 6000


class Message:
    """The line; a new one takes the place of the old."""

    def __init__(self):
        self.part = browser.Part(browser.find("#message"))
        self.timer = None
        self.important = False

    def say(self, text: str, offer: str = "", important: bool = False) -> None:
        """Show a line; with `offer`, a button's HTML, it stays until the next one.

        An important line is not taken away by the player's next move.
        """
        self.important = important or bool(offer)
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None
        self.part.html(f"<span>{browser.escape(text)}</span>{offer}" if text else "")
        if text and not offer:
            self.timer = browser.after(SHOWN_MS, self.hush)

    def clear(self) -> None:
        """The player went on: take the line away, unless it is important."""
        if not self.important:
            self.say("")

    def hush(self) -> None:
        """Take the line away."""
        self.timer = None
        self.part.html("")
