"""A first lesson for each game: one small recorded game, a step at a time, on the game's own board.

The player makes the moves of their own side, or "Next" makes them. Nothing of a lesson is kept, and
the game on the table waits for its end.
"""

from collections import namedtuple

from game.locales import say
from game.rules import arena, piramide
from game.rules.fields import IllegalMove
from game.session import Session
from game.views import browser, sound
from game.views.arena_words import capital, colour_name, picture
from game.views.markup import dialog_command

PASSED_ON = ("rules", "inspect", "log", "keys")
"""Commands that are as good in a lesson as elsewhere; the others would change a game."""


class Course(namedtuple("Course", "rules params deal facts moves steps")):
    """A lesson: a game from its deal on, its moves as one text, and the steps it is taught in."""


class Step(namedtuple("Step", "name ply asks answer")):
    """One idea, in the position after `ply` moves.

    It asks to "read", to "look" at the secret colour, to "move", to "try" a move that the rules
    refuse, or which colour "wins"; a move or a colour is the `answer`.
    """


ARENA = Course(
    arena,
    arena.Params(2, None, 0),
    arena.Layout("OBGP", tuple("POBGBOGPOGBPGPOB"), ("OBPP", "OBBG"), ("P", "B")),
    {"looked": 2},
    "O@C2 B@B1 P@A4 B@D3 B@B1 G@A3 P@C4 O@D1",
    (
        Step("look", 0, "look", None),
        Step("place", 0, "move", "O@C2"),
        Step("colour", 1, "read", None),
        Step("locked", 2, "try", "B@B1"),
        Step("base", 2, "try", "P@A1"),
        Step("gain", 2, "move", "P@A4"),
        Step("open", 3, "read", None),
        Step("cancel", 4, "move", "B@B1"),
        Step("gone", 5, "read", None),
        Step("last", 6, "move", "P@C4"),
        Step("end", 7, "read", None),
        Step("count", 8, "wins", "P"),
        Step("won", 8, "read", None),
    ),
)
PIRAMIDE = Course(
    piramide,
    piramide.Params("stuck", 6, False, 0),
    piramide.parse_deck(
        "Fd Rc 2s Cs 5d Fs 6d Ac 6c 4b 4d 7s Ad Rd 7c 7d 3c 6s Rb 5b 2c "
        "3s 7b 3d 2d Cb 3b 5c As Rs 4c Fb 6b 2b Cd 5s Ab 4s Cc Fc"
    ),
    {},
    "3c7d Rb 4d6s + 3s7s + + 3d7b",
    (
        Step("pair", 0, "move", "3c7d"),
        Step("king", 1, "move", "Rb"),
        Step("closed", 2, "try", "+"),
        Step("turn", 2, "move", "4d6s"),
        Step("draw", 3, "move", "+"),
        Step("drawn", 4, "move", "3s7s"),
        Step("again", 5, "move", "+"),
        Step("waste", 6, "move", "+"),
        Step("top", 7, "move", "3d7b"),
        Step("won", 8, "read", None),
    ),
)
COURSES = {arena.GAME: ARENA, piramide.GAME: PIRAMIDE}


def played(course: Course, ply: int) -> Session:
    """Return the session of a course after so many of its moves."""
    session = Session(course.rules, course.params, course.deal)
    session.facts = dict(course.facts)
    for move in course.moves.split(" ")[:ply]:
        session.play(move)
    return session


