"""Solver and checker run to the end on the 3x3 base, against a third opinion in plain Python."""

import contextlib
import json
import re
import subprocess
import sys
import time

import numpy as np
import pytest
import small_pyramid

from sommet.cli import main as cli
from sommet.cli.tablebase import solve
from sommet.engine import solver
from sommet.errors import SommetError
from sommet.pylos import Options
from sommet.tablebase.build import Interrupted, Needs, build_table, table_path
from sommet.tablebase.full_table import byte_value
from sommet.tablebase.rules_tag import InvalidTable
from sommet.tablebase.table_file import BODY, map_table, read_header
from sommet.tablebase.verify import verify_table

#: How long half a share of a pass takes: long enough to be estimated from.
SHARE_S = 0.25
SETS = [
    Options.preset("children"),
    Options.preset("standard"),
    Options.preset("expert"),
    Options.preset("standard", takeback="optional"),
    Options.preset("expert", takeback="optional"),
    Options.preset("expert", reserve="may-raise"),
]
POSITIONS = 24635


def cells(board):
    return frozenset(small_pyramid.CELLS[i] for i in range(14) if int(board) >> i & 1)


def board(balls):
    return sum(1 << small_pyramid.CELLS.index(cell) for cell in balls)


@pytest.fixture(scope="module")
def numbered():
    """Every stored position by its number, and a way back that uses the package's numbering."""
    own, other = solver.positions_at(3, np.arange(POSITIONS, dtype=np.uint64))
    positions = [(cells(a), cells(b)) for a, b in zip(own, other, strict=True)]
    memory = {}

    def canonical(position):
        if position not in memory:
            a, b = (np.array([board(side)], np.uint32) for side in position)
            memory[position] = positions[int(solver.find(3, a, b)[0])]
        return memory[position]

    return positions, canonical


@pytest.mark.parametrize("options", SETS, ids=lambda o: f"{o.preset_name}-{o.rulings()}")
def test_every_position_agrees_with_the_third_opinion(options, numbered, tmp_path):
    positions, canonical = numbered
    path = build_table(options, tmp_path, threads=2, base=3)
    _, table = map_table(path)
    assert len(table) == POSITIONS
    expected = small_pyramid.solve(positions, options.core_rules, canonical)
    stored = {
        p: None if b == solver.DRAW else int(b) for p, b in zip(positions, table, strict=True)
    }
    assert stored == expected
    verdict = verify_table(path, threads=2)
    assert verdict.passed
    assert verdict.checked == POSITIONS


def test_every_stack_has_its_mirror_images():
    """141,119 stacks without the summit, and 12.35 billion positions, in 18,457 and 2.26."""
    first = solver.first_by_balls(4)
    assert first[-1] == 2_257_858_569
    rng = np.random.default_rng(5)
    indices = rng.integers(0, first[-1], 2000, dtype=np.uint64)
    own, other = solver.positions_at(4, indices)
    assert (solver.find(4, own, other) == indices).all()
    assert (own & other == 0).all()
    balls = np.array([int(o | p).bit_count() for o, p in zip(own, other, strict=True)])
    assert (np.searchsorted(first, indices, side="right") - 1 == balls).all()


def test_a_position_and_its_mirror_image_are_stored_once():
    row, column = np.array([0b1011], np.uint32), np.array([1 | 1 << 4 | 1 << 12], np.uint32)
    none = np.array([0], np.uint32)
    assert solver.find(4, row, none) == solver.find(4, column, none)
    hanging = np.array([1 << 16], np.uint32)
    assert solver.find(4, hanging, none)[0] == solver.NOT_STORED


def test_interrupted_work_goes_on_and_ends_the_same(tmp_path):
    options = Options.preset("expert")
    whole = build_table(options, tmp_path / "whole", threads=1, base=3)
    calls = 0

    def impatient(distance, share, decided):
        nonlocal calls
        calls += 1
        return calls % 97 != 0

    runs = 0
    while True:
        runs += 1
        try:
            path = build_table(options, tmp_path / "parts", threads=2, base=3, progress=impatient)
        except Interrupted:
            assert not read_header(table_path(tmp_path / "parts", options, 3)).complete
            continue
        break
    assert runs > 2
    assert (map_table(path)[1] == map_table(whole)[1]).all()


def test_the_checker_reports_every_wrong_byte(tmp_path):
    path = build_table(Options.preset("standard"), tmp_path, threads=1, base=3)
    data = bytearray(path.read_bytes())
    data[BODY + 20000] ^= 2
    path.write_bytes(data)
    verdict = verify_table(path, threads=2)
    assert not verdict.passed
    assert verdict.damaged == ((0, POSITIONS - 1),)
    assert any("position 20000:" in line for line in verdict.examples)


