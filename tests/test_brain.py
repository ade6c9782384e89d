"""The worker's answers, under CPython and under Pyodide (docs/records.md says what moves mean)."""

import asyncio
import json
import re
import subprocess
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from game import brain
from game.minds import finish, hints, solver
from game.rules import piramide
from game.rules.chance import Pcg32
from tests.test_interpreters import find_node

ROOT = Path(__file__).parent.parent
STUCK = piramide.Params("stuck", 6, False, 0)
START = piramide.new_game(STUCK, 5)
SEEN = piramide.format_observation(piramide.observe(START))
HINT = {"seen": SEEN, "seed": 3, "arrangements": 6}
ENDLESS = HINT | {"arrangements": 10**6}
RECORD = {"game": "piramide", "version": 1, "deal": 5, "moves": ["3b7d"]}
QUESTIONS = [
    ("hint", HINT),
    ("solve", {"position": piramide.format_state(START)}),
    ("judge", {"record": RECORD}),
    ("find", {"first": 2**53 - 3}),
    ("find", {"first": 7, "draw": "free", "rows": 7, "open": True, "redeals": 2}),
    ("daily", {"date": "20261129"}),
]


def run(coroutine):
    """Return what a coroutine returns; in its own thread: browser tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()


def ask(function, question):
    """Return what one function answers to one question."""
    return json.loads(run(getattr(brain, function)(json.dumps(question))))


def plain(value):
    """Return a value as JSON would bring it back."""
    return json.loads(json.dumps(value))


def test_the_worker_exports_what_it_documents():
    documented = brain.__doc__.partition("    function")[2].splitlines()[1:]
    names = [line.split()[0] for line in documented if re.match(" {4}[a-z]", line)]
    assert names == brain.__export__
    assert all(asyncio.iscoroutinefunction(getattr(brain, name)) for name in names)


def test_a_hint_is_that_of_the_mind():
    expected = finish(hints.hinting(piramide.observe(START), Pcg32(3, hints.STREAM), 6))
    assert ask("hint", HINT) == plain(expected._asdict())


def test_a_hint_stops_in_time():
    answer = ask("hint", ENDLESS | {"seconds": 0.1})
    assert 1 <= answer["tried"] < 10**6
    assert answer["moves"]


def test_a_solution_is_that_of_the_solver():
    expected = solver.solve(START)._asdict()
    assert ask("solve", {"position": piramide.format_state(START)}) == plain(expected)


def test_a_game_is_judged_from_its_record():
    assert ask("judge", {"record": RECORD})["answer"] in ("yes", "no", "thrown")


def test_a_deal_is_found_for_a_way_to_play():
    question = {"first": 1, "draw": "free", "rows": 7}
    deal = ask("find", question)["deal"]
    assert solver.solve(piramide.new_game(piramide.Params("free", 7, False, 0), deal)).winnable


@pytest.mark.parametrize(
    ("function", "question", "reason"),
    [
        ("hint", {"seed": 1}, "seen is missing"),
        ("hint", HINT | {"seed": -1}, "seed must be"),
        ("hint", HINT | {"seen": "x"}, "is not"),
        ("solve", {}, "position is missing"),
        ("solve", {"position": SEEN}, "is not a position"),
        ("judge", {"record": RECORD | {"moves": ["+"]}}, "removal is left"),
        ("find", {"first": -1}, "deal must be"),
        ("daily", {"date": "today"}, "YYYYMMDD"),
    ],
)
def test_a_bad_question_is_answered_with_what_is_wrong(function, question, reason):
    assert reason in ask(function, question)["error"]


async def asked_and_stopped(stop):
    """Return what two endless questions answer after `stop`, the second stopped at last."""
    tasks = [
        asyncio.create_task(brain.hint(json.dumps(ENDLESS | {"number": number})))
        for number in (1, 2)
    ]
    await asyncio.sleep(0.05)
    count = json.loads(await brain.stop(json.dumps(stop)))["stopped"]
    await asyncio.sleep(0.1)
    done = [task.done() for task in tasks]
    await brain.stop("{}")
    return count, done, [json.loads(await task) for task in tasks]


@pytest.mark.parametrize(
    ("stop", "count", "done"), [({"number": 1}, 1, [True, False]), ({}, 2, [True, True])]
)
def test_a_question_can_be_stopped(stop, count, done):
    assert run(asked_and_stopped(stop)) == (count, done, [{"stopped": True}] * 2)
    assert brain.running == {}


def test_a_short_question_is_answered_while_a_long_one_runs():
    async def both():
        long = asyncio.create_task(brain.hint(json.dumps(ENDLESS)))
        await asyncio.sleep(0.05)
        short = json.loads(await brain.daily('{"date": "20261129"}'))
        await brain.stop("{}")
        return short, json.loads(await long)

    assert run(both()) == ({"deal": 20261129000}, {"stopped": True})


def test_the_page_is_told_how_far_a_question_is(monkeypatch):
    told = []
    monkeypatch.setattr(brain, "tell", lambda channel, text: told.append((channel, text)))
    ask("hint", ENDLESS | {"seconds": 0.5, "number": 8, "channel": "brain-1"})
    assert 2 <= len(told) <= 5
    channel, text = told[-1]
    assert channel == "brain-1"
    assert json.loads(text)["number"] == 8
    assert json.loads(text)["told"]["tried"] >= 1


def node(script, *arguments):
    """Run a script in Node; return what it prints."""
    result = subprocess.run(
        [find_node(), ROOT / script, *arguments], capture_output=True, encoding="utf-8", timeout=300
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Return a folder with the worker's part of the site, as the build makes it."""
    folder = tmp_path_factory.mktemp("site")
    node("scripts/brain.mjs", folder)
    return folder


def test_pyodide_with_the_cut_library_answers_as_cpython_does(site, tmp_path):
    file = tmp_path / "questions.json"
    file.write_text(json.dumps(QUESTIONS), "utf-8")
    lines = node("tests/interpreters/brain.mjs", site, file).splitlines()
    assert [json.loads(line) for line in lines] == [ask(*question) for question in QUESTIONS]


def test_the_table_of_the_workers_files_is_true(site):
    table = json.loads((site / "brain.json").read_text("utf-8"))
    for name, size in table["sizes"].items():
        assert (site / name).stat().st_size == size
    ours = {name.removeprefix("./") for name in table["config"]["files"]} | {"game/brain.py"}
    assert ours == {name for name in table["sizes"] if name.startswith("game/")}
    assert table["config"]["sync_main_only"] is True


def test_the_cut_library_is_compiled_and_the_same_every_time(site, tmp_path):
    with zipfile.ZipFile(site / "brain/stdlib.zip") as library:
        entries = library.infolist()
        assert {Path(entry.filename).suffix for entry in entries} == {".pyc"}
        assert {library.read(entry)[4:8] for entry in entries} == {b"\1\0\0\0"}  # unchecked hash
    node("scripts/brain.mjs", tmp_path)
    assert (tmp_path / "brain/stdlib.zip").read_bytes() == (site / "brain/stdlib.zip").read_bytes()
