"""The Arena in a real browser: whole games, secret looks, forbidden stacks, undo, the result.

Each test plays a deal whose number it knows, so that it can compare the page with the rules.
"""

import json
import re

import pytest

from game.rules import arena
from game.session import Session
from tests.conftest import open_ready, wait_until

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
LOW = {"width": 844, "height": 390}
TABLET = {"width": 768, "height": 1024}
DESKTOP = {"width": 1440, "height": 900}
SIZES = [SMALL, PHONE, LOW, TABLET, DESKTOP]
COLOUR_NAMES = {
    "O": "orange",
    "Y": "yellow",
    "V": "violet",
    "B": "blue",
    "G": "green",
    "P": "pink",
}
FRAME_COUNTER = """
    window.framesAsked = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.restFrame = ask;
    window.requestAnimationFrame = (draw) => { window.framesAsked += 1; return ask(draw); };
"""


def session_of(number, players=2, dealing="random"):
    """Return a session of a deal as the page should have it."""
    return Session(arena, arena.Params(players, dealing, None), number)


def open_deal(page, site, number, players=2, dealing="random", search=""):
    """Open a deal at its hand-over; return its session."""
    open_ready(page, f"{site.url}{search}#/arena/{number}?players={players}&dealing={dealing}")
    page.wait_for_selector("body[data-handover]")
    return session_of(number, players, dealing)


def open_table(page, site, number, players=2, dealing="random", search=""):
    """Open a deal and pass the hand-over by; return its session."""
    session = open_deal(page, site, number, players, dealing, search)
    for _ in range(players):
        page.locator('[data-command="looked"]').click()
    page.wait_for_selector("body:not([data-handover])")
    return session


def hand(page, colour):
    """Return the button of a colour in the hand of the player to move."""
    return page.locator(f'.tray [data-hand="{colour}"]')


def stack(page, name):
    """Return the button of a stack."""
    return page.locator(f'[data-stack="{name}"]')


def tap_move(page, move):
    """Make a move by tapping a piece, then a stack."""
    hand(page, move.colour).click()
    stack(page, move.stack).click()


def tap_moves(page, moves):
    """Make many moves at once by the same clicks, without the pointer's way between them."""
    page.evaluate(
        """moves => { for (const [colour, stack] of moves) {
            document.querySelector(`.tray [data-hand="${colour}"]`).click();
            document.querySelector(`[data-stack="${stack}"]`).click();
        } }""",
        [list(move) for move in moves],
    )


def tap_to_the_end(page, session):
    """Play a game to its end, on the page and in its session."""
    moves = []
    while not session.is_over():
        moves.append(arena.legal_moves(session.state)[-1])
        session.play(arena.format_move(moves[-1]))
    tap_moves(page, moves)
    page.wait_for_selector("body[data-outcome=over]")


def shown(page):
    """Return what the page shows: stacks, open hands, turn, locked stack, legal stacks."""
    return page.evaluate(
        """() => {
            const all = (css) => [...document.querySelectorAll(css)];
            const hands = {};
            for (const e of all('[data-hand]')) {
                const count = e.dataset.count ?? e.textContent.trim();
                const player = e.dataset.player;
                hands[player] = (hands[player] ?? '') + e.dataset.hand.repeat(Number(count));
            }
            return {
                stacks: all('[data-stack]').map(e => e.dataset.tops),
                hands,
                enabled: all('[data-hand]:enabled').map(e => e.dataset.player + e.dataset.hand),
                turn: all('.seat').findIndex(e => e.getAttribute('aria-current')),
                locked: all('.stack.locked').map(e => e.dataset.stack),
                legal: all('.choosing .stack:not(.forbidden)').map(e => e.dataset.stack),
            };
        }"""
    )


def expect_board(page, state):
    """Check that the page shows exactly a position."""
    view = shown(page)
    assert view["stacks"] == list(state.stacks)
    if state.turn is not None:
        assert view["turn"] == state.turn
        assert [view["hands"][str(i + 1)] for i in range(len(state.hands))] == list(state.hands)
        player = str(state.turn + 1)
        colours = [colour for colour in state.colours if colour in state.hands[state.turn]]
        assert view["enabled"] == [player + colour for colour in colours]
        assert view["locked"] == ([state.locked] if state.locked else [])


