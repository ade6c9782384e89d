"""The rules of La Piramide, one test a rule; the headings are those of docs/rules.md, 2."""

import pytest

from game.rules import piramide
from game.rules.chance import Pcg32
from game.rules.fields import IllegalMove, RecordError

DEFAULTS = piramide.Params("stuck", 6, False, 0)
HIGHER = "--" * 15
"""Rows 1 to 5 of a pyramid of 6, all gone."""


def position(pyramid, stock="-", drawn="-", waste="-", params="stuck,6,closed,0", redeals=0):
    """Return a position; a pyramid of 6 cards or fewer is row 6 with nothing above it."""
    if len(pyramid) <= 12:
        pyramid = HIGHER + pyramid + "--" * (6 - len(pyramid) // 2)
    return piramide.parse_state(f"{params} {pyramid} {stock} {drawn} {waste} {redeals} -")


def after(state, *moves):
    """Return the position after moves given as text."""
    for move in moves:
        state = piramide.apply_move(state, piramide.parse_move(move))
    return state


def codes(text):
    return tuple(text.split(" "))


def legal(state):
    return [piramide.format_move(move) for move in piramide.legal_moves(state)]


def refusal(state, move):
    """Return why a move given as text is illegal."""
    with pytest.raises(IllegalMove) as caught:
        after(state, move)
    assert piramide.parse_move(move) not in piramide.legal_moves(state)
    return caught.value.reason


def deal(number=1, **changes):
    return piramide.new_game(DEFAULTS._replace(**changes), number)


# Cards and deal


def test_the_pack_has_forty_cards_suit_by_suit_from_asso_to_re():
    assert len(set(piramide.PACK)) == 40
    assert piramide.PACK[:11] == codes("Ac 2c 3c 4c 5c 6c 7c Fc Cc Rc Ad")
    assert piramide.PACK[-1] == "Rb"


def test_asso_counts_one_fante_eight_cavallo_nine_and_re_ten():
    values = [piramide.value(card) for card in codes("Ac 2d 7s Fb Cc Rd")]
    assert values == [1, 2, 7, 8, 9, 10]


def test_deal_1_begins_as_the_records_document_says():
    assert deal().pyramid[:10] == codes("Ad 3s 2c 3d 7s Cd Cs 5b 4s 2b")


@pytest.mark.parametrize(("rows", "pyramid", "stock"), [(6, 21, 19), (7, 28, 12)])
def test_the_pyramid_has_21_or_28_cards_and_the_others_are_the_stock(rows, pyramid, stock):
    state = deal(rows=rows)
    assert (len(state.pyramid), len(state.stock)) == (pyramid, stock)
    assert sorted(state.pyramid + state.stock) == sorted(piramide.PACK)
    assert (state.drawn, state.waste) == (None, ())


def test_seven_rows_take_the_same_deck_in_the_same_order():
    six, seven = deal(), deal(rows=7)
    assert six.pyramid + six.stock == seven.pyramid + seven.stock


@pytest.mark.parametrize("rows", [6, 7])
def test_all_rows_but_the_last_lie_face_down(rows):
    seen = piramide.observe(deal(rows=rows)).pyramid
    assert seen[:-rows] == (piramide.FACE_DOWN,) * (len(seen) - rows)
    assert seen[-rows:] == deal(rows=rows).pyramid[-rows:]


def test_the_stock_lies_face_down():
    assert set(piramide.observe(deal()).stock) == {piramide.FACE_DOWN}


def test_what_the_player_sees_names_no_hidden_card_and_no_deal_number():
    state = deal(8388405196875781)
    seen = repr(piramide.observe(state))
    assert not [card for card in state.pyramid[:15] + state.stock if card in seen]
    assert "8388405196875781" not in seen


def test_a_card_is_covered_by_the_two_that_overlap_it_in_the_next_row():
    # Slots 10 to 14 are row 5, 15 to 20 row 6; slot 10 lies under 15 and 16, 11 under 16 and 17.
    full = tuple("x" * 21)

    def exposed(gone):
        cards = tuple(None if slot in gone else "x" for slot in range(21))
        return [slot for slot in piramide.exposed(cards) if slot < 15]

    assert piramide.exposed(full) == [15, 16, 17, 18, 19, 20]
    assert exposed({15}) == []
    assert exposed({15, 16}) == [10]
    assert exposed({15, 17}) == []
    assert exposed({15, 16, 17}) == [10, 11]
    assert exposed({15, 16, 17, 10}) == [11]
    assert exposed({15, 16, 17, 10, 11}) == [6]


def test_the_tip_is_covered_by_both_cards_of_row_two():
    left_gone = position("RcAd--" + "--" * 18, stock="2c", params="stuck,6,open,0")
    assert piramide.available(left_gone) == ["Ad"]
    assert piramide.available(position("Rc" + "--" * 20)) == ["Rc"]


def test_an_uncovered_card_turns_face_up_by_itself():
    row5 = "--" * 10 + "5c--------"
    state = position(row5 + "7d3cAsAb----", stock="2c")
    assert piramide.observe(state).pyramid[10] == piramide.FACE_DOWN
    state = after(state, "7d3c")
    assert piramide.observe(state).pyramid[10] == "5c"
    assert "5c" in piramide.available(state)


def test_open_cards_lie_face_up_but_only_uncovered_ones_are_available():
    state = deal(open=True)
    seen = piramide.observe(state)
    assert seen.pyramid == state.pyramid
    assert set(seen.stock) == {piramide.FACE_DOWN}
    assert piramide.available(state) == sorted(state.pyramid[-6:])
    assert legal(state) == legal(deal())


# Removals


def test_available_are_the_face_up_cards_the_drawn_card_and_the_top_of_the_waste():
    state = position("AcAd", stock="6c", drawn="7d", waste="2c3c")
    assert piramide.available(state) == ["3c", "7d", "Ac", "Ad"]


def test_two_available_cards_that_sum_to_ten_are_removed():
    state = after(position("7d3cAc"), "7d3c")
    assert [card for card in state.pyramid if card] == ["Ac"]


def test_suits_do_not_matter():
    assert legal(position("7d7c3s3b")) == ["3b7c", "3b7d", "3s7c", "3s7d"]


def test_two_fives_are_a_pair():
    assert legal(position("5d5cAc")) == ["5c5d"]


def test_a_re_is_removed_alone():
    state = position("RcAc")
    assert legal(state) == ["Rc"]
    assert [card for card in after(state, "Rc").pyramid if card] == ["Ac"]


def test_two_cards_of_another_sum_stay():
    assert refusal(position("7d2c3c"), "7d2c") == "sum"


def test_a_single_card_that_is_no_re_stays():
    assert refusal(position("5d3c7c"), "5d") == "sum"


def test_two_re_are_not_removed_together():
    assert refusal(position("RcRd"), "RcRd") == "sum"


def test_a_covered_card_cannot_be_removed():
    state = position("--" * 10 + "3c--------" + "7dAc--------", stock="2c")
    assert refusal(state, "7d3c") == "unavailable"


def test_a_card_of_the_stock_cannot_be_removed():
    assert refusal(position("7d", stock="3c"), "7d3c") == "unavailable"


def test_a_card_that_is_gone_cannot_be_removed():
    assert refusal(after(position("RcAc5d5c"), "Rc"), "Rc") == "unavailable"


def test_a_card_does_not_pair_with_itself():
    with pytest.raises(ValueError, match="is not a move such as"):
        piramide.parse_move("5c5c")
    with pytest.raises(IllegalMove):
        piramide.apply_move(position("5cAc", stock="2c"), piramide.Move("remove", ("5c", "5c")))


def test_the_drawn_card_is_removed_with_a_card_of_the_pyramid():
    state = after(position("7dAc", stock="2c", drawn="3c"), "3c7d")
    assert state.drawn is None
    assert state.waste == ()


def test_the_waste_top_is_removed_with_a_card_of_the_pyramid():
    state = after(position("7dAc", stock="2c", drawn="Ad", waste="6c3c"), "3c7d")
    assert state.waste == ("6c",)
    assert state.drawn == "Ad"


def test_the_drawn_card_and_the_waste_top_are_removed_together():
    state = after(position("Ac", stock="2c", drawn="7d", waste="6c3c"), "7d3c")
    assert (state.drawn, state.waste) == (None, ("6c",))


def test_a_re_is_removed_from_the_drawn_place_and_from_the_waste():
    state = position("Ac", stock="2c", drawn="Rd", waste="6cRc")
    assert legal(state) == ["Rc", "Rd"]
    assert after(state, "Rc").waste == ("6c",)
    assert after(state, "Rd").drawn is None


def test_two_waste_cards_never_pair():
    state = position("Ac", stock="2c", waste="7d3c")
    assert legal(state) == ["+"]
    assert refusal(state, "7d3c") == "unavailable"


def test_taking_the_waste_top_makes_the_next_one_available():
    state = after(position("7dAc", stock="2c", waste="4c3c"), "7d3c")
    assert piramide.available(state) == ["4c", "Ac"]


def test_legal_moves_are_removals_in_ascii_order_and_then_the_stock():
    state = position("7d3cRcCbAs", stock="2c", params="free,6,closed,0")
    assert legal(state) == ["3c7d", "AsCb", "Rc", "+"]
    assert legal(position("7d3cRcCbAs")) == sorted(legal(position("7d3cRcCbAs")))


# Drawing


def test_a_draw_is_allowed_when_no_removal_is_left():
    state = after(position("7dAc", stock="2c4c"), "+")
    assert (state.drawn, state.stock) == ("2c", ("4c",))


@pytest.mark.parametrize(
    "removal",
    [
        {"pyramid": "7d3c"},
        {"pyramid": "RcAc"},
        {"pyramid": "7dAc", "drawn": "3c"},
        {"pyramid": "7dAc", "waste": "3c"},
        {"pyramid": "Ac", "drawn": "7d", "waste": "3c"},
    ],
)
def test_no_card_is_drawn_while_a_removal_is_left_anywhere(removal):
    assert refusal(position(stock="2c", **removal), "+") == "removal_left"


def test_a_drawn_card_that_is_not_used_goes_to_the_waste_when_the_next_is_drawn():
    state = after(position("7dAc", stock="2c4c"), "+")
    assert state.waste == ()
    state = after(state, "+")
    assert (state.drawn, state.waste) == ("4c", ("2c",))


def test_a_drawn_card_that_was_used_does_not_go_to_the_waste():
    state = after(position("7dAc", stock="3c4c"), "+", "3c7d", "+")
    assert (state.drawn, state.waste) == ("4c", ())


def test_the_stock_is_never_turned_over():
    state = position("7dAc", drawn="2c", waste="4c")
    assert legal(state) == []
    assert refusal(position("7d3c", drawn="2c"), "*") == "redeals"


def test_no_card_is_drawn_from_an_empty_stock():
    assert refusal(position("7d3c"), "+") == "stock"


def test_free_draw_allows_a_draw_while_removals_are_left():
    state = position("7d3c", stock="2c", params="free,6,closed,0")
    assert legal(state) == ["3c7d", "+"]
    assert after(state, "+").drawn == "2c"


def test_free_draw_buries_a_drawn_card_that_was_not_used():
    state = after(position("7d3c", stock="2c4c", params="free,6,closed,0"), "+", "+")
    assert (state.drawn, state.waste) == ("4c", ("2c",))


# Redeals


REDEAL = {"params": "stuck,6,closed,1", "redeals": 1}


def test_a_redeal_turns_the_waste_over_with_the_drawn_card_last():
    state = after(position("7dAc", drawn="4c", waste="2c5c", **REDEAL), "*")
    assert (state.stock, state.drawn, state.waste) == (("2c", "5c", "4c"), None, ())
    assert state.redeals == 0


def test_after_a_redeal_what_was_drawn_first_is_drawn_first_again():
    state = position("7dAc", stock="2c6c", **REDEAL)
    assert after(state, "+", "+", "*", "+").drawn == "2c"


def test_a_redeal_needs_one_that_is_left():
    state = after(position("7dAc", drawn="4c", **REDEAL), "*", "+")
    assert legal(state) == []
    assert refusal(position("7d3c", drawn="4c", **{**REDEAL, "redeals": 0}), "*") == "redeals"


def test_a_redeal_needs_an_empty_stock():
    assert refusal(position("7dAc", stock="2c", drawn="4c", **REDEAL), "*") == "redeal_early"


def test_a_redeal_needs_a_drawn_card_or_a_waste():
    assert refusal(position("7d3c", **REDEAL), "*") == "redeal_nothing"
    assert legal(position("7dAc", **REDEAL)) == []
    assert legal(position("7dAc", waste="2c", **REDEAL)) == ["*"]
    assert legal(position("7dAc", drawn="2c", **REDEAL)) == ["*"]


def test_under_the_texts_rule_a_redeal_waits_until_no_removal_is_left():
    assert refusal(position("7d3c", drawn="4c", **REDEAL), "*") == "removal_left"


def test_under_free_draw_a_redeal_needs_no_patience():
    state = position("7d3c", drawn="4c", params="free,6,closed,1", redeals=1)
    assert legal(state) == ["3c7d", "*"]


def test_two_redeals_can_be_used_one_after_the_other():
    state = position("7dAc", stock="2c", params="stuck,6,closed,2", redeals=2)
    state = after(state, "+", "*", "+", "*", "+")
    assert state.redeals == 0
    assert piramide.outcome(state).result == "lost"


def test_after_a_redeal_the_player_knows_the_stock():
    seen = piramide.observe(after(position("7dAc", drawn="4c", waste="2c", **REDEAL), "*"))
    assert seen.stock == ("2c", "4c")


# End


def test_the_game_is_won_as_soon_as_the_pyramid_is_empty():
    state = after(position("7d3c", stock="2c", drawn="4c", waste="5c"), "7d3c")
    assert piramide.outcome(state) == piramide.Outcome("won", 0)
    assert piramide.to_move(state) is None


def test_no_move_can_be_played_after_a_win_even_if_cards_would_pair():
    state = after(position("Rc", stock="2c", drawn="7d", waste="3d"), "Rc")
    assert legal(state) == []
    assert refusal(state, "7d3d") == "over"
    assert refusal(state, "+") == "over"


def test_the_game_is_lost_without_a_removal_and_without_stock():
    state = position("7dAc", drawn="4c", waste="2c")
    assert piramide.outcome(state) == piramide.Outcome("lost", 2)
    assert refusal(state, "+") == "over"


def test_the_game_goes_on_while_the_stock_holds_a_card():
    assert piramide.outcome(position("7dAc", stock="2c")) is None


def test_the_game_goes_on_while_a_removal_is_left():
    assert piramide.outcome(position("7dAc", drawn="3c")) is None


def test_the_game_goes_on_while_a_redeal_is_possible():
    assert piramide.outcome(position("7dAc", drawn="2c", **REDEAL)) is None


def test_the_report_lists_available_cards_also_after_a_win_but_no_removals():
    state = after(position("Rc", stock="2c", drawn="7d", waste="3d"), "Rc")
    report = piramide.report(state)
    assert (report["available"], report["removals"]) == (["3d", "7d"], [])


# What may be hidden


def test_resampled_cards_fit_what_the_player_sees():
    state = after(deal(2), *[legal(deal(2))[0]])
    seen = piramide.observe(state)
    full = piramide.resample(seen, Pcg32(3, 3))
    removed = [card for move in full.moves for card in move.cards]
    assert sorted([*filter(None, full.pyramid), *full.stock, *removed]) == sorted(piramide.PACK)
    assert piramide.observe(full) == seen


def test_every_card_not_yet_seen_is_equally_likely_to_lie_at_the_tip():
    seen = piramide.observe(deal())
    rng = Pcg32(3, 3)
    tips = [piramide.resample(seen, rng).pyramid[0] for _ in range(3400)]
    hidden = set(piramide.PACK) - set(deal().pyramid[15:])
    assert len(hidden) == 34
    assert all(50 < tips.count(card) < 150 for card in hidden)


# Decks


DECK = " ".join(piramide.PACK)


def test_a_deck_is_laid_out_as_it_is_written():
    params, deck = piramide.parse_setup({"deck": DECK})
    state = piramide.new_game(params, deck)
    assert params == DEFAULTS
    assert state.pyramid + state.stock == piramide.PACK


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (DECK[:-3], "deck: Rb is missing"),
        (DECK.replace("Rb", "Ac"), "deck: Ac is there twice"),
        (DECK.replace("Rb", "Rx"), 'deck: "Rx" is not a card'),
        (DECK + " Ac", "deck: Ac is there twice"),
        (DECK + " ", 'deck: "" is not a card'),
        (DECK.replace(" ", ""), "deck: "),
        (DECK.replace(" ", "  ", 1), 'deck: "" is not a card'),
        (DECK.lower(), 'deck: "ac" is not a card'),
        ("", 'deck: "" is not a card'),
        (list(piramide.PACK), "deck must be text, not a list"),
        (None, "deck must be text, not null"),
    ],
)
def test_a_deck_that_is_not_the_forty_cards_is_refused(deck, reason):
    with pytest.raises(RecordError) as caught:
        piramide.parse_setup({"deck": deck})
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize("record", [{}, {"deal": 1, "deck": DECK}])
def test_a_record_names_a_deal_or_a_deck_but_not_both(record):
    with pytest.raises(RecordError, match="exactly one of the two"):
        piramide.parse_setup(record)


