"""Tells all that the rules say about one record; must print the same under every interpreter.

`run.mjs` calls `trace` in MicroPython and Pyodide, test_interpreters.py in CPython.
"""

import json

from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.session import PlyError, format_save, parse_record, parse_save

GAMES = {arena.GAME: arena, piramide.GAME: piramide}
NAMES = ["Ada", "\u05d3\u05df"]
"""One name in Latin letters, one in Hebrew."""


def trace(line: str) -> str:
    """Return, as one JSON line, what becomes of the record that a JSON line holds."""
    try:
        session = parse_record(json.loads(line), GAMES)
    except PlyError as error:
        return json.dumps(["ply", error.ply, str(error)])
    except ValueError as error:
        return json.dumps(["record", str(error)])
    positions = [told(session.rules, state) for state in session.states]
    return json.dumps([session.rules.report(session.state), positions, saves(session)])


def told(rules, state) -> list:
    """Return everything the rules can say about one position."""
    text = rules.format_state(state)
    assert rules.parse_state(text) == state
    seen = [rules.observe(state, player) for player in seats(state)]
    return [
        text,
        rules.to_move(state),
        [rules.format_move(move) for move in rules.legal_moves(state)],
        plain(rules.outcome(state)),
        [plain(observation) for observation in seen],
        [rules.format_state(rules.resample(observation, Pcg32(9, 9))) for observation in seen],
    ]


def seats(state) -> list:
    """Return the players of a game, and None for a spectator of the Arena."""
    if isinstance(state, piramide.State):
        return [0]
    players: list = list(range(len(state.hands)))
    players.append(None)
    return players


def plain(value):
    """Return a value with its tuples as lists, also inside."""
    return [plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def saves(session) -> list:
    """Return the save of a finished replay, and what comes out of one in which a half is undone."""
    whole = format_save(session)
    for _ in range(session.ply // 2):
        session.undo()
    session.facts = {"names": NAMES, "looked": 2}
    again = parse_save(format_save(session), GAMES)
    return [
        whole,
        again.rules.format_state(again.state),
        again.moves,
        again.facts["names"] == NAMES,
    ]
