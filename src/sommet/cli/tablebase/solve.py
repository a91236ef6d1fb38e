"""`sommet solve`: the strong solution of Pylos, made on this machine."""

import argparse
import contextlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

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


class _Lines:
    """A line for each distance, where no bar can be drawn."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._last = -1

    def show(self, distance: int, _: float, decided: int) -> None:
        """Print a line if the distance is a new one."""
        if distance != self._last:
            self._last = distance
            passed = time.monotonic() - self._began
            line = f"{passed:.1f} s: distance {distance}, {decided:,} positions decided"
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Do nothing: every line is printed already."""


class _Bar:
    """A progress bar over the distances, with the time that is left."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._first = 0
        self._bar: tqdm[NoReturn] | None = None

    def show(self, distance: int, share: float, decided: int) -> None:
        """Draw how far the work is: `share` of the pass for `distance` is done."""
        text = f"distance {distance}, {decided:,} positions"
        if self._bar is None:
            # Distances of an earlier run say nothing about the speed of this one.
            self._first = distance
            self._bar = tqdm(
                total=self._longest,
                initial=distance,
                desc=text,
                miniters=0,
                bar_format="{desc} {percentage:3.0f}% |{bar}| {remaining}",
            )
        bar = self._bar
        bar.set_description_str(text, refresh=False)
        bar.total = max(self._longest, distance + 1)
        # From so little progress tqdm would estimate centuries.
        at = self._first if distance + share < self._first + 0.1 else distance + share
        bar.update(at - bar.n)

    def close(self) -> None:
        """Leave the bar as it is."""
        if self._bar is not None:
            self._bar.close()


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
    drawn = sys.stderr.isatty()
    display = _Bar(expected_longest(options)) if drawn else _Lines(began)
    try:
        with contextlib.closing(display), interrupts() as interrupted:

            def progress(distance: int, share: float, decided: int) -> bool:
                display.show(distance, share, decided)
                return not interrupted.is_set()

            build_table(
                options,
                args.out,
                threads=args.threads,
                base=args.base,
                device=args.device,
                progress=progress,
            )
    except Interrupted as stop:
        print(f"sommet: {stop}", file=sys.stderr)
        return 130
    print(f"{path} is complete after {time.monotonic() - began:.1f} s")
    print(format_summary(summarise(path)))
    return 0