# Text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "++",
        "**",
        "7",
        "7x",
        "xd",
        "7d3",
        "7d3cc",
        "7d3x",
        "7d+",
        "10d",
        "7D",
        "7d 3c",
        "\N{ARABIC-INDIC DIGIT SEVEN}d",
    ],
)
def test_a_text_that_names_no_move_is_refused(text):
    with pytest.raises(ValueError, match="is not a move such as"):
        piramide.parse_move(text)


def test_a_pair_may_be_written_in_either_order():
    assert piramide.parse_move("7d3c") == piramide.parse_move("3c7d")
    assert piramide.format_move(piramide.parse_move("7d3c")) == "3c7d"


GOOD = f"stuck,6,closed,1 {HIGHER}7d3cAc------ 2c5c 4c 6c 1 3d7c,+"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("stuck,", "never,"),
        (",6,", ",5,"),
        (",6,", ",7,"),
        (",6,", ",+6,"),
        (",6,", ",\N{ARABIC-INDIC DIGIT SIX},"),
        ("closed", "shut"),
        ("closed,1", "closed,3"),
        ("closed,1", "closed,0"),
        ("closed,1", "closed"),
        (" 1 3", " 2 3"),
        (" 1 3", " 01 3"),
        (" 1 3", " -1 3"),
        (" 1 3", " " + "1" * 5000 + " 3"),
        ("7d3cAc", "7d3c"),
        ("7d3cAc", "7d7dAc"),
        ("7d3cAc", "7d3cXc"),
        ("7d3cAc", "7d2cAc"),
        (" 2c5c ", " 2c5 "),
        (" 2c5c ", "  "),
        (" 4c ", " -- "),
        (" 4c ", " 4c4d "),
        (" 4c ", " 6c "),
        ("3d7c,+", "7c3d,+"),
        ("3d7c,+", "3d7c,"),
        ("3d7c,+", "3d7c + -"),
        (" 3d7c,+", ""),
    ],
)
def test_a_text_that_is_no_position_is_refused(old, new):
    assert piramide.format_state(piramide.parse_state(GOOD)) == GOOD
    assert old in GOOD
    with pytest.raises(ValueError, match="is not a"):
        piramide.parse_state(GOOD.replace(old, new, 1))
