"""Tells whether a position of La Piramide can be won with all cards known, and how.

The answer is exact, from any position and under every way to play. Cards are numbers here: the
slots of the pyramid first, then waste, drawn card and stock as one row in drawing order, of which
the first `cursor` cards have been drawn. A position is four integers: `mask`, a bit for each card
left in the pyramid; `gone`, a bit for each card removed from the row; `cursor`; `redeals`.

Under the text's rule a plain search is small. Under free draw these facts make it so:
1. A Re may always be removed at once.
2. Think of the pairs that some winning play removes. Removing one of them as soon as both cards
   are available never hurts. So a pair is taken at once or declined for good, and drawing
   declines every pair on offer.
3. Every card in the pyramid needs a partner of its own among the pairs not declined, and never
   finds it among the cards beneath it.
4. What cannot be uncovered even if every card could serve as partner many times, never can be.
"""

from collections import namedtuple

from game.minds import finish
from game.rules import piramide

STATES = 300_000
"""Positions after which a search gives up."""
SLICE = 16
"""Positions between two pauses under the text's rule; under free draw each one takes as long."""
DRAWING = -1
REDEALING = -2
"""Stand among moves, which otherwise are a pair of cards (the same one twice for a Re)."""
KINDS = 5
"""Values that pair with each other: 1 with 9, 2 with 8, 3 with 7, 4 with 6, 5 with 5."""
FIVES = 4


class Solution(namedtuple("Solution", "winnable states moves")):
    """`winnable` is None where the search gave up; `moves` are texts that win, or None."""


class Verdict(namedtuple("Verdict", "answer ply moves")):
    """Whether a game can still be won: `answer` is "yes", "no", "thrown" or "unknown".

    "no": the deal never could be won. "thrown": it could, up to and with `ply` moves played, and
    the next move threw it away. `moves`, as texts, win from `ply` on under "yes" and "thrown".
    """


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
        self.cursor = len(state.waste) + 1
        self.redeals = state.redeals
        self.covers = COVERS[state.params.rows]
        self.apart = APART[state.params.rows]
        self._exposed: dict = {}
        self.slots_of: list = [[] for _ in range(11)]  # by value
        self.places_of = [0] * 11  # by value, a bit for each place in the row
        for card, value in enumerate(self.values):
            if card < self.slots:
                self.slots_of[value].append(card)
            else:
                self.places_of[value] |= 1 << (card - self.slots)

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

    def available(self, mask: int, gone: int, cursor: int) -> list[int]:
        """Return the available cards: exposed, then the drawn card, then the waste's top."""
        place = cursor - 1
        cards = self.exposed(mask)
        if place >= 0 and not gone >> place & 1:
            cards = cards + [self.slots + place]
        place -= 1
        while place >= 0 and gone >> place & 1:
            place -= 1
        return cards + [self.slots + place] if place >= 0 else cards

    def is_dead(self, mask: int, gone: int, value: int) -> bool:
        """Return whether a card of a value lies in the pyramid and has no partner left.

        A card never pairs with one that lies, however far, above or beneath it.
        """
        if self.places_of[10 - value] & ~gone:
            return False
        partners = 0
        for slot in self.slots_of[10 - value]:
            partners |= mask & 1 << slot
        for slot in self.slots_of[value]:
            if mask >> slot & 1 and not partners & self.apart[slot]:
                return True
        return False

    def removals(self, cards: list) -> list[tuple]:
        """Return every pair of these cards that can go, or one Re alone if there is one."""
        values = self.values
        found: list = []
        met = 0  # a bit for each value
        for index, card in enumerate(cards):
            value = values[card]
            if value == 10:
                return [(card, card)]
            if met >> (10 - value) & 1:
                for other in cards[:index]:
                    if values[other] == 10 - value:
                        found.append((other, card))
            met |= 1 << value
        return found

    def turn(self, gone: int, cursor: int, redeals: int) -> tuple:
        """Return the move, cursor and redeals of a draw or redeal; move 0 if none is left."""
        while cursor < self.row_length and gone >> cursor & 1:
            cursor += 1
        if cursor < self.row_length:
            return DRAWING, cursor + 1, redeals
        if redeals and gone != (1 << self.row_length) - 1:
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


def covers(rows: int) -> list[int]:
    """Return, for each slot of a pyramid, the bits of the two slots that cover it."""
    found: list = []
    for row in range(rows):
        for _ in range(row + 1):
            found.append(3 << (len(found) + row + 1) if row < rows - 1 else 0)
    return found


