"""Settings, motion and sound as a player meets them, in a real browser."""

import json

import pytest

from game.rules import piramide
from tests.conftest import open_ready, wait_ready, wait_until
from tests.test_piramide_page import expect_board, first_winnable, session_of, tap_move

COUNT_FRAMES = """
window.frames_asked = 0;
const ask = window.requestAnimationFrame;
window.requestAnimationFrame = (draw) => { window.frames_asked += 1; return ask(draw); };
"""
COUNT_AUDIO = """
window.tones = 0;
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  return begin.apply(this, when);
};
window.loudest = 0;
const rise = AudioParam.prototype.exponentialRampToValueAtTime;
AudioParam.prototype.exponentialRampToValueAtTime = function (value, when) {
  if (value < 1) window.loudest = Math.max(window.loudest, value);
  return rise.call(this, value, when);
};
window.contexts = 0;
window.AudioContext = class extends window.AudioContext {
  constructor() { super(); window.contexts += 1; }
};
"""


def choose(page, key, value):
    """Change one setting in the dialog."""
    page.locator('[data-command="settings"]').click()
    page.locator(f'#dialog [data-key="{key}"][data-value="{value}"]').click()
    page.locator('#dialog [data-command="close"]').click()
    page.get_by_role("dialog").wait_for(state="hidden")


def running_motions(page):
    """Return how many elements the browser is moving by script, endless ones left out."""
    return page.evaluate(
        "document.getAnimations().filter((a) => !(a instanceof CSSTransition)).length"
    )


def with_motion(page):
    """Let the page move, which other tests do without."""
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.parametrize("value", ["light", "dark", "contrast"])
def test_the_theme_is_chosen_and_kept_from_the_first_paint(page, site, value):
    open_ready(page, site.url)
    choose(page, "theme", value)
    colour = page.evaluate("getComputedStyle(document.body).color")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == value
    assert page.evaluate("getComputedStyle(document.body).color") == colour


