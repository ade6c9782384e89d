"""Fetches what building and testing need, only when it is missing or its pin changed.

Called by the Makefile as `setup.py site` (the npm packages), `setup.py tests` (also a virtual
environment with the test tools, and a Chromium), or `setup.py webkit` and `setup.py firefox` (the
tools, and that engine). Standard library only; nothing outside the project's folder is touched,
except Debian packages when root runs it and they are missing.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "error: Python 3.11 or newer is needed, and this is %d.%d; " % sys.version_info[:2]
        + "name a newer one: make PYTHON=python3.12 ..."
    )

import hashlib
import importlib.util
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_BIN = VENV / "bin"
OLDEST_NODE = 20
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class SetupError(Exception):
    """Something is missing that cannot be fetched from here; the message says what to do."""


def run(*command, **options):
    """Run a command to its end without input; a SetupError shows it when it fails."""
    print("+", *command, flush=True)
    result = subprocess.run(command, stdin=subprocess.DEVNULL, cwd=ROOT, **options)
    if result.returncode:
        raise SetupError(f"this command failed: {' '.join(map(str, command))}")


def up_to_date(stamp, wanted):
    """Return whether the file `stamp` records exactly what is wanted."""
    return stamp.is_file() and stamp.read_text("utf-8") == fingerprint(wanted)


def fingerprint(wanted):
    """Return a short text that changes with what is wanted."""
    return hashlib.sha256(repr(wanted).encode()).hexdigest()


def install_debian_package(*names):
    """Install Debian packages when root runs this on Debian; return whether they are there now."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    quiet = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
    try:
        run("apt-get", "-qq", "update", **quiet)
        run("apt-get", "-qq", "install", "--yes", "--no-install-recommends", *names, **quiet)
    except SetupError:
        return False
    return True


def ensure_venv():
    """Make the virtual environment, unless there is a complete one made by this Python."""
    stamp = VENV / "made"
    made_by = (str(VENV), sys.version)
    if up_to_date(stamp, made_by):
        return
    if importlib.util.find_spec("ensurepip") is None:
        install_debian_package("python3-venv")
        importlib.invalidate_caches()
        if importlib.util.find_spec("ensurepip") is None:
            raise SetupError(
                "this Python cannot make virtual environments; "
                "install the package python3-venv: apt-get install python3-venv"
            )
    run(sys.executable, "-m", "venv", "--clear", VENV)
    stamp.write_text(fingerprint(made_by), "utf-8")


def ensure_python_packages(group):
    """Install one of pyproject.toml's dependency groups into the virtual environment."""
    ensure_venv()
    with open(ROOT / "pyproject.toml", "rb") as file:
        packages = tomllib.load(file)["dependency-groups"][group]
    stamp = VENV / f"installed-{group}"
    if not up_to_date(stamp, packages):
        pip = [VENV_BIN / "python", "-m", "pip", "--disable-pip-version-check", "install"]
        run(*pip, "--quiet", "--no-input", *packages)
        stamp.write_text(fingerprint(packages), "utf-8")


def has_node(path):
    """Return whether `path` (as in PATH) leads to npm and a Node that is new enough."""
    node = shutil.which("node", path=path)
    if not node or not shutil.which("npm", path=path):
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    major = answer.stdout.strip().removeprefix("v").split(".")[0]
    return major.isdigit() and int(major) >= OLDEST_NODE


def node_search_path():
    """Return a PATH that leads to a good Node: the machine's own, or the one in .venv."""
    path = os.environ.get("PATH", os.defpath)
    return path if has_node(path) else f"{VENV_BIN}{os.pathsep}{path}"


def ensure_npm_packages():
    """Unpack what package-lock.json pins, with the machine's Node or else with one from PyPI."""
    stamp = ROOT / "node_modules/.installed"
    lock = (ROOT / "package-lock.json").read_bytes()
    if up_to_date(stamp, lock):
        return
    if not has_node(node_search_path()):
        ensure_python_packages("node")
    path = node_search_path()
    npm = shutil.which("npm", path=path)
    run(npm, "ci", "--ignore-scripts", "--silent", env=os.environ | {"PATH": path})
    stamp.write_text(fingerprint(lock), "utf-8")


def find_chromium():
    """Return the path of a Chromium named by the environment or on PATH, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not shutil.which(named):
            raise SetupError(f"CHROMIUM names no program: {named}")
        return named
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def ensure_chromium():
    """Make sure the tests find a Chromium: the machine's, Debian's package, or Playwright's own."""
    if not find_chromium():
        install_debian_package("chromium")
    if not find_chromium():
        run(VENV_BIN / "python", "-m", "playwright", "install", "chromium")


def find_firefox():
    """Return the path of a Firefox on PATH, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def find_minibrowser():
    """Return the path of WebKitGTK's own little browser, or None."""
    return next(map(str, Path("/usr").glob("lib*/**/webkit*gtk-*/MiniBrowser")), None)


def has_webkit():
    """Return whether all that drives WebKit is there."""
    return all((shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), find_minibrowser()))


ENGINES = {
    "firefox": (find_firefox, ["firefox-esr"]),
    "webkit": (has_webkit, ["webkit2gtk-driver", "xvfb"]),
}
"""How each engine is found, and the Debian packages that bring it."""


def ensure_engine(name):
    """Make sure that the tests find a browser engine."""
    is_there, packages = ENGINES[name]
    if not is_there():
        install_debian_package(*packages)
    if not is_there():
        raise SetupError(
            f"{name} is not on this machine, and only root can install it here: "
            f"apt-get install {' '.join(packages)}"
        )


def main(what):
    """Fetch what `site`, `tests` or an engine's tests need."""
    ensure_npm_packages()
    if what == "site":
        return
    ensure_python_packages("test")
    if what in ENGINES:
        ensure_python_packages("engines")
        ensure_engine(what)
    else:
        ensure_chromium()


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except SetupError as error:
        sys.exit(f"error: {error}")
