"""Where answers come from: the page itself, in slices, and for strength a Python worker.

What the page can answer it begins at once. For questions that need strength the worker is asked as
well, and started when it does not run yet: whichever is first wins, and where no worker can start
the page alone answers.
"""

import json
from collections import namedtuple

from game.locales import say
from game.rules import arena
from game.rules import piramide as rules
from game.views import browser

SLICE_MS = 12
"""How long the page thinks before it lets taps and repaints through; one step may overrun it."""
PAGE_ALONE_MS = 1500
"""A search that the page can do as well begins there; the worker is called for when it lasts."""
STALL_MS = 15_000
STARTING_MS = 60_000
"""A worker whose files stop coming, or that starts, for so long is not waited for."""
ANSWERING_MS = 30_000
"""A worker that says nothing for so long is given up."""
HINT_S = 1.0
ARRANGEMENTS = 10_000
"""A hint of the worker takes so long, or so many ways the hidden cards may lie."""
MOVE_S = 1.0
PLAYOUTS = 100_000
"""A bot in the worker thinks so long, or plays the rest of the game out so often."""


class PageRun:
    """A job of game/minds that runs on the page, a slice at a time."""

    def __init__(self, job, done, progress=None):
        self.job = job
        self.done = done
        self.progress = progress
        self.timer = browser.after(0, self.step)

    def step(self) -> None:
        """Run for one slice."""
        end = browser.now_ms() + SLICE_MS
        told = None
        try:
            while True:
                value = next(self.job)
                if value is not None:
                    told = value
                if browser.now_ms() >= end:
                    break
        except StopIteration as stop:
            self.timer = None
            self.done(stop.value)
            return
        if told is not None and self.progress:
            self.progress(told)
        if self.timer is not None:
            self.timer = browser.after(0, self.step)

    def cancel(self) -> None:
        """Stop; nothing more is told."""
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None


class Waiter(namedtuple("Waiter", "done progress grown")):
    """Who waits for an answer: `done(answer)` at the end.

    `progress(text, part)` tells how far it is, a part of 1 or None; `grown(answer)`, or None, is
    told what is known before the end.
    """


class Advice(namedtuple("Advice", "moves chance low high ceiling tried")):
    """A hint of the worker, with the fields of `game.minds.hints.Hint`."""


class Advised(namedtuple("Advised", "move reason colour player tried")):
    """A move of the worker, with the fields of `game.minds.bots.Choice`."""


class Request:
    """One question, on its way on the page and to the worker."""

    def __init__(self, thinker, question: str, argument: tuple, waiter: Waiter):
        self.thinker = thinker
        self.question, self.argument = question, argument
        self.waiter = waiter
        self.over = False
        self.number = 0  # by which the worker knows it, once it was asked
        self.timer = None
        self.answer = None  # the best known before the end
        delay_ms = thinker.strength_after_ms(question, argument)
        self.waits_for_worker = delay_ms is not None
        self.run = thinker.run(question, argument, self.page_done, self.page_grown)
        if delay_ms == 0:
            self.need_worker()
        elif delay_ms:
            self.timer = browser.after(delay_ms, self.need_worker)

    def need_worker(self) -> None:
        """Ask for the worker."""
        self.timer = None
        if not self.over:
            self.wait_for(STALL_MS)
            self.thinker.worker.need(self)

    def wait_for(self, limit_ms: int) -> None:
        """Give the worker up, unless something comes in time."""
        self.stop_timer()
        self.timer = browser.after(limit_ms, self.worker_silent)

    def page_grown(self, answer) -> None:
        """Something is known before the end."""
        if self.waiter.grown:
            self.waiter.grown(answer)

    def page_done(self, answer) -> None:
        """The page knows; a hint of the worker is worth waiting for all the same."""
        self.run = None
        if self.waits_for_worker and self.question in ("hint", "move"):
            self.page_grown(answer)
            self.answer = answer
        else:
            self.finish(answer)

    # What the worker tells

    def worker_loading(self, text: str, part: float | None) -> None:
        """It is on its way."""
        self.wait_for(STARTING_MS if part is None else STALL_MS)
        self.waiter.progress(text, part)

    def worker_failed(self) -> None:
        """There is no worker: the page's answer has to do."""
        self.stop_timer()
        self.waits_for_worker = False
        if self.run is None and not self.over:
            self.finish(self.answer)

    def worker_ready(self) -> None:
        """Ask it."""
        self.waiter.progress(say("search.thinking"), None)
        self.wait_for(ANSWERING_MS)
        self.number = self.thinker.ask_worker(self)

    def worker_told(self, told) -> None:
        """It knows something before the end, more than the page."""
        self.wait_for(ANSWERING_MS)
        if self.question in ("hint", "move"):
            self.answer = told
            if self.run:
                self.run.cancel()
                self.run = None
        self.page_grown(told)

    def worker_silent(self) -> None:
        """It does not come, or does not answer: do without, and end one that was asked."""
        self.timer = None
        if self.number:
            self.thinker.end_worker()
        else:
            self.thinker.worker.drop(self)
            self.worker_failed()

    # The end

    def finish(self, answer) -> None:
        """The answer is there."""
        if not self.over:
            self.cancel()
            self.waiter.done(answer)

    def cancel(self) -> None:
        """Nobody waits any more."""
        self.over = True
        self.stop_timer()
        if self.run:
            self.run.cancel()
            self.run = None
        self.thinker.drop(self)

    def stop_timer(self) -> None:
        """Something came before the time was up."""
        if self.timer is not None:
            browser.cancel(self.timer)
            self.timer = None


