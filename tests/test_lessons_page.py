"""Rules and lessons in a real browser: figures that are true, lessons played to their end."""

import json
import re

import pytest

from game.rules import arena, piramide
from game.session import Session
from scripts.build import ROOT
from tests.conftest import ENGLISH, open_ready, wait_until
from tests.test_arena_page import expect_no_secret, shown, stack
from tests.test_arena_page import hand as hand_piece
from tests.test_piramide_page import card
from tests.test_piramide_page import expect_board as expect_cards

ARENA_SETUP = {
    "players": 2,
    "colours": "OBGP",
    "bases": "POBGBOGPOGBPGPOB",
    "hands": ["OBPP", "OBBG"],
    "start": 1,
    "targets": ["P", "B"],
}
ARENA_MOVES = ["O@C2", "B@B1", "P@A4", "B@D3", "B@B1", "G@A3", "P@C4", "O@D1"]
PIRAMIDE_DECK = (
    "Fd Rc 2s Cs 5d Fs 6d Ac 6c 4b 4d 7s Ad Rd 7c 7d 3c 6s Rb 5b 2c "
    "3s 7b 3d 2d Cb 3b 5c As Rs 4c Fb 6b 2b Cd 5s Ab 4s Cc Fc"
)
PIRAMIDE_MOVES = ["3c7d", "Rb", "4d6s", "+", "3s7s", "+", "+", "3d7b"]
SIZES = [
    {"width": 320, "height": 568},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 1440, "height": 900},
]


def arena_session(ply=0):
    """Return the Arena's lesson after so many of its moves, as the rules know it."""
    session = Session(arena, *arena.parse_setup(ARENA_SETUP))
    for move in ARENA_MOVES[:ply]:
        session.play(move)
    return session


def piramide_session(ply=0):
    """Return La Piramide's lesson after so many of its moves."""
    session = Session(piramide, *piramide.parse_setup({"deck": PIRAMIDE_DECK}))
    for move in PIRAMIDE_MOVES[:ply]:
        session.play(move)
    return session


def freed(ply):
    """Return the cards that a removal of La Piramide's lesson turns face up."""
    before, after = [piramide_session(n).state.pyramid for n in (ply - 1, ply)]
    return [after[slot] for slot in piramide.exposed(after) if slot not in piramide.exposed(before)]


def open_lesson(page, site, game):
    """Open a lesson by its address."""
    open_ready(page, f"{site.url}#/{game}/lesson")
    page.wait_for_selector(".lesson")


def step(page):
    """Return the number of the step that is shown."""
    return int(re.search(r"step (\d+) of", page.locator("#status").inner_text()).group(1))


def words(page):
    """Return what the lesson says."""
    return page.locator(".lesson-words").inner_text()


def message(page):
    """Return the line to the player."""
    return page.locator("#message").inner_text()


def go_on(page):
    """Tap the button that leads on."""
    page.locator('[data-command="lesson-next"]').click()


def storage(page):
    """Return all that is kept."""
    return page.evaluate("JSON.stringify(localStorage)")


def expect_stacks(page, session):
    """Check that the page shows the stacks and the turn of a position."""
    view = shown(page)
    assert view["stacks"] == list(session.state.stacks)
    assert view["turn"] == (-1 if session.state.turn is None else session.state.turn)


# The rules


def paragraphs(game, mark):
    """Return the paragraphs of a game's rules that begin with what a pattern finds."""
    return [line for line in ENGLISH[game + ".rules"] if re.match(mark, line)]


def open_rules(page, site, game):
    """Open the rules from the home screen, figures painted."""
    open_ready(page, site.url)
    page.locator(f'#home [data-game="{game}"][data-command="rules"]').click()
    page.wait_for_selector("dialog[open] .rules")
    page.wait_for_function(
        "[...document.querySelectorAll('canvas[data-paint]')].every(c => c.height !== 150)"
    )


