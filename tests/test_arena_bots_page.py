"""Bots, hints, confirmation, matches and replays of the Arena in a real browser.

The bots think as they do for a player: on the page, and the hard one in the real worker.
"""

import re

import pytest
from playwright.sync_api import expect

from game.links import format_link
from game.rules import arena
from game.session import parse_save
from tests.conftest import open_ready, wait_until
from tests.test_arena_page import (
    COLOUR_NAMES,
    LOW,
    PHONE,
    SMALL,
    expect_board,
    hand,
    stack,
    tap_move,
)

KEY = "vanishing-pyramids."
QUICK = (
    f"localStorage.getItem('{KEY}settings') || localStorage.setItem('{KEY}settings', 'bots=quick')"
)


@pytest.fixture
def quick(page):
    """Let bots play without much of a pause."""
    page.add_init_script(QUICK)
    return page


def deal(page, site, *kinds, start="0", goal="0", names=()):
    """Deal a new game by the form, with these seats."""
    open_ready(page, site.url)
    page.locator('[data-game="arena"][data-command="play"]').click()
    page.locator(f'#dialog [name="players"][value="{len(kinds)}"]').check()
    for seat, kind in enumerate(kinds):
        page.locator(f'[name="seat{seat + 1}"]').select_option(kind)
    for seat, name in enumerate(names):
        page.locator(f'[name="name{seat + 1}"]').fill(name)
    page.locator('[name="start"]').select_option(start)
    page.locator('[name="goal"]').select_option(goal)
    page.locator('[data-command="deal"]').click()
    page.wait_for_selector("body:not([data-dialog])")


def kept(page):
    """Return the game that the page keeps."""
    text = page.evaluate("localStorage.getItem(boot.keys.mark + 'arena')")
    return parse_save(text.split("\n")[1], {"arena": arena})


def wait_turn(page, seat):
    """Return the game once it is a person's turn, or over."""
    page.wait_for_function(
        """seat => document.body.dataset.outcome === 'over' ||
            document.querySelector(`.tray .hand[data-player="${seat + 1}"]:enabled`)""",
        arg=seat,
    )
    return kept(page)


def wait_until_turn(page, *people):
    """Wait until one of these people is to move, or the game is over."""
    page.wait_for_function(
        """people => document.body.dataset.outcome === 'over' || people.some(seat =>
            document.querySelector(`.tray .hand[data-player="${seat + 1}"]:enabled`))""",
        arg=list(people),
    )


def play_to_the_end(page, *people):
    """Play the first legal move whenever it is a person's turn, until the game is over."""
    for _ in range(40):
        wait_until_turn(page, *people)
        session = kept(page)
        if session.is_over():
            return session
        tap_move(page, arena.legal_moves(session.state)[0])
    raise AssertionError("the game never ended")


def tops(page):
    """Return the stacks that the page shows."""
    return page.locator("[data-stack]").evaluate_all("es => es.map(e => e.dataset.tops)")


def reveal(page):
    """Show the secret colours and return the result's text."""
    page.locator('[data-command="reveal"]').click()
    page.wait_for_selector(".scores")
    return page.get_by_role("dialog").inner_text()


def expect_nothing_secret(page, session):
    """Check that no target and no deal is in the page, its address, or plain in its store."""
    html = page.locator("body").inner_html()
    stored = page.evaluate("JSON.stringify(localStorage)")
    for text in (html, page.url, stored):
        assert str(session.deal) not in text
    assert page.locator(".secret").evaluate_all("es => es.map(e => e.textContent).join('')") == ""
    for said in page.locator(".seat-name, .tray-name, #status, #message").all_inner_texts():
        assert not any(name in said for name in COLOUR_NAMES.values())
    attributes = page.locator("body, #screen, .seat, .tray, .arena").evaluate_all(
        "es => es.flatMap(e => [...e.attributes].map(a => a.name + '=' + a.value)).join(' ')"
    )
    assert "target" not in attributes
    assert not any(name in attributes for name in COLOUR_NAMES.values())


# --- Whole games ------------------------------------------------------------------------------


def test_one_person_plays_a_whole_game_against_two_bots_without_a_cover(quick, site):
    deal(quick, site, "person", "easy", "medium", start="2")
    assert quick.locator("body[data-handover]").count() == 0
    session = wait_turn(quick, 0)
    assert session.ply == 2, "both bots have played"
    expect_nothing_secret(quick, session)
    session = play_to_the_end(quick, 0)
    assert session.ply == 30
    expect_nothing_secret(quick, session)
    reveal(quick)
    verdict = quick.locator(".verdict").inner_text()
    for winner in arena.outcome(session.state).winners:
        assert ("Player 1", "Bot 2", "Bot 3")[winner] in verdict


