"""What other pages, files and copies of the site say is never believed, and harms nobody.

Other pages come from an origin of their own; copies of the site lie in folders of one host.
"""

import base64
import hashlib
import html
import json
import os
import random
import re
import shutil

import pytest
from playwright.sync_api import expect

from game.rules import piramide
from game.session import format_save
from scripts.build import ROOT
from scripts.serve import SiteServer
from tests.conftest import MEMORY, SOAK, named, open_ready, wait_ready, wait_until
from tests.damage import BACKUP
from tests.test_backup import backup, load, open_settings, stored
from tests.test_damage_page import expect_no_trouble
from tests.test_embed import frame_html, open_frame
from tests.test_page import DENY_STORAGE, play_some, screen, wait_screen
from tests.test_piramide_more_page import command, open_dialog, wait_brain
from tests.test_piramide_page import expect_board, session_of, tap_move

OLD = "vanishing-pyramids."
"""Begins the keys of the version before, and of the copy at a host's root."""
ODD_STATES = """[
    "x", "", true, -1, 1.5, NaN, Infinity, 1e300, 4294967296, 10n, [], [1], {}, new Date(),
    new Map([["level", 1]]), {level: "1"}, {level: {}}, {kept: 5}, {level: 1, kept: "["},
    {level: 2, kept: "[5]"}, {level: null, kept: '[["piramide", 5]]'}, new Uint8Array(9),
]"""
ODD_WORDS = [None, 5, "x", [], {}, {"from": "vanishing-pyramids", "type": "ask"}, {"type": "ready"}]


def foreign_shelf():
    """Return a kept game that no player of the page has played."""
    session = session_of(99)
    for _ in range(3):
        session.play(piramide.format_move(piramide.legal_moves(session.state)[0]))
    return f"running\n{format_save(session)}"


def play(page, session):
    """Make a move on the page and in the session."""
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    tap_move(page, text)
    session.play(text)
    expect_board(page, session.state)


# --- Other pages ------------------------------------------------------------------------------


def test_a_window_named_by_another_page_puts_no_game_on_the_table(page, host, site):
    session = play_some(page, site, 2)
    name = OLD + json.dumps({"piramide": foreign_shelf(), "settings": "theme=contrast"})
    extra = f'name="{html.escape(name)}"'
    frame = open_frame(page, host, frame_html(site, "#/piramide", extra))
    page.evaluate("words => words.forEach(word => frames[0].postMessage(word, '*'))", ODD_WORDS)
    expect_board(frame, session.state)
    assert frame.locator("html").get_attribute("data-theme") != "contrast"
    play(frame, session)
    open_ready(page, f"{site.url}?again#/piramide")
    expect_board(page, session.state)
    page.locator('[data-command="undo"]').click()
    session.undo()
    expect_board(page, session.state)


def test_an_opener_can_neither_name_nor_tell_anything(page, host, site):
    session = play_some(page, site, 2)
    name = OLD + json.dumps({"piramide": foreign_shelf()})
    host.show("<p>here")
    page.goto(host.url)
    with page.context.expect_page() as opened:
        page.evaluate(
            "([url, name]) => { window.theirs = open(url, name) }", [f"{site.url}#/piramide", name]
        )
    theirs = opened.value
    wait_ready(theirs)
    page.evaluate("words => words.forEach(word => theirs.postMessage(word, '*'))", ODD_WORDS)
    expect_board(theirs, session.state)
    theirs.reload()
    wait_ready(theirs)
    expect_board(theirs, session.state)


def test_an_odd_state_of_the_history_is_harmless(page, site):
    session = play_some(page, site, 2)
    page.evaluate(
        f"""() => {{
            for (const odd of {ODD_STATES}) {{
                history.replaceState(odd, "");
                dispatchEvent(new PopStateEvent("popstate", {{ state: history.state }}));
            }}
        }}"""
    )
    assert not page.locator("#boot-trouble").is_visible()
    kept = json.dumps([["piramide", [foreign_shelf(), "what was never kept"]]])
    page.evaluate("kept => history.replaceState({level: 1, kept}, '')", kept)
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    play(page, session)
    assert page.evaluate("typeof history.state") == "number"


