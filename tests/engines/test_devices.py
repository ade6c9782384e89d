"""Odd devices in WebKit and Firefox: no size, a translator, a canvas that gives noise."""

import pytest

from tests.engines.driver import firefox
from tests.test_devices_page import (
    MOMENTS,
    TRANSLATOR,
    expect_pieces_painted,
    play_both,
    test_a_frame_that_loses_its_size_in_mid_motion_plays_on,
    test_a_game_that_starts_out_of_sight_is_drawn_right_when_it_is_seen,
    test_an_arena_that_starts_out_of_sight_is_drawn_right_when_it_is_seen,
)

RESISTING = [("privacy.resistFingerprinting", True)]
READ_BACK = """() => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 8;
    const brush = canvas.getContext("2d");
    brush.fillStyle = "#268dff";
    brush.fillRect(0, 0, 8, 8);
    return [...brush.getImageData(4, 4, 1, 1).data.slice(0, 3)];
}"""


def test_pieces_have_their_paint_where_firefox_gives_noise_for_a_canvas(request, site, viewport):
    if request.config.getoption("engine") != "firefox":
        pytest.skip("a preference of Firefox")
    with firefox(RESISTING) as open_page, open_page(viewport) as page:
        expect_pieces_painted(page, site)
        assert page.evaluate(READ_BACK) != [0x26, 0x8D, 0xFF]
    assert not page.troubles


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_game_is_played_on_a_page_that_is_being_translated(page, site, moment):
    site.prefaced["boot.js"] += (TRANSLATOR + MOMENTS[moment]).encode()
    play_both(page, site)
