"""A first lesson for each game: one small recorded game, a step at a time, on the game's own board.

The player makes the moves of his side by himself; "Next" makes them for him. Nothing of a lesson is
kept, and the game on the table waits for its end.
"""

from collections import namedtuple

from game.rules import arena, piramide
from game.session import Session

ADDRESS = "lesson"
"""Stands in an address between the game's name and nothing more."""


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
        "Fd Rc 2s Cs 5d Fs 6d Ac 6c 4b 4d 7s Ad Rd 7c 7d 3c Rb 6s 5b 2c "
        "3s 7b 3d 2d Cb 3b 5c As Rs 4c Fb 6b 2b Cd 5s Ab 4s Cc Fc"
    ),
    {},
    "3c7d 4d6s Rb + 3s7s + + 3d7b",
    (
        Step("pair", 0, "move", "3c7d"),
        Step("turn", 1, "move", "4d6s"),
        Step("closed", 2, "try", "+"),
        Step("king", 2, "move", "Rb"),
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
