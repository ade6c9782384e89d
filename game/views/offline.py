"""Whether the page lives on the device: a badge, a dialog with the details, updates, installing.

The work is done by offline/sw.js and offline/page.mjs, which is loaded when the browser is idle.
"""

import json

from game.locales import say, say_count
from game.views import browser
from game.views.markup import AS_IT_IS, dialog_command, dialog_html, megabytes

PART = "offline/page.mjs"
ASKED_KEY = "asked-to-stay"
"""Kept once the browser was asked to keep everything: some ask the player, who is asked once."""
WORTH_PLIES = 6
"""So many moves make a game worth keeping."""
NAMED_FILES = 4
"""How many files that did not arrive are named; the others are counted."""


class Offline:
    """What the service worker tells, shown; `app` offers `dialogs` and `message`."""

    def __init__(self, app):
        self.app = app
        self.part = None  # the module PART, once it is there
        self.told: dict = {"state": "no", "trouble": "asking", "update": False, "install": ""}
        self.badge = browser.Part(browser.find('#home [data-command="offline"]'))
        self.install = browser.Part(browser.find('#home [data-command="install"]'))
        self.details: browser.Part | None = None  # in the open dialog
        self.commands: browser.Part | None = None
        self.offered = False  # whether the update was offered by a line
        self.put_off = False  # whether the player was told that another tab has updated
        self.asked = False  # whether the browser was asked to keep everything

    def start(self) -> None:
        """Begin as soon as the page is at rest."""
        if browser.SINGLE:  # it is on the device
            return
        self.badge.element.disabled = False
        browser.when_idle(self.begin)

    def begin(self) -> None:
        """Load our part in JavaScript, where a service worker can be."""
        if browser.can_stay():
            browser.load_part(PART, self.loaded, self.failed)
        else:
            self.failed("unsupported")

    def loaded(self, part) -> None:
        """Let the service worker be installed."""
        self.part = part
        part.start(self.hear)

    def failed(self, reason: str) -> None:
        """The page cannot be kept."""
        self.told["trouble"] = reason
        self.show()

    def hear(self, text: str) -> None:
        """Show how things are, told as JSON (offline/page.mjs)."""
        self.told = json.loads(str(text))
        if self.offered and not self.told["update"]:  # the server went back to what runs
            self.offered = False
            if browser.find('#message [data-command="update"]'):
                self.app.message.say("")
        if self.told["replaced"]:
            self.follow()
        elif self.told["update"] and not self.offered:
            self.offered = True
            self.app.message.say(
                say("offline.update"),
                dialog_command("update", say("offline.update.now"))
                + dialog_command("hush", say("offline.update.later")),
            )
        self.show()

    def follow(self) -> None:
        """After another tab has changed the version, change too, once nothing here is half done."""
        if not self.told.get("replaced"):
            return
        if not self.app.is_busy():
            self.part.update()
        elif not self.put_off:
            self.put_off = True
            now = dialog_command("update", say("offline.update.now"))
            self.app.message.say(say("offline.elsewhere"), now)

    def show(self) -> None:
        """Bring the badge and the open dialog up to date."""
        browser.body.set("data-offline", self.told["state"])
        self.badge.text(self.label())
        self.install.set("hidden", None if self.told["install"] else "")
        if self.details:
            self.details.html(self.details_html())
            self.commands.html(self.commands_html())

    def label(self) -> str:
        """Return how things are in two or three words."""
        if self.told["update"]:
            return say("offline.badge.update")
        if self.told["trouble"] == "asking":
            return say("offline.badge.asking")
        return say("offline.badge." + self.told["state"], percent=self.told.get("percent", 0))

    def worth_keeping(self, session) -> None:
        """A game was saved: once it matters, ask the browser to keep everything for good."""
        if browser.EMBEDDED or self.asked or not self.part:
            return
        if not (session.ply >= WORTH_PLIES or session.is_over()):
            return
        self.asked = True
        if not browser.load(ASKED_KEY):
            browser.store(ASKED_KEY, "yes")
            self.part.persist()

    # The dialog

    def run(self, name: str) -> None:
        """Carry out a command of ours: "offline", "install", "update" or "hush"."""
        if name == "hush":
            self.app.message.say("")
        elif name == "update":
            self.app.message.say(say("offline.updating"))
            self.part.update()
        elif name == "install" and self.told["install"] == "offer":
            self.part.install()
        else:
            self.open()

    def open(self) -> None:
        """Show the details."""
        inside = f'<div id="offline-details" class="dialog-text">{self.details_html()}</div>'
        commands = f'<span id="offline-commands" class="also">{self.commands_html()}</span>'
        commands += dialog_command("close", say("command.close"), 'class="primary" autofocus')
        html = dialog_html(say("offline.title"), inside, commands)
        self.app.dialogs.open("offline", html, self)
        self.details = browser.Part(browser.find("#offline-details"))
        self.commands = browser.Part(browser.find("#offline-commands"))

    def dialog_shut(self) -> None:
        """The dialog is closed."""
        self.details = self.commands = None

    def dialog_tap(self, name: str, element) -> None:
        """Do what was tapped in the dialog."""
        if name == "retry":
            if self.part:
                self.part.retry()
            else:
                self.begin()
        elif name == "fetch":
            self.part.fetchAll()
        elif name == "save-all":
            self.app.run(name, None)
        elif name == "close":
            self.app.dialogs.close()
        else:
            self.app.dialogs.close(lambda: self.run(name))

    def commands_html(self) -> str:
        """Return the commands that make sense now."""
        told, html = self.told, ""
        if told["state"] == "no" and told["trouble"] not in ("asking", "unsupported", "frame"):
            html += dialog_command("retry", say("offline.retry"))
        if told["state"] == "ready" and told["later"]["missing"] and not told["later"]["waiting"]:
            html += dialog_command("fetch", say("offline.fetch"))
        if told["update"]:
            html += dialog_command("update", say("offline.update.now"))
        if told["install"] == "offer":
            html += dialog_command("install", say("install.command"))
        return html

    def details_html(self) -> str:
        """Return what is kept, what is not and why."""
        told = self.told
        parts = [paragraph(self.sentence())]
        tiers = [told.get("games"), told.get("later")]
        if tiers[0]:
            for name, tier in zip(("games", "later"), tiers):
                if tier["files"]:
                    parts.append(paragraph(tier_sentence(name, tier, told["wantsLater"])))
        parts += troubles(tiers)
        coming = told.get("coming")
        if coming and coming["phase"] == "new":
            key = "coming" if coming["filling"] else "stopped"
            if not told["update"]:
                parts.append(paragraph(say("offline." + key)))
            parts += troubles([coming["games"], coming["later"]])
        elif coming:
            parts += troubles([coming["games"]])
        if told["update"]:
            parts.append(paragraph(say("offline.update")))
        if told["install"] in ("ios", "mac"):
            steps = say("install." + told["install"]).split("\n")
            steps = "".join([f"<li>{line}</li>" for line in steps])
            save = dialog_command("save-all", say("backup.save"))
            parts.append(
                f"<h3>{say('install.title')}</h3>{paragraph(say('install.empty'))}"
                f'<p class="also">{save}</p><ol>{steps}</ol>'
            )
        kept = "kept" if told.get("persisted") else "note"
        parts.append(f'<p class="note">{say("offline." + kept)}</p>')
        return "".join(parts)

    def sentence(self) -> str:
        """Return how things are in a sentence."""
        told = self.told
        if told["trouble"] == "asking":
            return say("offline.asking")
        if told["trouble"] in ("unsupported", "frame"):
            return say("offline." + told["trouble"])
        if told["trouble"]:
            return say("offline.trouble", reason=told["trouble"])
        return say("offline." + told["state"], percent=told.get("percent", 0))


