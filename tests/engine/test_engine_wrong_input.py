"""Wrong tables, hands and arguments end in an error, never in a crash."""

import mmap
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from sommet.bots.pacal.weights import duel_brain, shipped, solo_brain
from sommet.cli.main import main
from sommet.engine import pacal_players, perfect, search, solver
from sommet.errors import SommetError
from sommet.pacal import Round
from sommet.pylos import Options
from sommet.tablebase import packed_file
from sommet.tablebase.build import table_path
from sommet.tablebase.rules_tag import rules_tag
from sommet.tablebase.table_file import BLOCK_BYTES, BODY, TableHeader, format_header
from sommet.write_whole import write_whole

ROOT = Path(__file__).parents[2]


def run_alone(program, timeout=240):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True, text=True, timeout=timeout, check=True,
    ).stdout  # fmt: skip


@pytest.mark.parametrize("lean", [True, False])
def test_wrong_bytes_in_a_table_never_crash_the_proof(lean):
    said = run_alone(f"""
        import numpy as np
        from sommet.engine import perfect, solver
        from sommet.tablebase.perfect_make import Exceptions, settle_all
        rules, positions = (True, True, False, False), solver.first_by_balls(3)[-1]
        table = np.full(positions, solver.DRAW, np.uint8)
        sweep, quiet = solver.Sweep(3, rules, table, 1), 0
        while quiet < 2:
            quiet = quiet + 1 if sweep.run_pass() == 0 else 0
        rng, none = np.random.default_rng(7), Exceptions.none()
        for turn in range(6):  # more of them under sanitizers: tests/fuzz/perfect_fuzz.cpp
            wrong = table.copy()
            places = rng.integers(0, positions, 1 + 200 * turn)
            wrong[places] = rng.integers(0, 256, len(places))
            work = perfect.Work(
                3, rules, wrong, None, none.numbers, none.places, 2, lean={lean})
            work.find_choices()
            left = settle_all(work)
            if not {lean} and left:
                work.weigh(3)
                work.make_exceptions(0)
                settle_all(work)
            work.prove(none.numbers, none.places)
        print("done")
        """)
    assert said == "done\n"


def test_wrong_answers_about_positions_never_crash_the_player():
    said = run_alone("""
        import numpy as np
        from sommet.engine import perfect, solver
        numbers = np.random.default_rng(3).integers(0, solver.first_by_balls(3)[-1], 3000)
        own, other = solver.positions_at(3, numbers.astype(np.uint64))
        none, nothing = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
        player = perfect.Chooser(3, (True, True, False, False), None, none, nothing)
        moves = 0
        for mine, theirs in zip(own.tolist(), other.tolist(), strict=True):
            try:
                moves += len(player.choose(mine, theirs, lambda *_: True))
            except ValueError:
                pass
        print(moves > 1000)
        """)
    assert said == "True\n"


def test_positions_with_balls_in_the_air_are_no_players_problem():
    # Without the check this looks for a number that it never finds.
    said = run_alone(
        """
        import numpy as np
        from sommet.engine import perfect
        none = np.zeros(0, np.uint32)
        choice = np.zeros(perfect.RANK_WEIGHTS, np.int16), none, none.astype(np.uint8)
        player = perfect.Player(3, (True, True, False, False), choice, None, None)
        for own, other in ((1 << 9, 0), (1, 1), (1 << 20, 0), (0xFF, 0)):
            try:
                print(player.choose(own, other, [], 0, False, lambda boards: [0] * len(boards)))
            except ValueError as error:
                print(error)
        """,
        timeout=60,
    )
    assert said == "not a stored position\n" * 4


