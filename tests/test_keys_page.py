"""Keys mean what they say: on any layout, once where they are held, and no stray letter costs."""

import pytest

from game.rules import arena, piramide
from game.session import parse_save
from tests.conftest import open_ready
from tests.games import GAMES
from tests.test_arena_page import open_table, tap_move
from tests.test_piramide_page import expect_board, session_of
from tests.test_piramide_page import tap_move as tap_cards

PRESS = """([key, code, more]) => {
  const target = document.activeElement;
  const init = { key, code, bubbles: true, cancelable: true, ...more };
  if (target.dispatchEvent(new KeyboardEvent("keydown", init))) return false;
  target.dispatchEvent(new KeyboardEvent("keyup", init));
  return true;
}"""


def press(page, key, code="", **more):
    """Let the page believe in a key of a foreign keyboard; return whether it meant something."""
    return page.evaluate(PRESS, [key, code, more])


def dialog(page):
    """Return the name of the open dialog, or None."""
    return page.locator("body").get_attribute("data-dialog")


def opens(page, name, key, code="", **more):
    """Press a key that opens a dialog, and close that."""
    assert press(page, key, code, **more), (key, code)
    page.wait_for_selector(f"body[data-dialog={name}]")
    press(page, "Escape", "Escape")
    page.wait_for_selector("body:not([data-dialog])")


def kept(page, game="piramide"):
    """Return the game that is kept."""
    text = page.evaluate(f"localStorage['vanishing-pyramids.{game}']")
    return parse_save(text.split("\n")[1], GAMES)


def message(page):
    """Return the line to the player."""
    return page.locator("#message").inner_text()


def set_setting(page, key, value):
    """Choose a setting as a player does."""
    page.locator('[data-command="settings"]').click()
    page.locator(f'#dialog [data-key="{key}"][data-value="{value}"]').click()
    page.locator('#dialog [data-command="close"]').click()
    page.wait_for_selector("body:not([data-dialog])")


def chosen(page):
    """Return the colours of the hand that are chosen."""
    return page.locator(".tray .hand[aria-pressed=true]").evaluate_all(
        "es => es.map(e => e.dataset.hand)"
    )


# Layouts


def test_letters_digits_and_the_question_mark_work_on_every_layout(page, site):
    open_table(page, site, 7, 2)
    for key, code, more in (
        ("l", "KeyL", {}),
        ("L", "KeyL", {}),  # Caps Lock
        ("L", "KeyL", {"shiftKey": True}),
        ("l", "KeyP", {}),  # Dvorak: what it writes comes first
        ("\u05da", "KeyL", {}),  # Hebrew
        ("\u0434", "KeyL", {}),  # Russian
        ("\u041b\u0416", "KeyL", {}),
        ("\u03bb", "KeyL", {}),  # Greek
        ("\u0645", "KeyL", {}),  # Arabic
        ("\uff4c", "KeyL", {}),  # full width
    ):
        opens(page, "log", key, code, **more)
    for key, code, more in (
        ("?", "Slash", {"shiftKey": True}),
        ("?", "KeyM", {"shiftKey": True}),  # French
        ("?", "Digit7", {"shiftKey": True}),  # Russian
        ("\u061f", "Slash", {"shiftKey": True}),  # Arabic, Persian
        ("\u037e", "KeyQ", {}),  # Greek
        ("\u055e", "Digit3", {}),  # Armenian
        ("\u092f\u093c", "Slash", {"shiftKey": True}),  # Hindi
    ):
        opens(page, "keys", key, code, **more)
    colours = [hand.get_attribute("data-hand") for hand in page.locator(".tray .hand").all()]
    for key, code, more in (
        ("2", "Digit2", {}),
        ("\u00e9", "Digit2", {}),  # French
        ("\u011b", "Digit2", {}),  # Czech
        ("@", "Digit2", {"shiftKey": True}),  # Shift Lock
        ("2", "Numpad2", {}),
        ("\u0662", "Digit2", {}),  # Arabic
        ("\u06f2", "Digit2", {}),  # Persian
        ("\u06f2", "", {}),
        ("\u0968", "Digit2", {}),  # Hindi
        ("\uff12", "Digit2", {}),
        ("2", "Digit7", {}),  # Programmer Dvorak
    ):
        press(page, "1", "Digit1")
        assert chosen(page) == [colours[0]]
        assert press(page, key, code, **more), (key, code)
        assert chosen(page) == [colours[1]], (key, code)
    for key, code in (
        ("/", "KeyQ"),  # Hebrew
        ("\u00e8", "KeyL"),  # a letter of the Latin alphabet is no other one
        ("ArrowUp", "Numpad8"),
        ("F2", "F2"),
        ("Dead", "KeyL"),
        ("Unidentified", ""),
    ):
        press(page, key, code)
        assert dialog(page) is None, key
        assert chosen(page) == [colours[1]], key
    opens(page, "stack", "\u0130", "Quote")  # Turkish Q with Caps Lock: i


