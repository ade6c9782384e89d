"""The page in every language: how one is chosen, changed in mid-game, and whether all words fit."""

import json
import re

import pytest

from scripts.build import ROOT, catalogues
from tests.conftest import ENGLISH, PATIENCE_S, open_ready, watch_for_troubles
from tests.screens import walk
from tests.test_arena_page import LOW, PHONE, SMALL, expect_board, open_table, tap_move

CATALOGUES = {
    path.split("/")[-1].removesuffix(".json"): json.loads((ROOT / path).read_text("utf-8"))
    for path in catalogues(ROOT)
}
SETTINGS = "vanishing-pyramids.settings"


def language(page):
    """Return the language and direction that the page declares."""
    return page.evaluate("[document.documentElement.lang, document.documentElement.dir]")


def choose_language(page, name):
    """Choose a language in the settings, and wait until the page speaks it."""
    page.locator('[data-command="settings"]:visible').click()
    page.locator(f'[data-key="language"][data-value="{name}"]').click()
    page.wait_for_function(
        "title => document.querySelector('#dialog-title')?.textContent === title",
        arg=CATALOGUES[name]["settings.title"],
    )
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_address_chooses_the_language(page, site, name):
    open_ready(page, f"{site.url}?lang={name}")
    words = CATALOGUES[name]
    assert language(page) == [name, words["language.direction"]]
    assert page.title() == words["title"] == page.locator("h1").inner_text()
    assert page.locator('[data-command="settings"]').inner_text() == words["command.settings"]


@pytest.mark.parametrize(
    ("asked", "kept", "browser_asks", "expected"),
    [
        ("it", "he", "en-GB", "it"),
        (None, "he", "it-CH", "he"),
        (None, None, "it-CH", "it"),
        (None, "system", "he-IL", "he"),
        (None, None, "iw", "he"),
        (None, None, "de-AT", "en"),
        ("tlh", None, "it", "it"),
        ("<script>", "constructor", "de", "en"),
    ],
)
def test_the_address_comes_before_the_choice_and_that_before_the_browser(
    browser, site, asked, kept, browser_asks, expected
):
    context = browser.new_context(locale=browser_asks)
    context.set_default_timeout(PATIENCE_S * 1000)
    if kept:
        context.add_init_script(f"localStorage['{SETTINGS}'] ??= 'language={kept}'")
    page = context.new_page()
    troubles = watch_for_troubles(page, True)
    open_ready(page, site.url + (f"?lang={asked}" if asked else ""))
    assert language(page)[0] == expected
    assert page.title() == CATALOGUES[expected]["title"]
    context.close()
    assert not troubles


def test_the_language_changes_in_mid_game_and_nothing_is_lost(page, site):
    session = open_table(page, site, 7, 3)
    for text in ("O@A1", "B@C2"):
        move = session.rules.parse_move(text)
        if move not in session.rules.legal_moves(session.state):
            move = session.rules.legal_moves(session.state)[0]
        tap_move(page, move)
        session.play(session.rules.format_move(move))
    page.evaluate("window.stayed = true")
    for name in ("he", "it", "en", "he"):
        choose_language(page, name)
        assert language(page) == [name, CATALOGUES[name]["language.direction"]]
        expect_board(page, session.state)
        assert page.locator("h1").inner_text() == CATALOGUES[name]["arena.title"]
    assert page.evaluate("window.stayed")
    page.locator('[data-command="undo"]').click()
    session.undo()
    expect_board(page, session.state)
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    assert language(page)[0] == "he"
    expect_board(page, session.state)


def test_a_choice_goes_before_the_address_it_was_made_under(page, site):
    open_ready(page, f"{site.url}?lang=it#/piramide/5")
    choose_language(page, "he")
    assert "lang=" not in page.url
    assert page.url.endswith("#/piramide/5")
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    assert language(page)[0] == "he"


