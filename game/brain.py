"""The worker starts here, brain-only: Pyodide answers what needs strength, behind `await`.

The page calls one of the functions in `__export__` with one text and awaits one text, both JSON.
Questions run side by side; each gives way to the others, and to `stop`, every 20 ms.

A question is an object. Every one may have `"number"`, by which it can be stopped, and
`"channel"`, a BroadcastChannel on which ten times a second `{"number", "told"}` says how far it is.

    function  asks, beside these                                  answers
    hint      "seen": observation as text, "seed": integer,       "moves": [[text, worth], …] the
              "arrangements": at most so many, "seconds": at      best first, "chance", "low",
              most so long; told is the answer so far             "high", "ceiling", "tried"
    move      "level", "seen": observation as text, "seed",       "move", "reason", "colour",
              "playouts": at most so many, "seconds": at most     "player", "tried"
              so long (optional); told is the answer so far
    solve     "position": text                                    "winnable", "states", "moves"
    judge     "record": a record's object                         "answer", "ply", "moves"
    find      "draw", "rows", "open", "redeals" as in a record    "deal"
              (optional), "first": deal; told is deals tried
    daily     "date": "YYYYMMDD"; told is deals tried             "deal"
    stop      "number", or nothing for all                        "stopped": how many

What the fields of an answer mean is said at `Hint`, `Choice`, `Solution` and `Verdict`. In place of
an answer comes `{"stopped": true}`, or `{"error": reason}` for a question that is not understood.
"""

import asyncio
import json
import math
import time

from game.minds import bots, deals, hints, solver
from game.rules import arena, fields, piramide
from game.rules.chance import MAX_DEAL, Pcg32

__export__ = ["hint", "move", "solve", "judge", "find", "daily", "stop"]

SLICE_S = 0.02
TELL_EVERY_S = 0.1

running: dict = {}
"""The questions at work, by a count of ours; a list [number, is stopped] each."""
channels: dict = {}


async def hint(text: str) -> str:
    """Answer what to do and how likely a win is, from what the player sees."""

    def start(question: dict):
        rng = Pcg32(fields.integer(question, "seed", 0, MAX_DEAL), hints.STREAM)
        seen = piramide.parse_observation(fields.text(question, "seen"))
        return hints.hinting(seen, rng, fields.integer(question, "arrangements", 1, 10**6))

    return await answer(text, start, hints.Hint._asdict)


async def move(text: str) -> str:
    """Answer what a bot plays in the Arena, and why, from what its player sees."""

    def start(question: dict):
        rng = Pcg32(fields.integer(question, "seed", 0, MAX_DEAL), bots.STREAM)
        seen = arena.parse_observation(fields.text(question, "seen"))
        playouts = fields.integer(question, "playouts", 0, 10**6)
        return bots.choosing(fields.text(question, "level"), seen, rng, playouts)

    return await answer(text, start, bots.Choice._asdict)


async def solve(text: str) -> str:
    """Answer whether a position can be won with all cards known, and how."""

    def start(question: dict):
        return solver.solving(piramide.parse_state(fields.text(question, "position")))

    return await answer(text, start, solver.Solution._asdict)


async def judge(text: str) -> str:
    """Answer whether a game can still be won, or which move threw it away."""

    def start(question: dict):
        return solver.judging(positions(question["record"]))

    return await answer(text, start, solver.Verdict._asdict)


async def find(text: str) -> str:
    """Answer with the first deal that can be won, from a given one on."""

    def start(question: dict):
        keys = ("draw", "rows", "open", "redeals")
        setup = {key: question[key] for key in keys if key in question}
        setup["deal"] = question["first"]
        return deals.finding(*piramide.parse_setup(setup))

    return await answer(text, start, lambda deal: {"deal": deal})


async def daily(text: str) -> str:
    """Answer with the daily deal of a date."""

    def start(question: dict):
        return deals.finding_daily(fields.text(question, "date"))

    return await answer(text, start, lambda deal: {"deal": deal})


async def stop(text: str) -> str:
    """Stop one question, or all; each then answers that it was stopped."""
    question = json.loads(text)
    count = 0
    for entry in running.values():
        if question.get("number", entry[0]) == entry[0] and not entry[1]:
            entry[1] = True
            count += 1
    return json.dumps({"stopped": count})


async def answer(text: str, start, fields_of) -> str:
    """Run the job that `start(question)` returns; return its answer's `fields_of` as JSON."""
    try:
        question = json.loads(text)
        job = start(question)
    except KeyError as error:
        return json.dumps({"error": f"{error.args[0]} is missing"})
    except ValueError as error:
        return json.dumps({"error": str(error)})
    number = question.get("number")
    entry = [number, False]
    key = max(running, default=0) + 1
    running[key] = entry
    began = told_at = time.monotonic()
    value = latest = None
    try:
        while True:
            pause = time.monotonic() + SLICE_S
            while time.monotonic() < pause:
                value = next(job)
                latest = latest if value is None else value
            now = time.monotonic()
            if latest is not None and now - began >= question.get("seconds", math.inf):
                return json.dumps(fields_of(latest))
            if latest is not None and now - told_at >= TELL_EVERY_S and "channel" in question:
                told_at = now
                told = fields_of(latest) if isinstance(latest, tuple) else latest
                tell(question["channel"], json.dumps({"number": number, "told": told}))
            await asyncio.sleep(0)
            if entry[1]:
                return json.dumps({"stopped": True})
    except StopIteration as end:
        return json.dumps(fields_of(end.value))
    finally:
        del running[key]


def positions(record: dict) -> list:
    """Return every position of a recorded game of La Piramide; raises `ValueError`."""
    setup = {key: record[key] for key in record if key not in ("game", "version", "moves")}
    states = [piramide.new_game(*piramide.parse_setup(setup))]
    for move in fields.texts(record, "moves"):
        states.append(piramide.apply_move(states[-1], piramide.parse_move(move)))
    return states


def tell(channel: str, text: str) -> None:
    """Send a text to the page."""
    import js  # type: ignore[import-not-found]

    if channel not in channels:
        channels[channel] = js.BroadcastChannel.new(channel)
    channels[channel].postMessage(text)
