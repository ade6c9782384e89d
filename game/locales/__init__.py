"""What the players read, one catalogue a language; every sentence on the page comes from here."""

from game.locales import en

catalogue = en
"""The language in use."""


def read_catalogue(text: str) -> dict[str, str]:
    """Return the sentences of a catalogue's text by their keys.

    A dict of that size written out would take MicroPython twenty times as long to compile.
    """
    sentences: dict[str, str] = {}
    key = ""
    for line in text.split("\n"):
        if line[:2] == "  ":
            more = line.strip()
            sentences[key] = sentences[key] + "\n" + more if sentences[key] else more
        elif line and line[0] != "#":
            key, _, words = line.partition(" =")
            sentences[key] = words.strip()
    return sentences


texts = read_catalogue(catalogue.TEXT)


def say(key: str, **words) -> str:
    """Return the text of a key with its {words} filled in."""
    return texts[key].format(**words) if words else texts[key]


def say_count(key: str, count: int, **words) -> str:
    """Return the text of a key in the grammatical number of a count, which it names {count}."""
    return say(key + "." + catalogue.plural(count), count=count, **words)
