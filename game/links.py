"""A whole game as a text short enough for a link or a QR code, checked to the last letter.

The text is one number, in which a move is only its place among the legal ones (docs/records.md, 8).
"""

import binascii

from game.rules.piramide import PACK
from game.session import Session, parse_record

VERSION = "1"
LONGEST = 220
"""Characters; with the address of a site before it, a link stays below 300."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Every letter means the same in an address, a message and a file name."""
CUT_OFF = ("-", "_")
"""Letters that a messenger may take for the end of its sentence, and leave out of a link's end."""
LOST_ENDS = ("", "-", "_", "--", "-_", "_-", "__")
"""What it may have left out of a link that an earlier version made."""
DASHES = (("\u2014", "--"), ("\u2013", "-"), ("\u2010", "-"), ("\u2011", "-"), ("\u2212", "-"))
"""What a word processor makes of `-`."""
CHECK_LENGTH = 6
GAMES = ("arena", "piramide")
DRAWS = ("stuck", "free")
DEALINGS = ("random", "equal")
DEALS = 2**53
MOST_MOVES = 128
NAME_LENGTHS = 64
BLOCK = 128
"""Letters of one alphabet mostly share a block of character codes."""
BLOCKS = 0x110000 // BLOCK


class LinkError(ValueError):
    """A link that cannot be read: `reason` is "damaged" or "future"."""

    def __init__(self, reason: str, text: str):
        super().__init__(text)
        self.reason = reason


class Packer:
    """A number made of digits, each with the count of values it could have had."""

    def __init__(self):
        self.digits: list = []

    def put(self, digit: int, count: int) -> None:
        """Append a digit from 0 to count - 1; raises `ValueError` for another one."""
        if not 0 <= digit < count:
            raise ValueError(f"{digit} is not below {count}")
        self.digits.append((digit, count))

    def number(self) -> int:
        """Return the digits as one number, the first one in the lowest place."""
        number = 0
        for digit, count in reversed(self.digits):
            number = number * count + digit
        return number


class Unpacker:
    """The digits of such a number, first to last."""

    def __init__(self, number: int):
        self.number = number

    def take(self, count: int) -> int:
        """Return the next digit; raises `ValueError` when it can have no value at all."""
        if not count:
            raise ValueError("a move after the end")
        self.number, digit = divmod(self.number, count)
        return digit


def can_share(session: Session) -> bool:
    """Return whether a game is over and, in the Arena, revealed and not from an open start."""
    if not session.is_over():
        return False
    is_told = session.facts.get("revealed", False) and isinstance(session.deal, int)
    return session.rules.GAME != "arena" or is_told


def format_link(session: Session, names: list[str] | None = None) -> str:
    """Return the moves on the table and their deal as text that `parse_link` reads.

    `names` are the players' where they differ from those that were typed; they are left out where
    they are too long. Raises `ValueError` for a game of the Arena that `can_share` refuses, as its
    deal tells every secret.
    """
    if session.rules.GAME == "arena" and not can_share(session):
        raise ValueError("only a revealed game of a numbered deal has a link")
    if names is None:
        names = session.facts.get("names", [])
    link = sealed(VERSION, ended(format_number(pack(session, names))))
    if len(link) > LONGEST:
        link = sealed(VERSION, ended(format_number(pack(session, []))))
    return link


def ended(body: str) -> str:
    """Return a body that does not end in a letter of `CUT_OFF`: a zero more changes no number."""
    return body + ALPHABET[0] if body[-1:] in CUT_OFF else body


def mended(text: str) -> str:
    """Return a link as it was before a messenger wrapped it or cut its last `-` or `_` off.

    The checksum tells; a text that no such change makes whole is returned as it is.
    """
    whole = text
    for dash, plain in DASHES:
        whole = whole.replace(dash, plain)
    whole = "".join([letter for letter in whole[: 2 * LONGEST] if letter in ALPHABET])
    bare = whole
    while bare[-1:] in CUT_OFF:
        bare = bare[:-1]
    for candidate in [whole] + [bare + end for end in LOST_ENDS]:
        if sealed(candidate[:1], candidate[1 + CHECK_LENGTH :]) == candidate:
            return candidate
    return text


def parse_link(text: str, games: dict) -> Session:
    """Return the session that `format_link` was given; raises `LinkError`.

    `games` maps names to rules modules; a link to another game counts as damaged.
    """
    version, body = text[:1], text[1 + CHECK_LENGTH :]
    if not body or len(text) > LONGEST or sealed(version, body) != text:
        raise LinkError("damaged", "the link is not whole")
    if version != VERSION:
        raise LinkError("future", f"a link of version {version}, not {VERSION}")
    try:
        number = parse_number(body)
        session, rest = unpack(number, games)
        plain = format_number(number)  # of which an earlier version ended none
        if rest or body not in (plain, ended(plain)):
            raise ValueError("more than a game")
    except ValueError as error:
        raise LinkError("damaged", str(error)) from None
    return session


# Digits


