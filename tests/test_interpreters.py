"""The rules are the same under CPython, MicroPython and Pyodide, to the byte."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.rules import arena, piramide
from tests.games import ARENA_PRESETS, PIRAMIDE_PRESETS, PRESETS, random_session
from tests.interpreters import bots, minds
from tests.interpreters.replay import trace
from tests.malformed import BAD_MOVES, MALFORMED

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/cases/replays.jsonl"


def records():
    """Return the recorded games, random ones of every preset, and malformed records."""
    found = [json.loads(line)["record"] for line in CASES.read_text("utf-8").splitlines()]
    for seed, (rules, params) in enumerate(PRESETS * 2):
        found.append(random_session(rules, params, seed).record())
    return found + [record for record, _ in MALFORMED] + BAD_MOVES


def find_node():
    """Return the path of Node, from PATH or from the environment that runs the tests."""
    node = shutil.which("node") or shutil.which("node", path=Path(sys.executable).parent)
    assert node, "Node is missing; `make test` fetches it"
    return node


@pytest.fixture(scope="module")
def lines():
    """Return the records as lines of JSON."""
    return [json.dumps(record) for record in records()]


@pytest.fixture(scope="module")
def expected(lines):
    """Return what CPython says about each record."""
    return [trace(line) for line in lines]


def answers(interpreter, module, lines, folder):
    """Return what the trace of a module makes of each line under an interpreter in Node."""
    file = folder / "lines.txt"
    file.write_text("\n".join(lines), "utf-8")
    result = subprocess.run(
        [find_node(), ROOT / "tests/interpreters/run.mjs", interpreter, module, file],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )
    assert result.returncode == 0, result.stderr[-2000:]
    return result.stdout.splitlines()


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_all_records_are_replayed_as_under_cpython(interpreter, lines, expected, tmp_path):
    found = answers(interpreter, "replay", lines, tmp_path)
    for line, answer, wanted in zip(lines, found, expected, strict=True):
        assert answer == wanted, line


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_the_minds_think_as_under_cpython(interpreter, tmp_path):
    sessions = [random_session(piramide, params, 5) for params in PIRAMIDE_PRESETS]
    positions = [piramide.format_state(session.states[session.ply // 2]) for session in sessions]
    found = answers(interpreter, "minds", positions, tmp_path)
    for position, answer in zip(positions, found, strict=True):
        assert answer == minds.trace(position), position


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_the_bots_choose_as_under_cpython(interpreter, tmp_path):
    seen = []
    for seed, params in enumerate(ARENA_PRESETS):
        states = random_session(arena, params, seed).states
        for state in (states[0], states[len(states) // 2], states[-2]):
            if state.targets[state.turn]:
                seen.append(arena.format_observation(arena.observe(state, state.turn)))
    found = answers(interpreter, "bots", seen, tmp_path)
    for line, answer in zip(seen, found, strict=True):
        assert answer == bots.trace(line), line


def test_the_records_hold_games_of_all_kinds(expected):
    kinds = [json.loads(line)[0] for line in expected]
    outcomes = [kind["outcome"] for kind in kinds if isinstance(kind, dict)]
    assert {"playing", "won", "lost", "over"} == set(outcomes)
    assert len(outcomes) > 150
    assert {"ply", "record"} <= {kind for kind in kinds if isinstance(kind, str)}
