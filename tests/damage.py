"""Damages what is stored: texts that are cut, flipped, swapped, huge or from the future.

Everything comes from a seed, so that the same damage is done in every run and interpreter.
"""

import binascii
import copy
import json
import random
from collections import namedtuple
from itertools import islice

from game import links, session, statistics
from game.links import format_link
from game.rules import arena, piramide
from game.session import format_save
from game.statistics import DAILY_FIELDS, Daily, Play, Statistics, format_statistics
from tests.games import PRESETS, random_session
from tests.interpreters.damage import read_json

ODD_VALUES = [None, True, False, 0, 1, -1, 1.0, 1.5, 1e300, 2**31, 2**53 - 1, 2**53, 10**40]
ODD_VALUES += [
    "",
    "0",
    "x",
    "\0",
    "\u05d3",
    "\U0001f600",
    "<b>",
    "__proto__",
    [],
    {},
    [[]],
    {"": 0},
]
HUGE = 30_000
"""Characters or items: more than any part of what we keep."""
LONGEST = 500_000
"""Characters of a text that the page reads; game/views/browser.py cuts what is longer."""
DEEP = 20_000
"""Levels: Python's own JSON reader gives up before."""


class Kind(namedtuple("Kind", "samples layers")):
    """One kind of stored text: good samples of it, and its layers, each of which can be damaged.

    A layer is a pair: `opened(text)` returns the content under a seal, `closed(content)` puts a
    seal that fits round any content.
    """


def same(text: str) -> str:
    """Return the text, as nothing seals it."""
    return text


BARE = (same, same)


def damaged(kind: Kind, seed: int, count: int) -> list[str]:
    """Return so many damaged texts of a kind."""
    return list(islice(damages(kind, seed), count))


def damages(kind: Kind, seed: int):
    """Yield damaged texts without end: no two the same, and none that means what a sample does."""
    rng = random.Random(seed)
    told = {hash(text) for text in kind.samples}
    while True:
        text = damage(kind, rng)
        if text is not None and hash(text) not in told:
            told.add(hash(text))
            yield text


def damage(kind: Kind, rng: random.Random) -> str | None:
    """Return a damaged text of a kind, or None where the damage changes nothing that is read."""
    opened, closed = rng.choice(kind.layers)
    content = opened(rng.choice(kind.samples))
    if content[:1] == "{" and rng.randrange(3):
        found = damaged_json(content, rng)
    else:
        found = damaged_text(content, [opened(text) for text in kind.samples[:4]], rng)
    return None if meaning(found) == meaning(content) else closed(found)[:LONGEST]


def meaning(text: str) -> str:
    """Return what two texts of the same JSON have in common, else the text."""
    try:
        return json.dumps(read_json(text), sort_keys=True)
    except ValueError:
        return text


# Texts


