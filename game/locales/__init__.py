"""What the players read, one catalogue a language; every sentence on the page comes from here.

A catalogue is a JSON file beside this one, from keys to words; a list of words has a paragraph each.
A key that ends in .one, .two, .few, .many or .other is for a count of that grammatical number.
"""

texts: dict = {}
"""The words of the language in use, by their keys."""


class Grammar:
    """What the browser knows of a language; without a browser, plain English."""

    def plural(self, count: int) -> str:
        """Return the grammatical number of a count: a key's ending."""
        return "one" if count == 1 else "other"

    def number(self, value: float) -> str:
        """Return a number as it is written in the language."""
        return str(value)


grammar = Grammar()


def use(catalogue: dict, rules=None) -> None:
    """Speak the language of this catalogue from now on; `rules` is its `Grammar`."""
    global grammar
    grammar = rules or Grammar()
    texts.clear()
    for key in catalogue:
        words = catalogue[key]
        texts[key] = words if isinstance(words, str) else "\n".join(words)


def say(key: str, **words) -> str:
    """Return the text of a key with its {words} filled in."""
    return texts[key].format(**words) if words else texts[key]


def say_count(key: str, count: int, **words) -> str:
    """Return the text of a key in the grammatical number of a count, which it names {count}.

    A language needs no form of its own for numbers that do not occur.
    """
    form = key + "." + grammar.plural(count)
    if form not in texts:
        form = key + ".other"
    return say(form, count=grammar.number(count), **words)


def number(value: float) -> str:
    """Return a number as it is written in the language in use."""
    return grammar.number(value)


def listed(names: list[str]) -> str:
    """Return names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return say("list.and", first=", ".join(names[:-1]), last=names[-1])
