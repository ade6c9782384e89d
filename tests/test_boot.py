"""boot.js says whatever keeps the game from starting or living on, and leads back to the game."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scripts.build import ROOT
from scripts.serve import TYPES, SiteServer
from tests.conftest import MEMORY, START, WASM, WORDS, named, open_ready, wait_ready, wait_until

QUIET_MS = 21_000  # just over QUIET_S in boot.js
ANSWER_MS = 16_000  # just over ANSWER_S

broken_page = pytest.mark.broken_page


def shown_troubles(page):
    """Return the data-boot names of the explanations on the screen."""
    texts = page.locator("#boot-trouble [data-boot]").all()
    return [text.get_attribute("data-boot") for text in texts if text.is_visible()]


def expect_trouble(page, trouble, command):
    """Check that one trouble is explained, and that its one button has the keyboard."""
    expect(page.locator(f"[data-boot={trouble}]")).to_be_visible()
    assert shown_troubles(page) == [trouble]
    button = page.locator(f"[data-boot-command={command}]")
    expect(button).to_be_focused()
    assert page.locator("[data-boot-command]:visible").count() == 1
    return button


def detail(page):
    return page.locator("[data-boot-detail]")


def say_fault(page, message="PythonError: ValueError: out of cards"):
    """Raise the window event that a fault of our own makes."""
    page.evaluate(
        "message => window.dispatchEvent(new ErrorEvent('error',"
        " {message, filename: location.href, error: new Error(message)}))",
        message,
    )


def paint_twice(page):
    """Return after whatever the page had put off for a moment is done."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


# --- Before the game is ready ---------------------------------------------------------------


def test_a_sound_start_shows_no_trouble_and_hides_the_progress_bar(page, site):
    open_ready(page, site.url)
    expect(page.locator("#boot-trouble")).to_be_hidden()
    expect(page.locator("#boot-progress")).to_be_hidden()


def test_progress_moves_while_files_arrive(page, frail_site, dist):
    frail_site.hanging.add(named(dist, MEMORY))
    page.goto(frail_site.url)
    page.wait_for_function("document.querySelector('#boot-progress progress').value > 0.5")
    expect(page.locator("#boot-progress")).to_be_visible()
    frail_site.hanging.clear()
    wait_ready(page)


@broken_page
@pytest.mark.parametrize("built", [True, False])
def test_opened_as_a_file(page, dist, built):
    page.goto(((dist if built else ROOT) / "index.html").as_uri())
    expect_trouble(page, "file", "retry")


@broken_page
def test_unbuilt_sources_served(page):
    with SiteServer(ROOT) as sources:
        page.goto(sources.url)
        expect_trouble(page, "unbuilt", "retry")


@broken_page
def test_no_webassembly(page, site):
    page.add_init_script("delete window.WebAssembly")
    page.goto(site.url)
    expect_trouble(page, "wasm", "retry")


@broken_page
@pytest.mark.parametrize(
    "path",
    [START, WASM, MEMORY, WORDS, "styles/page.css"],
)
def test_a_missing_file_is_named_and_trying_again_works_once_it_is_back(
    page, frail_site, dist, path
):
    path = named(dist, path)
    frail_site.missing.add(path)
    page.goto(frail_site.url)
    expect(detail(page)).to_have_text(path)
    button = expect_trouble(page, "missing", "retry")
    frail_site.missing.clear()
    button.click()
    wait_ready(page)
    expect(page.locator("#boot-trouble")).to_be_hidden()


@broken_page
@pytest.mark.parametrize(
    "path",
    [START, WASM, MEMORY, WORDS],
)
def test_a_file_that_breaks_off_is_named_and_trying_again_works(page, frail_site, dist, path):
    path = named(dist, path)
    frail_site.cut.add(path)
    page.goto(frail_site.url)
    expect(detail(page)).to_have_text(path)
    button = expect_trouble(page, "missing", "retry")
    frail_site.cut.clear()
    button.click()
    wait_ready(page)


@broken_page
@pytest.mark.parametrize(
    ("path", "says"),
    [
        (WASM, "WebAssembly"),
        (MEMORY, "not whole"),
        (START, "SyntaxError"),
    ],
)
def test_a_file_with_other_content_is_explained_and_trying_again_works(
    page, site, dist, path, says
):
    path = named(dist, path)
    page.route(
        f"**/{path}",
        lambda route: route.fulfill(body="def (:", content_type=TYPES[Path(path).suffix]),
    )
    page.goto(site.url)
    expect(detail(page)).to_contain_text(says)
    button = expect_trouble(page, "crashed", "resume")
    page.unroute(f"**/{path}")
    button.click()
    wait_ready(page)


