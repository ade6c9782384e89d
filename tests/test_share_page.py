"""A finished game is shared by a link: copied, handed to the device, scanned, opened elsewhere."""

import base64
import json

import pytest

from game import statistics
from game.links import format_link, parse_link, sealed
from game.rules import arena, piramide
from game.rules.chance import MAX_DEAL
from game.session import Session, format_save, parse_save
from scripts.build import ROOT
from scripts.serve import SiteServer
from tests.conftest import PATIENCE_S, open_ready
from tests.games import GAMES
from tests.test_arena_page import open_table, tap_to_the_end
from tests.test_page import play_some, screen, wait_screen
from tests.test_piramide_page import expect_board

HEBREW = "אבגדהוזחטיכלמנס"
SMALL = {"width": 320, "height": 568}
PHONE = {"width": 390, "height": 844}
FULL_HD = {"width": 1920, "height": 1080}
NO_SHARE = "delete Navigator.prototype.share"
SHARE = """
window.shared = [];
Navigator.prototype.share = (what) => { shared.push(what.url); return Promise.resolve(); };
"""
REFUSE = """
const no = (name) => () => Promise.reject(new DOMException("denied", name));
Navigator.prototype.share = no("NotAllowedError");
Clipboard.prototype.writeText = no("NotAllowedError");
"""
CHANGE_ONE_MIND = """
Navigator.prototype.share = () => Promise.reject(new DOMException("no", "AbortError"));
"""
DECODE = """async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
}"""


def finished(rules, params, deal, names=()):
    """Return a game played to its end, and revealed."""
    session = Session(rules, params, deal)
    while not session.is_over():
        session.play(rules.format_move(rules.legal_moves(session.state)[0]))
    if rules is arena:
        session.facts = {"names": list(names), "looked": params.players, "revealed": True}
    return session


PIRAMIDE = finished(piramide, piramide.Params("free", 7, True, 1), 12)
ARENA = finished(arena, arena.Params(3, "random", None), 7)
LONGEST = finished(
    arena, arena.Params(4, "random", 2), MAX_DEAL, [f"{HEBREW}{seat}" for seat in range(4)]
)


def keep(page, session):
    """Let the browser find a game when it opens the site for the first time."""
    key = f"vanishing-pyramids.{session.rules.GAME}"
    shelf = f"over\n{format_save(session)}"
    page.add_init_script(
        f"if (location.protocol === 'http:') localStorage['{key}'] ??= {json.dumps(shelf)}"
    )


def open_finished(page, site, session=PIRAMIDE):
    """Open a finished game as its player left it."""
    keep(page, session)
    open_ready(page, f"{site.url}#/{session.rules.GAME}")
    wait_screen(page, session.rules.GAME)


def command(page, name):
    """Return the button of a command in the dialog."""
    return page.locator(f'#dialog [data-command="{name}"]')


def ask_to_share(page):
    """Give the command to share the game, as a button of its screen does."""
    page.evaluate(
        """() => {
            const button = document.createElement("button");
            button.dataset.command = "share-game";
            document.querySelector("#screen").append(button);
            button.click();
            button.remove();
        }"""
    )


def open_share(page):
    """Open the dialog for the game on the screen; return the link that it shows."""
    ask_to_share(page)
    page.locator("#share-qr svg").wait_for()
    return page.locator("#share-link").input_value()


def told(page, words):
    """Return once the dialog says something."""
    page.locator("#share-told", has_text=words).wait_for()


def scanned(page, picture):
    """Return what a scanner reads from a picture; it takes dark on light only."""
    page.goto("about:blank")
    page.add_script_tag(path=ROOT / "node_modules/jsqr/dist/jsQR.js")
    return page.evaluate(DECODE, f"data:image/png;base64,{base64.b64encode(picture).decode()}")


def text_of(link):
    """Return the part of an address that holds the game."""
    return link.rpartition("/")[2]


# --- Sharing ----------------------------------------------------------------------------------


