"""`sommet solve`: the strong solution of Pylos, made on this machine."""

import argparse
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from sommet.cli.files import make_folder
from sommet.cli.pylos_rules import add_rules, chosen_rules
from sommet.cli.threads import add_threads
from sommet.tablebase.build import (
    Interrupted,
    build_table,
    expected_longest,
    is_complete,
    needs,
    table_path,
)
from sommet.tablebase.rules_tag import deciding_rules
from sommet.tablebase.summary import format_summary, summarise

HELP = "Solve Pylos: value and distance of every position"
EXAMPLES = """\
examples:
  sommet solve pylos --rules children --out tables
  sommet solve pylos --rules expert --takeback optional --out tables --device gpu
  sommet solve pylos --rules standard --out tables          after Ctrl-C, the same command continues

The table has one byte for each of 2,257,858,569 positions. `sommet verify FILE` checks it, and
`sommet probe pylos --table FILE --position TEXT` reads it.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet solve`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos"], help="the game to solve")
    add_rules(parser)
    parser.add_argument(
        "--device", choices=["cpu", "gpu"], default="cpu", help="where to compute (default: cpu)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="folder for the table (default: .)"
    )
    add_threads(parser)
    parser.add_argument(
        "--base",
        type=int,
        choices=[3, 4],
        default=4,
        help="side of level 1; 3 is a small pyramid to try things on (default: 4)",
    )


@contextlib.contextmanager
def interrupts() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C (or a request to terminate) sets, so that work can be kept."""
    event = threading.Event()
    before = {
        number: signal.signal(number, lambda *_: event.set())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def run(args: argparse.Namespace) -> int:
    """Solve with a progress bar, then print the summary."""
    options = deciding_rules(chosen_rules(args))
    make_folder(args.out)
    path = table_path(args.out, options, args.base)
    if path.exists() and is_complete(path, options, args.base):
        print(f"{path} is complete already")
        print(format_summary(summarise(path)))
        return 0
    need = needs(options, args.out, args.threads, args.device, args.base)
    print(f"{path}: {need}", flush=True)
    need.check()
    began = time.monotonic()
    longest = expected_longest(options)
    plainly = not sys.stderr.isatty()
    shown = -1
    first: int | None = None
    with tqdm(
        total=longest,
        miniters=0,
        bar_format="{desc} {percentage:3.0f}% |{bar}| {remaining}",
        disable=plainly,
    ) as bar:

        def progress(distance: int, share: float, decided: int) -> bool:
            nonlocal shown, first
            if first is None:
                # Distances of an earlier run say nothing about the speed of this one.
                first = bar.initial = bar.last_print_n = distance
            if plainly and distance != shown:
                shown = distance
                passed = time.monotonic() - began
                line = f"{passed:.1f} s: distance {distance}, {decided:,} positions decided"
                print(line, file=sys.stderr, flush=True)
            bar.set_description_str(f"distance {distance}, {decided:,} positions", refresh=False)
            bar.total = max(longest, distance + 1)
            # From so little progress tqdm would estimate centuries.
            bar.n = first if distance + share < first + 0.1 else distance + share
            bar.update(0)
            return not interrupted.is_set()

        with interrupts() as interrupted:
            try:
                build_table(
                    options,
                    args.out,
                    threads=args.threads,
                    base=args.base,
                    device=args.device,
                    progress=progress,
                )
            except Interrupted as stop:
                bar.close()
                print(f"sommet: {stop}", file=sys.stderr)
                return 130
    print(f"{path} is complete after {time.monotonic() - began:.1f} s")
    print(format_summary(summarise(path)))
    return 0