@pytest.mark.parametrize(
    "name", sorted(path.name for path in (ROOT / "game/locales").glob("*.json"))
)
@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_rules_have_the_same_parts_in_every_language(name, game):
    catalogue = json.loads((ROOT / "game/locales" / name).read_text("utf-8"))
    kinds = [
        [re.match(r"[#?+-] |\[[a-z-]+\] |", line).group() for line in rules[game + ".rules"]]
        for rules in (catalogue, ENGLISH)
    ]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_rules_have_captioned_figures_and_marked_readings_and_fit(page, site, game):
    open_rules(page, site, game)
    captions = page.locator("figure figcaption").all_inner_texts()
    assert captions == [line.partition("] ")[2] for line in paragraphs(game, r"\[")]
    labels = page.locator("figure [role=img]").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert len(labels) == len(captions)
    assert all(labels)
    readings = page.locator(".ours").all_inner_texts()
    assert readings == ["Our reading " + line[2:] for line in paragraphs(game, r"\?")]
    assert page.evaluate(
        "(box => box.scrollWidth <= box.clientWidth)(document.querySelector('.dialog-text'))"
    )
    inked = page.evaluate(
        """() => [...document.querySelectorAll('canvas[data-paint]')].map(c => c.getContext('2d')
            .getImageData(0, 0, c.width, c.height).data.some(value => value > 0))"""
    )
    assert all(inked)
    assert bool(inked) == (game == "arena")


def test_figures_of_the_arena_show_what_the_rules_make_of_a_move(page, site):
    open_rules(page, site, "arena")
    rows = page.locator(".figure.move").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('canvas')].map(c => c.dataset.paint))"
    )
    painted = [[paint.split(" ")[1] for paint in row] for row in rows]
    assert painted == [["G", "O", "GO"], ["GO", "B", "GOB"], ["GOB", "B", "GO"], ["P", "P"]]
    for below, colour, *after in painted:
        state = arena_session().state
        stacks = (below, *state.stacks[1:])
        state = arena.State(state.colours, stacks, ("OBGP", "OBGP"), 0, None, ("P", "B"), ())
        move = arena.Move(colour, "A1")
        if after:
            assert arena.apply_move(state, move).stacks[0] == after[0]
        else:
            with pytest.raises(ValueError, match="bare base"):
                arena.apply_move(state, move)


