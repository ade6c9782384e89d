"""What the page holds, with and without the worker, and whether it grows with the games played."""

from pathlib import Path

from game.minds import solver
from game.rules import arena, piramide
from game.session import Session
from scripts.bench.figures import compare
from scripts.bench.pages import BARE, OURS, new_page
from scripts.bench.start import watch
from scripts.bench.taps import piramide_taps
from scripts.pictures import finished

GROUP = "Memory (a single run)"
GROWTH_MOST = 1.05
HINT_EVERY = 10
"""Of so many games of La Piramide the worker is asked in one."""
HOLD_MEMORIES = """
globalThis.memories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const make = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const made = await make(...args);
    const parts = Object.values((made.instance ?? made).exports ?? {});
    memories.push(...parts.filter((part) => part instanceof WebAssembly.Memory));
    return made;
  };
}
"""
"""Keeps in sight what Python holds, on the page or in the worker."""
PYTHON_BYTES = "memories.reduce((sum, each) => sum + each.buffer.byteLength, 0)"
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker;"
TAP_ALL = """async (all) => {
  for (const css of all) {
    document.querySelector(css).click();
    await new Promise((done) => setTimeout(done));
  }
}"""


def measure_memory(bench):
    """Return what page, worker and bare pages hold, after one game of each kind and after many."""
    bare = {
        name: hold(bench, lambda page, name=name: open_bare(bench, page, name)) for name in BARE
    }
    alone = hold(bench, lambda page: play_games(bench, page, False))
    helped = hold(bench, lambda page: play_games(bench, page, True))
    figures = []
    for name, kept in (("page", alone), ("page with worker", helped)):
        for than, other in bare.items():
            label = f"{name}, whole process"
            figures.append(compare(GROUP, label, "MB", [kept[1][1]], than, [other[0][1]]))
        for label, what in (("held", 0), ("whole process", 1)):
            figures.append(
                compare(
                    GROUP,
                    f"{name}, {label}, after {bench.games} games",
                    "MB",
                    [kept[-1][what]],
                    "after the first of each kind",
                    [kept[0][what]],
                    ratio_most=GROWTH_MOST if what == 0 else None,
                )
            )
    return figures


def hold(bench, visit):
    """Return what `visit(page)`, a generator, found held each time that it paused.

    A browser of its own, so that its processes hold nothing else.
    """
    browser = bench.launch()
    try:
        with new_page(browser, script=NO_SERVICE_WORKER + watch()) as (page, tools):
            hold_memories(page)
            return [(held_mb(page, tools), process_mb(browser)) for _ in visit(page)]
    finally:
        browser.close()


def hold_memories(page):
    """Let `held_mb` see what Python holds; to be called before the page is opened."""
    page.add_init_script(HOLD_MEMORIES)

    def prepend(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=HOLD_MEMORIES + answer.text())

    page.route("**/brain/interpreter.mjs", prepend)
    page.on("worker", lambda _: None)  # else Playwright does not fill page.workers


def held_mb(page, tools):
    """Return what the page holds, JavaScript, elements and Python, and the Python of its worker."""
    for _ in range(2):
        tools.send("HeapProfiler.collectGarbage")
    heap = tools.send("Runtime.getHeapUsage")
    python = sum(thread.evaluate(PYTHON_BYTES) for thread in [page, *page.workers])
    assert python > 1e6, "what Python holds is not in sight"
    return (heap["usedSize"] + heap["embedderHeapUsedSize"] + python) / 1e6


def process_mb(browser):
    """Return what the browser's page processes hold, the worker's thread included (Linux)."""
    tools = browser.new_browser_cdp_session()
    processes = tools.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in processes if process["type"] == "renderer"]
    total_kb = 0
    for pid in pages:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        total_kb += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    tools.detach()
    return total_kb / 1000


def open_bare(bench, page, name):
    """Open a bare page."""
    page.goto(bench.sites[name].url)
    page.evaluate("readyAt")
    yield


def play_games(bench, page, with_worker):
    """Play so many games, half of each kind; pause on the home screen after 1 of each, and last."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(bench.sites[OURS].url)
    page.evaluate("readyAt")
    each = max(2, bench.games // 2)
    for number in range(1, each + 1):
        play_arena(page, number)
        play_piramide(page, number, with_worker and number % HINT_EVERY in (0, 1))
        if number in (1, each):
            page.evaluate(TAP_ALL, ["#screen [data-command=home]"])
            page.wait_for_selector("body[data-screen=home]")
            yield


def play_arena(page, number):
    """Play a game of three to its end."""
    session = Session(arena, arena.Params(3, "random", 0), number)
    finished(session)
    go(page, f"#/arena/{number}?players=3&start=1")
    page.wait_for_selector("body[data-screen=arena][data-handover]")
    taps = ["[data-command=looked]"] * 3
    for move in map(arena.parse_move, session.moves):
        taps += [f'.tray [data-hand="{move.colour}"]', f'[data-stack="{move.stack}"]']
    page.evaluate(TAP_ALL, taps)
    page.wait_for_selector("body[data-outcome=over]")


def play_piramide(page, number, with_worker):
    """Play a deal as the solver would, or to its loss; first ask the worker for a hint."""
    params = piramide.Params("stuck", 6, False, 0)
    solution = solver.solve(piramide.new_game(params, number))
    moves = solution.moves or finished(Session(piramide, params, number)).moves
    go(page, f"#/piramide/{number}?draw=stuck")
    page.wait_for_selector("body[data-screen=piramide][data-outcome=playing]")
    if with_worker:
        page.evaluate(TAP_ALL, ["[data-command=hint]", "#dialog [data-command=show-chance]"])
        page.wait_for_selector("body[data-brain=ready]")
        page.wait_for_selector("#fair .bar", state="detached")
        page.keyboard.press("Escape")
        page.wait_for_selector("body:not([data-dialog])")
    page.evaluate(TAP_ALL, [css for move in moves for css in piramide_taps(move)])
    page.wait_for_selector("body:not([data-outcome=playing])")


def go(page, address):
    """Go to an address within the page."""
    page.evaluate("hash => { location.hash = hash }", address)
