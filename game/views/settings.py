"""How the page looks, sounds and moves, as the player likes it; kept between visits.

Each setting is an attribute data-… of the page's root, where the stylesheets read it.
"""

from game.locales import say
from game.views import browser
from game.views.markup import AS_IT_IS, dialog_command, dialog_html

CHOICES = [
    ("language", ("system",)),  # and those that `load` finds
    ("theme", ("system", "light", "dark", "contrast")),
    ("deck", ("italian", "french")),
    ("back", ("1", "2", "3")),
    ("speed", ("normal", "fast", "off")),
    ("side", ("right", "left")),
    ("sound", ("off", "on")),
    ("vibration", ("off", "on")),
    ("bots", ("normal", "quick", "slow")),
    ("confirm", ("off", "on")),
    ("look", ("hold", "press")),
    ("letters", ("on", "off")),
    ("movebox", ("off", "on")),
    ("clock", ("off", "on")),
    ("partners", ("off", "on")),
    ("autore", ("off", "on")),
]
"""Each setting and its values; the first is the default."""
VOLUME, VOLUME_STEP = 50, 5
"""How loud sound is in percent until the player says otherwise; the slider goes in such steps."""
VOLUMES = range(VOLUME_STEP, 101, VOLUME_STEP)
VOLUME_TEXTS = tuple([str(percent) for percent in VOLUMES])
KEPT_BEFORE = {"soft": 25, "loud": 70}
"""Values that the setting "sound" had before it had a volume, in percent."""
KEY = "settings"
SINGLE_FILE = "vanishing-pyramids.html"
LICENCES = "licences.txt"
SPEEDS = {"normal": 1.0, "fast": 0.45, "off": 0.0}

NAMES = [name for name, _ in CHOICES] + ["volume"]

values = {key: choices[0] for key, choices in CHOICES}
values["volume"] = str(VOLUME)
before: dict = {}
"""What each setting was before its last change."""
strange: dict = {}
"""What is kept beside these: settings, or values of them, that a newer version may know."""
MOST_STRANGE = 40
LONGEST_WORD = 40
MOST_KEPT = 10_000
"""Characters that are read; ours and MOST_STRANGE others are half as many."""
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


def load() -> list[str]:
    """Read what is kept, and let the page look so; return the names of settings that changed."""
    languages = ["system"] + [name for name, _ in browser.languages()]
    CHOICES[0] = ("language", tuple(languages))
    old = dict(values)
    read()
    apply()
    return [name for name in NAMES if values[name] != old[name]]


def read() -> None:
    """Read what is kept, perhaps by another tab; what is not a setting is passed over."""
    strange.clear()
    allowed = dict(CHOICES)
    allowed["volume"] = VOLUME_TEXTS
    for line in (browser.load(KEY, MOST_KEPT) or "").split("\n"):
        key, _, value = line.partition("=")
        if key in values and value in allowed[key]:
            values[key] = value
        elif key == "sound" and value in KEPT_BEFORE:
            values["sound"], values["volume"] = "on", str(KEPT_BEFORE[value])
        elif is_word(key) and is_word(value) and len(strange) < MOST_STRANGE:
            strange[key] = value
    if browser.EMBEDDED and browser.query("theme") in allowed["theme"]:
        values["theme"] = browser.query("theme")


def is_word(text: str) -> bool:
    """Return whether a text might be a setting, or the value of one, of another version."""
    return 0 < len(text) <= LONGEST_WORD and not [sign for sign in text if sign not in LETTERS]


def choose(key: str, value: str) -> None:
    """Change one setting, keep it and show it; the others stay as another tab has kept them."""
    read()
    before[key], values[key] = values[key], value
    strange.pop(key, None)
    if key == "language":
        browser.drop_query("lang")  # which would go before what was chosen
    names = NAMES + [name for name in sorted(strange) if name not in values]
    lines = [f"{name}={strange[name] if name in strange else values[name]}" for name in names]
    browser.store(KEY, "\n".join(lines))
    apply()


def take_back(key: str) -> None:
    """Undo the last choice of one setting, unless another tab has chosen since."""
    chosen = values[key]
    read()
    if values[key] == chosen:
        choose(key, before[key])


def apply() -> None:
    """Write every setting where the stylesheets see it."""
    for name in NAMES:
        browser.root.set("data-" + name, values[name])


def shown(key: str) -> str:
    """Return the value of a setting that holds now; the address may ask for another language."""
    if key == "language" and browser.query("lang"):
        return browser.language()
    return values[key]


def label(key: str, value: str) -> str:
    """Return what a value of a setting is called; a language as its speakers call it."""
    if key == "language" and value != "system":
        return dict(browser.languages())[value]
    return say(f"settings.{key}.{value}")


def written_in(key: str, value: str) -> str:
    """Return the attribute that tells in which language a value is called, if not in the page's."""
    return f'lang="{value}" {AS_IT_IS} ' if key == "language" and value != "system" else ""


