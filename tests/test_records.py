"""Records and the command line that replays them (docs/records.md)."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from game.__main__ import main, read_json
from game.rules import arena, piramide
from game.rules.fields import RecordError
from game.session import PlyError, format_save, parse_record, parse_save
from tests.games import GAMES
from tests.malformed import ARENA, BAD_MOVES, LAYOUT, MALFORMED, PIRAMIDE

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests/cases/replays.jsonl"
SHARED_CASES = ROOT.parent / "shared/cases/replays.jsonl"


def read_cases(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def run(*arguments, **options):
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "game", *arguments], cwd=ROOT, capture_output=True, **options
    )


def is_one_plain_line(text):
    return text.endswith("\n") and text[:-1].isascii() and text[:-1].isprintable()


def shown(value):
    """Return a value cut for the name of a test."""
    return ascii(value)[:60]


@pytest.fixture
def replay(tmp_path, monkeypatch, capsys):
    """Replay a file of these bytes as the command line does; return status, output, complaint."""

    def replay(content):
        file = tmp_path / "record.json"
        file.write_bytes(content)
        monkeypatch.setattr(sys, "argv", ["game", "replay", str(file)])
        status = main()
        return status, *capsys.readouterr()

    return replay


@pytest.fixture
def refused(replay):
    """Return the one line with which a file of these bytes is refused."""

    def refused(content):
        status, output, complaint = replay(content)
        assert (status, output) == (2, "")
        assert is_one_plain_line(complaint)
        return complaint.rstrip("\n")

    return refused


# Known answers


def check_case(case, replay):
    """Check one case: the fields it expects, or the ply or record that is refused."""
    status, output, complaint = replay(json.dumps(case["record"]).encode())
    if case["expect"] == "error":
        place = "record" if case["ply"] is None else f"ply {case['ply']}"
        assert (status, output) == (2, "")
        assert is_one_plain_line(complaint)
        assert complaint.startswith(place + ": ")
    else:
        assert (status, complaint) == (0, "")
        report = json.loads(output)
        assert {key: report[key] for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize("case", read_cases(CASES), ids=lambda case: shown(case["record"]))
def test_a_recorded_game_leads_where_it_is_known_to_lead(case, replay):
    check_case(case, replay)


def test_the_cases_kept_beside_the_project_hold_as_well(replay):
    if not SHARED_CASES.exists():
        pytest.skip("no cases are kept beside the project")
    for case in read_cases(SHARED_CASES):
        check_case(case, replay)


def test_the_report_of_the_arena_has_its_fields_in_the_documented_order(replay):
    keys = "ply outcome turn hands stacks locked targets winners tiebreak"
    report = json.loads(replay(json.dumps(ARENA).encode())[1])
    assert list(report) == keys.split()
    assert list(report["stacks"])[:6] == ["A1", "B1", "C1", "D1", "E1", "A2"]


def test_the_report_of_la_piramide_has_its_fields_in_the_documented_order(replay):
    keys = "ply outcome available removals pyramid stock waste drawn"
    assert list(json.loads(replay(json.dumps(PIRAMIDE).encode())[1])) == keys.split()


def test_an_open_start_of_the_arena_is_replayed(replay):
    moves = ["Y@A1", "O@B1", "V@A1", "O@C2", "O@D2", "B@A1"]
    status, output, _ = replay(json.dumps(LAYOUT | {"moves": moves}).encode())
    report = json.loads(output)
    assert status == 0
    assert (report["ply"], report["outcome"], report["turn"]) == (6, "over", None)
    assert report["stacks"]["A1"] == "OYVB"
    # One target is not known, so nobody is named as winner.
    assert (report["targets"], report["winners"], report["tiebreak"]) == (None, None, None)


def test_an_open_start_with_all_targets_known_names_its_winners(replay):
    moves = ["Y@A1", "O@B1", "V@A1", "O@C2", "O@D2", "B@A1"]
    record = LAYOUT | {"targets": ["Y", "O"], "moves": moves}
    report = json.loads(replay(json.dumps(record).encode())[1])
    assert (report["targets"], report["winners"]) == (["Y", "O"], [2])
    assert report["tiebreak"] == "stacks"


def test_the_examples_in_the_records_document_hold():
    text = (ROOT / "docs/records.md").read_text("utf-8")
    records = re.findall(r"`({\"game\".*})`", text)
    saves = re.findall(r"^    (VP1.*)$", text, re.MULTILINE)
    positions = re.findall(r"^  `(.* .* .*)`$", text, re.MULTILINE)
    assert [len(found) for found in (records, saves, positions)] == [2, 1, 2]
    for record in records:
        assert parse_record(json.loads(record), GAMES).moves
    assert format_save(parse_save(saves[0], GAMES)) == saves[0]
    assert arena.parse_state(positions[0]).locked == "A1"
    assert piramide.parse_state(positions[1]).drawn == "4c"


# What is refused


@pytest.mark.parametrize(("record", "reason"), MALFORMED, ids=shown)
def test_a_malformed_record_is_refused_by_naming_the_key(record, reason, refused):
    complaint = refused(json.dumps(record).encode())
    assert complaint.startswith("record: ")
    assert reason in complaint
    assert len(complaint) < 140


@pytest.mark.parametrize("record", BAD_MOVES, ids=shown)
def test_a_move_that_is_none_is_refused_by_its_number(record, refused):
    complaint = refused(json.dumps(record).encode())
    assert complaint.startswith("ply 1: ")
    assert len(complaint) < 110


def test_a_move_after_the_end_is_refused(refused):
    moves = ["Y@A1", "O@B1", "V@A1", "O@C2", "O@D2", "B@A1", "O@A2"]
    complaint = refused(json.dumps(LAYOUT | {"moves": moves}).encode())
    assert complaint == "ply 7: the game is over"


def test_echoed_input_is_cut_to_40_characters(refused):
    complaint = refused(json.dumps(PIRAMIDE | {"moves": ["x" * 1000]}).encode())
    assert complaint == f'ply 1: "{"x" * 37}..." is not a move such as +, 7d3c or Rb'
    complaint = refused(json.dumps(PIRAMIDE | {"moves": ["x" * 40]}).encode())
    assert f'"{"x" * 40}"' in complaint


def test_echoed_input_is_escaped(refused):
    text = '"\\\n\0é\u2028😀'
    complaint = refused(json.dumps(PIRAMIDE | {"moves": [text]}).encode())
    assert r'"\"\\\u000a\u0000\u00e9\u2028\ud83d\ude00" is' in complaint


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "record: not JSON"),
        (b" \n", "record: not JSON"),
        (b"hello", "record: not JSON"),
        (b"{", "record: not JSON"),
        (b'{"game": "arena",}', "record: not JSON"),
        (b"{'game': 'arena'}", "record: not JSON"),
        (b'{"game" "arena"}', "record: not JSON"),
        (b"{} {}", "record: not JSON"),
        (b"[1 2]", "record: not JSON"),
        (b"01", "record: not JSON"),
        (b'"\x01"', "record: not JSON"),
        (b'"\\x"', "record: not JSON"),
        (b"\0", "record: not JSON"),
        (b"NaN", "record: NaN is not JSON"),
        (b"[-Infinity]", "record: -Infinity is not JSON"),
        (b'{"game": "piramide", "deal": NaN}', "record: NaN is not JSON"),
        (b"\xef\xbb\xbf{}", "record: not JSON"),
        (b"\xff\xfe{\0}\0", "record: not UTF-8 text"),
        (b'{"game": "\xe9"}', "record: not UTF-8 text"),
        (b'"\xed\xa0\x80"', "record: not UTF-8 text"),
        (b'{"game": "arena", "game": "arena"}', 'record: key "game" is there twice'),
        (b'{"moves": {"\\u0000": 1, "\\u0000": 1}}', r'record: key "\u0000" is there twice'),
        (b"9" * 5000, "record: a number has too many digits"),
        (b'{"deal": -' + b"9" * 5000 + b"}", "record: a number has too many digits"),
        (b"1e999", "record: a record is an object, not inf"),
        (b"-0", "record: a record is an object, not 0"),
        (b"[" * 100_000, "record: nested too deeply"),
        (b"[" * 100_000 + b"]" * 100_000, "record: nested too deeply"),
        (b'{"moves": ' * 100_000 + b"0" + b"}" * 100_000, "record: nested too deeply"),
        (b"[" * 500 + b"]" * 500, "record: a record is an object, not a list"),
    ],
    ids=shown,
)
def test_a_text_that_is_not_the_json_of_browsers_is_refused(content, reason, refused):
    assert refused(content).startswith(reason)


def test_ten_megabytes_of_moves_are_refused_at_the_first_bad_one(refused):
    moves = b",".join([b'"+"'] * 2_500_000)
    content = json.dumps(PIRAMIDE | {"draw": "free", "moves": []}).encode()
    complaint = refused(content.replace(b"[]", b"[" + moves + b"]"))
    assert complaint == "ply 20: the stock is empty"


def test_ten_megabytes_of_one_text_are_refused(refused):
    for record in (PIRAMIDE | {"game": "x" * 10**7}, LAYOUT | {"bases": "O" * 10**7}):
        assert len(refused(json.dumps(record).encode())) < 140


def test_a_hundred_thousand_keys_are_refused_in_no_time(refused):
    keys = b",".join(b'"k%d":0' % number for number in range(100_000))
    assert refused(b"{" + keys + b"}") == "record: game is missing"
    assert refused(b"{" + keys + b',"k0":0}') == 'record: key "k0" is there twice'


def test_a_missing_file_is_refused():
    result = run("replay", "no such file")
    assert result.returncode == 2
    assert result.stderr == b'record: cannot read "no such file": No such file or directory\n'


def test_a_folder_is_refused(tmp_path):
    result = run("replay", str(tmp_path))
    assert result.returncode == 2
    assert is_one_plain_line(result.stderr.decode("ascii"))
    assert b"Is a directory" in result.stderr


def test_a_file_name_that_is_no_text_is_echoed_in_ascii():
    result = run("replay", b"\xff\n\xe2\x80\xa8" + b"x" * 99)
    assert result.returncode == 2
    assert is_one_plain_line(result.stderr.decode("ascii"))
    assert len(result.stderr) < 110


def test_a_file_name_with_nul_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["game", "replay", "a\0b"])
    assert main() == 2
    assert capsys.readouterr().err == 'record: cannot read "a\\u0000b": not a file name\n'


def test_standard_input_is_read_for_a_dash():
    result = run("replay", "-", input=json.dumps(PIRAMIDE).encode())
    assert (result.returncode, result.stderr) == (0, b"")
    assert json.loads(result.stdout)["pyramid"] == 21


def test_nested_standard_input_is_refused_without_a_traceback():
    result = run("replay", "-", input=b"[" * 100_000)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr == b"record: nested too deeply\n"


def test_a_closed_standard_input_is_refused_without_a_traceback():
    command = ["sh", "-c", 'exec "$0" -m game replay - <&-', sys.executable]
    result = subprocess.run(command, cwd=ROOT, capture_output=True)
    assert result.returncode == 2
    assert result.stderr == b'record: cannot read "-": Bad file descriptor\n'


def test_the_command_line_prints_one_line_of_json():
    result = run("replay", "-", input=json.dumps(ARENA).encode())
    assert result.stdout.count(b"\n") == 1
    assert result.stdout.isascii()


def test_no_command_is_a_usage_error():
    result = run()
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr


# In Python


def test_a_record_is_read_and_written_alike():
    for record in (ARENA | {"start": 2}, PIRAMIDE | {"rows": 7}, LAYOUT):
        session = parse_record(record, GAMES)
        written = json.loads(json.dumps(session.record()))
        assert record.items() <= written.items()
        assert parse_record(written, GAMES).record() == session.record()


@pytest.mark.parametrize(
    ("record", "keys"),
    [
        (PIRAMIDE, "game version deal draw rows open redeals moves"),
        (ARENA | {"start": 1}, "game version deal players dealing start moves"),
        (LAYOUT, "game version players colours bases hands targets start moves"),
    ],
    ids=shown,
)
def test_a_record_is_written_in_a_fixed_order(record, keys):
    assert " ".join(parse_record(record, GAMES).record()) == keys


def test_a_move_error_knows_its_number():
    with pytest.raises(PlyError) as caught:
        parse_record(PIRAMIDE | {"draw": "free", "moves": ["+", "+", "*"]}, GAMES)
    assert caught.value.ply == 3
    assert str(caught.value) == "ply 3: no redeal is left"


def test_reading_json_raises_record_errors_only():
    with pytest.raises(RecordError):
        read_json("[1,]")
    assert read_json('{"a": [1, "é", null]}') == {"a": [1, "é", None]}
