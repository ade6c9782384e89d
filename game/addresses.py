"""What an address names: the fragment of a link, as it comes out of mailers and messengers.

What they add or bend is passed over where the meaning stays certain. A value that is not certain
stays as it is, so that the rules refuse it by name.
"""

from collections import namedtuple

LONGEST_ADDRESS = 4000
"""Characters; what comes after them in a link is not read."""
LONGEST_NUMBER = 16
NUMBER_KEYS = ("rows", "redeals", "players", "start")
OUR_KEYS = ("deal", "draw", "open", "dealing") + NUMBER_KEYS
REPLAY = "replay"
"""Stands in an address between the game's name and the text of a whole game."""
LESSON = "lesson"
DAILY = "daily"
"""These two stand in an address in place of a deal."""
SEPARATORS = ("?", "&", ";", "#", ":~:")
"""Begin a field; the last one a text to be highlighted, which most browsers keep to themselves."""
ENCODINGS = 3
"""How often an address may have been percent-encoded on its way."""
SWALLOWED = ("%23/", "%23!/", "%23%2f", "%2523/", "%2523%252f")
"""Where in a query an address of ours may begin, in small letters."""
OPENING = "\"'`<([{*_~\u201c\u2018\u201e\u00ab\u2039"
CLOSING = (
    ".,:!=\"'`>)]}*_~|\\\u201d\u2019\u201c\u2018\u00bb\u203a\u05f3\u05f4\u060c\u061b\u3001\u3002"
)
"""Signs around a link that a messenger may take for a part of it."""
FOREIGN_KEYS = (
    "amp", "apos", "gt", "lt", "nbsp", "quot", "34", "39", "campaign", "cmp", "embed", "epik",
    "feature", "from", "gclsrc", "hl", "igsh", "lang", "medium", "ref", "referer", "referrer",
    "rss", "s", "scm", "share", "shared", "si", "source", "spm", "src", "t", "text", "theme",
    "trk", "usg", "v", "ved", "via", "xtor",
)  # fmt: skip
"""Names of what trackers and HTML add, besides those that `is_foreign` knows by their form."""
INVISIBLE = (
    (0x00, 0x20), (0x7F, 0xA0), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160),
    (0x1680, 0x1680), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2000, 0x200F), (0x2028, 0x202F),
    (0x205F, 0x206F), (0x3000, 0x3000), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFC), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Characters that show nothing, also blanks and line breaks: first and last of each range."""
ZEROS = (
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50,
    0xED0, 0xF20, 0x1040, 0x17E0, 0x1810,
)  # fmt: skip
"""The digit 0 of other scripts; 1 to 9 follow it."""
FULL_WIDTH = (0xFF01, 0xFF5E)
"""ASCII as it is written among Chinese and Japanese characters."""


class Address(namedtuple("Address", "screen setup link")):
    """What an address names: "home" or a game, and the fields of its deal, or None for no deal.

    `link` is the text of a whole game (game/links.py), or None; "" where the address was cut short.
    """


def parse_address(fragment: str) -> Address:
    """Return what a fragment names, such as "#/piramide/12345?draw=free".

    The screen may be one that is not there. The fields are as in a record, their values unchecked.
    """
    text = fragment[:LONGEST_ADDRESS]
    pieces = split_pieces(text)
    path = ""
    if pieces and ("=" not in pieces[0] or "/" in pieces[0].partition("=")[0]):
        path, pieces = pieces[0], pieces[1:]
    parts = [part for part in path.lstrip("!").split("/") if part]
    names = [trimmed(part) for part in parts]
    if not names:
        return Address("home", None, None)
    if len(names) > 1 and names[1] == REPLAY:
        return Address(names[0], None, "/".join(parts[2:]))
    if is_cut(text):
        return Address(names[0], None, "")
    if len(names) == 1:
        return Address(names[0], None, None)
    setup = {"deal": whole_number(plain_date("/".join(names[1:])))}
    for piece in pieces:
        key, _, value = piece.partition("=")
        add_field(setup, plain_key(key), trimmed(value))
    return Address(names[0], setup, None)


def swallowed_address(query: str) -> str:
    """Return the fragment that a mailer has encoded into the query before it, or ""."""
    for mark in SWALLOWED:
        place = query.lower().find(mark)
        if place >= 0:
            return "#" + query[place + mark.index("23") + 2 :]
    return ""


def add_field(setup: dict, key: str, text: str) -> None:
    """Put a field to the others; two that contradict each other become a value that is refused."""
    value = text
    if key == "open":
        value = {"0": False, "1": True}.get(text, text)
    elif key == "deal" or key in NUMBER_KEYS:
        value = whole_number(text)
    if key in setup and setup[key] != value:
        value = f"{setup[key]}, {text}"
    if key:
        setup[key] = value


def split_pieces(text: str) -> list[str]:
    """Return the path and the fields of a fragment, decoded; what trackers added is left out.

    A tracker's value may hold anything, so it goes before anything in it is decoded.
    """
    pieces = [text]
    for _ in range(ENCODINGS + 1):
        found: list = []
        for piece in pieces:
            for sign in SEPARATORS:
                piece = piece.replace(sign, "&")
            for part in piece.split("&"):
                key, sign, _ = part.partition("=")
                key = plain(decoded(key))
                is_field = sign or (found and "%" not in part)
                if part and not (is_field and "/" not in key and is_foreign(key.lower())):
                    found.append(part)
        pieces = [plain(unquoted(part)) for part in found]
    return pieces


def is_foreign(key: str) -> bool:
    """Return whether a field is none of ours but what a tracker, a mailer or HTML adds."""
    if plain_key(key) in OUR_KEYS:
        return False
    signs = [sign for sign in "_-.:$@" if sign in key]
    return bool(signs) or key in FOREIGN_KEYS or key[-2:] == "id" or key[:3] == "utm"


def plain_key(text: str) -> str:
    """Return the name of a field; ours also where it is written re_deals or Re-Deals."""
    key = trimmed(text)
    bare = key.replace("_", "").replace("-", "")
    return bare if bare in OUR_KEYS else key


def is_cut(text: str) -> bool:
    """Return whether a link ends in dots: a messenger shows only its beginning by them."""
    shown = stripped(plain(decoded(text)), "", CLOSING.replace(".", ""))
    return shown[-1:] == "\u2026" or shown[-2:] == ".."


def plain_date(deal: str) -> str:
    """Return what stands for a deal, a date without dashes in it: daily/2026-01-05, say."""
    name, _, date = deal.partition("/")
    if name == DAILY and len(date) == 10 and date[4] == date[7] == "-":
        return f"{name}/{date.replace('-', '')}"
    return deal


def whole_number(text: str):
    """Return a text of digits as a number; any other, also 007 and one of too many, as it is."""
    digits = [character for character in text if character in "0123456789"]
    is_plain = 0 < len(text) <= LONGEST_NUMBER and len(digits) == len(text)
    return int(text) if is_plain and (text[0] != "0" or text == "0") else text


# Characters


def trimmed(text: str) -> str:
    """Return a text in small letters without the signs that stood around the link."""
    return stripped(text, OPENING, CLOSING).lower()


def stripped(text: str, opening: str, closing: str) -> str:
    """Return a text without such signs at its ends.

    MicroPython's own `strip` takes bytes for characters.
    """
    first, last = 0, len(text)
    while first < last and text[first] in opening:
        first += 1
    while first < last and text[last - 1] in closing:
        last -= 1
    return text[first:last]


def plain(text: str) -> str:
    """Return a text without what cannot be seen in it, its digits and signs those of ASCII."""
    letters = []
    for letter in text.replace("=\r\n", "").replace("=\n", ""):  # a mailer's soft line break
        code = ord(letter)
        if not 0x20 < code < 0x7F:
            letter = plain_letter(code)
        letters.append(letter)
    return "".join(letters)


def plain_letter(code: int) -> str:
    """Return the ASCII character that one of another script stands for, or itself, or nothing."""
    for first, last in INVISIBLE:
        if first <= code <= last:
            return ""
    if FULL_WIDTH[0] <= code <= FULL_WIDTH[1]:
        return chr(code - FULL_WIDTH[0] + ord("!"))
    for zero in ZEROS:
        if zero <= code < zero + 10:
            return chr(code - zero + ord("0"))
    return chr(code)


def decoded(text: str) -> str:
    """Return a text as it was before it was percent-encoded, once or more often."""
    for _ in range(ENCODINGS):
        text = unquoted(text)
    return text


def unquoted(text: str) -> str:
    """Return a text with its percent-encoding undone once; what is none stays."""
    if "%" not in text:
        return text
    first, *parts = text.split("%")
    found = bytearray(first.encode())
    for part in parts:
        digits = [digit for digit in part[:2] if digit in "0123456789abcdefABCDEF"]
        if len(digits) == 2:
            found.append(int(part[:2], 16))
            found.extend(part[2:].encode())
        else:
            found.extend(b"%" + part.encode())
    try:
        return bytes(found).decode()
    except UnicodeError:
        return text


# Making


def format_address(game: str, setup: list, defaults: dict) -> str:
    """Return the fragment that names a deal; fields that have their default are left out."""
    fields = dict(setup)
    options = []
    for key, value in setup:
        if key != "deal" and defaults.get(key) != value:
            options.append(key + "=" + (str(int(value)) if value in (True, False) else str(value)))
    query = "?" + "&".join(options) if options else ""
    return f"#/{game}/{fields['deal']}{query}"


def replay_address(game: str, link: str) -> str:
    """Return the fragment that opens a whole game as a replay."""
    return f"#/{game}/{REPLAY}/{link}"


def lesson_address(game: str) -> str:
    """Return the fragment that opens a game's lesson."""
    return f"#/{game}/{LESSON}"


def daily_address(date: str) -> str:
    """Return the fragment that opens the daily deal of a date such as "20260105"."""
    return f"#/piramide/{DAILY}/{date}"
