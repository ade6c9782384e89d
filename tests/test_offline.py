"""After one visit the page needs no server; whatever interrupts that is named and made good.

The server is really switched off (SiteServer.down) and counts what still reaches it.
"""

import json
import re
import shutil
import struct

import pytest
from playwright.sync_api import expect

from game.rules import arena, piramide
from scripts.build import ROOT, run_node
from scripts.serve import SiteServer
from scripts.setup import find_chromium
from scripts.single import SINGLE_FILE
from tests import test_arena_page, test_piramide_page
from tests.conftest import (
    CHROMIUM_ARGS,
    MEMORY,
    PATIENCE_S,
    START,
    WASM,
    WORDS,
    named,
    open_ready,
    wait_ready,
    wait_until,
)
from tests.test_piramide_page import session_of

FRAMED = "<iframe id=game width=380 height=700 {more} src={url}></iframe>"
SPARING = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"
THINKING = "pyodide/thinking.wasm"


@pytest.fixture
def context(browser):
    """Open a browser profile in which service workers may run."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    yield context
    context.close()


@pytest.fixture
def visit(context):
    """Open a page in that profile."""
    return context.new_page()


def make_version(dist, target, name):
    """Copy the site as a version whose undo command says so, with a stand-in for Pyodide."""
    shutil.copytree(dist, target)
    words = target / "game/locales/en.json"
    text = words.read_text("utf-8").replace('"command.undo": "Undo"', f'"command.undo": "{name}"')
    words.write_text(text, "utf-8")
    (target / THINKING).parent.mkdir(exist_ok=True)
    (target / THINKING).write_bytes(f"thinking of {name} ".encode() * 1000)
    page = (target / "index.html").read_text("utf-8")
    page = re.sub(r'data-build="\w+"', f'data-build="{name}"', page)
    (target / "index.html").write_text(page, "utf-8")
    run_node(ROOT, "offline.mjs", "worker", target, name)
    return target


@pytest.fixture
def versions(dist, tmp_path):
    """Return two versions of the site, called "One" and "Two"."""
    return [make_version(dist, tmp_path / name, name) for name in ("One", "Two")]


def wait_stored(page):
    """Return once the page says that it can do without a connection."""
    page.wait_for_selector("body[data-offline=ready]")


def wait_failed(page, what=""):
    """Return once the page has given up storing itself and says so of `what`, text or pattern."""
    open_details(page)
    page.locator("[data-failed]").wait_for()
    page.wait_for_selector("body[data-offline=no]")
    expect(page.get_by_role("dialog")).to_contain_text(what)


def open_details(page):
    """Open what the badge tells; by a key, as the badge changes its words and width meanwhile."""
    page.locator('[data-command="offline"]').press("Enter")
    page.get_by_role("dialog").wait_for()


def visit_and_break(page, site, trouble, path):
    """Load the page well, and let a file fail from the moment it is to be stored."""
    site.hanging.add("sw.js")
    open_ready(page, site.url)
    page.wait_for_selector('[data-command="offline"]:enabled')  # the games' modules are here too
    getattr(site, trouble).add(path)
    site.hanging.discard("sw.js")


def expect_playable(page, site):
    """Check that a move can be made in both games."""
    move_in_piramide(page, site)
    page.goto("about:blank")
    session = test_arena_page.open_table(page, site, 7)
    move = arena.legal_moves(session.state)[0]
    test_arena_page.tap_move(page, move)
    session.play(arena.format_move(move))
    test_arena_page.expect_board(page, session.state)


def move_in_piramide(page, site):
    """Make a move in La Piramide."""
    session = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    test_piramide_page.tap_move(page, text)
    session.play(text)
    test_piramide_page.expect_board(page, session.state)


def switch_off(site):
    """Let no request through any more, and forget those that came."""
    site.down = True
    site.requests.clear()


def look_for_update(page):
    """Come back to the page, which then looks for a new version."""
    page.evaluate("window.dispatchEvent(new Event('pageshow'))")


# --- One visit is enough ----------------------------------------------------------------------


def test_nothing_is_stored_before_a_game_can_be_played(visit, frail_site, dist):
    memory = named(dist, MEMORY)
    frail_site.hanging.add(memory)
    visit.goto(frail_site.url)
    wait_until(lambda: memory in frail_site.requests)
    assert not {"sw.js", "offline/page.mjs"} & set(frail_site.requests)
    assert visit.locator("body").get_attribute("data-offline") == "no"
    frail_site.hanging.clear()
    wait_stored(visit)


@pytest.mark.parametrize("prefix", ["/", "/any/sub/folder/", "/giochi/la piramide è qui/"])
def test_after_one_visit_both_games_work_without_a_server(context, visit, dist, prefix):
    with SiteServer(dist, prefix=prefix) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        expect(visit.get_by_role("button", name="Ready offline")).to_be_visible()
        switch_off(site)
        visit.reload()
        wait_ready(visit)
        expect_playable(visit, site)
        visit.close()
        another = context.new_page()
        open_ready(another, f"{site.url}?lang=en")
        wait_stored(another)
        look_for_update(another)
        wait_until(lambda: "sw.js" in site.requests)
        assert set(site.requests) <= {"sw.js", "icon.svg"}  # a look for updates; the tab's picture


def test_a_cold_start_of_the_browser_needs_no_server(browser, dist, tmp_path):
    def start():
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=find_chromium(), args=list(CHROMIUM_ARGS)
        )

    with SiteServer(dist) as site:
        context = start()
        page = context.new_page()
        open_ready(page, site.url)
        wait_stored(page)
        context.close()
        switch_off(site)
        context = start()
        page = context.new_page()
        expect_playable(page, site)
        context.close()


def test_the_python_worker_starts_without_a_server(visit, dist):
    with SiteServer(dist) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        switch_off(site)
        visit.goto("about:blank")
        open_ready(visit, f"{site.url}#/piramide/1?draw=free")
        visit.locator('[data-command="hint"]').click()
        visit.locator('[data-command="show-chance"]').click()
        visit.wait_for_selector("body[data-brain=ready]")
        expect(visit.get_by_role("dialog")).to_contain_text("Chance to win")


def test_the_first_page_itself_is_looked_after_once_all_is_stored(visit, site):
    open_ready(visit, site.url)
    wait_stored(visit)
    visit.wait_for_function("navigator.serviceWorker.controller !== null")


def test_every_file_of_the_site_is_stored_under_the_hash_of_its_content(visit, site, dist):
    open_ready(visit, site.url)
    wait_stored(visit)
    kept = visit.evaluate(
        """async () => {
            const kept = [];
            for (const name of await caches.keys())
                for (const {url} of await (await caches.open(name)).keys()) kept.push(url);
            return kept;
        }"""
    )
    files = {file.relative_to(dist).as_posix() for file in dist.rglob("*") if file.is_file()}
    assert {url.removeprefix(site.url).partition("?")[0] for url in kept} == files - {
        "sw.js",
        ".nojekyll",
        SINGLE_FILE,
    }
    assert all("?__WB_REVISION__=" in url for url in kept)


# --- Interrupted ------------------------------------------------------------------------------

FILES = [MEMORY, WASM, "pyscript/core.js", "game/brain.py"]


@pytest.mark.parametrize("path", ["index.html", *FILES, "cards.svg"])
def test_a_file_that_is_not_there_is_named_and_the_next_visit_completes(
    context, visit, frail_site, dist, path
):
    path = named(dist, path)
    visit_and_break(visit, frail_site, "missing", path)
    wait_failed(visit, f"{path}: the server answers 404")
    visit.close()
    frail_site.missing.clear()
    visit = context.new_page()
    open_ready(visit, frail_site.url)
    wait_stored(visit)
    switch_off(frail_site)
    expect_playable(visit, frail_site)


@pytest.mark.parametrize(
    ("path", "part"), [("manifest.webmanifest", "Both games"), ("licences.txt", "All the rest")]
)
def test_what_lacks_a_small_file_is_not_told_to_be_whole(visit, frail_site, path, part):
    visit_and_break(visit, frail_site, "missing", path)
    wait_failed(visit, path)
    told = re.search(
        part + r".*: ([\d.]+) of ([\d.]+) MB", visit.get_by_role("dialog").inner_text()
    )
    assert round(10 * (float(told[2]) - float(told[1]))) == 1
    frail_site.missing.clear()
    visit.get_by_role("button", name="Try again").click()
    wait_stored(visit)
    expect(visit.get_by_role("dialog")).to_contain_text(f"stored, {told[2]} MB")


@pytest.mark.parametrize("path", ["boot.js", WASM])
def test_a_cut_connection_is_named_and_trying_again_completes(visit, frail_site, dist, path):
    path = named(dist, path)
    visit_and_break(visit, frail_site, "cut", path)
    # Where the connection breaks before the browser has begun to read, nothing has arrived.
    wait_failed(visit, re.compile(f"{path}: (is of another version, or damaged|did not arrive)"))
    frail_site.cut.clear()
    visit.get_by_role("button", name="Try again").click()
    wait_stored(visit)


@pytest.mark.parametrize("path", ["sw.js", "boot.js", "pyscript/core.js"])
def test_a_visit_that_ends_while_a_file_hangs_is_made_good_by_the_next(
    context, visit, frail_site, path
):
    visit_and_break(visit, frail_site, "hanging", path)
    frail_site.hanging.add(path)
    times = frail_site.requests.count(path)
    if path != "sw.js":
        wait_until(lambda: frail_site.requests.count(path) > times)
        open_details(visit)
        expect(visit.get_by_text(re.compile(f"On their way: .*{path}"))).to_be_visible()
        visit.wait_for_selector("body[data-offline=caching]")
    visit.close()
    frail_site.hanging.clear()
    visit = context.new_page()
    open_ready(visit, frail_site.url)
    wait_stored(visit)
    switch_off(frail_site)
    expect_playable(visit, frail_site)


@pytest.mark.parametrize("path", [MEMORY, WASM, WORDS])
def test_without_a_connection_an_incomplete_store_names_what_is_missing(
    context, visit, frail_site, dist, path
):
    path = named(dist, path)
    visit_and_break(visit, frail_site, "missing", path)
    wait_failed(visit)
    switch_off(frail_site)
    another = context.new_page()
    another.goto(frail_site.url)
    expect(another.locator("[data-boot-detail]")).to_have_text(path)
    expect(another.locator("[data-boot=missing]")).to_be_visible()
    frail_site.down = False
    frail_site.missing.clear()
    another.get_by_role("button", name="Try again").click()
    wait_ready(another)
    wait_stored(another)


def test_when_the_worker_itself_is_not_there_the_details_say_so(visit, frail_site):
    frail_site.missing.add("sw.js")
    open_ready(visit, frail_site.url)
    open_details(visit)
    expect(visit.get_by_text("The page could not be stored.")).to_contain_text("404")
    frail_site.missing.clear()
    visit.get_by_role("button", name="Try again").click()
    wait_stored(visit)


def test_no_room_is_said_and_made_good_once_there_is_some(visit, site):
    devtools = visit.context.new_cdp_session(visit)
    quota = {"origin": site.url.rstrip("/")}
    devtools.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 200_000})
    open_ready(visit, f"{site.url}#/piramide/1")
    visit.locator('[data-command="settings"]').click()
    visit.locator('#dialog [data-command="offline"]').click()
    visit.locator("[data-failed]").wait_for()
    visit.wait_for_selector("body[data-offline=no]")
    assert "there is no room left" in visit.get_by_role("dialog").inner_text()
    devtools.send("Storage.overrideQuotaForOrigin", quota)
    visit.reload()
    wait_stored(visit)


# --- From one version to the next -------------------------------------------------------------


def undo_label(page):
    """Return the word by which the versions differ."""
    return page.locator('[data-command="undo"]').inner_text()


def fetch_text(page, path):
    """Return what the page gets when it asks for a file."""
    return page.evaluate("path => fetch(path).then(answer => answer.text())", path)


def test_a_new_version_waits_and_the_update_keeps_the_game(visit, versions):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        session = session_of(1)
        visit.goto(f"{site.url}#/piramide/1")
        for _ in range(4):
            text = piramide.format_move(piramide.legal_moves(session.state)[0])
            test_piramide_page.tap_move(visit, text)
            session.play(text)
        site.folder = two
        look_for_update(visit)
        update = visit.locator('#message [data-command="update"]')
        update.wait_for()
        assert undo_label(visit) == "One"
        assert '"command.undo": "One"' in fetch_text(visit, "game/locales/en.json")
        assert "thinking of One" in fetch_text(visit, THINKING)
        visit.reload()  # as long as a page of the old version is open, it is the old one again
        wait_ready(visit)
        assert undo_label(visit) == "One"
        update.click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")
        wait_ready(visit)
        assert undo_label(visit) == "Two"
        test_piramide_page.expect_board(visit, session.state)
        assert "thinking of Two" in fetch_text(visit, THINKING)
        switch_off(site)
        visit.reload()
        wait_ready(visit)
        assert undo_label(visit) == "Two"
        test_piramide_page.expect_board(visit, session.state)
        wait_stored(visit)
        kept = visit.evaluate(
            "async () => (await Promise.all((await caches.keys()).map(async name =>"
            " (await (await caches.open(name)).keys()).map(({url}) => url)))).flat()"
        )
        assert len([url for url in kept if "game/locales/en.json" in url]) == 1


def test_an_update_in_one_tab_takes_the_others_along(context, visit, versions):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        visit.reload()
        other = context.new_page()
        move_in_piramide(other, site)
        site.folder = two
        wait_ready(visit)
        look_for_update(visit)
        visit.locator('#message [data-command="update"]').click()
        for page in (visit, other):
            page.wait_for_selector("html[data-build=Two]", state="attached")
            wait_ready(page)
        assert undo_label(other) == "Two"


def test_the_update_can_be_put_off_and_is_found_again_on_the_badge(visit, versions):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        site.folder = two
        look_for_update(visit)
        visit.locator('#message [data-command="hush"]').click()
        expect(visit.locator("#message")).to_be_empty()
        visit.get_by_role("button", name="New version").click()
        visit.get_by_role("dialog").get_by_role("button", name="Update").click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")


def expect_no_offer(page):
    """Check that no update is offered once the server was asked for one."""
    look_for_update(page)
    expect(page.locator('[data-command="offline"]')).to_have_text("Ready offline")
    page.evaluate("navigator.serviceWorker.getRegistration().then((ours) => ours.update())")
    page.wait_for_function(
        "navigator.serviceWorker.getRegistration().then((ours) => !ours.installing)"
    )
    open_details(page)
    assert page.locator("[data-command=update]").count() == 0
    assert "new version" not in page.get_by_role("dialog").inner_text()
    page.keyboard.press("Escape")


def test_after_a_rollback_no_version_is_offered_that_already_runs(visit, versions):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        site.folder = two
        look_for_update(visit)
        offer = visit.locator('#message [data-command="update"]')
        offer.wait_for()
        site.folder = one  # before anybody took the offer
        look_for_update(visit)
        offer.wait_for(state="detached")
        expect_no_offer(visit)
        visit.reload()
        wait_stored(visit)
        expect_no_offer(visit)
        site.folder = two
        look_for_update(visit)
        offer.click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")
        wait_stored(visit)
        site.folder = one  # now the older one is another
        look_for_update(visit)
        offer.click()
        visit.wait_for_selector("html[data-build=One]", state="attached")
        wait_stored(visit)
        expect_no_offer(visit)


def test_a_stored_version_is_not_offered_to_a_page_that_the_server_went_on_from(
    context, visit, versions
):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        site.folder = two
        # As after a reload with the shift key: from the server, past what is stored.
        devtools = context.new_cdp_session(visit)
        devtools.send("Network.enable")
        devtools.send("Network.setBypassServiceWorker", {"bypass": True})
        visit.reload()
        visit.wait_for_selector("html[data-build=Two]", state="attached")
        wait_stored(visit)
        expect_no_offer(visit)


@pytest.mark.parametrize("trouble", ["missing", "cut"])
@pytest.mark.parametrize("path", ["index.html", "game/locales/en.json", THINKING])
def test_a_new_version_that_does_not_arrive_whole_never_replaces_the_good_one(
    visit, versions, trouble, path
):
    one, two = versions
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        site.folder = two
        getattr(site, trouble).add(path)
        look_for_update(visit)
        open_details(visit)
        visit.locator("[data-failed]", has_text=path).wait_for()
        dialog = visit.get_by_role("dialog")
        expect(dialog).to_contain_text("A new version did not arrive completely.")
        assert visit.locator("body").get_attribute("data-offline") == "ready"
        site.down = True
        visit.reload()
        wait_ready(visit)
        assert visit.locator("html").get_attribute("data-build") == "One"
        site.down = False
        getattr(site, trouble).clear()
        look_for_update(visit)
        visit.locator('#message [data-command="update"]').click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")


def test_a_stored_version_that_cannot_start_gives_way_to_a_newer_one(visit, versions):
    one, two = versions
    start = one / named(one, START)
    text = "if (localStorage['vanishing-pyramids.break']) throw Error('broken');\n"
    start.write_text(text + start.read_text("utf-8"), "utf-8")
    run_node(ROOT, "offline.mjs", "worker", one, "One")
    with SiteServer(one) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        visit.evaluate("localStorage['vanishing-pyramids.break'] = 'yes'")
        site.folder = two
        visit.reload()
        button = visit.locator("[data-boot-command=resume]")
        button.wait_for()
        wait_until(
            lambda: visit.evaluate(
                "navigator.serviceWorker.getRegistration().then(({waiting}) => Boolean(waiting))"
            )
        )
        button.click()
        visit.wait_for_selector("html[data-build=Two]", state="attached")
        wait_ready(visit)


@pytest.mark.parametrize("second", ["two", "one/inner"])
def test_two_copies_on_one_host_do_not_disturb_each_other(context, versions, tmp_path, second):
    host = tmp_path / "host"
    shutil.copytree(versions[0], host / "one")
    shutil.copytree(versions[1], host / second)
    with SiteServer(host) as site:
        pages = []
        for folder, name in (("one", "One"), (second, "Two")):
            page = context.new_page()
            open_ready(page, f"{site.url}{folder}/#/piramide/1")
            wait_stored(page)
            pages.append((page, name))
        switch_off(site)
        for page, name in pages:
            page.reload()
            wait_ready(page)
            assert undo_label(page) == name
            wait_stored(page)
            assert f"thinking of {name}" in fetch_text(page, THINKING)
            assert not page.locator("#message").inner_text()


# --- Pyodide comes later, or when it is needed ------------------------------------------------


def test_where_data_is_to_be_saved_pyodide_is_fetched_when_needed(visit, versions):
    visit.add_init_script(SPARING)
    with SiteServer(versions[0]) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        open_details(visit)
        expect(visit.get_by_role("dialog")).to_contain_text("stored when you first use it")
        visit.wait_for_function("navigator.serviceWorker.controller !== null")
        assert THINKING not in site.requests
        assert "thinking of One" in fetch_text(visit, THINKING)
        switch_off(site)
        assert "thinking of One" in fetch_text(visit, THINKING)


def test_pyodide_can_be_stored_by_hand(visit, versions):
    visit.add_init_script(SPARING)
    with SiteServer(versions[0]) as site:
        open_ready(visit, site.url)
        wait_stored(visit)
        open_details(visit)
        visit.get_by_role("button", name="Store all now").click()
        expect(visit.get_by_role("dialog")).to_contain_text(
            "All the rest, such as the solver: stored"
        )
        assert THINKING in site.requests


def test_in_a_frame_nothing_is_stored_before_a_touch_and_never_pyodide(visit, versions, dist):
    with SiteServer(versions[0]) as site:
        visit.goto(f"{site.url}licences.txt")
        visit.set_content(FRAMED.format(url=site.url, more=""))
        frame = visit.frame_locator("#game")
        frame.locator("body[data-ready=true]").wait_for()
        expect(frame.locator('#home [data-command="offline"]')).to_have_text("Not offline yet")
        assert "sw.js" not in site.requests
        open_details(frame)
        frame.locator("body[data-offline=ready]").wait_for()
        assert THINKING not in site.requests


@pytest.mark.parametrize("more", ['sandbox="allow-scripts"', ""])
def test_where_no_service_worker_can_be_the_badge_says_so(visit, site, more):
    troubles = []
    # PyScript itself asks for IndexedDB, which is refused in a sandbox.
    visit.on("pageerror", lambda error: "IDBFactory" in str(error) or troubles.append(str(error)))
    if not more:
        visit.add_init_script("delete Navigator.prototype.serviceWorker")
    visit.set_content(FRAMED.format(url=site.url, more=more))
    frame = visit.frame_locator("#game")
    frame.locator("body[data-ready=true]").wait_for()
    open_details(frame)
    expect(frame.get_by_role("dialog")).to_contain_text("Here the page cannot be stored")
    assert frame.locator("body").get_attribute("data-offline") == "no"
    assert troubles == []


# --- Installing -------------------------------------------------------------------------------


def test_the_browser_finds_nothing_wrong_with_the_manifest(visit, site, dist):
    open_ready(visit, site.url)
    devtools = visit.context.new_cdp_session(visit)
    answer = devtools.send("Page.getAppManifest")
    assert answer["errors"] == []
    manifest = json.loads(answer["data"])
    assert manifest == json.loads((dist / "manifest.webmanifest").read_text("utf-8"))
    assert "id" not in manifest  # it would be the same for two copies on one host
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == [
        "./#/arena",
        "./#/piramide",
        "./#/piramide/daily",
    ]
    assert set(manifest["name_localized"]) == {"it", "he"}


def picture_size(path):
    """Return the width and height that a PNG or JPEG says it has."""
    content = path.read_bytes()
    if path.suffix == ".png":
        return struct.unpack(">II", content[16:24])
    place = 2
    while content[place + 1] not in (0xC0, 0xC2):
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
    height, width = struct.unpack(">HH", content[place + 5 : place + 9])
    return width, height


def test_icons_and_screenshots_have_the_sizes_that_the_manifest_tells(dist):
    manifest = json.loads((dist / "manifest.webmanifest").read_text("utf-8"))
    pictures = manifest["icons"] + manifest["screenshots"]
    for picture in pictures:
        if picture["sizes"] != "any":
            size = "{}x{}".format(*picture_size(dist / picture["src"]))
            assert size == picture["sizes"], picture["src"]
    assert {"192x192", "512x512"} <= {picture["sizes"] for picture in pictures}
    assert picture_size(dist / "icons/apple-touch.png") == (180, 180)


@pytest.mark.parametrize("early", [True, False])
def test_the_offer_to_install_is_kept_for_a_button(visit, site, early):
    offer = """
        const event = new Event("beforeinstallprompt", {cancelable: true});
        event.prompt = async () => { window.prompted = (window.prompted ?? 0) + 1; };
        dispatchEvent(event);
        window.held = event.defaultPrevented;
    """
    if early:
        visit.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ {offer} }})")
    open_ready(visit, site.url)
    wait_stored(visit)
    if not early:
        visit.evaluate(f"() => {{ {offer} }}")
    assert visit.evaluate("window.held")
    button = visit.get_by_role("button", name="Install")
    button.click()
    visit.wait_for_function("window.prompted === 1")
    expect(button).to_be_hidden()


def test_on_ios_two_steps_lead_to_the_home_screen(visit, site):
    visit.add_init_script("navigator.standalone = false")
    open_ready(visit, site.url)
    visit.get_by_role("button", name="Install").click()
    steps = visit.get_by_role("dialog").get_by_role("listitem")
    expect(steps).to_have_count(2)
    expect(steps.last).to_contain_text("Add to Home Screen")


def test_the_browser_is_asked_once_to_keep_what_has_become_worth_it(visit, site):
    visit.add_init_script(
        "StorageManager.prototype.persist = async () => { asked += 1; return false };"
        "window.asked = 0"
    )
    session = session_of(1)
    open_ready(visit, f"{site.url}#/piramide/1")
    wait_stored(visit)
    for ply in range(8):
        assert visit.evaluate("asked") == (1 if ply >= 6 else 0)
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        test_piramide_page.tap_move(visit, text)
        session.play(text)
    visit.reload()
    wait_ready(visit)
    wait_stored(visit)
    test_piramide_page.tap_move(visit, piramide.format_move(piramide.legal_moves(session.state)[0]))
    assert visit.evaluate("asked") == 0
