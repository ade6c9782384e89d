"""What browser tests share: the built site on a free port, and a Chromium page that tells on it.

The `page` fixture fails its test on any request to another host, and on console errors, page errors
and 404s unless the test is marked `broken_page`.
"""

import fcntl
import json
import os
import re
import time

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from game import locales
from scripts.build import ROOT, build
from scripts.serve import SiteServer
from scripts.setup import find_chromium

PATIENCE_S = 60
"""How long a condition may take on a busy machine; no test waits for it when all is well."""

SOAK = bool(os.environ.get("SOAK"))
"""Whether `make soak` runs: much more of what the suite tries in small numbers."""

CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
"""For all pages but those of test_offline.py: each request reaches the server, none is added."""
OWN_ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+/|file:|data:|blob:|about:)")


ENGLISH = json.loads((ROOT / "game/locales/en.json").read_text("utf-8"))
locales.use(ENGLISH)


def pytest_configure(config):
    """Name our one marker, and let expectations wait as long as all else."""
    expect.set_options(timeout=PATIENCE_S * 1000)
    config.addinivalue_line("markers", "broken_page: console and page errors and 404s are expected")


def wait_until(condition):
    """Return once `condition()` holds; fail when it does not within the patience of a test."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.02)


def open_ready(page: Page, address):
    """Open an address of the site and return once a game can be played."""
    page.goto(address)
    wait_ready(page)


def wait_ready(page: Page):
    """Return once a game can be played."""
    page.wait_for_selector("body[data-ready=true]")


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """Return the folder of a freshly assembled site, which all processes of this run share."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = folder / "dist"
        return target if target.exists() else build(ROOT, target)


START, WASM, MEMORY = "page/start-*.js", "page/micropython-*.wasm", "page/memory-*.wasm"
"""Patterns for `named`: the files that the page starts from, whose names hold their hash."""
WORDS = "game/locales/en.json"


def named(dist, pattern):
    """Return the path within the site of the one file that a pattern is for."""
    (file,) = dist.glob(pattern)
    return file.relative_to(dist).as_posix()


@pytest.fixture(scope="session")
def site(dist):
    """Serve the site for all tests that leave the server as it is."""
    with SiteServer(dist) as server:
        yield server


@pytest.fixture
def frail_site(dist):
    """Serve the site for one test that may lose files or let them hang."""
    with SiteServer(dist) as server:
        yield server


@pytest.fixture
def host(tmp_path, site):
    """Serve a folder from an origin of its own; `host.show(html)` writes its front page."""
    with SiteServer(tmp_path) as server:
        server.show = lambda text: (tmp_path / "index.html").write_text(
            f'<!doctype html><link rel="icon" href="data:,"><body>{text}', "utf-8"
        )
        yield server


@pytest.fixture(scope="session")
def browser():
    """Start one Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(CHROMIUM_ARGS)
        )
        yield browser
        browser.close()


@pytest.fixture
def viewport():
    """Return the window's size in px: a phone; tests may parametrize it."""
    return {"width": 390, "height": 844}


@pytest.fixture
def page(browser, viewport, request, frail_site):
    """Open a page with nothing stored; afterwards fail the test for what went wrong on it.

    The server of the test is asked for here so that it outlives the page, which may still load.
    """
    strict = request.node.get_closest_marker("broken_page") is None
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    context.add_init_script(NO_SERVICE_WORKER)
    page = context.new_page()
    troubles = watch_for_troubles(page, strict)
    yield page
    context.close()
    assert not troubles, "\n".join(troubles)


def watch_for_troubles(page: Page, strict):
    """Return a list that grows with whatever goes wrong on the page."""
    troubles = []

    def on_request(request):
        if not OWN_ADDRESS.match(request.url):
            troubles.append(f"request to another host: {request.url}")

    def on_response(response):
        if response.status >= 400:
            troubles.append(f"{response.status}: {response.url}")

    def on_console(message):
        if message.type == "error":
            troubles.append(f"console: {message.text}")

    page.on("request", on_request)
    if strict:
        page.on("response", on_response)
        page.on("console", on_console)
        page.on("pageerror", lambda error: troubles.append(f"page error: {error}"))
    return troubles
