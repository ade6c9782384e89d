"""A run of the bench renews the tables and figures that it measured, and no others."""

import argparse

import pytest

from scripts.bench.__main__ import DOCUMENT, peer
from scripts.bench.figures import as_json, compare, document, table


def figure(group="Taps", name="a tap", ours=(30, 40, 50), theirs=(60, 40, 25), **aims):
    return compare(group, name, "ms", ours, "a bare page", theirs, **aims)


def test_a_ratio_is_the_median_of_those_of_each_round():
    found = figure(ours=(10, 100, 30), theirs=(20, 400, 30), ratio_most=0.5)
    assert (found.value, found.base, found.ratio, found.met) == (30, 30, 0.5, True)


@pytest.mark.parametrize(
    ("aims", "verdict"),
    [
        ({"most": 40}, "at most 40 ms | met |"),
        ({"most": 39}, "at most 39 ms | **missed** |"),
        ({"ratio_most": 0.75}, "at most 0.75 x | **missed** |"),
        ({"ratio_least": 1}, "at least 1.00 x | met |"),
    ],
)
def test_an_aim_is_named_with_whether_it_is_met(aims, verdict):
    *_, line = table([figure(**aims)]).splitlines()
    assert line == f"| a tap | 40 ms | a bare page, 40 ms | 1.00 | {verdict}"


def test_a_run_renews_its_own_sections_of_the_document_alone():
    first = document("# Head\n\nWords.\n", [figure("Taps"), figure("Bytes", "all")], "Monday.")
    again = document(first, [figure("Taps", "a press"), figure("Start")], "Tuesday.")
    assert again.startswith("# Head\n\nWords.\n\n## Taps\n\nTuesday.\n\n| what |")
    assert [line for line in again.splitlines() if line.startswith("## ")] == [
        "## Taps",
        "## Bytes",
        "## Start",
    ]
    assert "| a tap |" not in again.partition("## Bytes")[0]
    bytes_before, bytes_after = (text.split("## Bytes\n")[1] for text in (first, again))
    assert bytes_after.startswith(bytes_before)
    assert document(again, [], "") == again


def test_a_run_renews_its_own_figures_in_the_file_alone():
    first = as_json({}, [figure("Taps"), figure("Bytes", "all")], {"date": "Monday", "commit": "a"})
    again = as_json(first, [figure("Taps", "a press")], {"date": "Tuesday", "commit": "b"})
    kept = [(each["group"], each["name"], each["measured"]) for each in again["figures"]]
    assert kept == [("Bytes", "all", "Monday"), ("Taps", "a press", "Tuesday")]
    assert again["date"] == "Tuesday"


def test_the_document_as_it_is_kept_can_be_renewed():
    kept = DOCUMENT.read_text("utf-8")
    assert document(kept, [], "") == kept


def test_a_peer_is_a_folder_and_what_selects_its_cards(tmp_path):
    (tmp_path / "index.html").touch()
    assert peer(str(tmp_path)) == (tmp_path, "")
    assert peer(f"{tmp_path}=section>[value=king]") == (tmp_path, "section>[value=king]")
    with pytest.raises(argparse.ArgumentTypeError, match=r"index\.html is missing"):
        peer(f"{tmp_path}/none=.card")
