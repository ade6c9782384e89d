"""Cleans the names of a JSON list; must print the same under every interpreter."""

import json

from game.views.names import clean_name


def trace(line: str) -> str:
    """Return, as one JSON line, what becomes of each name of a JSON list."""
    return json.dumps([clean_name(name) for name in json.loads(line)])
