"""The command line: replays, solves, plays and measures (docs/records.md, 5)."""

import os
import signal

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""
HEARS_CTRL_C = signal.getsignal(signal.SIGINT) is signal.default_int_handler
if __name__ == "__main__" and HEARS_CTRL_C:  # without a traceback, also while the rest is imported
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))

import argparse
import contextlib
import errno
import json
import sys

from game.minds import bots, match, quality, solver
from game.rules import arena, piramide
from game.rules.chance import MAX_DEAL, Pcg32
from game.rules.fields import RecordError, choice, integer, shown
from game.session import PlyError, parse_record

LARGEST_FILE = 64_000_000
"""Bytes; a record is smaller."""
PLAYOUTS = 2000
"""About as many as a hard bot makes on the page."""
MOST_PLAYOUTS = 10**9
MOST_GAMES = 10**6
"""Games or deals of one measurement; each leaves a number or two in the memory."""
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
            content = file.read(LARGEST_FILE + 1)
        if content is None:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        if len(content) > LARGEST_FILE:
            raise RecordError(f"more than {LARGEST_FILE} bytes")
        return content.decode()
    except UnicodeDecodeError:
        raise RecordError("not UTF-8 text") from None
    except RecordError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise RecordError(f"cannot read {shown(path)}: {reason}") from None


def replay(path: str) -> None:
    """Print where a record leads, as one JSON object."""
    session = parse_record(read_json(read_text(path)), GAMES)
    print(json.dumps(session.rules.report(session.state)))


def read_setup(arguments) -> tuple:
    """Return the params and the deal that the options name; raises `RecordError`."""
    setup = {}
    for key, text in (("deal", arguments.deal), ("rows", arguments.rows)):
        if text is not None:
            setup[key] = whole_number(text)
    if arguments.redeals is not None:
        setup["redeals"] = whole_number(arguments.redeals)
    for key in ("deck", "draw"):
        value = getattr(arguments, key)
        if value is not None:
            setup[key] = value
    if arguments.open:
        setup["open"] = True
    return piramide.parse_setup(setup)


def whole_number(text: str):
    """Return the number that a text writes in ASCII digits, or the text itself."""
    digits = text[1:] if text.startswith("-") else text
    return int(text) if digits.isascii() and digits.isdigit() and len(text) <= 40 else text


def solve(arguments) -> None:
    """Print whether a deal can be won with all cards known, and how."""
    params, deal = read_setup(arguments)
    solution = solver.solve(piramide.new_game(params, deal))
    if arguments.json:
        print(json.dumps(solution._asdict()))
    elif solution.winnable is None:
        print(f"Unknown: the search gave up after {solution.states} positions.")
    elif not solution.winnable:
        print(f"This deal cannot be won ({solution.states} positions searched).")
    else:
        print(f"This deal can be won ({solution.states} positions searched):")
        print(" ".join(solution.moves))


def measure(arguments) -> None:
    """Print how well the hint plays."""
    first, dash, last = arguments.deals.partition("-")
    low = integer({"deals": whole_number(first)}, "deals", 0, MAX_DEAL)
    high = integer({"deals": whole_number(last if dash else first)}, "deals", low, MAX_DEAL)
    integer({"number of deals": high + 1 - low}, "number of deals", 1, MOST_GAMES)
    numbers = range(low, high + 1)
    arguments.deal, arguments.deck = str(low), None
    params, _ = read_setup(arguments)
    counts = {key: whole_number(getattr(arguments, key)) for key in ("arrangements", "jobs")}
    arrangements = integer(counts, "arrangements", 1, 10**6)
    jobs = integer(counts, "jobs", 1, 999)
    table = quality.measure(params, numbers, arrangements, jobs)
    print(json.dumps(table) if arguments.json else quality.format_table(table))


def move(arguments) -> None:
    """Print what a bot plays where a record leads."""
    level = choice({"level": arguments.level}, "level", bots.LEVELS)
    seed = integer({"seed": whole_number(arguments.seed)}, "seed", 0, MAX_DEAL)
    playouts, seconds = read_budget(arguments)
    session = parse_record(read_json(read_text(arguments.file)), {arena.GAME: arena})
    seen = arena.observe(session.state, session.state.turn)
    if seen.turn is None:
        raise RecordError("moves lead to the end of the game")
    if seen.targets[seen.turn] is None:
        raise RecordError(f"targets must tell that of player {seen.turn + 1}, whose turn it is")
    chosen = match.chosen_move(level, seen, Pcg32(seed, bots.STREAM), playouts, seconds)
    print(json.dumps({"move": arena.format_move(chosen)}))