def test_where_nothing_can_be_kept_a_game_outlives_reloads_and_ways_through_the_history(page, site):
    page.add_init_script(DENY_STORAGE)
    session = play_some(page, site, 2)
    page.locator('[data-command="home"]').click()
    wait_screen(page, "home")
    page.reload()
    wait_ready(page)
    page.get_by_role("button", name="Continue").click()
    wait_screen(page, "piramide")
    expect_board(page, session.state)
    play(page, session)
    page.goto("about:blank")
    page.go_back()
    wait_ready(page)
    expect_board(page, session.state)
    assert page.evaluate("window.name") == ""


@pytest.mark.parametrize(
    "query",
    [
        "?theme=embed&lang=__proto__&embed=2",
        "?lang=constructor&embed=&theme=%00dark",
        "?lang=..%2F..%2Fx&embed=true&theme=contrast",
        "?build=x&data-embed=1&language=he&sound=on",
    ],
)
def test_an_address_sets_nothing_but_what_it_may(page, site, query):
    open_ready(page, f"{site.url}{query}#/vanishing-pyramids.settings=theme=dark")
    root = page.locator("html")
    assert screen(page) == "home"
    assert root.get_attribute("lang") == "en"
    assert root.get_attribute("data-embed") is None
    assert root.get_attribute("data-theme") in (None, "system")
    assert len(root.get_attribute("data-build")) == 12
    assert not [key for key in stored(page) if key != "vanishing-pyramids /"]


# --- Files and whatever is kept ---------------------------------------------------------------


def expect_reachable(page, text):
    """Check that the page is itself, at home, and that the settings open there."""
    expect_no_trouble(page, text)
    root = page.locator("html")
    assert root.get_attribute("data-embed") is None
    assert len(root.get_attribute("data-build")) == 12
    assert screen(page) == "home"
    open_settings(page)
    page.locator('#dialog [data-command="close"]').click()
    page.get_by_role("dialog").wait_for(state="hidden")
    expect_no_trouble(page, text)


def test_a_file_cannot_lock_one_out(page, site):
    settings = "embed=1\nbuild=x\ntheme=embed\ndeck=french\nscreen=no\nready=false\nsound=\n=\nlook"
    open_ready(page, site.url)
    load(page, backup(entries={"settings": settings, "embed": "1", "build": "x", "room": "x"}))
    page.reload()
    wait_ready(page)
    expect_reachable(page, settings)
    root = page.locator("html")
    assert root.get_attribute("data-deck") == "french"
    assert [root.get_attribute(f"data-{name}") for name in ("theme", "sound", "screen")] == [
        "system",
        "off",
        None,
    ]


KEYS = [*BACKUP["entries"], "asked-to-stay", "loaded-a-file", "before-loading", "room", "embed"]
KEYS += ["piramide.aside.1", "arena.aside.1", "", "constructor", "__proto__", "\u05d0 \u202e"]
VALUES = [
    "'embed=1\\nbuild=x\\nlanguage=__proto__\\ntheme=1'",
    "'running\\n'",
    "'[' .repeat(99_999)",
    "'\\0'",
    "String.fromCharCode(0xd800)",
    "''",
    "'null'",
    '\'{"__proto__": {"kind": 1}}\'',
    "'x'.repeat(150_000)",
    "'0'",
]


@pytest.mark.parametrize("seed", range(40 if SOAK else 3))
def test_whatever_is_kept_home_and_settings_can_be_reached(page, site, seed):
    rng = random.Random(seed)
    chosen = [[key, rng.randrange(len(VALUES))] for key in KEYS]
    page.add_init_script(
        f"""if (localStorage.of_another_page === undefined) {{
            const values = [{", ".join(VALUES)}];
            for (const [key, value] of {json.dumps(chosen)}) {{
                localStorage["{OLD}" + key] = sessionStorage[key] = values[value];
                localStorage["vanishing-pyramids /"] = sessionStorage["{OLD}"] = values[value];
            }}
            localStorage.of_another_page = "stays";
        }}"""
    )
    open_ready(page, site.url)
    expect_reachable(page, str(chosen))


# --- No other host ----------------------------------------------------------------------------