def apart(rows: int) -> list[int]:
    """Return, for each slot of a pyramid, the bits of the slots neither above nor beneath it."""
    beneath = covers(rows)
    for slot in range(len(beneath) - 1, -1, -1):
        for lower in range(slot + 1, len(beneath)):
            if beneath[slot] >> lower & 1:
                beneath[slot] |= beneath[lower]
    everything = (1 << len(beneath)) - 1
    found = [everything & ~(beneath[slot] | 1 << slot) for slot in range(len(beneath))]
    for slot in range(len(beneath)):
        for lower in range(len(beneath)):
            if beneath[slot] >> lower & 1:
                found[lower] &= ~(1 << slot)
    return found


COVERS = {rows: covers(rows) for rows in (6, 7)}
APART = {rows: apart(rows) for rows in (6, 7)}


def solve(state: piramide.State, limit: int = STATES) -> Solution:
    """Return whether a position can be won, and moves that win it."""
    return finish(solving(state, limit))


def solving(state: piramide.State, limit: int = STATES):
    """Return the job whose answer is the `Solution` of a position."""
    if state.params.draw == "free":
        return solving_free(FreeTable(state), limit)
    return solving_stuck(Table(state), limit)


def judging(states: list, limit: int = STATES):
    """Return the job whose answer is the `Verdict` on a game, given its positions from the first.

    A lost position stays lost, so the move that threw the game away is found by halving.
    """
    here = yield from solving(states[-1], limit)
    if here.winnable:
        return Verdict("yes", len(states) - 1, here.moves)
    start = yield from solving(states[0], limit)
    if start.winnable is False:
        return Verdict("no", 0, None)
    if here.winnable is None or start.winnable is None:
        return Verdict("unknown", 0, None)
    won, lost, moves = 0, len(states) - 1, start.moves
    while lost - won > 1:
        middle = (won + lost) // 2
        solution = yield from solving(states[middle], limit)
        if solution.winnable is None:
            return Verdict("unknown", 0, None)
        if solution.winnable:
            won, moves = middle, solution.moves
        else:
            lost = middle
    return Verdict("thrown", won, moves)


def solving_stuck(table: Table, limit: int):
    """Search every choice of removals under the text's rule; a job."""
    values, slots = table.values, table.slots
    path: list = []
    todo: list = [(table.mask, table.gone, table.cursor, table.redeals, 0, None)]
    seen: dict = {table.mask: set()}  # two levels: MicroPython is slow with more than 30 bits
    states = 1
    steps = 0
    for value in range(1, 10):
        if table.is_dead(table.mask, table.gone, value):
            return Solution(False, states, None)
    while todo:
        steps += 1
        if steps % SLICE == 0:
            yield
        mask, gone, cursor, redeals, depth, move = todo.pop()
        del path[depth:]
        path.append(move)
        if not mask:
            return Solution(True, states, table.format_moves(path[1:]))
        moves = table.removals(table.available(mask, gone, cursor))
        if not moves:
            turn, cursor, redeals = table.turn(gone, cursor, redeals)
            if not turn:
                continue
            moves = [turn]
        for move in moves:
            rest, lost = mask, gone
            if move != DRAWING and move != REDEALING:
                for card in move:
                    if card < slots:
                        rest &= ~(1 << card)
                    else:
                        lost |= 1 << (card - slots)
                value = values[move[0]]
                if value < 10 and (
                    table.is_dead(rest, lost, value) or table.is_dead(rest, lost, 10 - value)
                ):
                    continue
            key = (lost << 6 | cursor) << 2 | redeals
            known = seen.get(rest)
            if known is None:
                known = seen[rest] = set()
            if key not in known:
                known.add(key)
                states += 1
                todo.append((rest, lost, cursor, redeals, depth + 1, move))
        if states > limit:
            return Solution(None, states, None)
    return Solution(False, states, None)


