"""The assembled site is complete, relative and from one host, and served as a real host would."""

import ast
import gzip
import html
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections import Counter

import pytest

from scripts.build import (
    PRELOADS_MARK,
    ROOT,
    BuildError,
    build,
    catalogues,
    is_text,
    page_modules,
    without_docs,
)
from scripts.serve import SiteServer
from tests.conftest import open_ready

PRELOADED = re.compile(r'<link rel="(?:module)?preload"[^>]* href="([^"]+)">')


@pytest.fixture
def sources(tmp_path):
    """Copy the project's own files, with the unpacked npm packages linked beside them."""
    root = tmp_path / "sources"
    skipped = shutil.ignore_patterns(".*", "dist", "node_modules", "docs", "tests", "__pycache__")
    shutil.copytree(ROOT, root, ignore=skipped)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    return root


def preloaded(dist):
    return PRELOADED.findall((dist / "index.html").read_text("utf-8"))


def git(*arguments):
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()


# --- What is in the site ----------------------------------------------------------------------


def test_the_page_is_stamped_with_a_version_that_follows_its_content(sources):
    def version():
        page = (build(sources) / "index.html").read_text("utf-8")
        return re.search(r'data-build="(\w{12})"', page)[1]

    first = version()
    assert version() == first
    (sources / "boot.js").write_text("// changed")
    assert version() != first


def test_exactly_the_listed_modules_are_shipped(dist):
    shipped = {file.relative_to(dist).as_posix() for file in (dist / "game").rglob("*.*")}
    brain = json.loads((dist / "brain.json").read_text("utf-8"))
    for_the_worker = {path.removeprefix("./") for path in brain["config"]["files"]}
    ours = {*page_modules(ROOT), *catalogues(ROOT), "game/main.py", "game/brain.py"}
    assert shipped == ours | for_the_worker


def test_no_source_maps_and_no_plugins(dist):
    names = [file.name for file in dist.rglob("*")]
    assert not [name for name in names if re.search(r"\.map$|editor|terminal|codemirror", name)]
    for file in (dist / "pyscript").glob("*.js"):
        assert "sourceMappingURL" not in file.read_text("utf-8")


@pytest.mark.parametrize(
    "path", ["game/session.py", "game/views/guards.mjs", "game/main.py", "styles/page.css"]
)
def test_a_missing_file_is_a_build_error_that_names_it(sources, path):
    (sources / path).unlink()
    with pytest.raises(BuildError, match=re.escape(path)):
        build(sources)


def test_a_failed_build_leaves_the_last_good_site(sources):
    page = (build(sources) / "index.html").read_bytes()
    (sources / "game/session.py").unlink()
    with pytest.raises(BuildError):
        build(sources)
    assert (sources / "dist/index.html").read_bytes() == page
    assert not list(sources.glob(".dist-*"))


def test_nothing_generated_is_committed():
    generated = re.compile(r"(^|/)(dist|node_modules|\.venv|__pycache__)/|\.(wasm|map|pyc)$")
    assert [path for path in git("ls-files") if generated.search(path)] == []


