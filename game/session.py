"""One play of one game: its deal, its moves, undo and redo, and the texts that keep it.

A session is handed the rules module of its game and knows no rule itself.
"""

import json
from collections import OrderedDict

try:  # on MicroPython `binascii` is written in Python, and 400 times slower at base64
    import ubinascii as binascii  # type: ignore[import-not-found]
except ImportError:
    import binascii

from game.rules.fields import RecordError, check_keys, choice, integer, shown, text, texts

SAVE_VERSION = 1
SAVE_MARK = "VP"
"""A save begins with this mark and its version, so that a later version is known for one."""
LONGEST_SAVE = 8_000
"""Characters; the longest game needs less than half. Much longer ones would exhaust MicroPython."""
PERSON = "person"
SEATS = (PERSON, "easy", "medium", "hard")
"""Who plays a seat: a person, or a bot of a level."""
COUNTS = ("hints", "oracle", "undos", "seconds")
FACTS = ("names", "seats", "goal", "wins", "looked", "revealed", "id", "seen", "winnable") + COUNTS
"""What undo never takes back (docs/records.md, 6. Saves)."""
MOST = 2**53 - 1


class PlyError(ValueError):
    """A record whose move number `ply`, from 1, is no move or not legal there."""

    def __init__(self, ply: int, reason: str):
        super().__init__(f"ply {ply}: {reason}")
        self.ply = ply


class SaveError(ValueError):
    """A kept game that cannot be read: `reason` is "damaged" or "future"."""

    def __init__(self, reason: str, text: str):
        super().__init__(text)
        self.reason = reason


class Session:
    """One game being played; `moves` are texts, those past `ply` are undone and can be redone."""

    def __init__(self, rules, params, deal):
        self.rules = rules
        self.params = params
        self.deal = deal
        self.states = [rules.new_game(params, deal)]
        self.moves: list[str] = []
        self.ply = 0
        self.facts: dict = {}

    @property
    def state(self):
        """The position on the table."""
        return self.states[self.ply]

    def play(self, text: str) -> None:
        """Play a move given as text; raises `ValueError` (or `IllegalMove`) and changes nothing."""
        move = self.rules.parse_move(text)
        state = self.rules.apply_move(self.state, move)
        self.moves = self.moves[: self.ply] + [self.rules.format_move(move)]
        self.states = self.states[: self.ply + 1] + [state]
        self.ply += 1

    def can_undo(self) -> bool:
        """Return whether a move can be taken back."""
        return self.ply > 0 and not self.facts.get("revealed", False)

    def can_redo(self) -> bool:
        """Return whether an undone move can be played again."""
        return self.ply < len(self.moves)

    def undo(self) -> None:
        """Take the last move back; raises `ValueError` when `can_undo` says no."""
        if not self.can_undo():
            raise ValueError("no move can be taken back")
        self.ply -= 1

    def redo(self) -> None:
        """Play the move again that was taken back; raises `ValueError` when there is none."""
        if not self.can_redo():
            raise ValueError("no move was taken back")
        self.ply += 1

    def is_over(self) -> bool:
        """Return whether the game on the table has ended."""
        return self.rules.outcome(self.state) is not None

    def record(self) -> OrderedDict:
        """Return the record of the moves on the table (docs/records.md)."""
        return OrderedDict(
            [("game", self.rules.GAME), ("version", self.rules.VERSION)]
            + self.rules.format_setup(self.params, self.deal)
            + [("moves", self.moves[: self.ply])]
        )


def parse_record(record, games: dict) -> Session:
    """Return the session that a record describes, played move by move.

    `games` maps names to rules modules. Raises `RecordError` for a malformed record and
    `PlyError` for a move.
    """
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, not {shown(record)}")
    if "game" not in record:
        raise RecordError("game is missing")
    name = record["game"]
    if not isinstance(name, str) or name not in games:
        raise RecordError(f"game must be {' or '.join(sorted(games))}, not {shown(name)}")
    rules = games[name]
    for key in ("version", "moves"):
        if key not in record:
            raise RecordError(f"{key} is missing")
    choice(record, "version", (rules.VERSION,))
    moves = record["moves"]
    if not isinstance(moves, list):
        raise RecordError(f"moves must be a list, not {shown(moves)}")
    setup = {key: record[key] for key in record if key not in ("game", "version", "moves")}
    params, deal = rules.parse_setup(setup)
    session = Session(rules, params, deal)
    for index, move in enumerate(moves):
        if not isinstance(move, str):
            raise PlyError(index + 1, f"a move is text, not {shown(move)}")
        try:
            session.play(move)
        except ValueError as error:
            raise PlyError(index + 1, str(error)) from None
    return session


