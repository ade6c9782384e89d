"""Bots of the Arena for any seat: they see what their player sees, and no more.

To a player a top of their own colour is worth 1, another less than nothing: the more so, the
likelier its colour is a rival's (game/minds/beliefs.py) and the more stacks it tops.
- *easy* plays any move that does not cost it a top;
- *medium* plays what gains most at once, and would rather keep what is worth most in the hand;
- *hard* deals the hidden targets out as the table believes them, lets everyone play on to the end,
  each for the colour dealt to them, and plays more of the moves that win (a bandit: P. Auer and
  others, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002, UCB1).
"""

from collections import namedtuple
from math import log, sqrt

from game.minds.beliefs import assignments, believing, shares_of, worths
from game.rules import arena
from game.rules.chance import Pcg32

LEVELS = ("easy", "medium", "hard")
STREAM = 7
"""Bots draw their chance from a stream of their own (docs/records.md, 1)."""
THRIFT = 1.2
"""How dear a mover is in the hand, in parts of its worth on a top: above 1, the best come last."""
IMPATIENCE = {2: 0.4, 3: 0.0, 4: 0.0}
"""How much less thrift medium has, by players: for steps of about one size between the levels."""
LIKELY = 0.5
"""The chance from which on a colour counts as a rival's, and as a certain player's."""
CURIOSITY = 0.7
"""How much the search tries what it has tried little."""
PRIOR = 4
"""How many playouts the first impression of a move counts for."""
BATCH = 8
"""Playouts between two pauses."""
DEALS = 256
"""The parts into which the belief is cut, to draw from it quickly."""
ORDERS = 64
"""Orders of the stacks, of which each move of a playout takes one: equals win in turn."""


class Choice(namedtuple("Choice", "move reason colour player tried")):
    """A move as text, and why: what its main effect is, on which colour, and whose that may be.

    "takes"    the bot's colour comes on top, where `colour` was, probably a rival's
    "gains"    the bot's colour comes on top, where no rival's was
    "cancels"  a mover of `colour`, probably a rival's, vanishes
    "covers"   `colour`, probably a rival's, is covered
    "keeps"    nothing changes for the bot: it keeps better movers, and plays one of `colour`
    "plans"    it does harm, which other moves would not, and playouts favour it all the same;
               `colour` is what comes on top
    "costs"    it does harm, the least there is; `colour` is what comes on top

    A reason tells about the bot's own target, and is for its owner's eyes. `player`, from 0, is who
    probably owns `colour`, or None; `colour` is None for "gains". `tried` are playouts. That a move
    is the only one never comes up: there are always ten others (docs/rules.md, 1. Play).
    """


class Play(namedtuple("Play", "mover place old new")):
    """A legal move in numbers: the mover's colour, the stack, its top before and after."""


