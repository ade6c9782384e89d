"""How smoothly each motion runs, as a share of the frames that a bare page shows at that moment."""

import itertools
import statistics

from game.minds import solver
from game.rules import arena, piramide
from game.session import Session
from scripts.bench.figures import compare
from scripts.bench.pages import OURS, PHONE_SIZE, slow_down
from scripts.pictures import finished, opened

MOTIONS = "Frames a second while something moves, CPU slowed 4x"
BUSY = "How busy a motion keeps the page's thread"
BARE = "a bare square that moves"
FRAMES_RATIO_LEAST = 0.95

RECORD_FRAMES = """() => {
const ask = window.requestAnimationFrame.bind(window);
const forget = window.cancelAnimationFrame.bind(window);
const asked = new Set();
window.requestAnimationFrame = (draw) => {
  const frame = ask((now) => { asked.delete(frame); draw(now); });
  asked.add(frame);
  return frame;
};
window.cancelAnimationFrame = (frame) => { asked.delete(frame); forget(frame); };
window.framesAfter = (begin) => new Promise((done) => {
  const frames = [];
  const look = (now) => {
    frames.push(now);
    const moving = asked.size || document.getAnimations().length || frames.length < 4;
    if (moving && frames.length < 600) ask(look);
    else done(frames.slice(2).map((at, index) => at - frames[index + 1]));
  };
  begin();
  ask(look);
});
}"""
"""Gives a page `framesAfter(begin)`: the ms between frames for as long as something moves, without
the first, in which what has begun is got ready (taps.py times that)."""

TAP_FRAMES = "(css) => framesAfter(() => document.querySelector(css).click())"
BARE_FRAMES = """() => framesAfter(() => document.body.firstElementChild.animate(
  [{transform: "none"}, {transform: "translate(200px, 300px)"}], 600))"""
BARE_PAGE = '<div style="width:60px;height:90px;background:#a83f26"></div>'


def played_until(session, wanted):
    """Return the session after its first move that does what is wanted, else the last legal."""
    while not session.is_over():
        moves = session.rules.legal_moves(session.state)
        found = next((move for move in moves if wanted(session.state, move)), None)
        session.play(session.rules.format_move(found or moves[-1]))
        if found:
            return session
    raise ValueError("no such move in this game")


def cancels(state, move):
    """Return whether a move lets two movers of the Arena vanish."""
    return sum(map(len, arena.apply_move(state, move).stacks)) < sum(map(len, state.stacks))


def drops_late(state, move):
    """Return whether a move lets a mover drop where stacks are already high."""
    return len(state.moves) >= 16 and not cancels(state, move)


def won_session():
    """Return a won game of La Piramide."""
    params = piramide.parse_setup({"deal": 0})[0]
    for deal in itertools.count(1):
        session = Session(piramide, params, deal)
        solution = solver.solve(session.state)
        if solution.winnable:
            for move in solution.moves:
                session.play(move)
            return session


def motions():
    """Return what moves: its name, and a game whose last move, undone and redone, does that."""
    cards = Session(piramide, piramide.parse_setup({"deal": 1, "draw": "free"})[0], 1)
    pairs = Session(piramide, cards.params, 1)
    stacks = [Session(arena, arena.Params(4, "random", None), 7) for _ in range(2)]
    for session in stacks:
        session.facts = {"looked": 4}
    return (
        ("a card is drawn", played_until(cards, lambda _, move: move.action == "draw")),
        ("a pair vanishes", played_until(pairs, lambda _, move: move.action == "remove")),
        ("La Piramide is won", won_session()),
        ("a mover drops", played_until(stacks[0], drops_late)),
        ("two movers vanish", played_until(stacks[1], cancels)),
    )


def measure_motion(bench):
    """Frames a second of each motion, with the CPU slowed 4x, and how busy the page's thread is.

    After the motions of a game its page shows nothing but a square that moves: what this machine
    can do at that moment.
    """
    over = finished(Session(arena, arena.Params(4, "random", None), 7))
    over.facts = {"looked": 4}
    scenes = [(name, session, ("undo", "redo")) for name, session in motions()]
    scenes.append(("The Arena is won", over, ("reveal",)))
    samples = {}  # by the motion's name: [frames a second, busy %, both of the bare page]
    for _ in range(bench.repeats):
        for name, session, commands in scenes:
            for key, sample in move_once(bench, name, session, commands).items():
                samples.setdefault(key, []).append(sample)
    figures = []
    for name, rows in samples.items():
        rate, busy, bare_rate, bare_busy = zip(*rows, strict=True)
        least = FRAMES_RATIO_LEAST
        frames = (MOTIONS, name, "/s", rate, BARE, bare_rate)
        figures.append(compare(*frames, ratio_least=least))
        figures.append(compare(BUSY, name, "%", busy, BARE, bare_busy))
    return sorted(figures, key=lambda figure: figure.group, reverse=True)


def move_once(bench, name, session, commands):
    """Let a page move and then the bare square; return a sample by the motion's name."""
    size = tuple(PHONE_SIZE.values())
    with opened(bench.browser, bench.sites[OURS], size, "light", session, still=False) as page:
        page.evaluate(RECORD_FRAMES)
        devtools = page.context.new_cdp_session(page)
        slow_down(devtools)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

        def watched(*call):
            began = busy_ms(devtools)
            gaps = page.evaluate(*call)
            return 1000 / statistics.mean(gaps), 100 * (busy_ms(devtools) - began) / sum(gaps)

        seen = {}
        for command in commands:
            key = f"{name}, undone" if command == "undo" else name
            seen[key] = watched(TAP_FRAMES, f'[data-command="{command}"]')
        page.evaluate(f"document.body.innerHTML = '{BARE_PAGE}'")
        bare = watched(BARE_FRAMES)
    return {key: (*sample, *bare) for key, sample in seen.items()}


def busy_ms(devtools):
    """Return how long the page's thread has worked so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
