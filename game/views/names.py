"""Players' names: cleaned of what shows nothing, and of what turns the line around.

MicroPython knows no Unicode categories, so those that matter are written down here.
"""

NAME_LENGTH = 16
"""Characters that a name may have."""
SPACE = 0x20
JOINERS = (0x200C, 0x200D)
"""They shape what they join: letters of Persian or Hindi, the parts of one emoji."""
STYLES = (0xFE0E, 0xFE0F)
"""They choose between a symbol and its emoji."""
FIRST_JOINED, FIRST_SYMBOL = 0x0600, 0x203C
"""No script before the one, and few symbols before the other, need what is named above."""
EARLY_SYMBOLS = "#*0123456789\u00a9\u00ae"
BLANKS = (
    (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x202F, 0x202F),
    (0x205F, 0x205F), (0x3000, 0x3000),
)  # fmt: skip
UNSEEN = (
    (0x0, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C),
    (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x115F, 0x1160),
    (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F),
    (0x2800, 0x2800), (0x3164, 0x3164), (0xD800, 0xF8FF), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFC), (0xFFFE, 0xFFFF), (0x110BD, 0x110BD),
    (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x13441, 0x13442), (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0x1FFFE, 0x1FFFF), (0x2FFFE, 0x2FFFF),
    (0x3FFFE, 0x10FFFF),
)  # fmt: skip
"""Controls, fillers, blanks, signs of format, private and no characters; in no script's letters."""
UNICODE = "14.0.0"
"""The version whose marks are written down."""


def read_ranges(text: str) -> list[tuple[int, int]]:
    """Return ranges of numbers from hexadecimal text: each its distance from the last, its size."""
    ranges, last = [], 0
    for item in text.split():
        distance, _, more = item.partition("+")
        first = last + int(distance, 16)
        last = first + int(more or "0", 16)
        ranges.append((first, last))
    return ranges


MARKS = read_ranges(
    "300+6f 114+6 108+2c 2 2+1 2+1 2 49+a 31+14 11 66+6 3+5 3+1 2+3 24 1f+1a 5c+a 3b+8 a 19+3 2+8 "
    "2+2 2+4 2c+2 3d+7 2b+17 2+20 37+2 2+11 2+6 b+1 1e+2 39 2+f a b+1 1b+5 39+15 1f+1 4 c+2 39 "
    "2+f 15+1 17+9 39 2+19 b+1 1f 3c+f a 29+4 38 2+18 c+1 1e+2 39 2+18 c+1 1d+3 38+1 2+f a b+1 "
    "1e+2 47+15 13+1 3e 3+6 d+7 63 3+8 c+5 4b+1 1c 2 2 5+1 32+13 2+1 6+2f a 65+13 18+3 5+2 2+2 "
    "3+6 4+3 e+b 2 b+3 2c0+2 3b3+3 1d+2 1e+1 1f+1 41+1f a 2e+2 2 76+1 23 77+1b dc+4 3a+2a 31+54 "
    "30+10 27+8 d+2 1f+c 39+d 31+13 99+2 2+14 5 7 3+2 c7+3f 2d1+20 bff+2 8e 61+1f 22b+5 6a+1 "
    "75d5+3 2+9 21+1 51+1 111 4 5 18+4 5 54+1 33+11 1b+11 e 27+7 1a+c 2d+3 30+d 25 44+d d 9+1 "
    "2e+2 33 2+2 3+1 6+1 2 2a+4 6+1 ed+7 2+1 4f31 2e2+f 11+f 3ce e3 96+4 687+e 29+7 a6+1 23e+3 "
    "184+1 9a+a 32+3 7b+2 36+e 2a 3+1 b+3 2e+a 8 3e+2 25+d 11+1 2d d+2 31+d 9+3 2+1 5d+b 7 a1+b "
    "16+3 38+1 2+f a b+12 c1+11 18 52+13 ec+11 1c+1 53+10 6b+c 66+e 101+e f6+e 2 2+1 8e+f 4 1d+9 "
    "29+6 2+3 9 a+a 2f+f 196+10 53+24 7b+14 2 43+d 15c+3 4bfa+4 3c+6 419 2+41 52+d 4cac+1 1262+46 "
    "21f+4 4+5 9+7 3+6 1f+3 95+2 7bc+36 5+31 9 f 17+14 551+2a 106+6 178 3e+3 5e1+6 6e+6"
)
"""What stands on the letter before it. Numbers that are not assigned join neighbouring ranges."""


def is_in(code: int, ranges) -> bool:
    """Return whether one of some sorted ranges holds a number."""
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        if ranges[middle][1] < code:
            low = middle + 1
        else:
            high = middle
    return low < len(ranges) and ranges[low][0] <= code


def clean_name(text: str) -> str:
    """Return a name as it was typed, without what cannot be seen, and not too long.

    One that shows nothing is "". Joiners stay between what they can join, marks after letters.
    """
    codes = [ord(letter) for letter in text]
    kept: list[int] = []
    for index, code in enumerate(codes):
        before = kept[-1] if kept else SPACE
        if is_in(code, BLANKS):
            code, fits = SPACE, before != SPACE
        elif code in JOINERS:
            after = codes[index + 1] if index + 1 < len(codes) else SPACE
            fits = before >= FIRST_JOINED and before not in JOINERS and is_joined(after)
        elif code in STYLES:
            fits = before >= FIRST_SYMBOL or chr(before) in EARLY_SYMBOLS
        elif is_in(code, MARKS):
            fits = before != SPACE and not is_in(code, UNSEEN)
        else:
            fits = not is_in(code, UNSEEN)
        if fits:
            kept.append(code)
    kept = kept[:NAME_LENGTH]
    while kept and (kept[-1] == SPACE or kept[-1] in JOINERS):
        kept.pop()
    return "".join([chr(code) for code in kept])


def clean_names(facts: dict) -> None:
    """Clean the players' names among a game's facts: a link, a file or a save may hold any."""
    if "names" in facts:
        facts["names"] = [clean_name(name) for name in facts["names"]]


def is_joined(code: int) -> bool:
    """Return whether a joiner makes sense before a character."""
    return code >= FIRST_JOINED and not is_in(code, UNSEEN) and not is_in(code, BLANKS)
