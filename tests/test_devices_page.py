"""Odd devices and browsers: canvases nobody may read, no size, a translator, phones that sleep.

Whatever the page is denied, both games are dealt, played on, and drawn right once they are seen.
"""

import re

import pytest

from game.rules import arena, piramide
from game.views.pyramids import PALETTE
from scripts.build import ROOT
from tests import test_arena_page, test_piramide_page
from tests.conftest import open_ready, wait_until
from tests.pixels import share_near
from tests.test_arena_page import open_deal, open_table
from tests.test_embed import LISTEN, heard
from tests.test_offline import context, visit  # noqa: F401

UNREADABLE = """
window.readBack = 0;
const refuse = () => { readBack += 1; throw new DOMException("no", "SecurityError"); };
HTMLCanvasElement.prototype.toDataURL = HTMLCanvasElement.prototype.toBlob = refuse;
CanvasRenderingContext2D.prototype.getImageData = refuse;
"""
READS_BACK = re.compile(r"toDataURL|getImageData|toBlob|convertToBlob|captureStream")


# --- A canvas that cannot be read back --------------------------------------------------------


def expect_painted(page, css, colour):
    """Check that a picture shows its colour's paint, on as much of it as a piece has, not noise."""
    wait_until(lambda: share_near(page.locator(css).first.screenshot(), PALETTE[colour]) > 0.04)


def test_pieces_and_the_secret_have_their_paint_where_no_canvas_can_be_read(page, site):
    page.add_init_script(UNREADABLE)
    expect_pieces_painted(page, site)
    assert page.evaluate("readBack") == 0


def expect_pieces_painted(page, site):
    """Look at a secret colour, play a move, and check the paint of every picture on the way."""
    session = open_deal(page, site, 7)
    page.locator('[data-command="look"]').hover()
    page.mouse.down()
    page.locator(".handover .secret .piece").wait_for()
    expect_painted(page, ".handover .secret .piece", session.state.targets[session.state.turn])
    page.mouse.up()
    for _ in range(2):
        page.locator('[data-command="looked"]').click()
    state = session.state
    for colour in state.colours:
        expect_painted(page, f'.tray [data-hand="{colour}"] .piece', colour)
    chip = page.locator(".chip:not(.none)").first.get_attribute("data-hand")
    expect_painted(page, f'.chip[data-hand="{chip}"] .piece', chip)
    move = arena.legal_moves(state)[0]
    test_arena_page.tap_move(page, move)
    page.locator('[data-command="log"]').click()
    expect_painted(page, "#dialog .log-moves .piece", move.colour)


def test_the_piece_that_waits_for_a_second_tap_has_its_paint(page, site):
    page.add_init_script("localStorage['vanishing-pyramids.settings'] = 'confirm=on'" + UNREADABLE)
    session = open_table(page, site, 7)
    move = arena.legal_moves(session.state)[0]
    test_arena_page.tap_move(page, move)
    picture = page.locator(".stack.pending").evaluate(
        "e => getComputedStyle(e, '::after').backgroundImage"
    )
    assert picture == f'url("{site.url}pieces/mover-{move.colour}.svg")'


def test_nothing_that_is_shipped_reads_a_canvas():
    for folder in ("game", "share", "offline"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".mjs", ".js"):
                assert not READS_BACK.search(path.read_text("utf-8")), path


# --- Out of sight -----------------------------------------------------------------------------

HIDDEN = {
    "no display": (
        '<div style="display:none">{frame}</div>',
        "document.querySelector('div').style.display = 'block'",
    ),
    "closed details": (
        "<details>{frame}</details>",
        "document.querySelector('details').open = true",
    ),
    "no width": (
        '<div style="width:0;height:0;overflow:hidden">{frame}</div>',
        "document.querySelector('div').style = ''",
    ),
}
FRAME = '<iframe style="width:100%;height:600px;border:0" src="{address}"></iframe>'


