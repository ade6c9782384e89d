"""What holds for every position of every game: the contract of a rules module.

The games come from tests/games.py; Hypothesis chooses which, the same ones in every run.
"""

import json
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.rules.fields import IllegalMove
from game.session import Session, format_save, parse_record, parse_save
from tests.games import GAMES, PRESETS, random_games, random_session

SEEDS = st.integers(0, 2**32 - 1)
SESSIONS = st.builds(
    lambda preset, seed: random_session(*preset, seed), st.sampled_from(PRESETS), SEEDS
)
EVERY_ARENA_MOVE = [
    arena.Move(colour, name) for colour in arena.COLOURS for name in arena.stack_names(6)
]
EVERY_PIRAMIDE_MOVE = [piramide.DRAW, piramide.REDEAL]
EVERY_PIRAMIDE_MOVE += [piramide.Move("remove", (card,)) for card in piramide.PACK]
EVERY_PIRAMIDE_MOVE += [
    piramide.Move("remove", tuple(sorted([card, other])))
    for index, card in enumerate(piramide.PACK)
    for other in piramide.PACK[index + 1 :]
]
EVERY_MOVE = {arena: EVERY_ARENA_MOVE, piramide: EVERY_PIRAMIDE_MOVE}


def views(session, state):
    """Return every observation of a position, the Arena's spectator's among them."""
    players = [*range(session.params.players), None] if session.rules is arena else [0]
    return [session.rules.observe(state, player) for player in players]


@pytest.mark.parametrize(("rules", "params"), PRESETS, ids=str)
def test_every_way_to_play_reaches_an_end(rules, params):
    session = next(s for s in (random_session(rules, params, n) for n in range(99)) if s.is_over())
    assert rules.to_move(session.state) is None


@random_games(SESSIONS, 150)
def test_the_same_deal_is_always_the_same_game(session):
    again = Session(session.rules, session.params, session.deal)
    for move in session.moves:
        again.play(move)
    assert again.states == session.states


@random_games(SESSIONS, 150)
def test_legal_moves_have_one_order_and_run_out_exactly_at_the_end(session):
    rules = session.rules
    for state in session.states:
        moves = rules.legal_moves(state)
        assert moves == rules.legal_moves(state)
        assert len(set(moves)) == len(moves)
        is_over = rules.outcome(state) is not None
        assert (moves == []) == is_over == (rules.to_move(state) is None)
        order = EVERY_MOVE[rules].index if rules is arena else rules.format_move
        removals = moves if rules is arena else [m for m in moves if m.action == "remove"]
        assert removals == sorted(removals, key=order)
        assert moves[: len(removals)] == removals


@random_games(SESSIONS, 150)
def test_only_the_last_position_of_a_game_is_an_end(session):
    assert not [state for state in session.states[:-1] if session.rules.outcome(state)]


@random_games(SESSIONS, 100)
def test_every_legal_move_can_be_played_and_changes_only_the_new_position(session):
    rules = session.rules
    for state in session.states:
        text = rules.format_state(state)
        for move in rules.legal_moves(state):
            after = rules.apply_move(state, move)
            assert after != state
            assert after.moves == (*state.moves, move)
        assert rules.format_state(state) == text