class FreeTable(Table):
    """The cards of one position sorted into kinds, for the search under free draw.

    Within its kind a card has a place: 0 to 3 for the lower value and for a 5, 4 to 7 for the
    higher. Three integers describe a kind: the cards that are `left`, a bit each; those that
    `must` go because they lie in the pyramid; the `pairs` that may still be made, a bit each.
    """

    def __init__(self, state: piramide.State):
        Table.__init__(self, state)
        self.kind = [-1] * len(self.cards)
        self.place = [-1] * len(self.cards)
        self.left = [0] * KINDS
        self.must = [0] * KINDS
        self.pairs = [0] * KINDS
        self.partners: list = [[] for _ in self.cards]  # (bit of the other card, bit of the pair)
        self._matched: dict = {}
        self._useful: dict = {}
        self._sort_cards()
        self._pair_cards()
        if not self.redeals:
            for place in range(self.cursor - 1):
                self.pairs = self.part(self.slots + place, self.cursor - 1, self.pairs)

    def _sort_cards(self) -> None:
        used: dict = {}
        for card, value in enumerate(self.values):
            if 0 < value < 10:
                kind = min(value, 10 - value) - 1
                place = used.get(value, 4 if value > 5 else 0)
                used[value] = place + 1
                self.kind[card], self.place[card] = kind, place
                self.left[kind] |= 1 << place
                if card < self.slots:
                    self.must[kind] |= 1 << place

    def _pair_cards(self) -> None:
        for card, value in enumerate(self.values):
            for other in range(card):
                if value + self.values[other] == 10 and 0 < value < 10:
                    pair = self.pair(card, other)
                    self.partners[card].append((1 << other, pair))
                    self.partners[other].append((1 << card, pair))
                    if card >= self.slots or self.apart[card] >> other & 1:
                        self.pairs[self.kind[card]] |= pair

    def pair(self, card: int, other: int) -> int:
        """Return the bit of a pair within its kind."""
        return pair_bit(self.kind[card], self.place[card], self.place[other])

    def part(self, card: int, cursor: int, pairs: list) -> list[int]:
        """Return the pairs without those of a card and the first `cursor` cards of the row."""
        pairs = list(pairs)
        for other, pair in self.partners[card]:
            if other >> self.slots and not other >> (self.slots + cursor):
                pairs[self.kind[card]] &= ~pair
        return pairs

    def can_match(self, kind: int, left: int, pairs: int) -> bool:
        """Return whether every card that must go can have a partner of its own."""
        todo = left & self.must[kind]
        if not todo:
            return True
        key = (pairs << 8 | left) * KINDS + kind
        found = self._matched.get(key)
        if found is None:
            found = False
            place = places(todo)[0]
            for other in places(left):
                rest = left & ~(1 << place | 1 << other)
                if pair_bit(kind, place, other) & pairs and self.can_match(kind, rest, pairs):
                    found = True
                    break
            self._matched[key] = found
        return found

    def useful(self, kind: int, left: int, pairs: int) -> int:
        """Return the pairs after which every card that must go can still have a partner.

        Return -1 when there is no such choice of partners.
        """
        key = (pairs << 8 | left) * KINDS + kind
        found = self._useful.get(key)
        if found is None:
            found = -1
            if self.can_match(kind, left, pairs):
                found = 0
                for place in places(left):
                    for other in places(left & ((1 << place) - 1)):
                        pair = pair_bit(kind, place, other) & pairs
                        rest = left & ~(1 << place | 1 << other)
                        if pair and self.can_match(kind, rest, pairs):
                            found |= pair
            self._useful[key] = found
        return found

    def narrow(self, mask: int, gone: int, cursor: int, redeals: int, left, pairs) -> list | None:
        """Return the pairs that may still be of use, by kind; None when the position is lost."""
        kinds, partners, slots = self.kind, self.partners, self.slots
        pairs = list(pairs)
        waste = []
        ready = 0  # cards of the row that are available now or later, whatever is removed
        for place in range(self.row_length):
            if not gone >> place & 1:
                if place < cursor - 1 and not redeals:
                    waste.append(slots + place)
                else:
                    ready |= 1 << (slots + place)
        while True:
            for kind in range(KINDS):
                pairs[kind] = self.useful(kind, left[kind], pairs[kind])
                if pairs[kind] < 0:
                    return None
            rest = mask
            reached = ready
            depth = len(waste) - 1  # of the waste card that is uncovered
            todo = list(self.exposed(mask))
            if waste:
                todo.append(waste[depth])
            for card in todo:
                reached |= 1 << card
            moved = True
            while moved:
                moved = False
                stay = []
                for card in todo:
                    kind = kinds[card]
                    goes = kind < 0
                    if not goes:
                        allowed = pairs[kind]
                        for other, pair in partners[card]:
                            if allowed & pair and reached & other:
                                goes = True
                                break
                    if not goes:
                        stay.append(card)
                        continue
                    moved = True
                    if card < slots:
                        rest &= ~(1 << card)
                    else:
                        depth -= 1
                        if depth >= 0:
                            stay.append(waste[depth])
                            reached |= 1 << waste[depth]
                if moved:
                    for card in self.exposed(rest):
                        if not reached >> card & 1:
                            stay.append(card)
                            reached |= 1 << card
                todo = stay
            if rest:
                return None
            before = list(pairs)
            for card in waste[: max(depth, 0)]:  # buried for good, so nobody's partner
                if kinds[card] >= 0:
                    pairs[kinds[card]] &= ~touching(kinds[card], self.place[card])
            if pairs == before:
                return pairs

    def helps(self, card: int, left, pairs) -> bool:
        """Return whether a card may still pair with one in the pyramid."""
        kind = self.kind[card]
        allowed = pairs[kind] & touching(kind, self.place[card]) if kind >= 0 else 0
        if allowed:
            for other in places(left[kind] & self.must[kind]):
                if allowed & touching(kind, other):
                    return True
        return False

    def frees_waste(self, gone: int, top: int, left, pairs) -> bool:
        """Return whether a card below the waste's top may still help the pyramid."""
        for card in range(self.slots, top):
            if not gone >> (card - self.slots) & 1 and self.helps(card, left, pairs):
                return True
        return False


