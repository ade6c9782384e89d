"""Records that are refused, each with a part of the reason that names what is wrong."""

from game.rules import piramide

ARENA = {"game": "arena", "version": 1, "deal": 7, "players": 3, "moves": []}
PIRAMIDE = {"game": "piramide", "version": 1, "deal": 1, "moves": []}
LAYOUT = {
    "game": "arena",
    "version": 1,
    "players": 2,
    "colours": "OYVB",
    "bases": "OYVBOYVBOYVBOYVB",
    "hands": ["OYV", "OOB"],
    "start": 1,
    "targets": ["O", None],
    "moves": [],
}
DECK = " ".join(piramide.PACK)
WRONG_NUMBERS = [-1, 1.5, 1.0, 1e300, True, False, None, "1", [], {}, 2**53, 10**40, -(10**4000)]
WRONG_TEXTS = [
    None,
    True,
    0,
    1.5,
    [],
    {},
    ["stuck"],
    "",
    "Stuck",
    "stuck ",
    "\ud800",
    "\0",
    "עברית",
]


def without(record, key):
    return {name: record[name] for name in record if name != key}


MALFORMED = [
    *[(value, "a record is an object") for value in (None, True, 5, 1.5, "x", [], [PIRAMIDE])],
    ({}, "game is missing"),
    *[(PIRAMIDE | {"game": value}, "game must be") for value in (*WRONG_TEXTS, "chess", 10**99)],
    *[(without(PIRAMIDE, key), key) for key in PIRAMIDE],
    *[(without(ARENA, key), f"{key} is missing") for key in ARENA],
    *[(without(LAYOUT, key), "is missing") for key in LAYOUT],
    *[(PIRAMIDE | {"version": value}, "version must be 1") for value in (*WRONG_NUMBERS, 0, 2)],
    *[(ARENA | {"version": value}, "version must be 1") for value in (*WRONG_NUMBERS, 0, 2)],
    *[
        (record | {"moves": value}, "moves must be a list")
        for record in (ARENA, PIRAMIDE)
        for value in (None, "+", {}, 5, True, {"0": "+"})
    ],
    *[(PIRAMIDE | {"deal": value}, "deal must be a whole number") for value in WRONG_NUMBERS],
    *[(ARENA | {"deal": value}, "deal must be a whole number") for value in WRONG_NUMBERS],
    *[(PIRAMIDE | {"draw": value}, "draw must be") for value in WRONG_TEXTS],
    *[(PIRAMIDE | {"rows": value}, "rows must be 6 or 7") for value in (*WRONG_NUMBERS, 5, 8, 6.0)],
    *[(PIRAMIDE | {"open": value}, "open must be") for value in (None, 0, 1, "true", "", [], 0.0)],
    *[
        (PIRAMIDE | {"redeals": value}, "redeals must be 0 or 1 or 2")
        for value in (-1, 3, 1.0, True, False, None, "1", [])
    ],
    *[(without(PIRAMIDE, "deal") | {"deck": value}, "deck") for value in (*WRONG_TEXTS, DECK[1:])],
    (PIRAMIDE | {"deck": DECK}, "deal or deck"),
    *[(ARENA | {"players": value}, "players must be") for value in (*WRONG_NUMBERS, 0, 1, 5)],
    *[(ARENA | {"dealing": value}, "dealing must be") for value in WRONG_TEXTS],
    (ARENA | {"players": 4, "dealing": "equal"}, "dealing equal is not for 4 players"),
    *[(ARENA | {"start": value}, "start must be") for value in (*WRONG_NUMBERS, 0, 4)],
    *[
        (LAYOUT | {key: value}, key)
        for key in ("colours", "bases", "hands", "targets")
        for value in (*WRONG_TEXTS, ["O", 5], ["O"], [["O"], "Y"], "OYVBG")
    ],
    *[(LAYOUT | {"start": value}, "start must be") for value in (*WRONG_NUMBERS, 0, 3)],
    (LAYOUT | {"deal": 7}, 'unknown key "deal"'),
    (LAYOUT | {"dealing": "random"}, 'unknown key "dealing"'),
    (ARENA | {"bases": "OYVB"}, 'unknown key "bases"'),
    (PIRAMIDE | {"players": 2}, 'unknown key "players"'),
    (ARENA | {"rows": 6}, 'unknown key "rows"'),
    *[
        (record | {key: 1}, "unknown key")
        for record in (ARENA, PIRAMIDE, LAYOUT)
        for key in ("", "Deal", "deal ", "colour", "\ud800", "\0", "\n", "é", "😀" * 50, "x" * 999)
    ],
]
BAD_MOVES = [
    *[PIRAMIDE | {"moves": [value]} for value in (*WRONG_TEXTS, 10**50, "*", "7d7d", "x" * 9999)],
    *[ARENA | {"moves": [value]} for value in (*WRONG_TEXTS, 10**50, "O@A5", "OO@A1", "😀@A1")],
]
"""Records whose first move is none, or not legal."""
