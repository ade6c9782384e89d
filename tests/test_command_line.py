"""The command line when it is interrupted, cannot write or read, or is asked for too much."""

import os
import signal
import subprocess
import sys
import tracemalloc

import pytest

from game.__main__ import main
from game.minds import match, quality
from game.rules import piramide
from tests.conftest import wait_until

GAME = [sys.executable, "-m", "game"]
MATCH = ["match", "--players", "2", "--games", "1000", "--seats", "hard,hard"]
MEASURE = ["measure", "piramide", "--deals", "1-1000000"]
LONG = [["replay", "-"], ["move", "-", "--level", "easy"], MATCH, MEASURE]
JOBS = ["--jobs", "2"]


def children(pid):
    """Return how many processes a process has begun."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return len(file.read().split())


def is_gone(group):
    """Return whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("send", [os.killpg, os.kill], ids=["all", "the first process"])
@pytest.mark.parametrize("arguments", [*LONG, MATCH + JOBS, MEASURE + JOBS], ids=" ".join)
def test_ctrl_c_ends_a_command_quietly(arguments, send):
    # It tells on its standard error what it has imported, so that we know when it is at work.
    command = [sys.executable, "-X", "importtime", *GAME[1:], *arguments]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, start_new_session=True) as process:
        while b"game.session" not in process.stderr.readline():
            assert process.poll() is None
        if JOBS[0] in arguments:
            wait_until(lambda: children(process.pid) == int(JOBS[1]))
        send(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    told = [line for line in errors.splitlines() if not line.startswith(b"import time:")]
    assert (process.returncode, output, told) == (130, b"", [])
    wait_until(lambda: is_gone(process.pid))


@pytest.mark.parametrize(
    ("arguments", "redirection", "status", "errors"),
    [
        ("solve --deal 1", ">&-", 1, "cannot write: Bad file descriptor\n"),
        ("solve --deal 1", ">/dev/full", 1, "cannot write: No space left on device\n"),
        ("--help", ">/dev/full", 1, "cannot write: No space left on device\n"),
        ("solve --deal 1", "| exit", 1, "cannot write: Broken pipe\n"),
        ("solve --deal x", "2>&-", 2, ""),
        ("solve --deal x", "2>/dev/full", 2, ""),
        ("solve --deal x", ">&- 2>&-", 1, ""),
        ("replay -", "<&-", 2, 'record: cannot read "-": Bad file descriptor\n'),
        ("replay -", "0>/dev/null", 2, 'record: cannot read "-": Bad file descriptor\n'),
        ("replay -", "</dev/zero", 2, "record: more than 64000000 bytes\n"),
        ("replay -", "</bin/sh", 2, "record: not UTF-8 text\n"),
    ],
)
def test_what_cannot_be_written_or_read_is_told_in_one_line(arguments, redirection, status, errors):
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    script = f'set -o pipefail; "{sys.executable}" -m game {arguments} {redirection}'
    result = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=environment, timeout=60
    )
    assert (result.returncode, result.stdout, result.stderr) == (status, "", errors)


@pytest.mark.parametrize("command", ["", "replay", "solve", "measure", "move", "match"])
def test_help_needs_no_more_than_ascii(command):
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    result = subprocess.run(
        [*GAME, *command.split(), "--help"], capture_output=True, env=environment, timeout=60
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()


WILD = ["-1", "", "1.5", "1e3", "nan", "0x10", "1_000", "+1", "٣", " 1", "9" * 5000, "10**12"]
OPTIONS = {
    "deal": ["solve", "--deal", "1"],
    "rows": ["solve", "--deal", "1", "--rows", "6"],
    "redeals": ["solve", "--deal", "1", "--redeals", "0"],
    "deals": ["measure", "piramide", "--deals", "1"],
    "arrangements": ["measure", "piramide", "--deals", "1", "--arrangements", "1"],
    "jobs": [*MATCH, "--jobs", "1"],
    "seed": [*MATCH, "--seed", "1"],
    "playouts": [*MATCH, "--playouts", "1"],
    "games": MATCH,
    "players": MATCH,
}


def refusal(arguments, monkeypatch, capsys):
    """Return what a command that is refused says."""
    monkeypatch.setattr("sys.argv", ["game", *arguments])
    assert main() == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.count("\n") == 1
    return errors


@pytest.mark.parametrize("option", OPTIONS)
def test_a_wild_number_is_refused_in_one_line(option, monkeypatch, capsys):
    for value in WILD:
        arguments = OPTIONS[option] + [f"--{option}={value}"]
        assert refusal(arguments, monkeypatch, capsys).startswith(f"record: {option} must be")


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "1e400", "3601", "1_0", "٣", ""])
def test_wild_seconds_are_refused_in_one_line(value, monkeypatch, capsys):
    errors = refusal([*MATCH, f"--seconds={value}"], monkeypatch, capsys)
    assert errors.startswith("record: seconds must be more than 0")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["measure", "piramide", "--deals", "1-1000000000000000"], "number of deals must be"),
        (["measure", "piramide", "--deals", "0-1000000"], "number of deals must be"),
        (["measure", "piramide", "--deals", "9-1"], "deals must be"),
        (["measure", "piramide", "--deals", "1-"], "deals must be"),
        ([*MATCH, "--games", "1000000000000"], "games must be"),
        ([*MATCH, "--games", "1000001"], "games must be"),
    ],
)
def test_a_range_too_large_to_hold_is_refused(arguments, reason, monkeypatch, capsys):
    assert refusal(arguments, monkeypatch, capsys).startswith(f"record: {reason}")


def test_the_results_of_large_measurements_are_not_held(monkeypatch):
    game = {"easy": (1.0, 0.001, 20)}
    deal = {"random": 0, "greedy": 0, "hint": 1, "ceiling": 1, "promised": 0.5}
    monkeypatch.setattr(match, "play_game", lambda task: dict(game))
    monkeypatch.setattr(quality, "play_deal", lambda task: dict(deal))
    tracemalloc.start()
    assert match.match(["easy", "easy"], range(5_000), 1, None, 1)["games"] == 10_000
    params = piramide.Params("stuck", 6, False, 0)
    assert quality.measure(params, range(10_000), 1, 1)["deals"] == 10_000
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1_000_000  # 10,000 results alone would take more
