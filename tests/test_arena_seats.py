"""Who plays an Arena: looks, undo against bots, the score of a match, the next game."""

import pytest

from game.minds import bots, finish
from game.minds.bots import choosing
from game.rules import arena
from game.rules.chance import Pcg32
from game.session import SEATS, SaveError, Session, format_save, parse_save
from game.views import arena_seats as seats

PERSON = "person"


def table(*kinds, deal=5, start=None, plies=0, **facts):
    """Return a session of so many plies with these seats."""
    session = Session(arena, arena.Params(len(kinds), "random", start), deal)
    session.facts = {"seats": list(kinds), "looked": 0, **facts}
    for _ in range(plies):
        session.play(arena.format_move(arena.legal_moves(session.state)[0]))
    return session


def ended(*kinds, **facts):
    """Return a session played to its end and shown."""
    session = table(*kinds, **facts)
    while session.state.turn is not None:
        session.play(arena.format_move(arena.legal_moves(session.state)[-1]))
    session.facts["revealed"] = True
    return session


def test_people_look_one_after_the_other_and_bots_do_not():
    session = table("easy", PERSON, "hard", PERSON)
    assert seats.lookers(session) == [1, 3]
    assert seats.looking(session) == 1
    session.facts["looked"] = 1
    assert seats.looking(session) == 3
    session.facts["looked"] = 2
    assert seats.looking(session) is None


def test_one_person_among_bots_needs_no_cover_and_may_always_look():
    session = table("easy", PERSON, "hard", start=0)
    assert seats.looking(session) is None
    assert seats.is_bot_turn(session)
    assert seats.peeker(session) == 1


def test_among_people_only_the_one_to_move_may_look_again():
    session = table(PERSON, "easy", PERSON, start=0)
    assert seats.peeker(session) == 0
    session = table(PERSON, "easy", PERSON, start=1)
    assert seats.peeker(session) is None


def test_what_was_taken_back_shuts_the_eye_until_a_person_moves():
    session = table(PERSON, PERSON, "easy", start=0, plies=4)
    assert not seats.is_shut(session)
    session.ply = 1
    assert seats.is_shut(session)
    session.ply = 3  # some moves are still to be redone
    assert seats.is_shut(session)
    kept = parse_save(format_save(session), {"arena": arena})
    assert seats.is_shut(kept)
    kept.play(arena.format_move(arena.legal_moves(kept.state)[-1]))
    assert not seats.is_shut(kept)
    session.ply = 4
    assert not seats.is_shut(session)


def test_a_game_begun_again_shuts_the_eye_until_a_person_moves():
    session = table("easy", PERSON, PERSON, start=0, seen=True)
    assert seats.is_shut(session)
    session.play(arena.format_move(arena.legal_moves(session.state)[0]))  # a bot's
    assert seats.is_shut(session)
    session.play(arena.format_move(arena.legal_moves(session.state)[0]))
    assert not seats.is_shut(session)


def test_the_eye_of_one_person_among_bots_is_never_shut():
    session = table(PERSON, "easy", start=0, plies=4, seen=True)
    session.ply = 0
    assert not seats.is_shut(session)


def test_undo_goes_back_to_a_persons_last_choice():
    session = table(PERSON, "easy", "easy", start=0, plies=5)
    assert seats.earlier_choice(session) == 3
    session.ply = 3
    assert seats.earlier_choice(session) == 0
    assert seats.later_choice(session) == 5
    session.ply = 0
    assert seats.earlier_choice(session) is None
    assert seats.later_choice(session) == 3


def test_before_a_persons_first_choice_there_is_nothing_to_take_back():
    session = table(PERSON, "easy", "easy", start=1, plies=2)
    assert seats.earlier_choice(session) is None


def test_where_only_bots_play_there_is_no_choice_to_take_back():
    session = table("easy", "easy", plies=3)
    assert seats.earlier_choice(session) is None
    session.ply = 1
    assert seats.later_choice(session) == 3


def test_a_seat_is_for_a_person_or_a_bot_of_each_level():
    assert (PERSON, *bots.LEVELS) == SEATS


def test_a_score_for_another_number_of_players_begins_anew():
    session = ended(PERSON, "easy", goal=3, wins=[1, 2, 0])
    assert seats.next_game(session)[1]["wins"] == [0, 0]


def test_the_winners_of_a_shown_game_count_in_the_match():
    session = ended(PERSON, "easy", "hard", goal=3, wins=[1, 0, 2])
    winners = arena.outcome(session.state).winners
    seats.settle_match(session)
    assert session.facts["wins"] == [won + (seat in winners) for seat, won in enumerate([1, 0, 2])]


def test_a_game_that_was_begun_again_does_not_count():
    session = ended(PERSON, "easy", goal=3, wins=[1, 0], seen=True)
    seats.settle_match(session)
    assert session.facts["wins"] == [1, 0]


def test_a_match_is_won_at_its_goal_and_the_next_game_begins_a_new_one():
    session = ended(PERSON, "easy", goal=3, wins=[1, 2])
    assert seats.match_winners(session) == []
    assert seats.next_game(session)[1]["wins"] == [1, 2]
    session.facts["wins"] = [1, 3]
    assert seats.match_winners(session) == [1]
    assert seats.next_game(session)[1]["wins"] == [0, 0]
    session.facts["wins"] = [3, 3]
    assert seats.match_winners(session) == [0, 1]


def test_playing_again_lets_the_next_player_start_and_keeps_the_table():
    session = ended(PERSON, "easy", "medium", start=2, names=["Ada", "", ""], hints=2)
    params, facts = seats.next_game(session)
    assert params == arena.Params(3, "random", 0)
    assert facts == {"names": ["Ada", "", ""], "seats": [PERSON, "easy", "medium"], "looked": 0}


def test_seats_and_match_are_kept():
    session = table(PERSON, "hard", goal=3, wins=[0, 2])
    kept = parse_save(format_save(session), {"arena": arena})
    assert kept.facts == session.facts


@pytest.mark.parametrize(
    "facts",
    [
        {"seats": ["person", "wizard"]},
        {"seats": "person"},
        {"goal": 0, "wins": [0, 0]},
        {"goal": 3},
        {"goal": 3, "wins": [0]},
        {"goal": 3, "wins": [0, -1]},
        {"wins": [0, 0]},
    ],
)
def test_other_seats_and_scores_are_refused(facts):
    session = table(PERSON, PERSON)
    session.facts = facts
    with pytest.raises(SaveError):
        parse_save(format_save(session), {"arena": arena})


def test_the_bots_of_a_table_play_a_game_to_its_end():
    session = table("easy", "medium", "easy")
    rng = Pcg32(1, 7)
    while session.state.turn is not None:
        seen = arena.observe(session.state, session.state.turn)
        choice = finish(choosing(seats.kind(session, session.state.turn), seen, rng, 0))
        session.play(choice.move)
    assert arena.outcome(session.state)
