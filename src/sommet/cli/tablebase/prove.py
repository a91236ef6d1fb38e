"""`sommet prove`: the proof that the perfect player wins every won position."""

import argparse
import time
from functools import partial
from pathlib import Path

from sommet.cli.stages import show_stages
from sommet.cli.threads import add_threads
from sommet.engine import perfect
from sommet.errors import SommetError
from sommet.pylos import Options
from sommet.tablebase.build import table_path
from sommet.tablebase.full_table import FullTable
from sommet.tablebase.memory import free_memory
from sommet.tablebase.perfect_file import PlayerData, player_path, read_player
from sommet.tablebase.perfect_make import Work
from sommet.tablebase.perfect_prove import prove_player
from sommet.tablebase.table_file import check_sums

HELP = "Prove that the shipped perfect player wins every won position"
EXAMPLES = """\
examples:
  sommet prove --rules expert --tables tables
  sommet prove --rules children --tables tables --device gpu
  sommet prove new.player --rules standard --tables tables     a player you have just made

Exit status 1 when a position is unproved or wrong, 2 when a file cannot be used.
"""
#: What the arrays take for each position on a CPU, with room for the list of what is open.
BYTES_PER_POSITION = 6.5
#: What one core would take, from what two took.
MINUTES = {"children": 28, "standard": 43, "expert": 69}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet prove`."""
    parser.epilog = EXAMPLES
    parser.add_argument("player", type=Path, nargs="?", help="a player's file (default: shipped)")
    parser.add_argument(
        "--rules",
        choices=list(MINUTES),
        default="standard",
        help="the rule set (default: standard)",
    )
    parser.add_argument(
        "--tables",
        type=Path,
        metavar="DIR",
        required=True,
        help="the folder with the full tables that sommet solve made",
    )
    parser.add_argument(
        "--device", choices=["cpu", "gpu"], default="cpu", help="where to compute (default: cpu)"
    )
    add_threads(parser)


def _check_memory(table: FullTable, data: PlayerData, threads: int) -> None:
    """Print what the proof takes on a CPU; raise SommetError if there is too little memory."""
    need, free = BYTES_PER_POSITION * len(table.bytes), free_memory()
    print(
        f"this takes about {need / 1e9:.0f} GB of memory beside the table, and "
        f"{max(1, round(MINUTES[data.options.preset_name] / threads))} minutes or more",
        flush=True,
    )
    if need > free:
        raise SommetError(
            f"not enough memory: {need / 1e9:.0f} GB needed, {free / 1e9:.0f} GB free; "
            "--device gpu takes seconds"
        )


def _work(table: FullTable, data: PlayerData, args: argparse.Namespace) -> Work:
    rules, exceptions = data.options.core_rules, data.exceptions
    if args.device == "gpu":
        from sommet.tablebase.perfect_gpu import GpuWork

        return GpuWork(4, rules, table.bytes, data.weights, exceptions)
    return perfect.Work(
        4,
        rules,
        table.bytes,
        data.weights,
        exceptions.numbers,
        exceptions.places,
        args.threads,
        lean=True,
    )


def run(args: argparse.Namespace) -> int:
    """Check the player of one rule set against its full table, then report."""
    options = Options.preset(args.rules)
    data = read_player(args.player or player_path(options), options)
    path: Path = table_path(args.tables, options)
    table = FullTable(path, options)
    print(f"{args.rules}: {len(data.exceptions.numbers):,} exceptions, values from {path}")
    began = time.monotonic()
    if args.device == "cpu":
        _check_memory(table, data, args.threads)
    with show_stages() as progress:
        check_sums(path, partial(progress, "checksums"))
    work = _work(table, data, args)
    with show_stages() as progress:
        verdict = prove_player(work, data.exceptions, progress)
    print(f"{verdict.open:,} positions open, {verdict.wrong:,} wrong, {verdict.proved:,} proved")
    if verdict.wrong:
        print(f"first wrong position: {verdict.first_wrong}")
    print(
        f"{verdict.won:,} won positions: {verdict.moves / max(verdict.won, 1):.2f} moves to the "
        f"end on average, {verdict.moves / max(verdict.best, 1):.3f} of the optimum, "
        f"{verdict.longest} at most; {time.monotonic() - began:.1f} s"
    )
    return 0 if verdict.passed else 1