@pytest.mark.broken_page
@pytest.mark.parametrize("lost", ["//other.host/x", "/\\other.host/x", "///other.host/a/../x/y"])
def test_a_lost_address_that_reads_like_another_host_asks_and_links_only_this_one(page, dist, lost):
    with SiteServer(dist) as server:
        server.missing.add("favicon.ico")
        page.route(
            re.compile(r"/x|/y"), lambda route: route.fulfill(path=dist / "404.html", status=404)
        )
        page.goto(server.url.rstrip("/") + lost)
        wait_until(lambda: "manifest.webmanifest" in server.requests)
        link = page.locator("#home")
        wait_until(lambda: link.get_attribute("href") == "/")
        assert link.evaluate("link => link.href") == server.url
        refused = page.evaluate(
            """() => new Promise((done) => {
                document.addEventListener("securitypolicyviolation", (event) =>
                    done(event.effectiveDirective));
                fetch("http://127.0.0.2:9/").catch(() => {});
            })"""
        )
        assert refused == "connect-src"


def test_the_policy_of_the_lost_page_names_its_script_and_style():
    text = (ROOT / "404.html").read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    for tag in ("script", "style"):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy


# --- Python in the page -----------------------------------------------------------------------

PIECES = """
<script type="mpy">from js import window; window.ran = "mpy"</script>
<script type="py">from js import window; window.ran = "py"</script>
<script type="micropython" config='{"interpreter": "./micropython/micropython.mjs"}'
  >from js import window; window.ran = "micropython"</script>
<script type="mpy" src="game/views/home.py"></script>
<mpy-script>from js import window; window.ran = "mpy-script"</mpy-script>
<py-script>from js import window; window.ran = "py-script"</py-script>
<button id="bait" mpy-click="print" micropython-click="print">x</button>
"""


def test_python_that_got_in_as_html_does_not_run(page, site):
    """Neither before PyScript is there, which comes with the worker, nor afterwards."""
    put_in = """async (pieces) => {
        for (const where of ["#home", "#message", "#news", "#sprites"]) {
            document.querySelector(where)?.insertAdjacentHTML("beforeend", pieces);
        }
        const host = document.createElement("div");
        host.innerHTML = pieces;
        document.body.append(host);
        document.body.insertAdjacentHTML("afterbegin", pieces);
        document.body.setAttribute("mpy-click", "print");
        for (const bait of document.querySelectorAll("#bait")) bait.click();
        for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done));
    }"""
    open_ready(page, f"{site.url}#/piramide/1?draw=free")
    page.evaluate(put_in, PIECES)
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(put_in, PIECES)
    assert page.evaluate("window.ran") is None
    assert not asked


# --- Copies of the site on one host -----------------------------------------------------------


@pytest.fixture
def copies(dist, tmp_path_factory):
    """Serve the site at the root of a host and in its folders "one/" and "two/", not offline."""
    folder = tmp_path_factory.mktemp("copies")
    for name in ("", "one", "two"):
        shutil.copytree(dist, folder / name, copy_function=os.link, dirs_exist_ok=True)
    (folder / "favicon.ico").touch()  # looked for where a page names no icon
    with SiteServer(folder) as server:
        server.hanging |= {"sw.js", "one/sw.js", "two/sw.js"}
        yield server


def kept_before(session):
    """Return what the version before kept of a game and some more, by key."""
    return {
        OLD + "piramide": f"running\n{format_save(session)}",
        OLD + "settings": "theme=dark\nlanguage=it\ndeck=french",
        OLD + "piramide.aside.1": "what could not be read",
        OLD + "before-loading": "x" * 1000,
        "of another page": "stays",
    }


def keep(page, server, kept):
    """Let the host's storage hold exactly these texts."""
    page.goto(f"{server.url}embed.js")
    page.evaluate("kept => { localStorage.clear(); Object.assign(localStorage, kept) }", kept)


def played(count):
    """Return a session after some moves."""
    session = session_of(1)
    for _ in range(count):
        session.play(piramide.format_move(piramide.legal_moves(session.state)[0]))
    return session


def test_copies_on_one_host_share_nothing_and_the_first_takes_over_what_was_kept(page, copies):
    session = played(3)
    before = kept_before(session)
    keep(page, copies, before)
    open_ready(page, f"{copies.url}one/#/piramide")
    expect_board(page, session.state)
    root = page.locator("html")
    looks = ("lang", "data-theme", "data-deck")
    assert [root.get_attribute(name) for name in looks] == ["it", "dark", "french"]
    kept = stored(page)
    assert not [key for key in kept if key.startswith(OLD)]
    assert set(before.values()) <= set(kept.values())
    open_ready(page, f"{copies.url}two/#/piramide/2")
    other = session_of(2)
    expect_board(page, other.state)
    assert [root.get_attribute(name) for name in looks] == ["en", "system", "italian"]
    play(page, other)
    page.evaluate(f"localStorage['{OLD}piramide'] = 'of a copy of the version before'")
    for address in (
        f"{copies.url}%6fne//?again#/piramide",
        f"{copies.url}one/index.html#/piramide",
    ):
        open_ready(page, address)  # the same folder, however it is written
        expect_board(page, session.state)
    play(page, session)
    open_ready(page, f"{copies.url}two/#/piramide")
    expect_board(page, other.state)
    assert stored(page)[f"{OLD}piramide"] == "of a copy of the version before"


