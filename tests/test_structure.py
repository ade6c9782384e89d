"""Arrows between the layers point downwards only, and game/ runs on MicroPython as it is."""

import ast
import re
import tomllib
from html.parser import HTMLParser

import pytest

from game.locales import texts as TEXTS
from scripts.build import ENTRY, ROOT, page_modules

MAY_IMPORT = {
    "game": (),
    "game.rules": ("game.rules",),
    "game.minds": ("game.rules", "game.minds"),
    "game.session": ("game.rules.fields",),
    "game.links": ("game.rules", "game.session"),
    "game.addresses": (),
    "game.statistics": ("game.rules.fields",),
    "game.locales": ("game.locales",),
    "game.views": (
        "game.rules",
        "game.session",
        "game.links",
        "game.addresses",
        "game.statistics",
        "game.locales",
        "game.views",
    ),
    "game.main": (
        "game.rules",
        "game.session",
        "game.links",
        "game.addresses",
        "game.locales",
        "game.views",
        "game.minds",
    ),
    "game.brain": ("game.rules", "game.minds"),
    "game.__main__": ("game.rules", "game.session", "game.minds", "game.locales"),
}
"""What each layer may import of ours; a file of no layer fails."""

THE_BROWSER = "game.views.browser"
"""The one module that talks to the browser, and so may import pyscript."""

PORTABLE = {
    *("asyncio", "binascii", "collections", "hashlib", "json", "math", "os", "re", "sys", "time"),
    "ubinascii",
}
"""What of the standard library MicroPython has that behaves alike; the last one is only there."""

ABSENT = {"collections.Counter", "collections.ChainMap", "sys.setrecursionlimit"}
"""Names that MicroPython's version of a portable module lacks."""

ABSENT_METHODS = {
    *("zfill", "ljust", "rjust", "removeprefix", "removesuffix", "casefold"),
    *("bit_count", "bit_length", "_replace", "_asdict"),
}


def module_name(path):
    """Return "game.rules.arena" for game/rules/arena.py, "game.rules" for its __init__.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted((ROOT / "game").rglob("*.py"))}
SOURCES = {name: path.read_text("utf-8") for name, path in MODULES.items()}
PORTABLE_MODULES = [
    name
    for name, source in SOURCES.items()
    if name != "game.__main__" and "brain-only" not in source.partition("\n")[0]
]


def imported_names(name, tree=None):
    """Return the dotted names a module imports: modules of ours fully, others as written."""
    is_package = MODULES[name].name == "__init__.py"
    names = set()
    for node in ast.walk(tree or ast.parse(SOURCES[name])):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = name.split(".")
                kept = parts[: len(parts) - node.level + is_package]
                base = ".".join([*kept, base] if base else kept)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                names.add(base if base.startswith("game") and full not in MODULES else full)
    return names


def ours(names):
    return {name for name in names if name.partition(".")[0] == "game"}


def layer(name):
    """Return the layer a module belongs to: its own name, or its package's."""
    return name if name in MAY_IMPORT else name.rpartition(".")[0]


def test_every_module_belongs_to_a_layer():
    assert {layer(name) for name in MODULES} <= set(MAY_IMPORT)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_downwards(name):
    allowed = MAY_IMPORT[layer(name)]
    for other in ours(imported_names(name)) - {"game"}:
        assert other.startswith(allowed), f"{name} imports {other}"


@pytest.mark.parametrize("name", PORTABLE_MODULES)
def test_only_what_micropython_has_is_imported(name):
    for other in imported_names(name) - ours(imported_names(name)):
        top = other.partition(".")[0]
        if top in ("pyscript", "js"):
            assert name == THE_BROWSER, f"{name} talks to the browser"
        else:
            assert top in PORTABLE, f"{name} imports {other}"
            assert other not in ABSENT, f"{name} imports {other}"


def is_starred(node):
    return isinstance(node, ast.Starred)


def absent_syntax(node):
    """Return what MicroPython cannot parse or find in this one node, or None."""
    if isinstance(node, ast.Match):
        return "match"
    if isinstance(node, ast.arguments) and node.posonlyargs:
        return "def f(a, /)"
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        is_display = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        return "[*a]" if is_display and any(map(is_starred, node.elts)) else None
    if isinstance(node, ast.Dict) and None in node.keys:
        return "{**a}"
    if isinstance(node, getattr(ast, "TypeAlias", ())) or getattr(node, "type_params", None):
        return "type X or class A[T]"
    if isinstance(node, ast.Attribute) and node.attr in ABSENT_METHODS:
        return f".{node.attr}"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        name = f"{node.value.id}.{node.attr}"
        return name if name in ABSENT else None
    return None


@pytest.mark.parametrize("name", PORTABLE_MODULES)
def test_only_syntax_that_micropython_has_is_used(name):
    for node in ast.walk(ast.parse(SOURCES[name])):
        problem = absent_syntax(node)
        assert problem is None, f"{MODULES[name]}:{node.lineno}: {problem}"


def test_pyscript_toml_lists_exactly_what_the_page_reaches():
    start = module_name(ROOT / ENTRY)
    reached, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name in reached:
            continue
        reached.add(name)
        todo += ours(imported_names(name))
        if "." in name:
            todo.append(name.rpartition(".")[0])
    listed = {module_name(ROOT / path) for path in page_modules(ROOT) if path.endswith(".py")}
    assert listed == reached - {start}


def needs_at_once(name):
    """Return the modules of ours that must be there before this one can run its first line."""
    needed, todo = set(), [name]
    while todo:
        name = todo.pop()
        top_level = ast.Module(
            [node for node in ast.parse(SOURCES[name]).body if "Import" in type(node).__name__], []
        )
        for other in ours(imported_names(name, top_level)) - needed:
            needed.add(other)
            todo.append(other)
    for other in sorted(needed):
        parts = other.split(".")
        needed |= {".".join(parts[:end]) for end in range(1, len(parts))}
    return needed


def test_the_home_screen_needs_only_the_modules_that_come_first():
    with open(ROOT / "pyscript.toml", "rb") as file:
        first = tomllib.load(file)["files"]
    assert {module_name(ROOT / path) for path in first} == needs_at_once(module_name(ROOT / ENTRY))


def test_a_later_module_is_imported_after_what_it_uses():
    """So that each import is a short task of its own."""
    with open(ROOT / "pyscript.toml", "rb") as file:
        config = tomllib.load(file)
    there = {module_name(ROOT / path) for path in config["files"]}
    for path in config["later"]:
        name = module_name(ROOT / path)
        assert needs_at_once(name) - {name} <= there, name
        there.add(name)


class TextFinder(HTMLParser):
    """Collects what index.html says under each data-text and data-label."""

    def __init__(self):
        super().__init__()
        self.texts = {}
        self._key = None

    def handle_starttag(self, tag, attrs):
        """Remember the key that the text to come belongs to."""
        attributes = dict(attrs)
        if "data-label" in attributes:
            self.texts[attributes["data-label"]] = attributes["aria-label"]
        self._key = attributes.get("data-text")

    def handle_endtag(self, tag):
        """Forget the key: the element with the text is over."""
        self._key = None

    def handle_data(self, data):
        """Keep the text of an element that has a key."""
        if self._key:
            self.texts[self._key] = re.sub(r"\s+", " ", data)


def test_the_page_says_what_the_english_catalogue_says():
    finder = TextFinder()
    finder.feed((ROOT / "index.html").read_text("utf-8"))
    assert finder.texts
    assert finder.texts == {key: TEXTS.get(key) for key in finder.texts}
