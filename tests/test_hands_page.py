"""Hands that shake, drags that break off, fingers that magnify, small windows: in real browsers."""

from game.rules import arena, piramide
from tests.conftest import open_ready, wait_until
from tests.test_arena_page import expect_board as expect_arena
from tests.test_arena_page import hand, open_table, stack
from tests.test_piramide_page import card, expect_board, session_of

LEFT_BEHIND = """() => [...document.querySelectorAll(
    '.dragged, [style*=translate], .choosing, .hand[aria-pressed=true], .card[aria-pressed=true]'
)].map((e) => e.outerHTML.slice(0, 120))"""
NOTE_POINTER = "addEventListener('pointerdown', ({pointerId}) => { window.pointer = pointerId; })"
SEND = """([name, more]) => document.body.dispatchEvent(new PointerEvent(name, {
    pointerId: window.pointer, isPrimary: true, pointerType: 'mouse', buttons: 1, bubbles: true,
    clientX: 60, clientY: 300, ...more,
}))"""


class Finger:
    """A finger on the screen of Chromium, which a second one may join."""

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)

    def send(self, kind, *places):
        """Tell where fingers are now."""
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def move(self, x, y):
        """Remember where it is, and move there if it is down."""
        self.place = (x, y)

    def down(self):
        """Put it down."""
        self.send("touchStart", self.place)

    def drag(self, x, y):
        """Move there."""
        self.send("touchMove", (x, y))

    def up(self):
        """Lift it."""
        self.send("touchEnd")


