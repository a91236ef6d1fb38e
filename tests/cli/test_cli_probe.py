"""`sommet probe` with files as people have them: bad lines, standard input, nothing in them."""

import json
import subprocess
import sys

import pytest

from sommet.pylos import Options, State
from sommet.tablebase import FullTable, InvalidTable, PackedTable, open_table
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.rules_tag import rules_name

START = "..../..../..../....|.../.../...|../..|. L"
SECOND = "..../.L../..../....|.../.../...|../..|. D"


@pytest.fixture(autouse=True)
def only_shipped(monkeypatch):
    monkeypatch.delenv("SOMMET_TABLES", raising=False)


def test_a_bad_line_is_named_and_those_before_it_are_answered(tmp_path, sommet):
    file = tmp_path / "positions.txt"
    file.write_text(f"{START}\n\n{SECOND}\nrubbish\n{START}\n")
    status, told, errors = sommet("probe", "pylos", "--file", file)
    assert status == 2
    assert told.splitlines() == [f"{START}: loss", f"{SECOND}: win"]
    assert errors == f"sommet: {file}, line 4: a position ends with a space and L or D: 'rubbish'\n"


def test_a_position_against_the_rules_is_named_by_its_line_too(tmp_path, sommet):
    file = tmp_path / "positions.txt"
    file.write_text(f"{START}\n{START.replace('|...', '|L..', 1)}\n")
    status, _, errors = sommet("probe", "pylos", "--file", file)
    assert status == 2
    assert "line 2: the ball on 2a1 lacks one on 1a1 (PYL-2)" in errors


def test_standard_input_is_a_dash():
    command = [sys.executable, "-m", "sommet.cli.main", "probe", "pylos", "--json", "--file", "-"]
    done = subprocess.run(
        command, input=f"{START}\r\n{SECOND}\r\n", capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["value"] for answer in answers] == ["loss", "win"]
    nothing = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    assert nothing.stdout == ""
    assert nothing.stderr == "sommet: no position in standard input\n"


def test_a_mark_at_the_beginning_and_spaces_around_do_no_harm(tmp_path, sommet):
    file = tmp_path / "positions.txt"
    file.write_bytes(b"\xef\xbb\xbf" + f"  {START} \n".encode())
    assert sommet("probe", "pylos", "--file", file)[:2] == (0, f"{START}: loss\n")
    assert sommet("probe", "pylos", "--position", f" {START} ")[:2] == (0, f"{START}: loss\n")


def test_why_a_move_is_good_or_a_mistake(sommet):
    threatened = "DDL./.DL./..../....|.../.../...|../..|. L"
    status, told, _ = sommet("probe", "pylos", "--position", threatened, "--why", "1c3")
    assert status == 0
    assert told.splitlines()[1:] == [
        "  loss, a mistake",
        "  It does not stop the opponent’s square on 1a2.",
        "  The opponent has to be stopped on 1a2, where they could complete something.",
        "  It could continue 1a2-1a2-1b1, 1b1, 1a1>2b1.",
    ]
    asked = ("probe", "pylos", "--position", threatened, "--why", "1a2", "--json")
    assert json.loads(sommet(*asked)[1])["why"] == {
        "move": "1a2",
        "value": "win",
        "reasons": [{"key": "only-stop", "cells": ["1a2"]}],
        "line": [],
    }
    status, _, error = sommet("probe", "pylos", "--position", threatened, "--why", "1a1")
    assert status == 2
    assert "1a1" in error


def test_an_ended_game_has_no_moves(sommet):
    over = "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|LD/DL|D L"
    status, told, _ = sommet("probe", "pylos", "--position", over, "--moves", "--json")
    assert status == 0
    answer = json.loads(told)
    assert (answer["value"], answer["moves"]) == ("loss", {})


@pytest.mark.parametrize(
    ("rulings", "command"),
    [
        ({"takeback": "optional"}, "--rules expert --takeback optional --out tables"),
        ({"reserve": "may-raise"}, "--rules expert --reserve may-raise --out tables"),
    ],
)
def test_rules_without_a_table_come_with_the_command_that_makes_it(sommet, rulings, command):
    words = [word for name, setting in rulings.items() for word in (f"--{name}", setting)]
    status, _, errors = sommet("probe", "pylos", "--rules", "expert", *words, "--position", START)
    assert status == 2
    assert f"`sommet solve pylos {command}`" in errors
    assert "SOMMET_TABLES=tables" in errors


def test_optional_takeback_changes_nothing_for_children(sommet):
    """There is nothing to take back. Rule PYL-7."""
    assert open_table(Options.preset("children", takeback="optional")) is open_table(
        Options.preset("children")
    )
    arguments = ("--rules", "children", "--takeback", "optional", "--position", START)
    assert sommet("probe", "pylos", *arguments)[:2] == (0, f"{START}: loss\n")


def test_a_table_for_other_rules_says_which(sommet):
    status, _, errors = sommet(
        "probe", "pylos", "--table", shipped_path(Options.preset("children")), "--position", START
    )
    assert status == 2
    assert "was made for other rules: children, not standard" in errors
    assert "{" not in errors


def test_an_unfinished_table_does_not_stand_in_the_way_of_a_shipped_one(tmp_path, monkeypatch):
    """`sommet solve` keeps what it has every few minutes, in the folder that others read."""
    monkeypatch.setenv("SOMMET_TABLES", str(tmp_path))
    standard, optional = Options(), Options(takeback="optional")
    for options in (standard, optional):
        (tmp_path / f"pylos-{rules_name(options)}.table").touch()
    monkeypatch.setattr("sommet.tablebase.probe.is_complete", lambda *_: False)
    assert open_table(standard).value(State.start()).word == "loss"
    with pytest.raises(InvalidTable):
        open_table(optional)


def test_a_packed_table_is_known_by_what_is_in_it(tmp_path):
    options = Options.preset("children")
    renamed = tmp_path / "children.table"
    renamed.write_bytes(shipped_path(options).read_bytes())
    assert open_table(options, renamed).value(State.start(options)).word == "loss"
    with pytest.raises(InvalidTable, match="is a packed table; this needs a full one"):
        FullTable(renamed)
    with pytest.raises(InvalidTable, match=r"cannot read .*none: No such file or directory$"):
        PackedTable(tmp_path / "none")