class Lesson:
    """A lesson on a table: at which step it is, its commands, what of the board glows."""

    def __init__(self, table):
        self.table = table
        self.course = COURSES[table.rules.GAME]
        self.at = 0
        self.session = played(self.course, 0)
        self.shows_secret = False  # because the button for it was not held
        self.parts: dict = {}

    @property
    def step(self) -> Step:
        """The present step."""
        return self.course.steps[self.at]

    def is_last(self) -> bool:
        """Return whether there is no step after this one."""
        return self.at == len(self.course.steps) - 1

    # Seeing

    def attach(self) -> None:
        """Put the lesson's words and commands in place of the game's commands."""
        foot = browser.find(".table-foot")
        foot.hidden = True
        commands = [
            dialog_command("lesson-" + name, say("command.lesson-" + name))
            for name in ("previous", "skip", "next")
        ]
        browser.add_after(
            foot,
            '<p class="lesson-words" role="status"></p><p class="lesson-choices"></p>'
            f'<p class="lesson-commands">{"".join(commands)}</p>',
            "lesson",
        )
        for name in ("words", "choices"):
            self.parts[name] = browser.Part(browser.find(".lesson-" + name))
        for name in ("previous", "next"):
            css = f'.lesson [data-command="lesson-{name}"]'
            self.parts[name] = browser.Part(browser.find(css))

    def status(self) -> str:
        """Return the line under the title."""
        return say("lesson.status", step=self.at + 1, steps=len(self.course.steps))

    def draw(self) -> None:
        """Show what the step says and asks, and let glow what it speaks of."""
        step = self.step
        self.parts["words"].text(say(f"lesson.{self.table.rules.GAME}.{step.name}"))
        self.parts["choices"].html(self.choices() if step.asks == "wins" else "")
        self.parts["previous"].set("aria-disabled", None if self.at else "true")
        self.parts["next"].text(say("command.lesson-" + ("play" if self.is_last() else "next")))
        self.parts["next"].mark("primary", step.asks == "read")
        for element in browser.find_all("[data-pointed]"):
            element.removeAttribute("data-pointed")
        for css in self.pointed():
            browser.find(css).setAttribute("data-pointed", "")

    def choices(self) -> str:
        """Return a button for the colour of each player."""
        return "".join(
            [
                dialog_command(
                    "lesson-choose",
                    picture(colour, "token") + capital(colour_name(colour)),
                    f'data-colour="{colour}"',
                )
                for colour in self.course.deal.targets
            ]
        )

    def pointed(self) -> list[str]:
        """Return selectors of what the step wants to be touched."""
        step = self.step
        if step.asks == "look":
            return ['[data-command="peek"]']
        if step.asks not in ("move", "try"):
            return []
        if step.answer == "+":
            return ['[data-pile="stock"]']
        move = self.course.rules.parse_move(step.answer)
        if self.course.rules is arena:
            return [f'.tray [data-hand="{move.colour}"]', f'[data-stack="{move.stack}"]']
        return [f'#screen [data-card="{card}"]' for card in move.cards]

    # Going on

    def go(self, at: int) -> None:
        """Show a step."""
        self.at = max(0, min(at, len(self.course.steps) - 1))
        self.hide_secret()
        self.table.view.select(None)
        if self.step.ply != self.session.ply:
            self.session = self.table.guest = played(self.course, self.step.ply)
        self.session.facts["revealed"] = self.is_last()
        self.table.draw()

    def play(self, text: str) -> bool:
        """Play the move of this step; of any other move say why not. Return whether it was played.

        Where the step is about what the rules refuse, their refusal leads on.
        """
        step, table = self.step, self.table
        move = self.course.rules.parse_move(text)
        is_answer = step.asks in ("move", "try") and step.answer == self.course.rules.format_move(
            move
        )
        before = self.session.state
        try:
            self.course.rules.apply_move(before, move)
        except IllegalMove as error:
            refusal = table.view.refusal(error, text)
            if is_answer:
                self.go(self.at + 1)
            table.say(refusal)
            sound.play("refuse")
            return False
        if not is_answer:
            table.say(say("lesson.other" if step.asks in ("move", "try") else "lesson.wait"))
            return False
        table.say("")
        self.go(self.at + 1)
        sound.play(table.view.sound(before, self.session.state))
        return True

    def looked(self) -> None:
        """The button that shows the secret colour was held and let go."""
        if self.step.asks == "look" and not self.shows_secret:  # else Next has shown it
            self.go(self.at + 1)

    def command(self, name: str, element) -> bool:
        """Carry out a command; return False for one that the lesson leaves to the game."""
        if name in PASSED_ON:
            return False
        if name == "lesson-previous":
            self.go(self.at - 1)
        elif name == "lesson-next":
            self.next()
        elif name == "lesson-choose":
            self.choose(browser.data(element, "colour"))
        elif name == "lesson-skip":
            self.skip()
        return True

    def next(self) -> None:
        """Do what the step asks in the player's place, then go on; after the last step, play."""
        step, table = self.step, self.table
        peek = browser.find('[data-command="peek"]')
        if self.is_last():
            table.app.leave()
            table.app.play_from_home(table)
        elif step.asks in ("move", "try"):
            self.play(step.answer)
        elif step.asks == "look" and not self.shows_secret and not browser.is_pressed(peek):
            self.shows_secret = True
            table.view.press(peek)
        else:
            self.go(self.at + 1)

    def choose(self, colour: str) -> None:
        """A colour was named for the winner's."""
        if colour == self.step.answer:
            self.go(self.at + 1)
            browser.focus(self.parts["next"].element)
        else:
            self.table.say(say("lesson.wrong"))

    def skip(self) -> None:
        """Leave the lesson for the game that waits, or for the home screen."""
        if self.table.shelf.session:
            self.table.look_away()
        elif browser.EMBEDDED:
            self.table.app.leave()
            self.table.app.play(self.table)
        else:
            self.table.app.go_home()

    def hide_secret(self) -> None:
        """Hide the secret colour that was shown without holding a button."""
        if self.shows_secret:
            self.shows_secret = False
            self.table.view.release()
