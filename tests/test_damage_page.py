"""Whatever is stored, opened or sent to the page, it says what is wrong and the game goes on."""

import json

import pytest
from playwright.sync_api import expect

from game.rules import piramide
from tests.conftest import SOAK, open_ready, wait_ready, wait_until
from tests.damage import BARE, KINDS, SHELVES, Kind, damaged
from tests.interpreters.damage import READ, told
from tests.test_backup import FULL, choose, stored
from tests.test_boot import paint_twice
from tests.test_damage import is_whole
from tests.test_page import DENY_STORAGE, play_some, screen, wait_screen
from tests.test_piramide_more_page import (
    STATISTICS,
    close_dialog,
    first_winnable,
    follow_the_hint,
    kept,
    open_dialog,
    play_line,
)
from tests.test_piramide_page import expect_board, session_of, tap_move, winning_line

MARK = "vanishing-pyramids."
COUNT = 600 if SOAK else 60
"""Damaged texts of a kind; of the slower kinds fewer."""
FORBIDDING = [
    "[" * 900_000 + "]" * 900_000,
    "[" + "[]," * 600_000 + "[]]",
    '{"kind": "vanishing-pyramids backup", "version": 1, "entries": {"settings": "'
    + "x" * 1_900_000
    + '"}}',
]
"""Files as large as may be, nested or full of nothing."""
WRITTEN_BY_ANOTHER_TAB = """([key, text]) => {
    for (const name of Object.keys(localStorage)) {
        if (name.includes(".aside.")) localStorage.removeItem(name);
    }
    localStorage[key] = text;
    dispatchEvent(new StorageEvent("storage", { key }));
    for (const name of ["undo", "redo"]) {
        document.querySelector(`#screen [data-command=${name}]`).click();
    }
}"""
BOARD = """() => [
    document.body.dataset.screen,
    [...document.querySelectorAll("#screen [data-stack], #screen [data-slot], #screen [data-pile]")]
        .map((e) => [e.dataset.tops, e.dataset.card, e.dataset.count]),
]"""


def texts(kind, seed, count=COUNT):
    """Return damaged texts that a browser can be given."""
    return [text for text in damaged(KINDS[kind], seed, count) if is_whole(text)]


def expect_no_trouble(page, text):
    """Check that the page still lives; `text` is what it was given last."""
    assert page.locator("#boot-trouble").is_hidden(), (
        page.locator("[data-boot-detail]").inner_text(),
        text[:2000],
    )


@pytest.mark.parametrize("game", sorted(SHELVES))
def test_a_damaged_game_from_another_tab_never_harms_the_one_on_the_table(page, site, game):
    deal = "1" if game == "piramide" else "7?players=3"
    open_ready(page, f"{site.url}#/{game}/{deal}")
    before = page.evaluate(BOARD)
    for text in texts("shelf", 3 if game == "arena" else 4):
        page.evaluate(WRITTEN_BY_ANOTHER_TAB, [MARK + game, text])
        paint_twice(page)
        expect_no_trouble(page, text)
        lines = text.split("\n")
        is_read = 2 <= len(lines) <= 10 and told("save", lines[1]).startswith(READ)
        after = page.evaluate(BOARD)
        assert after[0] == game
        if not is_read:
            assert after == before, text[:2000]
            assert text in stored(page).values()
        before = after


def test_damaged_statistics_are_named_and_all_others_shown(page, site):
    session = play_some(page, site, 2)
    open_dialog(page, "new")
    page.locator('[data-command="stats"]').click()
    for text in texts("statistics", 5):
        page.evaluate(
            """([key, text]) => {
                localStorage.clear();
                localStorage[key] = text;
                document.querySelector('#dialog [data-command="variant"]').click();
            }""",
            [STATISTICS, text],
        )
        expect_no_trouble(page, text)
        told_off = page.locator("#dialog .dialog-error").text_content()
        if told("statistics", text) == "refused":
            assert "could not be read" in told_off, text[:2000]
            assert text in stored(page).values()
        else:
            assert told_off == "", text[:2000]
    close_dialog(page)
    expect_board(page, session.state)


