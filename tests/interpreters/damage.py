"""Tells what damaged texts are read as; must print the same under every interpreter.

A text is read whole or refused with the error that its reader promises; any other error is a fault.
"""

import binascii
import json

from game.links import LinkError, format_link, parse_link
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.session import PlyError, SaveError, format_save, parse_record, parse_save
from game.statistics import format_statistics, parse_statistics

try:
    import js
except ImportError:
    js = None

GAMES = {arena.GAME: arena, piramide.GAME: piramide}


def trace(line: str) -> str:
    """Return, as one JSON line, what becomes of each text of a JSON list [kind, texts]."""
    kind, texts = read_json(line)
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
    return f"{binascii.crc32(again.encode()) & 0xFFFFFFFF:08x}"


def read_save(text: str) -> str:
    """Return what comes out of a save, which can be written again."""
    session = parse_save(text, GAMES, read_json)
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
    kept = parse_statistics(text, read_json)
    format_statistics(kept)
    totals = [list(kept.totals(variant)) for variant in kept.variants()]
    daily = [list(kept.daily[date]) for date in sorted(kept.daily)]
    return str([totals, daily, len(kept.plays), len(kept.deals)])


READERS = {
    "save": read_save,
    "record": read_record,
    "link": read_link,
    "statistics": read_statistics,
}


def read_json(text: str):
    """Return the value of a JSON text as the page reads it; raises `ValueError`."""
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