class Table:
    """A position in numbers, as one player sees it; colours and stacks count from 0."""

    def __init__(self, seen: arena.Observation, weights: list):
        count = len(seen.colours)
        self.colours = seen.colours
        self.names = arena.stack_names(count)
        self.stacks = [[seen.colours.index(piece) for piece in stack] for stack in seen.stacks]
        self.hands = [[hand.count(colour) for colour in seen.colours] for hand in seen.hands]
        self.turn = seen.turn
        self.locked = self.names.index(seen.locked) if seen.locked else -1
        self.target = seen.colours.index(seen.targets[seen.turn])
        owners = assignments(len(seen.hands), count)
        fitting = [i for i, owner in enumerate(owners) if owner[self.turn] == self.target]
        total = sum([weights[i] for i in fitting])
        self.owners = [owners[i] for i in fitting]
        self.weights = [weights[i] / total for i in fitting]
        self.shares = shares_of(self.owners, self.weights, count)  # as the player to move believes
        tops = [stack[-1] for stack in self.stacks]
        counts = [tops.count(colour) for colour in range(count)]
        # How much a colour has to be feared. To cover one of several rivals helps the others too,
        # so the more there are the more it must be the first.
        rivals = len(seen.hands) - 1
        threats = [rivals ** (number - max(counts)) for number in counts]
        rows = zip(worths(self.target, self.turn, self.shares), threats)
        self.worth = [value * threat for value, threat in rows]
        self.worth[self.target] = 1.0

    def plays(self, order: list) -> list:
        """Return the legal moves with the stacks in this order; of stacks that are alike, one."""
        places: list = []
        for place in order:
            alike = [other for other in places if self.stacks[other] == self.stacks[place]]
            if place != self.locked and not alike:
                places.append(place)
        found = []
        for mover, held in enumerate(self.hands[self.turn]):
            for place in places if held else []:
                stack = self.stacks[place]
                if stack != [mover]:
                    new = stack[-2] if stack[-1] == mover else mover
                    found.append(Play(mover, place, stack[-1], new))
        return found

    def gain(self, play: Play, thrift: float) -> float:
        """Return what a move gains at once: in tops, less what the mover is worth in the hand."""
        return self.worth[play.new] - self.worth[play.old] - thrift * self.worth[play.mover]

    def choice(self, play: Play, tried: int) -> Choice:
        """Return a move with its reason."""
        rival = [sum(column) - (c == self.target) for c, column in enumerate(zip(*self.shares))]
        reason, colour = "keeps", play.mover
        if play.new == self.target != play.old:
            takes = rival[play.old] >= LIKELY
            reason, colour = ("takes", play.old) if takes else ("gains", None)
        elif self.harms(play, rival):
            spared = tried > 0 and not self.only_harm(rival)
            reason, colour = ("plans" if spared else "costs"), play.new
        elif rival[play.old] >= LIKELY and rival[play.old] >= rival[play.new]:
            reason, colour = ("cancels" if play.old == play.mover else "covers"), play.old
        player = None
        for seat, row in enumerate(self.shares):
            if colour is not None and seat != self.turn and row[colour] >= LIKELY:
                player = seat
        move = arena.Move(self.colours[play.mover], self.names[play.place])
        letter = None if colour is None else self.colours[colour]
        return Choice(arena.format_move(move), reason, letter, player, tried)

    def harms(self, play: Play, rival: list) -> bool:
        """Return whether a move covers the bot's own colour or brings a rival's up for nothing.

        `rival` says of each colour how likely another player owns it.
        """
        if self.target in (play.old, play.new):
            return play.new != self.target
        return rival[play.new] >= LIKELY and rival[play.new] > rival[play.old]

    def only_harm(self, rival: list) -> bool:
        """Return whether every legal move harms."""
        return all(self.harms(play, rival) for play in self.plays(list(range(len(self.stacks)))))


