"""Run by `make bench`, or as `python -m scripts.bench`: measures, prints, writes bench.json.

A quick run, or one of some measurements only, writes bench-partial.json instead.
"""

import argparse
import json
import os
import platform
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


def about(browser):
    """Return what this run is measured on."""
    cpu = Path("/proc/cpuinfo")
    models = (
        [line for line in cpu.read_text().splitlines() if "model name" in line]
        if cpu.is_file()
        else []
    )
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "command": " ".join(["python -m scripts.bench", *sys.argv[1:]]),
        "processor": models[0].partition(": ")[2] if models else platform.processor(),
        "processors": os.cpu_count(),
        "system": platform.platform(),
        "browser": f"Chromium {browser.version}",
        "load before": load(),
    }


def load():
    """Return how many programs wanted a processor, over 1, 5 and 15 minutes."""
    return [round(part, 1) for part in os.getloadavg()]


def main():
    """Run the measurements; an aim that is missed is only said to be."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two repeats instead of five")
    parser.add_argument(
        "--peer", action="append", default=[], metavar="DIR", help="a page to compare"
    )
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MEASUREMENTS)}")
    options = parser.parse_args()
    unknown = [name for name in options.only if name not in MEASUREMENTS]
    if unknown:
        parser.error(f"no such measurement: {', '.join(unknown)}")
    for peer in options.peer:
        if not (Path(peer) / "index.html").is_file():
            parser.error(f"no page in {peer}: index.html is missing")

    found = []
    with sync_playwright() as playwright, served(options.peer) as sites:

        def launch():
            arguments = ["--no-sandbox", "--disable-gpu"]
            return playwright.chromium.launch(executable_path=find_chromium(), args=arguments)

        browser = launch()
        bench = Bench(
            launch, browser, sites, 2 if options.quick else 5, 20 if options.quick else 200
        )
        run = about(browser) | {"repeats": bench.repeats}
        file = "bench-partial.json" if options.quick or options.only else "bench.json"
        for name in options.only or MEASUREMENTS:
            print(f"{name} …", file=sys.stderr, flush=True)
            found += MEASUREMENTS[name](bench)
            run["load after"] = load()
            # After each one: a run that is interrupted keeps what it has.
            text = json.dumps(figures.as_json(found, run), indent=1, ensure_ascii=False)
            (ROOT / file).write_text(text + "\n", "utf-8")
        browser.close()
    print("\n".join(f"{key}: {run[key]}" for key in run), figures.table(found), sep="\n\n")


if __name__ == "__main__":
    main()
