"""The assembled site is complete, relative and from one host, and served as a real host would."""

import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import sys
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
    run_node,
)
from scripts.serve import SiteServer
from tests.conftest import MEMORY, START, WASM, named, open_ready

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


def test_of_the_sources_only_those_of_the_worker_are_shipped(dist):
    shipped = {file.relative_to(dist).as_posix() for file in (dist / "game").rglob("*.*")}
    brain = json.loads((dist / "brain.json").read_text("utf-8"))
    for_the_worker = {path.removeprefix("./") for path in brain["config"]["files"]}
    assert shipped == {*catalogues(ROOT), "game/brain.py"} | for_the_worker


def test_no_source_maps_and_no_plugins(dist):
    names = [file.name for file in dist.rglob("*")]
    assert not [name for name in names if re.search(r"\.map$|editor|terminal|codemirror", name)]
    for file in (dist / "pyscript").glob("*.js"):
        assert "sourceMappingURL" not in file.read_text("utf-8")


@pytest.mark.parametrize("path", ["game/session.py", "game/main.py", "404.html"])
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
    with SiteServer(dist) as server:
        open_ready(page, f"{server.url}#/piramide/1")
        page.wait_for_selector("#sprites symbol", state="attached")
        requests = Counter(server.requests)
    del requests["icon.svg"]  # the browser asks for it again when the address changes
    assert [path for path, times in requests.items() if times > 1] == []
    program = {path for path in requests if not path.endswith((".css", ".svg", ".html", ".json"))}
    assert program == {"boot.js", *(named(dist, pattern) for pattern in (START, WASM, MEMORY))}
    assert set(preloaded(dist)) < program


def test_the_sources_hold_the_mark_and_no_preload(dist):
    source = (ROOT / "index.html").read_text("utf-8")
    assert source.count(PRELOADS_MARK) == 1
    assert PRELOADS_MARK not in (dist / "index.html").read_text("utf-8")


def test_nothing_of_the_page_is_left_to_pyscript(dist):
    page = (dist / "index.html").read_text("utf-8")
    assert not re.search("pyscript|py-config|mpy", page.partition("</head>")[2])
    assert "core.js" not in page


# --- The page's memory ------------------------------------------------------------------------


def expect_build_error(sources, path, line, *words):
    """Add a line to a module; check that the build fails with one sentence that has the words."""
    file = sources / path
    file.write_text(f"{file.read_text('utf-8')}\n{line}\n", "utf-8")
    with pytest.raises(BuildError) as caught:
        build(sources)
    message = str(caught.value).partition("\n")[2].strip()
    assert "\n" not in message
    assert all(word in message for word in words), message


@pytest.mark.parametrize(
    "line",
    [
        "import js\nhold = js.Object",
        "import js\nhold = [js.Date.new()]",
        "import js\nhold = js.Math.max",
        "import js\ndef f(x=js.Array): pass",
    ],
)
def test_a_module_that_takes_hold_of_javascript_when_it_is_imported_is_refused(sources, line):
    expect_build_error(sources, "game/session.py", line, "JavaScript")


def test_a_module_that_is_not_listed_is_named(sources):
    (sources / "game/extra.py").write_text("X = 1\n", "utf-8")
    expect_build_error(sources, "game/session.py", "import game.extra", "game.extra")


def test_a_module_that_cannot_be_imported_is_named(sources):
    (sources / "game/session.py").write_text("x = (", "utf-8")
    with pytest.raises(BuildError, match=r"(?s)game/\S+ cannot be imported.*SyntaxError"):
        build(sources)


def test_an_image_for_another_interpreter_is_refused(dist, tmp_path):
    memory = dist / named(dist, MEMORY)
    wasm = (dist / named(dist, WASM)).read_bytes()
    other = tmp_path / "other.wasm"
    other.write_bytes(wasm + b"\0\2\1x")  # a custom section more
    with pytest.raises(BuildError, match=r"made for another micropython\.wasm"):
        run_node(ROOT, "image.mjs", "check", other, memory)


@pytest.mark.parametrize(
    "damage", [lambda text: text[:-4], lambda text: text[:5000] + b"?" + text[5001:]]
)
def test_a_damaged_image_is_refused(dist, tmp_path, damage):
    memory = tmp_path / "memory.wasm"
    memory.write_bytes(damage((dist / named(dist, MEMORY)).read_bytes()))
    with pytest.raises(BuildError, match="not whole"):
        run_node(ROOT, "image.mjs", "check", dist / named(dist, WASM), memory)


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
        ("game/brain.py", "text/plain"),
        ("offline/page.mjs", "text/javascript"),
        (WASM, "application/wasm"),
        (MEMORY, "application/wasm"),
    ],
)
def test_files_come_with_their_type_compressed_and_for_any_origin(site, dist, path, kind):
    path = path and named(dist, path)
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
