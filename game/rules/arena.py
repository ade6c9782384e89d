"""The Arena: put movers on stacks so that your secret colour tops most of them (docs/rules.md, 1).

Stacks are texts of colour letters from base to top, such as "GOB", in reading order of the grid.
Players count from 0 here and from 1 in records.
"""

from collections import OrderedDict, namedtuple

from game.rules import fields
from game.rules.chance import MAX_DEAL, Pcg32
from game.rules.fields import IllegalMove, RecordError

GAME = "arena"
VERSION = 1
STREAM = 2
COLOURS = "OYVBGP"
"""Orange, yellow, violet, blue, green, pink: the canonical order."""
BASES = 4
"""Bases of each colour, which is also the number of rows."""
MOVERS = 6
"""Movers of each colour."""
DEALINGS = ("random", "equal")


class Params(namedtuple("Params", "players dealing start")):
    """How to play: 2 to 4 players, "random" or "equal" (None in a layout), who starts or None."""


class Layout(namedtuple("Layout", "colours bases hands targets")):
    """An openly given start in place of a deal number; a target that is not known is None."""


class State(namedtuple("State", "colours stacks hands turn locked targets moves")):
    """A full position: what is on the table, in the hands (canonical order) and secret.

    `turn` is None when the game is over; `locked` is the stack just played on, or None.
    """


class Observation(
    namedtuple("Observation", "player colours stacks hands turn locked targets moves")
):
    """A position as one player sees it: the targets they may not know are None."""


class Move(namedtuple("Move", "colour stack")):
    """One mover put on one stack, such as Move("O", "C3")."""


class Score(namedtuple("Score", "colour stacks tall height")):
    """What one colour reached: stacks it tops, those of 2 or more pieces, the tallest's height."""


class Outcome(namedtuple("Outcome", "winners tiebreak scores")):
    """How a game ended; winners and tiebreak are None when a target is not known."""