def test_real_keys_with_shift_or_caps_lock_do_the_same(page, site):
    open_table(page, site, 7, 2)
    page.keyboard.press("Shift+L")
    page.wait_for_selector("body[data-dialog=log]")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    page.keyboard.press("Shift+Digit1")
    assert len(chosen(page)) == 1


# Combinations, composed text, fields


COMBINATIONS = [{name: True} for name in ("ctrlKey", "metaKey", "altKey", "modifierAltGraph")]
KNOWS_ALT_GRAPH = """() =>
    new KeyboardEvent("keydown", { modifierAltGraph: true }).getModifierState("AltGraph")"""
COMPOSED = [{"isComposing": True}, {"keyCode": 229}]


def test_combinations_and_composed_text_mean_nothing_here(page, site):
    session = session_of(2)
    open_ready(page, f"{site.url}#/piramide/2")
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_cards(page, text)
    session.play(text)
    for more in COMBINATIONS + COMPOSED:
        if "modifierAltGraph" in more and not page.evaluate(KNOWS_ALT_GRAPH):
            continue  # WebKit, whose systems have Option in its place
        for key, code in (("u", "KeyU"), ("n", "KeyN"), ("?", "Slash"), (" ", "Space")):
            press(page, key, code, **more)
            assert dialog(page) is None, (key, more)
        press(page, "a", "KeyA", **more)
        assert page.locator(".card[aria-pressed=true]").count() == 0
    expect_board(page, session.state)
    # A combination does not press the button that has the keyboard either.
    page.locator('[data-command="undo"]').focus()
    for combination in ("Control+Enter", "Alt+Enter", "Control+ ", "Meta+Enter"):
        page.keyboard.press(combination)
    expect_board(page, session.state)
    press(page, "u", "KeyU")
    expect_board(page, session.states[0])


def test_an_event_that_names_no_key_harms_nothing(page, site):
    """Browsers that fill in fields, and extensions, send them."""
    open_ready(page, f"{site.url}#/piramide/2")
    page.evaluate(
        """() => ["keydown", "keyup"].forEach((name) =>
            document.body.dispatchEvent(new Event(name, { bubbles: true })))"""
    )
    assert press(page, "?", "Slash")
    page.wait_for_selector("body[data-dialog=keys]")


FIELDS = (
    "<input>",
    '<input type="number">',
    '<input type="search">',
    '<input type="range">',
    '<input type="checkbox">',
    "<select><option>1<option>2</select>",
    "<textarea></textarea>",
    '<div contenteditable="true" tabindex="0">x</div>',
    '<div contenteditable="plaintext-only" tabindex="0"><b tabindex="0">x</b></div>',
)


