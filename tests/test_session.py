"""One play: undo and redo, and the text that keeps it."""

import binascii
import json

import pytest

from game.rules import arena, piramide
from game.session import SaveError, Session, format_save, parse_facts, parse_save, sealed
from tests.games import GAMES, PRESETS, random_session

PARAMS = piramide.Params("free", 6, False, 1)


def new_session(*moves):
    session = Session(piramide, PARAMS, 1)
    for move in moves:
        session.play(move)
    return session


def texts(session):
    """Return all that a save must bring back."""
    return [
        session.rules.GAME,
        session.params,
        session.deal,
        [session.rules.format_state(state) for state in session.states],
        session.moves,
        session.ply,
        session.facts,
    ]


# Play, undo, redo


def test_a_move_is_played_from_its_text():
    session = new_session("+")
    assert session.state.drawn is not None
    assert (session.ply, session.moves) == (1, ["+"])


def test_a_move_is_kept_in_its_one_form():
    session = Session(piramide, PARAMS, deck_ending_in("7d", "3c"))
    session.play("7d3c")
    assert session.moves == ["3c7d"]


def deck_ending_in(*row_end):
    """Return a deck whose row 6 ends in these cards."""
    others = [card for card in piramide.PACK if card not in row_end]
    size = 21 - len(row_end)
    return tuple(others[:size]) + row_end + tuple(others[size:])


@pytest.mark.parametrize("text", ["", "*", "7d7d", "O@C3", "RcRd"])
def test_a_move_that_is_refused_changes_nothing(text):
    session = new_session("+", "+")
    session.undo()
    before = texts(session)
    with pytest.raises(ValueError, match=r"is not a move|is not empty yet|is not available"):
        session.play(text)
    assert texts(session) == before
    assert session.can_redo()


def test_undo_brings_back_the_position_before():
    session = new_session("+")
    first = new_session().state
    session.undo()
    assert session.state == first
    assert (session.ply, session.moves) == (0, ["+"])


def test_redo_plays_the_move_again():
    session = new_session("+", "+")
    last = session.state
    session.undo()
    session.undo()
    session.redo()
    session.redo()
    assert session.state == last
    assert not session.can_redo()


def test_play_after_undo_forgets_what_was_undone():
    session = new_session("+", "+", "+")
    session.undo()
    session.undo()
    move = piramide.format_move(piramide.legal_moves(session.state)[0])
    session.play(move)
    assert session.moves == ["+", move]
    assert len(session.states) == 3
    assert not session.can_redo()


def test_nothing_can_be_taken_back_at_the_start():
    session = new_session()
    assert not session.can_undo()
    with pytest.raises(ValueError, match="no move can be taken back"):
        session.undo()
    assert session.ply == 0


def test_nothing_can_be_redone_at_the_end():
    session = new_session("+")
    assert not session.can_redo()
    with pytest.raises(ValueError, match="no move was taken back"):
        session.redo()
    assert session.ply == 1


def test_nothing_can_be_taken_back_once_all_targets_were_shown():
    session = new_session("+")
    session.facts["revealed"] = True
    assert not session.can_undo()
    with pytest.raises(ValueError, match="no move can be taken back"):
        session.undo()


def test_undo_keeps_the_facts():
    session = new_session("+")
    session.facts = {"names": ["Ada"], "looked": 1}
    session.undo()
    assert session.facts == {"names": ["Ada"], "looked": 1}


def test_the_record_holds_the_moves_on_the_table_only():
    session = new_session("+", "+")
    session.undo()
    assert session.record()["moves"] == ["+"]


def test_a_session_knows_when_its_game_is_over():
    rules, params = PRESETS[0]
    session = next(s for s in (random_session(rules, params, n) for n in range(50)) if s.is_over())
    assert rules.legal_moves(session.state) == []
    session.undo()
    assert not session.is_over()


# Saves


