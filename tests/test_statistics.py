"""What games come to: what counts, what ends a streak, and the file that holds it all."""

import json

import pytest

from game.rules.fields import RecordError
from game.statistics import (
    DEALS_KEPT,
    KEPT,
    Daily,
    Play,
    Statistics,
    days_in,
    format_statistics,
    is_clean,
    is_date,
    month_after,
    month_before,
    parse_statistics,
    weekday,
)

CLASSICA = "stuck,6,closed,0"


def play(number, end="won", **changes):
    """Return a game like most: a deal not seen before, no help, one that can be won."""
    fields = {
        "id": f"game {number}",
        "variant": CLASSICA,
        "deal": str(number),
        "end": end,
        "cards_left": 0 if end == "won" else 5,
        "moves": 30,
        "seconds": 100,
        "hints": 0,
        "oracle": 0,
        "undos": 0,
        "seen": False,
        "winnable": True,
        **changes,
    }
    return Play(**fields)


def totals_of(*plays):
    """Return what these games come to."""
    statistics = Statistics()
    for one in plays:
        statistics.settle(one)
    return statistics.totals(CLASSICA)


# What counts


def test_games_won_lost_and_left_all_count_as_played():
    totals = totals_of(play(1), play(2, "lost"), play(3, "left"))
    assert (totals.played, totals.won) == (3, 1)


@pytest.mark.parametrize("help_used", [{"hints": 1}, {"oracle": 1}, {"seen": True}])
def test_a_win_with_help_or_on_a_deal_seen_before_is_not_clean(help_used):
    assert not is_clean(play(1, **help_used))
    assert totals_of(play(1, **help_used)).clean == 0
    assert totals_of(play(1)).clean == 1


def test_undo_is_no_help_but_told_apart():
    totals = totals_of(play(1, undos=2), play(2))
    assert (totals.clean, totals.no_undo) == (2, 1)


def test_variants_are_counted_apart():
    statistics = Statistics()
    statistics.settle(play(1))
    statistics.settle(play(2, variant="free,6,closed,0"))
    assert statistics.variants() == ["free,6,closed,0", CLASSICA]
    assert statistics.totals(CLASSICA).played == 1


def test_the_best_time_is_of_a_game_won_on_a_new_deal():
    games = [play(1, seconds=90), play(2, "lost", seconds=5), play(3, seconds=60, seen=True)]
    assert totals_of(*games).best_s == 90


def test_average_moves_are_of_games_won():
    totals = totals_of(play(1, moves=30), play(2, moves=40), play(3, "lost", moves=5))
    assert totals.moves / totals.won == 35


def test_of_the_deals_that_could_be_won():
    games = [
        play(1),
        play(2, "lost"),
        play(3, "lost", winnable=False),
        play(4, "left", winnable=None),
    ]
    totals = totals_of(*games)
    assert (totals.won, totals.winnable, totals.unknown) == (1, 2, 1)


# Streaks


def test_a_streak_grows_with_wins_and_ends_with_a_deal_that_could_be_won():
    totals = totals_of(play(1), play(2), play(3, "lost"), play(4))
    assert (totals.streak, totals.longest) == (1, 2)


@pytest.mark.parametrize("winnable", [False, None])
@pytest.mark.parametrize("end", ["lost", "left"])
def test_a_deal_that_cannot_be_won_or_is_unknown_never_breaks_a_streak(winnable, end):
    assert totals_of(play(1), play(2, end, winnable=winnable), play(3)).streak == 2


@pytest.mark.parametrize("end", ["won", "lost", "left"])
def test_a_deal_seen_before_leaves_the_streak_as_it_is(end):
    assert totals_of(play(1), play(2, end, seen=True)).streak == 1


def test_a_streak_ends_when_it_is_found_out_that_the_deal_could_be_won():
    statistics = Statistics()
    statistics.settle(play(1))
    statistics.settle(play(2, "lost", winnable=None))
    assert statistics.totals(CLASSICA).streak == 1
    statistics.learn("game 2", True)
    assert statistics.totals(CLASSICA).streak == 0


# Games taken up again


@pytest.mark.parametrize("first", ["left", "lost"])
def test_a_game_taken_up_again_counts_once_as_what_becomes_of_it(first):
    totals = totals_of(play(1), play(2, first), play(2, "won", undos=1))
    assert (totals.played, totals.won, totals.streak) == (2, 2, 2)


def test_a_game_won_stays_won():
    assert totals_of(play(1), play(1, "left")).won == 1


