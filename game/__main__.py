"""The command line: `python -m game replay FILE` checks a record; see docs/records.md."""

import argparse
import json
import sys

from game.rules import arena, piramide
from game.rules.fields import RecordError, shown
from game.session import PlyError, parse_record

GAMES = {arena.GAME: arena, piramide.GAME: piramide}


def read_json(text: str):
    """Return the value of a JSON text as browsers read it; raises `RecordError` for any other."""

    def refuse_constant(name: str):
        raise RecordError(f"{name} is not JSON")

    def refuse_doubles(pairs: list) -> dict:
        fields: dict = {}
        for key, value in pairs:
            if key in fields:
                raise RecordError(f"key {shown(key)} is there twice")
            fields[key] = value
        return fields

    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=refuse_doubles)
    except RecordError:
        raise
    except RecursionError:
        raise RecordError("nested too deeply") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"not JSON: {error.msg} at {place}") from None
    except ValueError:
        raise RecordError("a number has too many digits") from None


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for "-"; raises `RecordError`."""
    try:
        with open(0, "rb", closefd=False) if path == "-" else open(path, "rb") as file:
            return file.read().decode()
    except UnicodeDecodeError:
        raise RecordError("not UTF-8 text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise RecordError(f"cannot read {shown(path)}: {reason}") from None


def replay(path: str) -> int:
    """Print where a record leads, as one JSON object; return the exit status."""
    try:
        session = parse_record(read_json(read_text(path)), GAMES)
    except PlyError as error:
        print(error, file=sys.stderr)
        return 2
    except RecordError as error:
        print(f"record: {error}", file=sys.stderr)
        return 2
    print(json.dumps(session.rules.report(session.state)))
    return 0


def main() -> int:
    """Run the command that the arguments name; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("replay", help="check a record and print where it leads")
    command.add_argument("file", help='a file with one record, or "-" for standard input')
    arguments = parser.parse_args()
    return replay(arguments.file)


if __name__ == "__main__":
    sys.exit(main())
