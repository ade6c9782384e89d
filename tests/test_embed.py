"""A game in a frame of another page: two real origins, a host that must not notice, its messages.

The host is one port of this machine, the site another.
"""

import gzip
import html
import re

import pytest

from game.rules import piramide
from scripts.build import ROOT
from scripts.serve import SiteServer
from tests.conftest import open_ready, wait_ready, wait_until
from tests.test_piramide_page import expect_board, session_of, tap_move

LISTEN = """<script>
window.heard = [];
addEventListener("message", (event) => heard.push({ origin: event.origin, ...event.data }));
window.taken = [];
addEventListener("keydown", (event) => taken.push(event.key));
</script>"""
ORIGIN = re.compile(r"http://127\.0\.0\.1:8000/")


def frame_html(site, address="?embed=1#/piramide/1", extra=""):
    """Return a frame with a game of the site."""
    source = html.escape(f"{site.url}{address}")
    return f'<iframe width="360" height="600" {extra} src="{source}"></iframe>'


def open_frame(page, host, text):
    """Open a host page with this text; return its frame once a game can be played there."""
    host.show(LISTEN + text)
    page.goto(host.url)
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready=true]").wait_for()
    return frame


def heard(page, kind):
    """Return what the host heard of one type."""
    return [told for told in page.evaluate("heard") if told.get("type") == kind]


def play_out(frame, session):
    """Take the first legal move until the game is over."""
    while piramide.outcome(session.state) is None:
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(frame, text)
        session.play(text)


def test_a_frame_shows_the_game_its_address_names_and_nothing_else(page, host, site):
    address = "?embed=1&theme=dark#/piramide/12?draw=free"
    frame = open_frame(page, host, frame_html(site, address))
    assert frame.locator("html").get_attribute("data-theme") == "dark"
    assert frame.locator("body").get_attribute("data-screen") == "piramide"
    assert "Deal 12" in frame.locator("#status").inner_text()
    for name in ("home", "settings", "offline"):
        assert frame.locator(f'[data-command="{name}"]:visible').count() == 0
    with page.context.expect_page() as opened:
        frame.locator("[data-full]").click()
    full = opened.value
    wait_ready(full)
    assert full.url == f"{site.url}#/piramide/12?draw=free"
    assert full.locator("body").get_attribute("data-screen") == "piramide"


@pytest.mark.parametrize("fragment", ["", "#/", "#/nothing", "#/piramide/x"])
def test_without_a_deal_of_its_own_a_frame_shows_la_piramide(page, host, site, fragment):
    frame = open_frame(page, host, frame_html(site, f"?embed=1{fragment}"))
    frame.locator('[data-slot="1.1"]').wait_for()


def test_a_frame_with_the_arena_needs_no_question_first(page, host, site):
    frame = open_frame(page, host, frame_html(site, "?embed=1#/arena"))
    frame.locator('[data-command="look"]').wait_for()
    assert frame.get_by_role("dialog").count() == 0


def test_the_host_hears_ready_height_and_finished_with_their_origin(page, host, site):
    frame = open_frame(page, host, frame_html(site))
    wait_until(lambda: heard(page, "ready") and heard(page, "height"))
    session = session_of(1)
    play_out(frame, session)
    wait_until(lambda: heard(page, "finished"))
    origin = site.url.rstrip("/")
    told = {"origin": origin, "from": "vanishing-pyramids", "type": "finished"}
    outcome = piramide.report(session.state)["outcome"]
    assert heard(page, "finished") == [told | {"game": "piramide", "outcome": outcome}]
    assert heard(page, "height")[0]["height"] == 540


def test_the_page_by_itself_tells_nobody(page, host, site):
    open_frame(page, host, frame_html(site, "#/piramide/1"))
    assert page.evaluate("heard") == []


def test_embed_js_fits_the_frame_and_believes_only_it(page, host, site):
    script = f'<script src="{site.url}embed.js"></script>'
    forge = f'<iframe id="forger" srcdoc="<p>nothing</p>"></iframe>{frame_html(site)}'
    host.show(forge + script)
    page.goto(host.url)
    game = page.locator("iframe").nth(1)
    wait_until(lambda: game.evaluate("frame => frame.style.height") == "540px")
    page.evaluate(
        """() => {
            window.seen = [];
            document.addEventListener("vanishing-pyramids", ({detail}) => seen.push(detail));
            const forged = {from: "vanishing-pyramids", type: "height", height: 1234};
            postMessage(forged, "*");
            const inner = document.querySelector("#forger").contentWindow;
            inner.eval(`parent.postMessage(${JSON.stringify(forged)}, "*")`);
        }"""
    )
    page.evaluate("() => { document.querySelectorAll('iframe')[1].width = '420' }")
    wait_until(lambda: game.evaluate("frame => frame.style.height") == "630px")
    assert [told["height"] for told in page.evaluate("seen")] == [630]


