"""How long a player waits until cards or pieces are painted, and how much is fetched for it."""

import gzip
import json
from collections import namedtuple
from pathlib import Path

from scripts.bench.figures import by_file, compare
from scripts.bench.pages import BARE, DEVICES, FREE, OURS, PEER, become, new_context, new_page
from scripts.serve import TYPES

DESKTOP, FAST, SLOW = (device.name for device in DEVICES)
VISITS = ("cold", "warm, second visit", "warm, third visit")
"""From the third on a browser has what it compiled the scripts to."""
RATIOS_MOST = {
    (FAST, "bare MicroPython"): (0.75, 0.8, 0.8),
    (DESKTOP, "bare MicroPython"): (None, 0.8, 0.8),
    (FAST, PEER): (3, 3, 3),
}
"""What a board may take of the time of what it is compared with, on each visit."""
BOARD_KB_MOST = 560


class Scene(namedtuple("Scene", "name address cards tap", defaults=[""])):
    """A start: opened at `address`, over when what the selector `cards` finds is painted.

    `tap` selects what is tapped before, as soon as it can be. Without `cards` the load counts.
    """


READY = "[data-ready=true]"
BOARDS = (
    Scene("La Piramide by address", "#/piramide/1", f"{READY} [data-slot]"),
    Scene("the Arena by address", "#/arena/1?players=2", f"{READY} [data-stack]"),
    Scene(
        "home, then La Piramide by a tap on Play",
        "",
        f"{READY} [data-slot]",
        "[data-game=piramide]:is([data-command=play], [data-command=continue])"
        ":not(:disabled, [hidden])",
    ),
)
HOME = Scene("home", "", READY)

WATCH = """window.readyAt = new Promise((done) => {
  let [cards, tap] = WHAT;
  const inFrames = (count, then) => requestAnimationFrame(() => {
    if (count > 1) inFrames(count - 1, then);
    else then();
  });
  const drawn = (use) => document.getElementById(use.getAttribute("href").slice(1));
  const picture = (element) =>
    element.currentSrc || getComputedStyle(element).backgroundImage.match(/url\\("(.+?)"\\)/)?.[1];
  const decode = (address) => Object.assign(new Image(), {src: address}).decode().catch(() => {});
  const look = () => {
    const button = tap && document.querySelector(tap);
    if (button) {
      tap = "";
      button.click();
    }
    const there = tap ? [] : cards ? [...document.querySelectorAll(cards)]
      : document.readyState === "complete" ? [document.body] : [];
    const within = (css) => there.flatMap((card) => [...card.querySelectorAll(css)]);
    if (!there.length || !within('use[href^="#"]').every(drawn)) return inFrames(1, look);
    const pictures = new Set([...there, ...within("img")].map(picture).filter(Boolean));
    Promise.all([...pictures].map(decode)).then(() =>
      inFrames(2, () => done(performance.now())));
  };
  inFrames(1, look);
});"""
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


def watch(cards=READY, tap=""):
    """Return a script that gives a page `readyAt`, when its cards are painted.

    That is two frames after they are there and their pictures are decoded. First it taps `tap`.
    """
    return WATCH.replace("WHAT", json.dumps([cards, tap]))


def measure_start(bench):
    """Time until each scene is painted, and its first paint, against each page."""
    figures = []
    for device in DEVICES:
        scenes = dict.fromkeys((*BOARDS, HOME), bench.sites[OURS])
        others = {Scene(name, "", READY): bench.sites[name] for name in BARE}
        if device.name == SLOW:
            scenes, others = (dict(list(starts.items())[:1]) for starts in (scenes, others))
        others |= {
            Scene(name, "", site.cards): site
            for name, site in bench.sites.items()
            if name.startswith(PEER)
        }
        samples = {scene: [] for scene in (*scenes, *others)}
        for _ in range(bench.repeats):
            for scene, site in (scenes | others).items():
                samples[scene].append(start_once(bench.browser, site, scene, device))
        columns = {scene: list(zip(*rows, strict=True)) for scene, rows in samples.items()}
        for scene in scenes:
            for other in others:
                figures += compared(device, scene, columns[scene], other, columns[other])
            paint, cold = columns[scene][-1], columns[scene][0]
            label = f"{device.name}, {scene.name}"
            figures.append(
                compare("First contentful paint, cold", label, "ms", paint, "all of it", cold)
            )
    return figures


def compared(device, scene, ours, other, theirs):
    """Return the figures of a scene beside another page, one for each visit."""
    is_peer = other.name.startswith(PEER)
    group = f"Until painted: {device.name}" + ", beside plain JavaScript" * is_peer
    aims = RATIOS_MOST.get((device.name, PEER if is_peer else other.name), ())
    figures = []
    for column, moment in enumerate(VISITS):
        most = aims[column] if aims and scene is not HOME else None
        label = f"{scene.name}, {moment}"
        row = (group, label, "ms", ours[column], other.name, theirs[column])
        figures.append(compare(*row, ratio_most=most))
    return figures


def start_once(browser, site, scene, device):
    """Open a page three times, ours from the second on as its service worker kept it.

    Return the ms until painted for each visit, then until the first one painted anything.
    """
    with new_context(browser, watch(scene.cards, scene.tap)) as context:
        page, devtools = open_on(context, device, site.url + scene.address)
        visits = [page.evaluate("readyAt")]
        painted = 0 if scene.name in BARE else page.evaluate(PAINTED_AT)
        if scene in (*BOARDS, HOME):
            become(devtools, FREE)
            page.wait_for_selector("body[data-offline=ready]")
        page.close()
        for _ in VISITS[1:]:
            page = open_on(context, device, site.url + scene.address)[0]
            visits.append(page.evaluate("readyAt"))
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
    """What is fetched before a board is painted, and the whole site as it is kept; by file."""
    fetched = {scene: fetched_files(bench.sites[OURS], bench, scene) for scene in BOARDS[:2]}
    bare = {name: fetched_files(bench.sites[name], bench, Scene(name, "", READY)) for name in BARE}
    kilobytes = {name: [sum(files.values()) / 1000] for name, files in (fetched | bare).items()}
    group = "Bytes before a board, as sent (gzip)"
    figures = [
        compare(
            group, scene.name, "KB", kilobytes[scene], name, kilobytes[name], most=BOARD_KB_MOST
        )
        for scene in fetched
        for name in BARE
    ]
    figures += by_file(group, fetched[BOARDS[0]])
    group = "Whole offline footprint (gzip)"
    kept = sent_sizes(bench.sites[OURS].folder)
    whole = [sum(kept.values()) / 1000]
    figures += [compare(group, "all", "KB", whole, name, kilobytes[name]) for name in BARE]
    return figures + by_file(group, kept)


def fetched_files(site, bench, scene):
    """Return what a page has fetched when a scene is painted: bytes with headers, by path."""
    with new_page(bench.browser, script=watch(scene.cards)) as (page, _):
        page.goto(site.url + scene.address)
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
