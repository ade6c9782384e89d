"""The help of La Piramide, in two kinds that are named for what they are.

"From what you can see" uses the observation alone; "all-knowing" looks at every card.
"""

from game.locales import say, say_count
from game.rules import piramide as rules
from game.views import browser
from game.views.markup import dialog_command, dialog_html
from game.views.piramide_line import Line
from game.views.piramide_words import move_words
from game.views.thinking import Waiter


class HelpDialog:
    """The panel with both kinds of help."""

    def __init__(self, view):
        self.view = view
        self.dialogs = view.table.dialogs
        self.request = None
        self.line = None  # after which move a winning line begins, and its moves
        self.advice = None  # what the fair help has found so far
        self.asked_fair = False
        self.wants_move = True

    def open(self, ask_oracle: bool = False) -> None:
        """Show the panel; with `ask_oracle` the question to the all-knowing is put at once."""
        session = self.view.table.session
        over = session.is_over()
        fair = dialog_command("show-hint", say("hint.move"), "autofocus") + dialog_command(
            "show-chance", say("hint.chance")
        )
        lost = over and rules.outcome(session.state).result == "lost"
        ask = say("command.oracle" if lost else "hint.oracle.ask")
        if over:
            fair = f'<p class="note">{say("hint.over")}</p>'
        inside = (
            f'<section class="help"><h3>{say("hint.fair")}</h3>'
            f'<p class="note">{say("hint.fair.note")}</p><p class="also">{fair}</p>'
            '<div id="fair" role="status"></div></section>'
            f'<section class="help"><h3>{say("hint.oracle")}</h3>'
            f'<p class="note">{say("hint.oracle.note")}</p>'
            f'<p class="also">{dialog_command("ask-oracle", ask)}</p>'
            '<div id="oracle" role="status"></div></section>'
            f'<p class="note" id="used">{self.used()}</p>'
        )
        close = dialog_command("close", say("command.close"), 'class="primary"')
        keys = dialog_command("keys", say("command.keys"))
        self.dialogs.open("hint", dialog_html(say("hint.title"), inside, keys + close), self)
        if ask_oracle:
            self.ask_oracle()

    def used(self) -> str:
        """Return which help this game has had."""
        facts = self.view.table.session.facts
        parts = []
        for fact in ("hints", "oracle"):
            if facts.get(fact):
                parts.append(say_count("hint.used." + fact, facts[fact]))
        return say("hint.used", help=" · ".join(parts)) if parts else say("hint.used.none")

    def note_use(self, fact: str) -> None:
        """Write down that help was given, and show so."""
        self.view.diary.used(fact)
        used = browser.find("#used")
        if used:
            browser.set_html(used, self.used())

    def dialog_tap(self, name: str, element) -> None:
        """Give the help that was tapped."""
        if name == "close":
            self.dialogs.close()
        elif name == "show-hint":
            self.ask_fair(True)
        elif name == "show-chance":
            self.ask_fair(False)
        elif name == "ask-oracle":
            self.ask_oracle()
        elif name == "show-line":
            ply, moves = self.line
            session = self.view.table.session
            self.dialogs.close(lambda: Line(self.view, session, ply, moves).begin())
        elif name == "glow":
            self.dialogs.close(self.glow)
        else:
            self.view.command(name)

    def dialog_shut(self) -> None:
        """The panel is closed: nobody waits for an answer."""
        if self.request:
            self.request.cancel()
            self.request = None

    def ask(self, question: str, argument: tuple, place: str, done, grown=None) -> None:
        """Put a question, with a bar at the place where the answer will stand.

        `grown(answer)` is called for what is known before the end.
        """
        if self.request:
            self.request.cancel()
            self.asked_fair = self.asked_fair and place == "fair"
            for other in browser.find_all(".wait"):
                browser.set_html(other, "")
        show(
            place,
            '<div class="answer"></div><div class="wait">'
            f'<progress class="bar" aria-label="{say("search.bar")}"></progress>'
            f'<p class="note">{say("search.thinking")}</p></div>',
        )

        def answered(answer):
            self.request = None
            show(place + " .wait", "")
            done(answer)

        def progress(text, part):
            note, bar = browser.find(f"#{place} .wait .note"), browser.find(f"#{place} .bar")
            if note:
                note.textContent = text
                if part is None:
                    bar.removeAttribute("value")
                else:
                    bar.value = part

        waiter = Waiter(answered, progress, grown)
        self.request = self.view.thinker.ask(question, argument, waiter)

    # From what you can see

    def ask_fair(self, wants_move: bool) -> None:
        """Play out how the hidden cards may lie; what is found so far is shown as it grows."""
        self.wants_move = wants_move
        self.note_use("hints")
        if self.advice:
            self.show_advice(self.advice)
        if not self.asked_fair:
            self.asked_fair = True
            seen = rules.observe(self.view.table.session.state)
            self.ask("hint", (seen,), "fair", self.show_advice, self.show_advice)

    def show_advice(self, advice) -> None:
        """Show what the fair help knows by now."""
        self.advice = advice
        show("fair .answer", fair_html(advice, self.wants_move))

    def glow(self) -> None:
        """Let the move glow on the table."""
        view = self.view
        view.hinted = self.advice.moves[0][0]
        view.unselect()
        view.draw(None)
        view.table.say(say("hint.glow", move=move_words(view.hinted)))

    # All-knowing

    def ask_oracle(self) -> None:
        """Look at all cards and tell whether the deal can still be won."""
        session = self.view.table.session
        self.note_use("oracle")

        def judged(verdict):
            kind, ply, moves = verdict
            if kind in ("no", "yes", "thrown"):
                self.view.diary.learn(session, kind != "no")
            text = say("hint.oracle." + kind)
            if kind == "thrown":
                move = move_words(session.moves[ply])
                text = say("hint.oracle.thrown", ply=ply + 1, move=move)
            html = f'<p class="verdict" data-verdict="{kind}">{text}</p>'
            if moves:
                self.line = (ply, moves)
                html += dialog_command("show-line", say_count("hint.oracle.line", len(moves)))
            show("oracle .answer", html)

        self.ask("judge", (session.params, session), "oracle", judged)


def percent(part: float) -> int:
    """Return a probability in percent, never 0 or 100 for what is not certain."""
    whole = round(part * 100)
    if 0 < part < 1:
        return min(99, max(1, whole))
    return whole


def fair_html(advice, wants_move: bool) -> str:
    """Return what the fair help found: its move, or the chance to win with its uncertainty."""
    if wants_move:
        glow = dialog_command("glow", say("hint.show"), 'class="primary"')
        return f"<p>{say('hint.best', move=move_words(advice.moves[0][0]))}</p>{glow}"
    chance, low, high = [percent(part) for part in (advice.chance, advice.low, advice.high)]
    text = say("hint.meter", percent=chance, low=low, high=high)
    note = say("hint.meter.note", count=advice.tried, ceiling=percent(advice.ceiling))
    return (
        f'<p data-chance="{chance}">{text}</p>'
        f'<div class="meter" aria-hidden="true">'
        f'<i style="inset-inline-start:{low}%;width:{high - low}%"></i>'
        f'<b style="inset-inline-start:{chance}%"></b></div><p class="note">{note}</p>'
    )


def show(place: str, html: str) -> None:
    """Show something in the panel, if it is still open."""
    element = browser.find("#" + place)
    if element:
        browser.set_html(element, html)