@pytest.mark.parametrize("viewport", [SMALL, LOW])
def test_four_bots_are_watched_to_the_end(quick, site, viewport):
    quick.set_viewport_size(viewport)
    deal(quick, site, "easy", "medium", "easy", "medium")
    quick.wait_for_selector("body[data-outcome=over]")
    assert kept(quick).ply == 36
    reveal(quick)
    verdict = quick.locator(".verdict").inner_text()
    winners = arena.outcome(kept(quick).state).winners
    assert all(f"Bot {seat + 1}" in verdict for seat in winners)


def test_two_people_and_two_bots(quick, site):
    deal(quick, site, "person", "easy", "person", "easy", names=("Ada", "", "Bo"))
    heading = quick.locator(".handover h2")
    assert heading.inner_text() == "Pass the device to Ada"
    quick.locator('[data-command="looked"]').click()
    assert heading.inner_text() == "Pass the device to Bo"
    quick.locator('[data-command="looked"]').click()
    session = play_to_the_end(quick, 0, 2)
    assert session.ply == 36
    expect_nothing_secret(quick, session)
    reveal(quick)


def test_a_whole_game_against_the_hard_bot_in_the_worker(quick, site):
    deal(quick, site, "person", "hard", start="1")
    tap_move(quick, arena.legal_moves(wait_turn(quick, 0).state)[0])
    quick.wait_for_selector("body[data-brain=ready]")
    session = play_to_the_end(quick, 0)
    assert session.ply == 24
    assert quick.locator("body").get_attribute("data-brain") == "ready", "it never gave up"
    reveal(quick)


@pytest.mark.broken_page
def test_without_a_worker_the_medium_bot_plays_for_the_hard_one_and_says_so(quick, frail_site):
    frail_site.missing.add("brain.json")
    deal(quick, frail_site, "person", "hard", start="2")
    quick.wait_for_selector("body[data-brain=failed]")
    session = wait_turn(quick, 0)
    assert session.ply == 1
    line = quick.get_by_text("the medium one plays in its place")
    line.wait_for()
    requests = frail_site.requests.count("brain.json")
    tap_move(quick, arena.legal_moves(session.state)[0])
    assert wait_turn(quick, 0).ply == 3
    assert frail_site.requests.count("brain.json") == requests, "it is not tried at every turn"


def test_a_bot_goes_on_after_a_reload_and_rests_on_the_home_screen(quick, site):
    quick.clock.install()
    deal(quick, site, "person", "easy", "easy", start="1")
    tap_move(quick, arena.legal_moves(wait_turn(quick, 0).state)[0])
    quick.reload()
    assert wait_turn(quick, 0).ply == 3
    tap_move(quick, arena.legal_moves(kept(quick).state)[0])
    quick.locator('[data-command="home"]').click()
    quick.wait_for_selector("body[data-screen=home]")
    ply = kept(quick).ply
    quick.clock.run_for(60_000)
    assert kept(quick).ply == ply < 6, "no bot plays while nobody is there"
    quick.locator('[data-game="arena"][data-command="continue"]').click()
    quick.clock.resume()
    assert wait_turn(quick, 0).ply == 6


# --- Looking, undo, hints, confirmation -------------------------------------------------------


def test_the_only_person_looks_again_by_holding(quick, site):
    deal(quick, site, "person", "easy", start="1")
    target = wait_turn(quick, 0).state.targets[0]
    quick.locator('[data-command="peek"]').hover()
    quick.mouse.down()
    text = quick.locator(".secret").first.inner_text()
    assert COLOUR_NAMES[target] in text
    assert "Only" not in text, "nobody else is there"
    quick.mouse.up()
    expect_nothing_secret(quick, kept(quick))


def test_among_people_the_secret_says_who_may_look(quick, site):
    deal(quick, site, "person", "person", names=("Ada", "Bo"))
    quick.locator('[data-command="look"]').hover()
    quick.mouse.down()
    assert "Only Ada looks now." in quick.locator(".handover .secret").inner_text()
    quick.mouse.up()


def test_undo_and_redo_pass_over_the_bots_moves(quick, site):
    deal(quick, site, "person", "easy", "easy", start="1")
    first = wait_turn(quick, 0)
    tap_move(quick, arena.legal_moves(first.state)[0])
    after = wait_turn(quick, 0)
    assert after.ply == 3
    quick.locator('[data-command="undo"]').click()
    expect_board(quick, first.state)
    quick.locator('[data-command="redo"]').click()
    expect_board(quick, after.state)


