"""Measures how the page starts, answers and moves, against bare pages in one run (`make bench`).

Milliseconds differ between machines, ratios hardly do, so the budgets are ratios. One function a
measurement; each prints its own table and returns the budgets that it found broken.
"""

import argparse
import itertools
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from game.minds import solver
from game.rules import arena, piramide
from game.session import Session
from scripts.build import MICROPYTHON, PYSCRIPT, ROOT, build
from scripts.pictures import finished, opened
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
SLOWDOWN = 4
TAP_BUDGET_MS = 50
PHONE_SIZE = (390, 844)
COLUMNS = (7, 10, 6, 8, 10, 7)
BARE = "bare page, one square"
FRAMES_BUDGET = 0.95
"""Frames a second that each motion shows, as a share of the bare page's."""

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


TAP = """(css) => new Promise((done) => {
  const began = performance.now();
  document.querySelector(css).click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""
"""From a tap to the repaint that shows its answer, in ms."""

RECORD_FRAMES = """() => {
const ask = window.requestAnimationFrame.bind(window);
const forget = window.cancelAnimationFrame.bind(window);
const asked = new Set();
window.requestAnimationFrame = (draw) => {
  const frame = ask((now) => { asked.delete(frame); draw(now); });
  asked.add(frame);
  return frame;
};
window.cancelAnimationFrame = (frame) => { asked.delete(frame); forget(frame); };
window.framesAfter = (begin) => new Promise((done) => {
  const frames = [];
  const look = (now) => {
    frames.push(now);
    const moving = asked.size || document.getAnimations().length || frames.length < 4;
    if (moving && frames.length < 600) ask(look);
    else done(frames.slice(2).map((at, index) => at - frames[index + 1]));
  };
  begin();
  ask(look);
});
}"""
"""Gives a page `framesAfter(begin)`: the ms between frames for as long as something moves, without
the first, in which what has begun is got ready (`measure_taps` times that)."""

TAP_FRAMES = "(css) => framesAfter(() => document.querySelector(css).click())"
BARE_FRAMES = """() => framesAfter(() => document.body.firstElementChild.animate(
  [{transform: "none"}, {transform: "translate(200px, 300px)"}], 600))"""
BARE_PAGE = '<div style="width:60px;height:90px;background:#a83f26"></div>'


def piramide_taps(draws):
    """Return selectors to tap in deal 1 under free draw: so many draws, each taken back again."""
    draw, undo = '[data-pile="stock"]', '[data-command="undo"]'
    return [draw, undo, draw] * (draws // 2)


def arena_taps(plies):
    """Return selectors to tap in a game of three: a piece, then the first stack that takes it."""
    piece = '.tray [data-hand]:not([aria-disabled="true"]):not(:disabled)'
    stack = '[data-stack]:not([aria-disabled="true"])'
    return [piece, stack] * plies


def measure_taps(browser, repeats):
    """Print how soon a tap is answered, with the CPU slowed 4x."""
    waits = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = build(ROOT, Path(temporary) / "ours")
        with SiteServer(folder) as server:
            for game, path, taps in (
                ("piramide", "#/piramide/1?draw=free", piramide_taps(3 * repeats)),
                ("arena", "#/arena/7?players=3", arena_taps(4 * repeats)),
            ):
                context = browser.new_context(viewport={"width": 390, "height": 844})
                page = context.new_page()
                page.goto(server.url + path)
                page.wait_for_selector("body[data-ready=true]")
                while page.locator('[data-command="looked"]').is_visible():
                    page.locator('[data-command="looked"]').click()
                slow_down(page)
                waits[game] = []
                for css in taps[: 24 if game == "arena" else None]:
                    if page.locator(css).count():
                        waits[game].append(page.evaluate(TAP, css))
                context.close()
    print(f"\nTaps on a phone's screen, CPU slowed {SLOWDOWN}x\n")
    results = []
    for game, times in waits.items():
        late = statistics.quantiles(times, n=20)[-1]
        print(
            f"{game:<12}{len(times)} taps: median {statistics.median(times):.0f} ms, p95 {late:.0f}"
        )
        results.append((f"{game}: tap to repaint, p95 in ms", late))
    return [text for text, late in results if late > TAP_BUDGET_MS]


def played_until(session, wanted):
    """Return the session after its first move that does what is wanted, else the last legal."""
    while not session.is_over():
        moves = session.rules.legal_moves(session.state)
        found = next((move for move in moves if wanted(session.state, move)), None)
        session.play(session.rules.format_move(found or moves[-1]))
        if found:
            return session
    raise ValueError("no such move in this game")


def cancels(state, move):
    """Return whether a move lets two movers of the Arena vanish."""
    return sum(map(len, arena.apply_move(state, move).stacks)) < sum(map(len, state.stacks))


def drops_late(state, move):
    """Return whether a move lets a mover drop where stacks are already high."""
    return len(state.moves) >= 16 and not cancels(state, move)


def won_session():
    """Return a won game of La Piramide."""
    params = piramide.parse_setup({"deal": 0})[0]
    for deal in itertools.count(1):
        session = Session(piramide, params, deal)
        solution = solver.solve(session.state)
        if solution.winnable:
            for move in solution.moves:
                session.play(move)
            return session


def motions():
    """Return what moves: its name, and a game whose last move, undone and redone, does that."""
    cards = Session(piramide, piramide.parse_setup({"deal": 1, "draw": "free"})[0], 1)
    pairs = Session(piramide, cards.params, 1)
    stacks = [Session(arena, arena.Params(4, "random", None), 7) for _ in range(2)]
    for session in stacks:
        session.facts = {"looked": 4}
    return (
        ("a card is drawn", played_until(cards, lambda _, move: move.action == "draw")),
        ("a pair vanishes", played_until(pairs, lambda _, move: move.action == "remove")),
        ("La Piramide is won", won_session()),
        ("a mover drops", played_until(stacks[0], drops_late)),
        ("two movers vanish", played_until(stacks[1], cancels)),
    )


def measure_motion(browser, repeats):
    """Print how many frames each motion shows and misses, with the CPU slowed 4x.

    After the motions of a game its page shows nothing but a square that moves: what this machine
    can do at that moment. How long the page's thread is busy does not depend on other programs.
    """
    over = finished(Session(arena, arena.Params(4, "random", None), 7))
    over.facts = {"looked": 4}
    scenes = [(name, session, ("undo", "redo")) for name, session in motions()]
    scenes.append(("The Arena is won", over, ("reveal",)))
    gaps, ratios, busy = {BARE: []}, {BARE: [1.0]}, {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = build(ROOT, Path(temporary) / "ours")
        with SiteServer(folder) as server:
            for _ in range(repeats):
                for name, session, commands in scenes:
                    with opened(browser, server, PHONE_SIZE, "light", session, still=False) as page:
                        page.evaluate(RECORD_FRAMES)
                        devtools = slow_down(page)
                        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
                        seen = {}
                        for command in commands:
                            key = f"{name}, undone" if command == "undo" else name
                            began = busy_ms(devtools)
                            seen[key] = page.evaluate(TAP_FRAMES, f'[data-command="{command}"]')
                            share = (busy_ms(devtools) - began) / sum(seen[key])
                            busy.setdefault(key, []).append(share)
                        page.evaluate(f"document.body.innerHTML = '{BARE_PAGE}'")
                        began = busy_ms(devtools)
                        bare = page.evaluate(BARE_FRAMES)
                        busy.setdefault(BARE, []).append((busy_ms(devtools) - began) / sum(bare))
                    gaps[BARE] += bare
                    for key, times in seen.items():
                        gaps.setdefault(key, []).extend(times)
                        ratio = statistics.mean(bare) / statistics.mean(times)
                        ratios.setdefault(key, []).append(ratio)
    interval = statistics.median(gaps[BARE])
    print(f"\nMotions on a phone's screen, CPU slowed {SLOWDOWN}x (x = of the bare page's rate)\n")
    heads = zip(("frames", "a second", "x", "missed", "worst ms", "busy"), COLUMNS, strict=True)
    print(f"{'motion':<30}" + "".join(f"{head:>{width}}" for head, width in heads))
    broken = []
    for name, times in gaps.items():
        missed = sum(round(time / interval) - 1 for time in times)
        ratio = statistics.median(ratios[name])
        print(
            f"{name:<30}{len(times):>7}{1000 / statistics.mean(times):>10.1f}{ratio:>6.2f}"
            f"{missed / (missed + len(times)):>8.1%}{max(times):>10.0f}"
            f"{statistics.median(busy[name]):>7.0%}"
        )
        if ratio < FRAMES_BUDGET:
            broken.append(f"{name}: frames a second, of the bare page's")
    return broken


def slow_down(page):
    """Let a page run as on a phone; return what commands its browser."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    return devtools


def busy_ms(devtools):
    """Return how long the page's thread has worked so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


MEASUREMENTS = {"start": measure_start, "taps": measure_taps, "motion": measure_motion}


def main():
    """Run every measurement; the exit status says whether all budgets hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two repeats instead of seven")
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(MEASUREMENTS)}")
    options = parser.parse_args()
    repeats = 2 if options.quick else 7
    chosen = [MEASUREMENTS[name] for name in options.only or MEASUREMENTS]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        broken = [budget for measure in chosen for budget in measure(browser, repeats)]
        browser.close()
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