def damaged_text(text: str, samples: list[str], rng: random.Random) -> str:
    """Return a text with one to three faults."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(TEXT_FAULTS)(text, rng, samples)
    return text


def place_in(text: str, rng: random.Random) -> int:
    return rng.randrange(len(text) + 1)


def cut(text, rng, _):
    return text[: place_in(text, rng)]


def headless(text, rng, _):
    return text[place_in(text, rng) :]


def flipped(text, rng, _):
    """One bit of one letter is another."""
    if not text:
        return "A"
    place = rng.randrange(len(text))
    return text[:place] + chr(ord(text[place]) ^ 1 << rng.randrange(7)) + text[place + 1 :]


def changed(text, rng, _):
    """A few letters are others."""
    place = place_in(text, rng)
    odd = rng.choice(("0", "9", "A", "-", ".", '"', ",", "}", "\n", "\0", "\ufffd", "\u05d3", " "))
    return text[:place] + odd + text[place + rng.choice((0, 1, 2)) :]


def swapped(text, rng, _):
    """Two parts changed places."""
    first, second, third = sorted(place_in(text, rng) for _ in range(3))
    return text[:first] + text[second:third] + text[first:second] + text[third:]


def doubled(text, rng, _):
    """A part is there twice."""
    first, second = sorted(place_in(text, rng) for _ in range(2))
    return text[:second] + text[first:]


def spliced(text, rng, samples):
    """It begins as one text and ends as another."""
    other = rng.choice(samples)
    return text[: place_in(text, rng)] + other[place_in(other, rng) :]


def swollen(text, rng, _):
    """A part of it goes on and on; rarely, as such texts take long to read."""
    if rng.randrange(8):
        return changed(text, rng, _)
    first = place_in(text, rng)
    part = text[first : first + rng.choice((1, 2, 40))] or "x"
    return text[:first] + part * (HUGE // len(part)) + text[first:]


def nested(text, rng, _):
    """It is wrapped in list over list; rarely."""
    if rng.randrange(8):
        return changed(text, rng, _)
    return "[" * DEEP + text + "]" * DEEP


TEXT_FAULTS = (cut, headless, flipped, flipped, changed, swapped, doubled, spliced, swollen, nested)


# JSON


def damaged_json(text: str, rng: random.Random) -> str:
    """Return JSON in which one to three values are not what they should be."""
    root = [json.loads(text)]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        holder, key = rng.choice(list(places(root)))
        rng.choice(VALUE_FAULTS)(holder, key, rng)
        if not root:
            root = [None]
    return json.dumps(root[0], ensure_ascii=False)


def places(value):
    """Yield holder and key of every value inside a list or object."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def other_type(holder, key, rng):
    holder[key] = copy.deepcopy(rng.choice(ODD_VALUES))


def as_text(holder, key, _rng):
    value = holder[key]
    holder[key] = value if isinstance(value, str) else json.dumps(value)


def gone(holder, key, _rng):
    del holder[key]


def added(holder, key, rng):
    if isinstance(holder, dict):
        holder[rng.choice(("", "x", "version ", "Deal", "rows", "start", "\u05d3"))] = holder[key]
    else:
        holder.insert(key, copy.deepcopy(holder[key]))


def shifted(holder, key, rng):
    """A number or letter is the next one, as a later version might write it."""
    value = holder[key]
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        other_type(holder, key, rng)
    elif isinstance(value, int):
        holder[key] = value + rng.choice((1, 1, 2, -1, 2**31, 2**53))
    else:
        holder[key] = flipped(value, rng, [])


