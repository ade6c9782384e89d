"""Everything that is kept, as one file: saved with a tap, and loaded only after a look inside.

A file is checked whole before anything is changed, and what it replaces can be had back.
"""

import json
from collections import OrderedDict

from game import statistics
from game.locales import say, say_count
from game.rules.fields import RecordError, check_keys, choice, shown, text
from game.session import SaveError, parse_save
from game.views import browser
from game.views.home import OVER, RUNNING
from game.views.markup import dialog_command, dialog_html
from game.views.navigation import HOME, HOME_ADDRESS
from game.views.offline import ASKED_KEY
from game.views.piramide_diary import KEY as STATISTICS
from game.views.settings import KEY as SETTINGS
from game.views.shelf import EARLIER

KIND = "vanishing-pyramids backup"
VERSION = 1
BEGINNING = 100
"""Characters that tell what kind a file is of; to read a large one twice takes too much memory."""
FILE_NAME = "vanishing-pyramids-{date}.json"
BEFORE_KEY = "before-loading"
"""Under this key lies what the last file replaced."""
LOADED_KEY = "loaded-a-file"
"""Set before the reload that follows the loading, so that the player can be told."""
OF_THIS_DEVICE = (ASKED_KEY, BEFORE_KEY, LOADED_KEY)
"""What no file holds."""
KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.-"
LONGEST_KEY = 60
MOST_KEYS = 200


def kept_texts() -> dict:
    """Return all that is kept and goes into a file: texts by key."""
    keys = [key for key in browser.stored_keys() if key not in OF_THIS_DEVICE]
    return {key: browser.load(key) for key in keys}


def format_backup(kept: dict) -> str:
    """Return kept texts as the content of a file."""
    entries = OrderedDict([(key, kept[key]) for key in sorted(kept)])
    return json.dumps(OrderedDict([("kind", KIND), ("version", VERSION), ("entries", entries)]))


def parse_backup(content: str, games: dict) -> dict:
    """Return the texts by key that a file holds, each checked; raises `RecordError`.

    `games` maps names to rules modules.
    """
    entries = parse_entries(content)
    if len(entries) > MOST_KEYS:
        raise RecordError(f"entries must be an object with at most {MOST_KEYS} keys")
    for key in sorted(entries):
        if not is_key(key):
            raise RecordError(f"no name of an entry: {shown(key)}")
        check_entry(key, entries[key], games)
    return entries


def parse_entries(content: str) -> dict:
    """Return the texts by key that a file holds, unread; raises `RecordError`."""
    try:
        backup = browser.read_json(content)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(backup, dict):
        raise RecordError(f"a backup is an object, not {shown(backup)}")
    check_keys(backup, ("kind", "version", "entries"), ())
    choice(backup, "kind", (KIND,))
    choice(backup, "version", (VERSION,))
    entries = backup["entries"]
    if not isinstance(entries, dict):
        raise RecordError(f"entries must be an object, not {shown(entries)}")
    for key in sorted(entries):
        text(entries, key)
    return entries


def as_backup(content: str, games: dict) -> str:
    """Return the content of any file that the page offers as that of a backup.

    Statistics have a file of their own, and so has a shelf that could not be read in its time.
    """
    beginning = content[:BEGINNING]
    if beginning.partition("\n")[0].strip() in (RUNNING, OVER):
        content = content.replace("\r\n", "\n").strip()  # as an editor may have left it
        try:
            session = parse_save(shelf_saves(content)[0], games, browser.read_json)
        except SaveError as error:
            raise RecordError(str(error)) from None
        return format_backup({session.rules.GAME: content})
    if statistics.KIND in beginning and KIND not in beginning:
        return format_backup({STATISTICS: content})
    return content


def statistics_in(content: str) -> str:
    """Return the statistics that a backup holds; of any other file, what it holds."""
    if KIND in content[:BEGINNING]:
        return parse_entries(content).get(STATISTICS, content)
    return content


def is_key(key: str) -> bool:
    """Return whether a text may name an entry."""
    odd = [letter for letter in key if letter not in KEY_LETTERS]
    return bool(key) and not odd and len(key) <= LONGEST_KEY and key not in OF_THIS_DEVICE


def check_entry(key: str, entry: str, games: dict) -> None:
    """Refuse a text that the page could not read later; what it does not know it never reads."""
    try:
        if key in games:
            for save in shelf_saves(entry):
                parse_save(save, {key: games[key]}, browser.read_json)
        elif key == STATISTICS:
            statistics.parse_statistics(entry, browser.read_json)
    except (SaveError, RecordError) as error:
        raise RecordError(f"{key}: {error}") from None


def shelf_saves(entry: str) -> list[str]:
    """Return the saves of a shelf: the game on the table, then the earlier ones."""
    lines = entry.split("\n", EARLIER + 2)
    if not 2 <= len(lines) <= EARLIER + 2:
        raise SaveError("damaged", "not a shelf")
    return lines[1:]