@pytest.fixture
def damaged_table(tmp_path):
    """Return a full table whose header is right, and its bytes are not."""
    positions = solver.first_by_balls(4)[-1]
    options = Options.preset("children")
    path = table_path(tmp_path, options)
    with path.open("wb") as file:  # nearly all of it a hole, which takes no room on the disk
        file.write(format_header(TableHeader(rules_tag(options), positions, 10, True)))
        file.truncate(BODY + positions + 4 * -(-positions // BLOCK_BYTES))
    return path


WRONG_SUM = "wrong checksum of positions 0 to 1048575"


@pytest.mark.parametrize(
    "command",
    [
        "prove --rules children --tables {folder}",
        "pack {table} {folder}/packed",
        "puzzle make --rules children --table {table} --count 1",
    ],
)
def test_a_damaged_table_is_not_worked_with(damaged_table, command, capsys, monkeypatch):
    monkeypatch.setattr("sommet.cli.tablebase.prove.free_memory", lambda: 10**11)
    folder = damaged_table.parent
    assert main(command.format(table=damaged_table, folder=folder).split()) == 2
    assert WRONG_SUM in capsys.readouterr().err
    assert list(folder.iterdir()) == [damaged_table]


@pytest.mark.parametrize(
    "command",
    [
        "fit_pylos_evaluation.py --rules children --table {table}",
        "make-player fit children {folder} {folder}",
        "solution-figures {folder} children",
    ],
)
def test_a_damaged_table_is_no_source_of_data(damaged_table, command):
    folder = damaged_table.parent
    script, *words = command.format(table=damaged_table, folder=folder).split()
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/data" / script, *words],
        capture_output=True, text=True, check=False, timeout=240,
    )  # fmt: skip
    assert done.returncode == 1
    assert WRONG_SUM in done.stderr
    assert "Traceback" not in done.stderr
    assert list(folder.iterdir()) == [damaged_table]


def small_header(positions):
    return TableHeader(rules_tag(Options.preset("expert"), 3), positions, 10, True)


def seen(**changes):
    round_ = Round.deal(seed=5)
    view = round_.view(round_.actor)
    known = {
        "rules": view.options.code, "seat": view.seat, "hand": sum(1 << c for c in view.hand),
        "other_cards": 15, "phase": 0, "actor": view.seat, "turn": 1,
        "beginner": view.beginner, "apexes": view.apexes, "offer": (0, 0), "cards": (0, 0),
        "tops0": bytes(10), "unders0": bytes(10), "tops1": bytes(10), "unders1": bytes(10),
    }  # fmt: skip
    return pacal_players.Seen(**(known | changes))


def test_what_a_seat_sees_is_taken_as_it_is():
    assert pacal_players.choose(seen(), 1, 0, 0.0, None, 1) >= 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hand": (1 << 51) - 2}, "two fewer after each offer"),
        ({"hand": 0}, "two fewer after each offer"),
        ({"other_cards": 14}, "two fewer after each offer"),
        ({"other_cards": 48}, "out of range"),
        ({"turn": 3}, "two fewer after each offer"),
        ({"turn": 15}, "turns go from 1 to 14"),
        ({"phase": 1}, "other seat's turn"),
        ({"phase": 2}, "two fewer after each offer"),
        ({"offer": (1, 2)}, "an offer is two cards"),
        ({"apexes": (0, 0)}, "both apexes are known"),
        ({"hand": ((1 << 15) - 1) << 49}, "no card lies twice"),
    ],
)
def test_hands_that_no_round_deals_are_refused(changes, said):
    with pytest.raises(ValueError, match=said):
        seen(**changes)


def test_how_far_players_look_ahead_has_bounds():
    solo, empty, unseen = solo_brain(), bytes(10), (1 << 51) - 4
    assert 0 < solo.chance(empty, empty, unseen, 0, 0) < 1
    for ahead in (-1, 4):
        with pytest.raises(ValueError, match="0 to 3 cards"):
            solo.chance(empty, empty, unseen, 0, ahead)
        with pytest.raises(ValueError, match="0 to 3 cards"):
            solo.best_field(empty, empty, unseen, 1, 0, ahead)
        with pytest.raises(ValueError, match="0 to 3 cards"):
            pacal_players.solo_trial(solo, 0, ahead, 1, 1, 1)
    with pytest.raises(ValueError, match="fewer unseen cards"):
        solo.chance(empty, empty, 0, 0, 1)
    with pytest.raises(ValueError, match="effort"):
        pacal_players.score(seen(), duel_brain(), -1)
    with pytest.raises(ValueError, match="effort"):
        pacal_players.study(duel_brain(), -1, 0.0, 0, 1, 1, 1)


def test_distances_that_no_table_has_are_refused():
    table = np.full(solver.first_by_balls(3)[-1], solver.DRAW, np.uint8)
    sweep = solver.Sweep(3, (True, True, False, False), table, 1)
    for distance in (-1, 256):
        with pytest.raises(ValueError, match="0 to 255"):
            sweep.resume(distance)
    sweep.resume(255)
    with pytest.raises(ValueError, match="up to 254"):
        sweep.run_pass()


