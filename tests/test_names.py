"""Names of players: what shows nothing or turns the line is gone, whatever people write stays."""

import json
import unicodedata

import pytest

from game.links import format_link
from game.rules import arena
from game.session import Session
from game.views.names import NAME_LENGTH, UNICODE, clean_name
from tests.conftest import open_ready
from tests.interpreters import names
from tests.test_interpreters import answers
from tests.test_share_page import finished, keep

UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs", "Mn", "Me", "Mc")
"""Categories of what shows nothing, or nothing by itself."""
FILLERS = [0x115F, 0x1160, 0x2065, 0x2800, 0x3164, 0xFFA0, 0xFFF0, 0xFFFC, 0x13441, 0x1D159]
FILLERS += [0xE0000, 0xE0080, 0xE0FFF, 0xFFFE, 0x10FFFF]
"""Blanks of other categories, and numbers that are kept free for more of them."""
BLANK = [chr(code) for code in FILLERS]
BLANK += [
    chr(code)
    for code in range(0x40000)
    if unicodedata.category(chr(code)) in UNSEEN
    and (
        unicodedata.unidata_version == UNICODE or unicodedata.ucd_3_2_0.category(chr(code)) != "Cn"
    )
]
GOOD = [
    *["Ada", "O'Neil-Smith", "Zoe\u0308", "Å", "12", "R2 D2", "李小龍", "Αλέξης", "ปู่", "नीलम"],
    *["דן", "שִׁירָה", "מ״כ", "יעל־נועה", "محمد", "مُحَمَّد", "می\u200cشود", "क्\u200dष"],
    *[
        "😀",
        "👩\u200d💻",
        "👨\u200d👩\u200d👧\u200d👦",
        "🏳\ufe0f\u200d🌈",
        "👍🏽",
        "🇮🇱",
        "1\ufe0f\u20e3",
        "❤\ufe0f Ada",
    ],
]
TURNING = [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_that_people_write_stays_as_it_is(name):
    assert clean_name(name) == name


def test_a_name_that_shows_nothing_is_none():
    shown = [ascii(blank) for blank in BLANK if clean_name(blank) or clean_name(blank * 3)]
    assert not shown
    assert clean_name("".join(BLANK)) == ""
    assert clean_name(" \u200d\u3164\ufe0f\u0301\u2800 ") == ""


def test_what_shows_nothing_does_not_tell_two_names_apart():
    told = []
    for blank in BLANK:
        if unicodedata.category(blank)[0] not in "MZ" and clean_name(f"A{blank}da") != "Ada":
            told.append(ascii(blank))
        if unicodedata.category(blank) == "Zs" and clean_name(f" A{blank * 2}b{blank}") != "A b":
            told.append(ascii(blank))
    assert not told


@pytest.mark.parametrize("code", TURNING, ids=hex)
def test_nothing_turns_the_line(code):
    assert clean_name(f"{chr(code)}דב{chr(code)}Dan{chr(code)}") == "דבDan"


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("A\u200dda", "Ada"),
        ("A\ufe0fda", "Ada"),
        ("\u0301Ada", "Ada"),
        ("A \u0301da", "A da"),
        ("\u200dAda\u200d", "Ada"),
        ("👩\u200d\u200d💻", "👩\u200d💻"),
        ("א\u200d\u200b\u200dב", "אב"),
        ("Ada\nBob\t\u2028", "AdaBob"),
        ("x" * 40, "x" * NAME_LENGTH),
        ("x" * 15 + " y", "x" * 15),
        ("م" * 15 + "\u200dم", "م" * 15),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
    ],
)
def test_what_does_not_belong_is_left_out(name, cleaned):
    assert clean_name(name) == cleaned


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_names_are_cleaned_alike_by_every_interpreter(interpreter, tmp_path):
    given = GOOD + [f"{blank}א{blank}" for blank in BLANK if blank.isprintable()]
    line = json.dumps(given, ensure_ascii=False)
    found = answers(interpreter, "names", [line], tmp_path)
    assert json.loads(found[0]) == json.loads(names.trace(line))


def seat_names(page):
    """Return the players' names on the screen."""
    return page.locator(".seat-name").all_inner_texts()


def test_names_of_a_save_a_link_and_the_form_show_something(page, site):
    typed = ["\u3164", "\u202eDan\u061c", "\u2800\u115f"]
    running = Session(arena, arena.Params(3, "random", 0), 5)
    running.facts = {"names": typed, "looked": 3}
    keep(page, running)
    open_ready(page, f"{site.url}#/arena")
    assert seat_names(page) == ["Player 1", "Dan", "Player 3"]
    link = format_link(finished(arena, arena.Params(3, "random", None), 7, typed))
    page.evaluate("link => { location.hash = `#/arena/replay/${link}` }", link)
    page.wait_for_selector(".beliefs")
    tabs = page.locator('[data-command="believe"]')
    assert tabs.all_inner_texts() == ["Player 1", "Dan", "Player 3"]
    page.locator('[data-command="replay-stop"]').click()
    page.locator('#screen [data-command="new"]').click()
    for seat, name in enumerate(["\u1160", "Eva\u200b", "\u2066\u2069"]):
        page.locator(f'[name="name{seat + 1}"]').fill(name)
    page.locator('#dialog [data-command="deal"]').click()
    page.wait_for_selector("body[data-handover]")
    for _ in range(3):
        page.locator('[data-command="looked"]').click()
    assert seat_names(page) == ["Player 1", "Eva", "Player 3"]
