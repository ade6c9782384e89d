"""Keeps the book of La Piramide: what help a game had, how long it took, how it ended.

It is told of every change before the game is saved. The first move opens a game's entry; the end,
or another game in its place, settles it.
"""

import binascii

from game import statistics
from game.locales import say
from game.rules import piramide as rules
from game.rules.fields import RecordError
from game.statistics import Daily, Play
from game.views import browser
from game.views.markup import dialog_command
from game.views.piramide_words import CLASSICA, variant_key

KEY = "piramide.statistics"
CLOCK_KEY = "piramide.clock"
"""Under this key lies what the clock showed when the page was hidden: a game's id and seconds."""
BEFORE_KEY = "piramide.statistics.before"
"""Under this key lies what a reset or an import replaced."""
SEARCH_STATES = 4_000
"""How far the page looks whether a lost deal could have been won; then nobody knows."""


def deal_key(deal) -> str:
    """Return a deal as the text by which it is known again."""
    if isinstance(deal, int):
        return str(deal)
    return f"x{binascii.crc32(' '.join(deal).encode()) & 0xFFFFFFFF:08x}"


class Book:
    """The statistics as they are kept; another tab may write them too."""

    def __init__(self):
        self.text: str | None = None
        self.kept = None
        self.trouble: str | None = None  # why the kept ones could not be read
        self.aside: str | None = None

    def read(self):
        """Return the statistics; what cannot be read is put aside and named in `trouble`."""
        text = browser.load(KEY)
        if self.kept is None or text != self.text:
            self.kept = statistics.Statistics()
            self.text = text
            if text is not None:
                try:
                    self.kept = statistics.parse_statistics(text, browser.read_json)
                except RecordError as error:
                    self.put_aside(text, str(error))
        return self.kept

    def put_aside(self, text: str, reason: str) -> None:
        """Keep an unreadable text under a free key of its own."""
        self.trouble, self.aside = reason, text
        number = 1
        while browser.load(f"{KEY}.aside.{number}") not in (None, text):
            number += 1
        browser.store(f"{KEY}.aside.{number}", text)

    def write(self) -> None:
        """Keep the statistics as they now are."""
        self.text = statistics.format_statistics(self.kept)
        browser.store(KEY, self.text)

    def replace(self, kept) -> None:
        """Put other statistics in place of these, which can be brought back."""
        browser.store(BEFORE_KEY, statistics.format_statistics(self.read()))
        self.kept = kept
        self.write()

    def can_bring_back(self) -> bool:
        """Return whether a reset or an import can be undone."""
        return bool(browser.load(BEFORE_KEY))

    def bring_back(self) -> bool:
        """Undo the last reset or import; return False when what it replaced cannot be read.

        What was played since, here or in another tab, can be had back in the same way.
        """
        try:
            kept = statistics.parse_statistics(browser.load(BEFORE_KEY), browser.read_json)
        except RecordError:
            return False
        since = self.read()
        played = since.plays or since.daily
        browser.store(BEFORE_KEY, statistics.format_statistics(since) if played else "")
        self.kept = kept
        self.write()
        return True


