"""Whatever became of a stored text, it is read or refused by name; nothing else happens."""

import json
import sys
from unittest.mock import MagicMock, patch

import pytest

from game.__main__ import read_json as read_file
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.session import PlyError, parse_record
from tests.damage import KINDS, damaged
from tests.interpreters.damage import READERS, read_json, told, trace
from tests.test_interpreters import answers

COUNT = 20_000
"""Damaged texts of each kind."""
GAMES = {arena.GAME: arena, piramide.GAME: piramide}


@pytest.mark.parametrize("kind", sorted(READERS))
def test_a_good_text_is_read(kind):
    for text in KINDS[kind].samples:
        assert len(told(kind, text)) == 8


@pytest.mark.parametrize("kind", sorted(READERS))
def test_damage_is_refused_by_name(kind):
    verdicts = [told(kind, text) for text in damaged(KINDS[kind], 1, COUNT)]
    refused = [verdict for verdict in verdicts if len(verdict) != 8]
    plies = {verdict for verdict in refused if verdict.startswith("ply ")}
    assert set(refused) - plies <= {"damaged", "future", "refused"}
    assert COUNT > len(refused) > COUNT // 2  # some damage does no harm


def test_a_damaged_record_is_refused_by_the_command_line():
    refused = 0
    for text in damaged(KINDS["record"], 1, COUNT):
        try:
            parse_record(read_file(text), GAMES)
        except (RecordError, PlyError):
            refused += 1
    assert COUNT > refused > COUNT // 2


# The page's own readers, without a page; test_damage_page.py has both


@pytest.fixture(scope="module")
def views():
    """Return the modules that read files and settings, with a stand-in for the browser."""
    names = ("pyscript", "pyscript.js_modules", "pyscript.js_modules.guards")
    with patch.dict(sys.modules, {name: MagicMock() for name in names}):
        from game.views import backup, browser, settings

        browser.EMBEDDED = False
        browser.read_json = read_json
        yield backup, browser, settings


def test_a_damaged_backup_is_refused_by_name(views):
    backup = views[0]
    refused = 0
    assert backup.parse_backup(KINDS["backup"].samples[0], GAMES)
    for text in damaged(KINDS["backup"], 1, COUNT):
        try:
            entries = backup.parse_backup(text, GAMES)
        except RecordError:
            refused += 1
        else:
            assert {type(part) for pair in entries.items() for part in pair} <= {str}
    assert COUNT > refused > COUNT // 4


def test_damaged_settings_change_what_they_still_say_and_no_more(views):
    _, browser, settings = views
    volumes = [str(percent) for percent in (settings.VOLUME, *settings.VOLUMES)]
    choices = dict(settings.CHOICES) | {"volume": volumes}
    for text in damaged(KINDS["settings"], 1, COUNT):
        browser.load = {settings.KEY: text}.get
        settings.values.update({key: values[0] for key, values in choices.items()})
        settings.load()
        assert set(settings.values) == set(choices)
        for key, value in settings.values.items():
            assert value in choices[key]
            said = [f"{key}={value}"]
            for before, percent in settings.KEPT_BEFORE.items():
                if (key, value) in (("sound", "on"), ("volume", str(percent))):
                    said.append(f"sound={before}")
            assert value == choices[key][0] or any(line in text for line in said)


# Other interpreters


@pytest.mark.parametrize("kind", sorted(READERS))
def test_micropython_refuses_the_same_damage(kind, tmp_path):
    texts = [text for text in damaged(KINDS[kind], 2, 400) if is_whole(text)]
    line = json.dumps([kind, texts], ensure_ascii=False)
    (found,) = answers("micropython", "damage", [line], tmp_path)
    wanted = json.loads(trace(line))
    for text, verdict, ours in zip(texts, json.loads(found), wanted, strict=True):
        assert verdict == ours, text[:2000]


def is_whole(text):
    """Return whether a text can be written to a file."""
    return text == text.encode("utf-8", "replace").decode()
