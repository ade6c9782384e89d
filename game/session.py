"""One play of one game: its deal, its moves, undo and redo, and the texts that keep it.

A session is handed the rules module of its game and knows no rule itself.
"""

import binascii
import json
from collections import OrderedDict

from game.rules.fields import RecordError, check_keys, shown

SAVE_VERSION = 1
SAVE_MARK = "VP"
"""A save begins with this mark and its version, so that a later version is known for one."""
FACTS = (("names", list), ("looked", int), ("revealed", bool))
"""What undo never takes back: the players' names, how many have looked at their target, and
whether all targets were shown."""


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
        """Take the last move back."""
        self.ply -= 1

    def redo(self) -> None:
        """Play the move again that was taken back."""
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
    setup = {key: record[key] for key in record if key not in ("game", "version", "moves")}
    version = record.get("version")
    if type(version) is not int or version != rules.VERSION:
        raise RecordError(f"version must be {rules.VERSION}, not {shown(version)}")
    moves = record.get("moves")
    if not isinstance(moves, list):
        raise RecordError(f"moves must be a list, not {shown(moves)}")
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
    played = session.record()
    facts = [(key, session.facts[key]) for key, _ in FACTS if key in session.facts]
    fields = [
        ("record", played),
        ("undone", session.moves[session.ply :]),
        ("facts", OrderedDict(facts)),
    ]
    content = json.dumps(OrderedDict(fields)).encode()
    check = binascii.crc32(content) & 0xFFFFFFFF
    body = binascii.b2a_base64(content).decode().strip()
    return f"{SAVE_MARK}{SAVE_VERSION}.{check:08x}.{body}"


def parse_save(text: str, games: dict, read_json=json.loads) -> Session:
    """Return the session that `format_save` wrote; raises `SaveError`.

    `read_json` must refuse what is not JSON with `ValueError`.
    """
    mark, _, rest = text.partition(".")
    check, _, body = rest.partition(".")
    version = mark[len(SAVE_MARK) :]
    if mark[: len(SAVE_MARK)] == SAVE_MARK and version.isdigit() and int(version) > SAVE_VERSION:
        raise SaveError("future", f"saved by version {shown(version)}, newer than {SAVE_VERSION}")
    try:
        if mark != SAVE_MARK + str(SAVE_VERSION):
            raise ValueError("not a save")
        content = binascii.a2b_base64(body.encode())
        if f"{binascii.crc32(content) & 0xFFFFFFFF:08x}" != check:
            raise ValueError("the checksum does not fit")
        save = read_json(content.decode())
        if not isinstance(save, dict):
            raise ValueError("not a save")
        check_keys(save, ("record", "undone", "facts"), ())
        session = parse_record(save["record"], games)
        ply = session.ply
        for move in save["undone"]:
            session.play(move)
        session.ply = ply
        session.facts = parse_facts(save["facts"])
    except (ValueError, TypeError) as error:
        raise SaveError("damaged", str(error)) from None
    return session


def parse_facts(facts) -> dict:
    """Return the facts of a save, each of the type that `FACTS` names."""
    check_keys(facts, (), tuple([key for key, _ in FACTS]))
    for key, kind in FACTS:
        if key in facts and type(facts[key]) is not kind:
            raise RecordError(f"{key} must be {kind.__name__}, not {shown(facts[key])}")
    return facts
