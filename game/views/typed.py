"""The field for typed moves, such as `O@C3` or `7d3c`, for players who want one."""

from game.locales import say
from game.views import browser, settings

BOX = "#move-box"


def move_box() -> str:
    """Return the field, where the player wants one."""
    if settings.values["movebox"] == "off":
        return ""
    return (
        f'<div class="move-box"><label for="move-box">{say("move.label")}</label>'
        '<input id="move-box" dir="ltr" autocomplete="off" autocapitalize="off" '
        'spellcheck="false" maxlength="12" enterkeyhint="go">'
        f'<button type="button" data-command="type">{say("move.play")}</button></div>'
    )


def text() -> str:
    """Return what is typed in the field and not played yet."""
    box = browser.find(BOX)
    return str(box.value) if box else ""


def keep(text: str, had_keyboard: bool) -> None:
    """Put what was typed into the field again, after the screen was built anew."""
    box = browser.find(BOX)
    if box and text:
        box.value = text
    if box and had_keyboard:
        browser.focus(box)


def has_keyboard() -> bool:
    """Return whether the field has the keyboard."""
    return bool(browser.find(BOX + ":focus"))


def run(table, element) -> None:
    """Play the typed move; asked for by a key, put the keyboard into the field, made if need be."""
    if element is not None:
        play(table)
        return
    if not browser.find(BOX):
        settings.choose("movebox", "on")
        table.show()
    browser.focus(browser.find(BOX))


def leave() -> None:
    """Take the keyboard out of the field."""
    browser.focus(browser.find("main"))


def play(table) -> None:
    """Play the move in the field, and empty it for the next; say so when it is none."""
    box = browser.find(BOX)
    text = table.view.typed(browser.plain_digits(str(box.value)))
    try:
        table.rules.parse_move(text)
    except ValueError:
        table.say(say("move.bad." + table.rules.GAME))
        return
    if table.view.may_play() and table.play(text):
        box.value = ""
