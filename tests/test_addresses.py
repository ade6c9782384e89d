"""Addresses as they come out of mailers and messengers: what is meant opens, else is refused."""

import json

import pytest

from game.addresses import LONGEST_ADDRESS, parse_address, swallowed_address
from game.rules import arena, piramide
from game.rules.fields import RecordError
from tests.conftest import open_ready, wait_until
from tests.interpreters import addresses
from tests.test_interpreters import answers

FREE = ("piramide", {"deal": 12, "draw": "free"}, None)
PLAIN = ("piramide", {"deal": 12}, None)
HOME = ("home", None, None)
ARENA = ("arena", {"deal": 7, "players": 3, "dealing": "equal", "start": 2}, None)
FREE_SIGNS = "#/piramide/12?draw=free"
ARENA_SIGNS = "#/arena/7?players=3&dealing=equal&start=2"
MEANT = {
    "#/piramide/12": PLAIN,
    FREE_SIGNS: FREE,
    ARENA_SIGNS: ARENA,
    "": HOME,
    "#": HOME,
    "#/": HOME,
    "#/piramide": ("piramide", None, None),
    "#/piramide/lesson": ("piramide", {"deal": "lesson"}, None),
    "#/piramide/daily": ("piramide", {"deal": "daily"}, None),
    "#/piramide/daily/20260105": ("piramide", {"deal": "daily/20260105"}, None),
    # What trackers add
    "#/piramide/12?draw=free&utm_source=x&utm_medium=y": FREE,
    "#/piramide/12?utm_source=x&draw=free": FREE,
    "#/piramide/12?fbclid=IwAR0_x-9&draw=free": FREE,
    "#/piramide/12&fbclid=IwAR0": PLAIN,
    "#/piramide/12&gclid=a&draw=free": FREE,
    "#/piramide/12?fbclid=a?draw=free": FREE,
    "#/piramide/12?draw=free?fbclid=a": FREE,
    "#/piramide/12?draw=free#xtor=RSS-1": FREE,
    "#/piramide/12;jsessionid=1F": PLAIN,
    "#/piramide/12?mc_cid=1&mc_eid=2&_hsenc=p2&msclkid=4&igsh=5&si=6&ref=7&s=20&t=8": PLAIN,
    "#/piramide/12?vero_id=1&wt.mc=2&sms_click=3&ScCid=4&irclickid=5": PLAIN,
    "#/piramide/12?embed=1&lang=he&theme=dark": PLAIN,
    "#/piramide/12?utm_campaign=a%26draw%3Dfree": PLAIN,
    "#/piramide/12?utm%5Fcampaign=a%26draw%3Dfree": PLAIN,
    "#/piramide/daily?fbclid=a": ("piramide", {"deal": "daily"}, None),
    "#/piramide/lesson?utm_source=x": ("piramide", {"deal": "lesson"}, None),
    "#/piramide?fbclid=a": ("piramide", None, None),
    "#/piramide/12:~:text=a,b": PLAIN,
    "#/piramide/12?draw=free:~:text=deal": FREE,
    "#/piramide:~:text=b": ("piramide", None, None),
    "#fbclid=a": HOME,
    "#_=_": HOME,
    "#/?utm_source=x": HOME,
    "#?utm_source=x#/piramide/12": PLAIN,
    # Encoded, once or twice, in part or whole
    "#%2Fpiramide%2F12%3Fdraw%3Dfree": FREE,
    "#/piramide/12%3Fdraw=free": FREE,
    "#/piramide/12?draw%3Dfree": FREE,
    "#/piramide/12?draw%3Dfree%26utm_source%3Dx": FREE,
    "#%252Fpiramide%252F12%253Fdraw%253Dfree": FREE,
    "#%25252Fpiramide%25252F12%25253Fdraw%25253Dfree": FREE,
    "#/%70iramide/%31%32": PLAIN,
    "##/piramide/12": PLAIN,
    "#%23/piramide/12": PLAIN,
    "#/piramide/12?draw=free&amp;rows=7": (
        "piramide",
        {"deal": 12, "draw": "free", "rows": 7},
        None,
    ),
    "#/piramide/12&quot;": PLAIN,
    # Another way to write it
    "#/Piramide/12?Draw=FREE": FREE,
    "#/ARENA/7?PLAYERS=3&DEALING=EQUAL&START=2": ARENA,
    "#/PIRAMIDE/DAILY": ("piramide", {"deal": "daily"}, None),
    "#/piramide/daily/2026-01-05": ("piramide", {"deal": "daily/20260105"}, None),
    "#piramide/12": PLAIN,
    "piramide/12": PLAIN,
    "#!/piramide/12": PLAIN,
    "#!piramide/12": PLAIN,
    "#//piramide//12/": PLAIN,
    "#/piramide/12?": PLAIN,
    "#/piramide/12?draw=free&draw=free": FREE,
    "#/piramide/12?re_deals=1": ("piramide", {"deal": 12, "redeals": 1}, None),
    "#/piramide/\u0661\u0662": PLAIN,
    "#/piramide/\u06f1\u06f2": PLAIN,
    "#/piramide/\u0967\u0968": PLAIN,
    "#/piramide/\uff11\uff12\uff1fdraw\uff1dfree": FREE,
    "#/piramide/%D9%A1%D9%A2": PLAIN,
    # What stood around it
    "#/piramide/12.": PLAIN,
    "#/piramide/12,": PLAIN,
    "#/piramide/12!": PLAIN,
    "#/piramide/12).": PLAIN,
    "#/piramide/12]": PLAIN,
    "#/piramide/12>": PLAIN,
    '#/piramide/12"': PLAIN,
    "#/piramide/12%22": PLAIN,
    "#/piramide/12'": PLAIN,
    "#/piramide/12**": PLAIN,
    "#/piramide/12%E2%80%9D": PLAIN,
    "#/piramide/12\u3002": PLAIN,
    "#/piramide/(12)": PLAIN,
    "#/piramide/12?draw=free).": FREE,
    "#/piramide/12?draw=free!": FREE,
    "#/piramide/daily.": ("piramide", {"deal": "daily"}, None),
    "#/piramide.": ("piramide", None, None),
    # Wrapped, and with signs that nobody sees
    "#/piramide/1%0A2": PLAIN,
    "#/piramide/12%0D%0A": PLAIN,
    "#/piramide/12%20": PLAIN,
    "#/pira%20mide/12": PLAIN,
    "#/piramide/1=\r\n2": PLAIN,
    "#/piramide/12\u200b": PLAIN,
    "#/piramide/\u200e12\u200f": PLAIN,
    "#/pira\u00admide/12": PLAIN,
    "#/piramide/12%EF%BB%BF": PLAIN,
    "#/piramide/12%E2%80%8B?draw=fr%C2%A0ee": FREE,
    # The text of a whole game stays as it is: game/links.py knows how to read it
    "#/piramide/replay/1Ab-_": ("piramide", None, "1Ab-_"),
    "#/piramide/replay/1Ab?utm_source=x": ("piramide", None, "1Ab"),
    "#/Piramide/Replay/1Ab&fbclid=x": ("piramide", None, "1Ab"),
    "#/arena/replay/1A=\r\nb_c": ("arena", None, "1Ab_c"),
    "#/arena/replay/1A%0Ab%20c.": ("arena", None, "1Abc."),
    "#%2Farena%2Freplay%2F1Ab": ("arena", None, "1Ab"),
    "#/arena/replay": ("arena", None, ""),
}
"""What each fragment is read as."""
REFUSED = [
    "#/piramide/-1",
    "#/piramide/+12",
    "#/piramide/1e3",
    "#/piramide/1.5",
    "#/piramide/0x10",
    "#/piramide/007",
    "#/piramide/00",
    "#/piramide/9007199254740992",
    "#/piramide/99999999999999999999",
    "#/piramide/x",
    "#/piramide/12%3",
    "#/piramide/12%GG",
    "#/piramide/12/13",
    "#/piramide/12please",
    "#/piramide/12%C3",
    "#/piramide/12?draw",
    "#/piramide/12?draw=",
    "#/piramide/12?draw=fr",
    "#/piramide/12?dra=free",
    "#/piramide/12?rows=06",
    "#/piramide/12?rows=+6",
    "#/piramide/12?rows=8",
    "#/piramide/12?open=2",
    "#/piramide/12?a=b",
    "#/piramide/12?deal=13",
    "#/piramide/12?draw=free&draw=stuck",
    "#/piramide/12?redeals=1e0",
    "#/piramide/½",
    "#/piramide/12?draw=free&Draw=STUCK",
    "#/arena/7",
    "#/arena/7?players=5",
    "#/arena/7?players=4&dealing=equal",
    "#/arena/7?players=2&start=0",
    "#/arena/-7?players=2",
    "#/piramide/1%2C5",
    "#/piramide/1\u20442",
]
"""Fragments whose fields the rules refuse."""
CUT = [
    "#/piramide/12…",
    "#/piramide/12...",
    "#/piramide/12..",
    "#/piramide/12?dr…",
    "#/piramide/1%E2%80%A6",
    "#/piramide/12?draw=free…)",
    "#/piramide/dai…",
    "#/piramide/12?utm_source=ne…",
]
"""Fragments of which a messenger shows only the beginning."""


