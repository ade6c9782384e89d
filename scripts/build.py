"""Assembles the site in dist/: our own files, and the runtimes that npm unpacked into node_modules.

Standard library only, but for the icons and the service worker, which Node makes (offline.mjs). The
page's start is flattened here: everything it will need before a game can be played is named by a
preload link, so that nothing waits for another file to ask for it.
"""

import ast
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
import tomllib
from pathlib import Path

from art.deck import write_deck
from scripts.setup import node_search_path

ROOT = Path(__file__).resolve().parent.parent
PYSCRIPT = "node_modules/@pyscript/core"
MICROPYTHON = "node_modules/@micropython/micropython-webassembly-pyscript"

OWN_FILES = (
    "404.html",
    "boot.js",
    "embed.js",
    "icon.svg",
    "manifest.webmanifest",
    "offline/desktop.jpg",
    "offline/page.mjs",
    "offline/phone.jpg",
)
BUNDLED = ("boot.js", "share/qr.mjs")
"""JavaScript that is shipped without blanks and comments, with what it imports of npm's."""
ENTRY = "game/main.py"
PYSCRIPT_CHUNKS = ("core", "error")
"""The parts of PyScript, each in a `chunk-HASH.js`, that are fetched while its plugins are off
("!error" fetches that one all the same). A browser test fails when the page asks for another."""

NOT_SHIPPED = ("node_modules/ws", "node_modules/@types/emscripten")
SPDX_TEXTS = "node_modules/spdx-license-list/licenses"
MICROPYTHON_AUTHORS = "Damien P. George and the MicroPython contributors"
PARTS_WITHIN = (
    ("Emscripten's runtime, in MicroPython and Pyodide", "MIT", "the Emscripten authors"),
    ("musl, in MicroPython and Pyodide", "MIT", "Rich Felker and the musl contributors"),
    ("Python's interpreter and standard library, in Pyodide", "Python-2.0.1", ""),
    ("libffi, in Pyodide", "MIT", "Anthony Green, Red Hat, Inc and others"),
    ("zlib, in Pyodide", "Zlib", "Jean-loup Gailly and Mark Adler"),
    ("bzip2, in Pyodide", "bzip2-1.0.6", ""),
)
"""What MicroPython and Pyodide were compiled with, its licence and its authors, where the text of
the licence does not name them; their packages say nothing of it."""

WORDS_MARK = "<!-- build: words -->"
LATER_MARK = "<!-- build: later -->"
PRELOADS_MARK = "<!-- build: preloads -->"
PAINTED = re.compile(r'data-(?:text|label)="([^"]+)"')
"""Names the keys of what the page says before Python runs."""
BUILD_MARK = 'data-build=""'
CONFIG_MARK = 'config="pyscript.toml"'
CSS_COMMENT_OR_INDENT = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


class BuildError(Exception):
    """Something the site needs is not there; the message names it."""


def read_config(root):
    """Return what pyscript.toml says."""
    with open(root / "pyscript.toml", "rb") as file:
        return tomllib.load(file)


def page_modules(root):
    """Return the paths that pyscript.toml lists: Python modules first, then JavaScript."""
    config = read_config(root)
    paths = [*config["files"], *config["later"], *config["js_modules"]["main"]]
    return [path.removeprefix("./") for path in paths]


def later_modules(root):
    """Return the paths of the modules that the page fetches once its home screen is ready."""
    return [path.removeprefix("./") for path in read_config(root)["later"]]


def config_attribute(root):
    """Return PyScript's configuration as the page carries it: nothing to fetch or to parse."""
    config = read_config(root)
    del config["later"]
    return f'config="{html.escape(json.dumps(config, separators=(",", ":")))}"'


def pyscript_chunks(dist):
    """Return the names of the PyScript files to ship; `core.js`, which loads the others, first."""
    names = ["core.js"]
    text = (dist / "core.js").read_text("utf-8")
    for chunk in PYSCRIPT_CHUNKS:
        found = re.search(rf'"\./({chunk}-[\w-]+\.js)"', text)
        if not found:
            raise BuildError(f"PyScript names no chunk called {chunk}")
        names.append(found[1])
        text += (dist / found[1]).read_text("utf-8")
    return names


