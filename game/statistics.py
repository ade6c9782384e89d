"""What the games of La Piramide come to: counts, streaks and times, as a player sees them.

The last games are kept one by one, so that a game which is taken up again changes what it counts
as; older ones only as totals. All of it is one text, which is also the file that can be exported.

- A game counts once its first move was made, when it is won, lost or left for another.
- The same deal begun again goes on with the same game.
- A deal seen before counts as played, but never as a clean win; it touches no streak or best time.
- Only the loss of a deal that is known to be winnable ends a streak.
"""

import json
from collections import OrderedDict, namedtuple

from game.rules.fields import RecordError, check_keys, choice, integer, shown, text, texts

KIND = "vanishing-pyramids statistics"
VERSION = 1
KEPT = 100
"""Games that are kept one by one; the chart shows these."""
DEALS_KEPT = 2000
"""Deals that are remembered as seen; the oldest are forgotten first."""
ENDS = ("left", "lost", "won")
"""How a game can end; a later one in this list is never replaced by an earlier one."""
MOST = 2**53 - 1


class Play(
    namedtuple(
        "Play", "id variant deal end cards_left moves seconds hints oracle undos seen winnable"
    )
):
    """One game: `variant` and `deal` are texts, `winnable` is None while nobody knows."""


class Totals(
    namedtuple("Totals", "played won clean no_undo streak longest best_s moves winnable unknown")
):
    """What many games come to. `moves` are those of the games won; `best_s` is None at first.

    `winnable` counts games whose deal could be won, `unknown` those of which nobody knows.
    """


class Daily(namedtuple("Daily", "deal end cards_left moves hints oracle undos")):
    """What became of a daily deal; `end` is "" before the first result."""


NOTHING = Totals(0, 0, 0, 0, 0, 0, None, 0, 0, 0)


def is_clean(play: Play) -> bool:
    """Return whether a game was won without help on a deal not seen before."""
    return play.end == "won" and not (play.hints or play.oracle or play.seen)


def add(totals: Totals, play: Play) -> Totals:
    """Return the totals with one more game."""
    won = play.end == "won"
    streak, best_s = totals.streak, totals.best_s
    if not play.seen:
        if won:
            streak += 1
            if play.seconds and (best_s is None or play.seconds < best_s):
                best_s = play.seconds
        elif play.winnable:
            streak = 0
    return Totals(
        totals.played + 1,
        totals.won + won,
        totals.clean + is_clean(play),
        totals.no_undo + (won and not play.undos and not play.seen),
        streak,
        max(streak, totals.longest),
        best_s,
        totals.moves + (play.moves if won else 0),
        totals.winnable + (won or bool(play.winnable)),
        totals.unknown + (not won and play.winnable is None),
    )


class Statistics:
    """All that is remembered; every change is a method, `format_statistics` writes it."""

    def __init__(self):
        self.plays: list[Play] = []  # the oldest first
        self.before: dict[str, Totals] = {}  # by variant: the games that are no longer in `plays`
        self.deals: list[str] = []  # seen, the oldest first
        self.daily: dict[str, Daily] = {}  # by date, such as "20260105"

    def variants(self) -> list[str]:
        """Return the variants that were played, in alphabetical order."""
        return sorted(set([play.variant for play in self.plays] + list(self.before)))

    def totals(self, variant: str) -> Totals:
        """Return what the games of one variant come to."""
        totals = self.before.get(variant, NOTHING)
        for play in self.plays:
            if play.variant == variant:
                totals = add(totals, play)
        return totals

    def settle(self, play: Play) -> None:
        """Enter a game; one that is there already changes, unless its end was a better one."""
        for index, old in enumerate(self.plays):
            if old.id == play.id:
                if ENDS.index(play.end) >= ENDS.index(old.end) and old.end != "won":
                    self.plays[index] = play
                return
        self.plays.append(play)
        while len(self.plays) > KEPT:
            oldest = self.plays.pop(0)
            self.before[oldest.variant] = add(self.before.get(oldest.variant, NOTHING), oldest)

    def learn(self, game_id: str, winnable: bool) -> None:
        """Remember whether the deal of a game can be won."""
        for index, old in enumerate(self.plays):
            if old.id == game_id:
                self.plays[index] = Play(*(tuple(old)[:-1] + (winnable,)))

    def has_seen(self, deal: str) -> bool:
        """Return whether a deal was played before."""
        return deal in self.deals

    def see(self, deal: str) -> None:
        """Remember a deal as seen."""
        if deal not in self.deals:
            self.deals = self.deals[-DEALS_KEPT + 1 :] + [deal]

    def settle_daily(self, date: str, result: Daily) -> None:
        """Enter the result of a daily deal; the first win stays, a loss gives way."""
        old = self.daily.get(date)
        if old is None or old.deal != result.deal or old.end != "won":
            self.daily[date] = result


