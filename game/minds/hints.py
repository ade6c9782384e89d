"""The fair hint of La Piramide: what to do, and how likely a win is, from what the player sees.

It deals the unseen cards many times over, each arrangement as likely as any other, and counts after
which move plain play, which sees no more than the player, wins most often. Under the text's rule a
win that plain play misses but all-knowing play would find counts for a part: alone it would be too
hopeful, as it takes what the player cannot know for known. What the parts weigh was tuned on deals
from 100,001 on and is measured on others (README, The hint).
"""

from collections import namedtuple

from game.minds.solver import COVERS, Table, solving
from game.rules import piramide
from game.rules.chance import Pcg32

STREAM = 4
"""Hints draw their chance from a stream of their own (docs/records.md, 1)."""
STATES = 1000
"""Positions after which an arrangement counts as lost; only free draw comes near it."""
SOLVE_EVERY = {"stuck": 1, "free": 40}
"""Every how many arrangements one is solved; under free draw that takes long."""
HOPE = {"stuck": 0.5, "free": 0.0}
"""What a win that plain play misses is worth, against one that it finds; nothing under free draw,
where so few arrangements are solved that it would only blur what playouts tell."""
CONFIDENCE = 1.96
"""Standard deviations that hold 95 % of a normal distribution."""


class Hint(namedtuple("Hint", "moves chance low high ceiling tried")):
    """The moves as pairs (text, worth), the best first, after `tried` arrangements.

    A Re is first though its worth may be the same as others': nothing else can use it.

    `chance` is the share that playouts won, between `low` and `high` with 95 % confidence as far as
    sampling goes; play by the hint wins a little more. `ceiling` is the share that could be won
    with all cards known, of those arrangements that were solved. All are 0 to 1.
    """


def hinting(seen: piramide.Observation, rng: Pcg32, arrangements: int):
    """Return the job whose answer is a `Hint`; after each arrangement it yields the one so far."""
    moves = piramide.legal_moves(seen)
    table = Table(piramide.resample(seen, rng))
    # What a move takes away, and what plain play would do, is the same in every arrangement.
    afters = [position_after(table, move) for move in moves]
    count = Count(len(moves), plain_move(table, moves), HOPE[seen.params.draw])
    hint = None
    for tried in range(1, arrangements + 1):
        state = piramide.resample(seen, rng)
        count.tried = tried
        solution = None
        if (tried - 1) % SOLVE_EVERY[seen.params.draw] == 0:
            solution = yield from solving(state, STATES)
            count.solved += 1
            count.winnable += solution.winnable is True
        if not solution or solution.winnable is not False:
            table = Table(state)
            for index, after in enumerate(afters):
                if playout(table, after):
                    count.won_after[index] += 1
                elif count.hope and solution and solution.winnable and len(moves) > 1:
                    rest = yield from solving(piramide.apply_move(state, moves[index]), STATES)
                    count.hoped_after[index] += rest.winnable is True
            if not moves:
                count.won += not table.mask
        hint = summed_up(moves, count)
        yield hint
    return hint


class Count:
    """What has been counted over the arrangements so far, in all and after each move."""

    def __init__(self, moves: int, plain: int, hope: float):
        self.plain = plain  # the index of the move that plain play makes
        self.hope = hope  # one of `HOPE`
        self.tried = self.solved = self.winnable = self.won = 0
        self.won_after = [0] * moves
        self.hoped_after = [0] * moves  # a win is left that plain play missed


def summed_up(moves: list, count: Count) -> Hint:
    """Return the hint that the counts so far make; a Re comes first, it may always go at once."""
    tried, solved = count.tried, count.solved
    order = []
    for index in range(len(moves)):
        worth = count.won_after[index] / tried + count.hope * count.hoped_after[index] / solved
        order.append((not is_king(moves[index]), -worth, index != count.plain, index))
    listed = [(piramide.format_move(moves[index]), -worth) for _, worth, _, index in sorted(order)]
    won = count.won_after[count.plain] if moves else count.won
    low, high = interval(won, tried)
    return Hint(listed, won / tried, low, high, count.winnable / solved, tried)


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


def position_after(table: Table, move: piramide.Move) -> tuple:
    """Return the position after a move: mask, gone, cursor, redeals (game/minds/solver.py)."""
    mask, gone = table.mask, table.gone
    if move.action != "remove":
        _, cursor, redeals = table.turn(gone, table.cursor, table.redeals)
        return mask, gone, cursor, redeals
    for code in move.cards:
        card = table.cards.index(code)
        if card < table.slots:
            mask &= ~(1 << card)
        else:
            gone |= 1 << (card - table.slots)
    return mask, gone, table.cursor, table.redeals


def plain_move(table: Table, moves: list) -> int:
    """Return which of the moves plain play makes."""
    removal = plain_removal(table, table.mask, table.gone, table.cursor)
    for index, move in enumerate(moves):
        if removal and sorted({table.cards[card] for card in removal}) == list(move.cards):
            return index
    return len(moves) - 1


def playout(table: Table, position: tuple) -> bool:
    """Play on plainly, removing while that can be done; return whether it wins."""
    mask, gone, cursor, redeals = position
    while mask:
        removal = plain_removal(table, mask, gone, cursor)
        if removal:
            for card in removal:
                if card < table.slots:
                    mask &= ~(1 << card)
                else:
                    gone |= 1 << (card - table.slots)
        else:
            turn, cursor, redeals = table.turn(gone, cursor, redeals)
            if not turn:
                return False
    return True


def plain_removal(table: Table, mask: int, gone: int, cursor: int) -> tuple | None:
    """Return the removal that looks best to one who sees exposed cards only, or None."""
    removals = table.removals(table.available(mask, gone, cursor))
    if len(removals) < 2:
        return removals[0] if removals else None
    best = None
    best_score = -99
    for removal in removals:
        score = removal_score(table, mask, removal)
        if score > best_score:
            best, best_score = removal, score
    return best


def removal_score(table: Table, mask: int, removal: tuple) -> int:
    """Return how good a removal looks; more for what lies low and uncovers much.

    1 for each row above its own, and 1 for each card that it covers, or 2 if nothing else does.
    A removal outside the pyramid costs 5. Tuned on deals from 100,001 on.
    """
    rest = mask
    for removed in removal:
        if removed < table.slots:
            rest &= ~(1 << removed)
    if rest == mask:
        return -5
    score = 0
    for removed in removal:
        if removed < table.slots:
            score += ROW[removed]
            for above in ABOVE[removed]:
                score += 1 if rest & table.covers[above] else 2
    return score


ROW = [row for row in range(7) for _ in range(row + 1)]
"""The row of each slot, from 0."""
ABOVE = [[above for above in range(28) if COVERS[7][above] >> slot & 1] for slot in range(28)]
"""The slots that each slot covers."""
