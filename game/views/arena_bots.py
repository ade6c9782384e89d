"""Lets the bots of an Arena play their turns, and asks them for a hint on a person's behalf."""

from game.locales import say
from game.rules import arena as rules
from game.views import arena_seats as seats
from game.views import browser, settings
from game.views.arena_words import capital, colour_name, player_name
from game.views.thinking import Waiter

STRONGEST, FALLBACK = "hard", "medium"
"""The level that needs the worker, and what plays for it where there is none."""
OF_RIVALS = ("arena.reason.takes", "arena.reason.covers", "arena.reason.cancels")
"""Reasons (game/minds/bots.py) that speak of a colour which is probably somebody's."""
PAUSES_MS = {"normal": 900, "quick": 250, "slow": 2200}
"""How long a bot's move is waited for at least, so that a person can follow."""


class Bots:
    """The bots at one table; what one of them plays is chosen from its own observation."""

    def __init__(self, view):
        self.view = view
        self.state = None  # the position that is being thought about
        self.since_ms = 0.0
        self.request = None
        self.timer = None
        self.note = ""  # how far the worker is on its way
        self.hinting = False  # whether it is thought about on a person's behalf
        self.told = False  # that a strong bot plays with less strength

    def wake(self) -> None:
        """Let the bot whose turn it is begin to think, unless it does already."""
        session = self.view.session
        state = session.state
        if state is self.state:
            return
        self.rest()
        if not seats.is_bot_turn(session) or seats.looking(session) is not None:
            return
        self.state = state
        self.since_ms = browser.now_ms()
        level = seats.kind(session, state.turn)
        if self.told:
            level = FALLBACK
        seen = rules.observe(state, state.turn)
        waiter = Waiter(lambda choice: self.chosen(state, choice), self.progress, None)
        self.request = self.view.thinker.ask("move", (level, seen), waiter)

    def rest(self) -> None:
        """Nobody thinks any more."""
        self.state = None
        self.hinting = False
        self.note = ""
        if self.request:
            self.request.cancel()
            self.request = None
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None

    def progress(self, text: str, part: float | None) -> None:
        """The worker is on its way: say so in the status line."""
        self.note = "" if text == say("search.thinking") else text
        self.view.table.parts["status"].html(self.view.status())

    def chosen(self, state, choice) -> None:
        """A move was found: play it once the pause is over."""
        self.request = None
        if state is not self.state:
            return
        rest_ms = PAUSES_MS[settings.values["bots"]] - (browser.now_ms() - self.since_ms)
        self.timer = browser.after(max(0, round(rest_ms)), lambda: self.play(state, choice))

    def play(self, state, choice) -> None:
        """Play a bot's move, if its turn is still on the table.

        A strong bot that has played nothing out had to do without the worker: that is said once.
        """
        self.timer = None
        view = self.view
        if view.table.app.table is view.table and view.session.state is state:
            hard = seats.kind(view.session, state.turn) == STRONGEST
            view.table.play(choice.move)
            if hard and not choice.tried and not self.told:
                self.told = True
                view.table.app.message.say(say("arena.bot.weaker"), important=True)

    def end_hint(self) -> None:
        """The person goes on without the hint."""
        if self.hinting:
            self.rest()

    def level_of_hint(self) -> str:
        """Return how strong a bot a hint is asked of."""
        return STRONGEST if self.view.table.app.worker.state == "ready" else FALLBACK

    def hint(self, done) -> None:
        """Ask for a move in a person's place; `done(move, words)` is told it and why."""
        session = self.view.session
        state = session.state
        seen = rules.observe(state, state.turn)

        def found(choice):
            self.request = None
            self.rest()
            if self.view.session.state is state:
                done(choice.move, hint_words(session, choice))

        self.rest()
        self.state, self.hinting = state, True
        waiter = Waiter(found, lambda text, part: None, None)
        self.request = self.view.thinker.ask("move", (self.level_of_hint(), seen), waiter)


def hint_words(session, choice) -> str:
    """Return a move and why it is played, in one line.

    Where other people see the screen, it says no more than that a stack is taken from somebody:
    the other reasons tell which colour is the asker's.
    """
    colour, _, stack = choice.move.partition("@")
    state = session.state
    key = "arena.reason." + choice.reason
    if len(seats.people(session)) > 1:
        top = state.stacks[rules.stack_names(len(state.colours)).index(stack)][-1]
        takes = choice.reason in ("takes", "covers") and top != colour
        key = "arena.reason." + ("takes" if takes else "place")
    name = ""
    if choice.player is not None and key in OF_RIVALS:
        name = player_name(session, choice.player)
        key += ".owner"
    owned = colour_name(choice.colour) if choice.colour else ""
    why = say(key, colour=owned, name=name)
    return say("arena.hint", colour=capital(colour_name(colour)), stack=stack, why=why)
