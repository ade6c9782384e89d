"""Measures the fair hint against other ways to play; brain-only, for the command line."""

from game.minds import finish
from game.minds.hints import CONFIDENCE, hinting, interval
from game.minds.processes import spread
from game.minds.solver import solve
from game.rules import piramide
from game.rules.chance import Pcg32

WAYS = ("random", "greedy", "hint", "ceiling")
"""Any legal move; the first legal removal, else a draw; the hint's first move; all cards known."""
CHANCE_STREAM = 5
"""Random play and the hint draw their chance from streams 5 and 6, seeded by the deal."""

PROMISES = 40
"""Arrangements that are enough for the mean over many deals of the chance promised."""


def measure(params: piramide.Params, numbers: range, arrangements: int, jobs: int) -> dict:
    """Return how many of these deals each way wins, and what the hint gains on the others.

    Shares and differences come with 95 % intervals. All ways play the same deals, so a difference
    is the mean of the differences deal by deal.
    """
    tasks = ((params, deal, arrangements) for deal in numbers)
    wins: dict = {way: [] for way in WAYS}
    promised = 0.0
    played = len(numbers)
    with spread(min(jobs, played)) as each:
        for result in each(play_deal, tasks):
            promised += result["promised"]
            for way in WAYS:
                wins[way].append(result[way])
    return {
        "deals": played,
        "arrangements": arrangements,
        "draw": params.draw,
        "ways": [
            {
                "way": way,
                "won": sum(wins[way]),
                "share": sum(wins[way]) / played,
                "interval": interval(sum(wins[way]), played),
                "of_ceiling": sum(wins[way]) / max(1, sum(wins["ceiling"])),
                "hint_gains": paired(wins["hint"], wins[way]),
            }
            for way in WAYS
        ],
        "promised": promised / played,
    }


def format_table(table: dict) -> str:
    """Return a measured table as text."""
    lines = [
        f"{table['deals']} deals, draw {table['draw']}, "
        f"{table['arrangements']} arrangements a move",
        "way        won   share  95 % interval  of ceiling   the hint gains (95 % interval)",
    ]
    for row in table["ways"]:
        low, high = row["interval"]
        gain, least, most = row["hint_gains"]
        lines.append(
            f"{row['way']:8} {row['won']:5} {row['share']:7.2%}  {low:6.2%}-{high:6.2%}"
            f" {row['of_ceiling']:11.3f}   {gain:+7.2%} ({least:+.2%} to {most:+.2%})"
        )
    lines.append(f"chance promised at the first move, on average: {table['promised']:.2%}")
    return "\n".join(lines)


def paired(mine: list, others: list) -> tuple:
    """Return the mean difference between two lists of the same deals, and its 95 % interval."""
    differences = [a - b for a, b in zip(mine, others, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    variance = sum([(difference - mean) ** 2 for difference in differences]) / max(1, count - 1)
    half = CONFIDENCE * (variance / count) ** 0.5
    return mean, mean - half, mean + half


def play_deal(task: tuple) -> dict:
    """Play one deal in every way; return 1 for a win and 0 for a loss by way.

    A deal that cannot be won with all cards known is lost by the hint too, and is not played by it.
    """
    params, deal, arrangements = task
    start = piramide.new_game(params, deal)
    rng = Pcg32(deal, CHANCE_STREAM)
    winnable = solve(start).winnable
    first = finish(
        hinting(
            piramide.observe(start),
            Pcg32(deal, CHANCE_STREAM + 1),
            arrangements if winnable is not False else min(arrangements, PROMISES),
        )
    )

    def follow_hint(moves, state):
        if len(moves) == 1:
            return moves[0]
        hint = first
        if state.moves:
            hint = finish(hinting(piramide.observe(state), rng, arrangements))
        return piramide.parse_move(hint.moves[0][0])

    return {
        "random": play(start, lambda moves, state: moves[rng.below(len(moves))]),
        "greedy": play(start, lambda moves, state: moves[0]),
        "hint": 0 if winnable is False else play(start, follow_hint),
        "ceiling": int(winnable is True),
        "promised": first.chance,
    }


def play(state: piramide.State, choose) -> int:
    """Play a deal to its end by `choose(moves, state)`; return 1 if it is won, else 0."""
    while True:
        moves = piramide.legal_moves(state)
        if not moves:
            return int(piramide.is_empty(state.pyramid))
        state = piramide.apply_move(state, choose(moves, state))
