"""Compare the speed of this checkout with that of an older version, their runs taking turns.

    .venv/bin/python bench/compare/versions.py f017225

The older version is checked out and set up in build/compare. Each version runs its own benches, for
names have changed; what a bench prints is matched by its words. Fails where the median of the newer
version is more than 10 % slower. Wants a machine with nothing else to do.
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
BENCHES = {
    "pylos": ["bench/pylos.py"],
    "pacal": ["bench/pacal.py"],
    "batch": ["bench/batch.py"],
    "probe": ["bench/pylos_probe.py", "standard"],
    "search": ["bench/pylos_search.py", "--limit", "20000n", "--positions", "60"],
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
                for key, (figure, more) in measure(folders[which], name).items():
                    seen[key][which].append(figure)
                    more_is_better[key] = more
    slower = []
    for key, figures in seen.items():
        if not figures["old"] or not figures["new"]:
            print(f"only one of them says {key}")
            continue
        old, new = (statistics.median(figures[which]) for which in ("old", "new"))
        share = old / new if more_is_better[key] else new / old
        print(f"{key}: {old:,.1f} before, {new:,.1f} now, {share:.2f} times the time")
        slower += [key] if share > MOST_SLOWER else []
    print(f"more than 10 % slower: {slower or 'nothing'}")
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main())
