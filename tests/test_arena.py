"""The rules of the Arena, one test a rule; the headings are those of docs/rules.md, 1."""

from itertools import pairwise

import pytest

from game.rules import arena
from game.rules.chance import Pcg32
from game.rules.fields import IllegalMove, RecordError

BASES = "OOOO/YYYY/VVVV/BBBB"
"""The grid of the positions below, row by row: A1 to D1 are orange, A4 to D4 blue."""


def position(stacks="", hands="OYVB/OYVB", turn=1, locked="-", targets="OY"):
    """Return a position for two; `stacks` names those that are more than a base: "A1=OV"."""
    table = dict(zip(arena.stack_names(4), BASES.replace("/", ""), strict=True))
    table.update(item.split("=") for item in stacks.split())
    return arena.parse_state(f"OYVB {'/'.join(table.values())} {hands} {turn} {locked} {targets} -")


def after(state, *moves):
    """Return the position after moves given as text."""
    for move in moves:
        state = arena.apply_move(state, arena.parse_move(move))
    return state


def stack(state, name):
    return state.stacks[arena.stack_names(len(state.colours)).index(name)]


def refusal(state, move):
    """Return why a move given as text is illegal."""
    with pytest.raises(IllegalMove) as caught:
        after(state, move)
    assert arena.parse_move(move) not in arena.legal_moves(state)
    return caught.value.reason


def deal(players=3, dealing="random", start=None, number=7):
    return arena.new_game(arena.Params(players, dealing, start), number)


def over(stacks, targets="OY"):
    """Return how a game ended that left these stacks."""
    return arena.outcome(position(stacks, hands="/", turn="-", targets=targets))


# Pieces and set-up


@pytest.mark.parametrize(("players", "pieces"), [(2, 44), (3, 55), (4, 66)])
def test_players_plus_two_sets_of_one_target_four_bases_and_six_movers_are_used(players, pieces):
    state = deal(players)
    assert len(state.colours) == players + 2
    targets, bases, movers = state.colours, "".join(state.stacks), "".join(state.hands)
    for colour in state.colours:
        assert (bases.count(colour), movers.count(colour)) == (4, 6)
    assert len(targets) + len(bases) + len(movers) == pieces


def test_which_sets_leave_the_game_is_random():
    seen = {deal(4, number=number).colours for number in range(5)}
    assert seen == {"OYVBGP"}
    assert len({deal(2, number=number).colours for number in range(300)}) == 15


@pytest.mark.parametrize(("players", "columns"), [(2, 4), (3, 5), (4, 6)])
def test_the_bases_stand_in_four_rows_of_as_many_columns_as_colours(players, columns):
    assert len(deal(players).stacks) == 4 * columns
    names = arena.stack_names(columns)
    assert names[:2] == ["A1", "B1"]
    assert names[columns] == "A2"
    assert names[-1] == "ABCDEF"[columns - 1] + "4"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_another_target_and_two_are_left_over(players):
    for number in range(50):
        state = deal(players, number=number)
        assert len(set(state.targets)) == players
        assert len(set(state.colours) - set(state.targets)) == 2


@pytest.mark.parametrize(("players", "size"), [(2, 12), (3, 10), (4, 9)])
def test_random_dealing_gives_12_10_or_9_movers_each(players, size):
    assert [len(hand) for hand in deal(players).hands] == [size] * players


def test_equal_dealing_gives_three_players_two_of_each_colour():
    state = deal(3, "equal")
    assert state.hands == ("".join(colour * 2 for colour in state.colours),) * 3


def test_equal_dealing_gives_two_players_three_of_each_colour():
    state = deal(2, "equal")
    assert state.hands == ("".join(colour * 3 for colour in state.colours),) * 2


def test_equal_dealing_is_not_for_four_players():
    with pytest.raises(RecordError, match="dealing equal is not for 4 players"):
        arena.parse_setup({"deal": 7, "players": 4, "dealing": "equal"})


def test_hands_lie_open_before_everyone():
    state = deal()
    for player in (0, 1, 2, None):
        assert arena.observe(state, player).hands == state.hands


def test_a_player_sees_their_own_target_and_no_other():
    state = position(targets="VB")
    assert arena.observe(state, 0).targets == ("V", None)
    assert arena.observe(state, 1).targets == (None, "B")


