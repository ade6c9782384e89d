"""Colours of the system, of the theme and of paper: nothing is told by a shadow or a tint alone."""

import base64
import json
import re

import pytest

from tests.conftest import ENGLISH, open_ready
from tests.screens import walk
from tests.test_arena_page import open_table

LOOK = """
const look = (element) => ["", "::before", "::after"].map((part) => {
  const style = getComputedStyle(element, part || null);
  if (part && style.content === "none") return "";
  const lines = ["border-top", "border-left", "outline"].map((line) =>
    ["style", "width", "color"].map((what) => style.getPropertyValue(`${line}-${what}`)));
  return lines.filter(([style]) => style !== "none").join(";");
}).join("|");
"""
"""A function in JavaScript: the lines round an element, which no choice of colours takes away."""
STATES = {
    ".card.available": (".hinted", ".partner", ".covered", '[aria-pressed="true"]'),
    '[data-pile="stock"]': (".inviting", ".gone", ".hinted"),
    ".stack": (
        ".locked",
        ".cancels",
        ".hinted",
        ".winning",
        ".pending",
        ".last",
    ),
    ".choosing .stack": (".forbidden", ".locked", ".cancels", ".hinted", ".pending"),
    ".tray .hand:enabled": ('[aria-pressed="true"]', "[data-pointed]"),
    ".seats .tool": ('[aria-pressed="true"]',),
    ".seat:not(.turn)": (".turn",),
}
SHARED = {
    '<div class="setting"><button>x</button></div>': ("button", '[aria-pressed="true"]'),
    '<div class="tabs"><button>x</button></div>': ("button", '[aria-pressed="true"]'),
    '<label class="choice"><input type="radio"></label>': ("label", None),
    '<div class="calendar"><button>1</button></div>': ("button", '[aria-current="date"]'),
    '<div class="calendar"><button> 2</button></div>': ("button", '[data-end="won"]'),
    '<ul class="counts"><li>x</li></ul>': ("li", ".leads"),
    '<table class="scores"><tr><th>x</th></tr></table>': ("tr", ".winner"),
    '<ol class="layers"><li>x</li></ol>': ("li", ".top"),
    "<button>x</button>": ("button", ".primary"),
    "<button> x</button>": ("button", "[disabled]"),
}
SET = """
const set = (element, state) => {
  const [, name, , value] = /^[.[]([\\w-]+)(="(.*)")?/.exec(state);
  if (state[0] === ".") element.classList.add(name);
  else element.setAttribute(name, value ?? "");
};
"""


def same_looks(page, css, states):
    """Return which states of an element have the lines of the ordinary one, or of each other."""
    return page.evaluate(
        f"""([css, states]) => {{
            {LOOK}{SET}
            const element = document.querySelector(css);
            element.style.transition = "none";
            const plain = element.cloneNode(true);
            element.replaceWith(plain);
            for (const mark of ["hinted", "partner", "locked", "last", "inviting"])
                plain.classList.remove(mark);
            plain.removeAttribute("aria-pressed");
            const seen = {{ [look(plain)]: "ordinary" }};
            const same = [];
            for (const state of states) {{
                const marked = plain.cloneNode(true);
                plain.replaceWith(marked);
                set(marked, state);
                const now = look(marked);
                if (seen[now]) same.push(`${{css}}: ${{state}} is as ${{seen[now]}}`);
                seen[now] = state;
                marked.replaceWith(plain);
            }}
            plain.replaceWith(element);
            return same;
        }}""",
        [css, list(states)],
    )


def test_in_forced_colours_every_state_has_a_line_of_its_own(page, site):
    page.emulate_media(forced_colors="active")
    open_ready(page, f"{site.url}#/piramide/2")
    same = []
    for css in (".card.available", '[data-pile="stock"]'):
        same += same_looks(page, css, STATES[css])
    open_table(page, site, 7, 2)
    for css, states in STATES.items():
        if "card" in css or "pile" in css:
            continue
        if "choosing" in css:
            page.locator(".tray [data-hand]:enabled").first.click()
        same += same_looks(page, css, states)
    assert same == []


