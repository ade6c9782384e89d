"""A link holds a whole game, is short, and is refused once any letter of it is another."""

import json

import pytest
from hypothesis import strategies as st

from game import links
from game.links import (
    ALPHABET,
    CUT_OFF,
    LONGEST,
    LinkError,
    can_share,
    format_link,
    mended,
    parse_link,
    sealed,
)
from game.rules import arena, piramide
from game.rules.chance import MAX_DEAL
from game.session import Session
from scripts.build import ROOT
from tests.games import GAMES, LAYOUT, PRESETS, random_games, random_session
from tests.interpreters import links as interpreted
from tests.test_interpreters import answers

LINKED = [(rules, params) for rules, params in PRESETS if rules is piramide or params[1]]
"""Every way to play but from an open start, which has no link."""
HEBREW = "\u05d3\u05df \u05d4\u05d2\u05d3\u05d5\u05dc"
LONGEST_PREFIX = len("https://a-long-name-of-a-host.example/games/pyramids/") + len(
    "#/piramide/replay/"
)


def ended(session, names=()):
    """Return the session with its game played to the end and, in the Arena, revealed."""
    while not session.is_over():
        session.play(session.rules.format_move(session.rules.legal_moves(session.state)[-1]))
    if session.rules is arena:
        session.facts = {"looked": session.params.players, "revealed": True}
        if names:
            session.facts["names"] = list(names)[: session.params.players]
    return session


def linked_session(preset, seed, names):
    """Return a random game that has a link: of the Arena to its end, with names."""
    session = random_session(*preset, seed)
    return ended(session, names) if session.rules is arena else session


SESSIONS = st.builds(
    linked_session,
    st.sampled_from(LINKED),
    st.integers(0, 2**32 - 1),
    st.lists(
        st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]), max_size=16),
        min_size=4,
        max_size=4,
    ),
)


def reason(text):
    """Return why a link is refused."""
    with pytest.raises(LinkError) as caught:
        parse_link(text, GAMES)
    return caught.value.reason


@pytest.fixture(scope="module")
def sample():
    """Return the link of a revealed game with names."""
    session = random_session(arena, arena.Params(3, "random", None), 5)
    return format_link(ended(session, ["Ada", HEBREW, "Zoë"]))


@random_games(SESSIONS, 300)
def test_a_link_holds_the_whole_game(session):
    link = format_link(session)
    assert len(link) <= LONGEST
    assert set(link) <= set(ALPHABET)
    assert link[-1].isalnum()
    again = parse_link(link, GAMES)
    assert again.record() == session.record()
    assert again.state == session.state
    names = session.facts.get("names", [])
    assert again.facts.get("names", names) == names
    assert format_link(again) == link
    if session.rules is arena:
        assert can_share(again)


@pytest.mark.parametrize("names", [("Ada", HEBREW), ("", "Dan"), (HEBREW, "")])
def test_names_are_part_of_a_link(names):
    session = ended(random_session(arena, arena.Params(2, "equal", 1), 1), names)
    assert parse_link(format_link(session), GAMES).facts["names"] == list(names)


def test_a_link_may_tell_other_names_than_those_that_were_typed():
    session = ended(random_session(arena, arena.Params(2, "equal", 1), 1), ("Ada", ""))
    link = format_link(session, ["Ada", "Bot 2"])
    assert parse_link(link, GAMES).facts["names"] == ["Ada", "Bot 2"]


@pytest.mark.parametrize("name", ["אבגדהוזחטיכלמנסע", "ABCDEFGHIJKLMNOP", "🂡🂢🂣🂤🂥🂦🂧🂨🂩🂪🂫🂬🂭🂮🂱🂲"])
def test_the_longest_names_that_people_have_fit_into_the_game_of_four(name):
    session = ended(random_session(arena, arena.Params(4, "random", 0), 1))
    session.facts["names"] = [name[seat:] + name[:seat] for seat in range(4)]
    assert parse_link(format_link(session), GAMES).facts["names"] == session.facts["names"]


def test_names_that_do_not_fit_are_left_out():
    session = ended(random_session(arena, arena.Params(4, "random", None), 1), ["a🂡" * 8] * 4)
    link = format_link(session)
    assert len(link) <= LONGEST
    assert "names" not in parse_link(link, GAMES).facts


@pytest.mark.parametrize(("rules", "params"), LINKED, ids=str)
def test_the_longest_games_are_short_links(rules, params):
    deck = tuple(reversed(piramide.PACK))
    for deal in (MAX_DEAL, deck) if rules is piramide else (MAX_DEAL,):
        session = Session(rules, params, deal)
        while not session.is_over():  # the last legal move is a draw wherever that is allowed
            session.play(rules.format_move(rules.legal_moves(session.state)[-1]))
        link = format_link(ended(session))
        assert len(link) <= 70
        assert parse_link(link, GAMES).record() == session.record()


def test_the_whole_address_has_at_most_300_characters():
    assert LONGEST_PREFIX + LONGEST <= 300


def test_every_change_of_a_character_is_damage(sample):
    for place, letter in enumerate(sample):
        for other in ALPHABET + "=. é":
            if other != letter:
                assert reason(sample[:place] + other + sample[place + 1 :]) == "damaged"