@pytest.mark.parametrize("fragment", MEANT)
def test_what_is_meant_is_read(fragment):
    assert tuple(parse_address(fragment)) == MEANT[fragment]


@pytest.mark.parametrize("fragment", REFUSED)
def test_what_is_not_certain_is_refused_by_name(fragment):
    address = parse_address(fragment)
    rules = {"arena": arena, "piramide": piramide}[address.screen]
    with pytest.raises(RecordError) as caught:
        rules.parse_setup(address.setup)
    assert caught.value.fault


@pytest.mark.parametrize("fragment", CUT)
def test_a_link_of_which_dots_show_that_it_was_cut_names_no_game(fragment):
    assert parse_address(fragment).link == ""


@pytest.mark.parametrize("sign", "#/?=&")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_each_sign_may_be_encoded(sign, times):
    encoded = f"%{'25' * (times - 1)}{ord(sign):02X}"
    wild = ARENA_SIGNS.replace(sign, encoded)
    assert tuple(parse_address(wild)) == ARENA
    assert tuple(parse_address("#" + wild)) == ARENA


def test_only_the_beginning_of_an_endless_address_is_read():
    assert parse_address(f"#/piramide/12?x_={'a' * LONGEST_ADDRESS}&draw=free").setup == {
        "deal": 12
    }
    assert len(parse_address(f"#/piramide/{'9' * 100_000}").setup["deal"]) < LONGEST_ADDRESS


