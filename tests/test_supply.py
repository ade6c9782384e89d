"""What is in the site comes from the locked packages and our own sources, and from nowhere else."""

import hashlib
import json
import os
import re
import shutil
import subprocess

import pytest

from scripts.build import MICROPYTHON, ROOT, build
from scripts.outdated import is_newer, python_pins
from scripts.setup import node_search_path
from tests.conftest import WASM, named, open_ready
from tests.test_backup import open_settings


@pytest.fixture(scope="module")
def lock():
    """Return the packages of the lock file by their path."""
    return json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]


def hashes(site):
    """Return the hash of each file of a site."""
    files = sorted(path for path in site.rglob("*") if path.is_file())
    return {
        file.relative_to(site).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in files
    }


def different(site, other):
    """Return the names of the files that are not the same in both sites, or not in both."""
    first, second = hashes(site), hashes(other)
    return sorted(name for name in {*first, *second} if first.get(name) != second.get(name))


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    """Return a site built anew from what git knows and from packages that npm has just unpacked.

    A file that nobody has added to git is not there, as in any other clone. npm compares each
    package with the hash that the lock file has for it, also those that it takes from its cache,
    where the packages of node_modules came from.
    """
    root = tmp_path_factory.mktemp("supply") / "sources"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for path in listed.stdout.decode().rstrip("\0").split("\0"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, root / path)
    path = node_search_path()
    npm = [shutil.which("npm", path=path), "ci", "--ignore-scripts", "--prefer-offline", "--silent"]
    subprocess.run(npm, cwd=root, env=os.environ | {"PATH": path}, check=True)
    return build(root)


def test_every_file_of_the_site_comes_from_the_locked_packages_and_our_sources(dist, rebuilt):
    """Copied, cut, bundled or drawn: all files must come out of a second build the same."""
    assert different(dist, rebuilt) == []


@pytest.mark.skipif("PUBLISHED" not in os.environ, reason="the site in dist/ may be an older one")
def test_the_site_that_is_published_is_the_same(rebuilt):
    """The workflow *pages* runs this on dist/, right before it hands that on."""
    assert different(ROOT / "dist", rebuilt) == []


def test_a_file_that_was_tampered_with_is_named(dist, rebuilt, tmp_path):
    site = shutil.copytree(dist, tmp_path / "site")
    wasm = site / named(site, WASM)
    wasm.write_bytes(wasm.read_bytes()[:-1] + b"\0")
    (site / "game/brain.py").unlink()
    (site / "more.js").write_text("")
    expected = ["game/brain.py", "more.js", wasm.relative_to(site).as_posix()]
    assert different(site, rebuilt) == expected


def test_every_package_is_pinned_with_its_hash(lock):
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))
    for group in ("dependencies", "devDependencies"):
        for name, version in wanted[group].items():
            assert lock[f"node_modules/{name}"]["version"] == version
    assert [
        path for path in lock if path and not lock[path]["integrity"].startswith("sha512-")
    ] == []


# Licences


def test_every_package_that_is_shipped_has_a_licence_with_its_terms(dist, lock):
    text = (dist / "licences.txt").read_text("utf-8")
    sections = text.split(f"\n{'-' * 72}\n\n")
    headings = [section.split(":")[0] for section in sections]
    for path, package in lock.items():
        name = path.rpartition("node_modules/")[2]
        if path and not package.get("dev") and name not in ("ws", "@types/emscripten"):
            assert f"{name} {package['version']}" in headings
    assert MICROPYTHON in lock
    assert all(len(section) > 700 for section in sections)
    assert "<year>" not in text
    for words in (
        "Vanishing Pyramids authors",
        "Damien P. George",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
        "Apache License",
        "Mozilla Public License",
        "Jean-loup Gailly",
    ):
        assert words in text


def test_the_settings_lead_to_the_licences(page, site):
    open_ready(page, site.url)
    open_settings(page)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Licences").click()
    assert "Vanishing Pyramids authors" in opened.value.locator("body").inner_text()


def test_only_what_comes_after_the_pin_is_newer():
    for latest, pinned in (
        ("1.2.10", "1.2.9"),
        ("2.0", "1.9.9"),
        ("1.28.0", "1.28.0-6"),
        ("1.28.0-10", "1.28.0-6"),
    ):
        assert is_newer(latest, pinned)
        assert not is_newer(pinned, latest)
    assert not is_newer("1.2.3", "1.2.3")
    assert not is_newer("1.27.0", "1.28.0-6")


def test_what_is_looked_at_for_newer_releases_is_all_that_is_pinned():
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert ["==".join(pin) for pin in python_pins()] == re.findall(r'"([^" ]+==[^"]+)"', text)
