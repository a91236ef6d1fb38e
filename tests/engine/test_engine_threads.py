"""One pool of threads: it refuses none, survives refused threads, carries exceptions over."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from sommet.bots.pacal.weights import duel_brain
from sommet.engine import batch, pacal_players, perfect, search, solver

RULES = (True, True, False, False)
POSITIONS = solver.first_by_balls(3)[-1]


@pytest.fixture(scope="module")
def table():
    whole = np.full(POSITIONS, solver.DRAW, np.uint8)
    sweep = solver.Sweep(3, RULES, whole, 2)
    quiet = 0
    while quiet < 2:
        quiet = quiet + 1 if sweep.run_pass() == 0 else 0
    return whole


@pytest.fixture(scope="module")
def parts(table):
    return solver.pack_table(3, table, 2, shared_samples=2000, own_samples=2000, epochs=1)


def packed(parts):
    return solver.PackedTable(3, *(np.frombuffer(part, np.uint8) for part in parts))


def run_alone(program, timeout=240):
    """Return what a program prints: it might take its process with it."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True, text=True, timeout=timeout, check=True,
    ).stdout  # fmt: skip


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_numbers_of_threads_that_make_no_sense_are_refused(table, parts, threads):
    none, nothing = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
    calls = [
        lambda: solver.check_table(3, RULES, table, threads),
        lambda: solver.Sweep(3, RULES, table.copy(), threads),
        lambda: solver.pack_table(3, table, threads, shared_samples=1, own_samples=1, epochs=1),
        lambda: packed(parts).compare_with(table, threads),
        lambda: perfect.Work(3, RULES, table, None, none, nothing, threads),
        lambda: search.search(0, 0, search.Rules(*RULES), nodes=100, threads=threads),
        lambda: batch.PylosBatch(4, RULES, 3, 0, threads),
        lambda: pacal_players.study(duel_brain(), 0, 0.0, 0, 1, 1, threads),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=f"threads must be 1 to 256, not {threads}"):
            call()


def test_work_gets_done_where_the_system_refuses_threads():
    said = run_alone("""
        import resource
        import numpy as np
        from sommet.engine import solver
        positions = solver.first_by_balls(3)[-1]
        garbage = np.arange(positions, dtype=np.uint64).astype(np.uint8)
        alone = solver.check_table(3, (True, True, False, False), garbage, 1)[:2]
        with open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + (48 << 20), size + (48 << 20)))
        many = solver.check_table(3, (True, True, False, False), garbage, 64)[:2]
        print(alone == many, alone[0] == positions)
        """)
    assert said == "True True\n"


def test_what_a_thread_throws_is_raised_by_the_call(table, parts):
    model, groups, data = parts
    cut_short = packed((model, groups, data[:10]))
    with pytest.raises(RuntimeError, match="damaged table"):
        cut_short.compare_with(table, 2)


def test_an_array_that_changes_meanwhile_does_no_harm():
    run_alone("""
        import threading, time
        import numpy as np
        from sommet.engine.batch import SoloBatch
        games = SoloBatch(20_000, 0, 1, 2)
        actions = np.zeros(games.size, np.int64)
        ends = time.monotonic() + 0.5
        def scribble():
            while time.monotonic() < ends:
                actions[:] = 1 << 40
        other = threading.Thread(target=scribble)
        other.start()
        while time.monotonic() < ends:
            games.pick(actions)
            try:
                games.step(actions)
            except ValueError:
                pass
        other.join()
        """)


def test_two_threads_may_use_one_batch():
    run_alone("""
        import threading
        import numpy as np
        from sommet.engine.batch import PylosBatch
        games = PylosBatch(64, (True, True, False, False), 3, 1, 2)
        def play():
            actions = np.zeros(games.size, np.int64)
            for _ in range(500):
                games.pick(actions)
                try:
                    games.step(actions)
                except ValueError:
                    pass  # the other one stepped in between
        players = [threading.Thread(target=play) for _ in range(2)]
        for player in players:
            player.start()
        for player in players:
            player.join()
        assert games.masks.any(axis=1).all()
        """)
