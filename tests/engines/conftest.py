"""The `page` of these tests is one of WebKit or Firefox, as `--engine` says."""

import pytest

from scripts.serve import SiteServer
from tests.engines.driver import ENGINES, WATCH_AND_TELL

SHARED_WITH_FRAMES = (
    "test_a_window_named_by_another_page_puts_no_game_on_the_table",
    "test_frames_of_two_copies_keep_their_own_games",
)
"""Tests in which a frame finds what a page of its own stored."""


def pytest_addoption(parser):
    """Name the engine, and the short form."""
    parser.addoption("--engine", choices=sorted(ENGINES), required=True)
    parser.addoption("--short", action="store_true", help="each test only once")


def pytest_configure(config):
    """Say nothing of what Selenium would rather have of itself."""
    config.addinivalue_line("filterwarnings", "ignore:setting remote_server_addr")


def pytest_collection_modifyitems(config, items):
    """In the short form leave a test out when it was there with other parameters."""
    if config.getoption("short"):
        items[:] = {item.originalname: item for item in reversed(items)}.values()
        items.reverse()

    if config.getoption("engine") == "webkit":
        apart = pytest.mark.skip(
            reason="WebKit keeps what a frame stores apart from the page's own"
        )
        for item in items:
            if item.originalname in SHARED_WITH_FRAMES:
                item.add_marker(apart)


@pytest.fixture
def site(dist):
    """Serve the site from an origin of the test's own, without the service worker.

    From its first script on, also in a frame, the page tells the server what goes wrong on it.
    """
    with SiteServer(dist) as server:
        server.hanging.add("sw.js")
        server.prefaced["boot.js"] = WATCH_AND_TELL.encode()
        yield server


@pytest.fixture
def brain_site(site):
    """Return the site; the name under which the suite's tests of the worker ask for it."""
    return site


@pytest.fixture(scope="session")
def browser(request):
    """Start the engine for all tests; return how a page is opened in it."""
    with ENGINES[request.config.getoption("engine")]() as open_page:
        yield open_page


@pytest.fixture
def page(browser, viewport, request, site):
    """Open a page with nothing stored; afterwards fail the test for what went wrong on it."""
    with browser(viewport) as page:
        yield page
        lost = list(site.not_found)  # what is torn down in the middle of a start may still complain
    if request.node.get_closest_marker("broken_page") is None:
        assert not page.troubles, "\n".join(page.troubles)
        assert not lost, "\n".join(lost)
