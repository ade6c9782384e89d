"""What La Piramide's screens say about cards, moves and ways to play."""

from game.locales import listed, say
from game.rules import piramide as rules

VARIANTS = (
    ("classica", rules.Params("stuck", 6, False, 0)),
    ("libera", rules.Params("free", 6, False, 0)),
    ("scoperta", rules.Params("stuck", 6, True, 0)),
    ("sette", rules.Params("stuck", 7, False, 0)),
    ("giro", rules.Params("stuck", 6, False, 1)),
)
"""The ways to play that have a name of their own; others are told by joining these names."""
CLASSICA = VARIANTS[0][1]
PILES = {"stock": "piramide.stock", "drawn": "piramide.drawn", "waste": "piramide.waste"}
ENDS = {"won": "piramide.won", "lost": "piramide.lost"}
"""What the catalogue calls the piles, and the two ends of a game."""
RANDOM_DEALS = 1000000
"""Deals by chance have a number below this: short enough to tell a friend."""


def card_name(card: str) -> str:
    """Return a card's name for a sentence, such as "7 of denari"."""
    rank, suit = card[0], card[1]
    if rank in "AFCR":
        rank = say("card.rank." + rank)
    return say("card.name", rank=rank, suit=say("card.suit." + suit))


def slot_at(row: int, column: int) -> int:
    """Return the number of a place in the pyramid; rows and columns count from 0."""
    return row * (row + 1) // 2 + column


def covering(pyramid: tuple, row: int, column: int) -> list:
    """Return the cards that lie on a place of the pyramid, left to right."""
    first = slot_at(row + 1, column)
    return [card for card in pyramid[first : first + 2] if card]


def needs(card: str) -> str:
    """Return what a card needs to leave, such as "needs a 3"."""
    if rules.value(card) == 10:
        return say("card.alone")
    partner = 10 - rules.value(card)
    for rank in "AFC":
        if rules.value(rank + card[1]) == partner:
            return say("card.needs", rank=say("card.rank." + rank))
    return say("card.needs", rank=partner)


def slot_words(card: str | None, row: int, column: int, covers: list) -> str:
    """Return a place of the pyramid in words: its card, and what it needs or what covers it."""
    place = say("piramide.place", row=row + 1, column=column + 1)
    if card is None:
        return say("piramide.slot.gone", place=place)
    if not covers:
        return say("piramide.slot", card=card_name(card), needs=needs(card), place=place)
    name = say("card.face_down") if card == rules.FACE_DOWN else card_name(card)
    hidden = [other for other in covers if other == rules.FACE_DOWN]
    if len(hidden) == 2:
        names = say("card.two_face_down")
    else:
        names = listed(
            [say("card.a_face_down") if c == rules.FACE_DOWN else card_name(c) for c in covers]
        )
    return say("piramide.slot.covered", card=name, covers=names, place=place)


def variant_name(params) -> str:
    """Return the name of a way to play, such as "Pesca libera" or "Scoperta + Sette righe"."""
    names = []
    if params.draw == "free":
        names.append("libera")
    if params.open:
        names.append("scoperta")
    if params.rows == 7:
        names.append("sette")
    if params.redeals:
        names.append("giro" if params.redeals == 1 else "giri")
    return " + ".join([say("variant." + name) for name in names or ["classica"]])


def variant_key(params) -> str:
    """Return a way to play as the text under which its games are counted."""
    shown = "open" if params.open else "closed"
    return f"{params.draw},{params.rows},{shown},{params.redeals}"


def parse_variant(key: str):
    """Return the way to play that `variant_key` wrote; raises `ValueError` for any other text."""
    parts = key.split(",")
    if len(parts) == 4 and parts[1] in ("6", "7") and parts[3] in ("0", "1", "2"):
        params = rules.Params(parts[0], int(parts[1]), parts[2] == "open", int(parts[3]))
        if params.draw in rules.DRAWS and variant_key(params) == key:
            return params
    raise ValueError(key)


def move_words(text: str) -> str:
    """Return a move for a sentence, such as "7 of denari and 3 of coppe"."""
    if text == "+":
        return say("piramide.move.draw")
    if text == "*":
        return say("piramide.move.redeal")
    cards = rules.parse_move(text).cards
    if len(cards) == 1:
        return say("piramide.move.king", card=card_name(cards[0]))
    return say("piramide.move.pair", first=card_name(cards[0]), second=card_name(cards[1]))


def deck_trouble(codes: list) -> tuple | None:
    """Return what keeps a list of codes from being a deck: (kind, card), or None for a deck."""
    seen = set()
    for code in codes:
        if code not in rules.PACK:
            return "unknown", code
        if code in seen:
            return "doubled", code
        seen.add(code)
    for code in rules.PACK:
        if code not in seen:
            return "missing", code
    return None


def split_deck(text: str) -> list:
    """Return the codes of a deck as typed: blanks, commas, lines and capitals do not matter."""
    letters = [letter for letter in text if letter not in " ,;.\t\n\r"]
    text = "".join(letters)
    return [text[i : i + 1].upper() + text[i + 1 : i + 2].lower() for i in range(0, len(text), 2)]
