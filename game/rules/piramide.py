"""La Piramide: remove pairs that sum to 10 until the pyramid is gone (docs/rules.md, 2).

A card is a two-letter code, rank and suit, such as "7d"; all codes of a pack differ. Piles are
tuples of codes: the stock in drawing order, the waste with its top last.
"""

from collections import OrderedDict, namedtuple

from game.rules import fields
from game.rules.chance import MAX_DEAL, Pcg32
from game.rules.fields import IllegalMove, RecordError

GAME = "piramide"
VERSION = 1
STREAM = 1
RANKS = "A234567FCR"
"""Asso, 2 to 7, Fante, Cavallo, Re; a rank's value is its place from 1."""
SUITS = "cdsb"
"""Coppe, denari, spade, bastoni."""
PACK = tuple([rank + suit for suit in SUITS for rank in RANKS])
FACE_DOWN = "??"
"""Stands in an observation where a card lies face down."""
DRAWS = ("stuck", "free")
SETUP_KEYS = ("deal", "deck", "draw", "rows", "open", "redeals")


class Params(namedtuple("Params", "draw rows open redeals")):
    """How to play: draw "stuck" or "free", 6 or 7 rows, `open` is all face up, 0 to 2 redeals."""


class State(namedtuple("State", "params pyramid stock drawn waste redeals moves")):
    """A full position. `pyramid` lists the slots row by row, None where the card is gone.

    `drawn` is a code or None; `redeals` counts those left.
    """


class Observation(namedtuple("Observation", "params pyramid stock drawn waste redeals moves")):
    """A position as the player sees it: `FACE_DOWN` for each card they have not seen."""


class Move(namedtuple("Move", "action cards")):
    """A move: `action` "remove" with one or two codes in ASCII order, or `DRAW`, or `REDEAL`."""


class Outcome(namedtuple("Outcome", "result cards_left")):
    """How a game ended: "won" or "lost", and the cards left in the pyramid."""


DRAW = Move("draw", ())
REDEAL = Move("redeal", ())


def new_game(params: Params, deal) -> State:
    """Return the first position of a deal, which is a number or a tuple of all 40 codes."""
    deck = deal
    if isinstance(deal, int):
        deck = list(PACK)
        Pcg32(deal, STREAM).shuffle(deck)
    size = pyramid_size(params.rows)
    return State(params, tuple(deck[:size]), tuple(deck[size:]), None, (), params.redeals, ())


def to_move(state) -> int | None:
    """Return 0, the only player, or None when the game is over."""
    return 0 if legal_moves(state) else None


def legal_moves(state) -> list[Move]:
    """Return every legal move: removals in ASCII order, then the draw or the redeal.

    A page asks several times for each position it shows, so the last answer is remembered.
    """
    if state is not last_asked[0]:
        last_asked[:] = [state, find_moves(state)]
    return list(last_asked[1])


last_asked: list = [None, []]
"""The position whose legal moves were asked for last, and these moves."""


def find_moves(state) -> list[Move]:
    """Work out what `legal_moves` returns."""
    if is_empty(state.pyramid):
        return []
    moves = removals(state)
    may_turn_stock = not moves or state.params.draw == "free"
    if may_turn_stock and state.stock:
        moves.append(DRAW)
    if may_turn_stock and not state.stock and state.redeals and (state.drawn or state.waste):
        moves.append(REDEAL)
    return moves


def removals(state) -> list[Move]:
    """Return every pair of available cards that sums to 10 and every Re, in ASCII order."""
    cards = available(state)
    moves = []
    for i, card in enumerate(cards):
        if value(card) == 10:
            moves.append(Move("remove", (card,)))
        for other in cards[i + 1 :]:
            if value(card) + value(other) == 10:
                moves.append(Move("remove", (card, other)))
    return moves


def available(state) -> list[str]:
    """Return the codes of the available cards in ASCII order: exposed, drawn and waste top."""
    cards = [state.pyramid[slot] for slot in exposed(state.pyramid)]
    if state.drawn:
        cards.append(state.drawn)
    if state.waste:
        cards.append(state.waste[-1])
    return sorted(cards)


def exposed(pyramid: tuple) -> list[int]:
    """Return the slots whose card is there and covered by none in the next row."""
    slots = []
    slot = 0
    for row in range(pyramid_rows(pyramid)):
        for _ in range(row + 1):
            if pyramid[slot]:
                left = slot + row + 1
                on_bottom_row = left >= len(pyramid)
                if on_bottom_row or not (pyramid[left] or pyramid[left + 1]):
                    slots.append(slot)
            slot += 1
    return slots


