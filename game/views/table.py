"""A game on the table: what the screens of both games share.

A tap becomes the text of a move; the table plays it, keeps the game and has the view draw it.
"""

from game import addresses
from game.links import can_share, format_link
from game.locales import say, say_count
from game.rules.fields import IllegalMove
from game.session import Session
from game.views import browser, keys, sound, typed
from game.views.lesson import Lesson
from game.views.markup import command, full_page_link
from game.views.rules import RulesDialog


class Table:
    """One game's screen; `view` draws its board and says what its taps mean.

    A view has `board_html()`, `attach()` once that is in the page, `draw(before)` with the state
    last drawn or None, `sound(before, after)`, `status()`, `tap(element)`, `drag(element)`,
    `drop(element, target)`, `put_back(element)`, `press(element)` and `release()` for what is held,
    `long_press(element)`, `key(name, element)`, `command(name, element)`,
    `refusal(error, text)`, `new_dialog()`, `default_game()`, `address()` and `leave()`;
    `news(before, after)` tells a move in words, `listed_keys()` names its keys for their list,
    `typed(text)` makes a record's move of what was typed, `may_play()` says whether one can be.

    It may have `commands`, the names of its own in the foot; `before_keeping()`, told of every
    change before the game is saved; `seen(visible)`, told when the page is hidden or seen again;
    `opens(setup)` for addresses that name no deal; `undo_ply()` and `redo_ply()` where these go
    more than one move; `names(session)`, those of the players for a link;
    `greeting()`, what to say at a first game's start; `price(name)`, what a key of one letter would
    cost.
    """

    def __init__(self, rules, shelf, app, make_view):
        self.rules = rules
        self.shelf = shelf
        self.app = app  # the page (game/main.py): its screens, dialogs, message, worker
        self.dialogs = app.dialogs
        self.say = app.message.say
        self.guest: Session | None = None  # a game that is looked at or learnt from, never kept
        self.lesson = None  # where `guest` is a lesson's game: the lesson (game/views/lesson.py)
        self.link: str | None = None  # the text of that game, where it is known
        self.view = make_view(self)
        self.parts: dict = {}
        self.drawn = None
        self.result = ""  # the outcome last drawn
        self.warned = False  # that games cannot be kept
        self.asked: tuple | None = (
            None  # the key that waits for a second press (game/views/keys.py)
        )

    @property
    def session(self) -> Session | None:
        """The game on the table."""
        return self.guest or self.shelf.session

    # Seeing

    def show(self) -> None:
        """Build the screen and draw the game."""
        screen = browser.find("#screen")
        if browser.EMBEDDED:
            first, last = full_page_link(self.address()), ""
        else:
            first, last = command("home"), command("settings")
        own = "".join([command(name) for name in getattr(self.view, "commands", ())])
        browser.set_html(
            screen,
            f'<header class="table-head">{first}'
            f'<div class="table-status"><h1>{say(self.rules.GAME + ".title")}</h1>'
            f'<p id="status"></p></div>{command("rules")}{last}</header>'
            f"{self.view.board_html()}"
            f'<footer class="table-foot">{typed.move_box()}'
            f"<div>{command('undo')}{command('redo')}</div>"
            f"{'<div>' + own + '</div>' if own else ''}"
            f"<div>{command('restart')}{command('new', say('command.new.short'))}</div></footer>",
        )
        self.parts = {
            name: browser.Part(browser.find(css))
            for name, css in (
                ("status", "#status"),
                ("undo", '[data-command="undo"]'),
                ("redo", '[data-command="redo"]'),
                ("restart", '[data-command="restart"]'),
            )
        }
        self.drawn = None
        self.view.attach()
        if self.lesson:
            self.lesson.attach()
        self.draw()

    def draw(self) -> None:
        """Show the position on the table."""
        state = self.session.state
        result = self.rules.report(state)["outcome"]
        ended = self.drawn is not None and result not in ("playing", self.result)
        if ended and not self.lesson:
            browser.tell_host("finished", {"game": self.rules.GAME, "outcome": result})
        self.result = result
        browser.body.set("data-outcome", None if self.guest else result)
        can_undo = self.undo_ply() is not None or self.brings_back()
        self.parts["undo"].set("aria-disabled", None if can_undo else "true")
        self.parts["redo"].set("aria-disabled", None if self.session.can_redo() else "true")
        begun = self.session.ply > 0 or self.session.facts.get("revealed", False)
        self.parts["restart"].set("aria-disabled", None if begun else "true")
        before, self.drawn = self.drawn, state
        self.view.draw(before)
        self.parts["status"].html(self.lesson.status() if self.lesson else self.view.status())
        if self.lesson:
            self.lesson.draw()
        elif before is not None and not self.guest:
            self.tell(before, state)
        browser.end_stale_press()

    def tell(self, before, after) -> None:
        """Tell those who hear the page what has changed: moves played, or some taken back."""
        kept, played = len(before.moves), len(after.moves)
        if played < kept:
            browser.announce(say_count("news.undone", kept - played))
        for ply in range(kept, played):  # redo may play several
            browser.announce(self.view.news(*self.session.states[ply : ply + 2]))

    # Playing

    def play(self, text: str) -> bool:
        """Play a move given as text; when it is refused, tell the player why and return False."""
        if self.lesson:
            return self.lesson.play(text)
        if self.follow_other_tab():
            return False
        before = self.session.state
        try:
            self.session.play(text)
        except IllegalMove as error:
            self.say(self.view.refusal(error, text))
            sound.play("refuse")
            return False
        self.app.message.clear()
        self.keep()
        self.draw()
        sound.play(self.view.sound(before, self.session.state))
        return True

    def keep(self) -> None:
        """Save the game, and warn once where that is not possible.

        What another tab has made of it since is never overwritten.
        """
        if self.guest or self.follow_other_tab():
            return
        if hasattr(self.view, "before_keeping"):
            self.view.before_keeping()
        if not self.shelf.save() and not self.warned:
            self.warned = True
            self.app.message.say(say("message.unsaved"), important=True)
        self.app.offline.worth_keeping(self.session)

    def follow_other_tab(self) -> bool:
        """Where another tab went ahead with this game, show that instead; return whether so."""
        if not self.shelf.is_behind():
            return False
        if self.guest:
            self.shelf.load()
            return False
        self.view.leave()  # now, while what it would keep is known to be stale
        self.shelf.load()
        self.app.show_game(self)
        if self.shelf.trouble:
            self.app.report_trouble()
        else:
            self.say(say("message.other_tab"))
        return True

    def begin(self, params, deal, facts: dict | None = None) -> None:
        """Put a new game on the table; the running one can be brought back by undo."""
        session = Session(self.rules, params, deal)
        session.facts = facts or {}
        self.shelf.begin(session)
        self.app.show_game(self)
        if self.shelf.earlier:
            self.say(say("message.dealt"))
        else:
            greeting = self.view.greeting() if hasattr(self.view, "greeting") else ""
            self.say(greeting, important=bool(greeting))  # a bot may move at once
        self.keep()

    def look_at(self, session: Session, link: str | None = None) -> None:
        """Show a finished game that is only looked at; the one on the table waits.

        `link` is its text (game/links.py) where that is known; to make it takes as long as to draw
        the board, so it has a task of its own.
        """
        if link is None and can_share(session):
            made = self.format_link(session)
            browser.after(0, lambda: self.look_at(session, made))
            return
        self.app.leave()
        self.guest = session
        self.link = link
        self.app.show_game(self)

    def teach(self) -> None:
        """Show the game's lesson from its start; the game on the table waits."""
        self.app.leave()
        self.lesson = Lesson(self)
        self.guest = self.lesson.session
        self.app.show_game(self)

    def address(self) -> str:
        """Return the address of what is shown."""
        return addresses.lesson_address(self.rules.GAME) if self.lesson else self.view.address()

    def replay_address(self) -> str:
        """Return the address that opens the finished game on the table as a replay."""
        link = self.link if self.guest else None
        return addresses.replay_address(self.rules.GAME, link or self.format_link(self.session))

    def format_link(self, session: Session) -> str:
        """Return a finished game as text (game/links.py)."""
        names = self.view.names(session) if hasattr(self.view, "names") else None
        return format_link(session, names)

    def look_away(self) -> None:
        """Show the game on the table again, or the home screen where there is none."""
        self.app.leave()
        if self.session:
            self.app.show_game(self)
        else:
            self.app.show_home()

    def put_down(self, setup: dict) -> None:
        """Put the deal of a record's fields on the table, unless it lies there already.

        Raises `RecordError` for fields that make no deal.
        """
        params, deal = self.rules.parse_setup(setup)
        session = self.shelf.session
        if not session or (session.params, session.deal) != (params, deal):
            self.begin(params, deal)

    def run(self, name: str, element=None) -> bool:
        """Carry out a command that both games share; return whether it was one."""
        self.app.message.clear()
        if self.lesson and self.lesson.command(name, element):
            return True
        if name in ("undo", "redo", "restart", "again") and self.follow_other_tab():
            return True
        if name == "undo":
            self.undo()
        elif name == "redo":
            if self.session.can_redo():
                self.redo()
        elif name in ("restart", "again"):
            self.restart()
        elif name == "next":
            self.begin(*self.view.default_game())
        elif name == "new":
            self.view.new_dialog()
        elif name == "rules":
            self.show_rules()
        elif name == "keys":
            keys.KeysDialog(self).open()
        elif name == "type":
            typed.run(self, element)
        elif name == "lesson":
            self.teach()
        else:
            return False
        return True

    def looks_on(self) -> bool:
        """Return whether another game is on the screen, and the player's own waits."""
        return bool(self.guest or getattr(self.view, "line", None))

    def undo(self) -> None:
        """Take a move back; at the start of a game, bring the earlier game back."""
        ply = self.undo_ply()
        if ply is not None:
            while self.session.ply > ply:
                self.session.undo()
            self.changed("")
        elif self.brings_back() and self.shelf.bring_back():
            self.app.show_game(self)
            self.changed(say("message.back"))
        else:
            self.say(say("message.nothing_to_undo"))

    def undo_ply(self) -> int | None:
        """Return the ply that undo goes back to, or None."""
        if not self.session.can_undo():
            return None
        return self.view.undo_ply() if hasattr(self.view, "undo_ply") else self.session.ply - 1

    def brings_back(self) -> bool:
        """Return whether undo would bring back a game that lies behind this one's start."""
        at_start = self.undo_ply() is None and not self.session.facts.get("revealed")
        return at_start and bool(self.shelf.earlier)

    def redo(self) -> None:
        """Play what was taken back again."""
        session = self.session
        ply = self.view.redo_ply() if hasattr(self.view, "redo_ply") else session.ply + 1
        while session.can_redo() and session.ply < ply:
            session.redo()
        self.changed("")

    def restart(self) -> None:
        """Begin the same deal again."""
        old = self.session
        facts = {key: old.facts[key] for key in old.facts if key != "revealed"}
        facts["seen"] = True
        if old.ply or old.facts.get("revealed"):
            self.begin(old.params, old.deal, facts)
            self.say(say("message.restarted"))

    def changed(self, message: str) -> None:
        """Keep and draw the game after something other than a move."""
        self.say(message)
        self.keep()
        self.draw()

    def show_rules(self) -> None:
        """Open the rules of the game."""
        RulesDialog(self).open()