def test_a_spectator_sees_no_target():
    assert arena.observe(position(), None).targets == (None, None)


def test_what_a_player_sees_holds_no_deal_number():
    state = deal(number=8388405196875781)
    assert "8388405196875781" not in repr(arena.observe(state, 0))


def test_resampled_targets_fit_what_a_player_sees_and_are_equally_likely():
    seen = arena.observe(position(targets="OY"), 0)
    rng, drawn = Pcg32(3, 3), []
    for _ in range(3000):
        targets = arena.resample(seen, rng).targets
        assert targets[0] == "O"
        drawn.append(targets[1])
    assert all(850 < drawn.count(colour) < 1150 for colour in "YVB")


def test_a_target_that_not_even_its_owner_knows_stays_unknown_when_resampled():
    seen = arena.observe(position(targets="??"), 0)
    targets = arena.resample(seen, Pcg32(3, 3)).targets
    assert targets[0] is None
    assert targets[1] in set("OYVB")


# Play


def test_the_starting_player_is_random():
    starts = [deal(4, number=number).turn for number in range(400)]
    assert all(70 < starts.count(player) < 130 for player in range(4))


def test_a_named_start_changes_nothing_but_who_begins():
    for start in range(3):
        assert deal(start=start) == deal()._replace(turn=start)


def test_play_goes_clockwise():
    state = deal(3, start=1)
    turns = []
    for _ in range(6):
        turns.append(arena.to_move(state))
        state = arena.apply_move(state, arena.legal_moves(state)[0])
    assert turns == [1, 2, 0, 1, 2, 0]


def test_a_turn_puts_exactly_one_mover_of_the_player_on_one_stack():
    state = after(position(hands="OYV/OYV"), "V@A1")
    assert state.hands == ("OY", "OYV")
    assert stack(state, "A1") == "OV"
    assert state.stacks[1:] == position().stacks[1:]


def test_a_mover_of_the_other_player_cannot_be_played():
    assert refusal(position(hands="OO/BB"), "B@A1") == "hand"


def test_a_mover_that_is_used_up_cannot_be_played():
    assert refusal(after(position(hands="OY/YY"), "O@A2", "Y@A1"), "O@A3") == "hand"


def test_a_stack_outside_the_grid_cannot_be_played_on():
    assert refusal(position(), "O@E1") == "stack"


def test_passing_is_no_move():
    for text in ("", "-", "pass", "@", "O@", "@A1"):
        with pytest.raises(ValueError, match="is not a move such as O@C3"):
            arena.parse_move(text)


def test_a_bare_base_takes_a_mover_of_another_colour():
    assert stack(after(position(), "B@A1"), "A1") == "OB"


def test_a_mover_of_another_colour_becomes_the_new_top():
    assert stack(after(position("A1=OV"), "B@A1"), "A1") == "OVB"


def test_a_mover_covers_a_top_mover_even_in_the_colour_of_the_base():
    assert stack(after(position("A1=OV"), "O@A1"), "A1") == "OVO"


def test_the_same_colour_as_a_top_mover_takes_both_out_of_the_game():
    state = after(position("A1=OBV"), "V@A1")
    assert stack(state, "A1") == "OB"
    assert state.hands == ("OYB", "OYVB")


def test_cancelling_on_a_stack_of_two_leaves_the_bare_base():
    assert stack(after(position("A1=OV"), "V@A1"), "A1") == "O"


def test_the_colour_below_a_cancelled_pair_is_the_top_again_and_is_never_cancelled_too():
    state = after(position("A1=OVBV"), "V@A1", "B@A2", "B@A1")
    assert stack(state, "A1") == "OV"
    assert not [1 for pieces in state.stacks for a, b in pairwise(pieces) if a == b]


def test_the_same_colour_as_a_bare_base_is_not_allowed():
    assert refusal(position(), "O@A1") == "base"


def test_a_base_laid_bare_again_takes_no_mover_of_its_colour():
    state = after(position("A1=OV"), "V@A1", "Y@B1")
    assert refusal(state, "O@A1") == "base"


