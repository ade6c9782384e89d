"""Arrows between the layers point downwards only, and game/ runs on MicroPython as it is."""

import ast
import re
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

TO_JAVASCRIPT = {
    "js": "game.views.browser",
    "jsffi": "game.views.browser",
    "pyscript": "game.main",
}
"""What leads to JavaScript, and the one module that may import it: only browser.py talks to the
browser, and only the sources are started by PyScript."""

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
        if top in TO_JAVASCRIPT:
            assert name == TO_JAVASCRIPT[top], f"{name} imports {other}"
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
    assert {module_name(ROOT / path) for path in page_modules(ROOT)} == reached


def test_nothing_is_imported_within_a_function():
    """All modules are imported when the site is built: a late import would save nothing."""
    for name in sorted(ours(map(module_name, map(ROOT.__truediv__, page_modules(ROOT))))):
        for function in ast.walk(ast.parse(SOURCES[name])):
            if isinstance(function, ast.FunctionDef):
                late = [node for node in ast.walk(function) if "Import" in type(node).__name__]
                assert not late, f"{MODULES[name]}:{late[0].lineno}"


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