def test_a_script_that_comes_late_asks(page, host, site):
    open_frame(page, host, frame_html(site))
    page.add_script_tag(url=f"{site.url}embed.js")
    game = page.locator("iframe")
    wait_until(lambda: game.evaluate("frame => frame.style.height") == "540px")


def test_embed_js_is_small(dist):
    assert (dist / "embed.js").stat().st_size <= 1024


def test_keys_are_the_hosts_until_the_frame_is_touched(page, host, site):
    frame = open_frame(page, host, f'<input id="own">{frame_html(site)}')
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.keyboard.press("?")
    assert page.evaluate("taken") == ["?"]
    assert frame.get_by_role("dialog").count() == 0
    frame.locator("#status").click()
    page.keyboard.press("?")
    frame.get_by_role("dialog").wait_for()
    assert page.evaluate("taken") == ["?"]


def test_the_wheel_over_a_frame_scrolls_the_host(page, host, site):
    open_frame(page, host, f'{frame_html(site)}<p style="height:3000px">')
    box = page.locator("iframe").bounding_box()
    page.mouse.move(box["x"] + 180, box["y"] + 300)
    page.mouse.wheel(0, 400)
    wait_until(lambda: page.evaluate("scrollY") > 0)


def test_a_finger_on_a_card_may_scroll_the_host(page, host, site):
    frame = open_frame(page, host, frame_html(site))
    touch = "card => getComputedStyle(card).touchAction"
    assert frame.locator('[data-slot="6.1"]').evaluate(touch) == "manipulation"


def test_back_is_the_hosts_own(page, host, site):
    host.show("<p>before")
    page.goto(host.url)
    frame = open_frame(page, host, frame_html(site))
    length = page.evaluate("history.length")
    frame.locator('[data-command="rules"]').click()
    frame.get_by_role("dialog").wait_for()
    frame.locator('[data-command="close"]').click()
    frame.get_by_role("dialog").wait_for(state="hidden")
    assert page.evaluate("history.length") == length


def test_two_frames_and_the_page_itself_keep_their_own_games(page, host, site):
    open_ready(page, f"{site.url}#/piramide/3")
    host.show(frame_html(site, "?embed=1#/piramide/1") + frame_html(site, "?embed=1#/piramide/2"))
    for _ in range(2):
        page.goto(host.url)
        for place, number in enumerate((1, 2)):
            frame = page.frame_locator("iframe").nth(place)
            frame.locator("body[data-ready=true]").wait_for()
            assert f"Deal {number}" in frame.locator("#status").inner_text()
    open_ready(page, f"{site.url}#/piramide")
    assert "Deal 3" in page.locator("#status").inner_text()


def test_nothing_for_strength_or_offline_is_fetched_ahead(browser, host, dist):
    context = browser.new_context()
    with SiteServer(dist) as server:
        page = context.new_page()
        open_frame(page, host, frame_html(server))
        wait_until(lambda: "offline/page.mjs" in server.requests)
        page.evaluate("dispatchEvent(new Event('online'))")
        frame = page.frames[1]
        frame.evaluate("dispatchEvent(new Event('online'))")
        frame.wait_for_function("document.body.dataset.offline === 'no'")
        asked = {path for path in server.requests if path}
        sizes = [len(gzip.compress((dist / path).read_bytes())) for path in asked]
        assert sum(sizes) < 560 * 1024
        assert not [path for path in asked if path.startswith("pyodide") or path == "brain.json"]
        assert "sw.js" not in asked
        context.close()


@pytest.mark.broken_page
@pytest.mark.parametrize("extra", ['sandbox="allow-scripts"', ""])
def test_where_storage_is_blocked_a_frame_plays_and_tells(page, host, site, extra):
    """Without a sandbox it is denied as browsers do to third parties: mere access throws."""
    if not extra:
        page.add_init_script(
            "if (top !== window) for (const name of ['localStorage', 'sessionStorage', 'caches'])"
            " Object.defineProperty(window, name,"
            " { get() { throw new DOMException('denied', 'SecurityError') } })"
        )
    script = f'<script src="{site.url}embed.js"></script>'
    frame = open_frame(page, host, frame_html(site, extra=extra) + script)
    session = session_of(1)
    for _ in range(3):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(frame, text)
        session.play(text)
    expect_board(frame, session.state)
    game = page.locator("iframe")
    wait_until(lambda: game.evaluate("frame => frame.style.height") == "540px")


# --- The dialog -------------------------------------------------------------------------------


def open_dialog(page, address):
    """Open the dialog that makes a frame."""
    open_ready(page, address)
    page.locator('[data-command="settings"]:visible').click()
    page.locator('#dialog [data-command="embed"]').click()
    page.locator("#embed-snippet").wait_for()