@random_games(SESSIONS, 60)
def test_every_other_move_is_refused(session):
    rules = session.rules
    for state in session.states[:: max(1, len(session.states) // 3)]:
        legal = rules.legal_moves(state)
        for move in EVERY_MOVE[rules]:
            if move not in legal:
                with pytest.raises(IllegalMove) as caught:
                    rules.apply_move(state, move)
                assert caught.value.reason
                assert str(caught.value).isascii()


@random_games(SESSIONS, 150)
def test_no_piece_or_card_is_lost_or_made(session):
    first = session.states[0]
    for state in session.states:
        if session.rules is piramide:
            removed = [card for move in state.moves for card in move.cards]
            cards = [*filter(None, state.pyramid), *state.stock, *state.waste, *removed]
            cards += [state.drawn] if state.drawn else []
            assert sorted(cards) == sorted(piramide.PACK)
        else:
            assert [stack[0] for stack in state.stacks] == [stack[0] for stack in first.stacks]
            played = len(state.moves)
            assert len("".join(state.hands)) == len("".join(first.hands)) - played
            for colour in state.colours:
                gone = [count(colour, position) for position in (first, state)]
                assert gone[1] <= gone[0]
                assert (gone[0] - gone[1]) % 2 == 0


def count(colour, state):
    """Return how many pieces of a colour are on the table and in the hands."""
    return "".join(state.stacks + state.hands).count(colour)


@random_games(SESSIONS, 150)
def test_neighbours_in_a_stack_always_differ(session):
    if session.rules is arena:
        for stack in session.state.stacks:
            assert not [1 for a, b in pairwise(stack) if a == b]


@random_games(SESSIONS, 150)
def test_a_player_is_never_without_a_move_before_the_end(session):
    if session.rules is arena:
        for state in session.states[:-1]:
            assert len(arena.legal_moves(state)) >= len(state.stacks) - 5


@random_games(SESSIONS, 150)
def test_moves_and_positions_are_read_back_from_their_text(session):
    rules = session.rules
    for state in session.states:
        assert rules.parse_state(rules.format_state(state)) == state
        for move in rules.legal_moves(state):
            assert rules.parse_move(rules.format_move(move)) == move


@random_games(SESSIONS, 150)
def test_records_are_read_back_from_their_text(session):
    record = json.loads(json.dumps(session.record()))
    again = parse_record(record, GAMES)
    assert (again.params, again.deal, again.states) == (
        session.params,
        session.deal,
        session.states,
    )
    assert again.record() == session.record()


@random_games(SESSIONS, 150)
def test_saves_are_read_back_from_their_text(session):
    for _ in range(session.ply // 2):
        session.undo()
    save = format_save(session)
    again = parse_save(save, GAMES)
    assert (again.states, again.ply, again.moves) == (session.states, session.ply, session.moves)
    assert format_save(again) == save


@random_games(SESSIONS, 150)
def test_a_resampled_position_looks_the_same_and_can_be_played_on(session):
    rules = session.rules
    for ply, state in enumerate(session.states):
        for seen in views(session, state):
            full = rules.resample(seen, Pcg32(ply, 9))
            player = seen.player if rules is arena else 0
            assert rules.observe(full, player) == seen
            assert rules.parse_state(rules.format_state(full)) == full
            assert rules.legal_moves(full) == rules.legal_moves(state) == rules.legal_moves(seen)


@random_games(SESSIONS, 150)
def test_what_is_hidden_changes_nothing_in_what_is_seen(session):
    rules = session.rules
    for state in session.states:
        for seen in views(session, state):
            player = seen.player if rules is arena else 0
            others = [rules.resample(seen, Pcg32(seed, 9)) for seed in range(3)]
            assert [rules.observe(other, player) for other in others] == [seen] * 3


@random_games(SESSIONS, 150)
def test_no_player_sees_the_target_of_another_before_the_end(session):
    if session.rules is arena:
        for state in session.states:
            for seen in views(session, state):
                for seat, target in enumerate(state.targets):
                    may_know = seat == seen.player or state.turn is None
                    assert seen.targets[seat] == (target if may_know else None)


@random_games(SESSIONS, 150)
def test_no_card_is_seen_before_it_was_turned_up(session):
    if session.rules is piramide:
        known = set()
        for state in session.states:
            known.update(piramide.available(state))
            known.update(filter(None, state.pyramid) if state.params.open else ())
            seen = repr(piramide.observe(state))
            assert {card for card in piramide.PACK if card in seen} <= known


@random_games(SESSIONS, 150)
def test_no_observation_holds_the_deal_number(session):
    if isinstance(session.deal, int):
        for seen in views(session, session.state):
            assert str(session.deal) not in repr(seen)
            assert "deal" not in seen._fields
