"""The main paths through the page in WebKit and Firefox: tests of the suite, and what they leave.

Which of the suite's can be here depends on the verbs that driver.py has.
"""

import pytest

from game.rules import piramide
from scripts.serve import SiteServer
from tests.conftest import open_ready, wait_ready, wait_until
from tests.test_arena_bots_page import (
    test_a_hint_chooses_the_piece_says_why_and_is_counted,
    test_a_whole_game_against_the_hard_bot_in_the_worker,
    test_one_person_plays_a_whole_game_against_two_bots_without_a_cover,
    test_the_only_person_looks_again_by_holding,
    test_undo_and_redo_pass_over_the_bots_moves,
)
from tests.test_arena_page import (
    test_a_game_is_played_by_keyboard_alone,
    test_a_stack_of_nine_shows_every_layer,
    test_board_and_hand_fit_the_screen_with_large_targets,
    test_dragging_a_piece_onto_a_stack_plays_it_and_beside_it_does_not,
    test_each_player_sees_a_target_alone_while_holding_and_reload_goes_on_there,
    test_forbidden_stacks_say_why_and_change_nothing,
    test_undo_redo_and_reload_keep_the_position,
    test_whole_game_is_played_to_its_result,
)
from tests.test_embed import (
    LISTEN,
    frame_html,
    heard,
    open_frame,
    test_a_frame_with_the_arena_needs_no_question_first,
    test_back_is_the_hosts_own,
    test_the_example_page_works_on_an_origin_of_its_own,
    test_the_host_hears_ready_height_and_finished_with_their_origin,
)
from tests.test_foreign_page import (
    copies,
    test_a_window_named_by_another_page_puts_no_game_on_the_table,
    test_an_odd_state_of_the_history_is_harmless,
    test_copies_on_one_host_share_nothing_and_the_first_takes_over_what_was_kept,
    test_frames_of_two_copies_keep_their_own_games,
)
from tests.test_hands_page import (
    test_a_drag_of_a_card_breaks_off_cleanly,
    test_a_drag_of_a_piece_breaks_off_cleanly,
    test_a_drag_that_comes_back_puts_back_and_keeps_what_was_chosen,
    test_a_re_leaves_by_a_tap_that_wobbles_but_not_where_a_drag_breaks_off,
    test_a_tap_on_a_card_that_wobbles_is_a_tap,
    test_a_tap_on_a_piece_that_wobbles_is_a_tap,
    test_all_can_be_reached_and_played_at_four_times_the_size,
)
from tests.test_keys_page import (
    test_a_field_that_has_the_keyboard_gets_its_keys,
    test_combinations_and_composed_text_mean_nothing_here,
    test_hints_and_secrets_come_at_the_second_press,
    test_letters_digits_and_the_question_mark_work_on_every_layout,
)
from tests.test_looks_page import (
    test_cards_fly_and_come_to_rest,
    test_every_face_is_in_the_sprite,
    test_the_french_faces_and_another_back_are_shown,
    test_the_left_hand_has_its_commands_mirrored,
    test_the_next_tap_does_not_wait_for_a_card_that_flies,
    test_the_theme_is_chosen_and_kept_from_the_first_paint,
)
from tests.test_offline import expect_playable, switch_off, wait_stored
from tests.test_page import (
    test_a_reload_in_mid_game_changes_nothing,
    test_an_address_that_names_no_deal_says_so_and_loses_nothing,
    test_back_closes_a_dialog_then_goes_home_and_loses_nothing,
    test_each_game_has_a_rules_screen,
    test_home_offers_both_games_and_continue_once_one_is_kept,
)
from tests.test_piramide_more_page import (
    command,
    open_dialog,
    solved,
    test_a_clean_win_is_told_on_the_table_and_counted,
    test_a_download_that_nobody_waits_for_stops_and_can_begin_again,
    test_a_game_is_won_by_keys_alone,
    test_a_lost_game_is_judged_and_the_winning_line_shown_without_losing_the_game,
    test_arrows_walk_over_the_cards_and_keys_undo_and_redo,
    test_the_worker_starts_on_first_need_and_gives_a_hint,
    wait_brain,
)
from tests.test_piramide_page import (
    expect_board,
    session_of,
    tap_move,
    test_a_card_is_dragged_onto_its_partner,
    test_a_whole_game_is_lost_and_the_cards_left_are_told,
    test_a_whole_game_is_won_by_tapping,
    test_a_wrong_pair_is_explained_and_changes_nothing,
    test_the_whole_table_is_on_the_screen_and_large_enough_to_touch,
    test_undo_and_redo_go_through_the_whole_game,
)
from tests.test_share_page import (
    test_a_damaged_link_says_so_at_home,
    test_a_link_opened_beside_a_running_game_loses_nothing,
    test_a_link_opens_on_another_device,
    test_the_deal_that_is_looked_at_can_be_played,
)
from tests.test_single import (
    single,
    test_both_games_are_played_and_kept_over_a_reload,
)


@pytest.fixture
def quick(page, site):
    """Let bots play without much of a pause."""
    site.missing.add("favicon.ico")  # looked for where a page names no icon
    page.goto(f"{site.url}boot.js")
    page.evaluate("localStorage['vanishing-pyramids.settings'] = 'bots=quick'")
    return page


def test_after_one_visit_both_games_and_the_worker_need_no_server(page, dist):
    with SiteServer(dist) as site:
        open_ready(page, site.url)
        wait_stored(page)
        switch_off(site)
        page.reload()
        wait_ready(page)
        expect_playable(page, site)
        page.goto("about:blank")
        open_ready(page, f"{site.url}#/piramide/1?draw=free")
        open_dialog(page, "hint")
        command(page, "show-chance").click()
        wait_brain(page, "ready")
        assert set(site.requests) <= {"sw.js", "icon.svg"}
        assert not site.not_found


@pytest.mark.parametrize("winnable", [True, False])
def test_the_all_knowing_answer_comes_from_the_worker(page, site, winnable):
    session, _ = solved(winnable, "free")
    open_ready(page, f"{site.url}#/piramide/{session.deal}?draw=free")
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")
    command(page, "ask-oracle").click()
    page.locator(f"[data-verdict={'yes' if winnable else 'no'}]").wait_for()


@pytest.mark.broken_page
def test_a_sandboxed_frame_plays_and_says_that_it_cannot_save(page, host, site):
    """Mere access to storage throws there; PyScript itself logs an error of IndexedDB."""
    frame = open_frame(page, host, frame_html(site, extra='sandbox="allow-scripts"'))
    assert "does not let the page save" in frame.locator("#message").inner_text()
    session = session_of(1)
    for _ in range(3):
        text = piramide.format_move(piramide.legal_moves(session.state)[0])
        tap_move(frame, text)
        session.play(text)
    expect_board(frame, session.state)


def test_a_frame_leaves_the_keyboard_to_its_host(page, host, site):
    host.show(f'{LISTEN}<input id="own">{frame_html(site)}')
    page.goto(host.url)
    wait_until(lambda: heard(page, "ready"))
    assert page.evaluate("document.activeElement.tagName") == "BODY"


def test_a_dialog_has_the_keyboard_until_it_is_closed(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    command(page, "rules").press("Enter")
    page.get_by_role("dialog").wait_for()
    for _ in range(12):
        assert page.evaluate("document.activeElement.closest('#screen')") is None
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.dataset.command") == "rules"
