"""La Piramide's comforts in a real browser: variants, keys, statistics, the daily deal, help."""

import json
import re
import shutil
import subprocess

import pytest

from game.minds import solver
from game.rules import piramide
from game.session import Session
from game.statistics import format_statistics, parse_statistics
from scripts.build import ROOT
from scripts.serve import SiteServer
from tests.conftest import open_ready, wait_ready, wait_until
from tests.test_interpreters import find_node
from tests.test_piramide_page import card, expect_board, session_of, tap_move, winning_line

STATISTICS = "vanishing-pyramids.piramide.statistics"
NO_SHARE = """
delete Navigator.prototype.share;
Object.defineProperty(Navigator.prototype, "clipboard", { get() { return undefined; } });
"""
SHARE = """
window.shared = [];
Navigator.prototype.share = (what) => { shared.push(what.text); return Promise.resolve(); };
"""


def command(page, name):
    """Return the one button of a command."""
    return page.locator(f'[data-command="{name}"]')


def open_dialog(page, name):
    """Give a command that opens a dialog and return that dialog."""
    command(page, name).click()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    return dialog


def close_dialog(page):
    """Close the open dialog."""
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")


def kept(page):
    """Return the statistics that the page keeps."""
    return parse_statistics(page.evaluate(f"localStorage['{STATISTICS}']"))


def status(page):
    """Return the line under the title."""
    return page.locator("#status").inner_text()


def play_line(page, session, line):
    """Play moves on the page and in a session."""
    for text in line:
        tap_move(page, text)
        session.play(text)


def solved(wanted, draw="stuck", start=1):
    """Return a session of the first deal from `start` that can be won, or not, and its solution."""
    for number in range(start, start + 300):
        session = session_of(number, draw)
        solution = solver.solve(session.state)
        if solution.winnable is wanted:
            return session, solution
    raise AssertionError("no such deal")


def losing_line(session):
    """Return moves by which the session's game is lost: always the first legal one."""
    copy = Session(piramide, session.params, session.deal)
    while piramide.legal_moves(copy.state):
        copy.play(piramide.format_move(piramide.legal_moves(copy.state)[0]))
    assert piramide.outcome(copy.state).result == "lost"
    return copy.moves


# Variants and deals


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("Classica", ("stuck", 6, False, 0)),
        ("Pesca libera", ("free", 6, False, 0)),
        ("Scoperta", ("stuck", 6, True, 0)),
        ("Sette righe", ("stuck", 7, False, 0)),
        ("Un giro in più", ("stuck", 6, False, 1)),
    ],
)
def test_each_variant_is_dealt_by_its_name(page, site, name, params):
    open_ready(page, f"{site.url}#/piramide/1")
    dialog = open_dialog(page, "new")
    dialog.get_by_role("radio", name=re.compile(f"^{name}")).check()
    dialog.locator('[name="deal"]').fill("8")
    command(page, "deal").click()
    wait_until(lambda: "Deal 8" in status(page))
    expect_board(page, Session(piramide, piramide.Params(*params), 8).state)
    assert (name in status(page)) is (name != "Classica")


def test_a_covered_card_that_lies_open_is_seen_but_cannot_be_used(page, site):
    open_ready(page, f"{site.url}#/piramide/8?open=1")
    tip = page.locator('[data-slot="1.1"]')
    assert tip.get_attribute("data-card")
    assert "covered" in tip.get_attribute("aria-label")
    tip.click(position={"x": 20, "y": 5})
    assert "covered" in page.locator("#message").inner_text()


def test_winnable_only_deals_what_can_be_won(page, site):
    open_ready(page, f"{site.url}#/piramide/2")
    for _ in range(3):
        before = status(page)
        dialog = open_dialog(page, "new")
        dialog.get_by_role("radio", name="Winnable only").check()
        command(page, "deal").click()
        wait_until(lambda old=before: status(page) != old)
        number = int(re.search(r"Deal (\d+)", status(page))[1])
        assert solver.solve(session_of(number).state).winnable