def exchanged(holder, key, rng):
    """Two values beside each other changed places."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    other = rng.choice(list(keys))
    holder[key], holder[other] = holder[other], holder[key]


def enlarged(holder, key, rng):
    """A list or text is huge; rarely."""
    value = holder[key]
    if rng.randrange(8) or not isinstance(value, (list, str)) or not value:
        shifted(holder, key, rng)
    else:
        holder[key] = value * (HUGE // len(value) + 1)


VALUE_FAULTS = (other_type, other_type, as_text, gone, added, shifted, shifted, exchanged, enlarged)


# What is stored


def played(seed: int):
    """Return a random game with facts, a part of it undone."""
    rng = random.Random(seed)
    found = random_session(*PRESETS[seed * 7 % len(PRESETS)], seed)
    for _ in range(rng.randrange(3)):
        if found.can_undo():
            found.undo()
    if found.rules is arena:
        players = found.params.players
        seats = [rng.choice(session.SEATS) for _ in range(players)]
        found.facts = {"names": ["Ada", "\u05d3\u05df", "", "Zoë"][:players], "seats": seats}
        found.facts |= {"goal": 3, "wins": [1] * players, "looked": players, "hints": 2}
        found.facts["revealed"] = found.is_over()
    else:
        found.facts = {"id": f"{seed:x}", "seen": bool(seed % 2), "undos": 1, "seconds": seed}
    return found


def statistics_of(seed: int) -> Statistics:
    """Return statistics of some games, days and deals."""
    rng = random.Random(seed)
    kept = Statistics()
    for number in range(rng.randrange(1, 12)):
        end = rng.choice(statistics.ENDS)
        left = 0 if end == "won" else rng.randrange(1, 22)
        variant = rng.choice(("stuck,6,closed,0", "free,7,open,2"))
        known = rng.choice((None, True, False))
        kept.settle(
            Play(f"{number:x}", variant, str(number), end, left, 20, 90, 1, 0, 2, False, known)
        )
        kept.see(str(number))
    kept.before["stuck,6,closed,0"] = statistics.Totals(5, 3, 1, 1, 1, 2, 77, 90, 4, 1)
    kept.settle_daily("20260105", Daily(20260105000, "won", 0, 21, 1, 0, 0))
    kept.settle_daily("20251231", Daily(*[0, "", *[0] * (len(DAILY_FIELDS) - 2)]))
    return kept


def open_save(text: str) -> str:
    return binascii.a2b_base64(text.split(".")[2]).decode()


def close_save(content: str) -> str:
    body = binascii.b2a_base64(content.encode("utf-8", "replace")).decode().strip()
    return session.sealed("1", body)


def open_shelf(text: str) -> str:
    return open_save(text.split("\n")[1])


def close_shelf(content: str) -> str:
    return "running\n" + close_save(content)


def open_link(text: str) -> str:
    return text[7:]


def close_link(body: str) -> str:
    return links.sealed("1", body)


def in_backup(key: str, opened, closed) -> tuple:
    """Return the layer that an entry of a backup is."""

    def put(content: str) -> str:
        return json.dumps(BACKUP | {"entries": BACKUP["entries"] | {key: closed(content)}})

    return (lambda text: opened(json.loads(text)["entries"][key])), put


def link_of(seed: int) -> str:
    """Return the link of a random game, of the Arena played to its end and revealed."""
    rules, params = LINKED[seed * 5 % len(LINKED)]
    found = random_session(rules, params, seed)
    while rules is arena and not found.is_over():
        found.play(rules.format_move(rules.legal_moves(found.state)[0]))
    found.facts = {"revealed": True, "names": ["Ada", "\u05d3\u05df"]}
    return format_link(found)


def shelf_of(game: str) -> str:
    """Return what is kept of a game: one on the table and two earlier ones."""
    saves = [format_save(found) for found in SESSIONS if game == found.rules.GAME]
    return "\n".join(["running", *saves[:3]])


LINKED = [(rules, params) for rules, params in PRESETS if rules is piramide or params.dealing]
SESSIONS = [played(seed) for seed in range(24)]
SHELVES = {game: shelf_of(game) for game in ("arena", "piramide")}
STATISTICS = [format_statistics(statistics_of(seed)) for seed in range(6)]
SETTINGS = [
    "theme=system\ndeck=italian\nback=1\nspeed=normal\nsound=off\nlanguage=en",
    "theme=dark\ndeck=french\nback=3\nspeed=off\nside=left\nsound=loud\nclock=on",
]
BACKUP = {
    "kind": "vanishing-pyramids backup",
    "version": 1,
    "entries": SHELVES
    | {"piramide.statistics": STATISTICS[0], "settings": SETTINGS[1], "piramide.clock": "1f 90"},
}
BACKUP_LAYERS = [
    BARE,
    in_backup("arena", open_shelf, close_shelf),
    in_backup("piramide", open_shelf, close_shelf),
    in_backup("piramide.statistics", same, same),
    in_backup("settings", same, same),
]
KINDS = {
    "save": Kind([format_save(found) for found in SESSIONS], [BARE, (open_save, close_save)]),
    "shelf": Kind(list(SHELVES.values()), [BARE, (open_shelf, close_shelf)]),
    "record": Kind([json.dumps(found.record()) for found in SESSIONS], [BARE]),
    "link": Kind([link_of(seed) for seed in range(24)], [BARE, (open_link, close_link)]),
    "statistics": Kind(STATISTICS, [BARE]),
    "statistics.before": Kind(STATISTICS, [BARE]),
    "clock": Kind(["1f 90", "1f 3600", "1f 7"], [BARE]),
    "settings": Kind(SETTINGS, [BARE]),
    "backup": Kind([json.dumps(BACKUP)], BACKUP_LAYERS),
    "before-loading": Kind([json.dumps(BACKUP)], BACKUP_LAYERS),
}
"""By its reader in tests/interpreters/damage.py, which knows where the page keeps such a text."""
