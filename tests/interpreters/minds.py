"""Tells what the minds make of one position; must print the same under every interpreter.

`run.mjs` calls `trace` in MicroPython and Pyodide, test_interpreters.py in CPython.
"""

import json

from game.minds import deals, finish, solver
from game.minds.hints import hinting
from game.rules import piramide
from game.rules.chance import Pcg32


def trace(line: str) -> str:
    """Return, as one JSON line, solution, hint and found deal for a position written as text."""
    state = piramide.parse_state(line)
    seen = piramide.observe(state)
    assert piramide.parse_observation(piramide.format_observation(seen)) == seen
    start = state.params, sum([ord(letter) for letter in line])
    return json.dumps(
        [
            list(solver.solve(state, 2000)),
            list(finish(solver.judging([piramide.new_game(start[0], start[1]), state], 2000))),
            plain(finish(hinting(seen, Pcg32(1, 4), 3))),
            finish(deals.finding(start[0], start[1])),
        ]
    )


def plain(hint) -> list:
    """Return a hint with its fractions as texts of ten digits."""
    moves = [[move, f"{worth:.10f}"] for move, worth in hint.moves]
    return [moves] + [f"{share:.10f}" for share in hint[1:]]
