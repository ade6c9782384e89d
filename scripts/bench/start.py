"""How long a visitor waits until a game can be played, and how much is fetched for it."""

import gzip
from pathlib import Path

from scripts.bench.figures import by_file, compare
from scripts.bench.pages import BARE, DEVICES, FREE, OURS, PEER, become, new_context, new_page
from scripts.serve import TYPES

VISITS = ("cold", "warm, second visit", "warm, third visit")
"""From the third on a browser has what it compiled the scripts to."""
RATIOS_MOST = {
    ("phone, fast 4G", VISITS[0], "bare Pyodide"): 0.10,
    ("phone, fast 4G", VISITS[0], "bare MicroPython"): 0.80,
    ("phone, fast 4G", VISITS[1], "bare MicroPython"): 1.20,
    ("phone, fast 4G", VISITS[2], "bare MicroPython"): 1.20,
}
PAINT_RATIO_MOST = 1.2
PLAYABLE_KB_MOST = 450

WATCH_READY = """window.readyAt = new Promise((done) => {
  const look = () => document.body?.dataset.ready === "true" && done(performance.now());
  new MutationObserver(look).observe(document, {subtree: true, attributeFilter: ["data-ready"]});
});"""
LOADED_AT = """new Promise((done) => {
  const begun = () => performance.getEntriesByType("navigation")[0].loadEventStart;
  if (document.readyState === "complete") done(begun());
  else addEventListener("load", () => done(begun()));
})"""
PAINTED_AT = """new Promise((done) => {
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0];
    if (paint) done(paint.startTime);
  }).observe({type: "paint", buffered: true});
})"""
FETCHED = """readyAt.then((ready) =>
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((entry) => entry.responseEnd <= ready)
    .map((entry) => [new URL(entry.name).pathname.slice(1), entry.transferSize]))"""


def measure_start(bench):
    """Time until playable and first paint, cold and warm, on each device, against each page."""
    figures = []
    for device in DEVICES:
        samples = {name: [] for name in bench.sites}
        for _ in range(bench.repeats):
            for name, site in bench.sites.items():
                samples[name].append(start_once(bench.browser, site.url, name, device))
        columns = {name: list(zip(*rows, strict=True)) for name, rows in samples.items()}
        for column, moment in enumerate(VISITS):
            ours = columns[OURS][column]
            for name in list(columns)[1:]:
                most = RATIOS_MOST.get((device.name, moment, name))
                label, theirs = f"{device.name}, {moment}", columns[name][column]
                figures.append(
                    compare("Time until playable", label, "ms", ours, name, theirs, ratio_most=most)
                )
        figures += paints(device, columns)
    return figures


def paints(device, columns):
    """Return the figures of the first paint of a cold start."""
    group, label = "First contentful paint, cold", device.name
    cold, paint = columns[OURS][0], columns[OURS][-1]
    figures = [compare(group, label, "ms", paint, "ours playable", cold)]
    for name in [name for name in columns if name.startswith(PEER)]:
        most = PAINT_RATIO_MOST if device.name == "phone, fast 4G" else None
        figures.append(compare(group, label, "ms", paint, name, columns[name][-1], ratio_most=most))
    return figures


def start_once(browser, url, name, device):
    """Open a page three times, ours from the second on as its service worker kept it.

    Return the ms until playable for each visit, then until the first one painted (0 where nothing).
    A peer counts as playable when it has loaded.
    """
    ready = LOADED_AT if name.startswith(PEER) else "readyAt"
    with new_context(browser, WATCH_READY) as context:
        page, devtools = open_on(context, device, url)
        visits = [page.evaluate(ready)]
        painted = 0 if name in BARE else page.evaluate(PAINTED_AT)
        if name == OURS:
            become(devtools, FREE)
            page.wait_for_selector("body[data-offline=ready]")
        page.close()
        for _ in VISITS[1:]:
            page = open_on(context, device, url)[0]
            visits.append(page.evaluate(ready))
            page.close()
        return *visits, painted


def open_on(context, device, url):
    """Open a page on a device, in a tab of its own; return it and what commands its browser."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    become(devtools, device)
    page.goto(url, wait_until="commit")
    return page, devtools


def measure_bytes(bench):
    """What is fetched before a game can be played, and the whole site as it is kept; by file."""
    fetched = {name: fetched_files(bench, name) for name in (OURS, *BARE)}
    kilobytes = {name: [sum(files.values()) / 1000] for name, files in fetched.items()}
    group = "Bytes before playable, as sent (gzip)"
    figures = [
        compare(group, "all", "KB", kilobytes[OURS], name, kilobytes[name], most=PLAYABLE_KB_MOST)
        for name in BARE
    ]
    figures += by_file(group, fetched[OURS])
    group = "Whole offline footprint (gzip)"
    kept = sent_sizes(bench.sites[OURS].folder)
    whole = [sum(kept.values()) / 1000]
    figures += [compare(group, "all", "KB", whole, name, kilobytes[name]) for name in BARE]
    return figures + by_file(group, kept)


def fetched_files(bench, name):
    """Return what a page has fetched when a game can be played: bytes with headers, by path."""
    with new_page(bench.browser, script=WATCH_READY) as (page, _):
        page.goto(bench.sites[name].url)
        sizes = {}
        for path, size in page.evaluate(FETCHED):
            sizes[path or "index.html"] = sizes.get(path or "index.html", 0) + size
        return sizes


def sent_sizes(folder):
    """Return the size of each file of a folder as the server sends it, by path."""
    sizes = {}
    for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
        content = file.read_bytes()
        is_text = file.suffix in TYPES
        sizes[file.relative_to(folder).as_posix()] = len(
            gzip.compress(content) if is_text else content
        )
    return sizes
