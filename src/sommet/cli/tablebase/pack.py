"""`sommet pack`: a full table made small enough to ship."""

import argparse
import time
from pathlib import Path

from sommet.cli.threads import add_threads
from sommet.errors import InvalidOptions
from sommet.tablebase.full_table import FullTable
from sommet.tablebase.packed_file import Effort, PackedTable, write_packed
from sommet.tablebase.table_file import check_sums

HELP = "Pack a full table into a few megabytes: win, loss or draw of every position"
EXAMPLES = """\
examples:
  sommet pack tables/pylos-standard.table tables/pylos-standard.packed
  sommet pack tables/pylos-standard.table tables/pylos-standard.packed --check

Packing first learns to predict values from samples, then codes what the prediction misses; more
samples take longer and make a smaller file.

--check compares an existing packed file with the full table, position by position; exit status 1
when any differs.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet pack`."""
    parser.epilog = EXAMPLES
    parser.add_argument("table", type=Path, help="a table made by sommet solve")
    parser.add_argument("packed", type=Path, help="the packed file")
    parser.add_argument("--check", action="store_true", help="compare instead of packing")
    parser.add_argument(
        "--shared-samples", type=float, default=16.0, metavar="M",
        help="million positions of each number of balls to learn from (default 16)",
    )  # fmt: skip
    parser.add_argument(
        "--own-samples", type=float, default=1.0, metavar="M",
        help="million positions of each stack that has a network of its own (default 1)",
    )  # fmt: skip
    parser.add_argument(
        "--epochs", type=int, default=3, metavar="N", help="how often to go over them (default 3)"
    )
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Pack, or compare."""
    if not (args.shared_samples > 0 and args.own_samples > 0 and args.epochs > 0):
        raise InvalidOptions("samples and epochs are more than 0")
    if args.packed.is_dir() or not args.packed.parent.is_dir():
        raise InvalidOptions(f"{args.packed} cannot be the name of a file")
    table = FullTable(args.table)
    check_sums(args.table)
    began = time.monotonic()
    if not args.check:
        effort = Effort(int(args.shared_samples * 1e6), int(args.own_samples * 1e6), args.epochs)

        def report(line: str) -> None:
            print(f"{time.monotonic() - began:7.1f} s  {line}", flush=True)

        write_packed(args.packed, table, args.threads, effort, report)
        size = args.packed.stat().st_size
        print(f"{args.packed}: {size:,} bytes, {time.monotonic() - began:.1f} s")
        return 0
    compared, wrong = PackedTable(args.packed).compare_with(table, args.threads)
    print(f"{compared:,} positions compared, {wrong:,} differ, {time.monotonic() - began:.1f} s")
    return 1 if wrong else 0