# Text


def format_statistics(statistics: Statistics) -> str:
    """Return statistics as the JSON text that `parse_statistics` reads."""
    return json.dumps(
        OrderedDict(
            [
                ("kind", KIND),
                ("version", VERSION),
                ("plays", [list(play) for play in statistics.plays]),
                (
                    "before",
                    [[key] + list(statistics.before[key]) for key in sorted(statistics.before)],
                ),
                ("deals", statistics.deals),
                (
                    "daily",
                    [[key] + list(statistics.daily[key]) for key in sorted(statistics.daily)],
                ),
            ]
        )
    )


def parse_statistics(source: str, read_json=json.loads) -> Statistics:
    """Return the statistics that a text holds; raises `RecordError`, which names what is wrong.

    `read_json` must refuse what is not JSON with `ValueError`.
    """
    try:
        content = read_json(source)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(content, dict):
        raise RecordError(f"statistics are an object, not {shown(content)}")
    check_keys(content, ("kind", "version", "plays", "before", "deals", "daily"), ())
    choice(content, "kind", (KIND,))
    choice(content, "version", (VERSION,))
    statistics = Statistics()
    ids = set()
    for place, row in rows(content, "plays", PLAY_FIELDS, KEPT):
        play = parse_play(place, row)
        if play.id in ids:
            raise RecordError(f"{place}: id {shown(play.id)} is there twice")
        ids.add(play.id)
        statistics.plays.append(play)
    for place, row in rows(content, "before", ("key",) + TOTALS_FIELDS, 1000):
        key, totals = parse_totals(place, row)
        if key in statistics.before:
            raise RecordError(f"{place}: {shown(key)} is there twice")
        statistics.before[key] = totals
    statistics.deals = texts(content, "deals")
    if len(statistics.deals) > DEALS_KEPT:
        raise RecordError(f"deals must have at most {DEALS_KEPT} items")
    for place, row in rows(content, "daily", ("key",) + DAILY_FIELDS, 100000):
        date, daily = parse_daily(place, row)
        if date in statistics.daily:
            raise RecordError(f"{place}: {shown(date)} is there twice")
        statistics.daily[date] = daily
    return statistics


def rows(content: dict, key: str, names: tuple, most: int) -> list[tuple]:
    """Return (place, fields by name) of each row of a list."""
    found = []
    listed = content[key]
    if not isinstance(listed, list) or len(listed) > most:
        raise RecordError(f"{key} must be a list of at most {most} items, not {shown(listed)}")
    for index, row in enumerate(listed):
        place = f"{key}, item {index + 1}"
        if not isinstance(row, list) or len(row) != len(names):
            raise RecordError(f"{place} must be a list of {len(names)} values, not {shown(row)}")
        found.append((place, dict(zip(names, row))))
    return found


