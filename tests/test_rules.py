"""What the rules say: their figures are those of play, their words are the same everywhere."""

import json
import re

import pytest

from game.rules import arena, piramide
from game.rules.chance import Pcg32
from scripts.build import ROOT

RULES = (ROOT / "docs/rules.md").read_text("utf-8")
CATALOGUES = {
    name: json.loads((ROOT / f"game/locales/{name}.json").read_text("utf-8"))
    for name in ("en", "he", "it")
}
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md"))
STREAM = 9
CLASSICA = piramide.Params("stuck", 6, False, 0)


def rule(start):
    """Return the rule of docs/rules.md that holds some words, on one line."""
    rules = re.split(r"\n\s*(?:- |\d\. |\n)", RULES)
    (found,) = [" ".join(text.split()) for text in rules if start in " ".join(text.split())]
    return found


def numbers(text):
    """Return the numbers in a text, in order."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?\b", text)]


def in_rules(name, game, *parts):
    """Return the paragraph of a game's rules in a language that holds all of some words."""
    found = [p for p in CATALOGUES[name][game + ".rules"] if all(str(part) in p for part in parts)]
    assert len(found) == 1, (name, parts)
    return found[0]


# Figures


@pytest.mark.parametrize("name", CATALOGUES)
def test_the_rules_name_the_true_numbers_of_pieces(name):
    games = {n: arena.new_game(arena.Params(n, "random", None), 1) for n in (2, 3, 4)}
    totals = [11 * len(state.colours) for state in games.values()]
    assert totals == [44, 55, 66]
    in_rules(name, "arena", *totals)
    in_rules(name, "arena", *[len(state.hands[0]) for state in games.values()])
    in_rules(name, "arena", "[setup]", *[len(state.stacks) for state in games.values()])
    for players, state in games.items():
        row = next(line for line in RULES.splitlines() if line.strip().startswith(f"| {players} |"))
        columns, hand = len(state.stacks) // arena.BASES, len(state.hands[0])
        assert numbers(row) == [
            players, players + 2, 11 * (players + 2), arena.BASES, columns, hand, players * hand
        ]  # fmt: skip


def random_end(players, number):
    """Return how a game of the Arena ends in which everybody moves at random."""
    state = arena.new_game(arena.Params(players, "random", None), number)
    rng = Pcg32(number, STREAM)
    while state.turn is not None:
        moves = arena.legal_moves(state)
        state = arena.apply_move(state, moves[rng.below(len(moves))])
    return state, arena.outcome(state)


def test_an_unowned_colour_tops_most_as_often_as_the_rules_say():
    stated = numbers(rule("out of the running").partition("at random that happens")[2])[:3]
    shared = numbers(rule("Those still tied win together").partition("happens in")[2])[:3]
    for players, tops, shares in zip((2, 3, 4), stated, shared, strict=True):
        games = [random_end(players, number) for number in range(1, 251)]
        best = [
            [
                max(
                    score.stacks for score in end.scores if (score.colour in state.targets) == owned
                )
                for owned in (False, True)
            ]
            for state, end in games
        ]
        found = 100 * sum(unowned > owned for unowned, owned in best) / len(games)
        assert abs(found - tops) < 9.5, "three standard errors of 250 games"
        found = 100 * sum(end.tiebreak == "shared" for _, end in games) / len(games)
        assert abs(found - shares) < 3.3


def random_win(number, any_discard):
    """Return whether random play wins a deal.

    With `any_discard` the drawn card may pair with every card of the waste.
    """
    state = piramide.new_game(CLASSICA, number)
    rng = Pcg32(number, STREAM)
    while not piramide.is_empty(state.pyramid):
        moves = piramide.legal_moves(state)
        if any_discard and state.drawn:
            pairs = [sorted((state.drawn, card)) for card in state.waste[:-1]]
            added = [
                piramide.Move("remove", tuple(pair))
                for pair in pairs
                if sum(piramide.value(card) for card in pair) == 10
            ]
            moves = [move for move in moves if move.action == "remove" or not added] + added
        if not moves:
            return False
        move = moves[rng.below(len(moves))]
        buried = [card for card in move.cards if card in state.waste[:-1]]
        if buried:
            waste = tuple(card for card in state.waste if card not in buried)
            state = state._replace(drawn=None, waste=waste)
        else:
            state = piramide.apply_move(state, move)
    return True