def test_the_stack_just_played_on_is_locked():
    assert refusal(after(position(), "V@A1"), "B@A1") == "locked"


def test_the_stack_is_locked_also_after_a_cancel():
    state = after(position("A1=OBV"), "V@A1")
    assert state.locked == "A1"
    assert refusal(state, "Y@A1") == "locked"


def test_the_stack_is_locked_also_when_a_cancel_left_it_bare():
    assert refusal(after(position("A1=OV"), "V@A1"), "Y@A1") == "locked"


def test_a_locked_stack_opens_one_turn_later():
    state = after(position(), "V@A1", "V@B1")
    assert stack(after(state, "B@A1"), "A1") == "OVB"


def test_nothing_is_locked_on_the_first_turn():
    assert deal().locked is None
    assert len({move.stack for move in arena.legal_moves(position())}) == 16


def test_at_most_four_bare_bases_and_one_locked_stack_are_barred():
    state = position("A2=YB", hands="OO/OO", locked="A2")
    moves = arena.legal_moves(state)
    assert len(moves) == 16 - 4 - 1
    assert not {move.stack for move in moves} & {"A1", "B1", "C1", "D1", "A2"}


def test_a_stack_may_grow_without_limit():
    state = after(position("A1=" + "OV" * 12, hands="O/V", locked="B1"), "O@A1")
    assert len(stack(state, "A1")) == 25


def test_legal_moves_come_colour_by_colour_in_reading_order():
    texts = [arena.format_move(move) for move in arena.legal_moves(position(hands="OB/OY"))]
    rows = [letter + row for row in "1234" for letter in "ABCD"]
    expected = ["O@" + name for name in rows if name[1] != "1"]
    assert texts == expected + ["B@" + name for name in rows if name[1] != "4"]


def test_a_move_changes_nothing_in_the_position_it_is_played_in():
    state = position("A1=OV")
    text = arena.format_state(state)
    after(state, "V@A1")
    assert arena.format_state(state) == text


def test_a_text_of_two_colours_or_none_is_no_mover():
    state = position(hands="OO/OO")
    for colour in ("", "OO", "o", None):
        with pytest.raises(IllegalMove):
            arena.apply_move(state, arena.Move(colour, "A2"))


# End


@pytest.mark.parametrize(("players", "turns"), [(2, 24), (3, 30), (4, 36)])
def test_the_game_ends_when_all_hands_are_empty(players, turns):
    state = deal(players)
    for _ in range(turns):
        assert arena.outcome(state) is None
        state = arena.apply_move(state, arena.legal_moves(state)[0])
    assert state.hands == ("",) * players
    assert arena.legal_moves(state) == []
    assert arena.to_move(state) is None
    assert arena.outcome(state) is not None


def test_no_move_can_be_played_after_the_end():
    state = after(position(hands="O/V"), "O@A2", "V@A1")
    assert refusal(state, "O@B2") == "over"


def test_every_target_is_shown_at_the_end():
    state = after(position(hands="O/V", targets="VB"), "O@A2", "V@A1")
    for player in (0, 1, None):
        assert arena.observe(state, player).targets == ("V", "B")


def test_the_colour_that_tops_most_stacks_wins():
    result = over("A2=YO A3=VY A4=BY B4=BY")
    assert (result.winners, result.tiebreak) == ((1,), "stacks")
    assert [score.stacks for score in result.scores] == [5, 6, 3, 2]


def test_a_bare_base_counts_for_its_own_colour():
    assert [score.stacks for score in over("").scores] == [4, 4, 4, 4]


def test_a_colour_that_nobody_owns_cannot_win():
    result = over("A1=OV B1=OV A2=YV B2=YV C2=YV")
    assert [score.stacks for score in result.scores] == [2, 1, 9, 4]
    assert result.winners == (0,)


def test_a_tie_goes_to_most_stacks_of_at_least_two():
    result = over("A1=OY A2=YV B2=YV")
    assert [(s.stacks, s.tall) for s in result.scores][:2] == [(3, 0), (3, 1)]
    assert (result.winners, result.tiebreak) == ((1,), "tall")


def test_the_base_counts_as_one_of_the_two_pyramids():
    assert [score.tall for score in over("A1=OV B1=OBV").scores] == [0, 0, 2, 0]