def test_in_forced_colours_the_shared_controls_show_what_is_chosen(page, site):
    page.emulate_media(forced_colors="active")
    open_ready(page, f"{site.url}#/piramide/2")
    same = page.evaluate(
        f"""(shared) => {{
            {LOOK}{SET}
            const place = document.createElement("div");
            document.querySelector("#screen").append(place);
            const same = [];
            for (const [html, [css, state]] of Object.entries(shared)) {{
                place.innerHTML = html;
                const element = place.querySelector(css);
                const plain = look(element);
                if (state) set(element, state);
                else element.firstChild.checked = true;
                if (look(element) === plain) same.push(html + state);
            }}
            place.remove();
            return same;
        }}""",
        SHARED,
    )
    assert same == []
    lines = page.evaluate(
        f"""() => {{
            {LOOK}
            const badge = document.createElement("button");
            badge.className = "badge";
            document.querySelector("#screen").append(badge);
            const looks = ["no", "caching", "ready"].map((told) => {{
                document.body.dataset.offline = told;
                return look(badge);
            }});
            const focused = document.querySelector("[data-slot='6.1']");
            const before = look(focused);
            focused.focus({{ focusVisible: true }});
            return [...looks, before, look(focused)];
        }}"""
    )
    assert len(set(lines)) == 5


def test_in_high_contrast_a_partner_a_hint_and_a_chosen_card_differ(page, site):
    page.add_init_script("localStorage['vanishing-pyramids.settings'] ??= 'theme=contrast'")
    open_ready(page, f"{site.url}#/piramide/2")
    assert same_looks(page, ".card.available", STATES[".card.available"][:2]) == []
    assert same_looks(page, '[data-pile="stock"]', (".inviting", ".gone", ".hinted")) == []


# The theme and the browser's bar

BARS = """() => [...document.querySelectorAll('meta[name="theme-color"]')]
    .filter(({ media }) => !media || matchMedia(media).matches).map(({ content }) => content)"""
TABLES = {"light": "#e6d5b5", "dark": "#2a1d15", "contrast": "#000000"}


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_browsers_bar_follows_the_theme(page, site, system):
    page.emulate_media(color_scheme=system)
    open_ready(page, site.url)
    assert page.evaluate(BARS) == [TABLES[system]]
    for theme in ("contrast", "light", "dark", "system"):
        page.locator('[data-command="settings"]:visible').click()
        page.locator(f'[data-key="theme"][data-value="{theme}"]').click()
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")
        shown = system if theme == "system" else theme
        assert page.evaluate(BARS) == [TABLES[shown]]
        page.reload()
        page.wait_for_selector("#boot-progress", state="attached")
        assert page.evaluate(BARS) == [TABLES[shown]]
        scheme = page.locator('meta[name="color-scheme"]').get_attribute("content")
        page_scheme = page.evaluate("getComputedStyle(document.documentElement).colorScheme")
        if theme == "system":
            assert (scheme, page_scheme) == ("light dark", "light dark")
        else:
            assert scheme == "only " + ("light" if theme == "light" else "dark")
            assert set(page_scheme.split()) == set(scheme.split())
        page.wait_for_selector("body[data-ready=true]")
    for theme, shown in (("light", "light"), ("contrast", "contrast"), ("toString", system)):
        page.goto(f"{site.url}?embed=1&theme={theme}#/piramide/1")
        page.wait_for_selector("body[data-ready=true]")
        assert page.evaluate(BARS) == [TABLES[shown]]


