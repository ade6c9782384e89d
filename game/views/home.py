"""The home screen: which commands each game offers. It needs no rules, so it is there at once."""

from game.views import browser

GAMES = ("arena", "piramide")
RUNNING, OVER = "running", "over"
"""The first line of what is kept of a game (game/views/shelf.py)."""


def is_running(game: str) -> bool:
    """Return whether a game is kept that can be continued."""
    return (browser.load(game, len(RUNNING) + 1) or "").split("\n")[0] == RUNNING


def draw_home(tables: dict) -> None:
    """Offer "continue" for each game that is kept, "play" for the others, with a lesson at first.

    Without `tables`, before the games are there, what is kept is believed unread.
    """
    for element in browser.find_all("#home [data-command]:disabled"):
        element.disabled = False
    for game in GAMES:
        session = tables[game].session if tables else None
        running = not session.is_over() if session else not tables and is_running(game)
        hidden = ("play",) if running else ("continue", "new")
        if session or browser.load(game, 1) is not None:
            hidden += ("lesson",)
        for element in browser.find_all(f'#home [data-game="{game}"][data-command]'):
            kind = browser.data(element, "command")
            element.hidden = kind in hidden