def test_a_hint_chooses_the_piece_says_why_and_is_counted(quick, site):
    deal(quick, site, "person", "easy", start="1")
    session = wait_turn(quick, 0)
    quick.locator('[data-command="hint"]').click()
    quick.wait_for_selector(".stack.hinted")
    colour = quick.locator('.tray [data-hand][aria-pressed="true"]').get_attribute("data-hand")
    name = quick.locator(".stack.hinted").get_attribute("data-stack")
    assert arena.Move(colour, name) in arena.legal_moves(session.state)
    text = quick.locator("#message").inner_text()
    assert re.match(rf"{COLOUR_NAMES[colour].capitalize()} on {name}: \w", text)
    stack(quick, name).click()
    assert kept(quick).facts["hints"] == 1
    play_to_the_end(quick, 0)
    assert "One hint was asked for." in reveal(quick)


def test_among_people_a_hint_does_not_tell_the_askers_colour(quick, site):
    deal(quick, site, "person", "person", "easy", start="1")
    for _ in range(2):
        quick.locator('[data-command="looked"]').click()
    for _ in range(4):
        wait_until_turn(quick, 0, 1)
        ply = kept(quick).ply
        quick.locator('[data-command="hint"]').click()
        quick.wait_for_selector(".stack.hinted")
        text = quick.locator("#message").inner_text()
        assert re.search(r": (takes a stack from \w+.*|a good place for this piece)\.$", text)
        quick.locator(".stack.hinted").click()
        assert kept(quick).ply > ply


def test_a_tap_in_a_bots_turn_says_whose_turn_it_is(page, site):
    page.add_init_script(f"localStorage.setItem('{KEY}settings', 'bots=slow')")
    deal(page, site, "person", "easy", start="2")
    stack(page, "A1").click()
    page.get_by_text("Bot 2 plays now.", exact=True).wait_for()


def test_a_lone_person_learns_at_the_first_game_where_the_secret_colour_is(page, site):
    page.add_init_script(f"localStorage.setItem('{KEY}settings', 'bots=quick')")
    deal(page, site, "person", "easy", start="2")
    wait_turn(page, 0)  # the bot's move has not taken the line away
    expect(page.locator("#message")).to_have_text("Hold the eye to see your secret colour.")


def test_a_bot_without_a_name_is_called_in_the_language_of_the_page(page, site):
    deal(page, site, "person", "easy", start="1")
    wait_turn(page, 0)
    names = page.locator(".seat-name")
    assert names.nth(1).inner_text() == "Bot 2"
    page.locator('[data-command="settings"]').click()
    page.locator('[data-key="language"][data-value="he"]').click()
    page.wait_for_selector("html[lang=he]")
    expect(names.nth(1)).to_have_text("בוט 2")


def test_with_confirmation_only_the_second_tap_plays(page, site):
    page.add_init_script(f"localStorage.setItem('{KEY}settings', 'confirm=on\\nbots=quick')")
    deal(page, site, "person", "easy", start="1")
    session = wait_turn(page, 0)
    move = arena.legal_moves(session.state)[0]
    tap_move(page, move)
    assert page.locator(".stack.pending").get_attribute("data-stack") == move.stack
    expect_board(page, session.state)
    other = next(m for m in arena.legal_moves(session.state) if m.stack != move.stack)
    hand(page, other.colour).click()
    assert page.locator(".stack.pending").count() == 0
    hand(page, other.colour).click()
    tap_move(page, move) if other.colour != move.colour else stack(page, move.stack).click()
    stack(page, move.stack).click()
    wait_until(lambda: kept(page).ply >= 1)
    assert kept(page).moves[0] == arena.format_move(move)


# --- The form, matches, playing again ---------------------------------------------------------


def test_equal_names_are_refused_and_nothing_is_lost(page, site):
    open_ready(page, site.url)
    page.locator('[data-game="arena"][data-command="play"]').click()
    page.locator('[name="name1"]').fill("Ada")
    page.locator('[name="name2"]').fill("ada")
    page.locator('[data-command="deal"]').click()
    assert "both be called ada" in page.locator(".dialog-error").inner_text()
    page.locator('[name="name2"]').fill("Bo")
    page.locator('[name="start"]').select_option("4")
    page.locator('[data-command="deal"]').click()
    assert "no player 4" in page.locator(".dialog-error").inner_text()
    assert page.locator('[name="name1"]').input_value() == "Ada"


