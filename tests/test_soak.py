"""Hours of play in minutes: thousands of games, with all that may happen in between.

The suite plays a few games, `make soak` thousands.
"""

import json
import random

import pytest

from game.rules import arena, piramide
from game.session import Session
from scripts.bench.memory import held_mb, hold_memories
from tests import test_arena_page
from tests.conftest import SOAK, open_ready, wait_ready
from tests.games import ARENA_PRESETS, PIRAMIDE_PRESETS, random_session
from tests.interpreters import soak
from tests.test_interpreters import answers

PRESETS = {arena: ARENA_PRESETS, piramide: PIRAMIDE_PRESETS}
SESSION_GAMES = 2_000 if SOAK else 60
"""Of each kind, under MicroPython."""
PAGE_GAMES = 100 if SOAK else 3
"""Of each kind, through the page."""
LAST_GAMES = 5 if SOAK else 2
"""After so many the memory is looked at: what waits to be collected differs, a leak is in all."""


@pytest.mark.parametrize("rules", list(PRESETS), ids=["arena", "piramide"])
def test_games_through_the_session_lose_no_move_under_micropython(rules, tmp_path):
    presets = PRESETS[rules]
    lines = []
    for seed in range(0, SESSION_GAMES, 4):
        session = random_session(rules, presets[seed // 4 % len(presets)], seed)
        lines.append(json.dumps([session.record() | {"moves": []}, seed, 4]))
    found = answers("micropython", "soak", lines, tmp_path)
    for line, answer in zip(lines, found, strict=True):
        assert answer == soak.trace(line), line


# --- Through the page -------------------------------------------------------------------------

SIZES = [test_arena_page.SMALL, *test_arena_page.SIZES]
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
TAP = "css => document.querySelector(css).click()"
CARDS = """() => {
    const card = (css) => document.querySelector(css).dataset.card ?? null;
    const slots = [...document.querySelectorAll("#screen [data-slot]")];
    return [
        slots.map((slot) => slot.dataset.card ?? null),
        Number(document.querySelector("[data-pile=stock]").dataset.count),
        card("[data-pile=drawn]"),
        card("[data-pile=waste]"),
        document.body.dataset.outcome,
    ];
}"""


class Player:
    """One game on the page beside the session that it should be."""

    def __init__(self, page, site, rules, number):
        self.page, self.rules = page, rules
        self.rng = random.Random(number)
        if rules is arena:
            players = self.rng.choice((2, 3, 4))
            params = arena.Params(players, self.rng.choice(arena.DEALINGS[: 1 + (players < 4)]), 0)
            query = f"players={players}&dealing={params.dealing}&start=1"
        else:
            params = self.rng.choice(PIRAMIDE_PRESETS)
            query = f"draw={params.draw}&rows={params.rows}&open={int(params.open)}"
            query += f"&redeals={params.redeals}"
        self.session = Session(rules, params, number)
        self.page.evaluate("hash => { location.hash = hash }", f"#/{rules.GAME}/{number}?{query}")
        if rules is arena:
            page.wait_for_selector("body[data-screen=arena][data-handover]")
            for _ in range(params.players):
                self.tap("[data-command=looked]")
        page.wait_for_selector(f"body[data-screen={rules.GAME}]:not([data-handover])")
        self.expect_board()

    def tap(self, css):
        """Click the first element of a selector, without the pointer's way."""
        self.page.evaluate(TAP, css)

    def play(self, move):
        """Make a move by tapping."""
        text = self.rules.format_move(move)
        if self.rules is arena:
            self.tap(f'.tray [data-hand="{move.colour}"]')
            self.tap(f'[data-stack="{move.stack}"]')
        elif text in "+*":
            self.tap("[data-pile=stock]")
        else:
            for code in move.cards:
                self.tap(f'[data-card="{code}"]')
        self.session.play(text)

    def play_any(self):
        """Make a random move."""
        moves = self.rules.legal_moves(self.session.state)
        self.play(self.rng.choice(moves[: 1 + self.rng.randrange(len(moves))]))

    def undo(self):
        if self.session.can_undo():
            self.tap("[data-command=undo]")
            self.session.undo()

    def redo(self):
        if self.session.can_redo():
            self.tap("[data-command=redo]")
            self.session.redo()

    def reload(self):
        self.page.reload()
        wait_ready(self.page)
        self.page.wait_for_selector(f"body[data-screen={self.rules.GAME}]")

    def resize(self):
        self.page.set_viewport_size(self.rng.choice(SIZES))

    def hide(self):
        """Leave the tab and come back."""
        self.page.evaluate(HIDE, True)
        self.page.evaluate(HIDE, False)

    def go_home(self):
        """Go home and take the game up again."""
        self.tap("[data-command=home]")
        self.page.wait_for_selector("body[data-screen=home]")
        self.tap(f'#home [data-command=continue][data-game="{self.rules.GAME}"]')
        self.page.wait_for_selector(f"body[data-screen={self.rules.GAME}]")

    def set_something(self):
        """Change the language or the looks."""
        page = self.page
        self.tap("main:not([hidden]) [data-command=settings]")
        page.wait_for_selector("#dialog [data-key]")
        key = self.rng.choice(("language", "deck", "back", "theme", "side"))
        buttons = page.locator(f'#dialog [data-key="{key}"]')
        button = buttons.nth(self.rng.randrange(buttons.count()))
        value = button.get_attribute("data-value")
        button.dispatch_event("click")
        if key == "language":
            page.wait_for_selector(f"html[lang={value if value in ('he', 'it') else 'en'}]")
        if page.locator("body[data-dialog=settings]").count():
            self.tap("#dialog [data-command=close]")
        page.wait_for_selector(f"body:not([data-dialog])[data-screen={self.rules.GAME}]")

    def expect_board(self):
        """Check that the page shows exactly what it should."""
        state = self.session.state
        assert self.page.locator("#boot-trouble").is_hidden()
        if self.rules is arena:
            test_arena_page.expect_board(self.page, state)
            return
        seen = piramide.observe(state)
        cards = [None if code == piramide.FACE_DOWN else code for code in seen.pyramid]
        result = piramide.outcome(state)
        assert self.page.evaluate(CARDS) == [
            cards,
            len(state.stock),
            state.drawn,
            state.waste[-1] if state.waste else None,
            result.result if result else "playing",
        ]

    def play_to_the_end(self, interruptions):
        """Play on until the game is over, with interruptions now and then."""
        while not self.session.is_over():
            if interruptions and self.rng.randrange(6) == 0:
                self.rng.choice(interruptions)(self)
            else:
                self.play_any()
            self.expect_board()
        if interruptions:
            self.reload()
            self.expect_board()


INTERRUPTIONS = [Player.undo, Player.undo, Player.redo, Player.redo, Player.hide, Player.resize]
INTERRUPTIONS += [Player.go_home, Player.set_something, Player.reload]


@pytest.mark.parametrize("rules", list(PRESETS), ids=["arena", "piramide"])
def test_games_through_the_page_lose_no_move(page, site, rules):
    open_ready(page, site.url)
    for number in range(1, PAGE_GAMES + 1):
        Player(page, site, rules, number).play_to_the_end(INTERRUPTIONS)


# Memory


def megabytes(page, tools):
    """Return what page and worker hold on the home screen."""
    page.evaluate(TAP, "#screen [data-command=home]")
    page.wait_for_selector("body[data-screen=home]")
    return held_mb(page, tools)


def ask_the_worker(page):
    """Ask for a hint as strong as can be, and wait for it."""
    page.evaluate(TAP, "[data-command=hint]")
    page.wait_for_selector("#dialog [data-command=show-chance]")
    page.evaluate(TAP, "#dialog [data-command=show-chance]")
    page.wait_for_selector("body[data-brain=ready]")
    page.wait_for_selector("#fair [data-chance]")
    page.wait_for_selector("#fair .bar", state="detached")
    page.keyboard.press("Escape")
    page.wait_for_selector("body:not([data-dialog])")


@pytest.mark.parametrize("with_worker", [False, True], ids=["page alone", "with the worker"])
def test_memory_grows_by_5_percent_at_most_with_the_games(page, site, with_worker):
    hold_memories(page)
    tools = page.context.new_cdp_session(page)
    open_ready(page, site.url)
    held = []
    for number in range(1, PAGE_GAMES + 1):
        for rules in PRESETS:
            player = Player(page, site, rules, number)
            if with_worker and rules is piramide:
                ask_the_worker(page)
            player.play_to_the_end([Player.undo, Player.redo, Player.hide])
        if number == 1 or number > PAGE_GAMES - LAST_GAMES:
            held.append(megabytes(page, tools))
    print(f"{held[0]:.1f} MB after the first game of each kind, {held[1:]} MB after the last ones")
    assert min(held[1:]) <= 1.05 * held[0]