def paragraph(text: str) -> str:
    """Return a text as a paragraph."""
    return f"<p>{browser.escape(text)}</p>"


def tier_sentence(name: str, tier: dict, wanted: bool) -> str:
    """Return how much of a part of the site is kept."""
    size = megabytes(tier["bytes"])[1]
    if not tier["missing"]:
        return say(f"offline.{name}.kept", size=size)
    if name == "later" and not wanted and not tier["waiting"]:
        return say("offline.later.unwanted", size=size)
    kept = megabytes(tier["bytes"], tier["missingBytes"])[0]
    return say(f"offline.{name}.part", kept=kept, size=size)


def troubles(tiers: list) -> list[str]:
    """Return paragraphs that name the files that failed, and those that let us wait."""
    failed, waiting = [], []
    for tier in tiers:
        if tier:
            failed += tier["failed"]
            waiting += tier["waiting"]
    parts = []
    if failed:
        lines = []
        for url, reason in failed[:NAMED_FILES]:
            key = "offline.why." + (
                reason if reason in ("network", "changed", "full") else "status"
            )
            why = say(key, status=browser.escape(reason))
            lines.append(f"<b {AS_IT_IS}>{browser.escape(url)}</b>: {why}")
        if len(failed) > NAMED_FILES:
            lines.append(say_count("offline.more", len(failed) - NAMED_FILES))
        parts.append(f'<p class="files" data-failed>{"<br>".join(lines)}</p>')
    if waiting:
        names = browser.escape(", ".join(waiting[:NAMED_FILES]))
        parts.append(f'<p class="files note">{say("offline.waiting", files=names)}</p>')
    return parts