def test_a_further_tie_goes_to_the_tallest_stack():
    result = over("A1=OY A2=YBO")
    assert [(s.stacks, s.tall, s.height) for s in result.scores][:2] == [(4, 1, 3), (4, 1, 2)]
    assert (result.winners, result.tiebreak) == ((0,), "height")


def test_the_tallest_stack_of_another_colour_does_not_matter():
    result = over("A1=OY A2=YBO A3=VOBOBOV")
    assert (result.winners, result.tiebreak) == ((0,), "height")


def test_players_still_tied_share_the_win():
    result = over("")
    assert (result.winners, result.tiebreak) == ((0, 1), "shared")


def three(stacks):
    """Return how a game of three ended: targets orange, yellow, violet; green is the fifth."""
    table = dict(zip(arena.stack_names(5), "OOOOYYYYVVVVBBBBGGGG", strict=True))
    table.update(item.split("=") for item in stacks.split())
    state = arena.parse_state(f"OYVBG {'/'.join(table.values())} // - - OYV -")
    return arena.outcome(state)


def test_only_the_players_still_tied_go_on_to_the_next_criterion():
    # Violet has the tallest stack of all, but fell behind before height was asked for.
    result = three("A1=OBY E1=YBO D3=BGBGV A3=VB")
    assert [(s.stacks, s.tall, s.height) for s in result.scores][:3] == [
        (4, 1, 3),
        (4, 1, 3),
        (4, 1, 5),
    ]
    assert (result.winners, result.tiebreak) == ((2,), "height")
    result = three("A1=OBY E1=YBO D3=BGBGV A3=VB B3=VB")
    assert (result.winners, result.tiebreak) == ((0, 1), "shared")


def test_two_of_three_players_may_share_the_win():
    result = three("A3=VB")
    assert (result.winners, result.tiebreak) == ((0, 1), "shared")


def test_a_colour_without_any_stack_scores_nothing():
    result = over("A1=OY B1=OY C1=OY D1=OY")
    assert result.scores[0] == arena.Score("O", 0, 0, 0)
    assert result.winners == (1,)


def test_with_a_target_unknown_nobody_is_named_as_winner():
    result = over("A1=OY", targets="O?")
    assert (result.winners, result.tiebreak) == (None, None)
    assert result.scores[1].stacks == 5


# Open starts

LAYOUT = {
    "players": 2,
    "colours": "OYVB",
    "bases": "OYVBOYVBOYVBOYVB",
    "hands": ["OYV", "OOB"],
    "start": 2,
    "targets": ["O", None],
}


def layout(**changes):
    params, given = arena.parse_setup(LAYOUT | changes)
    return arena.new_game(params, given)


def test_an_open_start_is_laid_out_as_it_is_written():
    text = "OYVB O/Y/V/B/O/Y/V/B/O/Y/V/B/O/Y/V/B OYV/OOB 2 - O? -"
    assert arena.format_state(layout()) == text


