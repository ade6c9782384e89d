"""Shows a winning line, or a shared game, step by step while the player's own game waits."""

from game.locales import say
from game.rules import piramide as rules
from game.session import Session
from game.views import browser
from game.views.markup import command
from game.views.piramide_words import ENDS, move_words


class Line:
    """A line: moves that go on from what a game was after `ply` moves."""

    def __init__(self, view, session, ply: int, moves: list):
        self.view = view
        self.session = Session(rules, session.params, session.deal)
        for text in session.moves[:ply] + moves:
            self.session.play(text)
        self.start = ply
        self.steps = len(moves)
        self.session.ply = ply
        self.bar = None

    def begin(self) -> None:
        """Put the line on the board, with its own commands in place of the game's."""
        self.view.line = self
        self.attach()
        self.show(None)

    def attach(self) -> None:
        """Put the line's commands into the page."""
        foot = browser.find(".table-foot")
        foot.setAttribute("inert", "")
        share, label = "", None
        if self.view.table.guest:
            share, label = command("share"), say("command.replay-stop")
        self.bar = browser.add_after(
            foot,
            f"<div>{command('line-previous')}{command('line-next')}</div>"
            f'<p id="line-move" role="status"></p><div>{share}{command("line-stop", label)}</div>',
            "table-foot line-bar",
        )
        self.view.hinted = self.next_move()
        self.mark_commands()

    def next_move(self) -> str | None:
        """Return the move that comes next, or None at the end."""
        ended = self.session.ply == self.start + self.steps
        return None if ended else self.session.moves[self.session.ply]

    def status(self) -> str:
        """Return the line under the title."""
        step = self.session.ply - self.start
        if self.view.table.guest:
            return say("replay.ply", ply=step, last=self.steps)
        return say("line.status", step=step, steps=self.steps)

    def show(self, before) -> None:
        """Draw the position; `before` is the one shown last, or None."""
        self.view.hinted = self.next_move()
        self.view.draw(before)
        self.view.table.parts["status"].html(self.status())
        self.mark_commands()

    def mark_commands(self) -> None:
        """Show the next move in words, and which commands make sense."""
        step = self.session.ply - self.start
        result = rules.outcome(self.session.state)
        text = say(ENDS[result.result]) if result else ""
        if step < self.steps:
            text = say("line.next", move=move_words(self.session.moves[self.session.ply]))
        browser.find("#line-move").textContent = text
        for name, off in (("line-previous", step == 0), ("line-next", step == self.steps)):
            button = browser.find(f'[data-command="{name}"]')
            if off:
                button.setAttribute("aria-disabled", "true")
            else:
                button.removeAttribute("aria-disabled")

    def command(self, name: str) -> None:
        """Go a step on or back, or end."""
        before, ply = self.session.state, self.session.ply
        if name == "line-next" and ply < self.start + self.steps:
            self.session.redo()
            self.show(before)
        elif name == "line-previous" and ply > self.start:
            self.session.undo()
            self.show(before)
        elif name == "line-stop":
            if self.view.table.guest:
                self.view.table.look_away()
                return
            self.end()
            self.view.table.draw()
            browser.keep_focus()
            self.view.table.say(say("line.ended"))

    def end(self) -> None:
        """Take the line off the board; the player's game is there again."""
        self.view.line = None
        self.view.hinted = None
        foot = browser.find(".table-foot")
        if self.bar and foot:
            self.bar.remove()
            foot.removeAttribute("inert")
        self.bar = None
        self.view.table.drawn = None