class LoadDialog:
    """The look inside a file, before it is loaded."""

    def __init__(self, app, games: dict):
        self.app = app
        self.games = games
        self.entries: dict = {}

    def choose(self) -> None:
        """Let the player choose a file."""
        browser.choose_file(self.read, lambda: self.refuse(say("backup.unreadable")))

    def read(self, content: str) -> None:
        """Show what is in a file, or what is wrong with it."""
        try:
            self.entries = parse_backup(as_backup(content, self.games), self.games)
        except RecordError as error:
            self.refuse(str(error))
            return
        here = kept_texts()
        names = [key for key in self.games if key in self.entries or key in here]
        names += [key for key in (STATISTICS, SETTINGS) if key in self.entries or key in here]
        rows = [self.row(key, self.entries.get(key), here.get(key)) for key in names]
        others = [key for key in self.entries if key not in names]
        if others:
            rows.append(f"<p>{say_count('backup.others', len(others))}</p>")
        self.show(
            f"<p>{say('backup.preview')}</p>{''.join(rows)}"
            f'<p class="note">{say("backup.preview.note")}</p>',
            dialog_command("close", say("command.cancel"))
            + dialog_command("load-now", say("backup.load.now"), 'class="primary"'),
        )

    def row(self, key: str, new: str | None, old: str | None) -> str:
        """Return what a file holds of one kind beside what is kept here."""
        name = say(key + ".title") if key in self.games else say("backup." + key)
        lines = ""
        for place, entry in (("file", new), ("here", old)):
            what = self.describe(key, entry)
            lines += f"<li>{say('backup.' + place)}: {browser.escape(what)}</li>"
        change = "stays" if new in (None, old) else "added" if old is None else "replaced"
        return (
            f'<div class="backup-row"><h3>{name}</h3><ul>{lines}</ul>'
            f"<p>{say('backup.' + change)}</p></div>"
        )

    def describe(self, key: str, entry: str | None) -> str:
        """Return in a few words what a text holds."""
        if entry is None:
            return say("backup.nothing")
        try:
            if key in self.games:
                saves = shelf_saves(entry)
                session = parse_save(saves[0], self.games, browser.read_json)
                what = say_count("backup.moves", session.ply)
                return what + (
                    ", " + say_count("backup.earlier", len(saves) - 1) if saves[1:] else ""
                )
            if key == STATISTICS:
                kept = statistics.parse_statistics(entry, browser.read_json)
                played = sum([kept.totals(variant).played for variant in kept.variants()])
                return say_count("backup.played", played)
        except (SaveError, RecordError):
            return say("backup.damaged")
        return say("backup.some")

    def refuse(self, reason: str) -> None:
        """Say what is wrong with a file."""
        self.show(
            f'<p class="dialog-error" role="alert">'
            f"{say('backup.bad', reason=browser.escape(reason))}</p>",
            dialog_command("close", say("command.close"), 'class="primary" autofocus'),
        )

    def show(self, inside: str, commands: str) -> None:
        """Show the dialog."""
        self.app.dialogs.open("backup", dialog_html(say("backup.title"), inside, commands), self)

    def dialog_tap(self, name: str, element) -> None:
        """Load the file, or close the dialog."""
        if name != "load-now":
            self.app.dialogs.close()
            return
        before = format_backup(kept_texts())
        if exchange(self.entries, before):
            self.app.dialogs.close(restart)
        else:
            self.refuse(say("backup.full"))


def exchange(entries: dict, before: str, goes: tuple = ()) -> bool:
    """Keep other texts than now, all or none; `before` is the file that undoes it."""
    texts = dict(entries)
    texts[BEFORE_KEY], texts[LOADED_KEY] = before, "yes"
    return browser.exchange(texts, list(goes))


def restart() -> None:
    """Begin anew, at home, with what is kept now."""
    browser.replace(HOME, HOME_ADDRESS)
    browser.restart()


def can_take_back() -> bool:
    """Return whether a file was loaded and what it replaced is still there."""
    return bool(browser.load(BEFORE_KEY))


def run(name: str, app, games: dict) -> None:
    """Carry out "save-all", "load-all" or "take-back"."""
    if name == "save-all":
        browser.offer_file(FILE_NAME.format(date=browser.today()), format_backup(kept_texts()))
    elif name == "load-all":
        LoadDialog(app, games).choose()
    else:
        take_back(app, games)


def take_back(app, games: dict) -> None:
    """Have everything as it was before the last file was loaded; this can be taken back again.

    What was kept then need not be readable; only that it cannot be told apart is refused.
    """
    here = kept_texts()
    try:
        before = parse_entries(browser.load(BEFORE_KEY, browser.LARGEST_FILE))
    except RecordError as error:
        app.message.say(say("backup.bad", reason=str(error)))
        return
    goes = [key for key in here if key not in before]
    if exchange(before, format_backup(here), tuple(goes)):
        restart()
    else:
        app.message.say(say("backup.full"))


def tell_loaded(app) -> None:
    """After the reload that follows the loading of a file, tell the player of it."""
    if not browser.load(LOADED_KEY):
        return
    browser.forget(LOADED_KEY)
    app.message.say(
        say("backup.done"),
        dialog_command("take-back", say("command.undo"))
        + dialog_command("hush", say("command.ok")),
    )