def open_hidden(page, host, site, hidden, address):
    """Open a game in a frame that nobody sees; return the frame once the game can be played."""
    frame = FRAME.format(address=f"{site.url}{address}")
    host.show(LISTEN + hidden.format(frame=frame))
    page.goto(host.url)
    wait_until(lambda: heard(page, "ready"))
    if not hasattr(page, "frames"):  # tests/engines
        return page.frame_locator("iframe")
    return next(frame for frame in page.frames if frame.url.startswith(site.url))


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_a_game_that_starts_out_of_sight_is_drawn_right_when_it_is_seen(page, host, site, hidden):
    page.emulate_media(reduced_motion="no-preference")
    frame = open_hidden(page, host, site, hidden[0], "?embed=1#/piramide/1")
    session = test_piramide_page.session_of(1)
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    press(frame, moves_of(text))
    session.play(text)
    test_piramide_page.expect_board(frame, session.state)
    page.evaluate(hidden[1])
    wait_until(lambda: heard(page, "height")[-1:] and heard(page, "height")[-1]["height"] > 0)
    frame.wait_for_function(AT_REST)
    test_piramide_page.expect_board(frame, session.state)
    box = frame.locator('[data-slot="1.1"]').bounding_box()
    assert box["width"] > 40
    text = piramide.format_move(piramide.legal_moves(session.state)[0])
    test_piramide_page.tap_move(frame, text)
    session.play(text)
    test_piramide_page.expect_board(frame, session.state)


AT_REST = "!document.querySelector('.ghost, .flying') && !document.getAnimations().length"


def moves_of(text):
    """Return the selectors to press for a move of La Piramide."""
    if text in "+*":
        return ['[data-pile="stock"]']
    return [f'[data-card="{code}"]' for code in piramide.parse_move(text).cards]


def press(frame, selectors):
    """Click what cannot be seen."""
    frame.evaluate(
        "all => { for (const css of all) document.querySelector(css).click(); }", selectors
    )


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_an_arena_that_starts_out_of_sight_is_drawn_right_when_it_is_seen(page, host, site, hidden):
    page.emulate_media(reduced_motion="no-preference")
    frame = open_hidden(page, host, site, hidden[0], "?embed=1#/arena/7?players=2&dealing=random")
    session = test_arena_page.session_of(7)
    press(frame, ['[data-command="looked"]'] * 2)
    for _ in range(2):
        move = arena.legal_moves(session.state)[0]
        press(frame, [f'.tray [data-hand="{move.colour}"]', f'[data-stack="{move.stack}"]'])
        session.play(arena.format_move(move))
    page.evaluate(hidden[1])
    frame.wait_for_function(test_arena_page.CANVAS_FITS)
    frame.wait_for_function(AT_REST)
    test_arena_page.expect_board(frame, session.state)
    assert frame.evaluate(PAINTED) == len(session.state.stacks)


PAINTED = """() => {
    const canvas = document.querySelector(".pieces"), field = canvas.getBoundingClientRect();
    const scale = canvas.width / field.width;
    return [...document.querySelectorAll(".stack")].filter((stack) => {
        const { left, bottom, width } = stack.getBoundingClientRect();
        const x = (left + width / 2 - field.left) * scale, y = (bottom - field.top) * scale - 20;
        return canvas.getContext("2d").getImageData(x, y, 1, 1).data[3] === 255;
    }).length;
}"""
"""How many places of the arena have a piece painted over their middle."""
SHRINK = "size => { const frame = document.querySelector('iframe'); frame.style.width = size; }"


def test_a_frame_that_loses_its_size_in_mid_motion_plays_on(page, host, site):
    page.emulate_media(reduced_motion="no-preference")
    frame = open_hidden(page, host, site, "{frame}", "?embed=1#/arena/7?players=2&dealing=random")
    session = test_arena_page.session_of(7)
    press(frame, ['[data-command="looked"]'] * 2)
    for width in ("1px", "0", "17px", "300px"):
        move = arena.legal_moves(session.state)[0]
        press(frame, [f'.tray [data-hand="{move.colour}"]', f'[data-stack="{move.stack}"]'])
        session.play(arena.format_move(move))
        page.evaluate(SHRINK, width)
        press(frame, ['[data-command="undo"]', '[data-command="redo"]'])
    frame.wait_for_function(test_arena_page.CANVAS_FITS)
    frame.wait_for_function(AT_REST)
    test_arena_page.expect_board(frame, session.state)


BACKGROUND = """
Object.defineProperty(Document.prototype, "hidden", {get: () => true, configurable: true});
Object.defineProperty(Document.prototype, "visibilityState", {get: () => "hidden"});
window.requestAnimationFrame = () => 0;
window.timers = 0;
const later = window.setTimeout;
window.setTimeout = (call, delay, ...more) => later((...all) => {
  if (!delay && document.body.dataset.ready !== "true") timers += 1;
  call(...all);
}, delay, ...more);
"""


