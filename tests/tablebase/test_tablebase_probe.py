"""The shipped tables, probing them, and the player that lives by them."""

import hashlib
import json
import shutil
import subprocess
import sys
import zlib

import numpy as np
import pytest

from sommet.bots import make
from sommet.cli import main as cli
from sommet.engine import solver
from sommet.errors import InvalidMove, InvalidPosition
from sommet.pylos import Move, Options, State
from sommet.tablebase import (
    InvalidTable,
    NoTable,
    PackedTable,
    Value,
    move_values,
    open_table,
    value,
)
from sommet.tablebase.batch_probe import text_values
from sommet.tablebase.packed_file import BLOCK_BYTES, shipped_path

SHIPPED = [Options.preset(name) for name in ("children", "standard", "expert")]
UNSHIPPED = Options.preset("expert", takeback="optional")
START = "..../..../..../....|.../.../...|../..|. L"


def random_states(options, count, seed):
    rng = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    balls = rng.integers(0, 30, count)
    indices = np.array([rng.integers(first[n], first[n + 1]) for n in balls], np.uint64)
    own, other = solver.positions_at(4, indices)
    return [
        State(options, int(a), int(b), 0)
        for a, b in zip(own, other, strict=True)
        if int(a).bit_count() < 15
    ]


@pytest.fixture(autouse=True)
def only_shipped(monkeypatch):
    monkeypatch.delenv("SOMMET_TABLES", raising=False)


@pytest.mark.parametrize("options", SHIPPED, ids=lambda o: o.preset_name)
def test_values_follow_from_the_values_of_the_successors(options):
    """A win has a lost successor; a loss has only won ones; a draw has no lost one but a draw."""
    for state in random_states(options, 150, 3):
        words = {worth.word for worth in move_values(state).values()}
        expected = "win" if "win" in words else "draw" if "draw" in words else "loss"
        assert value(state).word == expected, state


@pytest.mark.parametrize("options", SHIPPED, ids=lambda o: o.preset_name)
def test_turning_the_board_changes_nothing(options):
    for state in random_states(options, 40, 4):
        levels, side = str(state).split(" ")
        turned = "|".join(
            "/".join("".join(column) for column in zip(*level.split("/"), strict=True))
            for level in levels.split("|")
        )
        assert value(State.parse(f"{turned} {side}", options)) == value(state)


def test_a_state_knows_its_value():
    state = State.start(Options.preset("children"))
    assert state.value().word == "loss"
    assert {worth.word for worth in state.move_values().values()} == {"loss"}
    assert len(state.move_values()) == 16


def test_moves_are_worth_the_same_by_text():
    state = State.parse("LLL./L.../..../D...|.../.../...|../..|. L")
    values = state.move_values()
    for move, worth in values.items():
        assert values[str(move)] == worth
        assert values[Move(move.source, move.target, move.taken[::-1])] == worth
    assert any(len(move.taken) == 2 for move in values)
    with pytest.raises(KeyError, match="1a1"):
        values["1a1"]
    with pytest.raises(InvalidMove):
        values["nonsense"]
    assert repr(open_table("expert")) == "<PackedTable of expert>"


def test_an_ended_game_is_lost_for_the_side_to_move():
    full = State.parse("LLLL/LLLL/LLLL/LLLD|DDD/DDD/DDD|DD/DD|. L", Options.preset("standard"))
    assert value(full) == Value("loss")


def test_rules_without_a_table_say_so():
    for options in (UNSHIPPED, Options.preset("standard", takeback="optional")):
        with pytest.raises(NoTable, match="`sommet solve pylos --rules"):
            open_table(options)
    assert open_table(Options.preset("standard", repetition=None)) is open_table(Options())


def test_the_start_of_each_game_is_as_the_solution_says():
    words = [value(State.start(options)).word for options in SHIPPED]
    assert words == ["loss", "loss", "draw"]
    first_moves = move_values(State.start(Options.preset("expert")))
    assert sorted(worth.word for worth in first_moves.values()) == ["draw"] * 8 + ["loss"] * 8


def test_one_at_a_time_is_the_same_as_many_at_once():
    """A batch is sorted by block, so the answers must find their way back."""
    for options in SHIPPED:
        table = open_table(options)
        states = random_states(options, 60, 5)
        assert table.values(states) == [table.value(state) for state in states]


def test_the_checksums_beside_the_tables_are_right():
    said = shipped_path(SHIPPED[0]).with_name("README.md").read_text()
    for options in SHIPPED:
        path = shipped_path(options)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert f"| {path.name} | {path.stat().st_size} | {digest} |" in said


