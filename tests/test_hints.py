"""The fair hint: it sees what the player sees, its figures are honest, and it plays well."""

import json

import pytest

from game.__main__ import main
from game.minds import finish, hints, quality
from game.minds.solver import Table
from game.rules import piramide
from game.rules.chance import Pcg32
from tests.games import PIRAMIDE_PRESETS, random_session

STUCK = piramide.Params("stuck", 6, False, 0)
FREE = piramide.Params("free", 6, False, 0)


def hint_for(state, arrangements=20, seed=1):
    return finish(hints.hinting(piramide.observe(state), Pcg32(seed, 4), arrangements))


def positions(count):
    """Return positions of random games, of every preset and not yet over."""
    found = []
    for seed, params in enumerate(PIRAMIDE_PRESETS * count):
        states = random_session(piramide, params, seed).states
        found.append([state for state in states if piramide.to_move(state) is not None][-1])
    return found


def test_the_hint_lists_every_legal_move_the_best_first():
    for state in positions(1):
        hint = hint_for(state, 3)
        legal = [piramide.format_move(move) for move in piramide.legal_moves(state)]
        assert sorted(move for move, _ in hint.moves) == sorted(legal)
        worths = [worth for move, worth in hint.moves if move[0] != "R"]
        assert worths == sorted(worths, reverse=True)


def test_a_re_is_always_the_first():
    kings = 0
    for state in positions(3):
        legal = [piramide.format_move(move) for move in piramide.legal_moves(state)]
        if [move for move in legal if len(move) == 2]:
            kings += 1
            assert len(hint_for(state, 2).moves[0][0]) == 2
    assert kings >= 5


def test_the_hint_is_the_same_whatever_lies_face_down():
    for seed, state in enumerate(positions(1)):
        other = piramide.resample(piramide.observe(state), Pcg32(seed, 8))
        assert hint_for(state, 4) == hint_for(other, 4)


def test_the_same_seed_gives_the_same_hint():
    state = piramide.new_game(STUCK, 5)
    assert hint_for(state) == hint_for(state)


def test_chances_lie_in_order():
    for state in positions(1):
        hint = hint_for(state, 5)
        assert 0 <= hint.low <= hint.chance <= hint.high <= 1
        assert hint.ceiling is None or hint.chance <= hint.ceiling <= 1


def test_a_certain_win_is_seen_as_one():
    text = "stuck,6,closed,0 ------------------------------7d3cAc------ - Cc 4c 0 -"
    hint = hint_for(piramide.parse_state(text), 5)
    assert hint.chance == 1
    assert hint.high == pytest.approx(1)


def test_a_move_that_loses_for_sure_is_never_the_first():
    # 7d goes with the drawn 3c or with 3d; only 3d must go to win.
    text = "stuck,6,closed,0 ------------------------------7d3d--Rc---- - 3c - 0 -"
    hint = hint_for(piramide.parse_state(text), 5)
    assert hint.moves[0][0] != "3c7d"


def test_the_interval_is_wilsons():
    # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I.
    assert hints.interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert hints.interval(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert hints.interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)


def test_the_interval_narrows_with_more_arrangements():
    state = piramide.new_game(STUCK, 5)
    few, many = hint_for(state, 10), hint_for(state, 200)
    assert many.high - many.low < few.high - few.low


def test_the_job_tells_after_each_arrangement_how_it_stands():
    state = piramide.new_game(STUCK, 5)
    job = hints.hinting(piramide.observe(state), Pcg32(1, 4), 7)
    told = [value.tried for value in job if value is not None]
    assert told == [1, 2, 3, 4, 5, 6, 7]


def test_a_playout_wins_as_often_as_measured():
    # 9.0 % of the deals from 100,001 on.
    tables = [Table(piramide.new_game(STUCK, number)) for number in range(100001, 102001)]
    won = sum(hints.playout(table, (table.mask, table.gone, 1, 0)) for table in tables)
    assert 140 <= won <= 215


def test_the_ways_to_play_are_compared_on_the_same_deals():
    table = quality.measure(STUCK, range(1, 61), 10, 2)
    by_way = {row["way"]: row for row in table["ways"]}
    assert by_way["ceiling"]["won"] >= max(row["won"] for row in table["ways"])
    assert by_way["hint"]["hint_gains"] == (0, 0, 0)
    assert by_way["hint"]["of_ceiling"] <= 1


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_measure_prints_a_table(arguments, monkeypatch, capsys):
    options = ["--deals", "1-4", "--draw", "free", "--arrangements", "2", "--jobs", "2"]
    monkeypatch.setattr("sys.argv", ["game", "measure", "piramide", *options, *arguments])
    assert main() == 0
    output = capsys.readouterr().out
    if arguments:
        table = json.loads(output)
        assert (table["deals"], table["arrangements"]) == (4, 2)
        assert [row["way"] for row in table["ways"]] == list(quality.WAYS)
    else:
        assert output.startswith("4 deals, draw free, 2 arrangements a move\n")