def test_every_wrong_position_goes_into_the_report(tmp_path, capsys):
    path = build_table(Options.preset("standard"), tmp_path, threads=1, base=3)
    data = bytearray(path.read_bytes())
    for place in range(0, 12000, 10):
        data[BODY + place] ^= 2
    path.write_bytes(data)
    assert cli.main(["verify", str(path)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("position ") for line in told) == 100
    wrong = int(re.search(r"([\d,]+) wrong, 1 damaged block,", told[-1])[1].replace(",", ""))
    assert wrong >= 1000
    assert told[-2] == f"and {wrong - 100:,} more: --report FILE lists them"
    report = tmp_path / "wrong.txt"
    report.write_text("before")
    with report.open() as before:
        assert cli.main(["verify", str(path), "--report", str(report)]) == 1
        assert before.read() == "before", "written beside and renamed"
    lines = report.read_text().splitlines()
    assert len(lines) == wrong
    assert lines[0].startswith("position 0: stored ")
    numbers = [int(line.split()[1].rstrip(":")) for line in lines]
    assert numbers == sorted(set(numbers))


def test_a_gpu_names_the_first_wrong_position(tmp_path, monkeypatch):
    path = build_table(Options.preset("standard"), tmp_path, threads=1, base=3)
    stored = byte_value(int(map_table(path)[1][381]))
    monkeypatch.setattr("sommet.tablebase.gpu.check_on_gpu", lambda *_: (POSITIONS, 3, 381))
    verdict = verify_table(path, threads=1, device="gpu")
    assert verdict.mismatches == 3
    assert verdict.examples == (f"first wrong: position 381: stored {stored}",)
    monkeypatch.setattr("sommet.tablebase.gpu.check_on_gpu", lambda *_: (POSITIONS, 0, -1))
    assert verify_table(path, threads=1, device="gpu").passed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--report", "none/wrong.txt"], "there is no folder none"),
        (["--report", "."], ". is a folder"),
        (["--report", "wrong.txt", "--device", "gpu"], "made on the CPU"),
    ],
)
def test_verify_refuses_what_it_would_not_do(tmp_path, capsys, arguments, said):
    path = build_table(Options.preset("standard"), tmp_path, threads=1, base=3)
    assert cli.main(["verify", str(path), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_draw_marked_wrongly_is_found(tmp_path):
    path = build_table(Options.preset("expert"), tmp_path, threads=1, base=3)
    data = bytearray(path.read_bytes())
    draw = data.index(solver.DRAW, BODY)
    data[draw] = 3
    path.write_bytes(data)
    assert verify_table(path, threads=1).mismatches >= 1


def test_other_files_and_other_rules_are_refused(tmp_path):
    path = build_table(Options.preset("standard"), tmp_path, threads=1, base=3)
    other = table_path(tmp_path, Options.preset("expert"), 3)
    path.rename(other)
    with pytest.raises(SommetError, match="other rules"):
        build_table(Options.preset("expert"), tmp_path, threads=1, base=3)
    other.write_bytes(other.read_bytes()[:-1])
    with pytest.raises(InvalidTable, match="bytes, not"):
        read_header(other)
    other.write_bytes(b"no table" * 1000)
    with pytest.raises(InvalidTable, match="not a table"):
        read_header(other)


def test_too_little_memory_or_disk_is_said_clearly():
    with pytest.raises(SommetError, match=r"not enough memory: 8\.0 GiB needed, 2\.0 GiB free"):
        Needs(8 << 30, 0, 1.0, 2 << 30, 1 << 40).check()
    with pytest.raises(SommetError, match="not enough disk"):
        Needs(0, 8 << 30, 1.0, 2 << 30, 1 << 30).check()


def test_the_commands_solve_verify_and_go_wrong(tmp_path):
    run = [sys.executable, "-m", "sommet.cli.main"]
    made = subprocess.run(
        [*run, "solve", "pylos", "--rules", "expert", "--base", "3", "--out", str(tmp_path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "longest distance: 23" in made.stdout
    assert "needs" in made.stdout
    stages = made.stderr.splitlines()
    assert all("distance" in stage and "%" not in stage for stage in stages)
    assert "distance 23" in made.stderr
    path = tmp_path / "pylos-expert-base3.table"
    good = subprocess.run([*run, "verify", str(path)], capture_output=True, text=True, check=False)
    assert good.returncode == 0
    assert "24,635 positions checked, 0 wrong" in good.stdout
    assert good.stderr
    assert "|" not in good.stderr
    data = bytearray(path.read_bytes())
    data[BODY + 5] = 77
    path.write_bytes(data)
    bad = subprocess.run([*run, "verify", str(path)], capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert json.loads(data[12 : data.index(b"\0", 12)])["rules"]["lines"] is True


class Pressed:
    """Ctrl-C before anything was done."""

    def is_set(self):
        return True


@pytest.fixture
def interrupted(tmp_path, monkeypatch, capsys):
    """Arguments of a command whose work was interrupted."""
    arguments = ["solve", "pylos", "--base", "3", "--out", str(tmp_path)]
    with monkeypatch.context() as patched:
        patched.setattr(solve, "interrupts", lambda: contextlib.nullcontext(Pressed()))
        assert cli.main(arguments) == 130
    assert "the same command continues" in capsys.readouterr().err
    return arguments


def test_interrupting_the_command_keeps_the_work(interrupted, capsys):
    assert cli.main(interrupted) == 0
    told = capsys.readouterr().out
    assert "needs" in told
    assert "is complete after" in told
    assert cli.main(interrupted) == 0
    again = capsys.readouterr()
    assert "is complete already" in again.out
    assert "longest distance: 17" in again.out
    assert again.err == ""


def test_going_on_needs_room_as_well(interrupted, monkeypatch, capsys):
    few = Needs(8 << 30, 1 << 30, 1.0, 2 << 30, 1 << 40)
    monkeypatch.setattr(solve, "needs", lambda *_: few)
    assert cli.main(interrupted) == 2
    assert capsys.readouterr().err == ("sommet: not enough memory: 8.0 GiB needed, 2.0 GiB free\n")


@pytest.mark.parametrize("begun_at", [0, 30])
def test_the_time_left_is_told_when_something_can_be_said(tmp_path, monkeypatch, capsys, begun_at):
    def build(options, out, *, progress, **_):
        for share in (1e-9, 0.5):
            time.sleep(SHARE_S)
            progress(begun_at, share, 0)
        raise Interrupted("enough seen")

    monkeypatch.setattr(solve, "build_table", build)
    monkeypatch.setattr("sommet.cli.tablebase.solve.expected_longest", lambda _: begun_at + 2)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert cli.main(["solve", "pylos", "--base", "3", "--out", str(tmp_path)]) == 130
    shown = [piece for piece in capsys.readouterr().err.split("\r") if "distance" in piece]
    assert shown[0].rstrip().endswith("?")
    # Half of the first distance of two took 2 * SHARE_S, so seconds are left, on any machine.
    assert re.search(r"\| 00:[0-5]\d$", shown[1].rstrip()), shown[1]


def test_damaged_work_is_not_gone_on_with(interrupted, tmp_path, capsys):
    path = tmp_path / "pylos-standard-base3.table"
    data = bytearray(path.read_bytes())
    data[BODY + 5] ^= 1
    path.write_bytes(data)
    assert cli.main(interrupted) == 2
    assert "is damaged: remove it to start again" in capsys.readouterr().err


def test_a_full_disk_leaves_one_line_and_no_litter(tmp_path, monkeypatch, capsys):
    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sommet.tablebase.table_file.zlib.crc32", refuse)
    assert cli.main(["solve", "pylos", "--base", "3", "--out", str(tmp_path)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert errors[-1].endswith("pylos-standard-base3.table: No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_the_summary_tells_start_and_first_moves(tmp_path, capsys):
    arguments = ["solve", "pylos", "--rules", "children", "--base", "3", "--out", str(tmp_path)]
    assert cli.main([*arguments, "--takeback", "optional"]) == 0
    told = capsys.readouterr().out
    assert "less than a second" in told
    assert not re.search(r"\b0\.0 ", told.splitlines()[0])
    assert "start: loss in 16 for light" in told
    assert "first moves, loss in 14: 1b2\n" in told
    assert [path.name for path in tmp_path.iterdir()] == ["pylos-children-base3.table"]


def test_a_gpu_with_too_little_memory_is_told_before_it_begins(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sommet.tablebase.gpu.free_gpu_memory", lambda: 1 << 30)
    monkeypatch.setattr("sommet.tablebase.build.free_memory", lambda: 1 << 40)
    assert cli.main(["solve", "pylos", "--out", str(tmp_path), "--device", "gpu"]) == 2
    told = capsys.readouterr()
    assert "6.0 GiB of GPU memory (1.0 GiB free)" in told.out
    assert told.err == "sommet: not enough GPU memory: 6.0 GiB needed, 1.0 GiB free\n"
