"""Whatever is stored, opened or sent to the page, it says what is wrong and the game goes on."""

import json

import pytest
from playwright.sync_api import expect

from game.rules import arena, piramide
from game.session import parse_save
from game.views import arena_seats as seats
from tests import test_arena_page, test_piramide_page
from tests.conftest import SOAK, open_ready, wait_ready, wait_until
from tests.damage import BARE, KINDS, SHELVES, Kind, damaged
from tests.interpreters.damage import READ, told
from tests.test_arena_bots_page import deal, wait_turn
from tests.test_backup import FULL, choose, open_settings, stored
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
    "[" * 490_000 + "]" * 490_000,
    "[" + "[]," * 330_000 + "[]]",
    '{"kind": "vanishing-pyramids backup", "version": 1, "entries": {"settings": "'
    + "x" * 990_000
    + '"}}',
    "running" + "\n" * 999_000,
]
"""Files as large as may be, nested or full of nothing."""
GAMES = {arena.GAME: arena, piramide.GAME: piramide}
SLOW_BOTS = f"localStorage['{MARK}settings'] ||= 'bots=slow'"
WRITTEN_BY_ANOTHER_TAB = """([key, text]) => {
    for (const name of Object.keys(localStorage)) {
        if (name.includes(".aside.")) localStorage.removeItem(name);
    }
    localStorage[key] = text;
    dispatchEvent(new StorageEvent("storage", { key }));
}"""
TAP = "name => document.querySelector(`#screen [data-command=${name}]`).click()"
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
    page.add_init_script(SLOW_BOTS)
    deal = "1" if game == "piramide" else "7?players=3"
    open_ready(page, f"{site.url}#/{game}/{deal}")
    before = page.evaluate(BOARD)
    read = 0
    for text in texts("shelf", 3 if game == "arena" else 4):
        lines = text.split("\n")
        is_read = 2 <= len(lines) <= 10 and is_save_of(game, lines[1])
        page.evaluate(WRITTEN_BY_ANOTHER_TAB, [MARK + game, text])
        paint_twice(page)
        expect_no_trouble(page, text)
        if is_read:
            read += 1
            session = parse_save(lines[1], GAMES)
            expect_on_table(page, session, text)
        for command in ("undo", "redo"):
            page.evaluate(TAP, command)
            paint_twice(page)
        expect_no_trouble(page, text)
        after = page.evaluate(BOARD)
        assert after[0] == game
        if not is_read:
            assert after == before, text[:2000]
            assert text in stored(page).values()
        elif undo_and_redo(session):
            expect_on_table(page, session, text)
        before = page.evaluate(BOARD)
    assert 0 < read < COUNT


def is_save_of(game, save):
    """Return whether a save can be read, and is of this game."""
    return told("save", save).startswith(READ) and parse_save(save, GAMES).rules is GAMES[game]


def undo_and_redo(session):
    """Undo and redo as the page does, past the bots; return False where undo means another game."""
    ply = session.ply - 1
    if session.rules is arena and session.can_undo():
        ply = seats.earlier_choice(session)
    if ply is None or ply < 0 or not session.can_undo():
        return False
    session.ply = ply
    session.ply = seats.later_choice(session) if session.rules is arena else ply + 1
    return True


def expect_on_table(page, session, text):
    """Check that a game is kept and shown; where a bot is to move, it may have moved meanwhile."""
    game = session.rules.GAME
    wanted = session.moves[: session.ply]

    def kept_game():
        return parse_save(stored(page)[MARK + game].split("\n")[1], GAMES)

    if session.rules is arena:
        wait_until(lambda: test_arena_page.shown(page)["stacks"] == list(kept_game().state.stacks))
    else:
        expect_board(page, session.state)
    found = kept_game().record()["moves"]
    assert (session.params, session.deal) == (kept_game().params, kept_game().deal), text[:2000]
    if session.rules is arena and seats.is_bot_turn(session):
        found = found[: len(wanted)]
    assert found == wanted, text[:2000]


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


