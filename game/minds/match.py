"""Measures bots against each other; brain-only, for the command line."""

import time

from game.minds.bots import LEVELS, STREAM, choosing
from game.minds.processes import spread
from game.minds.quality import paired
from game.rules import arena
from game.rules.chance import Pcg32

SEATS = LEVELS + ("random",)
"""Who may sit at a match; "random" plays any legal move."""


def match(seats: list, deals: range, playouts: int, seconds: float | None, jobs: int) -> dict:
    """Return how often each level wins when each deal is played once from every seat.

    A win is divided between those who share it. The 95 % interval is that of a mean over deals.
    """
    turns = [seats[turn:] + seats[:turn] for turn in range(len(seats))]
    tasks = ((turn, deal, playouts, seconds) for deal in deals for turn in turns)
    games = len(deals) * len(turns)
    levels = sorted(set(seats), key=seats.index)
    totals = {level: [0.0, 0] for level in levels}  # seconds and moves
    won = {level: [0.0 for _ in deals] for level in levels}  # by deal, of all its games
    with spread(min(jobs, games)) as each:
        for index, result in enumerate(each(play_game, tasks)):
            for level in levels:
                share, seconds_used, moves = result[level]
                won[level][index // len(turns)] += share
                totals[level][0] += seconds_used
                totals[level][1] += moves
    rows = []
    for level in levels:
        means = [share / len(seats) for share in won[level]]
        took, moves = totals[level]
        rows.append(
            {
                "level": level,
                "share": paired(means, [0] * len(means)),
                "fair": seats.count(level) / len(seats),
                "move_ms": 1000 * took / moves,
            }
        )
    return {"games": games, "seats": seats, "levels": rows}


def format_table(table: dict) -> str:
    """Return a measured table as text."""
    lines = [
        f"{table['games']} games of {', '.join(table['seats'])}, each deal from every seat",
        "level     wins   95 % interval   if all were equal   time a move",
    ]
    for row in table["levels"]:
        share, low, high = row["share"]
        lines.append(
            f"{row['level']:7} {share:6.1%}   {max(0, low):6.1%}-{min(1, high):6.1%}"
            f"{row['fair']:20.1%}{row['move_ms']:11.1f} ms"
        )
    return "\n".join(lines)


def play_game(task: tuple) -> dict:
    """Play one game; return for each level the part of the win, the seconds used and the moves."""
    seats, deal, playouts, seconds = task
    state = arena.new_game(arena.Params(len(seats), "random", None), deal)
    rngs = [Pcg32(deal * len(seats) + seat, STREAM) for seat in range(len(seats))]
    results = {level: [0.0, 0.0, 0] for level in seats}
    while state.turn is not None:
        result = results[seats[state.turn]]
        began = time.perf_counter()
        seen = arena.observe(state, state.turn)
        move = chosen_move(seats[state.turn], seen, rngs[state.turn], playouts, seconds)
        result[1] += time.perf_counter() - began
        result[2] += 1
        state = arena.apply_move(state, move)
    winners = arena.outcome(state).winners
    for player in winners:
        results[seats[player]][0] += 1 / len(winners)
    return results


def chosen_move(level: str, seen, rng: Pcg32, playouts: int, seconds: float | None) -> arena.Move:
    """Return what a level plays, after so many playouts or, where given, so many seconds."""
    if level == "random":
        moves = arena.legal_moves(seen)
        return moves[rng.below(len(moves))]
    end = None if seconds is None else time.perf_counter() + seconds
    job = choosing(level, seen, rng, playouts)
    while True:
        try:
            choice = next(job)
        except StopIteration as stop:
            return arena.parse_move(stop.value.move)
        if choice and end is not None and time.perf_counter() >= end:
            return arena.parse_move(choice.move)
