"""Takes every picture of the game from saved records, so that they stay true.

`python -m scripts.pictures` writes the pictures of the README into docs/pictures/, those that a
browser shows before it installs the page into offline/, and review sheets of every screen, in all
sizes, both themes, on phones with text of twice the size, and in the other languages, into
pictures/ (not committed).
Names of screens after the command take the review sheets of these alone.
"""

import contextlib
import json
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from game.rules import arena, piramide
from game.session import Session, format_save, parse_record
from scripts.build import ROOT, catalogues
from scripts.serve import SiteServer
from scripts.setup import find_chromium

RECORDS = ROOT / "docs/pictures"
SHEETS = ROOT / "pictures"
GAMES = {"arena": arena, "piramide": piramide}
NAMES = ["Anna", "Bruno", "Carla", "Dario"]
SIZES = ((320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900))
THEMES = ("light", "dark")
LARGE_SIZES = SIZES[:3]
LANGUAGES = [Path(path).stem for path in catalogues(ROOT)]
LANGUAGE_SIZES = ((390, 844), (1440, 900))
LARGE_TEXT = """document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = "200%";
});"""
README_SIZE = (390, 760)
INSTALL_PICTURES = (("phone", "arena", (390, 844)), ("desktop", "piramide", (1024, 640)))
"""Name, record and size; manifest.webmanifest has the sizes too, twice as large for the pixels."""
JPEG_QUALITY = 40


def read_session(name: str) -> Session:
    """Return the session of a record in docs/pictures, as players who have looked would see it."""
    session = parse_record(json.loads((RECORDS / f"{name}.json").read_text("utf-8")), GAMES)
    if session.rules is arena:
        players = len(session.state.hands)
        session.facts = {"names": NAMES[:players], "looked": players}
    return session


def finished(session: Session) -> Session:
    """Return the session played to its end, always by the first legal move."""
    while not session.is_over():
        move = session.rules.legal_moves(session.state)[0]
        session.play(session.rules.format_move(move))
    if session.rules is arena:
        session.facts["revealed"] = True
    return session


@contextlib.contextmanager
def opened(
    browser, site, size, theme, session=None, path="#/", still=True, large=False, language="en"
):
    """Open a page of one size and theme with a game that is kept, and give it once it is ready.

    It stands still, unless it is to move; `large` doubles its text.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2,
        color_scheme=theme,
        reduced_motion="reduce" if still else "no-preference",
        service_workers="block",  # which would store the whole page meanwhile
    )
    page = context.new_page()
    if large:
        page.add_init_script(LARGE_TEXT)
    if session:
        key, text = f"vanishing-pyramids.{session.rules.GAME}", f"running\n{format_save(session)}"
        page.add_init_script(f"localStorage[{json.dumps(key)}] = {json.dumps(text)}")
        path = f"#/{session.rules.GAME}"
    page.goto(f"{site.url}?lang={language}{path}")
    page.wait_for_selector("body[data-ready=true]")
    if session is None or session.rules is piramide:
        page.wait_for_selector("#sprites symbol", state="attached")
    yield page
    context.close()


def screens():
    """Return each screen to review: its name, the session that leads there, what to press."""
    arena_game, piramide_game = read_session("arena"), read_session("piramide")
    handover = Session(arena, arena_game.params, arena_game.deal)
    handover.facts = {"names": arena_game.facts["names"], "looked": 0}
    return (
        ("home", None, None),
        ("settings", None, '[data-command="settings"]'),
        ("arena-setup", None, '[data-command="play"][data-game="arena"]'),
        ("arena-handover", handover, None),
        ("arena", arena_game, None),
        ("arena-end", finished(read_session("arena")), None),
        ("piramide", piramide_game, None),
        ("piramide-new", piramide_game, '[data-command="new"]'),
        ("piramide-rules", piramide_game, '[data-command="rules"]'),
        ("piramide-end", finished(read_session("piramide")), None),
    )


def take(browser, site, size, theme, screen, path: Path, **looks) -> None:
    """Take one picture; `looks` are as in `opened`."""
    _, session, press = screen
    with opened(browser, site, size, theme, session, **looks) as page:
        if press:
            page.locator(press).click()
            page.locator("dialog[open]").wait_for()
        options = {"quality": JPEG_QUALITY} if path.suffix == ".jpg" else {}
        page.screenshot(path=path, **options)


def main():
    """Take the pictures of the README and the review sheets."""
    wanted = sys.argv[1:]
    SHEETS.mkdir(exist_ok=True)
    with sync_playwright() as playwright, SiteServer(ROOT / "dist") as site:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in () if wanted else GAMES:
            screen = (name, read_session(name), None)
            take(browser, site, README_SIZE, "light", screen, RECORDS / f"{name}.jpg")
        for file, name, size in () if wanted else INSTALL_PICTURES:
            screen = (name, read_session(name), None)
            take(browser, site, size, "light", screen, ROOT / f"offline/{file}.jpg")
        for screen in screens():
            if wanted and screen[0] not in wanted:
                continue
            for theme in THEMES:
                for size in SIZES:
                    path = SHEETS / f"{screen[0]}-{size[0]}x{size[1]}-{theme}.png"
                    take(browser, site, size, theme, screen, path)
            for size in LARGE_SIZES:
                path = SHEETS / f"{screen[0]}-{size[0]}x{size[1]}-large.png"
                take(browser, site, size, "light", screen, path, large=True)
            for language in LANGUAGES:
                for size in LANGUAGE_SIZES if language != "en" else ():
                    path = SHEETS / f"{screen[0]}-{size[0]}x{size[1]}-{language}.png"
                    take(browser, site, size, "light", screen, path, language=language)
        browser.close()
    print(f"review sheets are in {SHEETS}")


if __name__ == "__main__":
    main()