def pair_bit(kind: int, place: int, other: int) -> int:
    """Return the bit of the pair at two places of a kind; 0 if these cannot pair."""
    if place > other:
        place, other = other, place
    if kind == FIVES:
        return 1 << (place * 4 + other) if place < other else 0
    return 1 << (place * 4 + other - 4) if place < 4 <= other else 0


def touching(kind: int, place: int) -> int:
    """Return the bits of all pairs that the card at a place can make."""
    return TOUCHING[kind == FIVES][place]


def places(bits_set: int) -> list[int]:
    """Return the places, 0 to 7, whose bit is set."""
    return [place for place in range(8) if bits_set >> place & 1]


TOUCHING = [
    [sum([pair_bit(kind, place, other) for other in range(end)]) for place in range(end)]
    for kind, end in ((0, 8), (FIVES, 4))
]
"""The pairs that each place touches: in a kind of two values, and among the fives."""


def solving_free(table: FreeTable, limit: int):
    """Decide on one pair after the other under free draw, now or never; a job."""
    kinds, slots = table.kind, table.slots
    path: list = []
    todo: list = [
        (table.mask, table.gone, table.cursor, table.redeals, table.left, table.pairs, 0, None)
    ]
    seen: dict = {}  # position -> the sets of pairs with which it was searched
    states = 0
    while todo:
        yield
        mask, gone, cursor, redeals, left, pairs, depth, move = todo.pop()
        del path[depth:]
        path.append(move)
        if not mask:
            return Solution(True, states, table.format_moves(path[1:]))
        pairs = table.narrow(mask, gone, cursor, redeals, left, pairs)
        if pairs is None:
            continue
        packed = 0
        for allowed in pairs:
            packed = packed << 16 | allowed
        key = ((mask << table.row_length | gone) << 6 | cursor) << 2 | redeals
        known = seen.get(key)
        if known is None:
            known = seen[key] = []
        if [wider for wider in known if not packed & ~wider]:
            continue
        known.append(packed)
        states += 1
        if states > limit:
            return Solution(None, states, None)
        cards = table.available(mask, gone, cursor)
        removals = table.removals(cards)
        kings = bool(removals) and removals[0][0] == removals[0][1]
        children = []
        while True:
            choice = None
            forced = kings
            for removal in removals:
                other, card = removal
                kind = kinds[card]
                pair = 0 if kings else table.pair(other, card)
                if kings:
                    choice = removal
                elif pairs[kind] & pair:
                    if other >= slots and not (
                        redeals or table.frees_waste(gone, min(card, other), left, pairs)
                    ):
                        continue
                    forced = not table.can_match(kind, left[kind], pairs[kind] & ~pair)
                    if forced or choice is None:
                        choice = removal
                if forced:
                    break
            if choice is None:
                turn, next_cursor, next_redeals = table.turn(gone, cursor, redeals)
                if turn:
                    if cursor and not redeals:
                        pairs = table.part(slots + cursor - 1, cursor, pairs)
                    children.append(
                        (mask, gone, next_cursor, next_redeals, left, pairs, depth + 1, turn)
                    )
                break
            other, card = choice
            rest, lost, kept = mask, gone, left
            for removed in (other, card):
                if removed < slots:
                    rest &= ~(1 << removed)
                else:
                    lost |= 1 << (removed - slots)
                if kinds[removed] >= 0:
                    kept = list(kept)
                    kept[kinds[removed]] &= ~(1 << table.place[removed])
            children.append((rest, lost, cursor, redeals, kept, pairs, depth + 1, (other, card)))
            if forced:
                break
            declined = list(pairs)
            declined[kinds[card]] &= ~table.pair(other, card)
            pairs = table.narrow(mask, gone, cursor, redeals, left, declined)
            if pairs is None:
                break
        children.reverse()
        todo.extend(children)
    return Solution(False, states, None)
