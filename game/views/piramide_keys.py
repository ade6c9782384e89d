"""Playing La Piramide by the keyboard; each key does what a button or a tap does too."""

from game.locales import say
from game.rules import piramide as rules
from game.views import browser
from game.views.piramide_words import card_name

VALUES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "0": 10}
LETTERS = {"a": 1, "f": 8, "c": 9, "r": 10}
ARROWS = {"ArrowLeft": (0, -1), "ArrowRight": (0, 1), "ArrowUp": (-1, 0), "ArrowDown": (1, 0)}
PILES = ("stock", "drawn", "waste")
LISTED = ("arrows", "enter", "values", "space")
"""The keys of this game alone (game/views/keys.py has the others)."""


def press(view, name: str, element) -> bool:
    """Do what a key means; return whether it means anything here."""
    if view.line:
        return press_in_line(view, name)
    on_command = element is not None and browser.data(element, "command") is not None
    if name in ARROWS:
        walk(view, ARROWS[name], element)
    elif name in VALUES:
        choose(view, VALUES[name])
    elif name == "r" and not may_choose_king(view):
        view.table.app.run("redo", view.table)
    elif name in LETTERS:
        choose(view, LETTERS[name])
    elif name == "Escape":
        if not view.selected:
            return False
        view.select(None)
    elif name == "Enter" and view.by_key and not on_command:
        remove(view)
    elif name == " " and not on_command:
        view.tap_stock()
    else:
        return False
    return True


def press_in_line(view, name: str) -> bool:
    """Keys while a winning line is shown."""
    commands = {"ArrowLeft": "line-previous", "ArrowRight": "line-next", "Escape": "line-stop"}
    if name not in commands:
        return False
    view.command(commands[name])
    return True


def may_choose_king(view) -> bool:
    """Return whether R means a Re: while no undone move can be played again."""
    kings = [card for card in rules.available(view.state()) if rules.value(card) == 10]
    return bool(kings) and not view.table.session.can_redo()


def choose(view, value: int) -> None:
    """Choose a card by its value; a second time the next one, and a fitting value as partner."""
    cards = [card for card in rules.available(view.state()) if rules.value(card) == value]
    first = view.selected
    if not cards:
        view.table.say(say("keys.none", value=value))
    elif first and rules.value(first) + value == 10 and [c for c in cards if c != first]:
        partners = [card for card in cards if card != first]
        view.partner = after(partners, view.partner)
        view.by_key = True
        view.draw(None)
        view.table.say(say("keys.pair", first=card_name(first), second=card_name(view.partner)))
    else:
        card = after(cards, first)
        view.select(card, True)
        key = "keys.king" if value == 10 else "keys.chosen"
        view.table.say(say(key, card=card_name(card), value=10 - value))


def after(cards: list, card: str | None) -> str:
    """Return the card that follows one in a list, the first after the last."""
    return cards[(cards.index(card) + 1) % len(cards)] if card in cards else cards[0]


def remove(view) -> None:
    """Remove what was chosen; a card chosen alone with the first partner there is."""
    first, second = view.selected, view.partner
    if rules.value(first) == 10:
        view.table.play(first)
        return
    if not second:
        for card in rules.available(view.state()):
            if card != first and rules.value(card) + rules.value(first) == 10:
                second = card
                break
    if second:
        view.table.play(first + second)
    else:
        view.table.say(say("keys.none", value=10 - rules.value(first)))


def walk(view, step: tuple, element) -> None:
    """Put the keyboard on the next card in a direction; from the last row down to the piles."""
    down, right = step
    pile = browser.data(element, "pile") if element else None
    slot = browser.data(element, "slot") if element else None
    rows = view.state().params.rows
    if pile:
        if down < 0:
            focus_near(view, rows, (rows + 1) // 2)
        elif right:
            place = PILES.index(pile) + right
            if 0 <= place < len(PILES):
                browser.focus(view.piles[PILES[place]].element)
        return
    if not slot:
        focus_near(view, rows, 1)
        return
    row, column = [int(part) for part in slot.split(".")]
    if right:
        column += right
        while 1 <= column <= row:
            if focus_slot(view, row, column):
                return
            column += right
    elif down > 0:
        if row == rows or not focus_row(view, row + 1, rows, column):
            browser.focus(view.piles["stock"].element)
    else:
        focus_row(view, row - 1, 0, column)


def focus_near(view, row: int, column: int) -> None:
    """Put the keyboard on the lowest row with cards, near a column."""
    if not focus_row(view, row, 0, column):
        browser.focus(view.piles["stock"].element)


def focus_row(view, row: int, last: int, column: int) -> bool:
    """Put the keyboard on the first row with cards, from `row` on to `last`, near a column."""
    step = 1 if last >= row else -1
    while 1 <= row <= view.state().params.rows:
        for distance in range(row + 1):
            for near in (column - distance, column + distance):
                if 1 <= near <= row and focus_slot(view, row, near):
                    return True
        if row == last:
            break
        row += step
    return False


def focus_slot(view, row: int, column: int) -> bool:
    """Put the keyboard on a place of the pyramid; return False when its card is gone."""
    slot = row * (row - 1) // 2 + column - 1
    if not view.state().pyramid[slot]:
        return False
    browser.focus(view.slots[slot].element)
    return True
