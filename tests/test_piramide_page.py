"""La Piramide in a real browser: tapping, dragging, drawing, and whole games to the end."""

import pytest

from game.rules import piramide
from game.session import Session
from tests.conftest import open_ready, wait_until

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def session_of(number, draw="stuck"):
    """Return a session of a deal as the page should have it."""
    return Session(piramide, piramide.Params(draw, 6, False, 0), number)


def winning_line(session):
    """Return moves that win the session's deal, found by searching; None when there are none."""
    seen = set()
    stack = [(session.state, [])]
    while stack:
        state, line = stack.pop()
        if piramide.outcome(state) and piramide.outcome(state).result == "won":
            return line
        for move in piramide.legal_moves(state):
            after = piramide.apply_move(state, move)
            key = (after.pyramid, after.stock, after.drawn, after.waste)
            if key not in seen:
                seen.add(key)
                stack.append((after, [*line, piramide.format_move(move)]))
    return None


def first_winnable():
    """Return the number of a deal that can be won, and how."""
    for number in range(1, 100):
        line = winning_line(session_of(number))
        if line:
            return number, line
    raise AssertionError("no deal below 100 can be won")


def card(page, code):
    """Return the button on which a card lies face up."""
    return page.locator(f'[data-card="{code}"]')


def tap_move(page, text):
    """Make a move by tapping."""
    if text in "+*":
        page.locator('[data-pile="stock"]').click()
    else:
        for code in piramide.parse_move(text).cards:
            card(page, code).click()


def expect_board(page, state):
    """Check that the page shows exactly what the player may see of a position."""
    seen = piramide.observe(state)
    for slot, code in enumerate(seen.pyramid):
        row = next(row for row in range(7) if slot < piramide.pyramid_size(row + 1))
        column = slot - piramide.pyramid_size(row)
        place = page.locator(f'[data-slot="{row + 1}.{column + 1}"]')
        shown = None if code == piramide.FACE_DOWN else code
        assert place.get_attribute("data-card") == shown
    assert page.locator('[data-pile="stock"]').get_attribute("data-count") == str(len(state.stock))
    assert page.locator('[data-pile="drawn"]').get_attribute("data-card") == state.drawn
    top = state.waste[-1] if state.waste else None
    assert page.locator('[data-pile="waste"]').get_attribute("data-card") == top
    result = piramide.outcome(state)
    outcome = page.locator("body").get_attribute("data-outcome")
    assert outcome == (result.result if result else "playing")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_game_is_won_by_tapping(page, site):
    number, line = first_winnable()
    session = session_of(number)
    open_ready(page, f"{site.url}#/piramide/{number}")
    for text in line:
        expect_board(page, session.state)
        tap_move(page, text)
        session.play(text)
    expect_board(page, session.state)
    assert "Won" in page.locator(".result").inner_text()


def test_a_whole_game_is_lost_and_the_cards_left_are_told(page, site):
    session = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    while piramide.legal_moves(session.state):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(page, text)
        session.play(text)
    expect_board(page, session.state)
    left = piramide.outcome(session.state).cards_left
    assert f"{left} cards" in page.locator(".result").inner_text()


def test_the_stock_stays_closed_while_a_removal_is_left(page, site):
    session = session_of(2)
    while not piramide.removals(session.state):
        session.play("+")
    open_ready(page, f"{site.url}#/piramide/2")
    for text in session.moves:
        tap_move(page, text)
    tap_move(page, "+")
    assert "look again" in page.locator("#message").inner_text()
    expect_board(page, session.state)


def test_under_free_draw_the_stock_opens_at_any_time(page, site):
    session = session_of(2, "free")
    open_ready(page, f"{site.url}#/piramide/2?draw=free")
    for _ in range(3):
        tap_move(page, "+")
        session.play("+")
        expect_board(page, session.state)


