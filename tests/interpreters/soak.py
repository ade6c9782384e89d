"""Plays whole games through a session at random; must end the same under every interpreter.

A line is JSON: a record without moves, a seed, and how many games to play from it.
"""

import binascii
import json

from game.links import can_share, format_link, parse_link
from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.session import format_save, parse_record, parse_save

GAMES = {arena.GAME: arena, piramide.GAME: piramide}
STREAM = 8


def trace(line: str) -> str:
    """Return, as one JSON line, a checksum of each game's last save."""
    record, seed, count = json.loads(line)
    saves = [play(record, seed + number) for number in range(count)]
    return json.dumps([f"{binascii.crc32(save.encode()) & 0xFFFFFFFF:08x}" for save in saves])


def play(record: dict, seed: int) -> str:
    """Play one game to its end, with undo, redo and reload in between; return its last save.

    `wanted` is what a player believes to be on the table; the session must never differ from it.
    """
    rng = Pcg32(seed, STREAM)
    if "deal" in record:
        record["deal"] = seed
    session = parse_record(record, GAMES)
    rules = session.rules
    wanted: list = []
    undone: list = []
    while not session.is_over():
        step = rng.below(16)
        if step == 0 and session.can_undo():
            session.undo()
            undone.append(wanted.pop())
        elif step == 1 and session.can_redo():
            session.redo()
            wanted.append(undone.pop())
        elif step == 2:
            before = rules.format_state(session.state)
            session = parse_save(format_save(session), GAMES)
            assert rules.format_state(session.state) == before
        else:
            moves = rules.legal_moves(session.state)
            move = rules.format_move(moves[rng.below(1 + rng.below(len(moves)))])
            session.play(move)
            wanted.append(move)
            undone = []
        assert session.moves[: session.ply] == wanted
        assert session.moves[session.ply :] == list(reversed(undone))
    if rules is arena:
        session.facts = {"revealed": True}
    if can_share(session):
        again = parse_link(format_link(session), GAMES)
        assert rules.format_state(again.state) == rules.format_state(session.state)
    return format_save(session)