def play_tall(session, plies, height=9):
    """Play moves that build one tall stack; return them."""
    moves = []
    for _ in range(plies):
        legal = arena.legal_moves(session.state)
        tall = [m for m in legal if m.stack == "B2"] if session.ply % 2 == 0 else []
        names = arena.stack_names(len(session.state.colours))
        top = session.state.stacks[names.index("B2")]
        move = next((m for m in tall if m.colour != top[-1] and len(top) < height), legal[0])
        session.play(arena.format_move(move))
        moves.append(move)
    return moves


def secret_in(page, target):
    """Return whether a colour's name or picture is in the place for secrets."""
    html = "".join(page.locator(".secret").evaluate_all("es => es.map(e => e.innerHTML)"))
    return COLOUR_NAMES[target] in html


def expect_no_secret(page):
    """Check that nothing secret is in the page."""
    assert page.locator(".secret").evaluate_all("es => es.every(e => e.innerHTML === '')")


GAMES = [
    (2, "random", PHONE),
    (2, "equal", DESKTOP),
    (3, "random", DESKTOP),
    (3, "equal", PHONE),
    (4, "random", SMALL),
]


@pytest.mark.parametrize(("players", "dealing", "viewport"), GAMES)
def test_whole_game_is_played_to_its_result(page, site, players, dealing, viewport):
    session = open_table(page, site, 11, players, dealing)
    expect_board(page, session.state)
    while not session.is_over():
        state = session.state
        legal = arena.legal_moves(state)
        move = legal[(session.ply * 7) % len(legal)]
        if session.ply % 6 == 0:
            hand(page, move.colour).click()
            stacks = [m.stack for m in legal if m.colour == move.colour]
            assert shown(page)["legal"] == stacks
            stack(page, move.stack).click()
        else:
            tap_moves(page, [move])
        session.play(arena.format_move(move))
        expect_board(page, session.state)
    page.wait_for_selector("body[data-outcome=over]")
    expect_no_secret(page)
    assert page.locator("[data-hand]:enabled").count() == 0
    page.locator('[data-command="reveal"]').click()
    result = arena.outcome(session.state)
    table = page.locator(".scores tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    assert sorted(table) == sorted(
        [str(s.stacks), str(s.tall), str(s.height)] for s in result.scores
    )
    winners = page.locator(".scores tr.winner small").all_inner_texts()
    assert sorted(winners) == [f"Player {seat + 1}" for seat in sorted(result.winners)]
    text = page.locator(".scores").inner_text()
    for seat, target in enumerate(session.state.targets):
        assert re.search(rf"{COLOUR_NAMES[target]}\s+Player {seat + 1}", text)
    assert text.count("nobody") == 2
    page.locator('#dialog [data-command="close"]').click()
    page.wait_for_selector("body:not([data-dialog])")
    page.locator('[data-command="undo"]').click(force=True)
    expect_board(page, session.state)
    page.reload()
    page.wait_for_selector('[data-command="result"]')


def test_new_game_asks_for_players_names_and_dealing(page, site):
    open_ready(page, site.url)
    page.locator('[data-game="arena"][data-command="play"]').click()
    four = page.locator('#dialog [name="players"][value="4"]')
    four.check()
    assert not page.locator('[name="dealing"][value="equal"]').is_visible()
    page.locator('#dialog [name="players"][value="3"]').check()
    assert not page.locator('[name="name4"]').is_visible()
    page.locator('[name="dealing"][value="equal"]').check()
    page.locator('[name="name1"]').fill("<b>Ann</b> & co")
    page.locator('[name="name2"]').fill("A name far too long for this")
    page.locator('[data-command="deal"]').click()
    heading = page.locator(".handover h2")
    assert heading.inner_text() == "Pass the device to <b>Ann</b> & co"
    page.locator('[data-command="looked"]').click()
    assert heading.inner_text() == "Pass the device to A name far too l"
    page.locator('[data-command="looked"]').click()
    assert heading.inner_text() == "Pass the device to Player 3"
    page.locator('[data-command="looked"]').click()
    view = shown(page)
    assert len(view["stacks"]) == 20
    hands = list(view["hands"].values())
    assert len(hands) == 3
    assert hands[0] == hands[1] == hands[2], "dealt equally"
    assert page.url.endswith("#/arena")


