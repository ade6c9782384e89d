"""Whatever became of a stored text, it is read or refused by name; nothing else happens."""

import json
import sys
from itertools import islice
from unittest.mock import patch

import pytest

from game.__main__ import read_json as read_file
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.session import PlyError, format_save, parse_record
from tests.conftest import SOAK
from tests.damage import KINDS, damaged, damages
from tests.interpreters.damage import READ, READERS, open_views, read_settings, told, trace
from tests.test_interpreters import answers

COUNT = 20_000
"""Damaged texts of each kind, no two the same."""
COUNT_ELSEWHERE = COUNT if SOAK else 400
"""Damaged texts of each kind in MicroPython, which reads them on the page."""
BATCH, BATCHES = 50, 20
"""Texts for one call in MicroPython, and calls for one start of it."""
NEVER_REFUSED = ("clock", "settings")
"""Kinds of which what can be read is believed, and the rest passed over."""
UNREAD_WITHIN = "before-loading"
"""It is what was kept, readable or not: most of its damage lies within its entries."""
GAMES = {arena.GAME: arena, piramide.GAME: piramide}


@pytest.fixture(autouse=True, scope="module")
def views():
    """Let the readers of game/views be imported here with stand-ins for the browser."""
    with patch.dict(sys.modules):
        for name in [name for name in sys.modules if name.startswith("game.views")]:
            del sys.modules[name]
        open_views()
        yield


def is_read(verdict):
    """Return whether a text was read, by what its reader told."""
    return verdict.startswith(READ)


@pytest.mark.parametrize("kind", sorted(READERS))
def test_a_good_text_is_read(kind):
    for text in KINDS[kind].samples:
        assert is_read(told(kind, text))


@pytest.mark.parametrize("kind", sorted(READERS))
def test_damage_is_refused_by_name(kind):
    refused = []
    for text in islice(damages(KINDS[kind], 1), COUNT):
        verdict = told(kind, text)
        if not is_read(verdict):
            refused.append(verdict)
    plies = {verdict for verdict in refused if verdict.startswith("ply ")}
    assert set(refused) - plies <= {"damaged", "future", "refused"}
    if kind in NEVER_REFUSED:
        assert not refused
    else:  # some damage does no harm
        assert COUNT > len(refused) > COUNT // (20 if kind == UNREAD_WITHIN else 2)


def test_every_kind_of_stored_text_has_a_reader():
    assert set(READERS) == set(KINDS)


def test_a_name_without_end_is_refused_before_it_takes_all_memory():
    session = parse_record(json.loads(KINDS["record"].samples[0]), GAMES)
    session.facts = {"names": ["Ada" * 10_000]}
    assert told("save", format_save(session)) == "damaged"


def test_a_damaged_record_is_refused_by_the_command_line():
    refused = 0
    for text in damaged(KINDS["record"], 1, COUNT):
        try:
            parse_record(read_file(text), GAMES)
        except (RecordError, PlyError):
            refused += 1
    assert COUNT > refused > COUNT // 2


def test_damaged_settings_change_what_they_still_say_and_no_more():
    from game.views import settings

    volumes = [str(percent) for percent in (settings.VOLUME, *settings.VOLUMES)]
    choices = dict(settings.CHOICES) | {"volume": volumes}
    for text in damaged(KINDS["settings"], 1, COUNT):
        read_settings(text)
        lines = text.split("\n")
        assert set(settings.values) == set(choices)
        for key, value in settings.values.items():
            assert value in choices[key]
            said = [f"{key}={value}"]
            for before, percent in settings.KEPT_BEFORE.items():
                if (key, value) in (("sound", "on"), ("volume", str(percent))):
                    said.append(f"sound={before}")
            assert value == choices[key][0] or any(line in lines for line in said)


# Other interpreters


@pytest.mark.parametrize("kind", sorted(READERS))
def test_micropython_refuses_the_same_damage(kind, tmp_path):
    texts = islice(filter(is_whole, damages(KINDS[kind], 2)), COUNT_ELSEWHERE)
    while batches := [batch for _ in range(BATCHES) if (batch := list(islice(texts, BATCH)))]:
        lines = [json.dumps([kind, batch], ensure_ascii=False) for batch in batches]
        found = answers("micropython", "damage", lines, tmp_path)
        for line, batch, answer in zip(lines, batches, found, strict=True):
            verdicts = zip(batch, json.loads(answer), json.loads(trace(line)), strict=True)
            for text, verdict, ours in verdicts:
                assert verdict == ours, text[:2000]


def is_whole(text):
    """Return whether a text can be written to a file."""
    return text == text.encode("utf-8", "replace").decode()
