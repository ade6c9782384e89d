"""The Python worker without the page around it: its start, its way there and back, its strength."""

import asyncio
import json
import shutil
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

from game import brain
from game.minds import bots
from game.rules import arena, piramide
from game.rules.chance import Pcg32
from scripts.bench.figures import compare
from scripts.bench.pages import OURS, new_page
from scripts.bench.start import watch
from scripts.build import MICROPYTHON, ROOT

GROUP = "Worker (Pyodide)"
PAGE = "bench.html"
DEALS = 300
PLAYOUTS = 3000
ROUND_TRIPS = 200

with open(ROOT / "pyscript.toml", "rb") as config:
    PLUGINS = json.dumps(tomllib.load(config)["plugins"])
BENCH_PAGE = """<!doctype html><html><head><meta charset="utf-8">
<script type="module" src="pyscript/core.js"></script></head><body>
<py-config type="json" hidden>{"plugins": PLUGINS}</py-config>
<script type="mpy"
  config='{"interpreter": "./bench/micropython.mjs", "plugins": PLUGINS}'>
import json
from pyscript import create_named_worker, document, window

now = window.performance.now

async def fetch(path):
    return await (await window.fetch(path)).text()

async def timed(worker, question, count=1):
    name, text = question
    began = now()
    for _ in range(count):
        answer = await getattr(worker, name)(text)
    return now() - began, str(answer)

async def run():
    questions = json.loads(await fetch("bench/questions.json"))
    began = now()
    config = json.dumps(json.loads(await fetch("brain.json"))["config"])
    worker = await create_named_worker("./game/brain.py", "brain", config, "py")
    await timed(worker, questions["first"])
    found = {"start": now() - began}
    found["trip"] = (await timed(worker, questions["trip"], questions["trips"]))[0]
    found["solve"] = 0
    for question in questions["solve"]:
        found["solve"] += (await timed(worker, question))[0]
    found["move"], found["choice"] = await timed(worker, questions["move"])
    window.found = json.dumps(found)
    document.body.dataset.ready = "true"

await run()
</script></body></html>""".replace("PLUGINS", PLUGINS)

ECHO = """(count) => new Promise((done) => {
  const echo = new Blob(["onmessage = (event) => postMessage(event.data)"]);
  const worker = new Worker(URL.createObjectURL(echo));
  let left = count, began = 0;
  worker.onmessage = () => {
    began ||= performance.now();
    if (left--) return worker.postMessage("{}");
    done(performance.now() - began);
  };
  worker.postMessage("{}");
})"""
"""How long a plain JavaScript worker takes for so many round trips, once it runs."""


def questions():
    """Return what the worker is asked, as functions of game/brain.py and their texts."""
    params = piramide.Params("stuck", 6, False, 0)
    positions = [
        piramide.format_state(piramide.new_game(params, deal)) for deal in range(1, DEALS + 1)
    ]
    solve = [("solve", json.dumps({"position": position})) for position in positions]
    state = arena.new_game(arena.Params(4, "random", 0), 7)
    for _ in range(12):
        choice = last(bots.choosing("easy", arena.observe(state, state.turn), Pcg32(1, 1), 0))
        state = arena.apply_move(state, arena.parse_move(choice.move))
    seen = arena.format_observation(arena.observe(state, state.turn))
    move = {"level": "hard", "seen": seen, "seed": 3, "playouts": PLAYOUTS}
    return {
        "first": solve[0],
        "trip": ("stop", "{}"),
        "trips": ROUND_TRIPS,
        "solve": solve,
        "move": ("move", json.dumps(move)),
    }


def last(job):
    """Return what a job of game/minds returns at its end."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            return end.value


def measure_worker(bench):
    """Start until the first answer, round trip, and strength against CPython."""
    asked = questions()
    site = bench.sites[OURS]
    (site.folder / PAGE).write_text(BENCH_PAGE, "utf-8")
    own = shutil.copytree(ROOT / MICROPYTHON, site.folder / "bench")
    (own / "questions.json").write_text(json.dumps(asked), "utf-8")
    samples = []
    for _ in range(bench.repeats):
        samples.append(worker_once(bench, site) | cpython_once(asked))
    (site.folder / PAGE).unlink()
    shutil.rmtree(own)
    column = {key: [sample[key] for sample in samples] for key in samples[0]}

    def figure(name, unit, ours, than, theirs):
        return compare(GROUP, name, unit, column[ours], than, column[theirs])

    return [
        figure("start until first answer, cold", "ms", "cold", "bare Pyodide, cold", "bare cold"),
        figure("start until first answer, warm", "ms", "warm", "bare Pyodide, warm", "bare warm"),
        figure("round trip", "ms", "trip", "a plain JavaScript worker", "echo"),
        figure("solver, text's rule", "deals/s", "deals", "CPython", "CPython deals"),
        figure("hard bot", "playouts/s", "playouts", "CPython", "CPython playouts"),
    ]


def worker_once(bench, site):
    """Start the worker twice and the bare Pyodide page twice; return what was found, by name."""
    found = {}
    with new_page(bench.browser, script=watch()) as (page, _):
        for moment in ("cold", "warm"):
            page.goto(site.url + PAGE)
            page.evaluate("readyAt")
            answer = json.loads(page.evaluate("found"))
            found[moment] = answer["start"]
        found["echo"] = page.evaluate(ECHO, ROUND_TRIPS) / ROUND_TRIPS
        found["trip"] = answer["trip"] / ROUND_TRIPS
        found["deals"] = 1000 * DEALS / answer["solve"]
        found["playouts"] = 1000 * json.loads(answer["choice"])["tried"] / answer["move"]
    with new_page(bench.browser, script=watch()) as (page, _):
        for moment in ("cold", "warm"):
            page.goto(bench.sites["bare Pyodide"].url)
            found[f"bare {moment}"] = page.evaluate("readyAt")
    return found


def cpython_once(asked):
    """Return how strong this very Python is with the same questions."""

    async def run():
        began = time.perf_counter()
        for name, text in asked["solve"]:
            await getattr(brain, name)(text)
        between = time.perf_counter()
        name, text = asked["move"]
        tried = json.loads(await getattr(brain, name)(text))["tried"]
        ended = time.perf_counter()
        deals, playouts = DEALS / (between - began), tried / (ended - between)
        return {"CPython deals": deals, "CPython playouts": playouts}

    with ThreadPoolExecutor(1) as thread:  # Playwright has an event loop in this one
        return thread.submit(asyncio.run, run()).result()