def test_an_own_deck_is_dealt_and_a_bad_one_is_named(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    session = session_of(7)
    deck = piramide.format_setup(session.params, tuple(session.state.pyramid + session.state.stock))
    codes = deck[0][1].split(" ")
    dialog = open_dialog(page, "new")
    field, alert = dialog.locator('[name="deal"]'), dialog.get_by_role("alert")
    for text, named in (
        (" ".join(codes[:-1]), "39 cards"),
        (" ".join([*codes[:-1], codes[0]]), "twice"),
        (" ".join([*codes[:-1], "8x"]), "8x"),
        ("9007199254740992", "whole number"),
        ("-1", "whole number"),
        ("1.5", "whole number"),
        ("9" * 400, "whole number"),
    ):
        field.fill(text)
        command(page, "deal").click()
        assert named in alert.inner_text()
    field.fill("\t".join(codes).lower())
    command(page, "deal").click()
    wait_until(lambda: "Own deck" in status(page))
    expect_board(page, session.state)


# Keys


def test_a_game_is_won_by_keys_alone(page, site):
    session, solution = solved(True)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    for text in solution.moves:
        if text == "+":
            page.keyboard.press(" ")
        else:
            first, *second = piramide.parse_move(text).cards
            choose_by_key(page, first)
            if second:
                partner = page.locator(f'[data-card="{second[0]}"].partner')
                for _ in range(4):
                    press_value(page, second[0])
                    if partner.count():
                        break
            page.keyboard.press("Enter")
        session.play(text)
        expect_board(page, session.state)


def press_value(page, code):
    """Press the key of a card's value; 0 for a Re."""
    page.keyboard.press("0" if code[0] == "R" else code[0].lower())


def choose_by_key(page, code):
    """Press the key of a card's value until this card is chosen."""
    page.keyboard.press("Escape")
    for _ in range(5):
        press_value(page, code)
        if card(page, code).get_attribute("aria-pressed") == "true":
            return
        if page.locator(".partner").count():  # a five found another five
            page.keyboard.press("Escape")
            page.keyboard.press(code[0].lower())
    raise AssertionError(f"{code} was never chosen")


def test_arrows_walk_over_the_cards_and_keys_undo_and_redo(page, site):
    session = session_of(2)
    open_ready(page, f"{site.url}#/piramide/2")
    page.keyboard.press("ArrowDown")
    focus = "document.activeElement.dataset.slot || document.activeElement.dataset.pile"
    assert page.evaluate(focus) == "6.1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "6.2"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focus) == "5.2"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focus) == "stock"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "drawn"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focus).startswith("6.")
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_move(page, text)
    page.keyboard.press("u")
    expect_board(page, session.state)
    page.keyboard.press("y")
    session.play(text)
    expect_board(page, session.state)
    page.keyboard.press("?")
    assert "Walk" in page.get_by_role("dialog").inner_text()
    page.keyboard.press("u")
    close_dialog(page)
    expect_board(page, session.state)


# Settings


def choose_setting(page, key, value):
    """Change one setting."""
    dialog = open_dialog(page, "settings")
    dialog.locator(f'[data-key="{key}"][data-value="{value}"]').click()
    close_dialog(page)


def test_a_re_leaves_by_itself_if_wished_and_undo_brings_it_back(page, site):
    def is_king(move):
        return len(move.cards) == 1

    session = next(
        session
        for session in map(session_of, range(1, 50))
        if any(is_king(move) for move in piramide.removals(session.state))
    )
    open_ready(page, f"{site.url}#/piramide/1")
    choose_setting(page, "autore", "on")
    page.evaluate(f"location.hash = '#/piramide/{session.deal}'")
    while any(is_king(move) for move in piramide.removals(session.state)):
        move = next(move for move in piramide.removals(session.state) if is_king(move))
        session.play(piramide.format_move(move))
    wait_until(lambda: f"{session.ply} move" in status(page))
    expect_board(page, session.state)
    command(page, "undo").click()
    session.undo()
    expect_board(page, session.state)


def test_possible_partners_glow_if_wished(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    choose_setting(page, "partners", "on")
    card(page, "4c").click()
    glowing = page.locator(".partner")
    assert sorted(e.get_attribute("data-card") for e in glowing.all()) == ["6c", "6d"]
    card(page, "4c").click()
    assert glowing.count() == 0


def test_the_clock_is_off_until_wished_and_starts_with_the_first_move(page, site):
    page.clock.install()
    open_ready(page, f"{site.url}#/piramide/1")
    assert ":" not in status(page)
    choose_setting(page, "clock", "on")
    page.clock.run_for(30_000)
    assert status(page).endswith("0:00")
    tap_move(page, "4c6c")
    page.clock.run_for(61_000)
    assert status(page).endswith(("1:00", "1:01"))
    page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => window.away });
            window.away = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    page.clock.run_for(600_000)
    page.evaluate("() => { away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    page.clock.run_for(2_000)
    assert status(page).endswith(("1:01", "1:02", "1:03"))
    page.reload()
    wait_ready(page)
    wait_until(lambda: status(page).endswith(("1:01", "1:02", "1:03")))


# Statistics


def test_a_clean_win_is_told_on_the_table_and_counted(page, site):
    session, solution = solved(True)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    play_line(page, session, solution.moves)
    assert "Without help, and no move was taken back" in page.locator(".result").inner_text()
    totals = kept(page).totals("stuck,6,closed,0")
    assert (totals.played, totals.won, totals.clean, totals.no_undo, totals.streak) == (1,) * 5
    open_dialog(page, "new")
    command(page, "stats").click()
    assert page.locator('[data-stat="clean"] dd').inner_text() == "1 (100 %)"
    assert "1 won" in page.locator(".chart svg").get_attribute("aria-label")


def test_a_deal_played_again_is_never_a_clean_win(page, site):
    session, solution = solved(True)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    tap_move(page, solution.moves[0])
    page.evaluate("location.hash = '#/piramide/2'")
    wait_until(lambda: "Deal 2 " in status(page))
    tap_move(page, piramide.format_move(piramide.legal_moves(session_of(2).state)[0]))
    page.evaluate(f"location.hash = '#/piramide/{session.deal}'")
    wait_until(lambda: f"Deal {session.deal} " in status(page))
    play_line(page, session, solution.moves)
    assert "seen this deal before" in page.locator(".result").inner_text()
    plays = kept(page).plays
    assert [play.end for play in plays] == ["left", "left", "won"]
    assert kept(page).totals("stuck,6,closed,0").clean == 0


def test_a_lost_deal_that_cannot_be_won_leaves_the_streak(page, site):
    won, solution = solved(True)
    lost, _ = solved(False)
    open_ready(page, f"{site.url}#/piramide/{won.deal}")
    play_line(page, won, solution.moves)
    page.evaluate(f"location.hash = '#/piramide/{lost.deal}'")
    wait_until(lambda: f"Deal {lost.deal} " in status(page))
    play_line(page, lost, losing_line(lost))
    wait_until(lambda: kept(page).plays[-1].winnable is False)
    assert kept(page).totals("stuck,6,closed,0").streak == 1


def test_undo_after_a_loss_and_the_game_counts_as_what_becomes_of_it(page, site):
    session, solution = solved(True, start=10)
    line = losing_line(session)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    play_line(page, session, line)
    assert kept(page).plays[-1].end == "lost"
    for _ in line:
        command(page, "undo").click()
    fresh = session_of(session.deal)
    play_line(page, fresh, solution.moves)
    (play,) = kept(page).plays
    assert (play.end, play.undos) == ("won", len(line))
    assert "moves" not in page.locator(".result").inner_text()


def test_statistics_are_exported_imported_reset_and_brought_back(page, site, tmp_path):
    session, solution = solved(True)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    play_line(page, session, solution.moves)
    before = format_statistics(kept(page))
    open_dialog(page, "new")
    command(page, "stats").click()
    with page.expect_download() as download:
        command(page, "export-stats").click()
    file = download.value.path()
    assert json.loads(file.read_text("utf-8")) == json.loads(before)
    command(page, "reset").click()
    assert kept(page).plays
    command(page, "reset-yes").click()
    assert not kept(page).plays
    command(page, "stats-back").click()
    assert format_statistics(kept(page)) == before
    command(page, "reset").click()
    command(page, "reset-yes").click()
    copy = tmp_path / "statistics.json"
    copy.write_text(before)
    with page.expect_file_chooser() as chooser:
        command(page, "import-stats").click()
    chooser.value.set_files(copy)
    wait_until(lambda: format_statistics(kept(page)) == before)
    copy.write_text(before.replace('"won"', '"drawn"'))
    with page.expect_file_chooser() as chooser:
        command(page, "import-stats").click()
    chooser.value.set_files(copy)
    wait_until(lambda: "end must be" in page.get_by_role("alert").inner_text())
    assert format_statistics(kept(page)) == before


def test_damaged_statistics_are_named_put_aside_and_the_game_goes_on(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    damaged = '{"kind": "vanishing-pyramids statistics"'
    page.evaluate("([key, text]) => { localStorage[key] = text }", [STATISTICS, damaged])
    session = session_of(1)
    play_line(page, session, losing_line(session))
    assert damaged in page.evaluate("Object.values(localStorage)")
    assert kept(page).plays[0].end == "lost"
    open_dialog(page, "new")
    command(page, "stats").click()
    with page.expect_download() as download:
        command(page, "stats-unread").click()
    assert download.value.path().read_text() == damaged


# The daily deal


def first_winnable(date):
    """Return the number of a date's deal."""
    number = int(date) * 1000
    while not solver.solve(session_of(number).state).winnable:
        number += 1
    return number


def test_the_daily_deal_is_the_first_winnable_of_the_local_date(page, site):
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    open_ready(page, f"{site.url}#/piramide/daily")
    wait_until(lambda: "Daily deal 2026-01-05" in status(page))
    expect_board(page, session_of(first_winnable("20260105")).state)


@pytest.mark.parametrize("can_share", [True, False])
def test_a_daily_win_is_in_the_calendar_and_its_result_is_shared(page, site, can_share):
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    page.add_init_script(SHARE if can_share else NO_SHARE)
    open_ready(page, site.url)
    dialog = open_dialog(page, "daily")
    dialog.locator('[data-date="20260103"]').click()
    wait_until(lambda: "Daily deal 2026-01-03" in status(page))
    session = session_of(first_winnable("20260103"))
    play_line(page, session, winning_line(session))
    command(page, "share").click()
    if can_share:
        wait_until(lambda: page.evaluate("shared.length"))
        text = page.evaluate("shared[0]")
    else:
        text = page.get_by_role("textbox").input_value()
        close_dialog(page)
    assert f"Won in {session.ply} moves" in text
    assert "2026-01-03" in text
    assert "without help" in text
    assert text.endswith("#/piramide/daily/20260103")
    open_dialog(page, "new")
    command(page, "daily").click()
    day = page.locator('[data-date="20260103"]')
    assert day.get_attribute("data-end") == "won"
    assert day.get_attribute("aria-label") == "January 3, 2026: won"
    assert page.locator('[data-date="20260106"]').is_disabled()


def test_the_link_of_a_shared_result_opens_that_days_deal(page, site):
    open_ready(page, f"{site.url}#/piramide/daily/20260103")
    wait_until(lambda: "Daily deal 2026-01-03" in status(page))
    expect_board(page, session_of(first_winnable("20260103")).state)


@pytest.mark.parametrize("date", ["20261301", "x", "99991231"])
def test_a_date_without_a_deal_is_named(page, site, date):
    open_ready(page, f"{site.url}#/piramide/daily/{date}")
    assert page.locator("body").get_attribute("data-screen") == "home"
    assert page.locator("#message").inner_text() != ""


# All-knowing help


def test_a_lost_game_is_judged_and_the_winning_line_shown_without_losing_the_game(page, site):
    session, _ = solved(True, start=17)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    play_line(page, session, losing_line(session))
    command(page, "oracle").click()
    verdict = page.locator("[data-verdict]")
    verdict.wait_for()
    assert verdict.get_attribute("data-verdict") == "thrown"
    ply = int(re.search(r"Move (\d+)", verdict.inner_text())[1])
    assert solver.solve(session.states[ply - 1]).winnable
    assert not solver.solve(session.states[ply]).winnable
    command(page, "show-line").click()
    line = Session(piramide, session.params, session.deal)
    for text in session.moves[: ply - 1]:
        line.play(text)
    next_step, back = command(page, "line-next"), command(page, "line-previous")
    next_step.wait_for()
    states = [line.state]
    while next_step.get_attribute("aria-disabled") is None:
        tapped = page.locator("[data-card].hinted, [data-pile].hinted")
        codes = sorted(e.get_attribute("data-card") or "+" for e in tapped.all())
        line.play("+" if "+" in codes else "".join(codes))
        next_step.click()
        states.append(line.state)
    assert piramide.outcome(line.state).result == "won"
    back.click()
    seen = piramide.observe(states[-2])
    assert page.locator('[data-pile="drawn"]').get_attribute("data-card") == seen.drawn
    assert command(page, "undo").evaluate("(e) => !!e.closest('[inert]')")
    command(page, "line-stop").click()
    expect_board(page, session.state)
    assert "all-knowing once" in open_dialog(page, "hint").inner_text()


def test_a_deal_that_cannot_be_won_is_told(page, site):
    session, _ = solved(False)
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    open_dialog(page, "hint")
    command(page, "ask-oracle").click()
    verdict = page.locator("[data-verdict]")
    verdict.wait_for()
    assert verdict.get_attribute("data-verdict") == "no"


# Without a worker


@pytest.mark.broken_page
def test_in_a_sandboxed_frame_the_page_gives_both_kinds_of_help(page, site):
    session = session_of(17)
    page.set_content(
        f'<iframe sandbox="allow-scripts" width="380" height="700" src="{site.url}#/piramide/17">'
    )
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready=true]").wait_for()
    frame.locator('[data-command="hint"]').click()
    frame.locator('[data-command="ask-oracle"]').click()
    frame.locator('[data-verdict="yes"]').wait_for()
    frame.locator('[data-command="show-hint"]').click()
    follow_the_hint(frame, session)
    assert frame.locator("body").get_attribute("data-brain") == "failed"


def follow_the_hint(page, session):
    """Let the move of the fair help glow on the table and make it."""
    command(page, "glow").click()
    page.get_by_role("dialog").wait_for(state="hidden")
    glowing = page.locator("[data-card].hinted, [data-pile=stock].hinted").all()
    codes = sorted(element.get_attribute("data-card") or "+" for element in glowing)
    text = "+" if "+" in codes else "".join(codes)
    assert text in [piramide.format_move(move) for move in piramide.legal_moves(session.state)]
    tap_move(page, text)
    session.play(text)
    expect_board(page, session.state)


# With the real worker


@pytest.fixture(scope="module")
def brain_dist(dist, tmp_path_factory):
    """Return the folder of a site with the worker in it."""
    if (dist / "brain.json").is_file():
        return dist
    folder = tmp_path_factory.mktemp("brain") / "dist"
    shutil.copytree(dist, folder)
    subprocess.run([find_node(), ROOT / "scripts/brain.mjs", folder], check=True)
    return folder


@pytest.fixture
def brain_site(brain_dist):
    """Serve that site for one test that may lose files or let them hang."""
    with SiteServer(brain_dist) as server:
        yield server


def brain(page):
    """Return how the worker stands."""
    return page.locator("body").get_attribute("data-brain")


def wait_brain(page, state):
    """Return once the worker stands so."""
    page.wait_for_selector(f"body[data-brain={state}]")


@pytest.mark.parametrize("draw", ["stuck", "free"])
def test_the_worker_starts_on_first_need_and_gives_a_hint(page, brain_site, draw):
    session = session_of(17, draw)
    open_ready(page, f"{brain_site.url}#/piramide/17?draw={draw}")
    assert brain(page) == "off"
    assert not [path for path in brain_site.requests if "pyodide" in str(path)]
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")
    page.locator("#fair .bar").wait_for(state="detached")
    chance = int(page.locator("[data-chance]").get_attribute("data-chance"))
    assert 0 <= chance <= 100
    command(page, "show-hint").click()
    follow_the_hint(page, session)
    assert "2 times" in open_dialog(page, "hint").inner_text()


def test_a_download_that_nobody_waits_for_stops_and_can_begin_again(page, brain_site):
    brain_site.stalling.add("pyodide/pyodide.asm.wasm")
    open_ready(page, f"{brain_site.url}#/piramide/17")
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    note = page.locator("#fair .wait .note")
    wait_until(lambda: re.search(r"[1-9]\d*\.\d of \d+\.\d MB", note.inner_text()))
    page.go_back()
    page.get_by_role("dialog").wait_for(state="hidden")
    wait_brain(page, "off")
    brain_site.stalling.clear()
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")


@pytest.mark.broken_page
@pytest.mark.parametrize("path", ["pyodide/pyodide.asm.wasm", "brain.json"])
def test_a_missing_file_of_the_worker_leaves_the_hint_to_the_page(page, brain_site, path):
    brain_site.missing.add(path)
    session = session_of(17)
    open_ready(page, f"{brain_site.url}#/piramide/17")
    open_dialog(page, "hint")
    command(page, "show-hint").click()
    wait_brain(page, "failed")
    follow_the_hint(page, session)


def test_under_free_draw_the_worker_judges_and_finds_deals(page, brain_site):
    session, _ = solved(False, "free")
    open_ready(page, f"{brain_site.url}#/piramide/{session.deal}?draw=free")
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")
    command(page, "ask-oracle").click()
    page.locator("[data-verdict=no]").wait_for()
    close_dialog(page)
    dialog = open_dialog(page, "new")
    dialog.get_by_role("radio", name="Winnable only").check()
    command(page, "deal").click()
    wait_until(lambda: f"Deal {session.deal} " not in status(page))
    number = int(re.search(r"Deal (\d+)", status(page))[1])
    assert solver.solve(session_of(number, "free").state).winnable