def test_damaged_links_and_addresses_never_harm_the_game_on_the_table(page, site):
    session = play_some(page, site)
    fragments = [f"#/piramide/replay/{text[:900]}" for text in texts("link", 6, COUNT // 2)]
    fragments += [f"#/arena/replay/{text[:900]}" for text in texts("link", 7, COUNT // 2)]
    for fragment in fragments:
        page.evaluate("fragment => { location.hash = fragment }", fragment)
        paint_twice(page)
        expect_no_trouble(page, fragment)
    page.evaluate("location.hash = '#/piramide'")
    wait_screen(page, "piramide")
    wait_until(lambda: "Deal 1 " in page.locator("#status").inner_text())
    expect_board(page, session.state)


def test_damaged_addresses_open_a_game_or_home(page, site):
    open_ready(page, site.url)
    kind = Kind(
        ["#/piramide/12345?draw=free&rows=7&open=1&redeals=1", "#/arena/7?players=3&start=2"],
        [BARE],
    )
    for fragment in damaged(kind, 8, COUNT):
        page.evaluate("fragment => { location.hash = fragment }", fragment)
        paint_twice(page)
        expect_no_trouble(page, fragment)
        assert screen(page) in ("home", "arena", "piramide")


def test_damaged_files_are_refused_and_nothing_changes(page, site):
    session = play_some(page, site, 2)
    before = stored(page)
    for text in [*texts("backup", 9, COUNT // 10), *FORBIDDING]:
        choose(page, text)
        page.locator("#dialog [data-command=load-now], #dialog [role=alert]").wait_for()
        page.locator("#dialog [data-command=close]").click()
        page.get_by_role("dialog").wait_for(state="hidden")
        expect_no_trouble(page, text)
        assert stored(page) == before
    expect_board(page, session.state)


def test_a_page_with_damaged_settings_starts_as_it_can(page, site):
    open_ready(page, site.url)
    for text in [*texts("settings", 10, COUNT // 15), "\n" * 1_000_000]:
        page.evaluate("([key, text]) => { localStorage[key] = text }", [MARK + "settings", text])
        page.reload()
        wait_ready(page)
        page.locator('[data-command="offline"]:enabled').wait_for()
        expect_no_trouble(page, text)


@pytest.mark.parametrize("name", ["[]", "5", "null", '{"piramide": 5}', "{", '"x"', "[" * 99_999])
def test_a_window_of_any_name_starts(page, site, name):
    """Another page that opens ours chooses the name, where games are kept if storage is denied."""
    page.add_init_script(f"window.name ||= {json.dumps(MARK + name)}")
    session = play_some(page, site, 1)
    expect_board(page, session.state)


# --- Storage that fails in mid-game ----------------------------------------------------------


def test_a_storage_that_fills_up_in_mid_game_loses_no_move(page, site):
    session = play_some(page, site, 2)
    page.evaluate(f"() => {{ {FULL} }}")
    play_on(page, session, 2)
    expect(page.locator("#message")).to_contain_text("does not let the page save")
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    play_on(page, session, 1)
    assert page.evaluate("window.name") == MARK + "{}"  # there is room again
    page.goto(f"{site.url}?again#/piramide")
    wait_ready(page)
    expect_board(page, session.state)


@pytest.mark.parametrize("way", ["localStorage.clear()", DENY_STORAGE])
def test_a_storage_that_vanishes_in_mid_game_loses_no_move(page, site, way):
    session = play_some(page, site, 2)
    page.evaluate(f"() => {{ {way} }}")
    play_on(page, session, 2)
    page.locator('[data-command="undo"]').click()
    session.undo()
    expect_board(page, session.state)
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)


def test_a_game_deleted_by_another_tab_is_kept_again_with_the_next_move(page, site):
    session = play_some(page, site, 2)
    other = page.context.new_page()
    open_ready(other, site.url)
    other.evaluate("localStorage.clear()")
    play_on(page, session, 1)
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)


def play_on(page, session, count):
    """Make some more moves on the page and in the session."""
    for _ in range(count):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(page, text)
        session.play(text)
    expect_board(page, session.state)


# --- A clock that is set back ----------------------------------------------------------------


def test_with_the_clock_set_back_a_daily_win_and_the_streak_stay(page, site):
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    open_ready(page, f"{site.url}#/piramide/daily")
    wait_until(lambda: "Daily deal 2026-01-05" in page.locator("#status").inner_text())
    session = session_of(first_winnable("20260105"))
    play_line(page, session, winning_line(session))
    assert kept(page).totals("stuck,6,closed,0").streak == 1
    page.clock.set_fixed_time("2026-01-03T12:00:00")
    page.reload()
    wait_ready(page)
    open_dialog(page, "new")
    page.locator('[data-command="daily"]').click()
    expect(page.locator('[aria-current="date"]')).to_have_attribute("data-date", "20260103")
    expect(page.locator("#dialog .note")).to_contain_text("1 ")
    page.locator('#dialog [data-command="day"].primary').click()
    wait_until(lambda: "Daily deal 2026-01-03" in page.locator("#status").inner_text())
    earlier = session_of(first_winnable("20260103"))
    expect_board(page, earlier.state)
    play_line(page, earlier, winning_line(earlier))
    statistics = kept(page)
    assert statistics.totals("stuck,6,closed,0").streak == 2
    assert [statistics.daily[day].end for day in ("20260103", "20260105")] == ["won", "won"]


# --- A worker that dies ----------------------------------------------------------------------


def test_when_the_worker_is_killed_while_it_thinks_the_page_answers(page, site):
    page.clock.install()
    session = session_of(17)
    open_ready(page, f"{site.url}#/piramide/17")
    open_dialog(page, "hint")
    page.locator('[data-command="show-hint"]').click()
    page.wait_for_selector("body[data-brain=ready]")
    follow_the_hint(page, session)
    open_dialog(page, "hint")
    page.evaluate(
        """() => {
            document.querySelector('[data-command="show-hint"]').click();
            document.querySelector('script[name="brain-1"]').xworker.terminate();
        }"""
    )
    page.locator("#fair .wait").wait_for()
    page.clock.fast_forward(31_000)
    follow_the_hint(page, session)
    assert page.locator("body").get_attribute("data-brain") == "off"
    open_dialog(page, "hint")
    page.locator('[data-command="show-hint"]').click()
    page.wait_for_selector("body[data-brain=ready]")
    follow_the_hint(page, session)