@pytest.mark.parametrize(
    ("query", "fragment"),
    [
        ("", ""),
        ("?utm_source=x&embed=1", ""),
        ("?q=%23tag", ""),
        ("?utm_source=x%23/piramide/12", "#/piramide/12"),
        ("?embed=1%23%2Fpiramide%2F12", "#%2Fpiramide%2F12"),
        ("?a=b%2523%252Fpiramide%252F12", "#%252Fpiramide%252F12"),
    ],
)
def test_an_address_that_a_mailer_encoded_into_the_query_is_found(query, fragment):
    assert swallowed_address(query) == fragment
    if fragment:
        assert tuple(parse_address(fragment)) == PLAIN


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_addresses_are_read_alike_by_every_interpreter(interpreter, tmp_path):
    line = json.dumps([*MEANT, *REFUSED, *CUT])
    assert answers(interpreter, "addresses", [line], tmp_path) == [addresses.trace(line)]


# --- On the page ------------------------------------------------------------------------------

WILD = (
    "#/piramide/{}?fbclid=IwAR0_a-b",
    "#/Piramide/{}?utm_source=a%26draw%3Dfree.",
    "#%252Fpiramide%252F{}",
    "#!/piramide/{}).",
    "#piramide/{}%E2%80%8B",
    "#/piramide/{}&amp;gclid=1",
)


def test_a_wild_address_opens_its_deal_and_leaves_no_trace(page, site):
    open_ready(page, f"{site.url}?utm_source=x&lang=it.&theme=darkest&embed=1.%23/piramide/19")
    for deal, wild in enumerate(("", *WILD), 19):
        if wild:
            page.evaluate("address => { location.hash = address }", wild.format(deal))
        wait_until(lambda deal=deal: f"Deal {deal} " in page.locator("#status").inner_text())
        wait_until(lambda deal=deal: page.url.endswith(f"#/piramide/{deal}"))
    root = page.locator("html")
    looks = [root.get_attribute(name) for name in ("lang", "data-theme", "data-embed")]
    assert looks == ["en", "system", None]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("?lang=it#/nulla", "nulla"),
        ("?lang=it#/piramide/12\u2026", "tagliata"),
        ("?lang=it#/piramide/1e3", "1e3"),
        ("?lang=he#/piramide/replay/1abc", "\u05e0\u05d7\u05ea\u05da"),
    ],
)
def test_what_is_wrong_with_an_address_is_said_in_the_page_s_language(page, site, address, words):
    open_ready(page, f"{site.url}{address}")
    page.locator("#message", has_text=words).wait_for()
    assert page.locator("body").get_attribute("data-screen") == "home"
