"""Hands that shake, drags that break off, fingers that magnify, small windows: in real browsers."""

import pytest

from game.rules import arena, piramide
from tests.conftest import open_ready, wait_until
from tests.test_arena_page import expect_board as expect_arena
from tests.test_arena_page import hand, open_table, stack
from tests.test_arena_page import session_of as arena_session
from tests.test_piramide_page import card, expect_board, session_of

LEFT_BEHIND = """() => [...document.querySelectorAll(
    '.dragged, [style*=translate], .choosing, .hand[aria-pressed=true], .card[aria-pressed=true]'
)].map((e) => e.outerHTML.slice(0, 120))"""
SCALE = "visualViewport.scale"
NOTE_POINTER = "addEventListener('pointerdown', ({pointerId}) => { window.pointer = pointerId; })"
SEND = """([name, more]) => document.body.dispatchEvent(new PointerEvent(name, {
    pointerId: window.pointer, isPrimary: true, pointerType: 'mouse', buttons: 1, bubbles: true,
    clientX: 60, clientY: 300, ...more,
}))"""
OUT_OF_REACH = """() => {
    const out = [];
    const root = document.querySelector("dialog[open]") ?? document;
    for (const e of root.querySelectorAll("button, a, input, select, textarea, summary")) {
        const style = getComputedStyle(e);
        if (!e.getClientRects().length || style.visibility === "hidden") continue;
        e.scrollIntoView({block: "center"});
        const box = e.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        let fits = box.left >= -1 && box.right <= innerWidth + 1;
        fits &&= !e.matches("button:enabled, select") || Math.min(box.width, box.height) >= 24;
        for (let a = e.parentElement; a; a = a.parentElement) // no player can scroll that
            fits &&= !a.scrollTop || getComputedStyle(a).overflowY !== "hidden";
        if (!fits || !hit || !(e.contains(hit) || hit.closest("label")?.contains(e)))
            out.push(`${e.outerHTML.slice(0, 90)} ${x} ${y} under ${hit?.outerHTML.slice(0, 60)}`);
    }
    for (const e of [document.scrollingElement, document.querySelector("#screen"), root])
        if (e?.scrollWidth > e?.clientWidth + 1) out.push(`${e.tagName} scrolls sideways`);
    return out;
}"""


class Finger:
    """A finger on the screen of Chromium, which a second one may join."""

    def __init__(self, page):
        self.page = page
        self.devtools = page.context.new_cdp_session(page)

    def send(self, kind, *places):
        """Tell where fingers are now, in px of the window, which Chromium counts magnified."""
        scale = self.page.evaluate(SCALE)
        points = [{"x": x / scale, "y": y / scale, "id": i} for i, (x, y) in enumerate(places)]
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

    def pinch(self, factor, x=190, y=400):
        """Move it and a second one apart, or towards each other, until they are so much apart."""
        near, far = (60, 60 * factor) if factor > 1 else (180, 180 * factor)
        self.send("touchStart", (x - near, y))
        self.send("touchStart", (x - near, y), (x + near, y))
        for step in range(1, 9):
            half = near + (far - near) * step / 8
            self.send("touchMove", (x - half, y), (x + half, y))
        self.up()


SEEN_LEFT = "visualViewport.pageLeft"


def try_to_magnify(page):
    """Magnify by two fingers, look round by one, and come back."""
    finger = Finger(page)
    finger.pinch(3)
    wait_until(lambda: page.evaluate(SCALE) > 1.5)
    page.wait_for_selector("html[data-magnified]", state="attached")
    left = page.evaluate(SEEN_LEFT)
    finger.move(300, 400)
    finger.down()
    for step in range(1, 9):
        finger.drag(300 - 20 * step, 400)
    finger.up()
    wait_until(lambda: page.evaluate(SEEN_LEFT) > left)
    assert page.evaluate(LEFT_BEHIND) == []
    finger.pinch(0.15)
    finger.pinch(0.15)
    wait_until(lambda: page.evaluate(SCALE) == 1)
    page.wait_for_selector("html:not([data-magnified])", state="attached")


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


def test_la_piramide_and_its_dialogs_are_magnified_by_two_fingers(page, site):
    session, pair = open_pair(page, site)
    try_to_magnify(page)
    page.locator('[data-command="rules"]').click()
    page.get_by_role("dialog").wait_for()
    try_to_magnify(page)
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    expect_board(page, session.state)
    finger = Finger(page)
    target = middle(card(page, pair.cards[1]))
    press(page, card(page, pair.cards[0]), finger)
    finger.drag(target[0] - 20, target[1] - 60)
    assert page.locator(".dragged").count() == 1
    finger.drag(*target)
    finger.up()  # not magnified any more, one finger drags again
    session.play(piramide.format_move(pair))
    page.wait_for_selector(f'[data-card="{pair.cards[0]}"]', state="detached")
    expect_board(page, session.state)


