"""The daily deal belongs to a date: whoever travels, sleeps or sets the clock loses nothing."""

import json

import pytest
from playwright.sync_api import expect

from game.statistics import Daily, Statistics, day_after, format_statistics
from tests.conftest import NO_SERVICE_WORKER, PATIENCE_S, open_ready, wait_until
from tests.test_page import wait_screen
from tests.test_piramide_more_page import first_winnable, kept, play_line, winning_line
from tests.test_piramide_page import expect_board, session_of


@pytest.mark.parametrize(
    ("date", "after"),
    [
        ("20260105", "20260106"),
        ("20260131", "20260201"),
        ("20260228", "20260301"),
        ("20280228", "20280229"),
        ("20280229", "20280301"),
        ("20261231", "20270101"),
    ],
)
def test_a_day_follows_another(date, after):
    assert day_after(date) == after


@pytest.fixture
def abroad(browser):
    """Return a function that opens a page in a time zone at a moment, with what is kept so far."""
    contexts = []

    def open_page(zone, moment, state=None):
        context = browser.new_context(
            viewport={"width": 390, "height": 844},
            reduced_motion="reduce",
            timezone_id=zone,
            storage_state=state,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_S * 1000)
        context.add_init_script(NO_SERVICE_WORKER)
        page = context.new_page()
        page.clock.set_fixed_time(moment)
        return page

    yield open_page
    for context in contexts:
        context.close()


def calendar(page):
    """Open the calendar of daily deals from the home screen."""
    page.locator('#home [data-command="daily"]').click()
    page.locator("#dialog .calendar").wait_for()
    return page.locator("#dialog")


def today(page):
    """Return the date that the open calendar takes for today."""
    return page.locator('#dialog [aria-current="date"]')


def status(page, words):
    """Return once the line under the title says something."""
    page.locator("#status", has_text=words).wait_for()


def test_a_deal_won_in_tokyo_stays_won_in_new_york(abroad, site):
    moment = "2026-01-04T20:00:00Z"
    page = abroad("Asia/Tokyo", moment)
    open_ready(page, f"{site.url}#/piramide/daily")
    status(page, "Daily deal 2026-01-05")
    session = session_of(first_winnable("20260105"))
    play_line(page, session, winning_line(session))
    expect(page.locator("body")).to_have_attribute("data-outcome", "won")
    page = abroad("America/New_York", moment, page.context.storage_state())
    open_ready(page, site.url)
    dialog = calendar(page)
    expect(today(page)).to_have_attribute("data-date", "20260104")
    won = dialog.locator('[data-date="20260105"]')
    expect(won).to_have_attribute("data-end", "won")
    expect(dialog.locator('[data-date="20260106"]')).to_be_disabled()
    won.click()
    status(page, "Daily deal 2026-01-05")
    expect_board(page, session.state)
    page.evaluate("location.hash = '#/piramide/daily'")
    status(page, "Daily deal 2026-01-04")
    statistics = kept(page)
    assert statistics.daily["20260105"].end == "won"
    assert statistics.totals("stuck,6,closed,0").streak == 1


def test_over_the_date_line_the_month_to_come_can_be_seen(abroad, site):
    moment = "2026-01-31T12:00:00Z"
    book = Statistics()
    book.daily["20260201"] = Daily(20260201000, "won", 0, 30, 0, 0, 0)
    text = json.dumps(format_statistics(book))
    page = abroad("Pacific/Honolulu", moment)
    page.add_init_script(f"localStorage['vanishing-pyramids.piramide.statistics'] ??= {text}")
    open_ready(page, site.url)
    dialog = calendar(page)
    expect(today(page)).to_have_attribute("data-date", "20260131")
    dialog.locator('[data-command="month-after"]').click()
    expect(dialog.locator('[data-date="20260201"]')).to_have_attribute("data-end", "won")
    expect(dialog.locator('[data-date="20260202"]')).to_be_disabled()
    expect(dialog.locator('[data-command="month-after"]')).to_be_disabled()


def test_a_calendar_that_stays_open_turns_its_page(page, site):
    page.clock.install(time="2026-01-31T23:58:30")
    open_ready(page, site.url)
    dialog = calendar(page)
    expect(today(page)).to_have_attribute("data-date", "20260131")
    page.clock.run_for("01:45")
    expect(today(page)).to_have_attribute("data-date", "20260201")
    expect(dialog.locator("h3")).to_have_text("February 2026")
    expect(dialog.locator('[data-command="day"].primary')).to_have_attribute(
        "data-date", "20260201"
    )
    # While the device slept no timer ran.
    page.clock.set_fixed_time("2026-02-04T08:00:00")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(today(page)).to_have_attribute("data-date", "20260204")
    page.clock.set_fixed_time("2026-02-05T08:00:00")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(today(page)).to_have_attribute("data-date", "20260205")
    # The month that one looks at stays.
    dialog.locator('[data-command="month-before"]').click()
    page.clock.set_fixed_time("2026-03-01T08:00:00")
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(dialog.locator("h3")).to_have_text("January 2026")


def test_a_deal_of_tomorrow_explains_itself_and_opens_when_it_is_time(page, site):
    page.clock.set_fixed_time("2026-01-04T12:00:00")
    open_ready(page, f"{site.url}#/piramide/daily/2026-01-05")
    page.locator("#message", has_text="tomorrow’s daily deal").wait_for()
    page.evaluate("location.hash = '#/piramide/daily/20260106'")
    page.locator("#message", has_text="2026-01-06 opens on that day").wait_for()
    wait_screen(page, "home")
    page.clock.set_fixed_time("2026-01-05T00:00:01")
    page.evaluate("location.hash = '#/piramide/daily/20260105'")
    status(page, "Daily deal 2026-01-05")


def test_a_result_is_shared_without_the_sharer_s_own_address(page, site):
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    page.add_init_script(
        "window.shared = []; Navigator.prototype.share = (what) => {"
        " shared.push(what.text); return Promise.resolve(); };"
    )
    book = Statistics()
    book.daily["20260105"] = Daily(20260105000, "lost", 3, 30, 0, 0, 0)
    text = json.dumps(format_statistics(book))
    page.add_init_script(f"localStorage['vanishing-pyramids.piramide.statistics'] ??= {text}")
    open_ready(page, f"{site.url}index.html?lang=he&fbclid=x&embed=0")
    calendar(page).locator('[data-command="share"]').click()
    wait_until(lambda: page.evaluate("shared.length"))
    assert page.evaluate("shared[0]").split("\n")[-1] == f"{site.url}#/piramide/daily/20260105"