def test_each_player_sees_a_target_alone_while_holding_and_reload_goes_on_there(page, site):
    session = open_deal(page, site, 5, 3)
    targets = session.state.targets
    look = page.locator('[data-command="look"]')
    assert page.locator("[data-stack]:visible").count() == 0
    expect_no_secret(page)
    look.hover()
    page.mouse.down()
    assert secret_in(page, targets[0])
    page.mouse.up()
    expect_no_secret(page)
    page.locator('[data-command="looked"]').click()
    page.reload()
    page.wait_for_selector("body[data-handover]")
    assert "Player 2" in page.locator(".handover h2").inner_text()
    for name in (" ", "Enter"):
        look.focus()
        page.keyboard.down(name)
        assert secret_in(page, targets[1])
        page.keyboard.up(name)
        expect_no_secret(page)
    for leave in ("blur", "pointercancel", "visibilitychange"):
        look.hover()
        page.mouse.down()
        assert secret_in(page, targets[1])
        page.evaluate(
            """name => {
                if (name === 'visibilitychange')
                    Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                (name === 'blur' ? window : document).dispatchEvent(new Event(name));
            }""",
            leave,
        )
        expect_no_secret(page)
        page.mouse.up()


def test_peek_shows_only_the_target_of_the_player_to_move(page, site):
    session = open_table(page, site, 5, 3)
    for _ in range(2):
        target = session.state.targets[session.state.turn]
        page.locator('[data-command="peek"]').hover()
        page.mouse.down()
        assert secret_in(page, target)
        assert f"Player {session.state.turn + 1}" in page.locator(".arena .secret").inner_text()
        page.mouse.up()
        expect_no_secret(page)
        move = arena.legal_moves(session.state)[0]
        tap_move(page, move)
        session.play(arena.format_move(move))


def test_after_an_undo_the_eye_stays_shut_until_a_move_is_made(page, site):
    session = open_table(page, site, 7)
    peek, secret = page.locator('[data-command="peek"]'), page.locator(".arena .secret")
    message = page.locator("#message")

    def look(is_shut):
        """Hold the eye by the pointer, then press its key."""
        assert peek.get_attribute("aria-disabled") == ("true" if is_shut else None)
        peek.hover()
        page.mouse.down()
        assert bool(secret.inner_html()) != is_shut
        assert ("taken back" in message.inner_text()) == is_shut
        page.mouse.up()
        page.mouse.move(0, 0)
        page.keyboard.press("p")
        page.keyboard.press("p")
        assert bool(secret.inner_html()) != is_shut
        page.keyboard.press("Escape")
        assert secret.inner_html() == ""

    def tap(name):
        page.locator(f'#screen [data-command="{name}"]').click()

    for _ in range(3):
        move = arena.legal_moves(session.state)[0]
        tap_move(page, move)
        session.play(arena.format_move(move))
    look(is_shut=False)
    tap("undo")
    look(is_shut=True)
    tap("hint")  # it would play for the colour
    assert "taken back" in message.inner_text()
    tap("undo")
    tap("redo")
    look(is_shut=True)
    page.reload()
    page.wait_for_selector("body[data-screen=arena][data-ready=true]")
    look(is_shut=True)
    tap("redo")
    look(is_shut=False)
    tap("restart")
    look(is_shut=True)
    tap_move(page, arena.legal_moves(session.states[0])[0])
    look(is_shut=False)


def test_address_and_page_never_tell_the_deal_number(page, site):
    open_table(page, site, 271828182845, 2)
    assert page.url.endswith("#/arena")
    assert "271828182845" not in page.content()


def test_forbidden_stacks_say_why_and_change_nothing(page, site):
    session = open_table(page, site, 3, 2)
    first = arena.legal_moves(session.state)[0]
    tap_move(page, first)
    session.play(arena.format_move(first))
    colour = session.state.hands[session.state.turn][0]
    stack(page, "A1").click(force=True)
    message = page.locator("#message")
    assert message.inner_text() == "Choose a piece of the hand first."
    hand(page, colour).click()
    stack(page, first.stack).click(force=True)
    played = COLOUR_NAMES[first.colour].capitalize()
    assert message.inner_text().startswith(f"{played} was played here just now")
    assert "locked" in stack(page, first.stack).get_attribute("aria-label")
    names = arena.stack_names(len(session.state.colours))
    bare = names[session.state.stacks.index(colour)]
    stack(page, bare).click(force=True)
    name = COLOUR_NAMES[colour]
    assert message.inner_text() == f"A bare {name} base takes no {name}."
    expect_board(page, session.state)


