"""Everything that is kept goes into one file and comes back from it; no file can do harm."""

import json

import pytest
from playwright.sync_api import expect

from game.rules import arena, piramide
from tests import test_arena_page, test_piramide_page
from tests.conftest import open_ready, wait_ready
from tests.test_page import play_some, wait_screen

MARK = "vanishing-pyramids."
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }"


def stored(page):
    """Return all that the page keeps."""
    return page.evaluate("Object.fromEntries(Object.entries(localStorage))")


def open_settings(page):
    """Open the settings on whatever screen is shown."""
    page.locator('main:not([hidden]) [data-command="settings"]').click()
    page.locator('#dialog [data-command="save-all"]').wait_for()


def save_all(page):
    """Save everything to a file; return its content."""
    open_settings(page)
    with page.expect_download() as download:
        page.locator('[data-command="save-all"]').click()
    page.locator('#dialog [data-command="close"]').click()
    page.locator("#dialog").wait_for(state="hidden")
    return download.value.path().read_text("utf-8")


def choose(page, content):
    """Choose a file with this content to be loaded."""
    open_settings(page)
    with page.expect_file_chooser() as chooser:
        page.locator('[data-command="load-all"]').click()
    content = content if isinstance(content, bytes) else content.encode()
    chooser.value.set_files(
        {"name": "some.json", "mimeType": "application/json", "buffer": content}
    )


def load(page, content):
    """Load a file after the look inside; the page begins anew."""
    choose(page, content)
    page.evaluate("window.old = true")
    page.get_by_role("button", name="Load it").click()
    page.wait_for_function("window.old === undefined")
    wait_ready(page)
    page.locator('#message [data-command="take-back"]').wait_for()


@pytest.fixture
def played(page, site):
    """Play both games a little and change a setting; return the page and La Piramide's session."""
    session = test_arena_page.open_table(page, site, 7)
    test_arena_page.tap_move(page, arena.legal_moves(session.state)[0])
    page.goto("about:blank")
    session = play_some(page, site)
    open_settings(page)
    page.locator('[data-key="deck"][data-value="french"]').click()
    page.locator('#dialog [data-command="close"]').click()
    page.locator("#dialog").wait_for(state="hidden")
    return page, session


def test_everything_comes_back_from_the_file_on_another_device(played, browser, site):
    page, session = played
    content = save_all(page)
    kept = stored(page)
    assert json.loads(content)["entries"] == {
        key.removeprefix(MARK): text
        for key, text in kept.items()
        if key.startswith(MARK) and "asked" not in key
    }
    context = browser.new_context(reduced_motion="reduce", service_workers="block")
    other = context.new_page()
    open_ready(other, site.url)
    other.evaluate("localStorage['of another page'] = 'stays'")
    load(other, content)
    wait_screen(other, "home")
    expect(other.get_by_role("button", name="Continue")).to_have_count(2)
    assert other.locator("html").get_attribute("data-deck") == "french"
    assert stored(other)["of another page"] == "stays"
    other.locator('[data-command="continue"][data-game="piramide"]').click()
    test_piramide_page.expect_board(other, session.state)
    context.close()


def test_the_look_inside_tells_what_is_there_and_what_it_would_replace(played, site):
    page, _ = played
    content = save_all(page)
    page.locator('[data-command="home"]').click()
    wait_screen(page, "home")
    page.evaluate("key => localStorage.removeItem(key)", MARK + "arena")
    page.reload()
    wait_ready(page)
    play_some(page, site, 2, number=9)
    choose(page, content)
    dialog = page.get_by_role("dialog")
    arena_row = dialog.locator(".backup-row", has_text="The Arena")
    expect(arena_row).to_contain_text("In the file: a game with 1 move")
    expect(arena_row).to_contain_text("On this device: nothing")
    piramide_row = dialog.locator(".backup-row", has_text="La Piramide")
    expect(piramide_row).to_contain_text("In the file: a game with 4 moves")
    expect(piramide_row).to_contain_text("On this device: a game with 2 moves, 1 earlier game")
    before = stored(page)
    page.get_by_role("button", name="Cancel").click()
    dialog.wait_for(state="hidden")
    assert stored(page) == before


def test_what_a_file_replaced_can_be_had_back(played, site):
    page, session = played
    content = save_all(page)
    before = stored(page)
    entries = json.loads(content)["entries"]
    del entries["arena"]
    entries["piramide"] = json.loads(content)["entries"]["piramide"]
    other = {**json.loads(content), "entries": {"settings": "theme=dark", "new": "thing"}}
    load(page, json.dumps(other))
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert stored(page)[MARK + "new"] == "thing"
    page.evaluate("window.old = true")
    page.locator('#message [data-command="take-back"]').click()
    page.wait_for_function("window.old === undefined")
    wait_ready(page)
    page.locator('#message [data-command="hush"]').click()
    after = stored(page)
    assert {key: after.get(key) for key in before} == before
    assert MARK + "new" not in after
    page.locator('[data-command="continue"][data-game="piramide"]').click()
    test_piramide_page.expect_board(page, session.state)


def backup(**changes):
    """Return the text of a file with some fields changed."""
    content = {"kind": "vanishing-pyramids backup", "version": 1, "entries": {}}
    return json.dumps({**content, **changes})


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        ("[]", "a backup is an object"),
        ("null", "a backup is an object"),
        ("{}", "kind is missing"),
        ('{"game": "piramide", "version": 1, "deal": 1, "moves": []}', "kind is missing"),
        (backup(kind="a picture"), "kind must be vanishing-pyramids backup"),
        (backup(version=2), "version must be 1"),
        (backup(more=1), 'unknown key "more"'),
        (backup(entries=[]), "entries must be an object"),
        (backup(entries={"arena": 5}), "arena must be text"),
        (backup(entries={"arena": "x"}), "arena: not a shelf"),
        (backup(entries={"arena": "x\nVP1.00000000.AAAA"}), "arena: the checksum does not fit"),
        (backup(entries={"arena": "x\nVP9.deadbeef.AAAA"}), "arena: the checksum does not fit"),
        (backup(entries={"piramide.statistics": "{}"}), "piramide.statistics: kind is missing"),
        (backup(entries={"<b>": ""}), "no name of an entry"),
        (backup(entries={"before-loading": ""}), "no name of an entry"),
        (backup(entries={str(i): "" for i in range(201)}), "at most 200 keys"),
        ("x" * 2_000_001, "too large"),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused_by_name_and_changes_nothing(
    page, site, content, says
):
    play_some(page, site, 2)
    before = stored(page)
    choose(page, content)
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed.")
    expect(page.get_by_role("alert")).to_contain_text(says)
    page.locator('#dialog [data-command="close"]').click()
    page.locator("#dialog").wait_for(state="hidden")
    assert stored(page) == before


def test_a_saved_game_of_another_game_is_refused(page, site):
    play_some(page, site, 2)
    entry = stored(page)[MARK + piramide.GAME]
    choose(page, backup(entries={"arena": entry}))
    expect(page.get_by_role("alert")).to_contain_text("arena:")


def test_where_there_is_no_room_all_stays_as_it_was(played):
    page, session = played
    content = save_all(page)
    before = stored(page)
    page.evaluate(f"() => {{ {FULL} }}")
    changed = json.loads(content)
    changed["entries"]["settings"] = "theme=dark"
    choose(page, json.dumps(changed))
    page.get_by_role("button", name="Load it").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no room left")
    assert stored(page) == before
    page.locator('#dialog [data-command="close"]').click()
    test_piramide_page.expect_board(page, session.state)