def test_an_open_start_with_empty_hands_is_over_at_once():
    state = layout(hands=["", ""], targets=["O", "Y"])
    assert arena.to_move(state) is None
    assert arena.outcome(state).winners == (0, 1)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"colours": "OYV"}, "colours must be 4 of OYVBGP in this order"),
        ({"colours": "YOVB"}, "colours must be 4 of OYVBGP in this order"),
        ({"colours": "OOYV"}, "colours must be 4 of OYVBGP in this order"),
        ({"colours": "OYVBB", "bases": "OYVBB" * 4}, "colours must be 4 of OYVBGP in this order"),
        ({"colours": "OYVBB", "bases": "OYVBX" * 4}, "colours must be 4 of OYVBGP in this order"),
        ({"bases": "OYVX" * 4}, "bases must be 4 of each colour"),
        ({"colours": "OYVX"}, "colours must be 4 of OYVBGP in this order"),
        ({"colours": 4}, "colours must be text"),
        ({"bases": "OYVB"}, "bases must be 4 of each colour"),
        ({"bases": "OYVBOYVBOYVBOYVV"}, "bases must be 4 of each colour"),
        ({"bases": "OYVBOYVBOYVBOYVBX"}, "bases must be 4 of each colour"),
        ({"bases": None}, "bases must be text"),
        ({"hands": ["OYV"]}, "hands must have 2 items, not 1"),
        ({"hands": ["OYV", "OB"]}, "of one size"),
        ({"hands": ["OYV", "BOO"]}, "hands must be in the order"),
        ({"hands": ["OYV", "OOX"]}, "hands must be in the order"),
        ({"hands": ["OYV", "OOP"]}, "hands hold more than 0 of P"),
        ({"hands": ["OOOO", "OOOY"]}, "hands hold more than 6 of O"),
        ({"hands": ["OYV", 3]}, "hands: item 2 must be text"),
        ({"hands": "OYV"}, "hands must be a list of texts"),
        ({"start": 0}, "start must be a whole number from 1 to 2"),
        ({"start": 3}, "start must be a whole number from 1 to 2"),
        ({"start": None}, "start must be a whole number from 1 to 2"),
        ({"targets": ["O"]}, "targets must be a list of 2"),
        ({"targets": ["O", "O"]}, "targets must be different colours in play or null"),
        ({"targets": ["O", "P"]}, "targets must be different colours in play or null"),
        ({"targets": ["O", "YV"]}, "targets must be different colours in play or null"),
        ({"targets": ["O", ""]}, "targets must be different colours in play or null"),
        ({"targets": ["O", ["Y"]]}, "targets must be different colours in play or null"),
        ({"targets": None}, "targets must be a list of 2"),
        ({"players": 3}, "colours must be 5"),
        ({"deal": 7}, 'unknown key "deal"'),
        ({"dealing": "equal"}, 'unknown key "dealing"'),
    ],
)
def test_an_open_start_that_cannot_be_is_refused(changes, reason):
    with pytest.raises(RecordError) as caught:
        layout(**changes)
    assert reason in str(caught.value)


@pytest.mark.parametrize("key", sorted(set(LAYOUT) - {"colours"}))
def test_an_open_start_needs_every_key(key):
    with pytest.raises(RecordError, match=f"{key} is missing"):
        arena.parse_setup({name: LAYOUT[name] for name in LAYOUT if name != key})


# Text


@pytest.mark.parametrize(
    "text", ["o@A1", "X@A1", "OO@A1", "O@G1", "O@A5", "O@A0", "O@A1 ", " O@A1", "O-A1", "O@1A"]
)
def test_a_text_that_names_no_move_is_refused(text):
    with pytest.raises(ValueError, match="is not a move such as O@C3"):
        arena.parse_move(text)


GOOD = "OYVB O/O/O/O/Y/Y/Y/Y/V/V/V/V/B/B/B/B OYVB/OYVB 1 - OY -"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" 1 ", " +1 "),
        (" 1 ", " 01 "),
        (" 1 ", " 1_0 "),
        (" 1 ", " 0 "),
        (" 1 ", " 3 "),
        (" 1 ", " \N{ARABIC-INDIC DIGIT ONE} "),
        (" 1 ", " - "),
        (" 1 ", " " + "9" * 5000 + " "),
        ("OYVB/OYVB", "/OYVB"),
        ("OYVB/OYVB", "OYVB"),
        ("OYVB/OYVB", "BO/OYVB"),
        ("OYVB/OYVB", "OYVP/OYVB"),
        ("OYVB O", "OYBV O"),
        ("OYVB O", "OOYV O"),
        ("OYVB O", "OYV O"),
        ("B/B/B/B", "B/B/B"),
        ("B/B/B/B", "B/B/B/"),
        ("B/B/B/B", "B/B/B/P"),
        (" - OY", " E1 OY"),
        (" - OY", " A5 OY"),
        ("OY -", "OO -"),
        ("OY -", "OP -"),
        ("OY -", "O -"),
        ("OY -", "OY O@Z9"),
        ("OY -", "OY "),
        ("OY -", "OY"),
        ("OY -", "OY - "),
    ],
)
def test_a_text_that_is_no_position_is_refused(old, new):
    assert arena.format_state(arena.parse_state(GOOD)) == GOOD
    assert old in GOOD
    with pytest.raises(ValueError, match="is not a"):
        arena.parse_state(GOOD.replace(old, new, 1))
