"""The way through every screen there is, for tests that look at all of them.

`walk` yields a screen's name once it is shown; whoever walks looks at the page, then goes on.
"""

import re

from playwright.sync_api import expect

from game.rules import piramide
from game.session import Session
from tests.conftest import wait_ready
from tests.test_arena_page import session_of, tap_to_the_end
from tests.test_piramide_page import first_winnable
from tests.test_piramide_page import tap_move as tap_cards

ARENA_DEAL = 7


class Visitor:
    """Finds the way in one language, by names that no language changes."""

    def __init__(self, page, site, language):
        self.page = page
        self.address = f"{site.url}?lang={language}"

    def go(self, fragment, screen):
        """Open an address of the site."""
        self.page.goto(self.address + fragment)
        wait_ready(self.page)
        self.page.wait_for_selector(f"body[data-screen={screen}]")

    def tap(self, command, dialog=None, game=None):
        """Tap the first command of a name that is seen; wait for the dialog it opens."""
        of_game = f'[data-game="{game}"]' if game else ""
        self.page.locator(f'[data-command="{command}"]{of_game}:visible').first.click()
        if dialog:
            self.page.wait_for_selector(f"body[data-dialog={dialog}]")

    def close(self):
        """Close the open dialog."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("body:not([data-dialog])")


def walk(page, site, language):
    """Yield the name of each screen while it is shown."""
    visitor = Visitor(page, site, language)
    yield from walk_home(visitor)
    yield from walk_lessons(visitor)
    yield from walk_piramide(visitor)
    yield from walk_arena(visitor)


def walk_home(visitor):
    """Home, and what opens from there."""
    visitor.go("#/", "home")
    visitor.page.wait_for_selector("#home canvas", state="attached")
    yield "home"
    for command, dialog, game in (
        ("settings", "settings", None),
        ("rules", "rules", "arena"),
        ("rules", "rules", "piramide"),
        ("new", "new-arena", "arena"),
        ("offline", "offline", None),
    ):
        if command == "new":
            visitor.tap("play", dialog, game)
        else:
            visitor.tap(command, dialog, game)
        yield f"{dialog} {game}" if game else dialog
        visitor.close()


def walk_lessons(visitor):
    """The first lesson of each game, step by step."""
    for game in ("arena", "piramide"):
        visitor.go(f"#/{game}/lesson", game)
        visitor.page.wait_for_selector('[data-command="lesson-next"]')
        steps = int(re.findall(r"\d+", visitor.page.locator("#status").inner_text())[-1])
        for number in range(1, steps + 1):
            yield f"lesson {game} {number}"
            if number < steps:
                visitor.tap("lesson-next")
                if game == "arena" and number == 1:
                    visitor.tap("lesson-next")  # the first has shown the secret colour
                next_step = re.compile(rf"(?<!\d){number + 1}(?!\d)")
                expect(visitor.page.locator("#status")).to_have_text(next_step)


def walk_piramide(visitor):
    """La Piramide: a running game with all its dialogs, a lost one, a won one."""
    page = visitor.page
    deal, line = first_winnable()
    visitor.go(f"#/piramide/{deal}", "piramide")
    tap_cards(page, line[0])
    yield "piramide"
    visitor.tap("hint", "hint")
    yield "help"
    visitor.tap("show-chance")
    page.wait_for_selector("[data-chance]")
    visitor.tap("ask-oracle")
    page.wait_for_selector("[data-verdict]")
    yield "help answered"
    visitor.tap("show-line")
    page.wait_for_selector('[data-command="line-next"]')
    yield "winning line"
    visitor.tap("line-stop")
    visitor.tap("new", "new")
    yield "new piramide"
    visitor.close()
    page.keyboard.press("?")
    page.wait_for_selector("body[data-dialog=keys]")
    yield "keys piramide"
    visitor.close()
    visitor.tap("settings", "settings")
    visitor.tap("embed", "embed")
    yield "embed"
    visitor.close()
    for text in line[1:]:
        tap_cards(page, text)
    page.wait_for_selector("body[data-outcome=won]")
    yield "piramide won"
    visitor.tap("share", "share-game")
    page.wait_for_selector("#dialog .qr svg, #dialog [data-qr] svg, #dialog svg")
    yield "share"
    visitor.close()
    lost = lost_game(deal + 1)
    visitor.go(f"#/piramide/{lost.deal}", "piramide")
    page.wait_for_selector("body[data-outcome=playing]")
    for text in lost.moves:
        tap_cards(page, text)
    page.wait_for_selector("body[data-outcome=lost]")
    yield "piramide lost"
    visitor.go("#/", "home")
    visitor.tap("stats", "stats")
    yield "statistics"
    visitor.close()
    visitor.tap("daily", "daily")
    yield "daily"
    visitor.close()


def lost_game(deal):
    """Return a game of La Piramide that is lost, of this deal or the next ones."""
    session = Session(piramide, piramide.Params("stuck", 6, False, 0), deal)
    while not session.is_over():
        session.play(piramide.format_move(piramide.legal_moves(session.state)[0]))
    return session if piramide.outcome(session.state).result == "lost" else lost_game(deal + 1)


def walk_arena(visitor):
    """The Arena: the secret looks, a game with its dialogs, the result, a replay."""
    page = visitor.page
    visitor.go(f"#/arena/{ARENA_DEAL}?players=3&dealing=equal", "arena")
    page.wait_for_selector("body[data-handover]")
    yield "handover"
    for _ in range(3):
        visitor.tap("looked")
    page.wait_for_selector("body:not([data-handover])")
    session = session_of(ARENA_DEAL, 3, "equal")
    page.keyboard.press("m")
    page.wait_for_selector("#move-box:focus")
    page.locator("#move-box").fill("??")
    page.keyboard.press("Enter")
    yield "arena with a refused move"
    page.locator(".tray [data-hand]:enabled").first.click()
    yield "arena with a chosen piece"
    page.locator(".tray [aria-pressed=true]").click()
    visitor.tap("inspect")
    page.locator("[data-stack=A1]").click()
    page.wait_for_selector("body[data-dialog=stack]")
    yield "stack"
    visitor.close()
    page.keyboard.press("l")
    page.wait_for_selector("body[data-dialog=log]")
    yield "log"
    visitor.close()
    page.keyboard.press("?")
    page.wait_for_selector("body[data-dialog=keys]")
    yield "keys arena"
    visitor.close()
    tap_to_the_end(page, session)
    yield "arena over"
    visitor.tap("reveal", "result")
    yield "result"
    visitor.tap("replay")
    page.wait_for_selector(".replay .counts li")
    page.wait_for_selector(".beliefs svg")
    yield "replay"
