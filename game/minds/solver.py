"""Tells whether a position of La Piramide can be won with all cards known, and how.

The answer is exact, from any position and under every way to play. Cards are numbers here: the
slots of the pyramid first, then waste, drawn card and stock as one row in drawing order, of which
the first `cursor` cards have been drawn. A position is four integers: `mask`, a bit for each card
left in the pyramid; `gone`, a bit for each card removed from the row; `cursor`; `redeals`.

Under the text's rule a plain search is small. Under free draw four facts make it so:
1. A Re may always be removed at once.
2. Take the pairs that some winning play removes. Removing such a pair as soon as both cards are
   available never hurts, so a pair that is declined once is declined for good, and drawing
   declines every pair on offer.
3. Every card in the pyramid needs a partner of its own among the pairs not declined. A card never
   pairs with one that lies, however far, beneath it.
4. What cannot be uncovered even if a card could serve as partner many times, never can be.
"""

from collections import namedtuple

from game.rules import piramide

STATES = 300_000
"""Positions after which a search gives up: about 200 MB under free draw."""
SLICE = 16
"""Positions between two pauses: 1 ms or less under CPython."""
DRAWING = -1
REDEALING = -2
"""Stand among moves, which are otherwise a pair of cards (the same one twice for a Re)."""


class Solution(namedtuple("Solution", "winnable states moves")):
    """`winnable` is None where the search gave up; `moves`, as texts, win, or are None."""


class Table:
    """The cards of one position as numbers, and what never changes about them."""

    def __init__(self, state: piramide.State):
        self.slots = len(state.pyramid)
        row = list(state.waste) + [state.drawn] + list(state.stock)
        self.cards = list(state.pyramid) + row
        self.values = [piramide.value(card) if card else 0 for card in self.cards]
        self.row_length = len(row)
        self.mask = bits([slot for slot in range(self.slots) if state.pyramid[slot]])
        self.gone = 0 if state.drawn else 1 << len(state.waste)
        self.all_gone = (1 << len(row)) - 1
        self.cursor = len(state.waste) + 1
        self.redeals = state.redeals
        self.is_free = state.params.draw == "free"
        self.covers = [bits(slots) for slots in covering_slots(state.params.rows)]
        self._exposed: dict = {}

    def exposed(self, mask: int) -> list[int]:
        """Return the slots that nothing covers."""
        found = self._exposed.get(mask)
        if found is None:
            found = []
            for slot in range(self.slots):
                if mask >> slot & 1 and not mask & self.covers[slot]:
                    found.append(slot)
            self._exposed[mask] = found
        return found

    def drawn(self, gone: int, cursor: int) -> int:
        """Return the drawn card, or -1."""
        return self.slots + cursor - 1 if cursor and not gone >> (cursor - 1) & 1 else -1

    def waste_top(self, gone: int, cursor: int) -> int:
        """Return the waste's top card, or -1."""
        place = cursor - 2
        while place >= 0 and gone >> place & 1:
            place -= 1
        return self.slots + place if place >= 0 else -1

    def turned(self, gone: int, cursor: int, redeals: int) -> tuple:
        """Return the move, cursor and redeals of a draw or redeal; the move is 0 if none is left."""
        while cursor < self.row_length and gone >> cursor & 1:
            cursor += 1
        if cursor < self.row_length:
            return DRAWING, cursor + 1, redeals
        if redeals and gone != self.all_gone:
            return REDEALING, 0, redeals - 1
        return 0, cursor, redeals

    def format_moves(self, moves: list) -> list[str]:
        """Return moves of a search as texts."""
        texts = []
        for move in moves:
            if move == DRAWING:
                texts.append(piramide.format_move(piramide.DRAW))
            elif move == REDEALING:
                texts.append(piramide.format_move(piramide.REDEAL))
            else:
                cards = sorted([self.cards[move[0]], self.cards[move[1]]])
                texts.append(cards[0] if move[0] == move[1] else "".join(cards))
        return texts


def bits(places) -> int:
    """Return an integer with these bits set."""
    total = 0
    for place in places:
        total |= 1 << place
    return total


def covering_slots(rows: int) -> list[tuple]:
    """Return, for each slot of a pyramid, the two slots that cover it; none for the last row."""
    slots: list = []
    for row in range(rows):
        for _ in range(row + 1):
            left = len(slots) + row + 1
            slots.append((left, left + 1) if row < rows - 1 else ())
    return slots


def solve(state: piramide.State, limit: int = STATES) -> Solution:
    """Return whether a position can be won, and the moves that win it."""
    job = solving(state, limit)
    while True:
        try:
            next(job)
        except StopIteration as stop:
            return stop.value


def solving(state: piramide.State, limit: int = STATES):
    """Return the job whose answer is the `Solution` of a position."""
    table = Table(state)
    return solving_free(FreeTable(state), limit) if table.is_free else solving_stuck(table, limit)


def solving_stuck(table: Table, limit: int):
    """Search every order of removals under the text's rule; a job."""
    values, slots = table.values, table.slots
    path: list = []
    todo: list = [(table.mask, table.gone, table.cursor, table.redeals, 0, None)]
    # Two levels of small integers: MicroPython is slow beyond 30 bits.
    seen: dict = {table.mask: {(table.gone << 5 | table.cursor) << 2 | table.redeals}}
    states = 1
    while todo:
        mask, gone, cursor, redeals, depth, move = todo.pop()
        del path[depth:]
        path.append(move)
        if not mask:
            return Solution(True, states, table.format_moves(path[1:]))
        cards = table.exposed(mask)
        drawn = table.drawn(gone, cursor)
        top = table.waste_top(gone, cursor)
        if drawn >= 0 or top >= 0:
            cards = cards + [card for card in (drawn, top) if card >= 0]
        removals = []
        for index, card in enumerate(cards):
            value = values[card]
            if value == 10:
                removals = [(card, card)]  # A Re may always be removed at once.
                break
            for other in cards[:index]:
                if value + values[other] == 10:
                    removals.append((other, card))
        moves = removals
        if not removals:
            turn, cursor, redeals = table.turned(gone, cursor, redeals)
            moves = [turn] if turn else []
        for move in moves:
            left, lost = mask, gone
            if removals:
                for card in move:
                    if card < slots:
                        left &= ~(1 << card)
                    else:
                        lost |= 1 << (card - slots)
            key = (lost << 5 | cursor) << 2 | redeals
            known = seen.get(left)
            if known is None:
                known = seen[left] = set()
            if key not in known:
                known.add(key)
                states += 1
                todo.append((left, lost, cursor, redeals, depth + 1, move))
        if states > limit:
            return Solution(None, states, None)
        if states % SLICE == 0:
            yield
    return Solution(False, states, None)