def test_totals_do_not_change_when_games_are_no_longer_kept_one_by_one():
    statistics = Statistics()
    for number in range(KEPT * 2):
        end = "lost" if number % 7 == 3 else "won"
        statistics.settle(play(number, end, seconds=100 + number % 5))
    assert len(statistics.plays) == KEPT
    totals = statistics.totals(CLASSICA)
    lost = len([number for number in range(KEPT * 2) if number % 7 == 3])
    assert (totals.played, totals.won, totals.best_s) == (KEPT * 2, KEPT * 2 - lost, 100)
    assert totals.longest == 6


# Deals and days


def test_deals_are_remembered_and_the_oldest_forgotten_first():
    statistics = Statistics()
    for number in range(DEALS_KEPT + 1):
        statistics.deals.append(str(number)) if number < DEALS_KEPT else statistics.see(str(number))
    assert not statistics.has_seen("0")
    assert statistics.has_seen("1")
    assert statistics.has_seen(str(DEALS_KEPT))
    assert len(statistics.deals) == DEALS_KEPT


def test_the_first_win_of_a_day_stays():
    statistics = Statistics()
    statistics.settle_daily("20260105", Daily(20260105003, "lost", 4, 30, 0, 0, 0))
    statistics.settle_daily("20260105", Daily(20260105003, "won", 0, 31, 1, 0, 0))
    statistics.settle_daily("20260105", Daily(20260105003, "won", 0, 28, 0, 0, 0))
    assert statistics.daily["20260105"].moves == 31


def test_days_of_the_calendar():
    assert is_date("20240229")
    for text in ("20230229", "20261301", "2026010", "2026010x", "20260100", "19691231", ""):
        assert not is_date(text)
    assert weekday(2026, 1, 5) == 0  # a Monday
    assert weekday(2024, 2, 29) == 3
    assert [days_in(2000, 2), days_in(1900, 2), days_in(2026, 4)] == [29, 28, 30]
    assert month_before("202601") == "202512"
    assert month_after("202512") == "202601"
    assert month_before(month_after("202606")) == "202606"


# The file


def full():
    """Return statistics with something of everything."""
    statistics = Statistics()
    for number in range(KEPT + 3):
        statistics.settle(play(number, ("won", "lost", "left")[number % 3], winnable=None))
        statistics.see(str(number))
    statistics.settle_daily("20260105", Daily(20260105003, "won", 0, 31, 1, 0, 2))
    return statistics


def test_what_is_written_is_read():
    text = format_statistics(full())
    assert format_statistics(parse_statistics(text)) == text
    assert format_statistics(
        parse_statistics(format_statistics(Statistics()))
    ) == format_statistics(Statistics())


def damaged(change):
    """Return the text of statistics after a change to their content."""
    content = json.loads(format_statistics(full()))
    change(content)
    return json.dumps(content)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda c: c.pop("plays"), "plays is missing"),
        (lambda c: c.update(more=1), 'unknown key "more"'),
        (lambda c: c.update(kind="x"), "kind must be"),
        (lambda c: c.update(version=2), "version must be 1"),
        (lambda c: c.update(plays={}), "plays must be a list"),
        (lambda c: c["plays"].append(c["plays"][0]), "plays must be a list of at most"),
        (lambda c: c["plays"].__setitem__(1, c["plays"][0]), "is there twice"),
        (lambda c: c["plays"][3].pop(), "plays, item 4 must be a list of 12 values"),
        (lambda c: c["plays"][0].__setitem__(3, "drawn"), "plays, item 1: end must be"),
        (lambda c: c["plays"][0].__setitem__(5, -1), "plays, item 1: moves must be a whole"),
        (lambda c: c["plays"][0].__setitem__(5, 1.5), "plays, item 1: moves must be a whole"),
        (lambda c: c["plays"][0].__setitem__(10, 1), "plays, item 1: seen must be"),
        (lambda c: c["plays"][0].__setitem__(11, "yes"), "plays, item 1: winnable must be"),
        (lambda c: c["before"][0].__setitem__(1, "many"), "before, item 1: played must be"),
        (lambda c: c["before"][0].__setitem__(2, 99), "more games won than played"),
        (lambda c: c["before"].append(c["before"][0]), "before, item 2: .* is there twice"),
        (lambda c: c["deals"].append(7), "deals: item 104 must be text"),
        (lambda c: c["daily"][0].__setitem__(0, "20261332"), "is not a date"),
        (lambda c: c["daily"][0].__setitem__(1, True), "daily, item 1: deal must be"),
    ],
)
def test_damaged_statistics_are_refused_and_what_is_wrong_is_named(change, named):
    with pytest.raises(RecordError, match=named):
        parse_statistics(damaged(change))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "12", '"x"'])
def test_what_is_no_file_of_ours_is_refused(text):
    with pytest.raises(RecordError, match=r"JSON|object"):
        parse_statistics(text)
