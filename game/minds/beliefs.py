"""What the table may believe about each player's colour, from the public moves alone.

All assignments of different colours are equally likely at first. Each move then counts for those in
which its player has more reason to make it: a move is the likelier the more it gains them in tops
of their colour and in tops that may be a rival's. Some play their best movers at once and some keep
them for the end; which kind a player is has to be found out along with their colour.
"""

from math import exp

from game.rules import arena

KEENNESS = 2.0
"""How much likelier a move is that gains one top, as a power of e."""
HARM = 0.5
"""What a top that surely is a rival's costs, in tops of one's own."""
THRIFTS = (0.3, 1.5)
"""Two kinds of players: what part of a mover's worth on a top it has for them in the hand."""
WHIM = 0.05
"""The part of all moves that have no reason."""


def beliefs(seen, starter: int | None = None) -> list:
    """Return for each player a dict from colour to the chance that it is theirs.

    Targets are not looked at. After the end an observation no longer tells who began: then the
    `starter` must be given.
    """
    return beliefs_after_each(seen, starter)[-1]


def beliefs_after_each(seen, starter: int | None = None) -> list:
    """Return what `beliefs` said after no move, after the first, and so on up to now."""
    return [
        [dict(zip(seen.colours, row)) for row in shares] for _, shares in believing(seen, starter)
    ]


def believing(seen, starter: int | None = None):
    """Yield after no move, after the first, …, the weights of `assignments` and their `shares`."""
    count = len(seen.hands)
    if starter is None:
        if seen.turn is None and seen.moves:
            raise ValueError("after the end it must be said who began")
        starter = ((seen.turn or 0) - len(seen.moves)) % count
    colours = len(seen.colours)
    owners = assignments(count, colours)
    # How well each player's moves fit each colour, by kind of player.
    fits = [[[1.0] * len(THRIFTS) for _ in range(colours)] for _ in range(count)]
    weights = weights_of(owners, fits)
    shares = shares_of(owners, weights, colours)
    yield weights, shares
    stacks = [[seen.colours.index(stack[0])] for stack in seen.stacks]
    names = arena.stack_names(colours)
    hands = [[hand.count(colour) for colour in seen.colours] for hand in seen.hands]
    moves = [(seen.colours.index(move.colour), names.index(move.stack)) for move in seen.moves]
    for ply, (colour, _) in enumerate(moves):
        hands[(starter + ply) % count][colour] += 1
    locked = -1
    for ply, (colour, place) in enumerate(moves):
        player = (starter + ply) % count
        if place == locked or stacks[place] == [colour]:
            raise ValueError("the moves do not lead to what is seen")
        worth = [worths(target, player, shares) for target in range(colours)]
        chances = likelihoods(stacks, locked, hands[player], colour, place, worth)
        most = max([max(row) for row in chances])
        for fit, row in zip(fits[player], chances):
            for kind, chance in enumerate(row):
                fit[kind] *= chance / most
        weights = weights_of(owners, fits)
        shares = shares_of(owners, weights, colours)
        hands[player][colour] -= 1
        if stacks[place][-1] == colour:
            stacks[place].pop()
        else:
            stacks[place].append(colour)
        locked = place
        yield weights, shares


def assignments(players: int, colours: int) -> list:
    """Return every way to give the players different colours, as tuples of colour numbers."""
    found: list = [()]
    for _ in range(players):
        found = [row + (c,) for row in found for c in range(colours) if c not in row]
    return found


def weights_of(owners: list, fits: list) -> list:
    """Return how likely each assignment is."""
    likely = [[sum(fit) for fit in row] for row in fits]
    weights = []
    for owner in owners:
        weight = 1.0
        for row, colour in zip(likely, owner):
            weight *= row[colour]
        weights.append(weight)
    total = sum(weights)
    return [weight / total for weight in weights]


def shares_of(owners: list, weights: list, colours: int) -> list:
    """Return for each player the chances of the colours, by number."""
    shares = [[0.0] * colours for _ in owners[0]]
    for owner, weight in zip(owners, weights):
        for row, colour in zip(shares, owner):
            row[colour] += weight
    return shares


def worths(colour: int, player: int, shares: list) -> list:
    """Return what a top of each colour is worth to a player whose colour this is.

    Rounded, so that what is equal is so under every interpreter, whatever its `exp`.
    """
    rivals = [row for seat, row in enumerate(shares) if seat != player]
    worth = [round(-HARM * sum(column), 6) for column in zip(*rivals)]
    worth[colour] = 1.0
    return worth


def likelihoods(stacks, locked, hand, colour, place, worth_by_target) -> list:
    """Return how likely a move is: for each target its player might have, by kind of player.

    A move's chance grows as e to the power of what it gains. The sum over all legal moves is taken
    from counts: what the new top gives and what the old one cost are factors.
    """
    colours = range(len(hand))
    movers = [mover for mover in colours if hand[mover]]
    tops = [0] * len(hand)  # stacks that may be played on, by top
    below = [[0] * len(hand) for _ in hand]  # those with a mover on top, by top and what is below
    for index, stack in enumerate(stacks):
        if index != locked:
            tops[stack[-1]] += 1
            if len(stack) > 1:
                below[stack[-1]][stack[-2]] += 1
    legal = sum([sum(tops) - tops[mover] + sum(below[mover]) for mover in movers])
    old = stacks[place][-1]
    new = stacks[place][-2] if old == colour else colour
    chances = []
    for worth in worth_by_target:
        factors = [exp(KEENNESS * value) for value in worth]
        freed = [number / factor for number, factor in zip(tops, factors)]
        all_freed = sum(freed)
        after = [0.0] * len(hand)  # the sum over all stacks, by mover
        for mover in movers:
            shown = sum([number * factor for number, factor in zip(below[mover], factors)])
            after[mover] = factors[mover] * (all_freed - freed[mover]) + shown / factors[mover]
        row = []
        for thrift in THRIFTS:
            kept = [exp(-KEENNESS * thrift * value) for value in worth]
            total = sum([kept[mover] * after[mover] for mover in movers])
            chance = kept[colour] * factors[new] / factors[old] / total
            row.append((1 - WHIM) * chance + WHIM / legal)
        chances.append(row)
    return chances
