"""How soon a tap is answered on a phone's screen, and how long the page's thread is ever kept."""

import json

from game.minds import solver
from game.rules import arena, piramide
from game.session import Session, format_save
from scripts.bench.figures import compare, percentile
from scripts.bench.pages import OURS, SLOWDOWN, new_page, slow_down

TAP_P95_MOST_MS = 50
TASK_MOST_MS = 100
BARE_PAGE = """<button id="bare" style="width:100%;height:300px" onclick="
let sum = 0; for (let i = 0; i < 1e6; i++) sum = (sum * 31 + i) | 0; this.textContent = sum">
</button>"""
BARE = "a plain page that adds a million numbers"
BARE_TAPS = 20
THINKING_TAPS = 24
BOT_TAPS = 60

TAP = """(css) => new Promise((done) => {
  const began = performance.now();
  document.querySelector(css).click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
})"""
"""From a tap to the repaint that shows its answer, in ms."""

PIECE = '.tray [data-hand]:not([aria-disabled="true"]):not(:disabled)'
STACK = '[data-stack]:not([aria-disabled="true"])'


def measure_taps(bench):
    """Return how long taps and tasks took, CPU slowed 4x: at rest, and while something thinks."""
    samples = {}  # by the scene's name: [p50, p95, longest task] of each round
    for _ in range(bench.repeats):
        for name, play in SCENES.items():
            samples.setdefault(name, []).append(tap_through(bench, play))
    bare = list(zip(*samples.pop(BARE), strict=True))
    aims = {"median": None, "p95": TAP_P95_MOST_MS, "longest task": TASK_MOST_MS}
    figures = []
    for column, (what, most) in enumerate(aims.items()):
        for name, rows in samples.items():
            ours = [row[column] for row in rows]
            group = f"Tap to repaint and tasks, CPU slowed {SLOWDOWN}x"
            label = f"{what}: {name}"
            figures.append(compare(group, label, "ms", ours, BARE, bare[column], most=most))
    return figures


def tap_through(bench, play):
    """Play a scene; return its taps' median and p95 and its longest task, in ms."""
    with new_page(bench.browser, script="delete Navigator.prototype.serviceWorker") as (
        page,
        tools,
    ):
        taps = play(page, bench.sites[OURS].url)
        next(taps)  # all is ready
        slow_down(tools)
        bench.browser.start_tracing(page=page, categories=["toplevel", "__metadata"])
        waits = list(taps)
        trace = json.loads(bench.browser.stop_tracing())
    return percentile(waits, 50), percentile(waits, 95), longest_task_ms(trace["traceEvents"])


def longest_task_ms(events):
    """Return the longest task of a page's thread, in ms that the thread itself ran.

    Unlike the time on the clock that does not grow while other programs have the processor.
    """
    is_page = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    lengths = [
        event.get("tdur", 0)
        for event in events
        if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in is_page
    ]
    return max(lengths) / 1000


# The scenes: each yields None once its page is ready, then what each tap took


def tap(page, css):
    """Tap the first element of a selector; return the ms until it is repainted."""
    return page.evaluate(TAP, css)


def bare(page, _url):
    """Tap a plain page's one button."""
    page.set_content(BARE_PAGE)
    yield
    for _ in range(BARE_TAPS):
        yield tap(page, "#bare")


def keep(page, session):
    """Let the page find a game that it kept."""
    key, text = f"vanishing-pyramids.{session.rules.GAME}", f"running\n{format_save(session)}"
    page.add_init_script(f"localStorage[{json.dumps(key)}] ??= {json.dumps(text)}")


def open_game(page, address):
    """Open a game and wait until its screen is there."""
    page.goto(address)
    page.wait_for_selector("body[data-ready=true]:not([data-screen=home])")