def test_the_last_figure_is_an_end_that_pink_wins_with_its_true_count(page, site):
    open_rules(page, site, "arena")
    paint = page.locator('canvas[data-paint^="field"]').get_attribute("data-paint")
    stacks = tuple(paint.split(" ")[1].split("/"))
    colours = arena.canonical({stack[0] for stack in stacks})
    end = arena.State(colours, stacks, ("", ""), None, None, ("P", "B"), ())
    assert arena.is_position(end)
    assert arena.outcome(end).winners == (0,)
    rows = page.locator(".scores tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    counts = [[str(s.stacks), str(s.tall), str(s.height)] for s in arena.score(end)]
    assert sorted(rows) == sorted(counts)
    assert "pink" in page.locator(".scores tr.winner").inner_text()


def test_figures_of_la_piramide_show_the_lessons_game(page, site):
    open_rules(page, site, "piramide")
    labels = page.locator("figure [role=img]").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert "15 cards face down" in labels[0]
    assert "stock of 19" in labels[0]
    assert labels[1].count(";") == 4
    glowing = page.locator(".figure.cards:has(.hinted)").evaluate_all(
        """figures => figures.map(figure => [...figure.querySelectorAll('.hinted use')]
            .map(use => use.getAttribute('href').slice(-2)))"""
    )
    assert glowing == [freed(1), freed(3)] == [["4d"], ["7s", "Ad"]]
    assert labels[3].endswith("3 of coppe and 7 of denari have left; face up now: 4 of denari")
    assert "6 of spade" in labels[4]
    assert "7 of spade and Asso of denari" in labels[4]
    state = piramide_session(7).state
    assert (state.drawn, state.waste, len(state.stock)) == ("3d", ("7b",), 16)
    assert labels[5] == "Stock of 16, drawn card 3 of denari, on top of the waste 7 of bastoni"


# The lessons


def test_the_arenas_lesson_is_played_to_its_end_by_taps(page, site):
    open_lesson(page, site, "arena")
    assert "Hold the button" in words(page)
    expect_no_secret(page)
    hand_piece(page, "O").click()
    stack(page, "B3").click()
    assert message(page) == ENGLISH["lesson.wait"]
    page.locator('[data-command="peek"]').hover()
    page.mouse.down()
    assert "pink" in page.locator(".secret").inner_text()
    page.mouse.up()
    expect_no_secret(page)
    assert step(page) == 2
    hand_piece(page, "P").click()
    stack(page, "B3").click()
    assert message(page) == ENGLISH["lesson.other"]
    expect_stacks(page, arena_session())

    def tap(move):
        hand_piece(page, move[0]).click()
        stack(page, move[2:]).click(force=True)

    tap("O@C2")
    expect_stacks(page, arena_session(1))
    go_on(page)
    expect_stacks(page, arena_session(2))
    assert stack(page, "B1").evaluate("e => e.hasAttribute('data-pointed')")
    tap("B@B1")
    assert message(page) == "Blue was played here just now; B1 is locked for this turn."
    tap("P@A1")
    assert message(page) == "A bare pink base takes no pink."
    expect_stacks(page, arena_session(2))
    tap("P@A4")
    expect_stacks(page, arena_session(3))
    go_on(page)
    tap("B@B1")
    expect_stacks(page, arena_session(5))
    go_on(page)
    tap("P@C4")
    go_on(page)
    end = arena_session(8)
    expect_stacks(page, end)
    scores = {score.colour: score for score in arena.outcome(end.state).scores}
    assert scores["P"].stacks == scores["B"].stacks == 5, "as the lesson says"
    assert (scores["P"].tall, scores["B"].tall) == (2, 1)
    assert arena.outcome(end.state).winners == (0,)
    page.locator('[data-command="lesson-choose"][data-colour="B"]').click()
    assert message(page) == ENGLISH["lesson.wrong"]
    page.locator('[data-command="lesson-choose"][data-colour="P"]').click()
    assert words(page).startswith("Pink wins")
    lit = page.locator(".stack.winning").evaluate_all("all => all.map(e => e.dataset.tops)")
    assert lit == [tops for tops in end.state.stacks if tops.endswith("P")]
    assert page.evaluate("localStorage['vanishing-pyramids.arena']") is None
    go_on(page)
    page.wait_for_selector("body[data-dialog=new-arena]")


def test_la_piramides_lesson_is_played_to_its_end_by_taps(page, site):
    open_lesson(page, site, "piramide")

    def tap(text):
        if text == "+":
            page.locator('[data-pile="stock"]').click()
        else:
            for code in piramide.parse_move(text).cards:
                card(page, code).click()

    tap("Rb")
    assert message(page) == ENGLISH["lesson.other"]
    tap("3c6s")
    assert message(page).startswith("3 of coppe and 6 of spade make 9")
    card(page, "6s").click()
    for ply, text in enumerate(PIRAMIDE_MOVES, 1):
        if text == "4d6s":
            tap("+")
            assert message(page) == ENGLISH["illegal.removal_left"]
        tap(text)
        state = piramide_session(ply).state
        assert page.locator('[data-pile="stock"]').get_attribute("data-count") == str(
            len(state.stock)
        )
        for code in piramide.available(state):
            assert card(page, code).is_visible()
    assert step(page) == 10
    assert not [key for key in json.loads(storage(page)) if "piramide" in key], "nothing is kept"
    go_on(page)
    page.wait_for_selector("body[data-screen=piramide]:not(:has(.lesson))")
    assert page.locator('[data-pile="stock"]').get_attribute("data-count") == "19"
    assert page.locator("[data-slot].gone").count() == 0


def test_the_arenas_lesson_is_played_by_keyboard_alone(page, site):
    open_lesson(page, site, "arena")
    names, at = arena.stack_names(4), 0

    def press_next():
        page.locator('[data-command="lesson-next"]').focus()
        page.keyboard.press("Enter")

    def play(move):
        nonlocal at
        stack(page, names[at]).focus()
        page.keyboard.press(str("OBGP".index(move[0]) + 1))
        goal = names.index(move[2:])
        for count, keys in (
            (goal // 4 - at // 4, ("ArrowUp", "ArrowDown")),
            (goal % 4 - at % 4, ("ArrowLeft", "ArrowRight")),
        ):
            for _ in range(abs(count)):
                page.keyboard.press(keys[count > 0])
        at = goal
        page.keyboard.press("Enter")

    page.locator('[data-command="peek"]').focus()
    page.keyboard.down(" ")
    assert "pink" in page.locator(".secret").inner_text()
    page.keyboard.up(" ")
    for move in ("O@C2", None, "B@B1", "P@A1", "P@A4", None, "B@B1", None, "P@C4", None):
        play(move) if move else press_next()
    assert step(page) == 12
    page.locator('[data-command="lesson-choose"][data-colour="P"]').focus()
    page.keyboard.press("Enter")
    assert words(page).startswith("Pink wins")
    page.keyboard.press("Enter")  # the keyboard is on "Play now"
    page.wait_for_selector("body[data-dialog=new-arena]")


def test_la_piramides_lesson_is_played_by_keyboard_alone(page, site):
    open_lesson(page, site, "piramide")
    for keys in ("7", "r", " ", "4", " ", "3", " ", " ", "3"):
        page.keyboard.press(keys)
        if keys != " ":
            page.keyboard.press("Enter")
    assert step(page) == 10
    assert words(page) == ENGLISH["lesson.piramide.won"]


@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_next_and_back_walk_through_a_lesson(page, site, game):
    open_lesson(page, site, game)
    texts = [words(page)]
    last = len([key for key in ENGLISH if key.startswith(f"lesson.{game}.")])
    if game == "arena":
        go_on(page)
        assert "pink" in page.locator(".secret").inner_text(), "a press is as good as holding"
    while step(page) < last:
        go_on(page)
        texts.append(words(page))
    assert len(set(texts)) == last
    for text in reversed(texts[:-1]):
        page.locator('[data-command="lesson-previous"]').click()
        assert words(page) == text
    assert page.locator('[data-command="lesson-previous"]').get_attribute("aria-disabled") == "true"


def test_a_lesson_leaves_the_running_game_and_all_that_is_kept_alone(page, site):
    open_ready(page, f"{site.url}#/piramide/1")
    session = Session(piramide, piramide.Params("stuck", 6, False, 0), 1)
    first = piramide.format_move(piramide.legal_moves(session.state)[0])
    for code in piramide.parse_move(first).cards:
        card(page, code).click()
    session.play(first)
    expect_cards(page, session.state)
    page.locator('[data-command="rules"]').click()
    page.locator('#dialog [data-command="lesson"]').click()
    page.wait_for_selector(".lesson")
    kept = storage(page)  # the clock, too: the game was left
    assert page.url.endswith("#/piramide/lesson")
    assert page.locator('[data-command="hint"]:visible,[data-command="undo"]:visible').count() == 0
    for _ in range(4):
        go_on(page)
    for key in "hnuy":
        page.keyboard.press(key)
    assert page.locator("dialog[open]").count() == 0
    assert storage(page) == kept
    page.locator('[data-command="lesson-skip"]').click()
    page.wait_for_selector("body:not(:has(.lesson))")
    expect_cards(page, session.state)
    assert page.url.endswith("#/piramide/1")
    assert storage(page) == kept


@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_home_offers_the_lesson_until_a_game_is_kept_and_back_leads_home(page, site, game):
    open_ready(page, site.url)
    offer = page.locator(f'#home [data-game="{game}"][data-command="lesson"]')
    offer.click()
    page.wait_for_selector(".lesson")
    page.go_back()
    page.wait_for_selector("body[data-screen=home]")
    assert offer.is_visible()
    page.go_forward()
    page.wait_for_selector(".lesson")
    page.locator('[data-command="lesson-skip"]').click()
    page.wait_for_selector("body[data-screen=home]")
    address = "#/arena/3?players=2" if game == "arena" else "#/piramide/3"
    open_ready(page, f"{site.url}?again{address}")
    page.locator('[data-command="home"]').click()
    page.wait_for_selector("body[data-screen=home]")
    wait_until(lambda: not offer.is_visible())
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    assert not offer.is_visible()


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("game", ["arena", "piramide"])
def test_every_step_fits_the_screen(page, site, game):
    open_lesson(page, site, game)
    last = len([key for key in ENGLISH if key.startswith(f"lesson.{game}.")])
    size = page.viewport_size
    while True:
        boxes = page.locator("#screen button:visible").evaluate_all(
            "all => all.map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect().toJSON()])"
        )
        for name, box in boxes:
            assert box["left"] >= -1, name
            assert box["right"] <= size["width"] + 1, name
            assert box["bottom"] <= size["height"] + 1, name
            assert "lesson" not in name or min(box["width"], box["height"]) >= 40, name
        assert page.evaluate(
            "(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('.lesson'))"
        )
        if step(page) == last:
            break
        go_on(page)