def test_a_field_that_has_the_keyboard_gets_its_keys(page, site):
    session = session_of(2)
    open_ready(page, f"{site.url}#/piramide/2")
    press(page, "a", "KeyA")
    page.evaluate(
        "document.querySelector('.table-head').insertAdjacentHTML('beforeend', '<p></p>')"
    )
    for html in FIELDS:
        page.evaluate(
            """(html) => {
                const place = document.querySelector(".table-head p");
                place.innerHTML = html;
                (place.querySelector("b") ?? place.firstChild).focus();
            }""",
            html,
        )
        for key in ("n", "u", "h", "?", "7", " ", "Enter", "ArrowLeft"):
            assert not press(page, key), (html, key)
            assert dialog(page) is None, (html, key)
    expect_board(page, session.state)


def test_the_arrows_move_the_slider_of_a_replay_once(page, site):
    from tests.test_share_page import ARENA, address_of

    open_ready(page, site.url + address_of(ARENA))
    slider = page.locator(".scrub input")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "1"
    page.locator("#screen").focus()
    for repeat in (False, True, True):  # to scrub is what a held arrow is for
        assert press(page, "ArrowRight", "ArrowRight", repeat=repeat)
    assert slider.input_value() == "4"


def test_a_typed_move_takes_the_digits_of_every_script(page, site):
    session = open_table(page, site, 7, 2)
    move = arena.legal_moves(session.state)[0]
    press(page, "m", "KeyM")
    page.locator("#move-box").fill(f"{move.colour}{move.stack[0]}{chr(0x660 + int(move.stack[1]))}")
    for more in COMPOSED:  # this Enter ends a composition
        press(page, "Enter", "Enter", **more)
    assert page.locator("#move-box").input_value() != ""
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#move-box').value === ''")
    assert len(kept(page, "arena").moves) == 1


# Held keys


def test_a_held_key_acts_once(page, site):
    session = session_of(2, draw="free")
    open_ready(page, f"{site.url}#/piramide/2?draw=free")
    hold(page, " ")
    session.play("+")
    expect_board(page, session.state)
    page.locator('[data-pile="stock"]').focus()
    for key in (" ", "Enter"):
        hold(page, key)
        session.play("+")
        expect_board(page, session.state)
    page.locator("#screen").focus()
    for key in ("u", "u", "r"):
        hold(page, key)
        session.redo() if key == "r" else session.undo()
        expect_board(page, session.state)
    page.locator('[data-command="undo"]').focus()
    for key in ("Enter", " "):
        hold(page, key)
        session.undo()
        expect_board(page, session.state)
    page.locator('[data-slot="6.1"]').focus()
    hold(page, "ArrowRight", 3)
    assert page.evaluate("document.activeElement.dataset.slot") == "6.4"
    # A key that opens a dialog presses nothing there while it stays down.
    page.locator('[data-command="new"]').focus()
    hold(page, "Enter", 6)
    page.wait_for_selector("body[data-dialog=new]")
    expect_board(page, session.state)
    assert f"Deal {session.deal}" in page.locator("#status").inner_text()


def hold(page, key, times=4):
    """Hold a key until it has come so many times."""
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def test_a_held_key_opens_one_thing_in_the_arena(page, site):
    session = open_table(page, site, 7, 2)
    hold(page, "h")
    assert "Press H again" in message(page)
    assert "hints" not in kept(page, "arena").facts
    hold(page, "p")
    assert page.locator(".secret").inner_text() == ""
    hold(page, "i")
    assert page.locator('[data-command="inspect"]').get_attribute("aria-pressed") == "true"
    hold(page, "i")
    assert page.locator('[data-command="inspect"]').get_attribute("aria-pressed") == "false"
    hold(page, "1")
    assert chosen(page) == [session.state.colours[0]]
    page.locator('[data-command="peek"]').focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    assert page.locator(".secret").inner_text() != ""
    page.keyboard.up("Enter")
    assert page.locator(".secret").inner_text() == ""


# No stray letter costs


LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789?+*@"