@broken_page
def test_words_that_are_none_are_named_and_trying_again_works(page, site):
    """As where a network answers with a page of its own."""
    page.route(f"**/{WORDS}?*", lambda route: route.fulfill(body="<!doctype html>Log in"))
    page.goto(site.url)
    expect(detail(page)).to_have_text(WORDS)
    button = expect_trouble(page, "missing", "retry")
    page.unroute(f"**/{WORDS}?*")
    button.click()
    wait_ready(page)


@broken_page
def test_missing_files_are_all_named(page, frail_site):
    frail_site.missing.update({WORDS, "styles/arena.css"})
    page.goto(frail_site.url)
    expect(detail(page)).to_have_text(f"{WORDS}, styles/arena.css")


@broken_page
@pytest.mark.parametrize("path", [MEMORY, WASM])
def test_a_file_that_hangs_is_named_in_the_end(page, frail_site, dist, path):
    path = named(dist, path)
    frail_site.hanging.add(path)
    page.clock.install()
    page.goto(frail_site.url, wait_until="commit")
    first = {named(dist, name) for name in (START, WASM, MEMORY, WORDS)}
    wait_until(lambda: first <= set(frail_site.requests))
    paint_twice(page)
    assert shown_troubles(page) == []
    page.clock.fast_forward(QUIET_MS)
    wait_until(lambda: frail_site.requests.count(path) == 2)
    assert shown_troubles(page) == []
    page.clock.fast_forward(ANSWER_MS)
    expect(detail(page)).to_have_text(path)
    frail_site.hanging.clear()  # it comes after all: the game starts and the dialog goes
    wait_ready(page)
    expect(page.locator("#boot-trouble")).to_be_hidden()


@broken_page
def test_a_stylesheet_that_hangs_is_named_and_does_not_keep_the_page_blank(page, frail_site):
    frail_site.hanging.add("styles/page.css")
    page.clock.install()
    page.goto(frail_site.url, wait_until="commit")
    wait_until(lambda: page.evaluate("document.body?.dataset.ready === 'true'"))
    page.clock.fast_forward(QUIET_MS)
    wait_until(lambda: frail_site.requests.count("styles/page.css") == 2)
    page.clock.fast_forward(ANSWER_MS)
    expect(detail(page)).to_have_text("styles/page.css")
    expect_trouble(page, "missing", "retry")


@broken_page
def test_a_stylesheet_that_failed_once_is_asked_for_once_more(page, site):
    path = "styles/page.css"
    page.route(f"**/{path}?*", lambda route: route.abort(), times=1)
    open_ready(page, site.url)
    applied = "getComputedStyle(document.body).getPropertyValue('--ink')"  # page.css has the inks
    wait_until(lambda: page.evaluate(applied))
    assert shown_troubles(page) == []


def test_a_file_that_is_only_slow_is_waited_for(page, frail_site, dist):
    path = named(dist, WASM)
    frail_site.stalling.add(path)
    page.clock.install()
    page.goto(frail_site.url, wait_until="commit")
    first = {named(dist, name) for name in (START, WASM, MEMORY, WORDS)}
    wait_until(lambda: first <= set(frail_site.requests))
    paint_twice(page)
    for _ in range(2):
        with page.expect_response(f"**/{path}?check"):
            page.clock.fast_forward(QUIET_MS)
        page.clock.fast_forward(ANSWER_MS)
        paint_twice(page)
        assert shown_troubles(page) == []
    frail_site.stalling.clear()
    wait_ready(page)


@broken_page
def test_a_fault_of_python_at_the_start_is_shown(page, site):
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => document.querySelector('#message').remove())"
    )
    page.goto(site.url)
    expect(detail(page)).to_contain_text("AttributeError")
    expect_trouble(page, "crashed", "resume")


@broken_page
def test_no_memory_for_python_is_told(page, site):
    page.add_init_script(
        "WebAssembly.instantiateStreaming = WebAssembly.instantiate ="
        " async () => { throw new RangeError('could not allocate memory') }"
    )
    page.goto(site.url)
    expect_trouble(page, "memory", "retry")