def test_the_left_hand_has_its_commands_mirrored(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    undo, new = (page.locator(f'.table-foot [data-command="{name}"]') for name in ("undo", "new"))
    assert undo.bounding_box()["x"] < new.bounding_box()["x"]
    choose(page, "side", "left")
    assert undo.bounding_box()["x"] > new.bounding_box()["x"]


def test_the_french_faces_and_another_back_are_shown(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    choose(page, "deck", "french")
    choose(page, "back", "3")
    page.wait_for_selector("#sprites #french-Ac", state="attached")
    card = page.locator("#screen [data-card]").first
    code = card.get_attribute("data-card")
    assert card.locator("use").get_attribute("href") == f"#french-{code}"
    stock = page.locator('[data-pile="stock"] use')
    assert stock.get_attribute("href") == "#back-3"


def test_every_face_is_in_the_sprite(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    page.wait_for_selector("#sprites symbol", state="attached")
    missing = page.evaluate(
        "(codes) => codes.filter((code) => !document.getElementById('card-' + code))",
        list(piramide.PACK),
    )
    assert missing == []


def test_cards_fly_and_come_to_rest(page, site):
    with_motion(page)
    number, line = first_winnable()
    open_ready(page, f"{site.url}#/piramide/{number}")
    wait_until(lambda: running_motions(page) == 0)
    tap_move(page, line[0])
    assert running_motions(page) > 0
    wait_until(lambda: running_motions(page) == 0)
    assert page.locator(".ghost").count() == 0


def test_the_next_tap_does_not_wait_for_a_card_that_flies(page, site):
    """Taps come faster than cards fly; a synthetic click is not held back by Playwright."""
    with_motion(page)
    number, line = first_winnable()
    session = session_of(number)
    open_ready(page, f"{site.url}#/piramide/{number}")
    for text in line:
        codes = ["stock"] if text == "+" else piramide.parse_move(text).cards
        for code in codes:
            css = '[data-pile="stock"]' if code == "stock" else f'[data-card="{code}"]'
            page.locator(css).dispatch_event("click")
        session.play(text)
    expect_board(page, session.state)
    for _ in line:
        page.locator('[data-command="undo"]').dispatch_event("click")
        session.undo()
    expect_board(page, session.state)
    wait_until(lambda: running_motions(page) == 0)
    assert page.locator(".ghost").count() == 0


@pytest.mark.parametrize("how", ["setting", "system"])
def test_nothing_moves_where_motion_is_off(page, site, how):
    number, line = first_winnable()
    open_ready(page, f"{site.url}#/piramide/{number}")
    if how == "setting":
        with_motion(page)
        choose(page, "speed", "off")
    tap_move(page, line[0])
    assert running_motions(page) == 0


def test_no_frame_is_asked_for_at_rest(page, site):
    page.add_init_script(COUNT_FRAMES)
    with_motion(page)
    session = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    tap_move(page, piramide.format_move(piramide.legal_moves(session.state)[0]))
    wait_until(lambda: running_motions(page) == 0)
    before = page.evaluate("window.frames_asked")
    page.evaluate("new Promise((done) => setTimeout(done, 500))")
    assert page.evaluate("window.frames_asked") == before
    assert running_motions(page) == 0


def test_sounds_are_made_only_once_switched_on(page, site):
    page.add_init_script(COUNT_AUDIO)
    session = session_of(1)
    open_ready(page, f"{site.url}#/piramide/1")
    for _ in range(2):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(page, text)
        session.play(text)
    assert page.evaluate("window.contexts") == 0
    choose(page, "sound", "on")
    assert page.evaluate("[window.contexts, window.tones > 0]") == [1, True]
    heard = page.evaluate("window.tones")
    while not piramide.removals(session.state):
        tap_move(page, "+")
        session.play("+")
    tap_move(page, "+")  # refused: a removal is left
    assert page.evaluate("window.tones") > heard


def test_what_is_heard_follows_the_volume_which_is_kept(page, site):
    page.add_init_script(COUNT_AUDIO)
    open_ready(page, f"{site.url}#/piramide/1")
    page.locator('[data-command="settings"]').click()
    slider = page.get_by_role("slider", name="Volume")
    assert slider.get_attribute("data-key") == "volume"
    assert slider.is_disabled(), "no volume without sound"
    page.locator('#dialog [data-key="sound"][data-value="on"]').click()
    heard = {}
    for percent in ("100", "20"):
        page.evaluate("window.loudest = 0")
        slider.fill(percent)
        assert page.locator("#dialog output").inner_text() == f"{percent} %"
        heard[percent] = page.evaluate("window.loudest")
    assert heard["100"] == pytest.approx(5 * heard["20"])
    slider.press("ArrowRight")
    assert page.locator("#dialog output").inner_text() == "25 %"
    page.reload()
    wait_ready(page)
    page.locator('[data-command="settings"]').click()
    assert (slider.input_value(), slider.is_enabled()) == ("25", True)


@pytest.mark.parametrize(
    ("kept", "sound", "volume"),
    [
        ("sound=soft", "on", "25"),
        ("sound=loud", "on", "70"),
        ("sound=off", "off", "50"),
        ("sound=on\nvolume=30", "on", "30"),
        ("sound=on\nvolume=0", "on", "50"),
        ("sound=on\nvolume=1e9", "on", "50"),
    ],
)
def test_a_kept_volume_is_read_that_of_earlier_versions_too(page, site, kept, sound, volume):
    page.add_init_script(f"localStorage['vanishing-pyramids.settings'] = {json.dumps(kept)}")
    open_ready(page, f"{site.url}#/piramide/1")
    root = page.locator("html")
    assert root.get_attribute("data-sound") == sound
    assert root.get_attribute("data-volume") == volume


LARGE_TEXT = (
    "document.addEventListener('DOMContentLoaded', () => {"
    " document.documentElement.style.fontSize = '200%' })"
)
SPILLS = """() => {
  const dialog = document.querySelector('#dialog .dialog').getBoundingClientRect();
  const spills = [...document.querySelectorAll('#dialog :is(button, label, legend, h2, h3, p)')]
    .filter((part) => part.offsetParent)
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < dialog.left || box.right > dialog.right
        || part.scrollWidth > part.clientWidth + 1;
    });
  return spills.map((part) => part.outerHTML);
}"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("#/", "settings"),
        ("#/", "play"),
        ("#/piramide/1", "new"),
        ("#/piramide/1", "stats"),
        ("#/piramide/1", "rules"),
    ],
)
def test_no_dialog_is_wider_than_the_screen_with_text_of_twice_the_size(
    page, site, size, address, command
):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(LARGE_TEXT)
    open_ready(page, site.url + address)
    if command == "stats":
        page.locator('[data-command="new"]').click()
    page.locator(f'[data-command="{command}"]:visible').first.click()
    page.get_by_role("dialog").wait_for()
    wait_until(lambda: page.locator("#dialog .dialog").bounding_box() is not None)
    assert page.evaluate(SPILLS) == []
    commands = page.locator("#dialog .dialog-commands").bounding_box()
    assert commands["y"] + commands["height"] <= size[1]
    text = page.locator("#dialog .dialog-text").bounding_box()
    assert text["height"] >= 120, "there is room to read"


@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_text_of_twice_the_size_still_fits(page, site, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(LARGE_TEXT)
    open_ready(page, f"{site.url}#/piramide/1")
    for name in ("home", "undo", "new", "rules"):
        box = page.locator(f'#screen [data-command="{name}"]').bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]
    lowest = page.locator("#screen [data-slot]").last.bounding_box()
    assert lowest["y"] + lowest["height"] <= size[1]


def test_the_arena_can_be_played_with_text_of_twice_the_size(page, site):
    page.set_viewport_size({"width": 320, "height": 568})
    open_ready(page, f"{site.url}#/arena/7?players=4")
    for _ in range(4):
        page.locator('[data-command="looked"]').click()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for css in ("[data-stack]", ".tray [data-hand]"):
        for box in [element.bounding_box() for element in page.locator(css).all()]:
            assert box["width"] >= 40
            assert box["height"] >= 40
            assert box["y"] + box["height"] <= 568
