"""The printed decks: every card is there, readable, light, and stands alone."""

import gzip
import re
import xml.etree.ElementTree as ET
from itertools import product

import pytest

from art.deck import write_deck

SVG = "{http://www.w3.org/2000/svg}"
CODES = [rank + suit for rank, suit in product("A234567FCR", "cdsb")]
COUNTS = {"F": "8", "C": "9", "R": "10"}
FRENCH = {"F": "J", "C": "Q", "R": "K"}
SPRITES = ["cards.svg", "cards-french.svg"]


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    """Return {file name: text} of a fresh printing."""
    return {p.name: p.read_text(encoding="utf-8") for p in write_deck(tmp_path_factory.mktemp("d"))}


def symbols(text):
    return {symbol.get("id"): symbol for symbol in ET.fromstring(text).iter(SVG + "symbol")}


def index_of(symbol, prefix):
    """Return the letters of a card's index, as they are read: ["F", "8"]."""
    hrefs = [use.get("href") for use in symbol.iter(SVG + "use")]
    letters = f"#{prefix}-letter-"
    return [href.removeprefix(letters) for href in hrefs if href.startswith(letters)]


def test_two_sprites_are_written(deck):
    assert list(deck) == SPRITES


def test_every_italian_card_and_three_backs_are_there(deck):
    expected = {f"card-{code}" for code in CODES} | {"back-1", "back-2", "back-3"}
    assert set(symbols(deck["cards.svg"])) == expected


def test_every_french_card_is_there(deck):
    assert set(symbols(deck["cards-french.svg"])) == {f"french-{code}" for code in CODES}


@pytest.mark.parametrize("code", CODES)
def test_index_shows_the_rank_and_what_a_figure_counts(deck, code):
    rank = code[0]
    counts = [COUNTS[rank]] if rank in COUNTS else []
    italian = symbols(deck["cards.svg"])[f"card-{code}"]
    french = symbols(deck["cards-french.svg"])[f"french-{code}"]
    assert index_of(italian, "card") == [rank, *counts]
    assert index_of(french, "french") == [FRENCH.get(rank, rank), *counts]


@pytest.mark.parametrize("code", [code for code in CODES if code[0] in "234567"])
def test_a_pip_card_has_as_many_signs_as_its_rank(deck, code):
    card = symbols(deck["cards.svg"])[f"card-{code}"]
    signs = [u for u in card.iter(SVG + "use") if u.get("href") == f"#card-sign-{code[1]}"]
    assert len(signs) == int(code[0])


@pytest.mark.parametrize("name", SPRITES)
def test_every_card_has_the_same_box(deck, name):
    assert {s.get("viewBox") for s in symbols(deck[name]).values()} == {"0 0 100 150"}


@pytest.mark.parametrize("name", SPRITES)
def test_ids_are_unique_and_prefixed(deck, name):
    ids = re.findall(r'\bid="([^"]*)"', deck[name])
    assert len(ids) == len(set(ids))
    assert all(re.match(r"(card|back|french)-", found) for found in ids)


def test_both_sprites_fit_in_one_document(deck):
    ids = [found for text in deck.values() for found in re.findall(r'\bid="([^"]*)"', text)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", SPRITES)
def test_references_stay_inside_the_file(deck, name):
    ids = set(re.findall(r'\bid="([^"]*)"', deck[name]))
    hrefs = re.findall(r'href="([^"]*)"', deck[name])
    assert hrefs
    assert all(href.startswith("#") and href[1:] in ids for href in hrefs)


@pytest.mark.parametrize("name", SPRITES)
@pytest.mark.parametrize("word", ["<style", "<script", "<image", "url(", "style=", "class="])
def test_nothing_can_leak_into_the_page(deck, name, word):
    assert word not in deck[name]


@pytest.mark.parametrize(("name", "limit_kb"), [("cards.svg", 60), ("cards-french.svg", 30)])
def test_sprites_are_light(deck, name, limit_kb):
    assert len(gzip.compress(deck[name].encode(), 9)) <= limit_kb * 1024


def test_printing_twice_gives_the_same_deck(deck, tmp_path):
    assert {p.name: p.read_text(encoding="utf-8") for p in write_deck(tmp_path)} == deck
