"""How many threads a command uses."""

import argparse
import os

#: As many as the core takes.
MOST = 256


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add `--threads`; the default is all cores."""
    parser.add_argument(
        "--threads",
        type=_count,
        default=os.cpu_count() or 1,
        metavar="N",
        help="default: all cores",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"a number of threads is 1 to {MOST}, not {text!r}")
    return int(text)
