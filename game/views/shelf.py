"""Where games are kept between visits: for each game the one on the table and earlier ones."""

from game.session import SaveError, Session, format_save, parse_save
from game.views import browser
from game.views.home import OVER, RUNNING
from game.views.names import clean_names

EARLIER = 8
"""How many earlier games can be brought back, one after the other."""


class Shelf:
    """The kept games of one kind; `session` is the one on the table, or None.

    What is kept: a line that says whether the game runs, the game, the earlier ones. Where that is
    not what was last read or written here, another tab went ahead.
    """

    def __init__(self, rules):
        self.rules = rules
        self.key = rules.GAME
        self.session: Session | None = None
        self.earlier: list[str] = []
        self.kept: str | None = None  # what was last read or written
        self.loads = 0  # how often the kept games were read
        self.trouble: str | None = None  # why the last load failed: "damaged" or "future"
        self.aside: str | None = None  # what could not be read, for export

    def load(self) -> None:
        """Read what is kept; what cannot be read is put aside and named in `trouble`."""
        self.trouble = None
        self.loads += 1
        text = browser.load(self.key)
        if text is None:
            return
        self.kept = text
        lines = text.split("\n", EARLIER + 2)
        try:
            if len(lines) < 2 or len(lines) > EARLIER + 2:
                raise SaveError("damaged", "not a shelf")
            session = self.read(lines[1])
        except SaveError as error:
            self.trouble = error.reason
            self.put_aside(text)
            return
        self.session = session
        self.earlier = lines[2:]

    def read(self, text: str) -> Session:
        """Return the session of a save; raises `SaveError`."""
        session = parse_save(text, {self.rules.GAME: self.rules}, browser.read_json)
        clean_names(session.facts)
        return session

    def put_aside(self, text: str) -> None:
        """Keep an unreadable text under a free key of its own, and begin an empty shelf."""
        self.aside = text
        number = 1
        while browser.load(f"{self.key}.aside.{number}") not in (None, text):
            number += 1
        browser.store(f"{self.key}.aside.{number}", text)
        if text == self.kept:  # it may have been too long to be read whole
            browser.keep_copy(self.key, f"{self.key}.aside.{number}")

    def is_behind(self) -> bool:
        """Return whether another tab has written since this one read or wrote."""
        text = browser.load(self.key)
        return text is not None and text != self.kept

    def save(self) -> bool:
        """Keep the game on the table; return False when only this tab will remember it."""
        lines = [OVER if self.session.is_over() else RUNNING, format_save(self.session)]
        self.kept = "\n".join(lines + self.earlier)
        return browser.store(self.key, self.kept)

    def begin(self, session: Session) -> None:
        """Put a new game on the table; the one there, if it has begun, joins the earlier ones.

        Where another tab went ahead, the one there is that tab's.
        """
        if self.is_behind():
            self.load()
        old = self.session
        if old and (old.moves or old.facts.get("looked")):
            self.earlier = [format_save(old)] + self.earlier[: EARLIER - 1]
        self.session = session

    def bring_back(self) -> bool:
        """Put the last earlier game back on the table; return False when there is none."""
        while self.earlier:
            text, self.earlier = self.earlier[0], self.earlier[1:]
            try:
                old, self.session = self.session, self.read(text)
                if old and old.moves:  # the undone moves of the other game are not lost either
                    self.earlier = self.earlier[: EARLIER - 1] + [format_save(old)]
                return True
            except SaveError:
                self.put_aside(text)
        return False
