"""Compare the speed of this checkout with that of an older version, their runs taking turns.

    .venv/bin/python bench/compare/versions.py f017225

The older version is checked out and set up in build/compare. Each version runs its own benches, for
names have changed; what a bench prints is matched by its words. Fails where the median of the newer
version is more than 10 % slower, and where a bench prints nothing that both can be compared by.
The benches are made to count processor time instead of time, so that other programs on the machine
disturb them less.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Solves the small pyramid a few times; both versions have the core's Sweep.
SOLVE = """
import time, numpy
from sommet.engine import solver
best = 1e9
for _ in range(40):
    table = numpy.full(solver.first_by_balls(3)[-1], solver.DRAW, numpy.uint8)
    began, quiet = time.process_time(), 0
    sweep = solver.Sweep(3, (True, True, False, False), table, 1)
    while quiet < 2:
        quiet = quiet + 1 if sweep.run_pass() == 0 else 0
    best = min(best, time.process_time() - began)
print(f"the small pyramid is solved: {1000 * best:.1f} ms")
"""
#: Thinks about positions that each version's own bench draws alike. That bench is not run itself:
#: its words and what it counts as thinking have changed.
SEARCH = """
import sys, time
sys.path.insert(0, "bench")
import pylos_search as bench
options, limit = bench.Options.preset("standard"), bench.parse_limit("20000n")
for name, states in (
    ("from games", bench.from_games(options, 30, bench.Random(1))),
    ("from the table", bench.from_table(options, 30, 1)),
):
    began = time.process_time()
    for state in states:
        bench.think(state, limit)
    spent = (time.process_time() - began) / len(states)
    print(f"20,000 nodes of standard positions {name}: {1000 * spent:.2f} ms")
"""
#: Runs a bench by processor time.
BY_PROCESSOR_TIME = """
import runpy, sys, time
time.perf_counter = time.process_time
sys.argv = sys.argv[1:]
sys.path.insert(0, "bench")
runpy.run_path(sys.argv[0], run_name="__main__")
"""
BENCHES = {
    "pylos": ["-c", BY_PROCESSOR_TIME, "bench/pylos.py"],
    "pacal": ["-c", BY_PROCESSOR_TIME, "bench/pacal.py"],
    "batch": ["-c", BY_PROCESSOR_TIME, "bench/batch.py"],
    "probe": ["-c", BY_PROCESSOR_TIME, "bench/pylos_probe.py", "standard"],
    "search": ["-c", SEARCH],
    "solver": ["-c", SOLVE],
}
#: A rate, of which more is better, or a time, of which less is.
FIGURE = re.compile(r"([\d,.]+) (\w+/s|a minute|ms\b)")
MOST_SLOWER = 1.10


def check_out(version: str) -> Path:
    """Return the folder of an older version, checked out and set up."""
    folder = ROOT / "build" / "compare" / version
    if not folder.exists():
        subprocess.run(
            ["git", "worktree", "add", "--detach", folder, version], cwd=ROOT, check=True
        )
    print(f"Setting up {version} in {folder} …", flush=True)
    subprocess.run(["make", "--silent", "setup"], cwd=folder, check=True)
    return folder


def measure(folder: Path, name: str) -> dict[str, tuple[float, bool]]:
    """Return what a bench prints: each figure by its words, and whether more of it is better."""
    ran = subprocess.run(
        [folder / ".venv/bin/python", *BENCHES[name]],
        cwd=folder,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.exit(f"{folder}: {name} failed:\n{ran.stderr}")
    found: dict[str, tuple[float, bool]] = {}
    for line in ran.stdout.splitlines():
        for number, unit in FIGURE.findall(line):
            key = f"{name}: {line.partition(':')[0].strip()} [{unit}]"
            found[key] = float(number.replace(",", "")), unit != "ms"
    return found


def judge(
    seen: dict[str, dict[str, list[float]]], more_is_better: dict[str, bool]
) -> tuple[list[str], list[str]]:
    """Print both medians of each figure; return what is slower, and benches nobody can compare."""
    slower = []
    without = {key.partition(":")[0] for key in seen}
    for key, figures in seen.items():
        if not figures["old"] or not figures["new"]:
            print(f"only one of them says {key}")
            continue
        without.discard(key.partition(":")[0])
        old, new = (statistics.median(figures[which]) for which in ("old", "new"))
        share = old / new if more_is_better[key] else new / old
        print(f"{key}: {old:,.1f} before, {new:,.1f} now, {share:.2f} times the time")
        slower += [key] if share > MOST_SLOWER else []
    return slower, sorted(without)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("version", help="the older commit")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=sorted(BENCHES), action="append")
    args = parser.parse_args()
    folders = {"old": check_out(args.version), "new": ROOT}
    seen: dict[str, dict[str, list[float]]] = defaultdict(lambda: {"old": [], "new": []})
    more_is_better = {}
    for number in range(args.rounds):
        print(f"round {number + 1} of {args.rounds} …", flush=True)
        for name in args.only or BENCHES:
            for which in ("old", "new") if number % 2 else ("new", "old"):
                found = measure(folders[which], name)
                if not found:
                    sys.exit(f"{folders[which]}: {name} prints no figures")
                for key, (figure, more) in found.items():
                    seen[key][which].append(figure)
                    more_is_better[key] = more
    slower, without = judge(seen, more_is_better)
    print(f"more than 10 % slower: {slower or 'nothing'}")
    if without:
        print(f"no figure of both versions: {', '.join(without)}")
    return int(bool(slower or without))


if __name__ == "__main__":
    sys.exit(main())