PLAY_FIELDS = (
    "id",
    "variant",
    "deal",
    "end",
    "cards_left",
    "moves",
    "seconds",
    "hints",
    "oracle",
    "undos",
    "seen",
    "winnable",
)
TOTALS_FIELDS = (
    "played",
    "won",
    "clean",
    "no_undo",
    "streak",
    "longest",
    "best_s",
    "moves",
    "winnable",
    "unknown",
)
DAILY_FIELDS = ("deal", "end", "cards_left", "moves", "hints", "oracle", "undos")
"""The names of what a row holds; MicroPython's named tuples do not tell them."""


def checked(place: str, row: dict, names: tuple, check, *limits) -> None:
    """Check several fields of a row; the error text names the row."""
    for name in names:
        try:
            check(row, name, *limits)
        except RecordError as error:
            raise RecordError(f"{place}: {error}") from None


def parse_play(place: str, row: dict) -> Play:
    """Return a row as a game, all checked."""
    checked(place, row, ("id", "variant", "deal"), text)
    checked(place, row, ("end",), choice, ENDS)
    checked(place, row, PLAY_FIELDS[4:10], integer, 0, MOST)
    checked(place, row, ("seen",), choice, (False, True))
    if row["winnable"] is not None:
        checked(place, row, ("winnable",), choice, (False, True))
    return Play(*[row[name] for name in PLAY_FIELDS])


def parse_totals(place: str, row: dict) -> tuple:
    """Return a row as a variant and its totals, all checked."""
    checked(place, row, ("key",), text)
    numbers = tuple([name for name in TOTALS_FIELDS if name != "best_s"])
    checked(place, row, numbers, integer, 0, MOST)
    if row["best_s"] is not None:
        checked(place, row, ("best_s",), integer, 0, MOST)
    if row["won"] > row["played"] or row["streak"] > row["longest"]:
        raise RecordError(f"{place}: more games won than played, or a streak over the longest")
    return row["key"], Totals(*[row[name] for name in TOTALS_FIELDS])


def parse_daily(place: str, row: dict) -> tuple:
    """Return a row as a date and what became of its deal, all checked."""
    checked(place, row, ("key",), text)
    if not is_date(row["key"]):
        raise RecordError(f"{place}: {shown(row['key'])} is not a date such as 20260105")
    checked(place, row, ("end",), choice, ("",) + ENDS)
    checked(place, row, DAILY_FIELDS[:1] + DAILY_FIELDS[2:], integer, 0, MOST)
    return row["key"], Daily(*[row[name] for name in DAILY_FIELDS])


# Dates: texts such as "20260105"


def is_date(date: str) -> bool:
    """Return whether a text is a day of the calendar from 1970 to 9999."""
    digits = [character for character in date if character in "0123456789"]
    if len(date) != 8 or len(digits) != 8:
        return False
    year, month, day = int(date[:4]), int(date[4:6]), int(date[6:])
    return year >= 1970 and 1 <= month <= 12 and 1 <= day <= days_in(year, month)


def days_in(year: int, month: int) -> int:
    """Return how many days a month has."""
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def weekday(year: int, month: int, day: int) -> int:
    """Return the day of the week, 0 for Monday (Sakamoto's method)."""
    if month < 3:
        year -= 1
    table = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
    return (year + year // 4 - year // 100 + year // 400 + table[month - 1] + day + 6) % 7


def day_after(date: str) -> str:
    """Return the day after one such as "20260131"."""
    day = int(date[6:]) + 1
    if day <= days_in(int(date[:4]), int(date[4:6])):
        return f"{date[:6]}{day:02d}"
    return month_after(date[:6]) + "01"


def month_before(month: str) -> str:
    """Return the month before one such as "202601"."""
    number = int(month[:4]) * 12 + int(month[4:]) - 2
    return f"{number // 12:04d}{number % 12 + 1:02d}"


def month_after(month: str) -> str:
    """Return the month after one such as "202612"."""
    number = int(month[:4]) * 12 + int(month[4:])
    return f"{number // 12:04d}{number % 12 + 1:02d}"