@pytest.mark.parametrize("fragment", ["#/piramide/1", "#/arena/7?players=2&dealing=random"])
def test_a_tab_in_the_background_starts_without_frames_and_with_few_timers(page, site, fragment):
    """Each timer may take a second there."""
    page.add_init_script(BACKGROUND)
    open_ready(page, f"{site.url}{fragment}")
    assert page.evaluate("timers") < 12
    page.wait_for_selector("[data-slot], [data-command=look]")


# --- A browser's translator -------------------------------------------------------------------

TRANSLATOR = """
const KEPT = "script, style, template, textarea, noscript, py-config, svg, [translate=no]";
function wrap(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const text of found) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest(KEPT) || parent.closest("font")) continue;
    const outer = document.createElement("font"), inner = document.createElement("font");
    outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
    inner.textContent = text.data.replace(/[A-Za-z]/g, "x");
    outer.append(inner);
    text.replaceWith(outer);
  }
}
window.translate = () => {
  document.documentElement.lang = "fr";
  document.documentElement.dir = "rtl";
  document.documentElement.classList.add("translated-rtl");
  const name = document.querySelector("title");
  if (name) name.textContent = "xxx";
  wrap(document.documentElement);
  new MutationObserver((changes) => {
    for (const { target } of changes) wrap(target);
  }).observe(document.documentElement, { childList: true, subtree: true });
};
"""
MOMENTS = {
    "before boot.js": """
        const early = new MutationObserver(() => {
          if (document.querySelector("meta[charset]")) { early.disconnect(); translate(); }
        });
        early.observe(document, { childList: true, subtree: true });
    """,
    "once it is parsed": "document.addEventListener('DOMContentLoaded', translate);",
}


def play_both(page, site, when_open=lambda: None):
    """Play some moves of both games, the first half of them after `when_open()`."""
    open_ready(page, f"{site.url}#/piramide/1")
    when_open()
    session = test_piramide_page.session_of(1)
    for _ in range(4):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        test_piramide_page.tap_move(page, text)
        session.play(text)
    test_piramide_page.expect_board(page, session.state)
    status = page.locator("#status")
    assert "xxx" in status.inner_text()
    assert status.locator("[translate=no]").inner_text() == "1"
    page.keyboard.press("u")
    session.undo()
    test_piramide_page.expect_board(page, session.state)


@pytest.mark.parametrize("moment", MOMENTS)
def test_both_games_are_played_on_a_page_that_is_being_translated(page, site, moment):
    page.add_init_script(TRANSLATOR + MOMENTS[moment])
    play_both(page, site)
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector("body[data-screen=home]")
    play_the_arena(page)
    page.locator('[data-command="settings"]').click()
    language = page.locator('#dialog [data-key="language"][data-value="it"]')
    assert language.inner_text() == "Italiano"
    language.click()
    page.wait_for_selector("html[lang=it]")
    assert page.locator("body").get_attribute("dir") == "ltr"


def test_a_page_that_is_translated_in_mid_game_plays_on(page, site):
    page.add_init_script(TRANSLATOR)
    play_both(page, site, lambda: page.evaluate("translate()"))


def play_the_arena(page):
    """Play a game of two to its end; names, places and moves are never translated."""
    page.locator('[data-command="play"][data-game="arena"]').click()
    page.locator('#dialog [name="name1"]').fill("Rose")
    page.locator('#dialog [data-command="deal"]').click()
    for _ in range(2):
        page.locator('[data-command="looked"]').click()
    assert "Rose" in page.locator(".tray-name, .seats").all_inner_texts()[0]
    assert page.locator('[data-stack="A1"]').inner_text() == "A1"
    while page.locator("body").get_attribute("data-outcome") == "playing":
        page.evaluate(
            """() => {
                document.querySelector(".tray [data-hand]:enabled").click();
                document.querySelector(".stack:not(.forbidden)").click();
            }"""
        )
    page.locator('[data-command="log"]').click()
    assert re.match(
        r"[OYVBGP]@[A-D][1-4]", page.locator("#dialog .log-moves li b").first.inner_text()
    )
    assert "Rose" in page.locator("#dialog .log-moves").inner_text()
    page.keyboard.press("Escape")
    page.locator('[data-command="reveal"]').click()
    assert "Rose" in page.locator(".scores, .verdict").all_inner_texts()[1]
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")


# --- Phones that sleep ------------------------------------------------------------------------

