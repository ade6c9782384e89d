"""Run by `make bench`: measures, and writes docs/measurements.md and bench.json.

A run of some measurements only renews their tables and figures. A quick run only prints them, and
writes bench-quick.json instead.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.bench import figures
from scripts.bench.memory import measure_memory
from scripts.bench.motion import measure_motion
from scripts.bench.pages import Bench, served
from scripts.bench.start import measure_bytes, measure_start
from scripts.bench.taps import measure_taps
from scripts.bench.worker import measure_worker
from scripts.build import ROOT
from scripts.setup import find_chromium

MEASUREMENTS = {
    "bytes": measure_bytes,
    "start": measure_start,
    "worker": measure_worker,
    "taps": measure_taps,
    "memory": measure_memory,
    "motion": measure_motion,
}
DOCUMENT = ROOT / "docs/measurements.md"
ROUNDS, QUICK_ROUNDS = 5, 2
GAMES, QUICK_GAMES = 200, 20


def about(browser, options):
    """Return what this run is measured on."""
    cpu = Path("/proc/cpuinfo")
    models = (
        [line for line in cpu.read_text().splitlines() if "model name" in line]
        if cpu.is_file()
        else []
    )
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "command": " ".join(["python -m scripts.bench", *options.only]),
        "commit": commit(),
        "rounds": options.rounds,
        "processor": models[0].partition(": ")[2] if models else platform.processor(),
        "processors": os.cpu_count(),
        "system": platform.platform(),
        "browser": f"Chromium {browser.version}",
        "load before": load(),
    }


def commit():
    """Return the version of the sources, "" where git does not know them."""
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return done.stdout.strip()


def load():
    """Return how many programs wanted a processor, over 1, 5 and 15 minutes."""
    return [round(part, 1) for part in os.getloadavg()]


def main():
    """Run the measurements; an aim that is missed is only said to be."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds, print only")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"other than {ROUNDS}")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        type=peer,
        metavar="DIR[=CSS]",
        help="a page to compare, and the selector of its cards; without one its load counts",
    )
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MEASUREMENTS)}")
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"no such measurement: {', '.join(unknown)}")
    if options.quick:
        options.rounds = QUICK_ROUNDS

    found = []
    with sync_playwright() as playwright, served(options.peer) as sites:

        def launch():
            arguments = ["--no-sandbox", "--disable-gpu"]
            return playwright.chromium.launch(executable_path=find_chromium(), args=arguments)

        browser = launch()
        games = QUICK_GAMES if options.quick else GAMES
        bench = Bench(launch, browser, sites, options.rounds, games)
        run = about(browser, options)
        for name in options.only or MEASUREMENTS:
            print(f"{name} …", file=sys.stderr, flush=True)
            found += MEASUREMENTS[name](bench)
            run["load after"] = load()
        browser.close()
    file = ROOT / ("bench-quick.json" if options.quick else "bench.json")
    kept = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    text = json.dumps(figures.as_json(kept, found, run), indent=1, ensure_ascii=False)
    file.write_text(text + "\n", "utf-8")
    print(figures.document("\n", found, measured(run)))
    if not options.quick:
        text = figures.document(DOCUMENT.read_text("utf-8"), found, measured(run))
        DOCUMENT.write_text(text, "utf-8")


def peer(text):
    """Return the folder and the selector of an option `DIR=CSS`, or of `DIR` alone."""
    folder, _, cards = text.partition("=")
    if not (Path(folder) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"no page in {folder}: index.html is missing")
    return Path(folder), cards


def measured(run):
    """Return the sentence that says how a table was measured."""
    low, high = (run[key][0] for key in ("load before", "load after"))
    return (
        f"{run['date']}, commit {run['commit']}, `{run['command']}`, rounds: {run['rounds']}; "
        f"{run['processors']} x {run['processor']}, {run['browser']}, load {low} to {high}."
    )


if __name__ == "__main__":
    main()