def test_weights_that_are_no_numbers_are_refused():
    with pytest.raises(ValueError, match="belong to another network"):
        pacal_players.SoloBrain(b"1234")
    with pytest.raises(ValueError, match="not a finite number"):
        pacal_players.SoloBrain(b"\xff" * len(shipped("solo").floats))


def test_an_effort_that_means_nothing_is_refused():
    for method, effort in ((3, -1), (4, 0), (4, 10**9)):
        with pytest.raises(ValueError, match="effort"):
            pacal_players.choose(seen(), method, effort, 0.0, None, 1)


def test_a_mapped_file_stays_while_another_is_written(tmp_path, monkeypatch):
    path = tmp_path / "pylos-expert.packed"
    path.write_bytes(b"a" * 10_000)
    with path.open("rb") as file:
        view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    # Packing itself needs a full table of the real game: two gigabytes.
    monkeypatch.setattr(solver, "pack_table", lambda *_, **__: (b"model", b"groups", b"data"))

    class Table:
        bytes = b""
        header = small_header(0)

    packed_file.write_packed(path, Table, 1)
    assert view[:] == b"a" * 10_000
    assert path.read_bytes().startswith(packed_file.MAGIC)
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_refuses_leaves_what_was_there(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def parts():
        yield b"new"
        raise OSError(28, "No space left on device")

    with pytest.raises(SommetError, match="No space left"):
        write_whole(path, parts())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_renamed_is_on_the_disk_and_as_private_as_before(tmp_path, monkeypatch):
    path, link, kept = tmp_path / "file", tmp_path / "link", []
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    monkeypatch.setattr(os, "fsync", lambda _: kept.append(path.read_bytes()))
    write_whole(link, [b"new"])
    assert kept == [b"old"], "the disk has the new file before it takes the place of the old one"
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o600
    assert link.is_symlink()


def test_fitting_lets_others_work_and_ends_by_a_signal():
    # A table without wins: the fit looks for them until it is ended. (1.0).__ge__ runs no Python
    # code, so nothing but the fit itself lets the other thread go on.
    said = run_alone("""
        import signal, threading, time
        import numpy as np
        from sommet.engine import perfect, solver
        table = np.zeros(solver.first_by_balls(4)[-1], np.uint8)
        def alarm(*_):
            raise TimeoutError("alarm")
        signal.signal(signal.SIGALRM, alarm)
        ticks = []
        def tick():
            for _ in range(5):
                time.sleep(0.01)
                ticks.append(1)
            signal.raise_signal(signal.SIGALRM)
        threading.Thread(target=tick).start()
        try:
            perfect.fit_rank((True, True, False, False), table, 100, 1, 1, (1.0).__ge__)
        except TimeoutError as error:
            print(error, len(ticks))
        """)
    assert said == "alarm 5\n"


def test_positions_with_all_bits_set_are_not_stored():
    nothing, everything = np.array([0], np.uint32), np.array([0xFFFFFFFF], np.uint32)
    table = packed_file.PackedTable(packed_file.shipped_path(Options.preset("expert")))
    assert table.core.probe(nothing, nothing) == 2, "the start of the expert game is a draw"
    assert table.core.probe(nothing, everything) == 0
    assert solver.find(4, everything, nothing) == solver.NOT_STORED
    with pytest.raises(ValueError, match="not a stored position"):
        perfect.smallest_number(4, 0xFFFFFFFF, 0)
    for own, other in ((0xFFFFFFFF, 0), (1, 1), (0xFFFF, 0)):
        boards = np.array([[0, 0], [own, other]], np.uint32)
        with pytest.raises(ValueError, match="not a position"):
            search.weight_indices(boards, search.Rules(True, True, False, False))


@pytest.mark.parametrize("position", [(0, 0), (0x61, 0x96), (0x0F3, 0xF0C)])
def test_a_limit_on_nodes_is_kept(position):
    rules = search.Rules(True, True, False, False)
    for nodes in range(300, 6000, 97):
        assert search.search(*position, rules, nodes=nodes).nodes <= nodes + 600, nodes
