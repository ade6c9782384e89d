"""The sources run as they are, as an ordinary PyScript page: main paths of the suite, once more."""

import shutil

import pytest
from playwright.sync_api import expect

from scripts.build import ROOT
from scripts.dev import DevServer
from tests.conftest import open_ready
from tests.test_arena_bots_page import (  # noqa: F401
    quick,
    test_one_person_plays_a_whole_game_against_two_bots_without_a_cover,
)
from tests.test_arena_page import test_undo_redo_and_reload_keep_the_position  # noqa: F401
from tests.test_page import (  # noqa: F401
    test_a_reload_in_mid_game_changes_nothing,
    test_back_closes_a_dialog_then_goes_home_and_loses_nothing,
)
from tests.test_piramide_more_page import command, open_dialog, wait_brain
from tests.test_piramide_page import test_a_whole_game_is_won_by_tapping  # noqa: F401


@pytest.fixture(scope="session")
def site(dist):
    """Serve the sources in place of the built site."""
    with DevServer(dist) as server:
        yield server


def test_the_worker_starts_and_answers(page, site):
    open_ready(page, f"{site.url}#/piramide/1?draw=free")
    open_dialog(page, "hint")
    command(page, "show-chance").click()
    wait_brain(page, "ready")


def test_a_changed_source_is_seen_after_a_reload(page, dist, tmp_path):
    skipped = shutil.ignore_patterns(".*", "dist", "node_modules", "docs", "tests", "__pycache__")
    sources = shutil.copytree(ROOT, tmp_path / "sources", ignore=skipped)
    (sources / "node_modules").symlink_to(ROOT / "node_modules")
    with DevServer(dist, root=sources) as server:
        open_ready(page, server.url)
        expect(page.locator("#message")).to_be_empty()
        main = sources / "game/main.py"
        text = main.read_text("utf-8")
        changed = text.replace("report_trouble()\n", "message.say('changed')\n", 1)
        assert changed != text
        main.write_text(changed, "utf-8")
        page.reload()
        expect(page.locator("#message")).to_have_text("changed")
        assert "sw.js" not in server.requests
