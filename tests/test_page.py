"""What both games share on the page: home, saving, Back, two tabs, and damage of every kind."""

import pytest

from game.rules import piramide
from game.session import sealed
from tests.conftest import open_ready, wait_ready, wait_until
from tests.test_piramide_page import expect_board, session_of, tap_move

KEY = "vanishing-pyramids.piramide"
DENY_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
}
"""


def play_some(page, site, count=4, number=1):
    """Open a deal, make some moves, and return the session as it should stand."""
    session = session_of(number)
    open_ready(page, f"{site.url}#/piramide/{number}")
    for _ in range(count):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(page, text)
        session.play(text)
    return session


def screen(page):
    """Return the name of the screen that is shown."""
    return page.locator("body").get_attribute("data-screen")


def wait_screen(page, name):
    """Return once a screen is shown."""
    page.wait_for_selector(f'body[data-screen="{name}"]')


def test_home_offers_both_games_and_continue_once_one_is_kept(page, site):
    open_ready(page, site.url)
    assert screen(page) == "home"
    assert not page.get_by_role("button", name="Continue").is_visible()
    page.locator('[data-game="piramide"][data-command="play"]').click()
    wait_screen(page, "piramide")
    page.locator('[data-command="home"]').click()
    wait_screen(page, "home")
    page.get_by_role("button", name="Continue").click()
    wait_screen(page, "piramide")


@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_each_game_has_a_rules_screen(page, site, game):
    open_ready(page, site.url)
    page.locator(f'[data-game="{game}"][data-command="rules"]').click()
    dialog = page.get_by_role("dialog")
    assert "The end" in dialog.inner_text()
    page.keyboard.press("Escape")
    dialog.wait_for(state="hidden")
    assert screen(page) == "home"


def test_a_reload_in_mid_game_changes_nothing(page, site):
    session = play_some(page, site)
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    page.locator('[data-command="undo"]').click()
    session.undo()
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    page.locator('[data-command="redo"]').click()
    session.redo()
    expect_board(page, session.state)


def test_back_closes_a_dialog_then_goes_home_and_loses_nothing(page, site):
    session = play_some(page, site)
    page.locator('[data-command="rules"]').click()
    page.get_by_role("dialog").wait_for()
    page.go_back()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert screen(page) == "piramide"
    page.go_back()
    wait_screen(page, "home")
    page.go_forward()
    wait_screen(page, "piramide")
    expect_board(page, session.state)


@pytest.mark.parametrize("address", ["#/arena/8?players=2", "#/piramide/99"])
def test_home_is_one_tap_away_also_after_an_address_was_typed(page, site, address):
    session = play_some(page, site)
    page.evaluate("address => { location.hash = address }", address)
    wait_until(lambda: "Deal 1 " not in page.locator("#status").inner_text())
    page.locator('[data-command="home"]').click()
    wait_screen(page, "home")
    page.evaluate("location.hash = '#/piramide/1'")
    wait_screen(page, "piramide")
    if "arena" in address:
        expect_board(page, session.state)


@pytest.mark.parametrize("damage", ["cut", "garbled", "nonsense"])
def test_a_damaged_save_is_reported_kept_aside_and_never_blocks(page, site, damage):
    play_some(page, site)
    kept = page.evaluate(f"localStorage['{KEY}']")
    middle = len(kept) // 2
    damaged = {
        "cut": kept[:middle],
        "garbled": kept[:middle] + ("A" if kept[middle] != "A" else "B") + kept[middle + 1 :],
        "nonsense": "{ what is this",
    }[damage]
    page.evaluate("([key, text]) => { localStorage[key] = text }", [KEY, damaged])
    page.goto(f"{site.url}?again#/")
    wait_ready(page)
    page.locator("#message", has_text="could not be read").wait_for()
    with page.expect_download() as download:
        page.locator('[data-command="export"]').click()
    assert download.value.path().read_text() == damaged
    page.locator('[data-game="piramide"][data-command="play"]').click()
    wait_screen(page, "piramide")
    assert damaged in page.evaluate("Object.values(localStorage)")


def test_a_save_from_a_newer_version_is_kept_aside(page, site):
    play_some(page, site)
    kept = page.evaluate(f"localStorage['{KEY}']")
    token, save = kept.split("\n")
    newer = f"{token}\n{sealed('2', save.split('.')[2])}"
    page.evaluate("([key, text]) => { localStorage[key] = text }", [KEY, newer])
    page.goto(f"{site.url}?again#/")
    wait_ready(page)
    page.locator("#message", has_text="newer version").wait_for()
    page.locator('[data-game="piramide"][data-command="play"]').click()
    wait_screen(page, "piramide")
    assert newer in page.evaluate("Object.values(localStorage)")


def test_where_storage_is_denied_the_game_plays_on_and_says_so_once(page, site):
    page.add_init_script(DENY_STORAGE)
    session = play_some(page, site, 1)
    assert "does not let the page save" in page.locator("#message").inner_text()
    wait_until(lambda: page.locator("#message").inner_text() == "")
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_move(page, text)
    session.play(text)
    expect_board(page, session.state)
    assert "does not let the page save" not in page.locator("#message").inner_text()
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)


def test_a_full_storage_is_like_a_denied_one(page, site):
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"
    )
    session = play_some(page, site, 3)
    expect_board(page, session.state)


def test_two_tabs_on_one_game_follow_each_other(page, site):
    session = play_some(page, site)
    other = page.context.new_page()
    open_ready(other, f"{site.url}#/piramide/1")
    expect_board(other, session.state)
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_move(other, text)
    session.play(text)
    wait_until(lambda: "another tab" in page.locator("#message").inner_text())
    expect_board(page, session.state)
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_move(page, text)
    session.play(text)
    wait_until(lambda: "another tab" in other.locator("#message").inner_text())
    expect_board(other, session.state)


def test_an_address_that_names_no_deal_says_so_and_loses_nothing(page, site):
    session = play_some(page, site)
    for fragment in ("-1", "1.5", "9007199254740992", "x", "1?draw=never", "1?rows=8", "1?a=b"):
        page.goto(f"{site.url}?n#/piramide/{fragment}")
        wait_ready(page)
        assert screen(page) == "home"
        assert "names no game" in page.locator("#message").inner_text()
    page.get_by_role("button", name="Continue").click()
    wait_screen(page, "piramide")
    expect_board(page, session.state)


def test_a_link_to_another_deal_can_be_taken_back(page, site):
    session = play_some(page, site)
    page.evaluate("location.hash = '#/piramide/99'")
    wait_until(lambda: "Deal 99" in page.locator("#status").inner_text())
    page.locator('[data-command="undo"]').click()
    expect_board(page, session.state)


@pytest.mark.broken_page
def test_when_the_interpreter_dies_one_tap_brings_the_game_back(page, site):
    session = play_some(page, site)
    page.evaluate("""() => {
        const broken = () => { throw new Error("broken") };
        for (let i = 0; i < 200; i++) document.addEventListener("click", broken);
        Element.prototype.closest = broken;
    }""")
    page.locator('[data-pile="stock"]').dispatch_event("click")
    resume = page.get_by_role("button", name="Bring the game back")
    resume.wait_for()
    resume.click(no_wait_after=True)
    wait_ready(page)
    expect_board(page, session.state)


@pytest.mark.broken_page
def test_in_a_sandboxed_frame_the_game_plays_on_and_says_it_cannot_save(page, site):
    """Mere access to storage throws there; PyScript itself logs an error of IndexedDB."""
    session = session_of(1)
    page.set_content(
        f'<iframe sandbox="allow-scripts" width="360" height="640" src="{site.url}#/piramide/1">'
    )
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready=true]").wait_for()
    assert "does not let the page save" in frame.locator("#message").inner_text()
    for _ in range(6):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(frame, text)
        session.play(text)
    while not piramide.removals(session.state):
        tap_move(frame, "+")
        session.play("+")
    tap_move(frame, "+")
    frame.locator("#message", has_text="look again").wait_for()
    expect_board(frame, session.state)
    frame.locator('[data-command="rules"]').click()
    frame.locator('[data-command="close"]').click()
    frame.get_by_role("dialog").wait_for(state="hidden")
    frame.locator('[data-command="home"]').click()
    frame.locator('body[data-screen="home"]').wait_for()