BRIGHTNESS = """async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0, 1, 1);
  return Math.max(...context.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""


def test_a_page_set_to_light_by_hand_stays_light_where_all_pages_are_turned_dark(page, site):
    page.emulate_media(color_scheme="dark")
    page.add_init_script("localStorage['vanishing-pyramids.settings'] ??= 'theme=light'")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setAutoDarkModeOverride", {"enabled": True})
    open_ready(page, site.url)
    picture = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()  # the policy of our own page would not show this picture
    assert blank.evaluate(BRIGHTNESS, f"data:image/png;base64,{picture}") > 160


# Fields

FIELD_SIZES = """() => [...document.querySelectorAll("input, select, textarea, [contenteditable]")]
  .filter((field) => !["radio", "checkbox", "range", "file"].includes(field.type))
  .map((field) => [field.outerHTML.slice(0, 80), parseFloat(getComputedStyle(field).fontSize)])"""
SCREENS = (
    {"width": 320, "height": 568},
    {"width": 740, "height": 360},
    {"width": 1280, "height": 800},
)


def test_fields_one_types_into_have_16_px_on_every_screen(page, site):
    small, seen = [], set()
    for screen in walk(page, site, "en"):
        if not page.evaluate(FIELD_SIZES):
            continue
        for theme in ("light", "dark", "contrast"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
            for size in SCREENS:
                page.set_viewport_size(size)
                for root in ("", "10px", "24px"):  # of the player's own
                    page.evaluate(
                        "size => { document.documentElement.style.fontSize = size }", root
                    )
                    for field, px in page.evaluate(FIELD_SIZES):
                        seen.add(screen)
                        if px < 16:
                            small.append((screen, theme, size, root, field, px))
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = ''")
    assert small == []
    assert {"new piramide", "new-arena arena", "embed", "share", "arena over"} <= seen


# Paper

PAPER = {"width": 718, "height": 1047}
"""A4 without its margins, in px."""
CLIPPED = """(css) => {
  const cut = [];
  for (const part of document.querySelectorAll(`${css}, ${css} *`)) {
    if (part.closest("svg, .unseen") || !part.checkVisibility()) continue;
    const style = getComputedStyle(part);
    const over = part.scrollHeight > part.clientHeight + 1 && style.overflowY !== "visible";
    if (over && style.display !== "inline") cut.push(part.outerHTML.slice(0, 90));
    if (style.position === "fixed") cut.push("fixed: " + part.outerHTML.slice(0, 90));
  }
  return cut;
}"""
LOW = """() => {
  const bright = (colour) => Math.max(...(colour.match(/[\\d.]+/g) ?? [0]).slice(0, 3).map(Number));
  const ink = bright(getComputedStyle(document.querySelector("#dialog p")).color);
  const paper = ["html", "body", "#dialog", "#dialog .dialog"].map((css) => {
    const colour = getComputedStyle(document.querySelector(css)).backgroundColor;
    return colour.startsWith("rgba(0, 0, 0, 0)") ? 255 : bright(colour);
  });
  return [ink, ...paper];
}"""


def pages_of(pdf):
    """Return how many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("theme", ["system", "contrast"])
def test_the_rules_print_whole_dark_on_white(page, site, theme):
    page.emulate_media(color_scheme="dark")
    kept = json.dumps(f"theme={theme}")
    page.add_init_script(f"localStorage['vanishing-pyramids.settings'] ??= {kept}")
    open_ready(page, site.url)
    for game in ("arena", "piramide"):
        page.locator(f'[data-command="rules"][data-game="{game}"]').click()
        page.wait_for_selector("body[data-dialog=rules]")
        pdf = page.pdf(format="A4", margin=dict.fromkeys(("top", "left", "right", "bottom"), "1cm"))
        page.emulate_media(media="print", color_scheme="dark")
        page.set_viewport_size(PAPER)
        assert page.evaluate(CLIPPED, "#dialog") == []
        ink, *paper = page.evaluate(LOW)
        assert ink < 80
        assert min(paper) > 240
        height = page.evaluate("document.querySelector('#dialog').scrollHeight")
        assert height > 1.5 * PAPER["height"]
        pages = pages_of(pdf)
        assert height / PAPER["height"] <= pages <= height / PAPER["height"] + 2
        words = page.locator(".rules").inner_text()
        for line in ENGLISH[f"{game}.rules"]:
            assert re.sub(r"^(\[\S+\]|[#?+-]) ", "", line) in words
        assert page.locator("#dialog figure :is(canvas, svg, .card):visible").count() > 8
        assert page.locator("#dialog button:visible, #screen:visible, #home:visible").count() == 0
        page.emulate_media(media="null", color_scheme="dark")
        page.set_viewport_size({"width": 390, "height": 844})
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")


def test_other_screens_print_on_one_page_without_what_is_only_tapped(page, site):
    open_ready(page, site.url)
    assert pages_of(page.pdf(format="A4")) == 1
    open_ready(page, f"{site.url}#/piramide/2")
    assert pages_of(page.pdf(format="A4")) == 1
    page.locator('[data-command="hint"]').click()
    page.wait_for_selector("body[data-dialog=hint]")
    assert pages_of(page.pdf(format="A4")) == 1
    open_table(page, site, 7, 2)
    assert pages_of(page.pdf(format="A4")) == 1
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    assert page.locator(".table-foot:visible, .tools:visible, #message:visible").count() == 0
    assert page.locator(".stack:visible").count() == 16
    assert page.locator(".card:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= PAPER["height"]
