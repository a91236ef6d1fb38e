"""`sommet verify`: a table checked from end to end."""

import argparse
import time
from pathlib import Path

from sommet.cli.files import check_writable
from sommet.cli.stages import show_stages
from sommet.cli.threads import add_threads
from sommet.errors import InvalidOptions
from sommet.tablebase.packed_file import PackedTable, is_packed
from sommet.tablebase.rules_tag import rules_name
from sommet.tablebase.table_file import read_header
from sommet.tablebase.verify import verify_table
from sommet.write_whole import write_whole

HELP = "Check every position of a table against its successors"
EXAMPLES = """\
examples:
  sommet verify tables/pylos-standard.table
  sommet verify tables/pylos-expert.table --device gpu
  sommet verify tables/pylos-expert.table --report wrong.txt
  sommet verify tables/pylos-standard.packed                checksums only

A few wrong positions are printed; --report lists all of them. Exit status 1 when anything is
wrong, 2 when the file is not a table, not finished or cannot be read.
"""
#: How many wrong positions are printed, and how many a report holds: more say nothing new.
SHOWN = 100
REPORTED = 10_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet verify`."""
    parser.epilog = EXAMPLES
    parser.add_argument("table", type=Path, help="a table made by sommet solve or sommet pack")
    parser.add_argument(
        "--device", choices=["cpu", "gpu"], default="cpu", help="where to compute (default: cpu)"
    )
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write every wrong position into this file"
    )
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """Verify with a progress bar, then report."""
    if args.report is not None and args.device == "gpu":
        raise InvalidOptions("--report is made on the CPU: leave out --device gpu")
    if is_packed(args.table):
        options = PackedTable(args.table).options
        print(f"{args.table}: {rules_name(options)}, all checksums are right")
        print(f"sommet pack TABLE {args.table} --check compares its values with a full table")
        return 0
    if args.report is not None:
        check_writable(args.report)
    header = read_header(args.table)
    print(f"{args.table}: {rules_name(header.options)}, {header.positions:,} positions")
    began = time.monotonic()
    with show_stages() as progress:
        verdict = verify_table(
            args.table,
            threads=args.threads,
            device=args.device,
            progress=progress,
            most=SHOWN if args.report is None else REPORTED,
        )
    for first, last in verdict.damaged:
        print(f"wrong checksum: positions {first} to {last}")
    for example in verdict.examples[:SHOWN]:
        print(example)
    if verdict.mismatches > SHOWN and args.report is None:
        print(f"and {verdict.mismatches - len(verdict.examples):,} more: --report FILE lists them")
    if args.report is not None:
        write_whole(args.report, (f"{line}\n".encode() for line in verdict.examples))
        print(f"{len(verdict.examples):,} wrong positions in {args.report}")
    blocks = len(verdict.damaged)
    print(
        f"{verdict.checked:,} positions checked, {verdict.mismatches:,} wrong, {blocks} damaged "
        f"{'block' if blocks == 1 else 'blocks'}, {time.monotonic() - began:.1f} s"
    )
    return 0 if verdict.passed else 1