def test_two_characters_that_changed_places_are_damage(sample):
    for place in range(len(sample) - 1):
        first, second = sample[place], sample[place + 1]
        if first != second:
            assert reason(sample[:place] + second + first + sample[place + 2 :]) == "damaged"


def test_a_link_that_is_cut_or_grown_is_damaged(sample):
    for end in range(len(sample)):
        assert reason(sample[:end]) == "damaged"
        assert reason(sample[end + 1 :]) == "damaged"
    for more in ("A", "?", ".", " ", sample, "A" * 100_000):
        assert reason(sample + more) == "damaged"


@pytest.fixture(scope="module")
def dashed():
    """Return links as an earlier version made them, which end in `-` or `_`."""
    found = {}
    for seed in range(400):
        session = random_session(*LINKED[-1 - seed % 12], seed)
        link = sealed("1", links.format_number(links.pack(session, [])))
        end = link[len(link.rstrip("-_")) :]
        found.setdefault(end, link)
    return [found[end] for end in sorted(found) if end]


def test_a_link_that_an_earlier_version_ended_in_a_dash_opens(dashed):
    assert {link[-1] for link in dashed} == set(CUT_OFF)
    for link in dashed:
        session = parse_link(link, GAMES)
        again = format_link(session)
        assert again[-1] not in CUT_OFF
        assert parse_link(again, GAMES).record() == session.record()


def test_a_link_whose_last_dash_a_messenger_left_out_is_mended(dashed):
    for link in dashed:
        for cut in (link[:-1], link.rstrip("-_"), link + "_", f"{link}."):
            assert mended(cut) == link


@pytest.mark.parametrize("between", [" ", "\n", "\r\n> ", "\u200b", "\u00ad", "=", "%"])
def test_a_wrapped_link_is_mended(sample, between):
    wrapped = between.join(sample[place : place + 9] for place in range(0, len(sample), 9))
    assert mended(wrapped) == sample
    assert mended(f"({wrapped}).") == sample


def test_a_dash_that_a_word_processor_made_longer_is_mended():
    for seed in range(200):
        link = format_link(random_session(piramide, PRESETS[-1][1], seed))
        for dash, plain in links.DASHES:
            assert mended(link.replace(plain, dash)) == link


def test_a_link_that_lacks_more_is_not_mended_into_another_game(sample, dashed):
    for link in [sample, *dashed]:
        for end in range(len(link.rstrip("-_"))):
            assert mended(link[:end]) == link[:end]
        lower = link.lower()
        assert mended(lower) == lower


def test_a_link_of_another_version_is_from_the_future(sample):
    assert reason(sealed("2", sample[7:])) == "future"
    assert reason(sealed("2", "whatever")) == "future"


@pytest.mark.parametrize("body", ["A", "C", "!", "_" * 200, "ABCDEFGH", "é"])
def test_a_body_that_is_no_game_is_damaged_even_under_a_good_seal(body):
    assert reason(sealed("1", body)) == "damaged"


def test_a_link_with_more_than_its_game_is_damaged(sample):
    assert reason(sealed("1", sample[7:] + "A")) == "damaged"
    assert reason(sealed("1", sample[7:] + "B")) == "damaged"


def test_a_link_opens_only_the_game_it_is_asked_for(sample):
    with pytest.raises(LinkError):
        parse_link(sample, {"piramide": piramide})


def test_a_game_of_the_arena_has_no_link_before_it_is_revealed():
    session = Session(arena, arena.Params(2, "random", None), 7)
    assert not can_share(session)
    with pytest.raises(ValueError, match="revealed"):
        format_link(session)
    ended(session).facts = {}
    assert not can_share(session)
    with pytest.raises(ValueError, match="revealed"):
        format_link(session)


def test_a_running_game_of_la_piramide_is_not_offered():
    session = Session(piramide, piramide.Params("stuck", 6, False, 0), 1)
    assert not can_share(session)
    assert can_share(ended(session))


def test_a_forged_link_to_a_running_game_of_the_arena_is_damaged():
    session = random_session(arena, arena.Params(2, "random", None), 3)
    ended(session).ply -= 1
    forged = sealed("1", links.format_number(links.pack(session, [])))
    assert reason(forged) == "damaged"


def test_an_open_start_has_no_link():
    params = arena.Params(2, LAYOUT, 0)
    session = ended(random_session(arena, params, 4))
    assert not can_share(session)
    with pytest.raises(ValueError, match="numbered deal"):
        format_link(session)


def test_the_example_of_the_documentation_is_right():
    session = Session(piramide, piramide.Params("stuck", 6, False, 0), 1)
    assert format_link(ended(session)) in (ROOT / "docs/records.md").read_text("utf-8")


@pytest.mark.parametrize("interpreter", ["micropython", "pyodide"])
def test_links_are_the_same_under_every_interpreter(interpreter, tmp_path):
    lines = []
    for seed, preset in enumerate(LINKED):
        session = linked_session(preset, seed, ["Ada", HEBREW, "", "🂡"])
        # MicroPython's own JSON reader would leave the halves of an escaped letter apart.
        lines.append(json.dumps([session.record(), session.facts], ensure_ascii=False))
    for line, answer in zip(lines, answers(interpreter, "links", lines, tmp_path), strict=True):
        assert answer == interpreted.trace(line), line
