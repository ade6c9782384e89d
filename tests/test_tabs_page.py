"""Two tabs: the one never turns back what was done in the other, and follows it."""

import sys
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from game.links import format_link
from game.rules import piramide
from game.statistics import Play, Statistics, format_statistics
from scripts.serve import SiteServer
from tests.conftest import open_ready, wait_ready, wait_until
from tests.games import random_session
from tests.interpreters.damage import keep as keep_texts
from tests.interpreters.damage import open_views
from tests.interpreters.damage import store as store_text
from tests.test_offline import (  # noqa: F401
    context,
    look_for_update,
    undo_label,
    versions,
    visit,
    wait_stored,
)
from tests.test_page import play_some
from tests.test_piramide_page import expect_board

SETTINGS = "vanishing-pyramids.settings"
HEAR_NOTHING = "addEventListener('storage', (event) => event.stopImmediatePropagation(), true)"


def kept(page):
    """Return the settings that are kept, by name."""
    text = page.evaluate(f"localStorage['{SETTINGS}'] ?? ''")
    return dict(line.split("=") for line in text.split("\n") if line)


def open_settings(page):
    """Open the settings."""
    page.locator('[data-command="settings"]').click()
    page.get_by_role("dialog").wait_for()


def choose(page, key, value):
    """Choose the value of a setting in the open dialog."""
    page.locator(f'#dialog [data-key="{key}"][data-value="{value}"]').click()


def root(page):
    """Return the page's root, which tells how it looks."""
    return page.locator("html")


def test_a_tab_follows_the_settings_of_another(page, site):
    session = play_some(page, site, 1)
    open_settings(page)
    choose(page, "movebox", "on")
    page.keyboard.press("Escape")
    page.locator("#move-box").fill("7d")
    other = page.context.new_page()
    open_ready(other, site.url)
    open_settings(other)
    choose(other, "theme", "dark")
    choose(other, "deck", "french")
    choose(other, "language", "it")
    expect(root(page)).to_have_attribute("data-theme", "dark")
    expect(root(page)).to_have_attribute("lang", "it")
    page.locator('[data-card] use[href^="#french-"]').first.wait_for(state="attached")
    page.locator("#status", has_text="Smazzata").wait_for()
    expect(page.locator("#move-box")).to_have_value("7d")
    expect(page.locator("#move-box")).to_be_focused()
    expect_board(page, session.state)
    # An open dialog of settings follows, too.
    page.locator("#move-box").fill("")
    open_settings(page)
    choose(other, "theme", "light")
    chosen = page.locator('#dialog [data-key="theme"][data-value="light"]')
    expect(chosen).to_have_attribute("aria-pressed", "true")


def test_a_tab_that_heard_nothing_changes_only_its_own_setting(page, site):
    page.add_init_script(HEAR_NOTHING)
    open_ready(page, site.url)
    other = page.context.new_page()
    open_ready(other, site.url)
    open_settings(other)
    choose(other, "theme", "dark")
    choose(other, "sound", "on")
    open_settings(page)
    choose(page, "side", "left")
    there = kept(page)
    assert [there[key] for key in ("theme", "sound", "side")] == ["dark", "on", "left"]
    expect(root(page)).to_have_attribute("data-theme", "dark")
    expect(root(other)).to_have_attribute("data-side", "left")
    # Looked at again, it takes over what it has not heard.
    choose(other, "theme", "contrast")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(root(page)).to_have_attribute("data-theme", "contrast")


def test_what_a_newer_version_has_set_is_never_turned_back(page, site):
    newer = "theme=sepia\nsound=soft\nlights=dim\ndeck=french\nno word=x\nempty=\n=y"
    page.add_init_script(f"localStorage['{SETTINGS}'] ??= {newer!r}")
    open_ready(page, site.url)
    open_settings(page)
    choose(page, "side", "left")
    there = kept(page)
    assert [there[key] for key in ("theme", "lights", "deck", "side")] == [
        "sepia",
        "dim",
        "french",
        "left",
    ]
    assert (there["sound"], there["volume"]) == ("on", "25")
    assert not {"no word", "empty", ""} & set(there)
    choose(page, "theme", "dark")
    assert (kept(page)["theme"], kept(page)["lights"]) == ("dark", "dim")


def test_a_language_that_does_not_arrive_here_stays_chosen_there(page, site):
    open_ready(page, site.url)
    page.route("**/game/locales/it.json?*", lambda route: route.fulfill(body="no catalogue"))
    other = page.context.new_page()
    open_ready(other, site.url)
    open_settings(other)
    choose(other, "language", "it")
    expect(root(other)).to_have_attribute("lang", "it")
    page.locator("#message", has_text="did not arrive").wait_for()
    assert kept(page)["language"] == "it"


def test_an_update_in_one_tab_waits_for_what_is_half_done_in_others(context, visit, versions):  # noqa: F811
    one, two = versions
    shown = random_session(piramide, piramide.Params("free", 7, True, 1), 12)
    while not shown.is_over():
        shown.play(piramide.format_move(piramide.legal_moves(shown.state)[0]))
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        visit.reload()
        form, replay = context.new_page(), context.new_page()
        open_ready(form, f"{site.url}#/piramide/1")
        form.locator('[data-command="new"]').click()
        form.locator('#dialog [name="deal"]').fill("4711")
        open_ready(replay, f"{site.url}#/piramide/replay/{format_link(shown)}")
        for _ in range(3):
            replay.locator('[data-command="line-next"]').click()
        site.folder = two
        wait_ready(visit)
        look_for_update(visit)
        visit.locator('#message [data-command="update"]').click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")
        for page in (form, replay):
            page.locator("#message", has_text="Another tab").wait_for()
            expect(page.locator("html")).to_have_attribute("data-build", "One")
        expect(form.locator('#dialog [name="deal"]')).to_have_value("4711")
        assert replay.locator("#status").inner_text().startswith("Move 3 of")
        replay.locator('[data-command="line-next"]').click()
        assert replay.locator("#status").inner_text().startswith("Move 4 of")
        # Once the form is finished, or when its player asks, the page follows; nothing is lost.
        form.locator('#dialog [data-command="deal"]').click()
        replay.locator('#message [data-command="update"]').click()
        for page in (form, replay):
            page.wait_for_selector("html[data-build=Two]", state="attached")
            wait_ready(page)
        wait_until(lambda: "Deal 4711" in form.locator("#status").inner_text())
        assert undo_label(form) == "Two"


@pytest.fixture
def views():
    """Let the modules of game/views be imported here with stand-ins for the browser."""
    with patch.dict(sys.modules):
        for name in [name for name in sys.modules if name.startswith("game.views")]:
            del sys.modules[name]
        open_views()
        yield


@pytest.mark.usefixtures("views")
def test_what_was_played_since_a_reset_is_not_lost_when_that_is_undone():
    from game.views.piramide_diary import KEY, Book

    def book_with(game_id):
        book = Statistics()
        book.settle(Play(game_id, "stuck,6,closed,0", "1", "won", 0, 30, 60, 0, 0, 0, False, True))
        return format_statistics(book)

    def plays():
        return [play.id for play in Book().read().plays]

    keep_texts({KEY: book_with("old")})
    book = Book()
    book.replace(Statistics())
    assert plays() == []
    store_text(KEY, book_with("new"))  # by another tab
    assert book.bring_back()
    assert plays() == ["old"]
    assert book.can_bring_back()
    assert book.bring_back()
    assert plays() == ["new"]