def test_the_link_of_a_finished_game_is_copied(page, site):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_finished(page, site)
    link = open_share(page)
    assert link == f"{site.url}#/piramide/replay/{format_link(PIRAMIDE)}"
    command(page, "copy").click()
    told(page, "on the clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_a_link_carries_nothing_of_the_sharer_s_own_address(page, site):
    keep(page, PIRAMIDE)
    open_ready(page, f"{site.url}index.html?lang=he&theme=dark&fbclid=x#/piramide?gclid=y")
    link = open_share(page)
    assert link == f"{site.url}#/piramide/replay/{format_link(PIRAMIDE)}"


def test_where_the_device_can_share_the_link_is_handed_to_it(page, site):
    page.add_init_script(SHARE)
    open_finished(page, site)
    link = open_share(page)
    command(page, "send").click()
    told(page, "The link is shared.")
    assert page.evaluate("shared") == [link]


def test_where_the_device_cannot_share_that_is_not_offered(page, site):
    page.add_init_script(NO_SHARE)
    open_finished(page, site)
    open_share(page)
    assert command(page, "send").count() == 0


@pytest.mark.parametrize("name", ["copy", "send"])
def test_what_the_browser_refuses_is_said_and_the_link_is_chosen(page, site, name):
    page.add_init_script(REFUSE)
    open_finished(page, site)
    link = open_share(page)
    command(page, name).click()
    told(page, "copy it yourself")
    assert page.evaluate("getSelection().toString()") == link


def test_whoever_changes_one_s_mind_has_shared_nothing(page, site):
    page.add_init_script(CHANGE_ONE_MIND)
    open_finished(page, site)
    open_share(page)
    command(page, "send").click()
    told(page, "Nothing was shared.")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    command(page, "copy").click()
    told(page, "on the clipboard")


HANDS_OUT = """
window.copied = [];
Clipboard.prototype.writeText = async (text) => { copied.push(text); };
"""
ENDS = {
    "closed": (CHANGE_ONE_MIND + HANDS_OUT, "Nothing was shared."),
    "closed, and no clipboard": (
        CHANGE_ONE_MIND + "delete Navigator.prototype.clipboard;",
        "Nothing was shared.",
    ),
    "refused": (REFUSE, "copy it yourself"),
    "throws": (
        "Navigator.prototype.share = () => { throw new TypeError('no'); };"
        "delete Navigator.prototype.clipboard;",
        "copy it yourself",
    ),
    "fails": (
        "Navigator.prototype.share = () => Promise.reject(new DOMException('x', 'DataError'));"
        + HANDS_OUT,
        "",
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_result_that_was_not_shared_can_be_copied(page, site, end):
    script, words = ENDS[end]
    page.clock.set_fixed_time("2026-01-05T12:00:00")
    page.add_init_script(script)
    book = statistics.Statistics()
    book.daily["20260105"] = statistics.Daily(20260105000, "won", 0, 24, 0, 0, 0)
    key = "vanishing-pyramids.piramide.statistics"
    text = json.dumps(statistics.format_statistics(book))
    page.add_init_script(f"localStorage['{key}'] ??= {text}")
    open_ready(page, site.url)
    page.locator('[data-command="daily"]').click()
    command(page, "share").click()
    page.locator("#share-link").wait_for()
    result = page.locator("#share-link").input_value()
    assert result.startswith("La Piramide, daily deal 2026-01-05\nWon in 24 moves,")
    if words:
        told(page, words)
    if words.startswith("copy"):
        assert page.evaluate("getSelection().toString()") == result
    command(page, "copy").click()
    if HANDS_OUT in script:
        told(page, "The result is on the clipboard.")
        assert set(page.evaluate("copied")) == {result}
    else:
        told(page, "copy it yourself")
        assert page.evaluate("getSelection().toString()") == result
    if not words:
        return
    command(page, "send").click()
    told(page, words)


@pytest.mark.parametrize("session", [PIRAMIDE, LONGEST], ids=["short", "longest"])
@pytest.mark.parametrize(
    ("viewport", "theme"), [(SMALL, "dark"), (PHONE, "contrast"), (FULL_HD, "light")], ids=str
)
def test_the_qr_code_can_be_scanned_in_every_theme(page, site, viewport, theme, session):
    open_finished(page, site, session)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    link = open_share(page)
    assert len(link) <= 300
    page.locator("#share-qr").scroll_into_view_if_needed()
    picture = page.locator("#share-qr").screenshot()
    assert scanned(page, picture) == link


def test_the_library_comes_only_when_a_game_is_shared(page, dist):
    with SiteServer(dist) as site:
        open_finished(page, site)
        assert "share/qr.mjs" not in site.requests
        open_share(page)
        assert "share/qr.mjs" in site.requests


@pytest.mark.broken_page
def test_without_the_library_the_link_is_there(page, frail_site):
    frail_site.missing.add("share/qr.mjs")
    open_finished(page, frail_site)
    ask_to_share(page)
    told(page, "The QR code did not arrive")
    assert parse_link(text_of(page.locator("#share-link").input_value()), GAMES).is_over()


def test_a_running_game_is_not_shared(page, site):
    play_some(page, site)
    ask_to_share(page)
    assert page.get_by_role("dialog").count() == 0


def test_a_game_of_the_arena_is_shared_once_it_is_revealed(page, site):
    session = open_table(page, site, 9, 2)
    tap_to_the_end(page, session)
    ask_to_share(page)
    assert page.get_by_role("dialog").count() == 0
    page.locator('[data-command="reveal"]').click()
    command(page, "close").click()
    page.wait_for_selector("body:not([data-dialog])")
    link = open_share(page)
    assert link.startswith(f"{site.url}#/arena/replay/")
    assert len(link) <= 300
    shared = parse_link(text_of(link), GAMES)
    assert shared.record() == session.record()


# --- Opening ----------------------------------------------------------------------------------


def address_of(session):
    """Return the fragment that opens a game."""
    return f"#/{session.rules.GAME}/replay/{format_link(session)}"


@pytest.mark.parametrize("session", [PIRAMIDE, ARENA], ids=["piramide", "arena"])
def test_a_link_opens_on_another_device(page, site, session):
    open_ready(page, f"{site.url}{address_of(session)}")
    assert screen(page) == session.rules.GAME
    assert page.locator("#message", has_text="damaged").count() == 0
    assert page.locator("#status").inner_text().startswith(f"Move 0 of {session.ply}")
    page.locator('[data-command="line-next"]').click()
    assert page.locator("#status").inner_text().startswith(f"Move 1 of {session.ply}")
    assert page.url.endswith(address_of(session))
    page.locator('[data-command$="-stop"]').click()
    page.wait_for_selector("body[data-screen=home]")
    assert page.evaluate(f"localStorage['vanishing-pyramids.{session.rules.GAME}'] ?? ''") == ""


@pytest.mark.parametrize("session", [PIRAMIDE, ARENA], ids=["piramide", "arena"])
def test_a_link_that_a_messenger_wrapped_and_marked_opens(page, site, session):
    link = address_of(session)
    wild = f"{link[:30]}%0A{link[30:40]}%20{link[40:]}).?fbclid=x"
    open_ready(page, f"{site.url}?utm_source=x{wild}")
    assert page.locator("#status").inner_text().startswith(f"Move 0 of {session.ply}")
    assert page.url.endswith(link)


@pytest.mark.parametrize("way", ["changed", "cut", "gone", "future"])
@pytest.mark.parametrize("session", [PIRAMIDE, ARENA], ids=["piramide", "arena"])
def test_a_damaged_link_says_so_at_home(page, site, session, way):
    text = format_link(session)
    text = {
        "changed": text[:12] + ("A" if text[12] != "A" else "B") + text[13:],
        "cut": text[:-3],
        "gone": "",
        "future": sealed("2", text[7:]),
    }[way]
    open_ready(page, f"{site.url}#/{session.rules.GAME}/replay/{text}")
    words = "newer version" if way == "future" else "damaged"
    page.locator("#message", has_text=words).wait_for()
    assert screen(page) == "home"
    page.locator('[data-game="piramide"][data-command="play"]').click()
    wait_screen(page, "piramide")


def test_a_link_to_the_other_game_is_damaged(page, site):
    open_ready(page, f"{site.url}#/arena/replay/{format_link(PIRAMIDE)}")
    page.locator("#message", has_text="damaged").wait_for()


def test_a_link_opened_beside_a_running_game_loses_nothing(page, site):
    session = play_some(page, site)
    page.evaluate("hash => { location.hash = hash }", address_of(PIRAMIDE))
    page.locator("#status", has_text="Move 0 of").wait_for()
    page.locator('[data-command="line-next"]').click()
    kept = page.evaluate("localStorage['vanishing-pyramids.piramide']").split("\n")[1]
    assert parse_save(kept, GAMES).record() == session.record()
    page.locator('[data-command="line-stop"]').click()
    page.wait_for_function("!location.hash.includes('replay')")
    expect_board(page, session.state)


def test_back_from_a_pasted_replay_loses_nothing(page, site):
    session = play_some(page, site)
    page.evaluate("hash => { location.hash = hash }", address_of(PIRAMIDE))
    page.locator("#status", has_text="Move 0 of").wait_for()
    page.go_back()
    page.wait_for_function("!location.hash.includes('replay')")
    expect_board(page, session.state)


def test_the_deal_that_is_looked_at_can_be_played(page, site):
    open_ready(page, f"{site.url}{address_of(PIRAMIDE)}")
    page.evaluate("location.hash = '#/piramide/12?draw=free&rows=7&open=1&redeals=1'")
    page.wait_for_function("!location.hash.includes('replay')")
    page.wait_for_selector("body[data-outcome=playing]")


def test_a_damaged_link_beside_a_running_game_loses_nothing(page, site):
    session = play_some(page, site)
    page.evaluate("location.hash = '#/piramide/replay/1234567890'")
    page.locator("#message", has_text="damaged").wait_for()
    page.locator('[data-game="piramide"][data-command="continue"]').click()
    wait_screen(page, "piramide")
    expect_board(page, session.state)


def test_a_game_is_shared_and_opened_without_a_server(browser, dist):
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_S * 1000)
    page = context.new_page()
    with SiteServer(dist) as site:
        open_ready(page, site.url)
        page.wait_for_selector("body[data-offline=ready]")
        site.down = True
        site.requests.clear()
        page.goto("about:blank")
        open_finished(page, site)
        link = open_share(page)
        page.goto("about:blank")
        open_ready(page, link)
        assert screen(page) == "piramide"
        assert set(site.requests) <= {"sw.js"}
    context.close()
