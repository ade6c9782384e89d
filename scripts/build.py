"""Assembles the site in dist/: our own files, and the runtimes that npm unpacked into node_modules.

Standard library only, but for what Node makes: the page's memory (image.mjs), the icons and the
service worker (offline.mjs), the worker's Python (brain.mjs). The page's start is flattened here:
what it needs before a game can be played is named by a preload link, so that nothing waits for
another file to ask for it.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from art.deck import write_deck
from art.pieces import write_pieces
from scripts.setup import node_search_path
from scripts.single import SingleError, write_single

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
BUNDLED = ("boot.js", "brain/page.mjs", "share/qr.mjs")
"""JavaScript that is shipped without blanks and comments, with what it imports of npm's."""
START = "web/boot/start.mjs"
PAGE_FOLDER = "page"
"""Where the page's interpreter, its memory and what starts them go. Each is named by its hash, so
two versions never mix, whatever an HTTP cache holds."""
ENTRY = "game/main.py"
DECKS = ("cards.svg", "cards-french.svg")
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
PRELOADS_MARK = "<!-- build: preloads -->"
PAINTED = re.compile(r'data-(?:text|label)="([^"]+)"')
"""Names the keys of what the page says before Python runs."""
BUILD_MARK = 'data-build=""'
PYSCRIPT_START = re.compile(
    r'<script type="module" src="pyscript/core.js"></script>\n|'
    r"<py-config.*?</py-config>\n|"
    r'<script type="mpy"[^>]*></script>\n',
    re.DOTALL,
)
"""What runs the sources in index.html; the built page starts from its image."""
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
CSS_COMMENT_OR_INDENT = re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE)
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*$", re.MULTILINE)


class BuildError(Exception):
    """Something the site needs is not there; the message names it."""


def read_config(root):
    """Return what pyscript.toml says."""
    with open(root / "pyscript.toml", "rb") as file:
        return tomllib.load(file)


def page_modules(root):
    """Return the paths of all Python modules of the page, the one where it starts last."""
    return [*(path.removeprefix("./") for path in read_config(root)["files"]), ENTRY]


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
    """Copy one file, making its folder, and return it; a missing source is a BuildError."""
    if not source.is_file():
        raise BuildError(f"missing file: {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copyfile(source, target))


def catalogues(root):
    """Return the paths of all languages' catalogues."""
    return [f"game/locales/{path.name}" for path in sorted((root / "game/locales").glob("*.json"))]


def copy_own_files(root, site):
    """Copy what we wrote that needs no making: the page's looks and words."""
    styles = [f"styles/{path.name}" for path in sorted((root / "styles").glob("*.css"))]
    for path in [*OWN_FILES, *styles, *catalogues(root)]:
        copy(root / path, site / path)
        if path.endswith(".css"):
            source = (root / path).read_text("utf-8")
            (site / path).write_text(CSS_COMMENT_OR_INDENT.sub("", source), "utf-8")
    (site / ".nojekyll").touch()  # GitHub Pages would leave out files whose names begin with "_"


def copy_pyscript(root, site):
    """Copy PyScript, which starts the worker."""
    if not (root / PYSCRIPT / "dist/core.js").is_file():
        raise BuildError("the npm packages are not installed; run `make build`")
    for name in pyscript_chunks(root / PYSCRIPT / "dist"):
        file = site / "pyscript" / name
        copy(root / PYSCRIPT / "dist" / name, file)
        file.write_text(SOURCE_MAP.sub("", file.read_text("utf-8")), "utf-8")


def compile_page(root, site):
    """Make the page's interpreter, memory and start; return their paths in that order."""
    folder = site / PAGE_FOLDER
    folder.mkdir()
    wasm = named_by_hash(copy(root / MICROPYTHON / "micropython.wasm", folder / "micropython.wasm"))
    image = folder / "memory.wasm"
    modules = page_modules(root)
    for path in modules:
        if not (root / path).is_file():
            raise BuildError(f"missing file: {root / path}")
    run_node(root, "image.mjs", "make", root, wasm, image, json.dumps(modules))
    image = named_by_hash(image)
    run_node(root, "image.mjs", "check", wasm, image)
    start = folder / "start.js"
    names = {"__WASM__": wasm, "__IMAGE__": image}
    known = {
        name: json.dumps({"path": f"{PAGE_FOLDER}/{file.name}", "hash": hash_of(file)})
        for name, file in names.items()
    }
    run_node(root, "bundle.mjs", START, start, json.dumps(known))
    return [file.relative_to(site).as_posix() for file in (wasm, image, named_by_hash(start))]


def hash_of(file):
    """Return the first 32 bits of the SHA-256 of a file, as a number."""
    return int.from_bytes(hashlib.sha256(file.read_bytes()).digest()[:4], "big")


def named_by_hash(file):
    """Give a file a name that tells its content, such as start-1a2b3c4d.js; return it."""
    return file.rename(file.with_stem(f"{file.stem}-{hash_of(file):08x}"))


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


def start_links(wasm, image, start):
    """Return what starts the built page: its script, and links that fetch the rest beside it."""
    links = [f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in (wasm, image)]
    return "\n".join([*links, f'<script type="module" src="{start}"></script>'])


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


def write_page(root, site, parts):
    """Write index.html with what the build knows filled in; return its version."""
    page = (root / "index.html").read_text("utf-8")
    for mark in (WORDS_MARK, PRELOADS_MARK, BUILD_MARK):
        if page.count(mark) != 1:
            raise BuildError(f"index.html must hold {mark} once")
    page = page.replace(WORDS_MARK, painted_words(root, page))
    page = PYSCRIPT_START.sub("", page)
    page = page.replace(PRELOADS_MARK, start_links(*parts))
    page = COMMENT.sub("", page)
    for path in re.findall(r'<(?:link|script)\b[^>]*? (?:href|src)="([^"]+)"', page):
        if not (site / path).is_file():
            raise BuildError(f"index.html asks for a missing file: {path}")
        if path == "boot.js" or path.endswith(".css"):
            page = page.replace(f'="{path}"', f'="{path}?{hash_of(site / path):08x}"')
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
        write_pieces(site / "pieces")
        copy_pyscript(root, site)
        write_licences(root, site)
        run_node(root, "brain.mjs", site)
        for path in BUNDLED:
            run_node(root, "bundle.mjs", path, site / path)
        parts = compile_page(root, site)
        run_node(root, "offline.mjs", "icons", site)
        version = write_page(root, site, parts)
        write_single(site, [*parts[:2], *DECKS, *catalogues(root), "licences.txt"])
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
    except (BuildError, SingleError) as error:
        sys.exit(f"error: {error}")