def test_the_two_readings_of_the_waste_differ_as_the_rules_say():
    top, every = numbers(rule("No other card of the waste").partition("random play wins")[2])
    for stated, any_discard in ((top, False), (every, True)):
        wins = sum(random_win(number, any_discard) for number in range(1, 1201))
        assert abs(100 * wins / 1200 - stated) < 2.5, "three standard errors of 1,200 deals"
    for name in CATALOGUES:
        reading = in_rules(name, "piramide", "? ", "100", round(top), round(every))
        assert numbers(reading) == [round(every), 100, round(top)]


def test_the_rules_say_how_many_deals_can_be_won_as_the_document_does():
    stuck, free = numbers(rule("**Free draw**"))[:2]
    for name in CATALOGUES:
        assert numbers(in_rules(name, "piramide", "15", "31")) == [round(stuck), 100, round(free)]


# Where each rule comes from


def test_every_rule_carries_one_of_the_three_marks():
    marks = set(re.findall(r"(?<!\*)\[([a-z]+)\b", RULES))
    assert marks == {"text", "follows", "ours"}


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ("stay in their place during the whole game", "text"),
        ("The suits are coppe, denari, spade and bastoni. They play no part", "follows"),
        ("Its Jack, Queen and King count 8, 9 and 10", "follows"),
        ("The stock is gone through once; the waste is not turned over", "follows"),
        ("cards in the stock or the waste do not matter", "text"),
        ("No other card of the waste may be used, so two of them never pair", "ours"),
        ("every stack played on since the same player's last turn", "ours"),
        ("each player draws one without showing it, and the two left over stay hidden", "ours"),
        ("a single person among bots may look at any time", "ours"),
        ("On their turn players put one of their own movers on one stack", "follows"),
        ("When they play again, the next player begins", "ours"),
    ],
)
def test_a_rule_says_where_it_comes_from(words, mark):
    after = rule(words).partition(words)[2]
    assert re.search(r"\[([a-z]+)\b", after).group(1) == mark


# Words


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_documents_have_one_name_for_the_colour_and_call_players_they(path):
    text = path.read_text("utf-8")
    assert not re.search(r"(?i)purple", text)
    assert not re.search(r"(?i)\b(?:his|him|himself|she|her|hers)\b|(?<![=`\"])\bhe\b", text)


def test_players_are_they_in_english_and_the_colour_is_violet():
    text = json.dumps(CATALOGUES["en"]).lower()
    assert not re.search(r"purple|\b(?:he|his|him|himself|she|her|hers)\b", text)
    assert CATALOGUES["en"]["arena.colour.V"] == "violet"
    assert "violet" in CATALOGUES["en"]["keys.note.arena"]


def test_hebrew_names_a_set_and_a_tie_as_the_leaflet_does():
    texts = {
        key: json.dumps(value, ensure_ascii=False)
        for key, value in CATALOGUES["he"].items()
        if key.startswith(("arena.", "lesson.arena"))
    }
    assert not [key for key, text in texts.items() if re.search("סדרה|סדרות|שוויון", text)]
    assert "סט בצבע אחד" in texts["arena.rules"]  # noqa: RUF001
    ties = ("arena.rules", "arena.result.tall", "arena.result.height", "lesson.arena.count")
    assert all("תיקו" in texts[key] for key in ties)


def test_italian_rows_are_righe():
    assert not [
        key
        for key, value in CATALOGUES["it"].items()
        if re.search(r"(?i)\b(?:sei|sette|quattro|prima|ultima|due|\{rows\}) fil[ae]\b", str(value))
    ]
    assert CATALOGUES["it"]["variant.sette"] == CATALOGUES["en"]["variant.sette"] == "Sette righe"
