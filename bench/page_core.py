"""The page's core against the compiled one, in one run: perft, search nodes, probes, sizes.

Processor time of one thread, so that other programs disturb it less. Bars, for the players with
SIMD: perft 0.6 of the compiled one, search nodes 0.3, probes 0.3; all players 150 kB. It ends with
1 if one is missed. Needs Node (`make web-setup`).
"""

import gzip
import json
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from sommet.bots.pylos.search import Limit, think
from sommet.engine import solver
from sommet.pylos import Options, State, perft
from sommet.seeding import Random
from sommet.tablebase.packed_file import PackedTable, shipped_path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web/src/core/wasm"
ROUNDS = 5
DEPTH, NODES, PROBES = 6, 100_000, 2000
#: The least share of the compiled core's rate, with SIMD.
BARS = {"perft leaves": 0.6, "search nodes": 0.3, "probes": 0.3}
PLAYERS_KB = 150
MOVES = ("1b2", "1c2", "1b3")


def node() -> str:
    found = subprocess.run([ROOT / "scripts/find-node"], capture_output=True, text=True, check=True)
    return str(Path(found.stdout.strip()) / "node")


def unpack_files(folder: Path) -> None:
    """Put the files of core-data together, as the page does."""
    pieces = folder / "pieces"
    subprocess.run([sys.executable, ROOT / "scripts/data/core-data", pieces], check=True)
    for name, entry in json.loads((pieces / "index.json").read_text()).items():
        packed = b"".join((pieces / piece["file"]).read_bytes() for piece in entry["pieces"])
        (folder / name).write_bytes(zlib.decompress(packed) if entry["deflated"] else packed)


def best_of(job: Callable[[], int]) -> float:
    """Return how many of what the job counts it does in a second of processor time."""
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        count = job()
        rates.append(count / (time.process_time() - began))
    return max(rates)


def probe_one_by_one() -> int:
    """Probe the positions that `pylos.probe_often` draws."""
    table = PackedTable(shipped_path(Options.preset("expert"))).core
    lot, positions = Random(1), solver.first_by_balls(4)[-1]
    indices = np.array([lot.below(positions) for _ in range(PROBES)], np.uint64)
    own, other = solver.positions_at(4, indices)
    for i in range(PROBES):
        table.probe(own[i : i + 1], other[i : i + 1])
    return PROBES


def in_node(
    module: str, folder: Path, questions: list[dict[str, Any]], rounds: int = ROUNDS
) -> list[dict[str, float]]:
    """Return the processor milliseconds of each question, and what it counts."""
    script = Path(__file__).with_name("page_core") / "measure.mjs"
    command = [node(), script, MODULES / module, folder, json.dumps(questions), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[dict[str, float]] = json.loads(done.stdout)
    return found


def judge(kept: bool, bar: str) -> str:
    """Return what stands behind a figure that has a bar."""
    return f"  (bar {bar}{'' if kept else ': MISSED'})"


def show_rates(folder: Path) -> bool:
    """Print the rates of both modules; return whether those with SIMD keep to their bars."""
    state = State.start(Options.preset("expert"))
    for move in MOVES:
        state = state.play(move)
    native = [
        best_of(lambda: perft(State.start(), DEPTH)),
        best_of(lambda: think(state, Limit(nodes=NODES)).nodes),
        best_of(probe_one_by_one),
    ]
    often = {"call": "pylos.probe_often", "preset": "expert", "count": PROBES, "seed": 1}
    questions = [
        {"call": "pylos.perft", "preset": "standard", "moves": [], "depth": DEPTH},
        {"call": "pylos.think", "preset": "expert", "moves": MOVES, "nodes": NODES},
        {**often, "with_table": True},
    ]
    all_kept = True
    for module in ("players.wasm", "players-plain.wasm"):
        measured = in_node(module, folder, questions)
        for (what, bar), each, compiled in zip(BARS.items(), measured, native, strict=True):
            rate = each["count"] * 1000 / each["milliseconds"]
            share = rate / compiled
            said = ""
            if module == "players.wasm":
                said = judge(share >= bar, f"{bar}")
                all_kept = all_kept and share >= bar
            print(f"  {module}: {rate:,.0f} {what}/s, compiled {compiled:,.0f}: {share:.2f}{said}")
    return all_kept


def show_sizes() -> bool:
    """Print the size of each module; return whether the players keep to their bar."""
    all_kept = True
    for module in sorted(MODULES.glob("*.wasm")):
        size_kb = len(gzip.compress(module.read_bytes(), 9, mtime=0)) / 1000
        said = ""
        if module.name.startswith("players"):
            said = judge(size_kb <= PLAYERS_KB, f"{PLAYERS_KB}")
            all_kept = all_kept and size_kb <= PLAYERS_KB
        print(f"  {module.name}: {size_kb:.1f} kB gzipped{said}")
    return all_kept


def main() -> int:
    with tempfile.TemporaryDirectory() as temporary:
        files = Path(temporary)
        unpack_files(files)
        fast = show_rates(files)
    small = show_sizes()
    return 0 if fast and small else 1


if __name__ == "__main__":
    sys.exit(main())
