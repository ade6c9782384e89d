"""Tells what each address of a JSON list names; must print the same under every interpreter."""

import json

from game.addresses import parse_address
from game.rules.fields import shown


def trace(line: str) -> str:
    """Return, as one JSON line, what each fragment of a JSON list is read as."""
    return json.dumps([read(fragment) for fragment in json.loads(line)])


def read(fragment: str) -> list:
    """Return the screen, the sorted fields of the deal or None, and the link or None."""
    address = parse_address(fragment)
    setup = address.setup
    fields = None if setup is None else [[shown(key), shown(setup[key])] for key in sorted(setup)]
    return [shown(address.screen), fields, shown(address.link)]