def copy(source, target):
    """Copy one file, making its folder; a missing source is a BuildError that names it."""
    if not source.is_file():
        raise BuildError(f"missing file: {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def catalogues(root):
    """Return the paths of all languages' catalogues."""
    return [f"game/locales/{path.name}" for path in sorted((root / "game/locales").glob("*.json"))]


def copy_own_files(root, site):
    """Copy what we wrote: the page's looks, its start and exactly the modules it may import."""
    styles = [f"styles/{path.name}" for path in sorted((root / "styles").glob("*.css"))]
    for path in [*OWN_FILES, *styles, ENTRY, *page_modules(root), *catalogues(root)]:
        copy(root / path, site / path)
        if path.endswith(".py"):
            source = (root / path).read_text("utf-8")
            (site / path).write_text(without_docs(source), "utf-8")
        elif path.endswith(".css"):
            source = (root / path).read_text("utf-8")
            (site / path).write_text(CSS_COMMENT_OR_INDENT.sub("", source), "utf-8")
    (site / ".nojekyll").touch()  # GitHub Pages would leave out files whose names begin with "_"


def without_docs(source):
    """Return Python source without docstrings and comments: fewer bytes to fetch and to read.

    Every statement stays on its line, so that a traceback fits the sources.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if is_text(statement):
                first, last = statement.lineno - 1, statement.end_lineno - 1
                indent = " " * statement.col_offset
                lines[first : last + 1] = ["\n"] * (last + 1 - first)
                if all(is_text(other) for other in body):
                    lines[first] = f"{indent}pass\n"
    for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    return "".join(lines)


def is_text(statement):
    """Return whether a statement is nothing but a text, such as a docstring."""
    value = getattr(statement, "value", None)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(value, ast.Constant)
        and (isinstance(value.value, str))
    )


def copy_runtimes(root, site):
    """Copy PyScript and MicroPython; return the PyScript files' names."""
    if not (root / PYSCRIPT / "dist/core.js").is_file():
        raise BuildError("the npm packages are not installed; run `make build`")
    chunks = pyscript_chunks(root / PYSCRIPT / "dist")
    for name in chunks:
        file = site / "pyscript" / name
        copy(root / PYSCRIPT / "dist" / name, file)
        file.write_text(SOURCE_MAP.sub("", file.read_text("utf-8")), "utf-8")
    for name in ("micropython.mjs", "micropython.wasm"):
        copy(root / MICROPYTHON / name, site / "micropython" / name)
    return chunks


def write_licences(root, site):
    """Write licences.txt: our own, then that of each package of which a part is in the site."""
    sections = [(root / "LICENSE").read_text("utf-8")]
    lock = json.loads((root / "package-lock.json").read_text("utf-8"))
    for path in sorted(lock["packages"]):
        is_tool = lock["packages"][path].get("dev", False)
        if path and not is_tool and path not in NOT_SHIPPED:
            sections.append(package_licence(root, path))
    for name, identifier, authors in PARTS_WITHIN:
        sections.append(f"{name}: {identifier}\n\n{general_licence(root, identifier, authors)}")
    (site / "licences.txt").write_text(f"\n{'-' * 72}\n\n".join(sections), "utf-8")


def package_licence(root, path):
    """Return a package's name and its licence: the text it brings, or else the general one."""
    package = json.loads((root / path / "package.json").read_text("utf-8"))
    heading = f"{package['name']} {package['version']}: {package['license']}\n"
    if "homepage" in package:
        heading += f"{package['homepage']}\n"
    own = [file for file in (root / path).iterdir() if file.name.upper().startswith("LICEN")]
    texts = [file.read_text("utf-8") for file in sorted(own)]
    if not texts:
        author = MICROPYTHON_AUTHORS if path == MICROPYTHON else package.get("author", "")
        name = author["name"] if isinstance(author, dict) else author
        texts = [general_licence(root, package["license"], name)]
    return "\n".join([heading, *texts])


def general_licence(root, identifier, authors):
    """Return the text of a licence by its name in SPDX's list, as these authors give it."""
    file = root / SPDX_TEXTS / f"{identifier}.json"
    if not file.is_file():
        raise BuildError(f"no text of the licence {identifier}")
    text = json.loads(file.read_text("utf-8"))["licenseText"] + "\n"
    if not authors:
        return text
    others = re.compile(r"^ *Copyright \(c\) .*\n+", re.MULTILINE | re.IGNORECASE)
    return f"Copyright (c) {authors}\n\n{others.sub('', text)}"


def preload_links(root, chunks):
    """Return the links that fetch, all at once, what the page needs until a game can be played."""
    modules = [f"pyscript/{name}" for name in chunks] + ["micropython/micropython.mjs"]
    fetched = ["micropython/micropython.wasm", ENTRY]
    later = later_modules(root)
    for path in page_modules(root):
        if path not in later:
            (fetched if path.endswith(".py") else modules).append(path)
    links = [f'<link rel="modulepreload" href="{path}">' for path in modules]
    links += [f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in fetched]
    return "\n".join(links)


def later_links(root):
    """Return the links for the later modules, asleep in a template until boot.js wakes them."""
    links = [
        f'<link rel="preload" as="fetch" crossorigin data-later href="{path}">'
        for path in later_modules(root)
    ]
    return "\n".join(['<template id="later">', *links, "</template>"])


def painted_words(root, page):
    """Return what the page says before Python runs, in every language, as a block of data."""
    keys = ["title", "language.name", "language.direction", *PAINTED.findall(page)]
    languages = {}
    for path in catalogues(root):
        catalogue = json.loads((root / path).read_text("utf-8"))
        languages[Path(path).stem] = {key: catalogue[key] for key in keys}
    words = json.dumps(languages, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" id="words">{words}</script>'


def content_hash(site):
    """Return a short name for exactly these files; the page carries it as its version."""
    digest = hashlib.sha256()
    for file in sorted(path for path in site.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(site).as_posix()} {file.stat().st_size}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def write_page(root, site, chunks):
    """Write index.html with what the build knows filled in; return its version."""
    page = (root / "index.html").read_text("utf-8")
    for mark in (WORDS_MARK, LATER_MARK, PRELOADS_MARK, BUILD_MARK, CONFIG_MARK):
        if page.count(mark) != 1:
            raise BuildError(f"index.html must hold {mark} once")
    page = page.replace(WORDS_MARK, painted_words(root, page))
    page = page.replace(PRELOADS_MARK, preload_links(root, chunks))
    page = page.replace(LATER_MARK, later_links(root))
    page = page.replace(CONFIG_MARK, config_attribute(root))
    for path in re.findall(r'<(?:link|script)\b[^>]*? (?:href|src)="([^"]+)"', page):
        if not (site / path).is_file():
            raise BuildError(f"index.html asks for a missing file: {path}")
    (site / "index.html").write_text(page, "utf-8")
    version = content_hash(site)
    page = page.replace(BUILD_MARK, f'data-build="{version}"')
    (site / "index.html").write_text(page, "utf-8")
    return version


def run_node(root, script, *arguments):
    """Let Node run one of our scripts to its end."""
    try:
        done = subprocess.run(
            ["node", root / "scripts" / script, *arguments],
            env=os.environ | {"PATH": node_search_path()},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError:
        raise BuildError("Node is not installed; run `make build`") from None
    if done.returncode:
        raise BuildError(f"scripts/{script} failed:\n{done.stderr}")


def build(root=ROOT, target=None):
    """Assemble the site beside `target` (dist/ of `root`), then put it in its place."""
    target = target or root / "dist"
    workshop = Path(tempfile.mkdtemp(prefix=".dist-", dir=target.parent))
    try:
        site = workshop / "new"
        site.mkdir()
        copy_own_files(root, site)
        write_deck(site)
        chunks = copy_runtimes(root, site)
        write_licences(root, site)
        run_node(root, "brain.mjs", site)
        for path in BUNDLED:
            run_node(root, "bundle.mjs", path, site)
        run_node(root, "offline.mjs", "icons", site)
        version = write_page(root, site, chunks)
        run_node(root, "offline.mjs", "worker", site, version)  # it lists all other files
        if target.exists():
            target.rename(workshop / "old")
        site.rename(target)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)
    return target


if __name__ == "__main__":
    try:
        build()
    except BuildError as error:
        sys.exit(f"error: {error}")