def pack(session: Session, names: list[str]) -> int:
    """Return a game as one number; of La Piramide the names are nowhere."""
    record = session.record()
    packer = Packer()
    packer.put(GAMES.index(record["game"]), len(GAMES))
    if record["game"] == "arena":
        pack_arena(packer, record)
        pack_names(packer, names, record["players"])
    else:
        pack_piramide(packer, record)
    packer.put(session.ply, MOST_MOVES)
    for ply in range(session.ply):
        moves = [
            session.rules.format_move(m) for m in session.rules.legal_moves(session.states[ply])
        ]
        packer.put(len([text for text in moves if text < session.moves[ply]]), len(moves))
    return packer.number()


def unpack(number: int, games: dict) -> tuple:
    """Return the session that a number holds, and what is left of the number; `ValueError`."""
    unpacker = Unpacker(number)
    game = GAMES[unpacker.take(len(GAMES))]
    setup = unpack_arena(unpacker) if game == "arena" else unpack_piramide(unpacker)
    names = unpack_names(unpacker, setup["players"]) if game == "arena" else []
    record = {"game": game, "version": 1, "moves": []}
    record.update(setup)
    session = parse_record(record, games)
    for _ in range(unpacker.take(MOST_MOVES)):
        moves = legal_texts(session.rules, session.state)
        session.play(moves[unpacker.take(len(moves))])
    if game == "arena":
        session.facts = {"looked": setup["players"], "revealed": True}
        if any(names):
            session.facts["names"] = names
        if not can_share(session):
            raise ValueError("a game of the Arena that runs")
    return session, unpacker.number


def legal_texts(rules, state) -> list[str]:
    """Return the legal moves as texts in ASCII order, the order in which a link counts them."""
    return sorted([rules.format_move(move) for move in rules.legal_moves(state)])


def pack_arena(packer: Packer, record: dict) -> None:
    """Put how a game of the Arena is set up."""
    packer.put(record["players"] - 2, 3)
    packer.put(DEALINGS.index(record["dealing"]), len(DEALINGS))
    packer.put(record.get("start", 0), record["players"] + 1)
    packer.put(record["deal"], DEALS)


def unpack_arena(unpacker: Unpacker) -> dict:
    """Take what `pack_arena` put: the fields of a record."""
    players = unpacker.take(3) + 2
    setup = {"players": players, "dealing": DEALINGS[unpacker.take(len(DEALINGS))]}
    start = unpacker.take(players + 1)
    if start:
        setup["start"] = start
    setup["deal"] = unpacker.take(DEALS)
    return setup


def pack_names(packer: Packer, names: list[str], players: int) -> None:
    """Put a name for each player; a letter is told with its block where that is another one."""
    block = 0
    for seat in range(players):
        name = names[seat][: NAME_LENGTHS - 1] if seat < len(names) else ""
        packer.put(len(name), NAME_LENGTHS)
        for letter in name:
            packer.put(int(ord(letter) // BLOCK != block), 2)
            if ord(letter) // BLOCK != block:
                block = ord(letter) // BLOCK
                packer.put(block, BLOCKS)
            packer.put(ord(letter) % BLOCK, BLOCK)


def unpack_names(unpacker: Unpacker, players: int) -> list[str]:
    """Take what `pack_names` put; "" for a player without a name."""
    block = 0
    names = []
    for _ in range(players):
        name = ""
        for _ in range(unpacker.take(NAME_LENGTHS)):
            if unpacker.take(2):
                block = unpacker.take(BLOCKS)
            name += chr(block * BLOCK + unpacker.take(BLOCK))
        names.append(name)
    return names


def pack_piramide(packer: Packer, record: dict) -> None:
    """Put how a game of La Piramide is set up; of a deck, each card's place among those left."""
    packer.put(DRAWS.index(record["draw"]), len(DRAWS))
    packer.put(record["rows"] - 6, 2)
    packer.put(int(record["open"]), 2)
    packer.put(record["redeals"], 3)
    packer.put(int("deck" in record), 2)
    if "deal" in record:
        packer.put(record["deal"], DEALS)
        return
    deck = record["deck"].split(" ")
    left = sorted(PACK)
    for card in deck:
        packer.put(left.index(card), len(left))
        left.remove(card)


def unpack_piramide(unpacker: Unpacker) -> dict:
    """Take what `pack_piramide` put: the fields of a record."""
    setup = {
        "draw": DRAWS[unpacker.take(len(DRAWS))],
        "rows": unpacker.take(2) + 6,
        "open": bool(unpacker.take(2)),
        "redeals": unpacker.take(3),
    }
    if not unpacker.take(2):
        setup["deal"] = unpacker.take(DEALS)
        return setup
    left = sorted(PACK)
    deck = [left.pop(unpacker.take(len(left))) for _ in PACK]
    setup["deck"] = " ".join(deck)
    return setup


# Letters


def format_number(number: int) -> str:
    """Return a number as letters, six bits each, the lowest first; none for 0."""
    letters = []
    while number:
        letters.append(ALPHABET[number & 63])
        number >>= 6
    return "".join(letters)


def parse_number(text: str) -> int:
    """Return the number that letters stand for; raises `ValueError` for other characters."""
    number = 0
    for letter in reversed(text):
        number = number << 6 | ALPHABET.index(letter)
    return number


def sealed(version: str, body: str) -> str:
    """Return a link's text: its version, a checksum over the rest, its body."""
    check = binascii.crc32((version + body).encode()) & 0xFFFFFFFF
    letters = [ALPHABET[check >> 6 * place & 63] for place in range(CHECK_LENGTH)]
    return version + "".join(letters) + body