def pace() -> float:
    """Return how long motions take: 1 as designed, 0 when nothing may move."""
    if browser.media("(prefers-reduced-motion: reduce)"):
        return 0.0
    return SPEEDS[values["speed"]]


def volume_text() -> str:
    """Return how loud sound is, in words."""
    return say("settings.volume.percent", percent=values["volume"])


def volume_html() -> str:
    """Return the slider of the volume, with its label and how loud that is."""
    still = "disabled" if values["sound"] == "off" else ""
    return (
        f'<label class="volume"><span>{say("settings.volume")}</span>'
        f'<input type="range" data-key="volume" min="{VOLUMES[0]}" max="{VOLUMES[-1]}" '
        f'step="{VOLUME_STEP}" value="{values["volume"]}" aria-valuetext="{volume_text()}" {still}>'
        f"<output>{volume_text()}</output></label>"
    )


class SettingsDialog:
    """The dialog with all settings; `changed(key)` is called after each change.

    `offline` tells whether the page lives on the device, `run(command)` does what is no setting;
    `can_take_back` tells whether the loading of a file can be undone.
    """

    def __init__(self, dialogs, changed, offline, run, can_take_back):
        self.dialogs = dialogs
        self.changed = changed
        self.offline = offline
        self.run = run
        self.can_take_back = can_take_back
        self.slider = None
        self.end_watch = None  # what ends the watching of the slider

    def open(self) -> None:
        """Show the settings."""
        self.dialog_shut()  # it may be open in another language
        rows = []
        for name, choices in CHOICES:
            buttons = "".join(
                [
                    dialog_command(
                        "choose",
                        label(name, value),
                        f'data-key="{name}" data-value="{value}" {written_in(name, value)}'
                        f'aria-pressed="{"true" if shown(name) == value else "false"}"',
                    )
                    for value in choices
                ]
            )
            more = volume_html() if name == "sound" else ""
            rows.append(
                f'<div class="setting" role="group" aria-label="{say("settings." + name)}">'
                f"<span>{say('settings.' + name)}</span><div>{buttons}</div>{more}</div>"
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
        self.slider = browser.find('#dialog [data-key="volume"]')
        self.end_watch = browser.watch_input(self.slider, self.slide)

    def dialog_shut(self) -> None:
        """The slider is gone."""
        if self.end_watch:
            self.end_watch()

    def slide(self) -> None:
        """Take the volume that the slider shows."""
        choose("volume", self.slider.value)
        self.show_volume()
        self.changed("volume")

    def device_rows(self) -> list[str]:
        """Return what else can be done here: about living on the device, and the one file."""
        about = dialog_command("offline", self.offline.label(), 'class="badge"')
        if self.offline.told["install"]:
            about += dialog_command("install", say("install.command"))
        files = dialog_command("save-all", say("backup.save"))
        files += dialog_command("load-all", say("backup.load"))
        if self.can_take_back:
            files += dialog_command("take-back", say("backup.take_back"))
        rows = [(say("backup.setting"), files)]
        licences = '<a href="./licences.txt" target="_blank" rel="noopener">'
        licences += say("settings.licences") + "</a>"
        if browser.SINGLE:
            licences = dialog_command("licences", say("settings.licences"))
        else:
            rows.insert(0, (say("offline.title"), about))
            if browser.is_built():
                take = dialog_command("take", say("single.command"))
                rows.append(
                    (say("single.setting"), f'{take}<p class="note">{say("single.text")}</p>')
                )
            rows.append((say("embed.setting"), dialog_command("embed", say("embed.command"))))
        return [
            f'<div class="setting" role="group" aria-label="{title}"><span>{title}</span>'
            f"<div>{commands}</div></div>"
            for title, commands in rows
        ] + [f'<p class="note">{licences}</p>']

    def dialog_tap(self, name: str, element) -> None:
        """Change the setting that was tapped, or close the dialog."""
        if name in ("offline", "install", "save-all", "load-all", "take-back", "embed"):
            self.run(name)
            return
        if name == "take":
            browser.download(SINGLE_FILE)
            return
        if name == "licences":
            browser.fetch_text(LICENCES, lambda text: browser.offer_file(LICENCES, text), print)
            return
        if name != "choose":
            self.dialogs.close()
            return
        key = browser.data(element, "key")
        choose(key, browser.data(element, "value"))
        self.follow()
        self.changed(key)

    def follow(self) -> None:
        """Show every setting as it now is; another tab may have changed some."""
        for button in browser.find_all("#dialog button[data-key]"):
            key = browser.data(button, "key")
            browser.set_pressed(button, browser.data(button, "value") == shown(key))
        self.slider.disabled = values["sound"] == "off"
        self.slider.value = values["volume"]
        self.show_volume()

    def show_volume(self) -> None:
        """Say beside the slider how loud sound is."""
        self.slider.setAttribute("aria-valuetext", volume_text())
        browser.find("#dialog .volume output").textContent = volume_text()
