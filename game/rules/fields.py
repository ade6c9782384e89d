"""Checks what comes from outside: the fields of a record, which may hold anything, and moves.

Each reader returns a checked value or raises `RecordError`, whose text names the key.
"""


class RecordError(ValueError):
    """A record that is malformed; the text says which key and why, in English.

    What an address can have wrong also has a `fault`, such as "number", and the `words` that belong
    to it: a view says them in its player's language. Other faults are "".
    """

    def __init__(self, text: str, fault: str = "", **words):
        super().__init__(text)
        self.fault = fault
        self.words = words


class IllegalMove(ValueError):
    """A move that the rules forbid. Its text is the reason in English, for the command line."""

    def __init__(self, reason: str, text: str):
        super().__init__(text)
        self.reason = reason  # such as "locked": what a view looks up in its player's language


def shown(value) -> str:
    """Return any value as short printable ASCII, for an error text."""
    if isinstance(value, str):
        return '"' + cut("".join([escaped(ord(letter)) for letter in value[:41]])) + '"'
    return cut(repr_of(value))


def escaped(code: int) -> str:
    """Return a character, given its code, as JSON writes it within printable ASCII."""
    if code > 0xFFFF:
        pair = code - 0x10000
        return escaped(0xD800 + (pair >> 10)) + escaped(0xDC00 + (pair & 0x3FF))
    if not 32 <= code < 127:
        return f"\\u{code:04x}"
    return "\\" + chr(code) if chr(code) in '"\\' else chr(code)


def cut(text: str) -> str:
    """Return a text cut to 40 characters."""
    return text if len(text) <= 40 else text[:37] + "..."


def repr_of(value) -> str:
    """Return what kind of JSON value this is, or the value itself where that is short."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number of more than 40 digits"
    return str(value)


def check_keys(record: dict, required: tuple, optional: tuple) -> None:
    """Refuse a record with a key missing or a key too many."""
    for key in required:
        if key not in record:
            raise RecordError(f"{key} is missing", "missing", name=key)
    unknown = sorted([key for key in record if key not in required and key not in optional])
    if unknown:
        name = shown(unknown[0])
        raise RecordError(f"unknown key {name}", "unknown", name=name)


def integer(record: dict, key: str, low: int, high: int) -> int:
    """Return the whole number under a key, low <= number <= high."""
    value = record[key]
    if type(value) is not int or not low <= value <= high:
        raise RecordError(
            f"{key} must be a whole number from {low} to {high}, not {shown(value)}",
            "number",
            name=key,
            low=low,
            high=high,
            value=shown(value),
        )
    return value


def choice(record: dict, key: str, choices: tuple, default=None):
    """Return the value under a key, one of the choices (texts, or True and False)."""
    if key not in record and default is not None:
        return default
    value = record[key]
    for allowed in choices:
        if type(value) is type(allowed) and value == allowed:
            return value
    names = " or ".join([repr_of(allowed) for allowed in choices])
    raise RecordError(
        f"{key} must be {names}, not {shown(value)}",
        "choice",
        name=key,
        choices=names.replace(" or ", ", "),
        value=shown(value),
    )


def text(record: dict, key: str) -> str:
    """Return the text under a key."""
    value = record[key]
    if not isinstance(value, str):
        raise RecordError(f"{key} must be text, not {shown(value)}")
    return value


def texts(record: dict, key: str, length: int | None = None) -> list:
    """Return the list of texts under a key; of that length, where one is given."""
    value = record[key]
    if not isinstance(value, list):
        raise RecordError(f"{key} must be a list of texts, not {shown(value)}")
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise RecordError(f"{key}: item {index + 1} must be text, not {shown(item)}")
    if length is not None and len(value) != length:
        raise RecordError(f"{key} must have {length} items, not {len(value)}")
    return value
