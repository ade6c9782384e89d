"""How the page looks, sounds and moves, as the player likes it; kept between visits.

Each setting is an attribute data-… of the page's root, where the stylesheets read it.
"""

from game.locales import say
from game.views import browser
from game.views.markup import dialog_command, dialog_html

CHOICES = (
    ("theme", ("system", "light", "dark", "contrast")),
    ("deck", ("italian", "french")),
    ("back", ("1", "2", "3")),
    ("speed", ("normal", "fast", "off")),
    ("side", ("right", "left")),
    ("sound", ("off", "soft", "loud")),
    ("vibration", ("off", "on")),
    ("bots", ("normal", "quick", "slow")),
    ("confirm", ("off", "on")),
    ("clock", ("off", "on")),
    ("partners", ("off", "on")),
    ("autore", ("off", "on")),
)
"""Each setting and its values; the first is the default."""
KEY = "settings"
SPEEDS = {"normal": 1.0, "fast": 0.45, "off": 0.0}

values = {key: choices[0] for key, choices in CHOICES}


def load() -> None:
    """Read what is kept, and let the page look so; what is not a setting is passed over."""
    for line in (browser.load(KEY) or "").split("\n"):
        key, _, value = line.partition("=")
        for name, choices in CHOICES:
            if key == name and value in choices:
                values[key] = value
    if browser.EMBEDDED and browser.query("theme") in CHOICES[0][1]:
        values["theme"] = browser.query("theme")
    apply()


def choose(key: str, value: str) -> None:
    """Change one setting, keep it and show it."""
    values[key] = value
    browser.store(KEY, "\n".join([f"{name}={values[name]}" for name, _ in CHOICES]))
    apply()


def apply() -> None:
    """Write every setting where the stylesheets see it."""
    for name, _ in CHOICES:
        browser.root.set("data-" + name, values[name])


def pace() -> float:
    """Return how long motions take: 1 as designed, 0 when nothing may move."""
    if browser.media("(prefers-reduced-motion: reduce)"):
        return 0.0
    return SPEEDS[values["speed"]]


class SettingsDialog:
    """The dialog with all settings; `changed(key)` is called after each change.

    `offline` tells whether the page lives on the device, `run(command)` does what is no setting.
    """

    def __init__(self, dialogs, changed, offline, run):
        self.dialogs = dialogs
        self.changed = changed
        self.offline = offline
        self.run = run

    def open(self) -> None:
        """Show the settings."""
        rows = []
        for name, choices in CHOICES:
            buttons = "".join(
                [
                    dialog_command(
                        "choose",
                        say(f"settings.{name}.{value}"),
                        f'data-key="{name}" data-value="{value}" '
                        f'aria-pressed="{"true" if values[name] == value else "false"}"',
                    )
                    for value in choices
                ]
            )
            rows.append(
                f'<div class="setting" role="group" aria-label="{say("settings." + name)}">'
                f"<span>{say('settings.' + name)}</span><div>{buttons}</div></div>"
            )
        rows += self.device_rows()
        self.dialogs.open(
            "settings",
            dialog_html(
                say("settings.title"),
                "".join(rows),
                dialog_command("close", say("command.close"), 'class="primary"'),
            ),
            self,
        )

    def device_rows(self) -> list[str]:
        """Return what else can be done here: about living on the device, and the one file."""
        from game.views import backup

        about = dialog_command("offline", self.offline.label(), 'class="badge"')
        if self.offline.told["install"]:
            about += dialog_command("install", say("install.command"))
        files = dialog_command("save-all", say("backup.save"))
        files += dialog_command("load-all", say("backup.load"))
        if backup.can_take_back():
            files += dialog_command("take-back", say("backup.take_back"))
        page = dialog_command("embed", say("embed.command"))
        rows = (
            (say("offline.title"), about),
            (say("backup.setting"), files),
            (say("embed.setting"), page),
        )
        licences = '<a href="./licences.txt" target="_blank" rel="noopener">'
        return [
            f'<div class="setting" role="group" aria-label="{title}"><span>{title}</span>'
            f"<div>{commands}</div></div>"
            for title, commands in rows
        ] + [f'<p class="note">{licences}{say("settings.licences")}</a></p>']

    def dialog_tap(self, name: str, element) -> None:
        """Change the setting that was tapped, or close the dialog."""
        if name in ("offline", "install", "save-all", "load-all", "take-back", "embed"):
            self.run(name)
            return
        if name != "choose":
            self.dialogs.close()
            return
        key = browser.data(element, "key")
        choose(key, browser.data(element, "value"))
        for other in browser.find_all(f'#dialog [data-key="{key}"]'):
            pressed = browser.data(other, "value") == values[key]
            other.setAttribute("aria-pressed", "true" if pressed else "false")
        self.changed(key)
