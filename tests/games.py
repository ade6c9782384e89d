"""Random games for the tests: every way to play both games, each game made from one number."""

from itertools import product

from hypothesis import HealthCheck, given, settings

from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.session import Session

GAMES = {arena.GAME: arena, piramide.GAME: piramide}
LAYOUT = None
"""Stands in `arena.Params.dealing` for a start that is given openly."""
ARENA_PRESETS = [
    arena.Params(players, dealing, start)
    for players in (2, 3, 4)
    for dealing in ("random", "equal", LAYOUT)
    for start in [None, *range(players)]
    if not (dealing == "equal" and players == 4)
    if not (dealing is LAYOUT and start is None)
]
PIRAMIDE_PRESETS = [
    piramide.Params(*choices)
    for choices in product(("stuck", "free"), (6, 7), (False, True), (0, 1, 2))
]
PRESETS = [(arena, params) for params in ARENA_PRESETS]
PRESETS += [(piramide, params) for params in PIRAMIDE_PRESETS]


def random_session(rules, params, seed: int) -> Session:
    """Return a random deal of a preset, played at random; half of them to the end."""
    rng = Pcg32(seed, 3)
    session = Session(rules, params, random_deal(rules, params, rng))
    stop = 999 if rng.below(2) else rng.below(40)
    while session.ply < stop and not session.is_over():
        moves = rules.legal_moves(session.state)
        # Early moves are likelier: removals before draws, so that some games are won.
        move = moves[rng.below(1 + rng.below(len(moves)))]
        session.play(rules.format_move(move))
    return session


def random_deal(rules, params, rng: Pcg32):
    """Return a deal number or, now and then in La Piramide, a deck, or a layout of the Arena."""
    if rules is arena and params.dealing is LAYOUT:
        return random_layout(params.players, rng)
    if rules is piramide and rng.below(3) == 0:
        deck = list(piramide.PACK)
        rng.shuffle(deck)
        return tuple(deck)
    return rng.next() << 21 | rng.next() >> 11


def random_layout(players: int, rng: Pcg32) -> arena.Layout:
    """Return a random open start, with hands of any size and some targets not known."""
    shuffled = list(arena.COLOURS)
    rng.shuffle(shuffled)
    colours = arena.canonical(shuffled[: players + 2])
    bases = list(colours * arena.BASES)
    rng.shuffle(bases)
    bag = list(colours * arena.MOVERS)
    rng.shuffle(bag)
    size = rng.below(len(bag) // players + 1)
    hands = [arena.canonical(bag[i * size : (i + 1) * size]) for i in range(players)]
    targets = list(colours)
    rng.shuffle(targets)
    known = [target if rng.below(4) else None for target in targets[:players]]
    return arena.Layout(colours, tuple(bases), tuple(hands), tuple(known))


def random_games(sessions, count):
    """Return a decorator that gives a test so many sessions of a strategy, always the same."""
    steady = settings(
        max_examples=count,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    return lambda test: steady(given(session=sessions)(test))
