"""Tells the link of one record, and what it and its damaged copies are read as; for `run.mjs`."""

import json

from game.links import LinkError, format_link, parse_link
from game.rules import arena, piramide
from game.session import parse_record

GAMES = {arena.GAME: arena, piramide.GAME: piramide}


def trace(line: str) -> str:
    """Return, as one JSON line, what becomes of a JSON list: a record and its facts."""
    record, facts = json.loads(line)
    session = parse_record(record, GAMES)
    session.facts = facts
    link = format_link(session)
    again = parse_link(link, GAMES)
    names = [[ord(letter) for letter in name] for name in again.facts.get("names", [])]
    damaged = [read(link[:-1]), read(link[:9] + link[10:]), read(link + "A"), read("\u05d3" + link)]
    return json.dumps([link, again.rules.format_state(again.state), names, damaged])


def read(text: str) -> str:
    """Return why a link is refused."""
    try:
        parse_link(text, GAMES)
    except LinkError as error:
        return error.reason
    return "read"
