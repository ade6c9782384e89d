"""Whoever cannot see the page, or cannot point, plays both games all the same."""

import os

import pytest

from game.rules import arena, piramide
from game.session import Session
from scripts.build import ROOT, catalogues
from tests.conftest import ENGLISH, open_ready
from tests.screens import walk
from tests.test_arena_page import COLOUR_NAMES, expect_board, open_table
from tests.test_piramide_page import first_winnable

AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text("utf-8")
LANGUAGES = [path.split("/")[-1].removesuffix(".json") for path in catalogues(ROOT)]
FINDINGS = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.map(({ html, failureSummary }) => html.slice(0, 160) + " " + failureSummary)}`);
}"""


def findings(page):
    """Return what axe-core finds at fault on the page as it is shown now."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    return page.evaluate(FINDINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_screen(page, site, language):
    found = []
    for screen in walk(page, site, language):
        for theme in ("light", "dark") if language == "en" else ("light",):
            page.emulate_media(color_scheme=theme)
            found += [f"{screen}, {theme}: {fault}" for fault in findings(page)]
    assert not found, "\n".join(found)


# Heard and typed


def heard(page):
    """Return what was told to those who hear the page, oldest first."""
    return page.locator("#news p").all_text_contents()


def type_moves(page, moves):
    """Type moves into the field that the key M opens."""
    if not page.evaluate("() => document.activeElement.id === 'move-box'"):
        page.keyboard.press("m")
    page.wait_for_selector("#move-box:focus")
    for text in moves:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#move-box').value === ''")


def test_la_piramide_is_won_by_typed_moves_and_every_change_is_heard_once(page, site):
    deal, line = first_winnable()
    open_ready(page, f"{site.url}#/piramide/{deal}")
    session = Session(piramide, piramide.Params("stuck", 6, False, 0), deal)
    for text in line:
        before = heard(page)
        type_moves(page, [text.upper()])
        session.play(text)
        told = heard(page)[-1]
        assert heard(page) == [*before, told][-8:]
        for code in piramide.parse_move(text).cards:
            assert card_words(code) in told
        if text == "+":
            assert card_words(session.state.drawn) in told
    page.wait_for_selector("body[data-outcome=won]")
    assert page.locator(".result [role=status]").inner_text().startswith("Won!")


def card_words(code):
    """Return what a card is called."""
    rank = ENGLISH.get("card.rank." + code[0], code[0])
    return f"{rank} of {ENGLISH['card.suit.' + code[1]]}"


def test_the_arena_is_played_by_typed_moves_and_nothing_secret_is_told(page, site):
    session = open_table(page, site, 7, 3)
    told = []
    while not session.is_over():
        move = arena.legal_moves(session.state)[-1]
        player = session.state.turn + 1
        type_moves(page, [f"{move.colour}{move.stack}".lower()])
        session.play(arena.format_move(move))
        told.append(heard(page)[-1])
        assert told[-1] == public_news(session, player, move)
        assert page.locator(".secret").inner_text() == ""
    expect_board(page, session.state)
    assert len(told) == len(session.moves)


def public_news(session, player, move):
    """Return what everybody may hear of the last move."""
    before, after = session.states[-2:]
    index = arena.stack_names(len(after.colours)).index(move.stack)
    cancels = len(after.stacks[index]) < len(before.stacks[index])
    below = COLOUR_NAMES[(after if cancels else before).stacks[index][-1]]
    text = f"Player {player}: {COLOUR_NAMES[move.colour]} on {move.stack}"
    text += f"; both vanish, {below} is on top." if cancels else f", which was {below}."
    return f"{text} " + (
        ENGLISH["arena.end"] if after.turn is None else f"Player {after.turn + 1} plays."
    )


@pytest.mark.parametrize("typed", ["", "x", "o@z9", "oo@a1", "  ", "7d", "<b>@A1"])
def test_a_typed_move_that_is_none_is_refused_and_kept_to_be_mended(page, site, typed):
    session = open_table(page, site, 7, 3)
    page.keyboard.press("m")
    page.locator("#move-box").fill(typed)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#message').textContent !== ''")
    assert page.locator("#move-box").input_value() == typed
    assert page.locator("#message b").count() == 0
    expect_board(page, session.state)


# The keyboard is never lost


def has_keyboard(page):
    """Return whether something that can be seen has the keyboard."""
    return page.evaluate(
        "() => document.activeElement !== document.body && document.activeElement.checkVisibility()"
    )


def test_the_keyboard_stays_on_the_table_while_its_cards_leave(page, site):
    deal, line = first_winnable()
    open_ready(page, f"{site.url}#/piramide/{deal}")
    for text in line:
        for code in [] if text == "+" else piramide.parse_move(text).cards:
            page.locator(f'[data-card="{code}"]').focus()
            page.keyboard.press("Enter")
        if text == "+":
            page.locator('[data-pile="stock"]').focus()
            page.keyboard.press("Enter")
        assert has_keyboard(page), text
    page.wait_for_selector("body[data-outcome=won]")


def test_the_keyboard_comes_back_from_every_dialog(page, site):
    open_table(page, site, 7, 3)
    for command, dialog in (
        ("settings", "settings"),
        ("rules", "rules"),
        ("log", "log"),
        ("new", "new-arena"),
    ):
        button = page.locator(f'[data-command="{command}"]:visible').first
        button.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"body[data-dialog={dialog}]")
        assert page.evaluate("() => !!document.activeElement.closest('dialog')")
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")
        assert page.evaluate("() => document.activeElement.dataset.command") == command


def test_after_a_setting_has_drawn_the_table_anew_the_keyboard_is_on_it(page, site):
    open_table(page, site, 7, 3)
    page.locator('[data-command="settings"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-key="deck"][data-value="french"]').click()
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    assert has_keyboard(page)


# Holding


@pytest.mark.parametrize("how", ["a setting", "a screen reader"])
def test_who_cannot_hold_a_button_presses_it(page, site, how):
    session = open_table(page, site, 7, 3)
    if how == "a setting":
        page.locator('[data-command="settings"]').click()
        page.locator('[data-key="look"][data-value="press"]').click()
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")
    peek = page.locator('[data-command="peek"]')

    def press():
        if how == "a setting":
            peek.click()
        else:
            peek.evaluate("button => button.click()")

    secret = page.locator(".secret")
    colour = COLOUR_NAMES[session.state.targets[session.state.turn]]
    press()
    assert colour in secret.inner_text()
    assert peek.get_attribute("aria-pressed") == "true"
    press()
    assert secret.inner_text() == ""
    press()
    page.locator(".tray [data-hand]:enabled").first.click()  # whatever is done next hides it
    assert secret.inner_text() == ""
    assert peek.get_attribute("aria-pressed") == "false"


# What a screen reader finds in mid-game: read these files when they change


@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_the_tree_that_a_screen_reader_walks(page, site, game):
    if game == "arena":
        session = open_table(page, site, 7, 3)
        moves = arena.legal_moves(session.state)
        type_moves(page, [f"{moves[0].colour}{moves[0].stack}"])
    else:
        deal, line = first_winnable()
        open_ready(page, f"{site.url}#/piramide/{deal}")
        type_moves(page, line[:4])
    page.locator("h1").click()
    golden = ROOT / f"tests/cases/{game}.aria.yaml"
    tree = page.locator("body").aria_snapshot() + "\n"
    if os.environ.get("UPDATE"):
        golden.write_text(tree, "utf-8")
    assert tree == golden.read_text("utf-8")


# Colours of the system


def test_in_forced_colours_what_is_legal_barred_and_chosen_can_be_told_apart(page, site):
    open_table(page, site, 7, 3)
    page.emulate_media(forced_colors="active")
    page.locator(".tray [data-hand]:enabled").first.click()
    looks = page.evaluate(
        """() => {
            const look = (element) => {
                const { borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineColor }
                    = getComputedStyle(element, "::before");
                const own = getComputedStyle(element);
                return [borderTopStyle, borderTopWidth, borderTopColor, outlineStyle, outlineColor,
                    own.outlineStyle, own.borderTopColor].join();
            };
            return [".stack:not(.forbidden)", ".stack.forbidden"]
                .map((css) => look(document.querySelector(css)));
        }"""
    )
    assert looks[0] != looks[1]
