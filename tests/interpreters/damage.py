"""Tells what damaged texts are read as; must print the same under every interpreter.

A text is read whole or refused with the error that its reader promises; any other error is a fault.
"""

import binascii
import json
import sys

from game.links import LinkError, format_link, parse_link
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.session import (
    PlyError,
    SaveError,
    Session,
    format_save,
    parse_facts,
    parse_record,
    parse_save,
)
from game.statistics import format_statistics, parse_statistics

try:
    import js
except ImportError:
    js = None

GAMES = {arena.GAME: arena, piramide.GAME: piramide}
READ = "ok "
"""Begins what is told of a text that was read."""


def trace(line: str) -> str:
    """Return, as one JSON line, what becomes of each text of a JSON list [kind, texts]."""
    kind, texts = read_json(line)
    if kind in VIEWS and "game.views.browser" not in sys.modules:
        open_views()
    return json.dumps([told(kind, text) for text in texts])


def told(kind: str, text: str) -> str:
    """Return why a text is refused, or a checksum of what was read."""
    try:
        again = READERS[kind](text)
    except PlyError as error:
        return f"ply {error.ply}"
    except (SaveError, LinkError) as error:
        return error.reason
    except RecordError:
        return "refused"
    return f"{READ}{checksum(again)}"


def checksum(text: str) -> str:
    """Return the CRC-32 of any text as eight digits."""
    return f"{binascii.crc32(text.encode('utf-8', 'surrogatepass')) & 0xFFFFFFFF:08x}"


def read_save(text: str) -> str:
    """Return what comes out of a save, which can be written again."""
    return content_of(parse_save(text, GAMES, read_json))


def content_of(session) -> str:
    """Return all that is kept of a session, which can be written again."""
    format_save(session)
    facts = [session.facts[key] for key in sorted(session.facts) if key not in ("id", "names")]
    words = [session.facts.get("id", "")]
    words += session.facts.get("names", [])
    letters = [[ord(letter) for letter in word] for word in words]
    return str([session.rules.format_state(session.state), session.moves, facts, letters])


def read_record(text: str) -> str:
    """Return the last position of a record."""
    try:
        content = read_json(text)
    except ValueError as error:
        raise RecordError(str(error)) from None
    session = parse_record(content, GAMES)
    return session.rules.format_state(session.state)


def read_link(text: str) -> str:
    """Return the link that a link is written as again."""
    return format_link(parse_link(text, GAMES))


def read_statistics(text: str) -> str:
    """Return what the statistics come to."""
    return sum_of(parse_statistics(text, read_json))


def sum_of(kept) -> str:
    """Return what statistics come to, which can be written again."""
    format_statistics(kept)
    totals = [list(kept.totals(variant)) for variant in kept.variants()]
    daily = [list(kept.daily[date]) for date in sorted(kept.daily)]
    return str([totals, daily, len(kept.plays), len(kept.deals)])


# The page's own readers. What the page keeps is a dict here, all else of the browser a stand-in.


class StandIn:
    """Stands in for what of the browser is not needed: whatever it is asked for is another one."""

    length = 0

    def __getattr__(self, name):
        if name[:2] == "__":
            raise AttributeError(name)
        return StandIn()

    def __call__(self, *_):
        return StandIn()


class App:
    """What a command of the page is given; `said` are the lines that the player was told."""

    def __init__(self):
        self.said = []
        self.message = self

    def say(self, line: str) -> None:
        """Tell the player."""
        self.said.append(line)


kept_texts: dict = {}
"""What the page keeps, by key."""


def open_views() -> None:
    """Import the modules of game/views that read what is kept, without a browser."""
    for name in ("js", "jsffi"):
        sys.modules[name] = StandIn()
    from game.views import browser

    browser.EMBEDDED = False
    browser.root = StandIn()
    browser.languages = lambda: [("en", "English"), ("it", "Italiano")]
    browser.read_json = read_json
    browser.load = load
    browser.store = store
    browser.keep_copy = lambda key, other: store(other, kept_texts[key])
    browser.stored_keys = lambda: sorted(kept_texts)
    browser.exchange = exchange
    browser.replace = lambda level, fragment: True
    browser.restart = lambda: None
    from game.views import backup

    backup.say = lambda key, **words: key


def keep(texts: dict) -> None:
    """Let the page keep these texts and no others."""
    kept_texts.clear()
    kept_texts.update(texts)


def load(key: str, most: int = 0) -> str | None:
    """Return what is kept, as `browser.load` does; no text here is too long for it."""
    text = kept_texts.get(key)
    return text and text.replace("\0", "\ufffd")


def store(key: str, text: str) -> bool:
    """Keep a text, as `browser.store` does."""
    kept_texts[key] = text
    return True


