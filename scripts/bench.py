"""Measures how fast the page starts, as ratios to bare pages in the same run (`make bench`).

Milliseconds differ between machines, ratios hardly do, so the budgets are ratios. One function a
measurement; each prints its own table and returns the budgets that it found broken.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.build import MICROPYTHON, PYSCRIPT, ROOT, build
from scripts.serve import SiteServer
from scripts.setup import find_chromium

PAGES = ("ours", "micropython", "pyodide")

CONDITIONS = {  # name: (CPU slowed by, network), network: (latency ms, Mbit/s down) or None
    "desktop": (1, None),
    "phone, fast 4G": (4, (60, 9.0)),
    "phone, slow 4G": (4, (150, 1.6)),
}

START_BUDGETS = (  # conditions, cold or warm, compared with, at most
    ("phone, fast 4G", "cold", "pyodide", 0.10),
    ("phone, fast 4G", "cold", "micropython", 0.80),
    ("phone, fast 4G", "warm", "micropython", 1.20),
)
TRANSFER_BUDGET_KB = 450

HELLO = """<!doctype html><html><head><meta charset="utf-8">
<script type="module" src="pyscript/core.js"></script></head><body>
<script type="{type}" config="config.toml">
from pyscript import document
document.body.dataset.ready = "true"
</script></body></html>"""

READY_AT = """new Promise(resolve => {
  const look = () => document.body && document.body.dataset.ready === "true"
    ? resolve(performance.now()) : setTimeout(look, 2);
  look();
})"""


def make_hello_page(folder, language):
    """Make the bare page that a PyScript user writes first, from the same packages as ours."""
    shutil.copytree(ROOT / PYSCRIPT / "dist", folder / "pyscript")
    if language == "micropython":
        kind, package, main = "mpy", ROOT / MICROPYTHON, "micropython.mjs"
    else:
        kind, package, main = "py", ROOT / "node_modules/pyodide", "pyodide.mjs"
    shutil.copytree(package, folder / language)
    (folder / "config.toml").write_text(f'interpreter = "./{language}/{main}"\n', "utf-8")
    (folder / "index.html").write_text(HELLO.format(type=kind), "utf-8")


def start_once(browser, address, slowdown, network):
    """Open the page twice; return (cold ms, warm ms, cold KB) until it is playable."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(240_000)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    transferred = []
    devtools.on("Network.loadingFinished", lambda event: transferred.append(event))
    devtools.send("Network.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    if network:
        latency_ms, megabits = network
        bytes_per_second = megabits * 1e6 / 8
        devtools.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency_ms,
                "downloadThroughput": bytes_per_second,
                "uploadThroughput": bytes_per_second,
            },
        )
    times = []
    for _ in ("cold", "warm"):
        page.goto(address, wait_until="commit")
        times.append(page.evaluate(READY_AT))
        if len(times) == 1:
            cold_kb = sum(event["encodedDataLength"] for event in transferred) / 1000
        page.goto("about:blank")
    context.close()
    return times[0], times[1], cold_kb


def measure_start(browser, repeats):
    """Print how long a visitor waits until a game can be played; return the broken budgets."""
    medians = {}
    with tempfile.TemporaryDirectory() as temporary:
        folders = {name: Path(temporary) / name for name in PAGES}
        build(ROOT, folders["ours"])
        for name in PAGES[1:]:
            make_hello_page(folders[name], name)
        servers = {
            # Like GitHub Pages: a warm start within ten minutes asks the server nothing.
            name: SiteServer(folder, cache_control="max-age=600").__enter__()
            for name, folder in folders.items()
        }
        for condition, (slowdown, network) in CONDITIONS.items():
            samples = {name: [] for name in PAGES}
            for _ in range(repeats):
                for name in PAGES:
                    samples[name].append(start_once(browser, servers[name].url, slowdown, network))
            for name in PAGES:
                columns = zip(*samples[name], strict=True)
                medians[condition, name] = [statistics.median(column) for column in columns]
        for server in servers.values():
            server.__exit__()
    print_starts(medians)
    return broken_start_budgets(medians)


def print_starts(medians):
    """Print the table of starts: times, and ours as a ratio to each bare page."""
    print("\nUntil a game can be played (medians; x = ours as a ratio to that page)\n")
    print(f"{'conditions':<16}{'page':<13}{'cold ms':>9}{'x':>7}{'warm ms':>9}{'x':>7}{'KB':>8}")
    for (condition, name), (cold, warm, kilobytes) in medians.items():
        our_cold, our_warm, _ = medians[condition, "ours"]
        print(
            f"{condition:<16}{name:<13}{cold:>9.0f}{our_cold / cold:>7.2f}"
            f"{warm:>9.0f}{our_warm / warm:>7.2f}{kilobytes:>8.0f}"
        )


def broken_start_budgets(medians):
    """Print each start budget with what was measured; return those that do not hold."""
    results = []
    for condition, which, other, most in START_BUDGETS:
        column = ("cold", "warm").index(which)
        ratio = medians[condition, "ours"][column] / medians[condition, other][column]
        results.append((f"{condition}, {which}, ratio to bare {other}", ratio, most))
    kilobytes = max(medians[condition, "ours"][2] for condition in CONDITIONS)
    results.append(("KB transferred before playable", kilobytes, TRANSFER_BUDGET_KB))
    print("\nBudgets\n")
    for text, measured, most in results:
        verdict = "ok" if measured <= most else "BROKEN"
        print(f"{text:<50}{measured:>8.2f} of at most {most:<6g} {verdict}")
    return [text for text, measured, most in results if measured > most]


MEASUREMENTS = (measure_start,)


def main():
    """Run every measurement; the exit status says whether all budgets hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two repeats instead of seven")
    repeats = 2 if parser.parse_args().quick else 7
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        broken = [budget for measure in MEASUREMENTS for budget in measure(browser, repeats)]
        browser.close()
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
