"""`sommet perft`."""

import json

import pytest

from sommet.cli.main import main

SQUARE_NEXT = "LL../L.../..../....|.../.../...|../..|. L"


def counted(capsys, *arguments):
    assert main(["perft", "pylos", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_depth_two_is_240(capsys):
    answer = counted(capsys, "--depth", "2")
    assert answer["nodes"] == 240
    assert answer["seconds"] >= 0
    assert main(["perft", "pylos", "--depth", "2"]) == 0
    assert capsys.readouterr().out.startswith("240 sequences of 2 moves in ")


def test_rules_and_position(capsys):
    at = ["--position", SQUARE_NEXT, "--depth", "1"]
    assert counted(capsys, *at)["nodes"] == 12 + 10
    assert counted(capsys, *at, "--takeback", "optional")["nodes"] == 12 + 11
    assert counted(capsys, *at, "--rules", "children")["nodes"] == 13
    empty = ["--position", "LLLL/LLLL/DDDD/DDDD|LLL/LLL/DDD|L./..|. L", "--depth", "1"]
    assert counted(capsys, *empty)["nodes"] == 1
    assert counted(capsys, *empty, "--reserve", "may-raise")["nodes"] > 1


def test_split(capsys):
    answer = counted(capsys, "--position", SQUARE_NEXT, "--depth", "2", "--split")
    assert sum(answer["split"].values()) == answer["nodes"]
    assert set(answer["split"]) > {"1b2-1b2", "1d4"}
    assert main(["perft", "pylos", "--depth", "1", "--split"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["1a1: 1", "1b1: 1"]


def test_split_of_a_finished_game_is_empty(capsys):
    won = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DD|L D"
    answer = counted(capsys, "--position", won, "--depth", "3", "--split")
    assert (answer["nodes"], answer["split"]) == (1, {})


@pytest.mark.parametrize(
    "arguments",
    [
        ["--depth", "-1"],
        ["--depth", "99"],
        ["--depth", "0", "--split"],
        ["--depth", "1", "--position", "nonsense"],
    ],
)
def test_bad_input_is_one_clear_line(arguments, capsys):
    assert main(["perft", "pylos", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("sommet: ")
    assert captured.err.count("\n") == 1
