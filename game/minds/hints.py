"""The fair hint of La Piramide: what to do, and how likely a win is, from what the player sees.

It deals the unseen cards many times over, each arrangement as likely as any other. In each it asks
the solver which moves can still win. Cards that the player does not know yet make such an answer
too hopeful, so two corrections are weighed in (the weights are measured; README, The hint):
a win also counts by what plain good play, which sees no more than the player, makes of it; and
moves that give up nothing come before those that choose between partners.
"""

from collections import namedtuple

from game.minds.solver import Table, solving
from game.rules import piramide
from game.rules.chance import Pcg32

STATES = 3000
"""Positions after which an arrangement counts as lost; only free draw comes near it."""
SOLVE_EVERY = {"stuck": 1, "free": 8}
"""Every how many arrangements are solved; under free draw that takes long."""
PLAYED = 0.5
"""Weight of what playouts make of a move, against what could be made with all cards known."""
ALONE = 0.05
"""Bonus, in parts of the arrangements that can be won, for a removal of two cards that have no
other partner among the available ones: it gives up nothing and may turn up a card."""
CONFIDENCE = 1.96
"""Standard deviations that hold 95 % of a normal distribution."""


class Hint(namedtuple("Hint", "moves chance low high ceiling tried")):
    """The moves as pairs (text, worth), the best first, after `tried` arrangements.

    A Re is first though its worth may be the same as others': nothing else can use it.

    `chance` is the share that playouts won, between `low` and `high` with 95 % confidence as far as
    sampling goes; play by the hint wins a little more. `ceiling` is the share that could be won
    with all cards known. All are 0 to 1.
    """


def hinting(seen: piramide.Observation, rng: Pcg32, arrangements: int):
    """Return the job whose answer is a `Hint`; after each arrangement it yields the one so far."""
    moves = piramide.legal_moves(seen)
    count = Count(len(moves))
    solve_every = SOLVE_EVERY[seen.params.draw]
    alone = [is_alone(seen, move) for move in moves]
    hint = None
    for tried in range(1, arrangements + 1):
        state = piramide.resample(seen, rng)
        afters = [piramide.apply_move(state, move) for move in moves] if len(moves) > 1 else []
        count.tried = tried
        solution = None
        if tried % solve_every == 0 or tried == 1:
            count.solved += 1
            solution = yield from solving(state, STATES)
            if solution.winnable:
                count.winnable += 1
                for index, after in enumerate(afters):
                    count.bonus[index] += alone[index]
                    if piramide.format_move(moves[index]) == solution.moves[0]:
                        count.winnable_after[index] += 1
                    else:
                        rest = yield from solving(after, STATES)
                        count.winnable_after[index] += rest.winnable is True
        if solution is None or solution.winnable is not False:
            count.won += playout(Table(state))
            for index, after in enumerate(afters):
                count.won_after[index] += playout(Table(after))
        hint = summed_up(moves, count)
        yield hint
    return hint


class Count:
    """What has been counted over the arrangements so far, in all and after each move."""

    def __init__(self, moves: int):
        self.tried = self.solved = self.winnable = self.won = 0
        self.winnable_after = [0] * moves
        self.won_after = [0] * moves
        self.bonus = [0] * moves


def summed_up(moves: list, count: Count) -> Hint:
    """Return the hint that the counts so far make; a Re comes first, it may always go at once."""
    tried, solved = count.tried, count.solved
    order = []
    for index in range(len(moves)):
        worth = PLAYED * count.won_after[index] / tried
        worth += (1 - PLAYED) * count.winnable_after[index] / solved
        worth += ALONE * count.bonus[index] / solved
        order.append((not is_king(moves[index]), -worth, index))
    listed = [(piramide.format_move(moves[index]), -worth) for _, worth, index in sorted(order)]
    low, high = interval(count.won, tried)
    return Hint(listed, count.won / tried, low, high, count.winnable / solved, tried)


def interval(won: int, tried: int) -> tuple:
    """Return the 95 % confidence interval of a share (E. B. Wilson, 1927)."""
    square = CONFIDENCE * CONFIDENCE
    centre = (won + square / 2) / (tried + square)
    spread = won * (tried - won) / tried + square / 4
    half = CONFIDENCE * spread**0.5 / (tried + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def is_king(move: piramide.Move) -> bool:
    """Return whether a move removes a Re."""
    return len(move.cards) == 1


def is_alone(seen, move: piramide.Move) -> bool:
    """Return whether the cards that a move removes could not be removed in another way now."""
    if move.action != "remove":
        return False
    values = [piramide.value(card) for card in piramide.available(seen)]
    places = [values.count(piramide.value(card)) for card in move.cards]
    if is_king(move):
        return True
    return places == ([2, 2] if piramide.value(move.cards[0]) == 5 else [1, 1])


def playout(table: Table) -> bool:
    """Play on by a plain rule that looks at exposed cards only; return whether that wins.

    It removes while it can, what uncovers most first, then what lies lowest, and never two cards
    outside the pyramid if there is another removal.
    """
    slots = table.slots
    mask, gone, cursor, redeals = table.mask, table.gone, table.cursor, table.redeals
    while mask:
        best = None
        best_score = -99
        for removal in table.removals(table.available(mask, gone, cursor)):
            score = removal_score(table, mask, removal)
            if score > best_score:
                best, best_score = removal, score
        if best:
            for card in best:
                if card < slots:
                    mask &= ~(1 << card)
                else:
                    gone |= 1 << (card - slots)
        else:
            turn, cursor, redeals = table.turn(gone, cursor, redeals)
            if not turn:
                return False
    return True


def removal_score(table: Table, mask: int, removal: tuple) -> int:
    """Return how good a removal looks: 6 for each card it uncovers, 1 for each row above its own.

    A removal outside the pyramid costs 5. Tuned on deals from 100,001 on.
    """
    rest = mask
    rows = taken = 0
    for removed in removal:
        if removed < table.slots:
            rest &= ~(1 << removed)
            rows += ROW[removed]
            taken += 1
    if not taken:
        return -5
    uncovered = len(table.exposed(rest)) - len(table.exposed(mask)) + taken
    return 6 * uncovered + rows


ROW = [row for row in range(7) for _ in range(row + 1)]
"""The row of each slot, from 0."""