def apply_move(state: State, move: Move) -> State:
    """Return the position after a move, or raise `IllegalMove`."""
    refuse_illegal(state, move)
    pyramid, stock, drawn, waste = state.pyramid, state.stock, state.drawn, state.waste
    redeals = state.redeals
    if move.action == "remove":
        pyramid = tuple([None if card in move.cards else card for card in pyramid])
        if waste and waste[-1] in move.cards:
            waste = waste[:-1]
        if drawn in move.cards:
            drawn = None
    else:
        if drawn:
            waste = waste + (drawn,)
        if move == REDEAL:
            drawn, stock, waste, redeals = None, waste, (), redeals - 1
        else:
            drawn, stock = stock[0], stock[1:]
    return State(state.params, pyramid, stock, drawn, waste, redeals, state.moves + (move,))


def refuse_illegal(state, move: Move) -> None:
    """Raise `IllegalMove` with the rule that a move breaks, if it breaks one."""
    moves = legal_moves(state)
    if move in moves:
        return
    if not moves:
        raise IllegalMove("over", "the game is over")
    if move.action == "remove":
        missing = [card for card in move.cards if card not in available(state)]
        if missing:
            raise IllegalMove("unavailable", f"{missing[0]} is not available")
        total = sum([value(card) for card in move.cards])
        raise IllegalMove("sum", f"{' and '.join(move.cards)} make {total}, not 10")
    if move == DRAW and not state.stock:
        raise IllegalMove("stock", "the stock is empty")
    if move == REDEAL and not state.redeals:
        raise IllegalMove("redeals", "no redeal is left")
    if move == REDEAL and state.stock:
        raise IllegalMove("redeal_early", "the stock is not empty yet")
    if move == REDEAL and not (state.drawn or state.waste):
        raise IllegalMove("redeal_nothing", "there is no waste to turn over")
    raise IllegalMove("removal_left", "a removal is left, so the stock stays closed")


def outcome(state) -> Outcome | None:
    """Return how the game ended, or None while a move is left."""
    left = len([card for card in state.pyramid if card])
    if left == 0:
        return Outcome("won", 0)
    return None if legal_moves(state) else Outcome("lost", left)


def observe(state: State, player: int | None = 0) -> Observation:
    """Return what the player sees: cards that turned up once stay known through a redeal."""
    face_up = exposed(state.pyramid)
    pyramid = state.pyramid
    if not state.params.open:
        pyramid = tuple(
            [
                FACE_DOWN if card and slot not in face_up else card
                for slot, card in enumerate(pyramid)
            ]
        )
    turned_over = state.redeals < state.params.redeals
    stock = state.stock if turned_over else (FACE_DOWN,) * len(state.stock)
    return Observation(
        state.params, pyramid, stock, state.drawn, state.waste, state.redeals, state.moves
    )


def resample(seen: Observation, rng: Pcg32) -> State:
    """Return a full position that fits what is seen, each as likely as any other."""
    known = list(seen.pyramid) + list(seen.stock) + list(seen.waste) + [seen.drawn]
    for move in seen.moves:
        known.extend(move.cards)
    hidden = [card for card in PACK if card not in known]
    rng.shuffle(hidden)
    pyramid = tuple([hidden.pop() if card == FACE_DOWN else card for card in seen.pyramid])
    stock = tuple([hidden.pop() if card == FACE_DOWN else card for card in seen.stock])
    return State(seen.params, pyramid, stock, seen.drawn, seen.waste, seen.redeals, seen.moves)


def value(card: str) -> int:
    """Return what a card counts, 1 to 10."""
    return RANKS.index(card[0]) + 1


def is_empty(pyramid: tuple) -> bool:
    """Return whether every card of a pyramid is gone."""
    return not any(pyramid)


def pyramid_size(rows: int) -> int:
    """Return how many cards a pyramid of so many rows has."""
    return rows * (rows + 1) // 2


def pyramid_rows(pyramid: tuple) -> int:
    """Return how many rows a pyramid has."""
    return 6 if len(pyramid) == pyramid_size(6) else 7


def format_move(move: Move) -> str:
    """Return a move as text: "+", "*", or the removed codes, such as "3c7d"."""
    if move == DRAW:
        return "+"
    return "*" if move == REDEAL else "".join(move.cards)


def parse_move(text: str) -> Move:
    """Return the move that a text names; raises `ValueError` when it names none."""
    if text == "+":
        return DRAW
    if text == "*":
        return REDEAL
    cards = sorted([text[:2], text[2:]]) if len(text) == 4 else [text]
    if [card for card in cards if card not in PACK] or len(set(cards)) < len(cards):
        raise ValueError(f"{fields.shown(text)} is not a move such as +, 7d3c or Rb")
    return Move("remove", tuple(cards))


def format_state(state) -> str:
    """Return a position as one line: params pyramid stock drawn waste redeals moves."""
    params = state.params
    return " ".join(
        [
            f"{params.draw},{params.rows},{'open' if params.open else 'closed'},{params.redeals}",
            "".join([card or "--" for card in state.pyramid]),
            "".join(state.stock) or "-",
            state.drawn or "-",
            "".join(state.waste) or "-",
            str(state.redeals),
            ",".join([format_move(move) for move in state.moves]) or "-",
        ]
    )