def choosing(level: str, seen: arena.Observation, rng: Pcg32, playouts: int):
    """Return the job whose answer is the `Choice` of the player to move, from what they see.

    "hard" makes so many playouts and yields the choice so far after each few of them; the others
    make none. Raises `ValueError` when it is not this player's turn or their target is not known.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be {' or '.join(LEVELS)}")
    if seen.turn is None:
        raise ValueError("the game is over")
    if seen.player != seen.turn or seen.targets[seen.turn] is None:
        raise ValueError("only the player to move can choose, and must know the own target")
    return thinking(level, seen, rng, playouts)


def thinking(level: str, seen: arena.Observation, rng: Pcg32, playouts: int):
    """Return the job behind `choosing`."""
    belief: list = []
    for weights, _ in believing(seen):
        belief = weights
        yield
    table = Table(seen, belief)
    yield
    order = list(range(len(table.stacks)))
    rng.shuffle(order)
    plays = table.plays(order)
    yield
    if level == "easy":
        harmless = [play for play in plays if play.old != table.target] or plays
        return table.choice(harmless[rng.below(len(harmless))], 0)
    thrift = THRIFT - (IMPATIENCE[len(table.hands)] if level == "medium" else 0)
    gains = [table.gain(play, thrift) for play in plays]
    best, tried = gains.index(max(gains)), 0
    if level == "hard" and len(plays) > 1:
        for best, tried in searching(table, plays, gains, rng, playouts):
            yield table.choice(plays[best], tried)
    return table.choice(plays[best], tried)


def searching(table: Table, plays: list, gains: list, rng: Pcg32, playouts: int):
    """Yield after every few playouts which move looks best, and how many there were so far."""
    colours = range(len(table.colours))
    # In playouts only the own colour counts: that is quicker, and no weaker at any table.
    alone = [[float(top == target) for top in colours] for target in colours]
    dealt = drawn_evenly(table.owners, table.weights)
    orders = [list(range(len(table.stacks))) for _ in range(ORDERS)]
    for order in orders:
        rng.shuffle(order)
    first_impression = max(gains)
    visits = [PRIOR] * len(plays)
    won = [PRIOR * max(0.0, 0.5 - (first_impression - gain) / 8) for gain in gains]
    for tried in range(1, playouts + 1):
        spread = CURIOSITY * sqrt(log(PRIOR * len(plays) + tried))
        chosen, highest = 0, -1.0
        for index, number in enumerate(visits):
            bound = won[index] / number + spread / sqrt(number)
            if bound > highest:
                chosen, highest = index, bound
        noise = rng.next()
        owner = dealt[noise >> 24]
        stacks = [list(stack) for stack in table.stacks]
        hands = [list(hand) for hand in table.hands]
        play = plays[chosen]
        put(stacks[play.place], hands[table.turn], play.mover)
        playout(
            stacks,
            hands,
            (table.turn + 1) % len(hands),
            play.place,
            [alone[target] for target in owner],
            orders,
            noise,
        )
        visits[chosen] += 1
        won[chosen] += win(stacks, owner, table.turn)
        if tried % BATCH == 0 or tried == playouts:
            yield visits.index(max(visits)), tried


def drawn_evenly(items: list, weights: list) -> list:
    """Return a list of `DEALS` items, each as often as its weight says."""
    drawn = []
    reached, index = weights[0], 0
    for slot in range(DEALS):
        while reached < (slot + 0.5) / DEALS and index < len(items) - 1:
            index += 1
            reached += weights[index]
        drawn.append(items[index])
    return drawn


def put(stack: list, hand: list, mover: int) -> None:
    """Put a mover from a hand on a stack, in place."""
    hand[mover] -= 1
    if stack[-1] == mover:
        stack.pop()
    else:
        stack.append(mover)


def playout(stacks, hands, turn, locked, worths, orders, noise) -> None:
    """Play on to the end, in place; everyone plays what gains most at once (`Table.gain`).

    The worths of tops are given by player. On a top of another colour only the best mover needs a
    look, or the second best where the top is of the best one's colour.
    """
    thrift = THRIFT
    for _ in range(sum([sum(hand) for hand in hands])):
        hand, worth = hands[turn], worths[turn]
        first = second = -1
        best = next_best = -99.0
        for mover, held in enumerate(hand):
            if held:
                value = (1 - thrift) * worth[mover]
                if value > best:
                    second, next_best = first, best
                    first, best = mover, value
                elif value > next_best:
                    second, next_best = mover, value
        noise = noise * 69069 + 12345 & 0x3FFFFFFF
        most = -50.0
        place = chosen = -1
        for index in orders[noise >> 24]:
            if index != locked:
                stack = stacks[index]
                top = stack[-1]
                gain = (best if top != first else next_best) - worth[top]
                if gain > most:
                    most, place = gain, index
                    chosen = first if top != first else second
                if hand[top] and len(stack) > 1:
                    gain = worth[stack[-2]] - (1 + thrift) * worth[top]
                    if gain > most:
                        most, place, chosen = gain, index, top
        put(stacks[place], hand, chosen)
        locked = place
        turn = (turn + 1) % len(hands)


def win(stacks: list, owner: tuple, player: int) -> float:
    """Return what part of the win a player has at the end (docs/rules.md, 1. End)."""
    reached = [0] * (max(owner) + 1)
    for stack in stacks:
        top, height = stack[-1], len(stack)
        if top < len(reached):
            # Stacks, tall ones and the greatest height as the digits of one number.
            value = reached[top] + (10100 if height > 1 else 10000)
            reached[top] = value + max(0, height - value % 100)
    best = max([reached[colour] for colour in owner])
    winners = [seat for seat, colour in enumerate(owner) if reached[colour] == best]
    return 1 / len(winners) if player in winners else 0.0