def play_match(arguments) -> None:
    """Print how bots do against each other."""
    names = ("players", "games", "seed", "jobs")
    numbers = {key: whole_number(getattr(arguments, key)) for key in names}
    players = integer(numbers, "players", 2, 4)
    games = integer(numbers, "games", 1, MOST_GAMES)
    deals = -(-games // players)
    first = integer(numbers, "seed", 0, MAX_DEAL - deals)
    jobs = integer(numbers, "jobs", 1, 999)
    seats = arguments.seats.split(",")
    for seat in seats:
        choice({"seats": seat}, "seats", match.SEATS)
    if len(seats) != players:
        raise RecordError(f"seats must be {players}, one a player, not {len(seats)}")
    playouts, seconds = read_budget(arguments)
    table = match.match(seats, range(first, first + deals), playouts, seconds, jobs)
    print(match.format_table(table))


def read_budget(arguments) -> tuple:
    """Return how many playouts a hard bot makes at most, and its seconds a move or None."""
    if arguments.seconds is None:
        text = str(PLAYOUTS) if arguments.playouts is None else arguments.playouts
        return integer({"playouts": whole_number(text)}, "playouts", 0, MOST_PLAYOUTS), None
    if arguments.playouts is not None:
        raise RecordError("seconds and playouts exclude each other")
    try:
        is_plain = arguments.seconds.isascii() and "_" not in arguments.seconds
        seconds = float(arguments.seconds) if is_plain else 0.0
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise RecordError(
            f"seconds must be more than 0 and at most 3600, not {shown(arguments.seconds)}"
        )
    return MOST_PLAYOUTS, seconds


def add_budget_options(command) -> None:
    """Add the options that say how long a hard bot thinks."""
    command.add_argument("--playouts", metavar="P", help=f"of each move ({PLAYOUTS} if not given)")
    command.add_argument("--seconds", metavar="T", help="of each move, in place of playouts")


def add_setup_options(command) -> None:
    """Add the options that say how La Piramide is played."""
    command.add_argument("--draw", metavar="stuck|free", help="when a card may be drawn")
    command.add_argument("--rows", metavar="6|7", help="rows of the pyramid")
    command.add_argument("--open", action="store_true", help="all cards lie face up")
    command.add_argument("--redeals", metavar="0|1|2", help="how often the waste is turned over")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def main() -> int:
    """Run the command that the arguments name; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m game", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    command = commands.add_parser("replay", help="check a record and print where it leads")
    command.add_argument("file", help='a file with one record, or "-" for standard input')
    command.set_defaults(run=lambda arguments: replay(arguments.file))
    command = commands.add_parser("solve", help="tell whether a deal of La Piramide can be won")
    command.add_argument("--deal", metavar="N", help="a deal number")
    command.add_argument("--deck", metavar="CARDS", help='40 cards, such as "Ad 3s 2c ..."')
    add_setup_options(command)
    command.set_defaults(run=solve)
    command = commands.add_parser("measure", help="measure how well the hint plays")
    command.add_argument("game", choices=[piramide.GAME], help="the game with a hint")
    command.add_argument("--deals", metavar="A-B", default="1-300", help="which deals are played")
    command.add_argument("--arrangements", metavar="K", default="100", help="tried at each move")
    command.add_argument("--jobs", metavar="J", default="1", help="processes at work")
    add_setup_options(command)
    command.set_defaults(run=measure)
    command = commands.add_parser("move", help="print what a bot plays in a record of the Arena")
    command.add_argument("file", help='a file with one record, or "-" for standard input')
    command.add_argument("--level", metavar="easy|medium|hard", required=True, help="which bot")
    command.add_argument("--seed", metavar="S", default="0", help="of the bot's chance")
    add_budget_options(command)
    command.set_defaults(run=move)
    command = commands.add_parser("match", help="measure bots of the Arena against each other")
    command.add_argument("--players", metavar="2|3|4", required=True, help="seats at the table")
    command.add_argument("--games", metavar="N", required=True, help="a full round of each deal")
    command.add_argument(
        "--seats", metavar="A,B,...", required=True, help=f"players out of {', '.join(match.SEATS)}"
    )
    command.add_argument("--seed", metavar="S", default="1", help="the first deal")
    command.add_argument("--jobs", metavar="J", default="1", help="processes at work")
    add_budget_options(command)
    command.set_defaults(run=play_match)
    arguments = parser.parse_args()
    try:
        arguments.run(arguments)
    except PlyError as error:
        complain(str(error))
        return 2
    except RecordError as error:
        complain(f"record: {error}")
        return 2
    return 0


def complain(text: str) -> None:
    """Print an error, where it can be."""
    if sys.stderr:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr)


def run() -> int:
    """Run the command line to its very end, in whatever way that comes; return the exit status."""
    try:
        if HEARS_CTRL_C:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        try:
            status = main()
        except SystemExit as end:  # of argparse
            status = int(end.code or 0)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        complain(f"cannot write: {error.strerror}")
        return 1


if __name__ == "__main__":
    status = run()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("stdout", "stderr"):
        try:
            if getattr(sys, name):
                getattr(sys, name).flush()
        except OSError:
            setattr(sys, name, None)  # Python would flush it once more, with a traceback
    sys.exit(status)
