"""What the players read, one catalogue a language; every sentence on the page comes from here."""

from game.locales import en

catalogue = en
"""The language in use."""


def say(key: str, **words) -> str:
    """Return the text of a key with its {words} filled in."""
    return catalogue.TEXTS[key].format(**words) if words else catalogue.TEXTS[key]


def say_count(key: str, count: int, **words) -> str:
    """Return the text of a key in the grammatical number of a count, which it names {count}."""
    return say(key + "." + catalogue.plural(count), count=count, **words)