WAKE_LOCK = """
window.locks = 0;
window.asked = 0;
window.held = [];
class Lock extends EventTarget {
  released = false;
  async release() { if (!this.released) { this.released = true; locks -= 1; } }
}
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => ({
  request: async (kind) => {
    asked += 1;
    if (kind !== "screen" || document.hidden || window.refuses) {
      throw new DOMException("no", "NotAllowedError");
    }
    locks += 1;
    const lock = new Lock();
    held.push(lock);
    return lock;
  },
}) });
let hidden = false;
Object.defineProperty(Document.prototype, "hidden", { get: () => hidden });
window.hide = (now) => {
  hidden = now;
  if (hidden) held.forEach((lock) => lock.release()); // as the browser does
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
THROWING = """
Object.defineProperty(Navigator.prototype, "wakeLock", { get() { throw new TypeError(); } });
"""


def test_the_screen_stays_awake_while_several_people_share_a_running_game(page, site):
    page.add_init_script(WAKE_LOCK)
    session = open_table(page, site, 7)
    page.wait_for_function("locks === 1")
    test_arena_page.tap_move(page, arena.legal_moves(session.state)[0])
    page.evaluate("hide(true)")
    page.wait_for_function("locks === 0")
    page.evaluate("hide(false)")
    page.wait_for_function("locks === 1")
    page.locator('[data-command="home"]').click()
    page.wait_for_function("locks === 0")
    page.locator('[data-command="continue"][data-game="arena"]').click()
    page.wait_for_function("locks === 1")
    session.play(arena.format_move(arena.legal_moves(session.state)[0]))
    test_arena_page.tap_to_the_end(page, session)
    page.wait_for_function("locks === 0")
    asked = page.evaluate("asked")
    page.evaluate("hide(true)")
    page.evaluate("hide(false)")
    assert page.evaluate("[asked, locks]") == [asked, 0]


@pytest.mark.parametrize("alone", ["#/piramide/1", "#/arena/lesson"])
def test_who_plays_alone_needs_no_screen_that_stays_awake(page, site, alone):
    page.add_init_script(WAKE_LOCK)
    open_ready(page, f"{site.url}{alone}")
    page.evaluate("hide(true)")
    page.evaluate("hide(false)")
    assert page.evaluate("asked") == 0


@pytest.mark.parametrize(
    "device",
    [
        WAKE_LOCK + "window.refuses = true;",
        THROWING,
        "delete Navigator.prototype.wakeLock",
        "",
    ],
    ids=["refused", "throws", "none", "the browser's own"],
)
def test_a_device_that_lets_no_page_keep_it_awake_says_nothing(page, site, device):
    page.add_init_script(device)
    session = open_table(page, site, 7)
    move = arena.legal_moves(session.state)[0]
    test_arena_page.tap_move(page, move)
    session.play(arena.format_move(move))
    test_arena_page.expect_board(page, session.state)


def test_a_frame_that_may_not_keep_the_screen_awake_plays_on(page, host, site):
    frame = open_hidden(page, host, site, "{frame}", "?embed=1#/arena/7?players=2&dealing=random")
    press(frame, ['[data-command="looked"]'] * 2)
    session = test_arena_page.session_of(7)
    test_arena_page.expect_board(frame, session.state)


# --- The copy on the home screen --------------------------------------------------------------

MAC = """
Object.defineProperty(Navigator.prototype, "vendor", {get: () => "Apple Computer, Inc."});
Object.defineProperty(Navigator.prototype, "platform", {get: () => "MacIntel"});
"""
STANDALONE = """
const ask = matchMedia.bind(window);
window.matchMedia = (query) => ask(query.includes("standalone") ? "all" : query);
"""


@pytest.mark.parametrize(
    ("device", "step"),
    [("navigator.standalone = false;", "Add to Home Screen"), (MAC, "Add to Dock")],
    ids=["ios", "mac"],
)
def test_before_the_steps_to_a_copy_that_starts_empty_a_file_is_offered(visit, site, device, step):  # noqa: F811
    page = visit
    page.add_init_script(device)
    open_ready(page, site.url)
    page.get_by_role("button", name="Install").click()
    dialog = page.get_by_role("dialog")
    assert "starts empty" in dialog.inner_text()
    assert step in dialog.get_by_role("listitem").last.inner_text()
    with page.expect_download() as download:
        dialog.locator('[data-command="save-all"]').click()
    assert download.value.suggested_filename.endswith(".json")
    places = dialog.evaluate("""e => ["[data-command=save-all]", "ol"].map(
        (css) => e.querySelector(css).getBoundingClientRect().top)""")
    assert places[0] < places[1]


@pytest.mark.parametrize(
    "device",
    ["navigator.standalone = true", "navigator.standalone = false;" + STANDALONE, MAC + STANDALONE],
)
def test_a_copy_on_the_home_screen_is_not_told_to_be_put_there(page, site, device):
    page.add_init_script(device)
    open_ready(page, site.url)
    page.locator('#home [data-command="offline"]').click()
    page.wait_for_function(
        "!document.querySelector('#offline-details').textContent.includes('looking')"
    )
    assert not page.locator('[data-command="install"]:visible').count()
    assert "starts empty" not in page.get_by_role("dialog").inner_text()


# --- Files ------------------------------------------------------------------------------------

WATCH_FILES = """
window.offered = [];
const make = URL.createObjectURL;
URL.createObjectURL = (blob) => { offered.push(blob.type); return make(blob); };
"""
DAMAGED = "running\n{"


def saved(page, css):
    """Tap what offers a file; return its name and content."""
    with page.expect_download() as download:
        page.locator(css).click()
    return download.value.suggested_filename, download.value.path().read_text("utf-8")


def load_file(page, name, content, kind=""):
    """Choose a file to be loaded; return what the look inside says."""
    page.locator('main:not([hidden]) [data-command="settings"]').click()
    with page.expect_file_chooser() as chooser:
        page.locator('[data-command="load-all"]').click()
    chooser.value.set_files({"name": name, "mimeType": kind, "buffer": content.encode()})
    page.wait_for_selector("body[data-dialog=backup]")
    return page.locator("#dialog").inner_text()


def test_every_file_that_the_page_offers_has_its_type_and_is_read_again(page, site):
    page.add_init_script(WATCH_FILES)
    open_ready(page, f"{site.url}#/piramide/1")
    session = test_piramide_page.session_of(1)
    while piramide.legal_moves(session.state):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        page.evaluate(
            "all => all.forEach((css) => document.querySelector(css).click())", moves_of(text)
        )
        session.play(text)
    page.wait_for_selector("body[data-outcome=lost]")
    page.locator('[data-command="home"]').click()
    page.locator('[data-command="settings"]:visible').click()
    backup = saved(page, '#dialog [data-command="save-all"]')
    assert re.fullmatch(r"vanishing-pyramids-\d{8}\.json", backup[0])
    page.keyboard.press("Escape")
    page.locator('#home [data-command="stats"]').click()
    book = saved(page, '#dialog [data-command="export-stats"]')
    assert book[0] == "vanishing-pyramids-statistics.json"
    assert page.evaluate("offered") == ["application/json", "application/json"]
    with page.expect_file_chooser() as chooser:
        page.locator('#dialog [data-command="import-stats"]').click()
    accepted = chooser.value.element.get_attribute("accept").split(",")
    assert {".json", "application/json", ".txt", "text/plain"} <= set(accepted)
    content = backup[1].encode()
    chooser.value.set_files({"name": "a.json", "mimeType": "text/plain", "buffer": content})
    page.locator("#dialog .dialog-error", has_text=re.compile(r"\w")).wait_for()
    assert page.locator('#dialog [data-stat="played"] dd').inner_text() == "1"
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")
    shelf = page.evaluate("localStorage['vanishing-pyramids.piramide']")
    for name, content, says in (
        ("גיבוי.json", backup[1], "1 game"),
        ("vanishing-pyramids-1.json.txt", backup[1], "1 game"),
        (book[0], book[1], "1 game"),
        ("piramide-save.txt", shelf.replace("\n", "\r\n"), f"a game with {session.ply} moves"),
        ("piramide-save.txt", DAMAGED, "Nothing was changed"),
    ):
        assert says in load_file(page, name, content)
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")
    assert page.locator("input[type=file]").count() == 1


def test_a_game_that_could_not_be_read_is_offered_as_text(page, site):
    page.add_init_script(f"{WATCH_FILES}localStorage['vanishing-pyramids.arena'] = {DAMAGED!r};")
    open_ready(page, site.url)
    assert saved(page, '#message [data-command="export"]') == ("arena-save.txt", DAMAGED)
    assert page.evaluate("offered") == ["text/plain"]