def test_dragging_a_piece_onto_a_stack_plays_it_and_beside_it_does_not(page, site):
    session = open_table(page, site, 3, 2)
    move = arena.legal_moves(session.state)[5]
    piece = hand(page, move.colour).bounding_box()

    def drag_to(x, y):
        page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
        page.mouse.down()
        page.mouse.move(x - 20, y - 20)
        page.mouse.move(x, y)
        page.mouse.up()

    drag_to(10, 10)
    expect_board(page, session.state)
    assert page.evaluate("scrollY") == 0
    place = stack(page, move.stack).bounding_box()
    drag_to(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    session.play(arena.format_move(move))
    expect_board(page, session.state)


def cancel_position(session):
    """Play until the next move can cancel; return the moves and the cancelling one."""
    moves = []
    while True:
        names = arena.stack_names(len(session.state.colours))
        legal = arena.legal_moves(session.state)
        for move in legal:
            pile = session.state.stacks[names.index(move.stack)]
            if len(pile) > 1 and pile[-1] == move.colour:
                return moves, move
        move = legal[(len(moves) * 5) % len(legal)]
        session.play(arena.format_move(move))
        moves.append(move)


WATCH_MOTION = """() => {
    window.flights = [];
    new MutationObserver((changes) => {
        for (const canvas of changes.flatMap((change) => [...change.addedNodes])) {
            const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            const [motion] = canvas.getAnimations();
            window.flights.push({
                inked: pixels.data.some((part, i) => i % 4 === 3 && part),
                flashes: motion.effect.getKeyframes().every((key) => key.transform === 'none'),
                ms: motion.effect.getTiming().duration,
            });
        }
    }).observe(document.querySelector('.field'), {childList: true});
}"""
PIECES = "document.querySelector('canvas.pieces').toDataURL()"
FRAMES_AT_REST = """() => new Promise(done => {
    const before = window.framesAsked;
    let left = 12;
    const tick = () => --left ? window.restFrame(tick) : done(window.framesAsked - before);
    window.restFrame(tick);
})"""


def flown(page, count):
    """Wait until so many things have moved and rest; return them and forget them."""
    wait_until(lambda: page.evaluate(f"flights.length >= {count}"))
    wait_until(lambda: page.locator(".flying").count() == 0)
    return page.evaluate("flights.splice(0)")


def test_mover_drops_or_cancels_rings_flash_and_no_frame_is_drawn_at_rest(page, site):
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(FRAME_COUNTER)
    session = open_table(page, site, 3, 2)
    moves, cancel = cancel_position(session)
    tap_moves(page, moves[:-1])
    wait_until(lambda: page.locator(".flying").count() == 0)
    page.evaluate(WATCH_MOTION)
    for move, kinds in ((moves[-1], [False, True]), (cancel, [False, False, False, True])):
        if move == cancel:
            session.play(arena.format_move(move))
        for command in (None, "undo", "redo"):
            if command:
                page.locator(f'[data-command="{command}"]').click()
            else:
                tap_move(page, move)
            flights = flown(page, len(kinds))
            assert [flight["flashes"] for flight in flights] == kinds
            assert all(flight["inked"] for flight in flights)
    expect_board(page, session.state)
    assert page.evaluate(FRAMES_AT_REST) == 0
    assert page.evaluate("document.getAnimations().length") == 0
    after_motion = page.evaluate(PIECES)
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    wait_until(lambda: page.evaluate(CANVAS_FITS))
    assert page.evaluate(PIECES) == after_motion, "a motion leaves what a fresh drawing shows"


@pytest.mark.parametrize("language", ["en", "he"])
def test_what_moves_have_changed_looks_as_if_drawn_anew(page, site, language):
    session = open_table(page, site, 3, 3, search=f"?lang={language}")
    wait_until(lambda: page.evaluate(CANVAS_FITS))
    tap_moves(page, play_tall(session, 9))
    for command in (None, "undo", "undo", "redo"):
        if command:
            page.locator(f'[data-command="{command}"]').click()
        drawn = page.evaluate(PIECES)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert page.evaluate(PIECES) == drawn


def test_a_tap_ends_a_flash_and_its_length_follows_the_speed(page, site):
    page.emulate_media(reduced_motion="no-preference")
    session = open_table(page, site, 3, 2)
    lengths = {}
    for speed in ("normal", "fast"):
        page.evaluate(
            """speed => { document.querySelector('[data-command="settings"]').click();
                document.querySelector(`#dialog [data-key="speed"][data-value="${speed}"]`).click();
                document.querySelector('#dialog [data-command="close"]').click(); }""",
            speed,
        )
        page.wait_for_selector("body:not([data-dialog])")
        page.evaluate(WATCH_MOTION)
        move = arena.legal_moves(session.state)[0]
        tap_move(page, move)
        session.play(arena.format_move(move))
        lengths[speed] = flown(page, 2)[1]["ms"]
    assert 0 < lengths["fast"] < lengths["normal"] <= 600
    for _ in range(2):
        move = arena.legal_moves(session.state)[0]
        tap_moves(page, [move])
        session.play(arena.format_move(move))
        assert page.locator(".flying").count() <= 1, "an earlier motion is over"
    expect_board(page, session.state)


def test_whoever_wants_no_motion_sees_none(page, site):
    session = open_table(page, site, 3, 2)
    page.evaluate(WATCH_MOTION)
    tap_move(page, arena.legal_moves(session.state)[0])
    assert page.evaluate("flights") == []


@pytest.mark.parametrize("way", ["press", "second button", "key", "mode"])
def test_a_stack_of_nine_shows_every_layer(page, site, way):
    session = open_table(page, site, 4, 4)
    tap_moves(page, play_tall(session, 18))
    names = arena.stack_names(6)
    tall = session.state.stacks[names.index("B2")]
    assert len(tall) == 9
    button = stack(page, "B2")
    if way == "press":
        button.hover(force=True)
        page.mouse.down()
        page.wait_for_selector(".layers")
        page.mouse.up()
    elif way == "second button":
        button.click(button="right", force=True)
    elif way == "key":
        button.focus()
        page.keyboard.press("i")
    else:
        page.locator('[data-command="inspect"]').click()
        button.click(force=True)
    rows = page.locator(".layers li")
    expected = [f"{i + 1}{COLOUR_NAMES[colour]}" for i, colour in enumerate(tall)]
    expected[0] += " base"
    expected.reverse()
    assert [re.sub(r"\s", "", text) for text in rows.all_inner_texts()] == [
        text.replace(" ", "") for text in expected
    ]
    boxes = [row.bounding_box()["y"] for row in rows.all()]
    assert boxes == sorted(boxes), "the base lies lowest"
    layers = " on ".join(COLOUR_NAMES[colour] for colour in reversed(tall))
    assert button.get_attribute("aria-label").startswith(f"B2, {layers} base, 9 high")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    expect_board(page, session.state)


def test_undo_redo_and_reload_keep_the_position(page, site):
    session = open_table(page, site, 8, 3)
    moves = play_tall(session, 7)
    tap_moves(page, moves)
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    expect_board(page, session.state)
    for _ in range(3):
        page.locator('[data-command="undo"]').click()
        session.undo()
        expect_board(page, session.state)
    page.locator('[data-command="redo"]').click()
    session.redo()
    expect_board(page, session.state)
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    expect_board(page, session.state)


def test_last_move_can_be_undone_until_the_targets_are_shown(page, site):
    session = open_table(page, site, 9, 2)
    tap_to_the_end(page, session)
    page.locator('[data-command="undo"]').click()
    page.wait_for_selector("body[data-outcome=playing]")
    page.locator('[data-command="redo"]').click()
    page.locator('[data-command="reveal"]').click()
    page.locator('#dialog [data-command="close"]').click()
    page.wait_for_selector("body:not([data-dialog])")
    assert page.locator('[data-command="undo"]').get_attribute("aria-disabled") == "true"


def test_log_names_players_moves_and_missing_colours(page, site):
    session = open_table(page, site, 8, 2)
    first = session.state.turn
    moves = play_tall(session, 3)
    tap_moves(page, moves)
    page.locator('[data-command="log"]').click()
    rows = [text.split() for text in page.locator("#dialog .log-moves li").all_inner_texts()]
    assert [row[:3] for row in reversed(rows)] == [
        ["Player", str((first + i) % 2 + 1), arena.format_move(move)]
        for i, move in enumerate(moves)
    ]
    text = page.locator("#dialog .log-moves p").inner_text()
    for colour, name in COLOUR_NAMES.items():
        assert (name in text) == (colour not in session.state.colours)


def test_a_game_is_played_by_keyboard_alone(page, site):
    session = open_table(page, site, 6, 2)
    names = arena.stack_names(4)
    stack(page, "A1").focus()
    at = 0
    for ply in range(4):
        legal = arena.legal_moves(session.state)
        move = legal[(ply * 11) % len(legal)]
        page.keyboard.press(str(session.state.colours.index(move.colour) + 1))
        goal = names.index(move.stack)
        while at % 4 != goal % 4:
            way = 1 if at % 4 < goal % 4 else -1
            page.keyboard.press("ArrowRight" if way == 1 else "ArrowLeft")
            at += way
        while at != goal:
            page.keyboard.press("ArrowDown" if at < goal else "ArrowUp")
            at += 4 if at < goal else -4
        page.keyboard.press("Enter")
        session.play(arena.format_move(move))
        expect_board(page, session.state)


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_board_and_hand_fit_the_screen_with_large_targets(page, site, viewport):
    open_table(page, site, 4, 4)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('#screen button:enabled')].map(e => {
            const box = e.getBoundingClientRect();
            return [e.dataset.command ?? e.dataset.stack ?? e.dataset.hand,
                    box.left, box.top, box.right, box.bottom];
        }).filter(box => box[3] > box[1])"""
    )
    for name, left, top, right, bottom in boxes:
        assert right - left >= 40, (name, right - left)
        assert bottom - top >= 40, (name, bottom - top)
        assert left >= 0, name
        assert top >= 0, name
        assert right <= viewport["width"], name
        assert bottom <= viewport["height"], name
    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )


def test_what_the_browser_dropped_while_the_page_was_hidden_is_drawn_again(page, site):
    session = open_table(page, site, 3, 2)
    tap_moves(page, play_tall(session, 3))
    wait_until(lambda: page.evaluate(CANVAS_FITS))
    whole = page.evaluate(PIECES)
    page.evaluate(
        "document.querySelector('canvas.pieces').getContext('2d').reset()"  # as a loss leaves it
    )
    assert page.evaluate(PIECES) != whole
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate(PIECES) == whole


BESIDE = [(1024, 768), (900, 700), (1100, 720), (667, 375), (640, 320)]
"""Windows where the hands stand beside the field, in px."""
MISPLACED = """() => {
    const field = document.querySelector('.field').getBoundingClientRect();
    const misplaced = [];
    for (const thing of document.querySelectorAll('.seats *, .tray *')) {
        const box = thing.getBoundingClientRect();
        const name = thing.className + ' ' + (thing.dataset?.hand ?? '');
        if (!box.width || thing.closest('svg')) continue;
        if (box.left < -0.5 || box.right > innerWidth + 0.5) misplaced.push(name + ' is cut off');
        if (thing.scrollWidth > thing.clientWidth + 1 && thing.matches('.chip, .hand, .seat'))
            misplaced.push(name + ' is too narrow');
        if (box.left < field.right - 1 && box.right > field.left + 1
            && box.top < field.bottom - 1 && box.bottom > field.top + 1)
            misplaced.push(name + ' lies over the field');
        if (!thing.matches('button')) continue;
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!thing.contains(top)) misplaced.push(name + ' is covered');
    }
    return misplaced;
}"""
CANVAS_FITS = """() => { const canvas = document.querySelector('.pieces');
    return Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) <= 1; }"""


@pytest.mark.parametrize("language", ["en", "he"])
@pytest.mark.parametrize("players", [2, 4])
def test_hands_beside_the_field_are_whole_and_apart(page, site, players, language):
    open_table(page, site, 7, players, search=f"?lang={language}")
    for width, height in BESIDE:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => innerWidth === width", arg=width)
        wait_until(lambda: page.evaluate(CANVAS_FITS))
        assert page.evaluate(MISPLACED) == [], (width, height)


def test_canvas_is_crisp_at_any_pixel_ratio(browser, site):
    for ratio in (1, 2.5):
        context = browser.new_context(viewport=PHONE, device_scale_factor=ratio)
        page = context.new_page()
        open_table(page, site, 4, 4)
        wait_until(lambda page=page: page.evaluate(CANVAS_FITS))
        sizes = page.evaluate(
            """() => { const c = document.querySelector('.pieces');
                return [c.width, c.height, c.clientWidth, c.clientHeight]; }"""
        )
        assert abs(sizes[0] - sizes[2] * ratio) <= 1, json.dumps(sizes)
        assert abs(sizes[1] - sizes[3] * ratio) <= 1, json.dumps(sizes)
        context.close()