def test_a_theme_chosen_under_an_address_keeps_no_language(page, site):
    open_ready(page, f"{site.url}?lang=it")
    page.locator('[data-command="settings"]:visible').click()
    pressed = page.locator('[data-key="language"][aria-pressed="true"]')
    assert pressed.get_attribute("data-value") == "it"
    page.locator('[data-key="theme"][data-value="dark"]').click()
    open_ready(page, site.url)
    assert language(page)[0] == "en"


@pytest.mark.broken_page
def test_a_language_that_does_not_arrive_is_told_and_the_old_one_stays(page, frail_site):
    open_ready(page, f"{frail_site.url}#/piramide/5")
    frail_site.missing = {"game/locales/it.json"}
    page.locator('[data-command="settings"]:visible').click()
    page.locator('[data-key="language"][data-value="it"]').click()
    page.wait_for_function(
        "text => document.querySelector('#message').textContent === text",
        arg=ENGLISH["message.no_language"],
    )
    assert language(page)[0] == "en"
    frail_site.missing = set()
    page.keyboard.press("Escape")
    choose_language(page, "it")


def test_numbers_and_months_are_written_as_in_the_language(page, site):
    open_ready(page, f"{site.url}?lang=it#/")
    page.locator('[data-command="daily"]').click()
    heading = page.locator(".month h3").inner_text()
    expected = page.evaluate(
        "new Intl.DateTimeFormat('it', {month: 'long', year: 'numeric'}).format(new Date())"
    )
    assert heading == expected


def test_arrow_keys_follow_the_direction_of_the_language(page, site):
    open_table(page, site, 7, 3)
    choose_language(page, "he")
    page.locator("[data-stack=B2]").focus()
    before = page.locator("[data-stack=B2]").bounding_box()["x"]
    page.keyboard.press("ArrowLeft")
    focused = page.locator(":focus")
    assert focused.get_attribute("data-stack") == "C2"
    assert focused.bounding_box()["x"] < before


# A language stretched by a third, in which every sentence is marked: what is not is written
# outside of the catalogues, and what does not fit is cut.

OPEN, CLOSE = "\u2039", "\u203a"
LONGER = {"a": "aà", "e": "eé", "o": "oö"}
LOOK = (ROOT / "tests/words_seen.js").read_text("utf-8")


def stretched(text):
    """Return a text a third longer and marked at both ends; what is filled in stays."""
    parts = re.split(r"(\{\w+\}|<[^>]+>)", text)
    longer = "".join(
        part if part[:1] in ("{", "<") else "".join(LONGER.get(c, c) for c in part)
        for part in parts
    )
    return f"{OPEN}{longer}{CLOSE}"


def pseudo(catalogue):
    """Return a catalogue in the stretched language."""
    made = {}
    for key, value in catalogue.items():
        if key.startswith("language.") or re.match(r"keys\..*\.keys$", key):
            made[key] = value
        elif isinstance(value, str):
            made[key] = stretched(value)
        else:
            made[key] = [
                line[:2] + stretched(line[2:]) if line[:2] == "# " else stretched(line)
                for line in value
            ]
    return made


def test_every_sentence_is_in_the_catalogue_and_fits_when_it_is_longer(page, site, dist):
    words = pseudo(ENGLISH)
    html = (dist / "index.html").read_text("utf-8")
    block = re.search(r'id="words">(.*?)</script>', html)[1]
    painted = json.loads(block)
    painted["en"] = {key: words[key] for key in painted["en"]}
    html = html.replace(block, json.dumps(painted).replace("<", "\\u003c"))
    page.route(
        re.compile(re.escape(site.url) + r"(\?.*)?$"),
        lambda route: route.fulfill(body=html, content_type="text/html"),
    )
    page.route("**/game/locales/en.json?*", lambda route: route.fulfill(body=json.dumps(words)))
    faults = []
    for screen in walk(page, site, "en"):
        for size in (SMALL, LOW, PHONE):
            page.set_viewport_size(size)
            unmarked, cut = page.evaluate(LOOK, [OPEN, CLOSE])
            faults += [f"{screen}: not in the catalogue: {text}" for text in unmarked]
            faults += [f"{screen}: cut at {size['width']} px: {text}" for text in cut]
    assert not faults, "\n".join(faults)