def exchange(texts: dict, goes: list) -> bool:
    """Keep texts and forget keys, as `browser.exchange` does."""
    for key in goes:
        kept_texts.pop(key)
    kept_texts.update(texts)
    return True


def read_shelf(text: str) -> str:
    """Return the game on the table and the earlier ones, brought back one after the other.

    Whatever cannot be read must be kept aside, for one game as for the other.
    """
    from game.views.shelf import Shelf

    for game in sorted(GAMES):
        keep({game: text})
        shelf = Shelf(GAMES[game])
        shelf.load()
        if shelf.session:
            break
        assert kept_texts == {game: text, game + ".aside.1": text}
    if not shelf.session:
        raise SaveError(shelf.trouble, "")
    assert kept_texts == {game: text}
    assert not shelf.trouble
    earlier = shelf.earlier
    found = [content_of(shelf.session)]
    shelf.session.moves = []  # so that it does not join the earlier ones
    while shelf.bring_back():
        found.append(content_of(shelf.session))
        shelf.session.moves = []
    aside = len(kept_texts) - 1
    assert len(set(earlier)) >= aside
    assert not shelf.earlier
    return str([found, aside])


def read_before(text: str) -> str:
    """Return what the statistics come to that a reset or an import replaced."""
    from game.views.piramide_diary import BEFORE_KEY, KEY, Book

    keep({BEFORE_KEY: text})
    book = Book()
    if not book.bring_back():
        assert kept_texts == {BEFORE_KEY: text}
        raise RecordError("")
    assert sorted(kept_texts) == [KEY, BEFORE_KEY]
    assert not kept_texts[BEFORE_KEY]
    assert sum_of(Book().read()) == sum_of(book.kept)
    return sum_of(book.kept)


def read_clock(text: str) -> str:
    """Return how long the game 1f has taken; a clock that cannot be read tells nothing."""
    from game.views.piramide_diary import CLOCK_KEY, Diary

    keep({CLOCK_KEY: text})
    table = StandIn()
    table.session = Session(piramide, piramide.Params("stuck", 6, False, 0), 1)
    table.session.facts = {"id": "1f", "seconds": 5}
    Diary(table, None).remember_clock()
    format_save(table.session)
    seconds = parse_facts(table.session.facts)["seconds"]
    assert 5 <= seconds < 10**9
    return str(seconds)


def read_settings(text: str) -> str:
    """Return all settings; a line that is none changes nothing."""
    from game.views import settings

    keep({settings.KEY: text})
    for name, choices in settings.CHOICES:
        settings.values[name] = choices[0]
    settings.values["volume"] = str(settings.VOLUME)
    settings.load()
    return str([settings.values[name] for name in settings.NAMES])


def read_backup(text: str) -> str:
    """Return the entries of a file."""
    from game.views import backup

    entries = backup.parse_backup(text, GAMES)
    return told_entries(entries)


def read_before_loading(text: str) -> str:
    """Return what is kept once the loading of a file was undone; that can be undone again."""
    from game.views import backup

    keep({backup.BEFORE_KEY: text, "settings": "theme=dark", "later": "than the file"})
    before, app = dict(kept_texts), App()
    backup.take_back(app, GAMES)
    if app.said:
        assert kept_texts == before
        raise RecordError("")
    found = backup.kept_texts()
    backup.take_back(app, GAMES)
    assert not app.said
    assert backup.kept_texts() == {"settings": "theme=dark", "later": "than the file"}
    return told_entries(found)


def told_entries(entries: dict) -> str:
    """Return the checksums of texts and of their keys."""
    return str(sorted([[checksum(key), checksum(entries[key])] for key in entries]))


READERS = {
    "save": read_save,
    "record": read_record,
    "link": read_link,
    "statistics": read_statistics,
}
VIEWS = {
    "shelf": read_shelf,
    "statistics.before": read_before,
    "clock": read_clock,
    "settings": read_settings,
    "backup": read_backup,
    "before-loading": read_before_loading,
}
"""The readers that need `open_views` first."""
READERS.update(VIEWS)


def read_json(text: str):
    """Return the value of a JSON text as the page reads it; raises `ValueError`."""
    if "\0" in text:
        raise ValueError("it holds a NUL")
    if js:
        answer = js.rewritten(text)  # as game/views/browser.py does
        if not answer[0]:
            raise ValueError(answer[2])
        return json.loads(answer[1])
    try:
        return json.loads(text, parse_constant=no_constant, parse_float=number, parse_int=number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def no_constant(name: str):
    """Refuse NaN and the like, as a browser does."""
    raise ValueError(name)


def number(digits: str):
    """Return a number as JavaScript would write it again."""
    value = float(digits)
    return int(value) if value == value // 1 and abs(value) < 1e21 else value