def test_the_arena_and_its_looks_are_magnified_by_two_fingers(page, site):
    open_ready(page, f"{site.url}#/arena/3?players=2")
    page.wait_for_selector("body[data-handover]")
    try_to_magnify(page)
    for _ in range(2):
        page.locator('[data-command="looked"]').click()
    page.wait_for_selector("body:not([data-handover])")
    try_to_magnify(page)
    expect_arena(page, arena_session(3, 2).state)
    assert page.locator("body[data-dialog]").count() == 0, "no stack was pressed for long"


def test_a_second_finger_ends_a_drag(page, site):
    session, pair = open_pair(page, site)
    finger = Finger(page)
    x, y = press(page, card(page, pair.cards[0]), finger)
    finger.drag(x - 30, y - 30)
    finger.drag(x - 40, y - 40)
    page.wait_for_selector(".dragged")
    finger.send("touchStart", (x - 40, y - 40), (100, 200))
    wait_until(lambda: not page.evaluate(LEFT_BEHIND))
    finger.send("touchMove", (x - 80, y - 80), (100, 200))
    finger.up()
    assert page.evaluate(LEFT_BEHIND) == []
    expect_board(page, session.state)


def test_what_is_dragged_follows_the_mouse_on_a_magnified_page(page, site):
    session, pair = open_pair(page, site)
    places = [middle(card(page, code)) for code in pair.cards]
    Finger(page).pinch(1.5, *[sum(ways) / 2 for ways in zip(*places, strict=True)])
    wait_until(lambda: page.evaluate(SCALE) > 1.2)
    at = """([name, x, y]) => {
        const box = document.querySelector(`[data-card="${name}"]`).getBoundingClientRect();
        const view = visualViewport;
        return [box.x + box.width * x - view.offsetLeft, box.y + box.height * y - view.offsetTop];
    }"""
    place = """name => document.querySelector(`[data-card="${name}"]`).getBoundingClientRect().x"""
    first, second = pair.cards
    start = page.evaluate(place, first)
    page.mouse.move(*page.evaluate(at, [first, 0.5, 0.5]))
    page.mouse.down()
    page.mouse.move(*page.evaluate(at, [first, 1.5, 0.2]))
    moved = page.evaluate(place, first) - start
    width = card(page, second).evaluate("e => e.getBoundingClientRect().width")
    assert abs(moved - width) < 2
    page.mouse.move(*page.evaluate(at, [second, 0.5, 0.5]))
    page.mouse.up()
    session.play(piramide.format_move(pair))
    expect_board(page, session.state)


@pytest.mark.parametrize(
    "viewport",
    [{"width": 320, "height": 256}, {"width": 360, "height": 180}, {"width": 640, "height": 200}],
    ids=lambda size: f"{size['width']}x{size['height']}",
)
def test_all_can_be_reached_and_played_at_four_times_the_size(page, site, viewport):
    """A window of 1280x1024 px has 320x256 at 400 %."""

    def look(name):
        assert page.evaluate(OUT_OF_REACH) == [], name

    def look_into(command, dialog):
        page.locator(f'[data-command="{command}"]:visible').first.click()
        page.wait_for_selector(f"body[data-dialog={dialog}]")
        wait_until(lambda: page.locator("#dialog-title").bounding_box()["y"] > 0)
        look(dialog)
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")

    open_ready(page, site.url)
    look("home")
    for command, dialog in (("rules", "rules"), ("settings", "settings"), ("daily", "daily")):
        look_into(command, dialog)
    session, pair = first_pair()
    page.goto(f"{site.url}#/piramide/{session.deal}")
    page.wait_for_selector("body[data-screen=piramide]")
    look("La Piramide")
    for code in pair.cards:
        card(page, code).click()
    session.play(piramide.format_move(pair))
    expect_board(page, session.state)
    look_into("hint", "hint")
    look_into("new", "new")
    page.locator('[data-pile="stock"]').focus()
    page.keyboard.press("ArrowUp")
    box = page.evaluate("document.activeElement.getBoundingClientRect().toJSON()")
    in_sight = box["top"] >= 0 and box["bottom"] <= viewport["height"] + 1
    assert in_sight, "what has the keyboard"
    page.goto(f"{site.url}#/arena/lesson")
    page.wait_for_selector("body[data-screen=arena] .lesson")
    look("lesson")
    page.goto(f"{site.url}#/arena/3?players=4&dealing=random")
    page.wait_for_selector("body[data-handover]")
    look("handover")
    for _ in range(4):
        page.locator('[data-command="looked"]').click()
    page.wait_for_selector("body:not([data-handover])")
    look("The Arena")
    session = arena_session(3, 4)
    for _ in range(2):
        move = arena.legal_moves(session.state)[0]
        hand(page, move.colour).click()
        stack(page, move.stack).click()
        session.play(arena.format_move(move))
    expect_arena(page, session.state)
    look_into("log", "log")
    look_into("new", "new-arena")
