"""Bots see what their player sees, find what wins, and believe what the moves tell."""

import json

import pytest

from game.__main__ import main
from game.locales import texts as TEXTS
from game.minds import beliefs, bots, finish, match
from game.rules import arena
from game.rules.chance import Pcg32
from tests.games import ARENA_PRESETS, random_session
from tests.test_brain import ask


def positions():
    """Return positions of random games of every preset, each with the mover's target known."""
    found = []
    for seed, params in enumerate(ARENA_PRESETS * 2):
        states = random_session(arena, params, seed).states
        for state in states[:: len(states) // 3 + 1]:
            if state.turn is not None and state.targets[state.turn]:
                found.append(state)
    return found


def choice(level, state, playouts=24, seed=1):
    """Return what a bot of a level chooses in a position."""
    seen = arena.observe(state, state.turn)
    return finish(bots.choosing(level, seen, Pcg32(seed, bots.STREAM), playouts))


def late(stacks, hands, targets="OY", locked="-"):
    """Return a position of two players with these stacks first and bare V and B bases after."""
    rest = ["V", "V", "V", "V", "B", "B", "B", "B"]
    table = (stacks + ["O", "Y"] * 8)[: 16 - len(rest)] + rest
    return arena.parse_state(f"OYVB {'/'.join(table)} {hands} 1 {locked} {targets} -")


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_plays_legal_moves_only(level):
    for state in positions():
        move = arena.parse_move(choice(level, state, 8).move)
        assert move in arena.legal_moves(state)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_sees_no_target_but_its_own(level):
    tried = 0
    for seed, state in enumerate(positions()):
        seen = arena.observe(state, state.turn)
        other = arena.resample(seen, Pcg32(seed, 8))
        tried += other.targets != state.targets
        assert choice(level, state) == choice(level, other)
    assert tried > 20


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_same_seed_gives_the_same_move(level):
    for state in positions()[:8]:
        assert choice(level, state, seed=5) == choice(level, state, seed=5)


def test_an_observation_is_read_back_from_its_text():
    for state in positions():
        for player in (None, 0, len(state.hands) - 1):
            seen = arena.observe(state, player)
            assert arena.parse_observation(arena.format_observation(seen)) == seen


@pytest.mark.parametrize("player", ["3", "0", "x", "", "12", "1 1"])
def test_a_text_that_is_no_observation_is_refused(player):
    position = arena.format_state(late([], "O/", "O?"))
    assert arena.parse_observation("2 " + position)
    with pytest.raises(ValueError, match="is not "):
        arena.parse_observation(player + " " + position)


def test_the_worker_answers_as_the_bot_chooses():
    state = positions()[3]
    seen = arena.format_observation(arena.observe(state, state.turn))
    for level in bots.LEVELS:
        question = {"level": level, "seen": seen, "seed": 1, "playouts": 24}
        assert ask("move", question) == choice(level, state)._asdict()
    assert "level must be" in ask("move", question | {"level": "best"})["error"]
    assert "must know" in ask("move", question | {"seen": "-" + seen[1:]})["error"]


def test_the_worker_stops_in_time():
    state = arena.new_game(arena.Params(4, "random", None), 3)
    seen = arena.format_observation(arena.observe(state, state.turn))
    question = {"level": "hard", "seen": seen, "seed": 1, "playouts": 10**6, "seconds": 0.1}
    assert 8 <= ask("move", question)["tried"] < 10**5


def test_bots_without_playouts_still_choose():
    for state in positions()[:8]:
        assert choice("hard", state, 0).tried == 0


def test_a_strong_bot_tells_its_choice_so_far():
    state = arena.new_game(arena.Params(2, "random", None), 3)
    job = bots.choosing("hard", arena.observe(state, state.turn), Pcg32(1, bots.STREAM), 20)
    told = [value.tried for value in job if value]
    assert told == [8, 16, 20]


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize("seed", range(3))
def test_a_win_in_one_move_is_taken(level, seed):
    # Orange and yellow top four stacks each: the last move decides, and yellow moves no more.
    state = late(["OVY", "YVO"], "O/", "OY")
    after = arena.apply_move(state, arena.parse_move(choice(level, state, 60, seed).move))
    assert arena.outcome(after).winners == (0,)


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_move_that_brings_the_own_colour_back_is_found(level):
    # The only mover is violet; put on the violet one it uncovers orange.
    state = late(["OV", "Y", "OYV"], "V/", "OY")
    assert choice(level, state, 60).move == "V@A1"


def test_reasons_name_what_happens_on_the_table():
    reasons = set()
    for state in positions():
        for level in ("easy", "medium"):
            chosen = choice(level, state)
            reasons.add(chosen.reason)
            assert "arena.reason." + chosen.reason in TEXTS
            move = arena.parse_move(chosen.move)
            index = arena.stack_names(len(state.colours)).index(move.stack)
            after = arena.apply_move(state, move)
            old, new = state.stacks[index][-1], after.stacks[index][-1]
            mine = state.targets[state.turn]
            assert chosen.colour != mine or chosen.reason == "keeps"
            if chosen.reason in ("takes", "gains"):
                assert old != mine
                assert new == mine
            if chosen.reason in ("takes", "covers", "cancels"):
                assert chosen.colour == old
            if chosen.reason == "cancels":
                assert move.colour == old
            assert chosen.player != state.turn
    assert reasons >= {"takes", "gains", "covers", "cancels", "keeps", "costs"}


def test_a_move_is_called_the_least_harm_only_where_none_is_without():
    reasons = set()
    for state in positions():
        mine = state.targets[state.turn]
        chosen = choice("hard", state, 60)
        reasons.add(chosen.reason)
        if chosen.reason == "costs":
            for move in arena.legal_moves(state):
                index = arena.stack_names(len(state.colours)).index(move.stack)
                top = arena.apply_move(state, move).stacks[index][-1]
                assert top != mine or state.stacks[index][-1] == mine, (chosen, move)
    assert "plans" in reasons


@pytest.mark.parametrize(
    ("player", "targets"),
    [(0, "?Y"), (1, "OY"), (None, "OY")],
)
def test_only_who_is_to_move_and_knows_their_target_can_choose(player, targets):
    seen = arena.observe(late([], "O/OO", targets), player)
    with pytest.raises(ValueError, match="only the player to move"):
        bots.choosing("medium", seen, Pcg32(1, bots.STREAM), 1)


def test_an_unknown_level_and_a_finished_game_are_refused():
    state = late([], "O/", "OY")
    seen = arena.observe(state, 0)
    with pytest.raises(ValueError, match="level must be"):
        bots.choosing("best", seen, Pcg32(1, bots.STREAM), 1)
    over = arena.apply_move(state, arena.legal_moves(state)[0])
    with pytest.raises(ValueError, match="over"):
        bots.choosing("easy", arena.observe(over, 0), Pcg32(1, bots.STREAM), 1)


def test_playouts_end_by_the_real_rule():
    for seed, params in enumerate(ARENA_PRESETS * 3):
        session = random_session(arena, params, seed)
        state = session.state
        result = arena.outcome(state)
        if result is None or result.winners is None:
            continue
        stacks = [[state.colours.index(piece) for piece in stack] for stack in state.stacks]
        owner = tuple([state.colours.index(target) for target in state.targets])
        for player in range(len(owner)):
            expected = 1 / len(result.winners) if player in result.winners else 0
            assert bots.win(stacks, owner, player) == expected


def test_beliefs_are_even_before_the_first_move():
    state = arena.new_game(arena.Params(3, "random", None), 1)
    for shares in beliefs.beliefs(arena.observe(state, 0)):
        assert sorted(shares) == sorted(state.colours)
        assert list(shares.values()) == pytest.approx([1 / 5] * 5)


def test_beliefs_add_up_after_every_move():
    for state in positions():
        seen = arena.observe(state, state.turn)
        after_each = beliefs.beliefs_after_each(seen)
        assert len(after_each) == len(state.moves) + 1
        assert after_each[-1] == beliefs.beliefs(seen)
        for players in after_each:
            for shares in players:
                assert sum(shares.values()) == pytest.approx(1)
            for colour in seen.colours:
                # Targets are different, so nobody's shares of one colour go beyond one target.
                assert sum([shares[colour] for shares in players]) <= 1 + 1e-9


def test_beliefs_are_the_same_for_all_who_watch():
    for state in positions():
        told = [beliefs.beliefs(arena.observe(state, who)) for who in (None, 0, 1)]
        assert told[0] == told[1] == told[2]


def test_beliefs_after_the_end_need_to_know_who_began():
    session = random_session(arena, arena.Params(2, "equal", 1), 0)
    while not session.is_over():
        session.play(arena.format_move(arena.legal_moves(session.state)[0]))
    seen = arena.observe(session.state, 0)
    with pytest.raises(ValueError, match="who began"):
        beliefs.beliefs(seen)
    after_each = beliefs.beliefs_after_each(seen, 1)
    before = arena.observe(session.states[-2], 0)
    assert after_each[:-1] == beliefs.beliefs_after_each(before)


def test_moves_that_lead_elsewhere_are_refused():
    state = late([], "O/OO", "OY")
    text = arena.format_observation(arena.observe(state, 0))
    seen = arena.parse_observation(text.removesuffix("-") + "V@A3")
    with pytest.raises(ValueError, match="do not lead"):
        beliefs.beliefs(seen)


def test_who_keeps_playing_for_a_colour_is_believed_to_own_it():
    believed = 0
    for deal in range(20):
        state = arena.new_game(arena.Params(2, "equal", 0), deal)
        for _ in range(8):
            colour = state.colours[0] if state.turn == 0 else None
            state = arena.apply_move(state, towards(colour, state))
        believed += beliefs.beliefs(arena.observe(state, 1))[0][state.colours[0]] > 0.5
    assert believed >= 17


def towards(colour, state):
    """Return the move that gains a colour most; the first legal move for no colour."""
    names = arena.stack_names(len(state.colours))

    def gain(move):
        stack = state.stacks[names.index(move.stack)]
        after = stack[-2] if stack[-1] == move.colour else move.colour
        return (after == colour) - (stack[-1] == colour)

    return max(arena.legal_moves(state), key=gain)


def test_beliefs_are_right_more_often_than_chance():
    right = tried = 0
    for deal in range(12):
        state = arena.new_game(arena.Params(3, "random", None), deal)
        rng = Pcg32(deal, bots.STREAM)
        while sum(map(len, state.hands)) > 3:
            seen = arena.observe(state, state.turn)
            state = arena.apply_move(state, match.chosen_move("medium", seen, rng, 0, None))
        believed = beliefs.beliefs(arena.observe(state, None))
        for shares, target in zip(believed, state.targets, strict=True):
            right += max(shares, key=shares.get) == target
            tried += 1
    assert right / tried > 0.6  # 0.2 by chance


@pytest.mark.parametrize(
    ("seats", "games", "least"),
    [
        (["hard", "medium"], 12, 0.65),
        (["medium", "easy"], 30, 0.75),
        (["easy", "random"], 40, 0.6),
    ],
)
def test_each_level_beats_the_one_below(seats, games, least):
    table = match.match(seats, range(1, games + 1), 150, None, 2)
    share, low, high = table["levels"][0]["share"]
    assert low <= share <= high
    assert share >= least
    assert share + table["levels"][1]["share"][0] == pytest.approx(1)


def run(monkeypatch, capsys, *arguments, stdin=""):
    """Return status, output and errors of a command."""
    monkeypatch.setattr("sys.argv", ["game", *arguments])
    monkeypatch.setattr("game.__main__.read_text", lambda path: stdin)
    status = main()
    output = capsys.readouterr()
    return status, output.out, output.err


RECORD = {"game": "arena", "version": 1, "deal": 7, "players": 3, "moves": []}
OPEN = {
    "game": "arena",
    "version": 1,
    "players": 2,
    "colours": "OYVG",
    "bases": "OYVG" * 4,
    "hands": ["OV", "YG"],
    "targets": ["O", None],
    "start": 1,
    "moves": [],
}


@pytest.mark.parametrize("record", [RECORD, OPEN])
@pytest.mark.parametrize("budget", [[], ["--playouts", "5"], ["--seconds", "0.05"]])
@pytest.mark.parametrize("level", bots.LEVELS)
def test_move_prints_a_legal_move(record, budget, level, monkeypatch, capsys):
    arguments = ["move", "-", "--level", level, "--seed", "3", *budget]
    status, output, errors = run(monkeypatch, capsys, *arguments, stdin=json.dumps(record))
    assert (status, errors) == (0, "")
    assert output.count("\n") == 1
    fields = json.loads(output)
    assert list(fields) == ["move"]
    assert arena.parse_move(fields["move"])


def test_move_never_reads_the_others_targets(monkeypatch, capsys):
    answers = set()
    for other in (None, "Y", "V", "G"):
        record = json.dumps(OPEN | {"targets": ["O", other]})
        answers.add(run(monkeypatch, capsys, "move", "-", "--level", "hard", stdin=record))
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("record", "options", "reason"),
    [
        (OPEN | {"targets": [None, "Y"]}, [], "record: targets"),
        (OPEN | {"hands": ["", ""]}, [], "record: moves lead to the end"),
        (OPEN | {"moves": ["P@A1"]}, [], "ply 1: "),
        ({"game": "piramide", "version": 1, "deal": 1, "moves": []}, [], "record: game"),
        ([], [], "record: a record is an object"),
        (RECORD, ["--level", "best"], "record: level"),
        (RECORD, ["--seed", "-1"], "record: seed"),
        (RECORD, ["--seed", "x"], "record: seed"),
        (RECORD, ["--playouts", "many"], "record: playouts"),
        (RECORD, ["--playouts", "5", "--seconds", "1"], "record: seconds"),
        (RECORD, ["--seconds", "nan"], "record: seconds"),
        (RECORD, ["--seconds", "0"], "record: seconds"),
        (RECORD, ["--seconds", "א"], "record: seconds"),
    ],
)
def test_move_refuses_with_one_line(record, options, reason, monkeypatch, capsys):
    arguments = ["move", "-", "--level", "hard", *options]
    status, output, errors = run(monkeypatch, capsys, *arguments, stdin=json.dumps(record))
    assert (status, output) == (2, "")
    assert errors.count("\n") == 1
    assert errors.startswith(reason)


def test_match_prints_a_table(monkeypatch, capsys):
    options = ["--players", "3", "--games", "4", "--seats", "hard,medium,random", "--playouts", "4"]
    status, output, _ = run(monkeypatch, capsys, "match", *options, "--seed", "9", "--jobs", "2")
    assert status == 0
    lines = output.splitlines()
    assert lines[0].startswith("6 games of hard, medium, random")
    assert [line.split()[0] for line in lines[2:]] == ["hard", "medium", "random"]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", "5"),
        ("players", "two"),
        ("games", "0"),
        ("seats", "hard"),
        ("seats", "hard,best"),
        ("jobs", "0"),
        ("seed", "x"),
        ("playouts", "-1"),
        ("seconds", "soon"),
    ],
)
def test_match_refuses_with_one_line(option, value, monkeypatch, capsys):
    options = {"players": "2", "games": "2", "seats": "easy,random", option: value}
    arguments = [text for key in options for text in ("--" + key, options[key])]
    status, output, errors = run(monkeypatch, capsys, "match", *arguments)
    assert (status, output) == (2, "")
    assert errors.count("\n") == 1
    assert errors.startswith(f"record: {option}")
