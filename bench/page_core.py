"""The core in the page against the compiled one, in the same run: perft, search nodes, sizes.

Processor time of one thread, so that other programs disturb it less. Needs Node (`make web-setup`).
"""

import gzip
import json
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sommet.bots.pylos.search import Limit, think
from sommet.bots.pylos.weights import shipped_network
from sommet.pylos import Options, State, perft

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "web/src/core/wasm"
ROUNDS = 5
DEPTH, NODES = 6, 100_000
MOVES = ("1b2", "1c2", "1b3")


def node() -> str:
    found = subprocess.run([ROOT / "scripts/find-node"], capture_output=True, text=True, check=True)
    return str(Path(found.stdout.strip()) / "node")


def best_of(job: Callable[[], int]) -> float:
    """Return how many of what the job counts it does in a second of processor time."""
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        count = job()
        rates.append(count / (time.process_time() - began))
    return max(rates)


def in_node(module: str, network: Path) -> list[float]:
    """Return the rates of perft and search in Node."""
    questions = [
        {"call": "pylos.perft", "preset": "standard", "moves": [], "depth": DEPTH},
        {"call": "pylos.think", "preset": "expert", "moves": MOVES, "nodes": NODES},
    ]
    script = Path(__file__).with_name("page_core") / "measure.mjs"
    command = [node(), script, MODULES / module, network, json.dumps(questions)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [each["count"] * 1000 / each["milliseconds"] for each in json.loads(done.stdout)]


state = State.start(Options.preset("expert"))
for move in MOVES:
    state = state.play(move)
native = [
    best_of(lambda: perft(State.start(), DEPTH)),
    best_of(lambda: think(state, Limit(nodes=NODES)).nodes),
]
file = shipped_network("expert")
assert file is not None
with tempfile.TemporaryDirectory() as folder:
    network = Path(folder) / "network"
    network.write_bytes(file.numbers)
    for module in ("players.wasm", "players-plain.wasm"):
        rates = in_node(module, network)
        for what, rate, compiled in zip(
            ("perft leaves", "search nodes"), rates, native, strict=True
        ):
            print(
                f"  {module}: {rate:,.0f} {what}/s, compiled {compiled:,.0f}: {rate / compiled:.2f}"
            )
for module in sorted(MODULES.glob("*.wasm")):
    size = len(gzip.compress(module.read_bytes(), 9, mtime=0))
    print(f"  {module.name}: {size / 1000:.1f} kB gzipped")