def test_the_dialog_makes_a_snippet_that_works_and_shows_it(page, host, site):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_dialog(page, f"{site.url}#/piramide/12?draw=free")
    page.locator('#dialog [data-key="theme"][data-value="dark"]').click()
    preview = page.frame_locator("#embed-preview iframe")
    preview.locator("body[data-ready=true]").wait_for()
    assert "Deal 12" in preview.locator("#status").inner_text()
    page.locator('#dialog [data-command="copy"]').click()
    page.get_by_text("Copied.").wait_for()
    snippet = page.evaluate("navigator.clipboard.readText()")
    assert snippet == page.locator("#embed-snippet").input_value()
    assert "<script" in snippet
    page.go_back()
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.locator("body").get_attribute("data-screen") == "piramide"
    frame = open_frame(page, host, snippet)
    assert "Deal 12" in frame.locator("#status").inner_text()
    assert frame.locator("html").get_attribute("data-theme") == "dark"


def test_the_snippet_can_do_without_a_script(page, site):
    open_dialog(page, site.url)
    page.locator('#dialog [data-key="fit"][data-value="off"]').click()
    page.locator('#dialog [data-key="game"][data-value="#/arena"]').click()
    snippet = page.locator("#embed-snippet").input_value()
    assert "<script" not in snippet
    assert f'src="{site.url}?embed=1#/arena"' in snippet


# --- The example, and a lost address ----------------------------------------------------------


def test_the_example_page_works_on_an_origin_of_its_own(page, tmp_path, site):
    text = (ROOT / "docs/blog.html").read_text("utf-8")
    assert len(ORIGIN.findall(text)) == 2
    (tmp_path / "index.html").write_text(ORIGIN.sub(site.url, text), "utf-8")
    with SiteServer(tmp_path) as blog:
        page.goto(blog.url)
        page.locator("iframe").scroll_into_view_if_needed()
        frame = page.frame_locator("iframe")
        frame.locator("body[data-ready=true]").wait_for()
        play_out(frame, session_of(12))
        wait_until(lambda: page.locator("#news").inner_text() != "")


@pytest.mark.broken_page
@pytest.mark.parametrize("lost", ["nothing", "nothing/at/all/"])
def test_a_lost_address_leads_home_also_in_a_subfolder(page, dist, lost):
    with SiteServer(dist, prefix="/games/pyramids/") as server:
        page.route(f"{server.url}{lost}", lambda route: route.fulfill(path=dist / "404.html"))
        page.goto(f"{server.url}{lost}")
        home = page.locator("#home")
        wait_until(lambda: home.get_attribute("href") == "/games/pyramids/")
        home.click()
        wait_ready(page)


# --- Security ---------------------------------------------------------------------------------


def test_a_players_name_is_never_html(page, site):
    name = "<img onerror=a>"
    open_ready(page, site.url)
    page.locator('[data-game="arena"][data-command="play"]').click()
    page.locator('#dialog [name="name1"]').fill(name)
    page.locator('#dialog [data-command="deal"]').click()
    page.locator(".handover h2", has_text=name).wait_for()
    for _ in range(2):
        page.locator('[data-command="looked"]').click()
    page.locator('[data-stack="A1"]').wait_for()
    assert page.locator("img").count() == 0
    assert name in page.locator("#screen").inner_text()


def test_a_link_of_any_length_is_answered(page, site):
    open_ready(page, f"{site.url}#/piramide/{'9' * 100_000}")
    page.locator("#message", has_text="names no game").wait_for()


@pytest.mark.broken_page
def test_a_script_in_the_page_itself_does_not_run(page, site):
    """What the policy in index.html is for: a text taken for HTML would still do nothing."""
    open_ready(page, site.url)
    page.evaluate(
        """async () => {
            window.refused = [];
            document.addEventListener("securitypolicyviolation", (event) =>
                refused.push(event.effectiveDirective));
            const host = document.createElement("div");
            host.innerHTML = '<p onclick="window.ran = 1">';
            document.body.append(host);
            host.firstChild.dispatchEvent(new Event("click"));
            await fetch("http://127.0.0.1:9/").catch(() => {});
        }"""
    )
    wait_until(lambda: set(page.evaluate("refused")) == {"connect-src", "script-src-attr"})
    assert page.evaluate("window.ran === undefined")


@pytest.mark.broken_page
def test_nothing_of_another_host_and_no_script_in_the_page_is_let_in(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    refused = page.evaluate(
        """async () => {
            const refused = [];
            document.addEventListener("securitypolicyviolation", (event) =>
                refused.push(event.effectiveDirective));
            await fetch("http://127.0.0.2:9/").catch(() => {});
            const script = document.createElement("script");
            script.textContent = "window.let_in = true";
            document.body.append(script);
            await new Promise((done) => setTimeout(done));
            return [...refused, "let_in" in window];
        }"""
    )
    assert refused == ["connect-src", "script-src-elem", False]


def test_the_site_has_no_script_outside_of_a_file(dist):
    text = (dist / "index.html").read_text("utf-8")
    assert not re.search(r'<script(?![^>]* src=)(?! type="application/json")', text)
    assert not re.search(r"""\son[a-z]+=|javascript:|style=|(?:src|href)="(?:https?:)?//""", text)
    policy = re.search(r'<meta name="policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy)
    assert '<meta name="referrer" content="no-referrer">' in text