def test_playing_again_rotates_the_start_and_keeps_the_score_of_the_match(quick, site):
    deal(quick, site, "easy", "medium", start="2", goal="3")
    quick.wait_for_selector("body[data-outcome=over]")
    first = kept(quick)
    assert "Match to 3 wins:" in reveal(quick)
    wins = kept(quick).facts["wins"]
    assert sum(wins) == len(arena.outcome(first.state).winners)
    quick.locator('#dialog [data-command="next"]').click()
    quick.wait_for_selector("body[data-outcome=playing]")
    second = kept(quick)
    assert second.states[0].turn == 0
    assert second.deal != first.deal
    assert second.facts["wins"] == wins
    assert second.facts["seats"] == ["easy", "medium"]


# --- Replays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [PHONE, SMALL, LOW])
def test_a_finished_game_is_replayed_with_counts_and_beliefs(quick, site, viewport):
    quick.set_viewport_size(viewport)
    deal(quick, site, "easy", "medium", "easy")
    quick.wait_for_selector("body[data-outcome=over]")
    session = kept(quick)
    reveal(quick)
    quick.locator('#dialog [data-command="replay"]').click()
    quick.wait_for_selector(".beliefs svg")
    assert tops(quick) == list(session.states[0].stacks)
    for ply in (1, 2, 3):
        quick.locator('[data-command="line-next"]').click()
        assert tops(quick) == list(session.states[ply].stacks)
    quick.locator('[data-command="line-previous"]').click()
    assert tops(quick) == list(session.states[2].stacks)
    quick.locator(".scrub input").fill("17")
    assert tops(quick) == list(session.states[17].stacks)
    counts = quick.locator(".counts b").all_inner_texts()
    assert counts == [str(score.stacks) for score in arena.score(session.states[17])]
    quick.keyboard.press("Tab")
    quick.locator('[data-command="believe"][data-seat="1"]').click()
    words = quick.locator(".beliefs-words").inner_text()
    assert "Bot 2" in words
    assert words.endswith(f"In truth: {COLOUR_NAMES[session.state.targets[1]]}.")
    assert quick.locator(".beliefs polygon").count() == 5
    box = quick.locator(".field").bounding_box()
    assert box["height"] >= 120
    assert box["y"] + box["height"] <= viewport["height"]
    quick.locator('[data-command="replay-play"]').click()
    quick.wait_for_function("document.querySelector('.scrub input').value === '30'")
    quick.locator('[data-command="replay-stop"]').click()
    quick.wait_for_selector('.tray [data-command="result"]')
    assert quick.url.endswith("#/arena")


def test_a_replay_is_at_its_own_address_and_the_game_on_the_table_waits(quick, site, browser):
    deal(quick, site, "easy", "easy")
    quick.wait_for_selector("body[data-outcome=over]")
    session = kept(quick)
    reveal(quick)
    quick.locator('#dialog [data-command="replay"]').click()
    quick.wait_for_selector(".scrub")
    link = quick.url
    assert "/replay/" in link
    assert len(link) <= 300
    another = browser.new_context(viewport=PHONE)
    page = another.new_page()
    open_ready(page, link)
    page.wait_for_selector(".scrub")
    assert page.locator('[data-command="believe"]').all_inner_texts() == ["Bot 1", "Bot 2"]
    page.locator(".scrub input").fill("24")
    assert tops(page) == list(session.state.stacks)
    assert page.evaluate(f"localStorage.getItem('{KEY}arena')") is None, "only looked at"
    page.locator('[data-command="replay-stop"]').click()
    page.wait_for_selector("body[data-screen=home]")
    another.close()


def test_back_from_a_pasted_replay_shows_the_game_on_the_table(quick, site):
    deal(quick, site, "easy", "easy")
    quick.wait_for_selector("body[data-outcome=over]")
    link = quick.url.partition("#")[0] + "#/arena/replay/" + format_link(shown_game(kept(quick)))
    quick.locator('[data-command="home"]').click()
    quick.wait_for_selector("body[data-screen=home]")
    deal(quick, site, "person", "person")
    for _ in range(2):
        quick.locator('[data-command="looked"]').click()
    session = kept(quick)
    quick.evaluate("link => { location.href = link }", link)
    quick.wait_for_selector(".scrub")
    quick.go_back()
    quick.wait_for_selector(".scrub", state="detached")
    expect_board(quick, session.state)


def shown_game(session):
    """Return a finished game as one whose colours are shown."""
    session.facts["revealed"] = True
    return session
