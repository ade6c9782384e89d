"""The solver against stored answers, a slow search by the rules, and a replay of its moves."""

import re
from pathlib import Path

import pytest

from game.__main__ import main
from game.minds import deals, finish, solver
from game.rules import piramide
from game.rules.chance import Pcg32
from game.session import parse_record
from tests.games import GAMES, PIRAMIDE_PRESETS

CASES = Path(__file__).parent / "cases/winnable.txt"
"""Lines "draw rows redeals first-last: the deals that can be won", by plain searches of our own;
where such a search did not end there is "not", with the deals left out."""
SAMPLE = 60
"""Deals of each line that every run of the tests solves."""


def read_cases():
    """Return (params, the deals with an answer, those of them that can be won) for each line."""
    cases = []
    for line in CASES.read_text("utf-8").splitlines():
        match = re.fullmatch(r"(\w+) (\d) (\d) (\d+)-(\d+)(?: not ([\d,]+))?:([\d ]*)", line)
        draw, rows, redeals, first, last, unknown, won = match.groups()
        left_out = {int(number) for number in (unknown or "").split(",") if number}
        numbers = [n for n in range(int(first), int(last) + 1) if n not in left_out]
        params = piramide.Params(draw, int(rows), False, int(redeals))
        cases.append((params, numbers, {int(number) for number in won.split()}))
    return cases


def replays_to_a_win(state, moves):
    """Return whether the rules allow these moves and they win."""
    for move in moves:
        state = piramide.apply_move(state, piramide.parse_move(move))
    return piramide.outcome(state) == piramide.Outcome("won", 0)


@pytest.mark.parametrize(
    ("params", "numbers", "won"), read_cases(), ids=lambda value: str(value)[:50]
)
def test_deals_have_their_stored_answers(params, numbers, won):
    for number in numbers[:SAMPLE]:
        solution = solver.solve(piramide.new_game(params, number))
        assert solution.winnable == (number in won), number


def test_a_deal_is_won_whose_fives_were_once_mixed_up():
    state = piramide.new_game(piramide.Params("free", 6, False, 0), 8222)
    assert replays_to_a_win(state, solver.solve(state).moves)


def winnable_by_trying(state, limit):
    """Return whether some play wins, by the rules alone; None after so many positions."""
    seen = set()
    todo = [state]
    while todo:
        state = todo.pop()
        key = state._replace(moves=())
        if key in seen:
            continue
        if piramide.is_empty(state.pyramid):
            return True
        seen.add(key)
        if len(seen) > limit:
            return None
        todo += [piramide.apply_move(key, move) for move in piramide.legal_moves(state)]
    return False


def random_position(seed):
    """Return a position of a random preset after random moves; cards may be missing in the stock.

    Every other seed follows a line that the solver says wins, as chance rarely wins.
    """
    rng = Pcg32(seed, 3)
    params = PIRAMIDE_PRESETS[rng.below(len(PIRAMIDE_PRESETS))]
    state = piramide.new_game(params, rng.next())
    if seed % 2:
        line = solver.solve(state).moves or []
        for move in line[: rng.below(len(line) + 1)]:
            state = piramide.apply_move(state, piramide.parse_move(move))
    for _ in range(rng.below(4) if seed % 2 else rng.below(46)):
        moves = piramide.legal_moves(state)
        if not moves:
            break
        state = piramide.apply_move(state, moves[rng.below(1 + rng.below(len(moves)))])
    if rng.below(3) == 0:
        state = state._replace(stock=tuple(card for card in state.stock if rng.below(3)))
    return state._replace(moves=())


def test_random_positions_get_the_answer_of_a_slow_search():
    answers = {}
    for seed in range(400):
        state = random_position(seed)
        expected = winnable_by_trying(state, 400)
        if expected is not None:
            solution = solver.solve(state)
            assert solution.winnable == expected, piramide.format_state(state)
            assert (solution.moves is None) == (not expected)
            assert not expected or replays_to_a_win(state, solution.moves)
            group = (state.params.draw, state.redeals > 0, expected)
            answers[group] = answers.get(group, 0) + 1
    assert len(answers) == 8
    assert min(answers.values()) >= 3, answers


@pytest.mark.parametrize("draw", ["stuck", "free"])
def test_every_claimed_win_is_replayed_from_its_record(draw):
    found = 0
    for number in range(1, 41):
        record = {"game": "piramide", "version": 1, "deal": number, "draw": draw, "moves": []}
        solution = solver.solve(parse_record(record, GAMES).state)
        if solution.winnable:
            found += 1
            record["moves"] = solution.moves
            assert piramide.outcome(parse_record(record, GAMES).state).result == "won"
    assert found


def test_open_cards_change_no_answer():
    for number in range(1, 31):
        closed = piramide.new_game(piramide.Params("stuck", 6, False, 0), number)
        opened = piramide.new_game(piramide.Params("stuck", 6, True, 0), number)
        assert solver.solve(closed) == solver.solve(opened)


def test_a_search_stays_small():
    for draw, most in (("stuck", 100), ("free", 700)):
        params = piramide.Params(draw, 6, False, 0)
        searched = [solver.solve(piramide.new_game(params, n)).states for n in range(1, 61)]
        assert sum(searched) / len(searched) <= most


@pytest.mark.parametrize("draw", ["stuck", "free"])
def test_a_search_gives_up_at_its_bound_and_says_so(draw):
    state = piramide.new_game(piramide.Params(draw, 6, False, 0), 1)
    assert solver.solve(state).states > 10
    solution = solver.solve(state, limit=10)
    assert (solution.winnable, solution.moves) == (None, None)


