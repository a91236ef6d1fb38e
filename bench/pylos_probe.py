"""Probing the shipped tables: random positions, and a batch in index order. CPU time of one core.

python bench/pylos_probe.py RULES [COUNT]
"""

import sys
import time

import numpy as np

from sommet.engine import solver
from sommet.pylos import Options
from sommet.pylos.options import PRESETS
from sommet.tablebase.packed_file import PackedTable, shipped_path


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in PRESETS:
        sys.exit(__doc__)
    options = Options.preset(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
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
