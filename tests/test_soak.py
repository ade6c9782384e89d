"""Hours of play in minutes: thousands of games, with all that may happen in between.

The suite plays a few games, `make soak` thousands.
"""

import json
import random

import pytest

from game.links import format_link
from game.rules import arena, piramide
from game.session import Session
from scripts.bench.memory import held_mb, hold_memories
from scripts.bench.taps import piramide_taps
from scripts.pictures import finished
from tests import test_arena_page
from tests.conftest import PATIENCE_S, SOAK, open_ready, wait_ready
from tests.games import ARENA_PRESETS, PIRAMIDE_PRESETS, random_session
from tests.holdings import holdings, watch_holdings
from tests.interpreters import soak
from tests.test_interpreters import answers

PRESETS = {arena: ARENA_PRESETS, piramide: PIRAMIDE_PRESETS}
SESSION_GAMES = 2_000 if SOAK else 60
"""Of each kind, under MicroPython."""
PAGE_GAMES = 100 if SOAK else 3
"""Of each kind, through the page."""
ROUNDS = 200 if SOAK else 12
"""Games of each kind while what the page holds is counted; of all else, a quarter."""
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


# What the JavaScript heap does not tell

TAKE = """async ([steps, patience]) => {
  const holds = (css) => Boolean(document.querySelector(css));
  for (const step of steps) {
    const [verb, what] = [step.slice(0, step.indexOf(" ")), step.slice(step.indexOf(" ") + 1)];
    const end = Date.now() + patience;
    while (verb !== "go" && !holds(what)) {
      if (Date.now() > end) throw new Error(`never came: ${step}`);
      await new Promise((done) => setTimeout(done, 4));
    }
    if (verb === "go") location.hash = what;
    if (verb === "tap") document.querySelector(what).click();
    await new Promise((done) => setTimeout(done));
  }
}"""
"""Steps are "go FRAGMENT", "tap CSS", "see CSS"; each waits for its element, and keeps none."""
CHOOSE_FILE = """HTMLInputElement.prototype.click = function () {
  const all = new DataTransfer();
  all.items.add(new File(["[]"], "games.json"));
  this.files = all.files;
  this.dispatchEvent(new Event("change"));
}"""
SLACK = {"nodes": 1200, "timers": 3, "proxies": 40}
"""Both tables know the board that they drew last, and the line to the player has a timer."""


HOME = ["tap #screen [data-command=home]", "see body[data-screen=home]"]
CLOSE = [
    "see body[data-dialog]",
    "tap #dialog [data-command=close], #dialog [data-command=cancel]",
    "see body:not([data-dialog])",
]
ARENA_HANDS = ["see body[data-handover]"] + ["tap [data-command=looked]"] * 3


def dialogs(*commands):
    """Return the steps that open dialogs, the first from home, each from the last, and close it."""
    return [f"tap {css}" for css in commands] + CLOSE


def arena_game(number):
    """Return the steps of a whole game of the Arena, its result and its link."""
    steps = [f"go #/arena/{number}?players=3&start=1", *ARENA_HANDS]
    for move in finished(Session(arena, arena.Params(3, "random", 0), number)).state.moves:
        steps += [f'tap .tray [data-hand="{move.colour}"]', f'tap [data-stack="{move.stack}"]']
    steps += ["tap [data-command=reveal]", "tap #dialog [data-command=share]", "see #share-qr svg"]
    return steps + CLOSE + HOME


def piramide_game(number):
    """Return the steps of a whole game of La Piramide."""
    session = finished(Session(piramide, piramide.Params("stuck", 6, False, 0), number))
    taps = [css for move in session.moves for css in piramide_taps(move)]
    return [f"go #/piramide/{number}", *[f"tap {css}" for css in taps], *HOME]


def replay(rules, number):
    """Return the steps that look at a finished game."""
    params = (
        arena.Params(3, "random", 0) if rules is arena else piramide.Params("stuck", 6, False, 0)
    )
    session = finished(Session(rules, params, number))
    link = format_link(session, ["", "", ""] if rules is arena else None)
    steps = [f"go #/{rules.GAME}/replay/{link}"] + ["tap [data-command=line-next]"] * 3
    return steps + HOME


def lesson(game):
    """Return the steps that take the beginning of a lesson."""
    return [f"go #/{game}/lesson"] + ["tap [data-command=lesson-next]"] * 3 + HOME


ROUNDS_OF = {
    "a game of the Arena": arena_game,
    "a game of La Piramide": piramide_game,
    "a replay of the Arena": lambda number: replay(arena, number),
    "a replay of La Piramide": lambda number: replay(piramide, number),
    "a lesson of the Arena": lambda _: lesson("arena"),
    "a lesson of La Piramide": lambda _: lesson("piramide"),
    "a hint at the Arena": lambda number: [
        *[f"go #/arena/{number}?players=3&start=1", *ARENA_HANDS],
        *["tap #screen [data-command=hint]", "see .stack.hinted", *HOME],
    ],
    "a hint of La Piramide": lambda number: (
        [f"go #/piramide/{number}", "tap #screen [data-command=hint]", *CLOSE, *HOME]
    ),
    "the dialogs": lambda _: (
        [
            step
            for game in PRESETS
            for name in ("rules", "new")
            for step in dialogs(f"#home [data-command={name}][data-game={game.GAME}]")
        ]
        + [
            step
            for name in ("offline", "daily", "stats")
            for step in dialogs(f"#home [data-command={name}]")
        ]
    ),
    "the settings": lambda number: dialogs(
        "#home [data-command=settings]",
        f"#dialog [data-key=language][data-value={('en', 'he')[number % 2]}]",
        f"#dialog [data-key=theme][data-value={('light', 'dark')[number % 2]}]",
    ),
    "a frame for another page": lambda _: dialogs(
        "#home [data-command=settings]", "#dialog [data-command=embed]"
    ),
    "a file": lambda _: [
        *["tap #home [data-command=settings]", "tap #dialog [data-command=load-all]"],
        *["see body[data-dialog=backup]", *CLOSE],
    ],
}


def test_what_the_page_holds_does_not_grow_with_what_is_done(page, site):
    tools = watch_holdings(page)
    open_ready(page, site.url)
    page.evaluate(CHOOSE_FILE)
    grown = {}
    for kind, steps in ROUNDS_OF.items():
        for number in (1, 2):
            page.evaluate(TAKE, [steps(number), PATIENCE_S * 1000])
        before = holdings(page, tools)
        for number in range(3, 3 + (ROUNDS if "game" in kind else ROUNDS // 4)):
            page.evaluate(TAKE, [steps(number), PATIENCE_S * 1000])
        after = holdings(page, tools)
        more = {name: after[name] - before[name] for name in after}
        if any(more[name] > SLACK.get(name, 0) for name in more):
            grown[kind] = more
    assert not grown