def format_save(session: Session) -> str:
    """Return a session as text that `parse_save` reads; not readable at a glance.

    The deal number of a running Arena tells every secret, so the record is encoded.
    """
    save = OrderedDict(
        [
            ("record", session.record()),
            ("undone", session.moves[session.ply :]),
            ("facts", OrderedDict([(k, session.facts[k]) for k in FACTS if k in session.facts])),
        ]
    )
    body = binascii.b2a_base64(json.dumps(save).encode()).decode().strip()
    return sealed(str(SAVE_VERSION), body)


def sealed(version: str, body: str) -> str:
    """Return the text of a save: its mark and version, a checksum over the rest, its body."""
    check = binascii.crc32(f"{version}.{body}".encode()) & 0xFFFFFFFF
    return f"{SAVE_MARK}{version}.{check:08x}.{body}"


def parse_save(save: str, games: dict, read_json=json.loads) -> Session:
    """Return the session that `format_save` wrote; raises `SaveError`.

    `read_json` must refuse what is not JSON with `ValueError`.
    """
    mark, _, rest = save.partition(".")
    version = mark[len(SAVE_MARK) :]
    body = rest.partition(".")[2]
    try:
        if len(save) > LONGEST_SAVE:
            raise ValueError("it is too long")
        if sealed(version, body) != save:
            raise ValueError("the checksum does not fit")
        if version != str(SAVE_VERSION):
            raise SaveError("future", f"saved by version {shown(version)}, not {SAVE_VERSION}")
        return parse_content(read_json(binascii.a2b_base64(body.encode()).decode()), games)
    except SaveError:
        raise
    except ValueError as error:
        raise SaveError("damaged", str(error)) from None


def parse_content(save, games: dict) -> Session:
    """Return the session that the content of a save describes; raises `ValueError`."""
    if not isinstance(save, dict):
        raise RecordError(f"a save is an object, not {shown(save)}")
    check_keys(save, ("record", "undone", "facts"), ())
    session = parse_record(save["record"], games)
    ply = session.ply
    for move in texts(save, "undone"):
        session.play(move)
    session.ply = ply
    session.facts = parse_facts(save["facts"])
    wins = session.facts.get("wins")
    if wins is not None and len(wins) != getattr(session.params, "players", 0):
        raise RecordError("wins must be a list, one for each player")
    return session


def parse_facts(facts) -> dict:
    """Return the facts of a save, each checked; raises `RecordError`."""
    if not isinstance(facts, dict):
        raise RecordError(f"facts must be an object, not {shown(facts)}")
    check_keys(facts, (), FACTS)
    if "names" in facts:
        texts(facts, "names")
    if "seats" in facts:
        for seat in texts(facts, "seats"):
            if seat not in SEATS:
                raise RecordError(f"seats hold {shown(seat)}, which is none of {', '.join(SEATS)}")
    if "goal" in facts:
        integer(facts, "goal", 1, 99)
        wins = facts.get("wins")
        if not isinstance(wins, list) or not 2 <= len(wins) <= 4:
            raise RecordError(f"wins must be a list, one for each player, not {shown(wins)}")
        for won in wins:
            integer({"wins": won}, "wins", 0, MOST)
    elif "wins" in facts:
        raise RecordError("wins need a goal")
    if "looked" in facts:
        integer(facts, "looked", 0, 4)
    for key in ("revealed", "seen", "winnable"):
        if key in facts:
            choice(facts, key, (False, True))
    if "id" in facts:
        text(facts, "id")
    for key in COUNTS:
        if key in facts:
            integer(facts, key, 0, MOST)
    return facts
