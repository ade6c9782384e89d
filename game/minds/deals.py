"""Finds deals of La Piramide that can be won, the daily deal among them (docs/records.md, 3)."""

from game.minds.solver import solving
from game.rules import piramide
from game.rules.chance import MAX_DEAL

TEXT_RULES = piramide.Params("stuck", 6, False, 0)
DEALS_A_DAY = 1000
"""The deals of a date YYYYMMDD are YYYYMMDD000 to YYYYMMDD999; about 150 of them can be won."""


def finding(params: piramide.Params, first: int):
    """Return the job that finds the first winnable deal from `first` on; it yields deals tried.

    A deal on which the search gives up is passed over. After the last deal comes deal 0.
    """
    tried = 0
    while True:
        deal = (first + tried) % (MAX_DEAL + 1)
        solution = yield from counted(solving(piramide.new_game(params, deal)), tried)
        if solution.winnable:
            return deal
        tried += 1


def finding_daily(date: str):
    """Return the job that finds the daily deal of a date such as "20261129"."""
    if len(date) != 8 or not date.isdigit():
        raise ValueError("a date is written YYYYMMDD")
    return finding(TEXT_RULES, int(date) * DEALS_A_DAY)


def counted(job, count: int):
    """Return a job that does the same and yields a count at each pause."""
    while True:
        try:
            next(job)
        except StopIteration as stop:
            return stop.value
        yield count