def test_a_wrong_pair_is_explained_and_changes_nothing(page, site):
    session = session_of(3)
    open_ready(page, f"{site.url}#/piramide/3")
    cards = [code for code in piramide.available(session.state) if piramide.value(code) < 10]
    first = cards[0]
    second = next(code for code in cards[1:] if piramide.value(code) + piramide.value(first) != 10)
    card(page, first).click()
    assert card(page, first).get_attribute("aria-pressed") == "true"
    card(page, second).click()
    assert "not 10" in page.locator("#message").inner_text()
    assert card(page, second).get_attribute("aria-pressed") == "true"
    expect_board(page, session.state)


def test_a_card_is_dragged_onto_its_partner(page, site):
    session = session_of(4)
    while not any(len(move.cards) == 2 for move in piramide.removals(session.state)):
        session.play(piramide.format_move(piramide.legal_moves(session.state)[0]))
    open_ready(page, f"{site.url}#/piramide/4")
    for text in session.moves:
        tap_move(page, text)
    move = next(move for move in piramide.removals(session.state) if len(move.cards) == 2)
    card(page, move.cards[0]).drag_to(card(page, move.cards[1]))
    session.play(piramide.format_move(move))
    expect_board(page, session.state)


def test_undo_and_redo_go_through_the_whole_game(page, site):
    number, line = first_winnable()
    session = session_of(number)
    open_ready(page, f"{site.url}#/piramide/{number}")
    for text in line:
        tap_move(page, text)
        session.play(text)
    for _ in line:
        page.locator('[data-command="undo"]').click()
        session.undo()
    expect_board(page, session.state)
    for _ in line:
        page.locator('[data-command="redo"]').click()
        session.redo()
    expect_board(page, session.state)


def test_a_new_deal_is_chosen_by_number_and_undo_returns_to_the_old_game(page, site):
    old = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    text = piramide.format_move(piramide.legal_moves(old.state)[0])
    tap_move(page, text)
    old.play(text)
    page.locator('.table-foot [data-command="new"]').click()
    page.get_by_label("Deal number").fill("seven")
    page.get_by_role("button", name="Deal", exact=True).click()
    assert "whole number" in page.get_by_role("alert").inner_text()
    page.get_by_label("Deal number").fill("7")
    page.get_by_text("Pesca libera").click()
    page.get_by_role("button", name="Deal", exact=True).click()
    wait_until(lambda: page.url.endswith("#/piramide/7?draw=free"))
    expect_board(page, session_of(7, "free").state)
    page.locator('[data-command="undo"]').click()
    expect_board(page, old.state)
    assert page.url.endswith("#/piramide/1")


def test_restart_begins_the_same_deal_and_can_be_taken_back(page, site):
    session = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    for _ in range(5):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(page, text)
        session.play(text)
    page.locator('.table-foot [data-command="restart"]').click()
    expect_board(page, session_of(1).state)
    page.locator('[data-command="undo"]').click()
    expect_board(page, session.state)


def test_variants_from_the_address_are_played(page, site):
    open_ready(page, f"{site.url}#/piramide/5?rows=7&open=1&redeals=1&draw=free")
    session = Session(piramide, piramide.Params("free", 7, True, 1), 5)
    expect_board(page, session.state)
    for text in "+" * 12 + "*":
        tap_move(page, text)
        session.play(text)
    expect_board(page, session.state)


@pytest.mark.parametrize(
    "viewport",
    [
        {"width": 320, "height": 568},
        PHONE,
        {"width": 844, "height": 390},
        {"width": 768, "height": 1024},
        DESKTOP,
    ],
    ids=lambda size: f"{size['width']}x{size['height']}",
)
def test_the_whole_table_is_on_the_screen_and_large_enough_to_touch(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    boxes = page.evaluate(
        """[...document.querySelectorAll('#screen button')].map(
            (e) => [e.outerHTML.slice(0, 60), e.getBoundingClientRect().toJSON()])"""
    )
    assert len(boxes) == 21 + 3 + 8
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    for name, box in boxes:
        assert 0 <= box["left"] <= box["right"] <= width, name
        assert 0 <= box["top"] <= box["bottom"] <= height, name
        assert min(box["width"], box["height"]) >= 40, name
    assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