def parse_state(text: str) -> State:
    """Return the position that `format_state` wrote; raises `ValueError` for any other text."""
    state = State(*parse_fields(text))
    if FACE_DOWN in cards_of(state) or not is_position(state) or format_state(state) != text:
        raise ValueError(f"{fields.shown(text)} is not a position of La Piramide")
    return state


def format_observation(seen: Observation) -> str:
    """Return what a player sees as one line: like a position, with "??" for a card unseen."""
    return format_state(seen)


def parse_observation(text: str) -> Observation:
    """Return the observation that `format_observation` wrote; raises `ValueError` for others."""
    seen = Observation(*parse_fields(text))
    if not is_position(seen) or format_observation(seen) != text:
        raise ValueError(f"{fields.shown(text)} is not what a player sees of La Piramide")
    return seen


def parse_fields(text: str) -> tuple:
    """Return the fields of a position or an observation; raises `ValueError`."""
    parts = text.split(" ")
    settings = parts[0].split(",")
    if (
        len(parts) != 7
        or len(settings) != 4
        or settings[0] not in DRAWS
        or settings[1] not in ("6", "7")
        or settings[3] not in ("0", "1", "2")
        or parts[5] not in ("0", "1", "2")
    ):
        raise ValueError(f"{fields.shown(text)} is not a position of La Piramide")
    params = Params(settings[0], int(settings[1]), settings[2] == "open", int(settings[3]))
    pyramid = tuple([None if card == "--" else card for card in split_cards(parts[1])])
    stock, waste = split_cards(parts[2]), split_cards(parts[4])
    drawn = None if parts[3] == "-" else parts[3]
    moves = tuple([parse_move(move) for move in parts[6].split(",")]) if parts[6] != "-" else ()
    return params, pyramid, stock, drawn, waste, int(parts[5]), moves


def is_position(state) -> bool:
    """Return whether a position has the right slots and redeals, and no card twice.

    Among the cards that moves removed and those face up none is there twice either, and the pack
    has a card for each that lies face down.
    """
    cards = cards_of(state)
    for move in state.moves:
        cards.extend(move.cards)
    known = [card for card in cards if card != FACE_DOWN]
    return (
        state.redeals <= state.params.redeals
        and len(state.pyramid) == pyramid_size(state.params.rows)
        and len(set(known)) == len(known)
        and len(cards) <= len(PACK)
        and not [card for card in known if card not in PACK]
    )


def cards_of(state) -> list[str]:
    """Return the cards on the table, face down ones among them."""
    piles = state.pyramid + state.stock + state.waste + (state.drawn,)
    return [card for card in piles if card]


def split_cards(text: str) -> tuple:
    """Return the codes of a text such as "7d3c"; none for "-"."""
    return () if text == "-" else tuple([text[i : i + 2] for i in range(0, len(text), 2)])


def parse_setup(record: dict) -> tuple:
    """Return the params and the deal (a number or a tuple of 40 codes) of a record, all checked."""
    fields.check_keys(record, (), SETUP_KEYS)
    params = Params(
        fields.choice(record, "draw", DRAWS, "stuck"),
        fields.choice(record, "rows", (6, 7), 6),
        fields.choice(record, "open", (False, True), False),
        fields.choice(record, "redeals", (0, 1, 2), 0),
    )
    if ("deal" in record) == ("deck" in record):
        raise RecordError("deal or deck is needed, exactly one of the two")
    if "deal" in record:
        return params, fields.integer(record, "deal", 0, MAX_DEAL)
    return params, parse_deck(fields.text(record, "deck"))


def parse_deck(text: str) -> tuple:
    """Return the 40 codes of a deck written as text, each card once; raises `RecordError`."""
    deck = text.split(" ")
    seen = set()
    for card in deck:
        if card not in PACK:
            raise RecordError(f"deck: {fields.shown(card)} is not a card")
        if card in seen:
            raise RecordError(f"deck: {card} is there twice")
        seen.add(card)
    missing = [card for card in PACK if card not in seen]
    if missing:
        raise RecordError(f"deck: {missing[0]} is missing")
    return tuple(deck)


def format_setup(params: Params, deal) -> list[tuple]:
    """Return the keys and values that `parse_setup` reads, in the record's order."""
    return [
        ("deal", deal) if isinstance(deal, int) else ("deck", " ".join(deal)),
        ("draw", params.draw),
        ("rows", params.rows),
        ("open", params.open),
        ("redeals", params.redeals),
    ]


def report(state: State) -> OrderedDict:
    """Return a position for `python -m game replay`, as docs/records.md lists it."""
    result = outcome(state)
    moves = [move for move in legal_moves(state) if move.action == "remove"]
    return OrderedDict(
        [
            ("ply", len(state.moves)),
            ("outcome", result.result if result else "playing"),
            ("available", available(state)),
            ("removals", [format_move(move) for move in moves]),
            ("pyramid", len([card for card in state.pyramid if card])),
            ("stock", len(state.stock)),
            ("waste", len(state.waste)),
            ("drawn", state.drawn),
        ]
    )
