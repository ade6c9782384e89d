"""The single file: both games play from a lone file, without a server or any other file."""

import re
import shutil
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from game.rules import arena, piramide
from scripts.single import MOST_BYTES, SINGLE_FILE, SingleError, write_single
from tests import test_arena_page, test_piramide_page
from tests.conftest import open_ready, wait_until
from tests.test_arena_bots_page import deal, kept, reveal, wait_turn
from tests.test_languages_page import CATALOGUES, choose_language, language
from tests.test_piramide_more_page import (
    SHARE,
    command,
    first_winnable,
    open_dialog,
    play_line,
    status,
)


@pytest.fixture
def single(dist, tmp_path, page):
    """Put the file alone into a folder, under another name; whatever it asks for fails the test.

    Its `url` stands where other tests have that of a site.
    """
    file = tmp_path / "I giochi, המשחקים (1).html"
    shutil.copy(dist / SINGLE_FILE, file)
    asked = []
    if hasattr(page, "on"):
        page.on("request", lambda request: asked.append(request.url))
        page.context.set_offline(True)
    yield SimpleNamespace(url=file.as_uri())
    others = [url for url in asked if not url.startswith((file.as_uri(), "blob:"))]
    assert not others


def test_it_can_be_mailed(dist):
    page = (dist / SINGLE_FILE).read_text("utf-8")
    assert len(page.encode()) <= MOST_BYTES
    policy = re.search(r'<meta name="policy" content="([^"]+)">', page)[1]
    assert "self" not in policy
    assert "http" not in policy
    assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")


def test_what_cannot_lie_within_a_page_is_named(dist, tmp_path):
    site = shutil.copytree(dist, tmp_path / "site")
    with (site / "boot.js").open("a") as file:
        file.write("'</script>'")
    with pytest.raises(SingleError, match=r"boot\.js"):
        write_single(site, [])


def test_both_games_are_played_and_kept_over_a_reload(page, single):
    open_ready(page, f"{single.url}#/piramide/1")
    session = test_piramide_page.session_of(1)
    for _ in range(5):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        test_piramide_page.tap_move(page, text)
        session.play(text)
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    test_piramide_page.expect_board(page, session.state)
    page.locator("#sprites svg").wait_for(state="attached")
    command(page, "home").click()
    page.goto("about:blank")
    session = test_arena_page.open_table(page, single, 7)
    for _ in range(5):
        move = arena.legal_moves(session.state)[0]
        test_arena_page.tap_move(page, move)
        session.play(arena.format_move(move))
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    test_arena_page.expect_board(page, session.state)


def test_it_speaks_every_language_and_has_the_rules(page, single):
    open_ready(page, single.url)
    for name in ("he", "it"):
        choose_language(page, name)
        assert language(page) == [name, CATALOGUES[name]["language.direction"]]
        page.locator('[data-game="piramide"][data-command="rules"]').click()
        page.get_by_role("dialog").wait_for()
        page.go_back()
        page.get_by_role("dialog").wait_for(state="hidden")
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    assert language(page) == ["it", "ltr"]


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_bot_plays(page, single, level):
    deal(page, single, "person", level)
    session = wait_turn(page, 0)
    test_arena_page.tap_move(page, arena.legal_moves(session.state)[0])
    wait_until(lambda: len(kept(page).moves) > len(session.moves) + 1)


def test_both_kinds_of_help_arrive(page, single):
    open_ready(page, f"{single.url}#/piramide/1?draw=free")
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    page.locator("[data-chance]").wait_for()
    command(page, "ask-oracle").click()
    page.locator("[data-verdict]").wait_for()


def test_what_needs_an_address_is_not_offered(page, single):
    open_ready(page, single.url)
    expect(page.locator('[data-command="offline"], [data-command="install"]').first).to_be_hidden()
    dialog = open_dialog(page, "settings")
    for name in ("offline", "embed", "take", "install"):
        assert not dialog.locator(f'[data-command="{name}"]').count()
    with page.expect_download() as download:
        dialog.locator('[data-command="licences"]').click()
    assert "Vanishing Pyramids authors" in download.value.path().read_text("utf-8")
    page.goto("about:blank")
    session = test_arena_page.open_table(page, single, 7)
    test_arena_page.tap_to_the_end(page, session)
    reveal(page)
    command(page, "replay").wait_for()
    assert not command(page, "share").count()


def test_the_result_of_a_day_is_shared_without_an_address(page, single):
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    page.add_init_script(SHARE)
    open_ready(page, f"{single.url}#/piramide/daily/20260103")
    wait_until(lambda: "Daily deal 2026-01-03" in status(page))
    session = test_piramide_page.session_of(first_winnable("20260103"))
    play_line(page, session, test_piramide_page.winning_line(session))
    command(page, "share").click()
    wait_until(lambda: page.evaluate("shared.length"))
    text = page.evaluate("shared[0]")
    assert f"Won in {session.ply} moves" in text
    assert "file:" not in text
    assert "#/" not in text


@pytest.mark.broken_page
def test_a_browser_that_is_too_old_says_so(page, single):
    page.add_init_script("delete window.DecompressionStream")
    page.goto(single.url)
    expect(page.locator('[data-boot="old"]')).to_be_visible()


def test_the_settings_offer_it_but_not_in_the_sources(page, site, dist):
    open_ready(page, site.url)
    dialog = open_dialog(page, "settings")
    with page.expect_download() as download:
        dialog.locator('[data-command="take"]').click()
    assert download.value.suggested_filename == SINGLE_FILE
    assert download.value.path().read_bytes() == (dist / SINGLE_FILE).read_bytes()