# --- Afterwards ------------------------------------------------------------------------------


@broken_page
def test_a_fault_is_explained_and_resume_brings_the_page_back_every_time(page, site):
    open_ready(page, site.url)
    for _ in range(2):
        say_fault(page)
        expect(detail(page)).to_have_text("PythonError: ValueError: out of cards")
        expect_trouble(page, "crashed", "resume").click()
        expect(page.locator("#boot-trouble")).to_be_hidden()
        wait_ready(page)


@broken_page
@pytest.mark.parametrize("synthetic", [True, False])
@pytest.mark.parametrize("event", ["click", "keydown"])
def test_an_interpreter_that_no_longer_answers_is_noticed(page, site, event, synthetic):
    open_ready(page, site.url)
    page.evaluate("window.boot.watch(); window.boot.beat = () => {}")
    if synthetic:
        page.locator("h1").dispatch_event(event)
    elif event == "click":
        page.locator("h1").click()
    else:
        page.keyboard.press("a")
    expect_trouble(page, "crashed", "resume").click()
    wait_ready(page)


def test_an_interpreter_that_answers_is_left_alone(page, site):
    open_ready(page, site.url)
    page.evaluate("window.boot.watch(); addEventListener('click', () => window.boot.beat())")
    page.locator("h1").click()
    page.locator("h1").dispatch_event("click")
    paint_twice(page)
    assert shown_troubles(page) == []


@broken_page
def test_the_crash_dialog_keeps_clicks_and_keys_from_the_game(page, site):
    open_ready(page, site.url)
    page.evaluate(
        "window.heard = []; for (const type of ['click', 'keydown'])"
        " document.addEventListener(type, () => window.heard.push(type))"
    )
    say_fault(page)
    button = expect_trouble(page, "crashed", "resume")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.locator("#boot-title").click()
    expect(page.locator("#boot-trouble")).to_be_visible()
    assert page.evaluate("window.heard") == []
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#boot-trouble")).to_be_hidden()
    wait_ready(page)


@broken_page
def test_a_crash_closes_an_open_dialog_that_would_lie_over_it(page, site):
    open_ready(page, site.url)
    page.evaluate("document.body.appendChild(document.createElement('dialog')).showModal()")
    say_fault(page)
    expect_trouble(page, "crashed", "resume").click()
    wait_ready(page)


@broken_page
@pytest.mark.parametrize(
    "noise",
    [
        "new ErrorEvent('error', {message: 'ResizeObserver loop limit exceeded'})",
        "new ErrorEvent('error', {message: 'x', filename: 'chrome-extension://abc/content.js'})",
        "new ErrorEvent('error', {message: 'Script error.'})",
        "new PromiseRejectionEvent('unhandledrejection',"
        " {promise: Promise.resolve(), reason: new DOMException('no', 'AbortError')})",
    ],
)
def test_the_noise_of_others_is_no_crash(page, site, noise):
    open_ready(page, site.url)
    page.evaluate(f"window.dispatchEvent({noise})")
    page.evaluate("document.body.append(Object.assign(new Image(), {src: 'no-such-picture.png'}))")
    page.wait_for_function("document.images[document.images.length - 1].complete")
    paint_twice(page)
    assert shown_troubles(page) == []


@broken_page
def test_an_unhandled_rejection_of_our_own_is_a_crash(page, site):
    open_ready(page, site.url)
    page.evaluate(
        "window.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', {promise:"
        " Promise.resolve(), reason: Object.assign(new Error('no card'), {name: 'PythonError'})}))"
    )
    expect(detail(page)).to_have_text("no card")
    expect_trouble(page, "crashed", "resume")


@broken_page
def test_no_storage_is_needed_to_resume(page, site):
    page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name,"
        " {get() { throw new DOMException('denied', 'SecurityError') }})"
    )
    open_ready(page, site.url)
    for _ in range(2):
        say_fault(page)
        expect_trouble(page, "crashed", "resume").click()
        wait_ready(page)


def test_a_page_in_a_folder_whose_name_needs_escaping(page, dist, tmp_path):
    shutil.copytree(dist, tmp_path / "site")
    with SiteServer(tmp_path / "site", prefix="/giochi/la piramide è qui/") as server:
        open_ready(page, server.url)