def test_the_lock_names_no_host():
    text = (ROOT / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text
    assert "integrity" in text


# --- How the page loads -----------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["/", "/any/sub/folder/"])
def test_the_page_works_at_the_root_and_in_a_subfolder(page, dist, prefix):
    with SiteServer(dist, prefix=prefix) as server:
        open_ready(page, server.url)
        assert None not in server.requests  # nothing is asked for outside the folder


def test_every_file_is_fetched_once_and_every_preload_is_used(page, dist):
    """What the page asks for without preload links is what they name, no more and no less."""
    with SiteServer(dist) as flattened:
        open_ready(page, flattened.url)
        page.wait_for_selector("#sprites symbol", state="attached")
        requests = Counter(flattened.requests)
    del requests["icon.svg"]  # the browser asks for it again when the address changes
    assert [path for path, times in requests.items() if times > 1] == []

    bare = PRELOADED.sub(
        lambda link: link[0] if "data-later" in link[0] else "",
        (dist / "index.html").read_text("utf-8"),
    )
    with SiteServer(dist) as plain:
        page.route(plain.url, lambda route: route.fulfill(body=bare, content_type="text/html"))
        open_ready(page, plain.url)
        page.wait_for_selector("#sprites symbol", state="attached")
        needed = set(plain.requests) - {"icon.svg"}
    assert {path for path in requests if path != "index.html"} == needed
    program = {path for path in needed if not path.endswith((".css", ".svg"))} - {"boot.js"}
    by_language = {"game/locales/en.json"}  # boot.js makes that link
    assert set(preloaded(dist)) | by_language == program


def test_the_sources_hold_the_mark_and_no_preload(dist):
    source = (ROOT / "index.html").read_text("utf-8")
    assert source.count(PRELOADS_MARK) == 1
    assert PRELOADS_MARK not in (dist / "index.html").read_text("utf-8")


def test_pyscript_is_told_in_the_page_what_its_file_says_but_for_what_comes_later(dist):
    page = (dist / "index.html").read_text("utf-8")
    (tag,) = re.findall(r'<script type="mpy"[^>]*>', page)
    config = json.loads(html.unescape(re.search(r'config="([^"]*)"', tag)[1]))
    listed = tomllib.loads((ROOT / "pyscript.toml").read_text("utf-8"))
    assert listed.pop("later")
    assert config == listed


# --- Serving ----------------------------------------------------------------------------------


def fetch(url, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, headers=headers)) as answer:
        return answer, answer.read()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html"),
        ("boot.js", "text/javascript"),
        ("icon.svg", "image/svg+xml"),
        ("styles/page.css", "text/css"),
        ("game/main.py", "text/plain"),
        ("game/views/guards.mjs", "text/javascript"),
        ("micropython/micropython.wasm", "application/wasm"),
    ],
)
def test_files_come_with_their_type_compressed_and_for_any_origin(site, dist, path, kind):
    answer, content = fetch(site.url + path, **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Type"].partition(";")[0] == kind
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert gzip.decompress(content) == (dist / (path or "index.html")).read_bytes()
    with pytest.raises(urllib.error.HTTPError, match="304"):
        fetch(site.url + path, **{"If-None-Match": answer.headers["ETag"]})


@pytest.mark.parametrize("path", ["nothing.py", "game", "../LICENSE", "%2e%2e/LICENSE", "game/"])
def test_what_is_no_file_of_the_site_is_404(site, path):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetch(site.url + path)


def serve_with(port):
    """Run the server on a PORT that it must refuse; return its exit status and what it says."""
    result = subprocess.run(
        [sys.executable, ROOT / "scripts/serve.py"],
        env=os.environ | {"PORT": port},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return result.returncode, result.stderr


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "80 80", "", "\uff18\uff10"])
def test_a_port_that_is_none_is_refused_in_one_line(port):
    status, message = serve_with(port)
    assert status == 1
    assert message.startswith("error: PORT must be a number from 1 to 65535")
    assert message.count("\n") == 1


def test_a_taken_port_is_named_in_one_line():
    if not (ROOT / "dist/index.html").is_file():
        build(ROOT)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, message = serve_with(str(port))
    assert status == 1
    assert message.startswith(f"error: port {port} is taken")
    assert message.count("\n") == 1


def statements(source):
    """Return each statement of a source that is no mere text, with the line it begins on."""
    tree = ast.parse(source)
    return [
        (node.lineno, ast.unparse(node).split("\n")[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not (is_text(node) or isinstance(node, ast.Pass))
    ]


@pytest.mark.parametrize("path", [path for path in page_modules(ROOT) if path.endswith(".py")])
def test_a_module_loses_nothing_but_its_docs(dist, path):
    source, shipped = (ROOT / path).read_text("utf-8"), (dist / path).read_text("utf-8")
    assert statements(shipped) == statements(source)
    assert len(shipped) <= len(source)


def test_docs_are_taken_out_and_lines_stay():
    source = '''"""Doc."""\n\nX = 1  # one\n"""What it is."""\n\n
def f():
    """Return "#"."""
    return "# not a comment"  # but this


def g():
    """Nothing."""
'''
    expected = """\n\nX = 1\n\n\n
def f():

    return "# not a comment"


def g():
    pass
"""
    assert without_docs(source) == expected