class Thinker:
    """Answers questions: "hint", "move", "solve", "judge", "find" and "daily" (game/brain.py).

    `start_job(question, argument)` returns a job of game/minds that answers on the page.
    """

    def __init__(self, start_job, worker):
        self.start_job = start_job
        self.worker = worker
        self.asked: dict = {}  # by number: what the worker was asked and has not answered
        self.numbers = 0
        self.channel: str | None = None

    def run(self, question: str, argument: tuple, done, grown=None) -> PageRun:
        """Answer on the page alone."""
        return PageRun(self.start_job(question, argument), done, grown)

    def ask(self, question: str, argument: tuple, waiter: Waiter) -> Request:
        """Answer as well and as soon as possible; return what `cancel()` stops."""
        return Request(self, question, argument, waiter)

    def strength_after_ms(self, question: str, argument: tuple) -> int | None:
        """Return after how long the worker should be asked as well, or None for never."""
        if question == "hint":
            return 0
        if question == "move":
            return 0 if argument[0] == "hard" else None
        if question in ("judge", "find") and argument[0].draw == "free":
            return 0 if self.worker.state == "ready" else PAGE_ALONE_MS
        return None

    # The worker's side: texts both ways, docstring of game/brain.py

    def ask_worker(self, request: Request) -> int:
        """Put a question to the worker; return its number."""
        if self.channel is None:
            self.channel = f"vanishing-pyramids.{browser.random_deal(2**53):x}"
            browser.listen_to(self.channel, self.told)
        self.numbers += 1
        number = self.numbers
        self.asked[number] = request
        question = question_fields(request.question, request.argument)
        question["number"], question["channel"] = number, self.channel

        def answered(text):
            if number in self.asked:
                del self.asked[number]
                answer = json.loads(text)
                if "error" in answer:
                    request.worker_failed()
                elif "stopped" not in answer:
                    request.finish(answer_of(request.question, answer))

        def failed(reason):
            if number in self.asked:
                del self.asked[number]
                request.worker_failed()

        self.worker.call(request.question, json.dumps(question), answered, failed)
        return number

    def told(self, text: str) -> None:
        """The worker tells how far it is with a question."""
        message = json.loads(text)
        request = self.asked.get(message["number"])
        if request:
            request.worker_told(answer_of(request.question, message["told"]))

    def end_worker(self) -> None:
        """End a worker that does not answer; what it was asked is left to the page."""
        self.worker.kill()
        asked, self.asked = self.asked, {}
        for number in asked:
            asked[number].worker_failed()

    def drop(self, request: Request) -> None:
        """Nobody waits for this any more."""
        self.worker.drop(request)
        if request.number in self.asked:
            del self.asked[request.number]
            number = json.dumps({"number": request.number})
            self.worker.call("stop", number, lambda _: None, lambda _: None)


def question_fields(question: str, argument: tuple) -> dict:
    """Return a question as the worker wants it."""
    if question == "hint":
        return {
            "seen": rules.format_observation(argument[0]),
            "seed": browser.random_deal(2**30),
            "arrangements": ARRANGEMENTS,
            "seconds": HINT_S,
        }
    if question == "move":
        level, seen = argument
        return {
            "level": level,
            "seen": arena.format_observation(seen),
            "seed": browser.random_deal(2**30),
            "playouts": PLAYOUTS,
            "seconds": MOVE_S,
        }
    if question == "judge":
        return {"record": argument[1].record()}
    params, first = argument
    return {
        "draw": params.draw,
        "rows": params.rows,
        "open": params.open,
        "redeals": params.redeals,
        "first": first,
    }


def answer_of(question: str, answer):
    """Return an answer of the worker as the page's own jobs give it."""
    if question == "hint":
        moves = [tuple(pair) for pair in answer["moves"]]
        numbers = [answer[key] for key in ("chance", "low", "high", "ceiling", "tried")]
        return Advice(*([moves] + numbers))
    if question == "move":
        return Advised(*[answer[key] for key in ("move", "reason", "colour", "player", "tried")])
    if question == "judge":
        return answer["answer"], answer["ply"], answer["moves"]
    return answer["deal"] if isinstance(answer, dict) else answer