def test_a_copy_in_a_folder_leaves_alone_what_the_copy_at_the_root_keeps(page, copies):
    session = played(3)
    keep(page, copies, kept_before(session))
    open_ready(page, f"{copies.url}#/piramide")
    expect_board(page, session.state)
    before = stored(page)
    open_ready(page, f"{copies.url}one/#/piramide/2")
    expect_board(page, session_of(2).state)
    assert page.locator("html").get_attribute("lang") == "en"
    after = stored(page)
    assert {key: after.get(key) for key in before} == before
    open_ready(page, f"{copies.url}#/piramide")
    expect_board(page, session.state)


def test_frames_of_two_copies_keep_their_own_games(page, host, copies):
    session = played(2)
    page.goto(f"{copies.url}embed.js")
    key, text = "vanishing-pyramids-embed.#/piramide/1.piramide", f"running\n{format_save(session)}"
    page.evaluate("([key, text]) => { localStorage[key] = text }", [key, text])
    for name in ("one/", "two/", "one/"):
        where = f"{copies.url}{name}?embed=1#/piramide/1"
        frame = open_frame(page, host, f'<iframe width="360" height="600" src="{where}"></iframe>')
        expect_board(frame, session.state if name == "one/" else session_of(1).state)


BREAK = """
const refuse = () => { throw new DOMException("", "QuotaExceededError") };
const { setItem, removeItem } = Storage.prototype;
const most = { "?full": 0, "?halfway": 2 }[location.search] ?? 99;
let calls = 0;
Storage.prototype.setItem = function (...what) {
    return this === localStorage && ++calls > most ? refuse() : setItem.apply(this, what);
};
if (location.search === "?unmoved") Storage.prototype.removeItem = refuse;
"""


@pytest.mark.parametrize("trouble", ["?full", "?halfway", "?unmoved"])
def test_a_move_that_is_interrupted_loses_nothing_and_goes_on(page, copies, trouble):
    page.add_init_script(BREAK)
    session = played(3)
    before = kept_before(session)
    keep(page, copies, before)
    for query in (trouble, ""):
        open_ready(page, f"{copies.url}one/{query}#/piramide")
        expect_board(page, session.state)
        assert page.locator("html").get_attribute("data-deck") == "french"
        assert set(before.values()) <= set(stored(page).values())
        if query in ("?full", "?halfway"):
            play(page, session)
            del before[OLD + "piramide"]
    assert not [key for key in stored(page) if key.startswith(OLD)]


def test_what_was_kept_opens_in_a_storage_that_is_full_to_the_brim(page, copies):
    session = played(3)
    before = kept_before(session)
    keep(page, copies, before)
    page.evaluate(
        """() => {
            let rest = "";
            for (let size = 2 ** 23; size >= 1; size /= 2) {
                try {
                    localStorage.rest = rest + "x".repeat(size);
                    rest = localStorage.rest;
                } catch (error) {}
            }
        }"""
    )
    open_ready(page, f"{copies.url}one/#/piramide")
    expect_board(page, session.state)
    play(page, session)
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    page.evaluate("localStorage.removeItem('rest')")
    page.reload()
    wait_ready(page)
    expect_board(page, session.state)
    play(page, session)
    assert not [key for key in stored(page) if key.startswith(OLD)]


def test_the_first_paint_knows_the_settings_that_are_not_moved_yet(page, dist, copies):
    keep(page, copies, kept_before(played(3)))
    memory = f"one/{named(dist, MEMORY)}"
    copies.hanging.add(memory)
    page.goto(f"{copies.url}one/", wait_until="commit")
    expect(page.locator("h1")).to_have_text("Le piramidi che svaniscono")
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "it")
    expect(root).to_have_attribute("data-theme", "dark")
    copies.hanging.discard(memory)
    wait_ready(page)
