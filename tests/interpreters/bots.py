"""Tells what the bots choose in one position and what the table believes; for `run.mjs`."""

import json

from game.minds import beliefs, bots, finish
from game.rules import arena
from game.rules.chance import Pcg32


def trace(line: str) -> str:
    """Return, as one JSON line, beliefs and the choice of each level for an observation as text."""
    seen = arena.parse_observation(line)
    believed = [
        [f"{chances[colour]:.8f}" for colour in seen.colours] for chances in beliefs.beliefs(seen)
    ]
    choices = [
        list(finish(bots.choosing(level, seen, Pcg32(1, bots.STREAM), 16))) for level in bots.LEVELS
    ]
    return json.dumps([believed, choices])