def test_a_search_pauses_often():
    state = piramide.new_game(piramide.Params("free", 6, False, 0), 1)
    pauses = sum(1 for _ in solver.solving(state))
    assert pauses * solver.SLICE >= solver.solve(state).states


# Where it was lost


def states_of(params, number, moves):
    states = [piramide.new_game(params, number)]
    for move in moves:
        states.append(piramide.apply_move(states[-1], piramide.parse_move(move)))
    return states


def first_moves_of(state):
    """Return every position of the game that takes the first legal move each time."""
    states = [state]
    while moves := piramide.legal_moves(states[-1]):
        states.append(piramide.apply_move(states[-1], moves[0]))
    return states


def test_the_move_that_threw_the_game_away_is_named():
    params = piramide.Params("stuck", 6, False, 0)
    thrown = 0
    for number in (n for n in range(1, 60) if solver.solve(piramide.new_game(params, n)).winnable):
        states = first_moves_of(piramide.new_game(params, number))
        verdict = finish(solver.judging(states))
        answers = [solver.solve(state).winnable for state in states]
        if answers[-1]:
            assert (verdict.answer, verdict.ply) == ("yes", len(states) - 1)
        else:
            thrown += 1
            assert (verdict.answer, verdict.ply) == ("thrown", answers.index(False) - 1)
            assert replays_to_a_win(states[verdict.ply], verdict.moves)
    assert thrown


def test_a_deal_that_never_could_be_won_is_not_thrown_away():
    states = first_moves_of(piramide.new_game(piramide.Params("stuck", 6, False, 0), 1))
    assert finish(solver.judging(states)) == solver.Verdict("no", 0, None)


def test_a_verdict_is_unknown_when_the_search_gives_up():
    states = first_moves_of(piramide.new_game(piramide.Params("free", 6, False, 0), 1))
    assert finish(solver.judging(states, limit=1)).answer == "unknown"


# Finding deals


def test_the_daily_deal_is_the_first_of_its_date_that_can_be_won():
    deal = finish(deals.finding_daily("20261129"))
    params = piramide.Params("stuck", 6, False, 0)
    answers = [
        solver.solve(piramide.new_game(params, number)).winnable
        for number in range(20261129000, deal + 1)
    ]
    assert answers == [False] * (len(answers) - 1) + [True]


@pytest.mark.parametrize("params", PIRAMIDE_PRESETS[::5], ids=str)
def test_a_winnable_deal_is_found_for_every_way_to_play(params):
    deal = finish(deals.finding(params, 100))
    assert solver.solve(piramide.new_game(params, deal)).winnable


def test_the_deals_go_round_after_the_last():
    assert finish(deals.finding(deals.TEXT_RULES, 2**53 - 1)) < 1000


@pytest.mark.parametrize("date", ["2026112", "2026-1-1", "", "today's "])
def test_what_is_no_date_is_refused(date):
    with pytest.raises(ValueError, match="YYYYMMDD"):
        deals.finding_daily(date)


# The command line


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the command line with these arguments; return status, output, complaint."""

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["game", *arguments])
        status = main()
        return status, *capsys.readouterr()

    return run


def test_solve_prints_one_json_object(run):
    status, output, complaint = run("solve", "--deal", "1", "--json")
    assert (status, output) == (0, '{"winnable": false, "states": 57, "moves": null}\n')
    assert complaint == ""


def test_solve_tells_in_words(run):
    assert run("solve", "--deal", "1")[1].startswith("This deal cannot be won")
    output = run("solve", "--deal", "5", "--draw", "free")[1]
    assert output.startswith("This deal can be won")
    assert "\n3b7d " in output


def test_solve_takes_a_deck_and_every_way_to_play(run):
    deck = " ".join(piramide.PACK)
    options = ["--draw", "free", "--rows", "7", "--redeals", "2", "--open", "--json"]
    status, output, _ = run("solve", "--deck", deck, *options)
    assert status == 0
    assert output.startswith('{"winnable": ')


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "deal or deck is needed"),
        (["--deal", "1", "--deck", "Ac"], "exactly one of the two"),
        (["--deal", "-1"], "deal must be"),
        (["--deal", "1.0"], "deal must be"),
        (["--deal", "٣"], "deal must be"),
        (["--deal", str(2**53)], "deal must be"),
        (["--deal", "1" * 5000], "deal must be"),
        (["--deal", "1", "--rows", "8"], "rows must be 6 or 7"),
        (["--deal", "1", "--redeals", "3"], "redeals must be"),
        (["--deal", "1", "--draw", "Free"], "draw must be"),
        (["--deck", "Ac 2c"], "is missing"),
        (["--deck", "Ac Ac"], "is there twice"),
        (["--deck", "1c"], "is not a card"),
    ],
)
def test_bad_input_to_solve_is_one_line_that_names_the_key(run, arguments, reason):
    status, output, complaint = run("solve", *arguments)
    assert (status, output) == (2, "")
    assert complaint.startswith("record: ")
    assert reason in complaint
    assert complaint[:-1].isprintable()
    assert complaint.isascii()


def test_measure_refuses_what_is_no_range(run):
    for deals_text in ("", "5-1", "a-b", "-"):
        status, output, complaint = run("measure", "piramide", f"--deals={deals_text}")
        assert (status, output) == (2, "")
        assert complaint.startswith("record: ")