@pytest.mark.parametrize(("rules", "params"), PRESETS, ids=str)
def test_a_save_brings_back_moves_undone_moves_and_facts(rules, params):
    session = random_session(rules, params, 4)
    for _ in range(session.ply // 3):
        session.undo()
    session.facts = {"names": ["Ada", "דן", "😀\ud800"], "looked": 2, "revealed": True}
    assert texts(parse_save(format_save(session), GAMES)) == texts(session)


def test_a_save_is_not_readable_at_a_glance():
    session = Session(arena, arena.Params(3, "random", None), 8388405196875781)
    save = format_save(session)
    assert save.isascii()
    assert save.isprintable()
    assert "deal" not in save
    assert "8388405196875781" not in save


def test_a_save_holds_the_record_and_no_position():
    body = format_save(new_session("+")).split(".")[2]
    content = json.loads(binascii.a2b_base64(body))
    assert list(content) == ["record", "undone", "facts"]
    assert content["record"] == new_session("+").record()


def refusal(save):
    with pytest.raises(SaveError) as caught:
        parse_save(save, GAMES)
    return caught.value.reason


@pytest.mark.parametrize(("rules", "params"), [PRESETS[0], PRESETS[-1]], ids=str)
def test_a_save_damaged_at_any_place_is_refused(rules, params):
    save = format_save(random_session(rules, params, 4))
    for place, letter in enumerate(save):
        for other in {"A", "0", "2", "=", ".", "\n", "é", letter.swapcase()} - {letter}:
            assert refusal(save[:place] + other + save[place + 1 :]) == "damaged"
        assert refusal(save[:place]) == "damaged"
        assert refusal(save[:place] + save[place + 1 :]) == "damaged"
        assert refusal(save[:place] + "A" + save[place:]) == "damaged"
    for tail in ("A", "\n", " ", "=", ".", "\0", save):
        assert refusal(save + tail) == "damaged"


@pytest.mark.parametrize(
    "save",
    ["", "VP", "VP1", "VP1..", "VP².0.", "VP" + "9" * 5000, "\ud800", "VP1.0.\ud800", "null"],
)
def test_a_text_that_never_was_a_save_is_refused(save):
    assert refusal(save) == "damaged"


def test_a_save_of_a_later_version_is_told_from_a_damaged_one():
    body = format_save(new_session()).split(".")[2]
    assert refusal(sealed("2", body)) == "future"
    assert refusal(sealed("10", "what a later version writes")) == "future"


def save_of(content):
    """Return a save with a fitting checksum around any content."""
    return sealed("1", binascii.b2a_base64(content).decode().strip())


GOOD = {"record": new_session("+").record(), "undone": ["+"], "facts": {}}


@pytest.mark.parametrize(
    "changes",
    [
        {"record": None},
        {"record": {}},
        {"record": GOOD["record"] | {"moves": ["*"]}},
        {"record": GOOD["record"] | {"deal": -1}},
        {"undone": None},
        {"undone": "+"},
        {"undone": {"+": 1}},
        {"undone": [5]},
        {"undone": ["*"]},
        {"facts": None},
        {"facts": []},
        {"facts": ["names"]},
        {"facts": {"hint": 1}},
        {"facts": {"hints": -1}},
        {"facts": {"seconds": 1.5}},
        {"facts": {"seen": 1}},
        {"facts": {"winnable": None}},
        {"facts": {"id": 7}},
        {"facts": {"names": "Ada"}},
        {"facts": {"names": [1]}},
        {"facts": {"looked": True}},
        {"facts": {"looked": -1}},
        {"facts": {"looked": 1.0}},
        {"facts": {"revealed": 1}},
        {"more": 1},
    ],
    ids=str,
)
def test_a_save_whose_content_does_not_fit_is_refused(changes):
    assert parse_save(save_of(json.dumps(GOOD).encode()), GAMES).moves == ["+", "+"]
    assert refusal(save_of(json.dumps(GOOD | changes).encode())) == "damaged"


@pytest.mark.parametrize("wins", [[1, 0], [1, 0, 3, 0]])
def test_a_match_with_wins_of_another_number_of_players_is_refused(wins):
    session = Session(arena, arena.Params(3, "random", None), 7)
    session.facts = {"goal": 3, "wins": [1, 0, 3]}
    assert parse_save(format_save(session), GAMES).facts == session.facts
    session.facts["wins"] = wins
    assert refusal(format_save(session)) == "damaged"


@pytest.mark.parametrize("content", [b"", b"{", b"5", b"[]", b"null", b"\xff", b"{} {}"])
def test_a_save_whose_content_is_no_save_is_refused(content):
    assert refusal(save_of(content)) == "damaged"


@pytest.mark.parametrize("key", sorted(GOOD))
def test_a_save_with_a_part_missing_is_refused(key):
    part = {name: GOOD[name] for name in GOOD if name != key}
    assert refusal(save_of(json.dumps(part).encode())) == "damaged"


def test_facts_are_given_back_as_they_were():
    helped = {"id": "a1", "seen": True, "winnable": False, "hints": 2, "oracle": 1, "undos": 3}
    for facts in ({}, {"names": []}, {"names": ["דן"], "looked": 4, "revealed": False}, helped):
        assert parse_facts(facts) == facts
