"""The small live scenes of the home screen: a pyramid of cards, a few stacks of an arena."""

from game.rules import arena, piramide
from game.rules.chance import Pcg32
from game.views import browser
from game.views.piramide import card_html, load_deck
from game.views.pyramids import Painter

STACK_WIDTH_PX, STACK_HEIGHT_PX = 40, 62
SCENE_STACKS = 4
SCENE_PLIES = 14


def draw_scenes() -> None:
    """Draw both scenes anew."""
    rng = Pcg32(browser.random_deal(2**32), 0)
    draw_cards(rng)
    draw_stacks(rng)


def draw_cards(rng) -> None:
    """Draw a little pyramid of cards, its last row face up."""
    load_deck()
    pack = list(piramide.PACK)
    rng.shuffle(pack)
    cards = []
    for row in range(3):
        for column in range(row + 1):
            face = pack.pop() if row == 2 else piramide.FACE_DOWN
            cards.append(
                f'<div class="card" style="--row:{row};--column:{column}">{card_html(face)}</div>'
            )
    browser.set_html(browser.find('[data-scene="piramide"]'), "".join(cards))


def draw_stacks(rng) -> None:
    """Draw the tallest stacks of an arena after a few moves by chance."""
    state = arena.new_game(arena.Params(2, "random", None), rng.next())
    for _ in range(SCENE_PLIES):
        moves = [m for m in arena.legal_moves(state) if m.stack in ("A1", "B1", "C1", "D1")]
        if not moves:
            break
        state = arena.apply_move(state, moves[rng.below(len(moves))])
    ratio = max(2.0, browser.pixel_ratio())
    width, height = STACK_WIDTH_PX * SCENE_STACKS, STACK_HEIGHT_PX * 1.25
    canvas = browser.make_canvas(round(width * ratio), round(height * ratio))
    context = canvas.getContext("2d")
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    painter = Painter(browser.make_canvas)
    painter.resize(STACK_WIDTH_PX, STACK_HEIGHT_PX, ratio)
    for index, stack in enumerate(state.stacks[:SCENE_STACKS]):
        painter.draw_stack(context, stack, (index + 0.5) * STACK_WIDTH_PX, height * 0.82)
    scene = browser.find('[data-scene="arena"]')
    browser.set_html(scene, "")
    scene.append(canvas)