class Diary:
    """Follows the game on the table and enters it in the book."""

    def __init__(self, table, find_out):
        self.table = table
        self.find_out = find_out  # called with a session whose deal nobody knows to be winnable
        self.book = Book()
        self.loads = table.shelf.loads
        session = table.session
        self.last = (session, session.ply, session.moves) if session else (None, 0, [])
        self.since_ms: float | None = None  # when the clock was last read; None while it stands
        self.rest_ms = 0.0

    def watch(self) -> None:
        """The game is shown: what another tab did to it is not this player's doing."""
        session = self.table.session
        if self.loads != self.table.shelf.loads:
            self.loads = self.table.shelf.loads
            self.last = (session, session.ply, session.moves)
        self.remember_clock()
        self.run_clock()

    def note(self) -> bool:
        """Write down the change just made; return whether it was a move forward."""
        session = self.table.session
        before, ply, moves = self.last
        self.last = (session, session.ply, session.moves)
        if session is not before:
            self.rest_ms = 0.0
            if before:
                self.replaced(before, session)
        elif session.moves != moves:
            # Moves taken back count once others are in their place; until then redo can bring them.
            self.count("undos", session, len(moves) - ply)
        self.read_clock()
        if self.since_ms is None and not session.is_over():
            self.run_clock()
        if session.moves and "id" not in session.facts:
            self.open_entry(session)
        result = rules.outcome(session.state)
        if result and session.moves:
            self.settle(session, result.result)
        return session is before and session.ply > ply

    def replaced(self, before, session) -> None:
        """Another game is on the table: a new one, the same begun again, or an earlier one."""
        facts, old = session.facts, before.facts
        if session.moves:
            self.count("undos", session)
        if "id" in old and old["id"] == facts.get("id"):
            for key in ("hints", "oracle", "undos", "seconds"):
                if old.get(key, 0) > facts.get(key, 0):
                    facts[key] = old[key]
            facts["seen"] = True
        elif before.moves:
            if before.deal == session.deal:
                facts["seen"] = True
            if not before.is_over():
                self.settle(before, "left")

    def open_entry(self, session) -> None:
        """The first move is made: the game counts from now on."""
        deal = deal_key(session.deal)
        kept = self.book.read()
        session.facts["id"] = f"{browser.random_deal(2**53):x}"
        if kept.has_seen(deal):
            session.facts["seen"] = True
        else:
            kept.see(deal)
            self.book.write()
        self.report_trouble()

    def report_trouble(self) -> None:
        """Tell the player when the statistics could not be read, and offer them as a file."""
        if self.book.trouble:
            self.table.say(
                say("stats.damaged", reason=self.book.trouble),
                dialog_command("stats-aside", say("command.export"), 'data-game="piramide"'),
            )
            self.book.trouble = None

    def count(self, fact: str, session, times: int = 1) -> None:
        """Add to a fact of a game."""
        if times:
            session.facts[fact] = session.facts.get(fact, 0) + times

    def used(self, fact: str) -> None:
        """Help was given: write it down at once."""
        if not self.table.follow_other_tab():
            self.count(fact, self.table.session)
            self.table.shelf.save()

    def settle(self, session, end: str) -> None:
        """Enter a game that is won, lost or left."""
        facts = session.facts
        if "id" not in facts:  # begun before there were statistics
            self.open_entry(session)
        if end == "won":
            facts["winnable"] = True
        left = len([card for card in session.state.pyramid if card])
        deal = deal_key(session.deal)
        numbers = [facts.get(key, 0) for key in ("seconds", "hints", "oracle", "undos")]
        seen, winnable = facts.get("seen", False), facts.get("winnable")
        kept = self.book.read()
        variant = variant_key(session.params)
        play = Play(
            *([facts["id"], variant, deal, end, left, session.ply] + numbers + [seen, winnable])
        )
        kept.settle(play)
        date = self.daily_date(session)
        if date:
            result = Daily(*([session.deal, end, left, session.ply] + numbers[1:]))
            kept.settle_daily(date, result)
        self.book.write()
        if winnable is None:
            self.find_out(session)

    def daily_date(self, session) -> str | None:
        """Return the date whose daily deal a game is, or None."""
        if session.params != CLASSICA or not isinstance(session.deal, int):
            return None
        date = str(session.deal // 1000)
        daily = self.book.read().daily.get(date)
        return date if daily and daily.deal == session.deal else None

    def learn(self, session, winnable: bool) -> None:
        """It was found out whether a game's deal can be won."""
        session.facts["winnable"] = winnable
        if session is self.table.session and not self.table.shelf.is_behind():
            self.table.shelf.save()
        if "id" in session.facts:
            self.book.read().learn(session.facts["id"], winnable)
            self.book.write()

    # The clock: it runs from the first move to the end, while the game can be seen

    def run_clock(self) -> None:
        """Let the clock run, where a game is running."""
        resting = browser.is_hidden() or self.table.session.is_over()
        self.since_ms = None if resting else browser.now_ms()

    def remember_clock(self) -> None:
        """Take over what the clock showed when the page was last hidden, after the last move."""
        facts = self.table.session.facts
        game, _, seconds = (browser.load(CLOCK_KEY) or "").partition(" ")
        if "id" in facts and game == facts["id"] and seconds.isdigit():
            facts["seconds"] = max(facts.get("seconds", 0), int(seconds[:9]))

    def read_clock(self) -> None:
        """Add the time that passed since the clock was last read to the game's."""
        session, now = self.table.session, browser.now_ms()
        if self.since_ms is not None and "id" in session.facts:
            self.rest_ms += now - self.since_ms
            seconds = int(self.rest_ms // 1000)
            self.rest_ms -= seconds * 1000
            session.facts["seconds"] = session.facts.get("seconds", 0) + seconds
        self.since_ms = None if session.is_over() or self.since_ms is None else now

    def stop_clock(self) -> None:
        """Nobody sees the game any more: keep its time."""
        if self.since_ms is not None and self.table.session:
            self.read_clock()
            facts = self.table.session.facts
            if "seconds" in facts and "id" in facts:
                browser.store(CLOCK_KEY, f"{facts['id']} {facts['seconds']}")
        self.since_ms = None

    def seconds(self) -> int:
        """Return how long the game on the table has taken."""
        session = self.table.session
        if self.since_ms is not None:
            self.read_clock()
        return session.facts.get("seconds", 0)