@pytest.mark.parametrize("game", ["piramide", "arena"])
def test_no_stray_letter_costs_anything(page, site, game):
    """After each one alone the same moves can be played, and nothing is counted."""
    if game == "arena":
        session = open_table(page, site, 7, 2)
        move = arena.legal_moves(session.state)[0]
        tap_move(page, move)
        text = arena.format_move(move)
    else:
        session = session_of(2)
        open_ready(page, f"{site.url}#/piramide/2")
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_cards(page, text)
    session.play(text)
    for letter in LETTERS:
        press(page, letter)
        if game == "arena":
            assert page.locator(".secret").inner_text() == "", letter
        if page.evaluate(
            "document.body.dataset.dialog || document.querySelector('#move-box:focus')"
        ):
            press(page, "Escape", "Escape")
            page.wait_for_selector("body:not([data-dialog])")
        press(page, "Escape", "Escape")
        if letter == "u":
            press(page, "y")
        facts = kept(page, game).facts
        assert not [fact for fact in ("hints", "oracle", "undos") if facts.get(fact)], letter
        assert kept(page, game).moves == session.moves, letter
        assert kept(page, game).ply == 1, letter


def test_moves_taken_back_count_when_others_are_played_for_them(page, site):
    session = session_of(2, draw="free")
    open_ready(page, f"{site.url}#/piramide/2?draw=free")
    for _ in range(3):
        press(page, " ", "Space")
        session.play("+")
    for key in "uuyyu":
        press(page, key)
    assert "undos" not in kept(page).facts
    press(page, " ", "Space")  # the same move again
    assert "undos" not in kept(page).facts
    for key in "uu":
        press(page, key)
    page.reload()  # nothing of it is forgotten
    page.wait_for_selector("body[data-ready=true]")
    move = next(m for m in piramide.legal_moves(session.states[1]) if m.action == "remove")
    tap_cards(page, piramide.format_move(move))
    assert kept(page).facts["undos"] == 2


def test_undo_by_key_asks_before_it_brings_the_earlier_game_back(page, site):
    open_ready(page, f"{site.url}#/piramide/2?draw=free")
    press(page, " ", "Space")
    page.evaluate("location.hash = '#/piramide/3'")
    page.locator("#status", has_text="Deal 3").wait_for()
    press(page, "u")
    assert "Press U again" in message(page)
    press(page, "a")
    press(page, "u")
    assert "Deal 3" in page.locator("#status").inner_text()
    press(page, "u")
    page.locator("#status", has_text="Deal 2").wait_for()


def test_hints_and_secrets_come_at_the_second_press(page, site):
    open_table(page, site, 7, 2)
    press(page, "p")
    assert "Press P again" in message(page)
    press(page, "p")
    assert page.locator(".secret").inner_text() != ""
    press(page, "p")
    assert page.locator(".secret").inner_text() == ""
    press(page, "h")
    press(page, "l")
    press(page, "Escape")
    page.wait_for_selector("body:not([data-dialog])")
    press(page, "h")
    assert "hints" not in kept(page, "arena").facts
    press(page, "h")
    page.locator(".stack.hinted").wait_for(state="attached")
    assert kept(page, "arena").facts["hints"] == 1


# Keys of one letter switched off


@pytest.mark.parametrize("language", ["en", "he", "it"])
def test_keys_of_one_letter_can_be_switched_off(page, site, language):
    session = session_of(2, draw="free")
    open_ready(page, f"{site.url}?lang={language}#/piramide/2?draw=free")
    set_setting(page, "letters", "off")
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    for letter in LETTERS:
        assert not press(page, letter), letter
        assert dialog(page) is None, letter
    assert page.locator(".card[aria-pressed=true], #move-box").count() == 0
    press(page, " ", "Space")
    session.play("+")
    expect_board(page, session.state)
    press(page, "ArrowDown", "ArrowDown")
    assert page.evaluate("document.activeElement.dataset.slot").startswith("6.")
    page.locator('[data-command="rules"]').click()
    page.locator('#dialog [data-command="keys"]').click()
    keys = page.locator("#dialog dt").all_inner_texts()
    assert "U" not in keys
    assert "Esc" in keys
    press(page, "Escape", "Escape")
    page.wait_for_selector("body:not([data-dialog])")
    set_setting(page, "letters", "on")
    opens(page, "keys", "?", "Slash")