@pytest.mark.parametrize("number", [1, 3])
def test_other_formats_are_refused_by_their_number(tmp_path, number):
    path = tmp_path / "old.packed"
    whole = bytearray(shipped_path(SHIPPED[0]).read_bytes())
    at = whole.index(b'"format": ') + len(b'"format": ')
    whole[at : at + 1] = str(number).encode()
    blocks = -(-(len(whole) - 4) // (BLOCK_BYTES + 4))
    whole[-4 * blocks : len(whole) - 4 * blocks + 4] = zlib.crc32(whole[:BLOCK_BYTES]).to_bytes(
        4, "little"
    )
    path.write_bytes(whole)
    with pytest.raises(InvalidTable, match=f"has packed format {number}, .* reads format 2"):
        PackedTable(path)


def test_damaged_or_foreign_tables_are_refused(tmp_path):
    path = tmp_path / "copy.packed"
    shutil.copy(shipped_path(SHIPPED[0]), path)
    assert PackedTable(path, SHIPPED[0]).value(State.start(SHIPPED[0])).word == "loss"
    with pytest.raises(InvalidTable, match="other rules"):
        PackedTable(path, SHIPPED[1])
    data = bytearray(path.read_bytes())
    data[500_000] ^= 1
    path.write_bytes(data)
    with pytest.raises(InvalidTable, match="wrong checksum of block 7"):
        PackedTable(path, SHIPPED[0])
    path.write_bytes(b"something else")
    with pytest.raises(InvalidTable, match="not a packed table"):
        PackedTable(path, SHIPPED[0])
    path.write_bytes(b"")
    with pytest.raises(InvalidTable, match="cannot read"):
        PackedTable(path, SHIPPED[0])


def test_probe_prints_values_and_moves(capsys):
    assert cli.main(["probe", "pylos", "--position", START, "--moves", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["position"] == START
    assert answer["value"] == "loss"
    assert answer["distance"] is None
    assert answer["moves"]["1b2"] == "loss"
    assert len(answer["moves"]) == 16


def test_probe_streams_a_file_in_order(tmp_path, capsys):
    states = random_states(SHIPPED[0], 50, 8)
    file = tmp_path / "positions.txt"
    file.write_text("".join(f"{state}\n" for state in states))
    assert cli.main(["probe", "pylos", "--rules", "children", "--file", str(file), "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["position"] for answer in answers] == [str(state) for state in states]
    assert all(answer["value"] in ("win", "loss", "draw") for answer in answers)
    assert {answer["value"] for answer in answers} >= {"win", "loss"}


def test_probe_refuses_in_one_line(tmp_path):
    run = [sys.executable, "-m", "sommet.cli.main", "probe", "pylos"]
    for arguments in (["--position", "nonsense"], ["--file", str(tmp_path / "none")]):
        done = subprocess.run([*run, *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    done = subprocess.run(
        [*run, "--rules", "expert", "--takeback", "optional", "--position", START],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "no table for expert-optional" in done.stderr


@pytest.mark.parametrize("options", SHIPPED, ids=lambda o: o.preset_name)
def test_the_perfect_player_keeps_the_value_and_wins(options):
    """From won positions, against an opponent that resists like the player itself."""
    player = make("pylos", "perfect")
    won = [state for state in random_states(options, 60, 11) if value(state).word == "win"][:12]
    assert len(won) == 12
    for start in won:
        state = start
        while state.outcome is None:
            before = value(state).word
            move = player.choose(state, seed=1)
            assert move_values(state)[move].word == before
            state = state.play(move)
        assert state.outcome.winner == start.side


def test_the_perfect_player_needs_a_table():
    with pytest.raises(NoTable):
        make("pylos", "perfect").choose(State.start(UNSHIPPED), seed=1)


def test_a_game_that_perfect_cannot_play_does_not_begin(capsys):
    arguments = "play pylos --rules expert --ruling takeback=optional --against perfect"
    assert cli.main([*arguments.split(), "--seat", "light"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "perfect plays from a table; no table for expert-optional" in told.err
    assert "best plays by any rules" in told.err


def test_many_texts_are_read_like_one():
    options = SHIPPED[1]
    table = open_table(options)
    states = random_states(options, 80, 21)
    dark = [State(options, s.dark, s.light, 1) for s in states]
    over = State.parse("LLLL/LLLL/LLLL/LLLD|DDD/DDD/DDD|DD/DD|. L", options)
    every = [*states, over, *dark]
    assert text_values([str(s) for s in every], table) == table.values(every)
    for bad in (
        "",
        "x",
        START[:-1] + "X",
        START.replace(".", "o", 1),
        START + " ",
        "é" + START[1:],
    ):
        with pytest.raises(InvalidPosition):
            text_values([START, bad, START], table)
    hanging = START.replace("|...", "|L..", 1)
    with pytest.raises(InvalidPosition, match="PYL-2"):
        text_values([hanging], table)


def test_verify_checks_the_sums_of_a_packed_table(tmp_path, capsys):
    assert cli.main(["verify", str(shipped_path(SHIPPED[0]))]) == 0
    assert "all checksums are right" in capsys.readouterr().out
    path = tmp_path / "bad.packed"
    path.write_bytes(shipped_path(SHIPPED[0]).read_bytes()[:-1])
    assert cli.main(["verify", str(path)]) == 2
