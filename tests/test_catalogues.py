"""Every language says everything, nothing else, and with the same words to fill in."""

import ast
import json
import re
from string import Formatter

import pytest

from scripts.build import PAINTED, ROOT, catalogues
from tests.conftest import ENGLISH

LANGUAGES = {
    path.split("/")[-1].removesuffix(".json"): json.loads((ROOT / path).read_text("utf-8"))
    for path in catalogues(ROOT)
}
FORMS = ("zero", "one", "two", "few", "many", "other")
"""Endings of keys for the grammatical numbers that browsers know."""
SOURCES = [
    *sorted((ROOT / "game/views").glob("*.py")),
    ROOT / "game/main.py",
    ROOT / "game/locales/__init__.py",
]
TREES = {path.name: ast.parse(path.read_text("utf-8")) for path in SOURCES}
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,} [a-z]{2,}")
"""Three words in a row: no name, no attribute, but a sentence."""
TAG = re.compile(r"<[^>]*>?|[^<]*>")


def words_of(value):
    """Return a catalogue's value as one text."""
    return value if isinstance(value, str) else "\n".join(value)


def placeholders(value):
    """Return the names that are to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(words_of(value)) if name is not None}


def stem(key):
    """Return a counted key without its grammatical number, any other as it is."""
    start, _, end = key.rpartition(".")
    return start if end in FORMS and start + ".other" in ENGLISH else key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys(language):
    catalogue = LANGUAGES[language]
    assert {stem(key) for key in catalogue} == {stem(key) for key in ENGLISH}
    for key in ENGLISH:
        if stem(key) != key:
            assert stem(key) + ".other" in catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_the_same_words(language):
    catalogue = LANGUAGES[language]
    for key, value in catalogue.items():
        english = ENGLISH.get(key, ENGLISH.get(stem(key) + ".other"))
        wanted = placeholders(english)
        if stem(key) == key or key.endswith(".other"):
            assert placeholders(value) == wanted, key
        else:  # "one card" need not say the number
            assert wanted - {"count"} <= placeholders(value) <= wanted | {"count"}, key
        assert isinstance(value, str) == isinstance(english, str), key
        if not isinstance(value, str):
            assert [line[:2] == "# " for line in value] == [line[:2] == "# " for line in english]
        assert words_of(value).strip() == words_of(value) != "", key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_says_how_it_is_written(language):
    catalogue = LANGUAGES[language]
    assert catalogue["language.direction"] in ("ltr", "rtl")
    assert catalogue["language.week"] in list("1234567")


def test_no_two_languages_say_the_same():
    """What is the same in all must be a name, a symbol or a key."""
    for key in ENGLISH:
        others = [LANGUAGES[name].get(key) for name in LANGUAGES if name != "en"]
        is_name = key.startswith("variant.") or key.endswith(".keys")
        if (
            not is_name
            and len(words_of(ENGLISH[key]).split()) > 2
            and "{" not in words_of(ENGLISH[key])
        ):
            assert ENGLISH[key] not in others, key


def pattern(node):
    """Return what keys an expression can make, as a regular expression; None for no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(pattern(part) or r"[\w-]+" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = pattern(node.left), pattern(node.right)
        if left is None and right is None:
            return None
        return (left or r"[\w.-]+") + (right or r"[\w.-]+")
    if isinstance(node, ast.IfExp):
        parts = [pattern(node.body), pattern(node.orelse)]
        return None if None in parts else f"(?:{'|'.join(parts)})"
    return None


def said_patterns():
    """Return what keys the page's Python can look up, and those that it names in full."""
    patterns = set()
    for tree in TREES.values():
        for node in ast.walk(tree):
            found = pattern(node) if isinstance(node, ast.expr) else None
            # What names no more than a game, or nothing, would fit a key that nobody uses.
            words = re.sub(r"\[[^]]*\]\+|[\\.]", " ", found or "").split()
            if set(words) - {"arena", "piramide"} and re.fullmatch(r"[\w.\\+|?:()\[\]-]+", found):
                patterns.add(found)
    return patterns


def test_no_key_is_missing_and_none_is_unused():
    page = set(PAINTED.findall((ROOT / "index.html").read_text("utf-8")))
    patterns = said_patterns()
    whole = {found for found in patterns if re.escape(found.replace("\\", "")) == found}
    literal = {found.replace("\\", "") for found in whole}
    made = re.compile("|".join(f"(?:{found})" for found in patterns - whole))
    keys = {stem(key) for key in ENGLISH}
    unused = [
        key
        for key in keys - page - literal
        if not made.fullmatch(key) and not key.startswith("language.") and key != "title"
    ]
    assert unused == []
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("say", "say_count"):
                asked = pattern(node.args[0])
                if asked is not None:
                    found = [key for key in keys if re.fullmatch(asked, key)]
                    assert found, f"{name}:{node.lineno} says {asked}"


def docstrings(tree):
    """Return the nodes of a module that are documentation."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("name", TREES)
def test_no_sentence_is_written_outside_the_catalogues(name):
    """Errors of records are said in English: records are for programs."""
    ignored = docstrings(TREES[name])
    for node in ast.walk(TREES[name]):
        names_fields = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "namedtuple"
        if isinstance(node, ast.Raise) or names_fields:
            ignored |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = TAG.sub(" ", node.value)
            if id(node) not in ignored:
                assert not PROSE.search(text), f"{name}:{node.lineno}: {node.value}"
