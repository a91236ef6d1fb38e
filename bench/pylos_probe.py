"""Probing the shipped tables, random positions and a batch in index order: time of one core."""

import argparse
import time

import numpy as np

from sommet.engine import solver
from sommet.pylos import Options
from sommet.pylos.options import PRESETS
from sommet.tablebase.packed_file import PackedTable, shipped_path


def main() -> None:
    parser = argparse.ArgumentParser("bench/pylos_probe.py", description=__doc__)
    parser.add_argument("rules", nargs="?", choices=sorted(PRESETS), default="standard")
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    args = parser.parse_args()
    options, count = Options.preset(args.rules), args.count
    table = PackedTable(shipped_path(options), options)
    rng = np.random.default_rng(1)
    total = solver.first_by_balls(4)[-1]
    for kind, indices in (
        ("random", rng.integers(0, total, count, dtype=np.uint64)),
        ("in order", rng.integers(0, total - count) + np.arange(count, dtype=np.uint64)),
    ):
        own, other = solver.positions_at(4, indices.astype(np.uint64))
        table.core.probe(own[:200], other[:200])
        began = time.process_time()
        table.core.probe(own, other)
        spent = (time.process_time() - began) / count
        print(f"{kind}: {spent * 1e6:.1f} us a probe, {60 / spent:,.0f} a minute")


main()
