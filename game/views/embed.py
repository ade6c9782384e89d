"""The dialog that makes what a blogger pastes into a page: a game in a frame, seen as it will look.

What the frame does there is in boot.js; embed.js is the script that fits its height.
"""

from game.locales import say
from game.views import browser
from game.views.markup import AS_IT_IS, dialog_command, dialog_html
from game.views.settings import written_in

HEIGHT_PX = 600
"""The frame's height where no script fits it."""
THEMES = ("system", "light", "dark", "contrast")
GAMES = ("#/piramide", "#/piramide/daily", "#/arena")


class EmbedDialog:
    """Chooses what is shown and how; the text to copy and the preview follow."""

    def __init__(self, app):
        self.app = app
        self.addresses = list(GAMES)
        table = app.table
        here = table.address() if table and not table.lesson else GAMES[0]
        if here not in GAMES:
            self.addresses.insert(0, here)
        self.chosen = {
            "game": self.addresses[0],
            "language": "system",
            "theme": THEMES[0],
            "fit": "on",
        }

    def open(self) -> None:
        """Show the dialog."""
        names = {"#/piramide": "piramide", "#/piramide/daily": "daily", "#/arena": "arena"}
        games = [(where, say("embed.game." + names.get(where, "deal"))) for where in self.addresses]
        themes = [(theme, say("settings.theme." + theme)) for theme in THEMES]
        languages = [("system", say("settings.language.system"))] + browser.languages()
        fits = [(fit, say("embed.fit." + fit)) for fit in ("on", "off")]
        inside = (
            f"<p>{say('embed.text')}</p>"
            + self.row("game", games)
            + self.row("language", languages)
            + self.row("theme", themes)
            + self.row("fit", fits)
            + f'<textarea id="embed-snippet" {AS_IT_IS} readonly rows="4" spellcheck="false" '
            f'dir="ltr" aria-label="{say("embed.snippet")}"></textarea>'
            '<p class="note" id="embed-copied" role="status"></p>'
            f'<div id="embed-preview" role="group" aria-label="{say("embed.preview")}"></div>'
        )
        commands = dialog_command("copy", say("embed.copy"), 'class="primary"')
        commands += dialog_command("close", say("command.close"), "autofocus")
        self.app.dialogs.open("embed", dialog_html(say("embed.title"), inside, commands), self)
        self.show()

    def row(self, key: str, choices: list) -> str:
        """Return a choice as HTML."""
        buttons = [
            dialog_command(
                "choose",
                name,
                f'data-key="{key}" data-value="{browser.escape(value)}" {written_in(key, value)}',
            )
            for value, name in choices
        ]
        title = say("embed." + key)
        return (
            f'<div class="setting" role="group" aria-label="{title}"><span>{title}</span>'
            f"<div>{''.join(buttons)}</div></div>"
        )

    def frame(self) -> str:
        """Return the frame as HTML; it needs no script."""
        looks = ""
        for key, name in (("lang", "language"), ("theme", "theme")):
            if self.chosen[name] != "system":
                looks += f"&{key}={self.chosen[name]}"
        address = f"{browser.site_address()}?embed=1{looks}{self.chosen['game']}"
        game = "arena" if self.chosen["game"].startswith("#/arena") else "piramide"
        return (
            f'<iframe src="{browser.escape(address)}" title="{say(game + ".title")}" width="100%" '
            f'height="{HEIGHT_PX}" style="border:0" loading="lazy" allow="clipboard-write">'
            "</iframe>"
        )

    def snippet(self) -> str:
        """Return what is to be pasted: the frame, and if wished the script that fits it."""
        if self.chosen["fit"] == "off":
            return self.frame()
        script = browser.escape(browser.site_address() + "embed.js")
        return f'{self.frame()}\n<script src="{script}" async></script>'

    def show(self) -> None:
        """Bring the text and the preview up to date."""
        for button in browser.find_all("#dialog [data-key]"):
            pressed = self.chosen[browser.data(button, "key")] == browser.data(button, "value")
            button.setAttribute("aria-pressed", "true" if pressed else "false")
        browser.find("#embed-snippet").value = self.snippet()
        # A new frame each time: one that goes elsewhere would add a step to the way back.
        browser.set_html(browser.find("#embed-preview"), self.frame())

    def dialog_tap(self, name: str, element) -> None:
        """Choose, copy or close."""
        if name == "choose":
            self.chosen[browser.data(element, "key")] = browser.data(element, "value")
            browser.find("#embed-copied").textContent = ""
            self.show()
        elif name == "copy":
            browser.copy(self.snippet(), self.copied)
        else:
            self.app.dialogs.close()

    def copied(self, how: str) -> None:
        """Tell that the text was copied, or choose it for the player to copy."""
        line = browser.find("#embed-copied")
        if line is None:
            return
        line.textContent = say("embed." + how)
        if how == "refused":
            browser.select_text(browser.find("#embed-snippet"))
