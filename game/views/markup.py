"""Pieces of HTML that several screens use: commands and dialogs."""

from game.locales import number, say
from game.views import browser

ICONS = {
    "home": "M3 11 12 4l9 7M6 9v10h4v-5h4v5h4V9",
    "full": "M14 4h6v6M20 4l-9 9M10 6H5v13h13v-5",
    "rules": "M5 5c3-1 5-1 7 1 2-2 4-2 7-1v13c-3-1-5-1-7 1-2-2-4-2-7-1zM12 6v13",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
    "undo": "M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
    "redo": "m15 6 5 5-5 5M20 11H10a5 5 0 0 0 0 10h3",
    "restart": "M6 6v5h5M6.5 10.5a7 7 0 1 1-1 5",
    "new": "M12 5v14M5 12h14",
    "line-previous": "M15 5l-7 7 7 7",
    "line-next": "m9 5 7 7-7 7",
    "line-stop": "M6 6l12 12M18 6 6 18",
    "replay-play": "M7 4l13 8-13 8z",
    "replay-stop": "M6 6l12 12M18 6 6 18",
    "share": "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
    "hint": "M9 18h6M10 21h4M9 18c0-2-.5-2.7-1.5-4a6 6 0 1 1 9 0c-1 1.3-1.5 2-1.5 4",
}
"""Strokes of the command pictures in a square of 24."""


AS_IT_IS = 'translate="no"'
"""Marks what the browser's translator shall leave alone: names, numbers, notation, links."""


def as_it_is(html: str) -> str:
    """Return a part of a sentence that is not translated, nor turns the words around it."""
    return f"<bdi {AS_IT_IS}>{html}</bdi>"


def command(name: str, label: str | None = None) -> str:
    """Return the button of a command: its picture over its label."""
    text = label or say("command." + name)
    return (
        f'<button type="button" class="command" data-command="{name}">'
        f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'
        f"<span>{text}</span></button>"
    )


def full_page_link(address: str) -> str:
    """Return the link that opens a game's address outside of the frame that it is shown in."""
    return (
        f'<a class="command" href="./{browser.escape(address)}" target="_blank" rel="noopener" '
        f'data-full><svg viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS["full"]}"/></svg>'
        f"<span>{say('embed.full')}</span></a>"
    )


def megabytes(whole: int, missing: int = 1) -> tuple[str, str]:
    """Return how many millions of so many bytes are there, and how many there are: "1.6", "1.7".

    As long as anything is missing the two never read alike.
    """
    tenths = max(1, round(whole / 100_000))
    there = min(tenths - 1, (whole - missing) // 100_000)
    return number(there / 10), number(tenths / 10)


TABBED = ' tabindex="0"'


def dialog_html(title: str, inside: str, commands: str) -> str:
    """Return the inside of a dialog: a heading, content that scrolls, commands below.

    Content that is only read can have the keyboard, so that keys scroll it.
    """
    is_read = "<button" not in inside and "<input" not in inside
    return (
        f'<form method="dialog" class="dialog"><h2 id="dialog-title">{title}</h2>'
        f'<div class="dialog-text"{TABBED if is_read else ""}>{inside}</div>'
        f'<p class="dialog-commands">{commands}</p></form>'
    )


def group(kind: str, title: str, parts: list[str]) -> str:
    """Return a group of a form with its title.

    No <fieldset>: WebKit first makes room for its legend twice, and a click then moves everything.
    """
    inside = "".join(parts)
    return (
        f'<div class="group {kind}" role="group" aria-label="{title}">'
        f'<p class="legend" aria-hidden="true">{title}</p>{inside}</div>'
    )


def dialog_command(name: str, label: str, extra: str = "") -> str:
    """Return a button for a dialog; `extra` are attributes of its own."""
    return f'<button type="button" data-command="{name}" {extra}>{label}</button>'
