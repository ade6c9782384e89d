"""The pages that are compared, their servers, and browsers that are as slow as a phone."""

import contextlib
import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

from scripts.build import MICROPYTHON, PYSCRIPT, ROOT, build
from scripts.serve import SiteServer

SLOWDOWN = 4
PATIENCE_MS = 180_000
PHONE_SIZE = {"width": 390, "height": 844}
OURS = "ours"
BARE = {"bare MicroPython": ("mpy", MICROPYTHON), "bare Pyodide": ("py", "node_modules/pyodide")}
"""The pages that a PyScript user writes first: the kind of script and its interpreter's package."""
PEER = "peer "
"""Begins the name of a page in plain JavaScript, given by --peer DIR or --peer DIR=CSS."""

HELLO = """<!doctype html><html><head><meta charset="utf-8">
<script type="module" src="pyscript/core.js"></script></head><body>
<script type="{kind}" config="config.toml">
from pyscript import document
document.body.dataset.ready = "true"
</script></body></html>"""

FASTER = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


class Bench(namedtuple("Bench", "launch browser sites repeats games")):
    """What a measurement is given: `launch()` returns a new browser, `browser` is one.

    `sites` are the servers by the page's name; `games` is over how many the memory is measured.
    """


class Device(namedtuple("Device", "name slowdown latency_ms megabits")):
    """What a page runs on; `megabits` a second down and up, None for no limit."""


FREE = Device("desktop", 1, 0, None)
DEVICES = (
    FREE,
    Device("phone, fast 4G", SLOWDOWN, 60, 9.0),
    Device("phone, slow 4G", SLOWDOWN, 150, 1.6),
)


def make_hello_page(folder, name):
    """Make a bare page from the same packages as ours."""
    kind, package = BARE[name]
    interpreter = "micropython.mjs" if kind == "mpy" else "pyodide.mjs"
    shutil.copytree(ROOT / PYSCRIPT / "dist", folder / "pyscript")
    shutil.copytree(ROOT / package, folder / "python")
    (folder / "config.toml").write_text(f'interpreter = "./python/{interpreter}"\n', "utf-8")
    (folder / "index.html").write_text(HELLO.format(kind=kind), "utf-8")


@contextlib.contextmanager
def served(peers):
    """Build all pages and serve them; give the servers by name.

    `peers` are folders and the selector of their cards; that becomes their server's `cards`.
    """
    with tempfile.TemporaryDirectory() as temporary, contextlib.ExitStack() as stack:

        def serve(folder):
            # Like GitHub Pages: within ten minutes the browser asks again for nothing.
            return stack.enter_context(SiteServer(folder, cache_control="max-age=600"))

        sites = {OURS: serve(build(ROOT, Path(temporary) / OURS))}
        for name in BARE:
            make_hello_page(Path(temporary) / name, name)
            sites[name] = serve(Path(temporary) / name)
        for folder, cards in peers:
            name = PEER + "/".join(folder.resolve().parts[-2:])
            sites[name] = serve(folder)
            sites[name].cards = cards
        yield sites


@contextlib.contextmanager
def new_context(browser, script=""):
    """Give a browser that has seen nothing yet; the script runs first on each of its pages."""
    context = browser.new_context(viewport=PHONE_SIZE)
    context.set_default_timeout(PATIENCE_MS)
    if script:
        context.add_init_script(script)
    yield context
    context.close()


@contextlib.contextmanager
def new_page(browser, script=""):
    """Open an empty page in a context of its own; give it and what commands its browser."""
    with new_context(browser, script) as context:
        page = context.new_page()
        yield page, context.new_cdp_session(page)


def become(devtools, device):
    """Let a page run on a device."""
    slow_down(devtools, device.slowdown)
    speed = FASTER
    if device.megabits:
        bytes_per_second = device.megabits * 1e6 / 8
        speed = {
            "latency": device.latency_ms,
            "downloadThroughput": bytes_per_second,
            "uploadThroughput": bytes_per_second,
        }
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False} | speed)


def slow_down(devtools, slowdown=SLOWDOWN):
    """Let a page's thread run as on a phone."""
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