def new_game(params: Params, deal) -> State:
    """Return the first position of a deal, which is a number or a `Layout`."""
    if isinstance(deal, Layout):
        start = params.start if deal.hands[0] else None
        return State(deal.colours, deal.bases, deal.hands, start, None, deal.targets, ())
    players = params.players
    rng = Pcg32(deal, STREAM)
    shuffled = list(COLOURS)
    rng.shuffle(shuffled)
    colours = canonical(shuffled[: players + 2])
    targets = list(colours)
    rng.shuffle(targets)
    bases = list("".join([colour * BASES for colour in colours]))
    rng.shuffle(bases)
    if params.dealing == "equal":
        hand = "".join([colour * (MOVERS // players) for colour in colours])
        hands = [hand] * players
    else:
        bag = list("".join([colour * MOVERS for colour in colours]))
        rng.shuffle(bag)
        size = len(bag) // players
        hands = [canonical(bag[i * size : (i + 1) * size]) for i in range(players)]
    drawn = rng.below(players)
    start = drawn if params.start is None else params.start
    return State(colours, tuple(bases), tuple(hands), start, None, tuple(targets[:players]), ())


def to_move(state) -> int | None:
    """Return whose turn it is, or None when the game is over."""
    return state.turn


def legal_moves(state) -> list[Move]:
    """Return every legal move, colour by colour and stack by stack; empty exactly at the end."""
    if state.turn is None:
        return []
    names = stack_names(len(state.colours))
    moves = []
    for colour in state.colours:
        if colour in state.hands[state.turn]:
            for name, stack in zip(names, state.stacks):
                if name != state.locked and stack != colour:
                    moves.append(Move(colour, name))
    return moves


def apply_move(state: State, move: Move) -> State:
    """Return the position after a move, or raise `IllegalMove`."""
    refuse_illegal(state, move)
    index = stack_names(len(state.colours)).index(move.stack)
    stacks = list(state.stacks)
    stack = stacks[index]
    cancels = stack[-1] == move.colour
    stacks[index] = stack[:-1] if cancels else stack + move.colour
    hands = list(state.hands)
    hands[state.turn] = hands[state.turn].replace(move.colour, "", 1)
    turn = (state.turn + 1) % len(hands) if "".join(hands) else None
    return State(
        state.colours,
        tuple(stacks),
        tuple(hands),
        turn,
        move.stack,
        state.targets,
        state.moves + (move,),
    )


def refuse_illegal(state, move: Move) -> None:
    """Raise `IllegalMove` with the rule that a move breaks, if it breaks one."""
    if state.turn is None:
        raise IllegalMove("over", "the game is over")
    if move.colour not in list(state.hands[state.turn]):
        raise IllegalMove("hand", f"player {state.turn + 1} has no {move.colour} mover")
    names = stack_names(len(state.colours))
    if move.stack not in names:
        raise IllegalMove("stack", f"there is no stack {move.stack}")
    if move.stack == state.locked:
        raise IllegalMove("locked", f"{move.stack} was just played on")
    if state.stacks[names.index(move.stack)] == move.colour:
        raise IllegalMove("base", f"a bare base {move.colour} takes no {move.colour}")


def outcome(state) -> Outcome | None:
    """Return how the game ended, or None while it runs."""
    if state.turn is not None:
        return None
    scores = score(state)
    if None in state.targets:
        return Outcome(None, None, scores)
    by_colour = {entry.colour: entry for entry in scores}
    leaders = list(range(len(state.targets)))
    for criterion in ("stacks", "tall", "height"):
        reached = [getattr(by_colour[state.targets[player]], criterion) for player in leaders]
        best = max(reached)
        leaders = [player for player, value in zip(leaders, reached) if value == best]
        if len(leaders) == 1:
            return Outcome(tuple(leaders), criterion, scores)
    return Outcome(tuple(leaders), "shared", scores)


def score(state) -> tuple[Score, ...]:
    """Return a `Score` for each colour in play, in canonical order."""
    scores = []
    for colour in state.colours:
        heights = [len(stack) for stack in state.stacks if stack[-1] == colour]
        tall = len([height for height in heights if height >= 2])
        scores.append(Score(colour, len(heights), tall, max(heights) if heights else 0))
    return tuple(scores)


def observe(state: State, player: int | None) -> Observation:
    """Return what a player sees, or a spectator who is None; all targets show when it is over."""
    targets = state.targets
    if state.turn is not None:
        targets = tuple([t if seat == player else None for seat, t in enumerate(targets)])
    return Observation(
        player,
        state.colours,
        state.stacks,
        state.hands,
        state.turn,
        state.locked,
        targets,
        state.moves,
    )


def resample(seen: Observation, rng: Pcg32) -> State:
    """Return a full position that fits what is seen, each as likely as any other.

    A target that nobody knows, not even its owner, stays unknown.
    """
    targets = list(seen.targets)
    if seen.turn is not None:
        free = [colour for colour in seen.colours if colour not in targets]
        rng.shuffle(free)
        for seat, target in enumerate(targets):
            if target is None and seat != seen.player:
                targets[seat] = free.pop()
    return State(
        seen.colours,
        seen.stacks,
        seen.hands,
        seen.turn,
        seen.locked,
        tuple(targets),
        seen.moves,
    )


def canonical(colours) -> str:
    """Return colour letters in canonical order, as one text."""
    letters = list(colours)
    return "".join([colour * letters.count(colour) for colour in COLOURS])


def stack_names(columns: int) -> list[str]:
    """Return the stacks' names in reading order: A1, B1, … with as many columns as colours."""
    return [letter + str(row) for row in range(1, BASES + 1) for letter in "ABCDEF"[:columns]]


def format_move(move: Move) -> str:
    """Return a move as text, such as "O@C3"."""
    return move.colour + "@" + move.stack


def parse_move(text: str) -> Move:
    """Return the move that a text names; raises `ValueError` when it names none."""
    colour, _, stack = text.partition("@")
    if colour not in list(COLOURS) or stack not in stack_names(len(COLOURS)):
        raise ValueError(f"{fields.shown(text)} is not a move such as O@C3")
    return Move(colour, stack)


def format_state(state) -> str:
    """Return a position as one line: colours stacks hands turn locked targets moves."""
    return " ".join(
        [
            state.colours,
            "/".join(state.stacks),
            "/".join(state.hands),
            "-" if state.turn is None else str(state.turn + 1),
            state.locked or "-",
            "".join([target or "?" for target in state.targets]),
            ",".join([format_move(move) for move in state.moves]) or "-",
        ]
    )


def parse_state(text: str) -> State:
    """Return the position that `format_state` wrote; raises `ValueError` for any other text."""
    parts = text.split(" ")
    if len(parts) != 7 or parts[3] not in ("-", "1", "2", "3", "4"):
        raise ValueError(f"{fields.shown(text)} is not a position of the Arena")
    colours, stacks, hands, turn, locked, targets, moves = parts
    state = State(
        colours,
        tuple(stacks.split("/")),
        tuple(hands.split("/")),
        None if turn == "-" else int(turn) - 1,
        None if locked == "-" else locked,
        tuple([None if target == "?" else target for target in targets]),
        tuple([parse_move(move) for move in moves.split(",")]) if moves != "-" else (),
    )
    if not is_position(state) or format_state(state) != text:
        raise ValueError(f"{fields.shown(text)} is not a position of the Arena")
    return state


def format_observation(seen: Observation) -> str:
    """Return what a player sees as one line: who sees it, then as `format_state` writes it."""
    return ("-" if seen.player is None else str(seen.player + 1)) + " " + format_state(seen)


def parse_observation(text: str) -> Observation:
    """Return what `format_observation` wrote; raises `ValueError` for any other text."""
    player, _, position = text.partition(" ")
    state = parse_state(position)
    if player not in ["-", "1", "2", "3", "4"][: len(state.hands) + 1]:
        raise ValueError(f"{fields.shown(text)} is not an observation of the Arena")
    return Observation(None if player == "-" else int(player) - 1, *state)


def is_position(state: State) -> bool:
    """Return whether a position has its colours, stacks, hands, targets and turn in order."""
    colours, seats = state.colours, len(state.hands)
    known = [target for target in state.targets if target]
    stray = [piece for piece in "".join(state.stacks + state.hands) if piece not in colours]
    return (
        2 <= seats <= 4
        and len(set(colours)) == len(colours) == seats + 2
        and colours == canonical(colours)
        and len(state.targets) == seats
        and len(set(known)) == len(known)
        and not [target for target in known if target not in colours]
        and len(state.stacks) == BASES * len(colours)
        and "" not in state.stacks
        and not stray
        and not [hand for hand in state.hands if hand != canonical(hand)]
        and state.locked in stack_names(len(colours)) + [None]
        and is_turn(state)
    )


def is_turn(state: State) -> bool:
    """Return whether the player to move has a mover, or nobody has one and the game is over."""
    if state.turn is None:
        return not "".join(state.hands)
    return state.turn < len(state.hands) and state.hands[state.turn] != ""


def parse_setup(record: dict) -> tuple:
    """Return the params and the deal (a number or a `Layout`) of a record, all checked."""
    if "colours" not in record:
        fields.check_keys(record, ("deal", "players"), ("dealing", "start"))
        players = fields.integer(record, "players", 2, 4)
        dealing = fields.choice(record, "dealing", DEALINGS, "random")
        if dealing == "equal" and players == 4:
            raise RecordError("dealing equal is not for 4 players", "equal")
        start = fields.integer(record, "start", 1, players) - 1 if "start" in record else None
        return Params(players, dealing, start), fields.integer(record, "deal", 0, MAX_DEAL)
    fields.check_keys(record, ("players", "colours", "bases", "hands", "start", "targets"), ())
    players = fields.integer(record, "players", 2, 4)
    start = fields.integer(record, "start", 1, players) - 1
    return Params(players, None, start), parse_layout(record, players)


def parse_layout(record: dict, players: int) -> Layout:
    """Return the openly given start of a record."""
    colours = fields.text(record, "colours")
    if not len(set(colours)) == len(colours) == players + 2 or colours != canonical(colours):
        raise RecordError(
            f"colours must be {players + 2} of {COLOURS} in this order, not {fields.shown(colours)}"
        )
    bases = fields.text(record, "bases")
    if len(bases) != BASES * len(colours) or [c for c in colours if bases.count(c) != BASES]:
        raise RecordError(f"bases must be {BASES} of each colour, not {fields.shown(bases)}")
    hands = fields.texts(record, "hands", players)
    for hand in hands:
        if hand != canonical(hand) or len(hand) != len(hands[0]):
            raise RecordError(
                f"hands must be in the order {COLOURS} and of one size, not {fields.shown(hand)}"
            )
    movers = "".join(hands)
    for colour in COLOURS:
        allowed = MOVERS if colour in colours else 0
        if movers.count(colour) > allowed:
            raise RecordError(f"hands hold more than {allowed} of {colour}")
    return Layout(colours, tuple(bases), tuple(hands), parse_targets(record, colours, players))


def parse_targets(record: dict, colours: str, players: int) -> tuple:
    """Return the targets of an openly given start, in seat order, None where not known."""
    targets = record["targets"]
    if not isinstance(targets, list) or len(targets) != players:
        raise RecordError(f"targets must be a list of {players}, not {fields.shown(targets)}")
    for seat, target in enumerate(targets):
        known = isinstance(target, str) and len(target) == 1 and target in colours
        if target is not None and (not known or target in targets[:seat]):
            raise RecordError(
                f"targets must be different colours in play or null, not {fields.shown(target)}"
            )
    return tuple(targets)


def format_setup(params: Params, deal) -> list[tuple]:
    """Return the keys and values that `parse_setup` reads, in the record's order."""
    pairs = [("players", params.players)]
    if isinstance(deal, Layout):
        pairs.append(("colours", deal.colours))
        pairs.append(("bases", "".join(deal.bases)))
        pairs.append(("hands", list(deal.hands)))
        pairs.append(("targets", list(deal.targets)))
    else:
        pairs.insert(0, ("deal", deal))
        pairs.append(("dealing", params.dealing))
    if params.start is not None:
        pairs.append(("start", params.start + 1))
    return pairs


def report(state: State) -> OrderedDict:
    """Return a position for `python -m game replay`, as docs/records.md lists it."""
    result = outcome(state)
    winners, tiebreak = (result.winners, result.tiebreak) if result else (None, None)
    return OrderedDict(
        [
            ("ply", len(state.moves)),
            ("outcome", "playing" if result is None else "over"),
            ("turn", None if state.turn is None else state.turn + 1),
            ("hands", list(state.hands)),
            ("stacks", OrderedDict(zip(stack_names(len(state.colours)), state.stacks))),
            ("locked", state.locked),
            ("targets", list(state.targets) if winners else None),
            ("winners", [player + 1 for player in winners] if winners else None),
            ("tiebreak", tiebreak),
        ]
    )