@pytest.mark.parametrize("line", ["", "=", "running"])
def test_a_page_starts_whatever_lines_without_end_are_kept(page, site, line):
    open_ready(page, site.url)
    for key in [*GAMES, "piramide.statistics", "piramide.clock", "settings", "before-loading"]:
        lines = f"{line}\n" * (500_000 // (len(line) + 1))
        page.evaluate("([key, text]) => { localStorage[key] = text }", [MARK + key, lines])
    for name, address in (
        ("home", ""),
        ("arena", "#/arena/7?players=3"),
        ("piramide", "#/piramide/1"),
    ):
        page.goto("about:blank")
        open_ready(page, site.url + address)
        wait_screen(page, name)
        expect_no_trouble(page, line)


@pytest.mark.parametrize("name", ["[]", "5", "null", '{"piramide": 5}', "{", '"x"', "[" * 99_999])
def test_a_window_of_any_name_starts(page, site, name):
    """Another page that opens ours chooses the name, where games are kept if storage is denied."""
    page.add_init_script(f"window.name ||= {json.dumps(MARK + name)}")
    session = play_some(page, site, 1)
    expect_board(page, session.state)


def test_where_what_a_file_replaced_is_damaged_undoing_says_so_and_changes_nothing(page, site):
    session = play_some(page, site, 2)
    for text in ("x", "[]", "{}", '{"kind": "vanishing-pyramids backup"}'):
        page.evaluate(
            "([key, text]) => { localStorage[key] = text }", [MARK + "before-loading", text]
        )
        before = stored(page)
        open_settings(page)
        page.locator('#dialog [data-command="take-back"]').click()
        expect(page.locator("#message")).to_contain_text("Nothing was changed.")
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
        expect_no_trouble(page, text)
        assert stored(page) == before
    expect_board(page, session.state)


# --- Storage that fails in mid-game ----------------------------------------------------------

both_games = pytest.mark.parametrize("game", sorted(GAMES))


def begin(page, site, game):
    """Put a deal on the table and make two moves; return its session."""
    if game == "piramide":
        return play_some(page, site, 2)
    session = test_arena_page.open_table(page, site, 7)
    play_on(page, session, 2)
    return session


def play_on(page, session, count):
    """Make some more moves on the page and in the session."""
    rules = session.rules
    for _ in range(count):
        move = rules.legal_moves(session.state)[0]
        if rules is arena:
            test_arena_page.tap_move(page, move)
        else:
            tap_move(page, rules.format_move(move))
        session.play(rules.format_move(move))
    expect_shown(page, session)


def expect_shown(page, session):
    """Check that the page shows the position of a session of either game."""
    module = test_arena_page if session.rules is arena else test_piramide_page
    module.expect_board(page, session.state)


@both_games
def test_a_storage_that_fills_up_in_mid_game_loses_no_move(page, site, game):
    session = begin(page, site, game)
    page.evaluate(f"() => {{ {FULL} }}")
    play_on(page, session, 2)
    expect(page.locator("#message")).to_contain_text("does not let the page save")
    page.reload()
    wait_ready(page)
    expect_shown(page, session)
    play_on(page, session, 1)
    assert page.evaluate("history.state") == 1  # there is room again
    page.goto(f"{site.url}?again#/{game}")
    wait_ready(page)
    expect_shown(page, session)


@both_games
@pytest.mark.parametrize("way", ["localStorage.clear()", DENY_STORAGE])
def test_a_storage_that_vanishes_in_mid_game_loses_no_move(page, site, game, way):
    session = begin(page, site, game)
    page.evaluate(f"() => {{ {way} }}")
    play_on(page, session, 2)
    page.locator('[data-command="undo"]').click()
    session.undo()
    expect_shown(page, session)
    page.reload()
    wait_ready(page)
    expect_shown(page, session)


@both_games
def test_a_game_deleted_by_another_tab_is_kept_again_with_the_next_move(page, site, game):
    session = begin(page, site, game)
    other = page.context.new_page()
    open_ready(other, site.url)
    other.evaluate("localStorage.clear()")
    play_on(page, session, 1)
    page.reload()
    wait_ready(page)
    expect_shown(page, session)


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

KILL_WHEN_TOLD = """
window.toKill = null;
window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name) {
        super(name);
        this.addEventListener("message", () => {
            const script = document.querySelector(`script[name="${window.toKill}"]`);
            if (script) {
                script.xworker.terminate();
                window.toKill = null;
                document.body.dataset.killed = "";
            }
        });
    }
};
"""
"""Ends the worker whose name is in `toKill` as soon as it tells how far it is, in mid-thought."""
SOON_GIVEN_UP = """
const set = window.setTimeout;
window.setTimeout = (call, ms, ...rest) => set(call, ms === 30_000 ? 3_000 : ms, ...rest);
"""
"""A worker that says nothing is given up after 3 s in place of ANSWERING_MS (thinking.py)."""


def test_when_the_worker_is_killed_while_it_thinks_the_page_answers(page, site):
    page.add_init_script(KILL_WHEN_TOLD + SOON_GIVEN_UP)
    session = session_of(17)
    open_ready(page, f"{site.url}#/piramide/17")
    open_dialog(page, "hint")
    page.locator('[data-command="show-hint"]').click()
    page.wait_for_selector("body[data-brain=ready]")
    follow_the_hint(page, session)
    open_dialog(page, "hint")
    page.evaluate("toKill = 'brain-1'")
    page.locator('[data-command="show-hint"]').click()
    page.wait_for_selector("body[data-killed]")
    page.locator("#fair .wait").wait_for()
    page.wait_for_selector("body[data-brain=off]")
    follow_the_hint(page, session)
    open_dialog(page, "hint")
    page.locator('[data-command="show-hint"]').click()
    page.wait_for_selector("body[data-brain=ready]")
    follow_the_hint(page, session)


def test_when_a_hard_bot_is_killed_while_it_thinks_the_game_goes_on(page, site):
    page.add_init_script(f"localStorage['{MARK}settings'] ||= 'bots=quick'")
    page.add_init_script(KILL_WHEN_TOLD + SOON_GIVEN_UP)
    deal(page, site, "person", "hard", start="1")
    page.evaluate("toKill = 'brain-1'")
    test_arena_page.tap_move(page, arena.legal_moves(wait_turn(page, 0).state)[0])
    page.wait_for_selector("body[data-killed]")
    page.wait_for_selector("body[data-brain=off]")
    session = wait_turn(page, 0)
    assert session.ply == 2
    test_arena_page.tap_move(page, arena.legal_moves(session.state)[0])
    page.wait_for_selector("body[data-brain=ready]")
    assert wait_turn(page, 0).ply == 4