def middle(locator):
    """Return the middle of an element."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press(page, locator, pointer=None):
    """Put the pointer down on an element; return its middle."""
    x, y = middle(locator)
    pointer = pointer or page.mouse
    pointer.move(x, y)
    pointer.down()
    return x, y


def wobble(page, locator, distance, pointer=None):
    """Tap an element with a hand that shakes so many px."""
    x, y = press(page, locator, pointer)
    go = pointer.drag if pointer else page.mouse.move
    go(x + distance * 0.6, y + distance * 0.3)
    go(x + distance, y)
    (pointer or page.mouse).up()


def pair_of(number):
    """Return a session of La Piramide that begins with a pair to take, and the pair."""
    session = session_of(number)
    pair = next(move for move in piramide.removals(session.state) if len(move.cards) == 2)
    return session, pair


def first_pair():
    """Return the first session that begins with a pair to take, and the pair."""
    for number in range(1, 50):
        if any(len(move.cards) == 2 for move in piramide.removals(session_of(number).state)):
            return pair_of(number)
    raise AssertionError("no deal below 50 begins with a pair")


def open_pair(page, site):
    """Open a deal of La Piramide that begins with a pair; return its session and the pair."""
    session, pair = first_pair()
    open_ready(page, f"{site.url}#/piramide/{session.deal}")
    page.evaluate(NOTE_POINTER)
    return session, pair


def try_wobbles(page, session, pair, pointer=None):
    """Choose, put down and pair cards by wobbly taps alone."""
    first, second = pair.cards
    for distance in (9, 12, 15, -20):
        wobble(page, card(page, first), distance, pointer)
        page.wait_for_selector(f'[data-card="{first}"][aria-pressed="true"]')
        wobble(page, card(page, first), -distance, pointer)
        wait_until(lambda: not page.evaluate(LEFT_BEHIND))
    wobble(page, card(page, second), 11, pointer)
    page.wait_for_selector(f'[data-card="{second}"][aria-pressed="true"]')
    wobble(page, card(page, first), 13, pointer)
    session.play(piramide.format_move(pair))
    page.wait_for_selector(f'[data-card="{first}"]', state="detached")
    expect_board(page, session.state)
    wobble(page, page.locator('[data-command="undo"]'), 10, pointer)
    session.undo()
    page.wait_for_selector(f'[data-card="{first}"]')
    expect_board(page, session.state)


def test_a_tap_on_a_card_that_wobbles_is_a_tap(page, site):
    try_wobbles(page, *open_pair(page, site))


def test_a_finger_that_wobbles_on_a_card_taps(page, site):
    session, pair = open_pair(page, site)
    try_wobbles(page, session, pair, Finger(page))


def try_arena(page, session, pointer=None):
    """Choose a piece and play it by wobbly taps."""
    move = arena.legal_moves(session.state)[3]
    wobble(page, hand(page, move.colour), 12, pointer)
    page.wait_for_selector(f'.choosing .stack, .hand[data-hand="{move.colour}"]')
    assert hand(page, move.colour).get_attribute("aria-pressed") == "true"
    wobble(page, stack(page, move.stack), 14, pointer)
    session.play(arena.format_move(move))
    wait_until(lambda: not page.evaluate(LEFT_BEHIND))
    expect_arena(page, session.state)


def test_a_tap_on_a_piece_that_wobbles_is_a_tap(page, site):
    try_arena(page, open_table(page, site, 3, 2))


def test_a_finger_that_wobbles_on_a_piece_taps(page, site):
    session = open_table(page, site, 3, 2)
    try_arena(page, session, Finger(page))


def test_a_re_leaves_by_a_tap_that_wobbles_but_not_where_a_drag_breaks_off(page, site):
    session = next(
        session_of(number, "free")
        for number in range(1, 60)
        if any(len(m.cards) == 1 for m in piramide.removals(session_of(number).state))
    )
    king = next(move for move in piramide.removals(session.state) if len(move.cards) == 1)
    open_ready(page, f"{site.url}#/piramide/{session.deal}?draw=free")
    place = card(page, king.cards[0])
    x, y = press(page, place)
    page.mouse.move(x + 80, y - 60)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect_board(page, session.state)
    press(page, place)
    page.mouse.move(x + 80, y - 60)
    page.mouse.move(x + 5, y)
    page.mouse.up()
    expect_board(page, session.state)
    wobble(page, place, 10)
    session.play(piramide.format_move(king))
    expect_board(page, session.state)


def test_a_drag_that_comes_back_puts_back_and_keeps_what_was_chosen(page, site):
    session, pair = open_pair(page, site)
    chosen, dragged = pair.cards
    card(page, chosen).click()
    x, y = press(page, card(page, dragged))
    page.mouse.move(x + 90, y - 90)
    assert page.locator(".dragged").count() == 1
    page.mouse.move(x + 3, y)
    page.mouse.up()
    assert card(page, chosen).get_attribute("aria-pressed") == "true"
    assert card(page, dragged).get_attribute("aria-pressed") is None
    press(page, card(page, dragged))
    page.mouse.move(5, 830)
    page.mouse.up()
    assert card(page, chosen).get_attribute("aria-pressed") == "true"
    expect_board(page, session.state)
    card(page, dragged).click()
    session.play(piramide.format_move(pair))
    expect_board(page, session.state)


def break_off(page, start, more=()):
    """Break a drag off in each way there is; after none of them anything is left behind.

    `start()` begins to drag something; `more` names further ways.
    """
    mouse = page.mouse
    ways = {
        "button lost": lambda: page.evaluate(SEND, ["pointermove", {"buttons": 0}]),
        "another button": lambda: page.evaluate(SEND, ["pointermove", {"buttons": 3, "button": 2}]),
        "second finger": lambda: page.evaluate(
            SEND, ["pointerdown", {"pointerId": 77, "isPrimary": False, "pointerType": "touch"}]
        ),
        "pen": lambda: page.evaluate(
            SEND, ["pointerdown", {"pointerId": 78, "pointerType": "pen"}]
        ),
        "cancelled": lambda: page.evaluate(SEND, ["pointercancel", {"buttons": 0}]),
        "Escape": lambda: page.keyboard.press("Escape"),
        "a key": lambda: page.keyboard.press("z"),
        "blur": lambda: page.evaluate("window.dispatchEvent(new Event('blur'))"),
        "outside": lambda: page.evaluate(
            SEND, ["pointerup", {"buttons": 0, "clientX": -50, "clientY": -50}]
        ),
        **dict(more),
    }
    for name, way in ways.items():
        start()
        assert page.locator(".dragged").count() == 1, name
        way()
        assert page.evaluate(LEFT_BEHIND) == [], name
        mouse.move(70, 310)
        assert page.evaluate(LEFT_BEHIND) == [], name
        mouse.up()
        assert page.evaluate(LEFT_BEHIND) == [], name


def test_a_drag_of_a_card_breaks_off_cleanly(page, site):
    session, pair = open_pair(page, site)

    def start():
        x, y = press(page, card(page, pair.cards[0]))
        page.mouse.move(x - 12, y - 30)
        page.mouse.move(x - 10, y - 40)

    def hide():
        page.evaluate(
            """() => {
                Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                document.dispatchEvent(new Event('visibilitychange'));
                delete document.hidden;
            }"""
        )

    def open_dialog():
        page.evaluate("document.querySelector('[data-command=rules]').click()")
        assert page.evaluate(LEFT_BEHIND) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")

    break_off(page, start, {"hidden": hide, "dialog": open_dialog})
    assert page.locator("body").get_attribute("data-screen") == "piramide"
    expect_board(page, session.state)
    for code in pair.cards:
        card(page, code).click()
    session.play(piramide.format_move(pair))
    expect_board(page, session.state)


def test_a_drag_of_a_piece_breaks_off_cleanly(page, site):
    session = open_table(page, site, 3, 2)
    page.evaluate(NOTE_POINTER)
    colour = arena.legal_moves(session.state)[0].colour

    def start():
        x, y = press(page, hand(page, colour))
        page.mouse.move(x, y - 60)
        assert page.locator(".arena.choosing").count() == 1

    break_off(page, start)
    expect_arena(page, session.state)
    hand(page, colour).click()
    assert hand(page, colour).get_attribute("aria-pressed") == "true"


def test_a_card_that_another_tab_takes_away_is_no_longer_dragged(page, site):
    session, pair = open_pair(page, site)
    other = page.context.new_page()
    open_ready(other, f"{site.url}#/piramide/{session.deal}")
    x, y = press(page, card(page, pair.cards[0]))
    page.mouse.move(x, y - 40)
    for code in pair.cards:
        card(other, code).click()
    session.play(piramide.format_move(pair))
    page.wait_for_selector(f'[data-card="{pair.cards[0]}"]', state="detached")
    assert page.evaluate(LEFT_BEHIND) == []
    page.mouse.move(x, y - 90)
    page.mouse.up()
    assert page.evaluate(LEFT_BEHIND) == []
    expect_board(page, session.state)


def test_a_card_is_let_go_when_the_language_changes(page, site):
    session, pair = open_pair(page, site)
    x, y = press(page, card(page, pair.cards[0]))
    page.mouse.move(x, y - 40)
    page.evaluate("document.querySelector('[data-command=settings]').click()")
    page.evaluate("""document.querySelector('[data-key=language][data-value=it]').click()""")
    page.wait_for_selector("html[lang=it]")
    page.mouse.up()
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    assert page.evaluate(LEFT_BEHIND) == []
    expect_board(page, session.state)


def test_after_a_drag_another_button_and_a_screen_reader_are_heard(page, site):
    """Where the browser sends no click after a drag, the next one without a pointer counts."""
    _, pair = open_pair(page, site)
    x, y = press(page, card(page, pair.cards[0]))
    page.mouse.move(x, y - 200)
    page.mouse.down(button="right")
    assert page.evaluate(LEFT_BEHIND) == []
    page.mouse.up(button="right")
    page.mouse.up()
    assert page.evaluate(LEFT_BEHIND) == []
    card(page, pair.cards[1]).dispatch_event("click")
    assert card(page, pair.cards[1]).get_attribute("aria-pressed") == "true"