def piramide_game(page, url):
    """Win a deal of La Piramide, then take it all back."""
    open_game(page, url + "#/piramide/1?draw=free")
    page.wait_for_selector("#sprites symbol", state="attached")
    yield
    state = piramide.new_game(piramide.Params("free", 6, False, 0), 1)
    moves = solver.solve(state).moves
    for move in moves:
        for css in piramide_taps(move):
            yield tap(page, css)
    for _ in moves:
        yield tap(page, '[data-command="undo"]')


def piramide_taps(move):
    """Return the selectors that play a move of La Piramide, given as text."""
    if move in "+*":
        return ['[data-pile="stock"]']
    return [f'[data-card="{move[i : i + 2]}"]' for i in range(0, len(move), 2)]


def arena_game(page, url):
    """Play a game of three at the Arena to its end, each piece on the first stack that takes it."""
    session = Session(arena, arena.Params(3, "random", 0), 7)
    session.facts = {"looked": 3}
    keep(page, session)
    open_game(page, url + "#/arena")
    yield
    while page.locator(PIECE).count():
        yield tap(page, PIECE)
        yield tap(page, STACK)


def arena_with_bots(level):
    """Return a scene: play against three bots of a level, and tap on while they think."""

    def scene(page, url):
        session = Session(arena, arena.Params(4, "random", 0), 7)
        session.facts = {"seats": ["person", level, level, level]}
        keep(page, session)
        open_game(page, url + "#/arena")
        if level == "hard":  # it thinks in the worker, once that is there
            tap(page, PIECE)
            tap(page, STACK)
            page.wait_for_selector("body[data-brain=ready]")
        yield
        for _ in range(BOT_TAPS):
            if page.locator(PIECE).count():
                yield tap(page, PIECE)
                yield tap(page, STACK)
            else:
                yield tap(page, '[data-command="inspect"]')

    return scene


def piramide_with_solver(page, url):
    """Tap on while the worker solves arrangements for the hint; then ask it as all-knowing."""
    open_game(page, url + "#/piramide/7")
    page.wait_for_selector("#sprites symbol", state="attached")
    tap(page, '[data-command="hint"]')
    tap(page, '[data-command="show-hint"]')
    page.wait_for_selector("body[data-brain=ready]")
    leave_help(page)
    yield
    taps = 0
    while taps < THINKING_TAPS:
        yield tap(page, '[data-pile="stock"]')
        yield tap(page, '[data-command="hint"]')
        yield tap(page, '[data-command="show-chance"]')
        while page.locator("#fair .bar").count():
            yield tap(page, f'[data-command="{("show-hint", "show-chance")[taps % 2]}"]')
            taps += 1
        leave_help(page)
    yield tap(page, '[data-command="hint"]')
    yield tap(page, '[data-command="ask-oracle"]')
    page.wait_for_selector("[data-verdict]")


def leave_help(page):
    """Wait until the help has found what it can, and close it."""
    page.wait_for_selector("#fair .bar", state="detached")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")


def arena_replay(page, url):
    """Look at a finished game of four again: open it, then step through it."""
    session = Session(arena, arena.Params(4, "random", 0), 7)
    while not session.is_over():
        moves = arena.legal_moves(session.state)
        session.play(arena.format_move(moves[len(session.moves) * 7 % len(moves)]))
    session.facts = {"looked": 4, "revealed": True}
    keep(page, session)
    open_game(page, url + "#/arena")
    yield
    yield tap(page, '[data-command="result"]')
    yield tap(page, '[data-command="replay"]')
    page.wait_for_selector(".beliefs svg", state="attached")
    for _ in range(THINKING_TAPS):
        yield tap(page, '[data-command="line-next"]')


SCENES = {
    BARE: bare,
    "a game of La Piramide": piramide_game,
    "a game of the Arena": arena_game,
    "the Arena while medium bots think": arena_with_bots("medium"),
    "the Arena while hard bots think": arena_with_bots("hard"),
    "La Piramide while the solver runs": piramide_with_solver,
    "a replay of the Arena": arena_replay,
}
