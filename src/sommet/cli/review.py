"""`sommet review`: go through a recorded game and mark the moves that gave something away."""

import argparse
import importlib
import sys
from pathlib import Path
from typing import Protocol, cast

from sommet.bots.pylos_search import parse_limit
from sommet.errors import SommetError
from sommet.match.record import parse_record
from sommet.match.record_replay import Replay, replay_record

HELP = "Mark the moves of a recorded game that gave something away"
EXAMPLES = """\
examples:
  sommet review game.txt                  with the tables, where the rules have one
  sommet review game.txt --limit 1s       search a second a move where no table helps
  sommet review game.txt --table FILE     with a table that sommet solve has built: distances too
  sommet review game.txt --json           one JSON object per move
  sommet play pylos --save game.txt; sommet review game.txt
"""

#: By game, a module with review(replay, args).
REVIEWS = {
    "pylos": "sommet.cli.review_pylos",
    "pacal": "sommet.cli.review_pacal",
    "solo": "sommet.cli.review_pacal",
}


class Review(Protocol):
    """What every module in REVIEWS offers."""

    def review(self, replay: Replay, args: argparse.Namespace) -> int:
        """Print the review; return the exit status."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet review`."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "record", metavar="RECORD", help="the record's file, or - for standard input"
    )
    parser.add_argument(
        "--limit",
        default="300ms",
        type=_limit,
        help="how long to search each position without a table: 300ms, 2s, 50000n (default: 300ms)",
    )
    parser.add_argument("--table", type=Path, metavar="FILE", help="judge by this full table")
    parser.add_argument("--search", action="store_true", help="search even where a table exists")
    parser.add_argument("--json", action="store_true", help="print one JSON object per move")


def _limit(text: str) -> str:
    try:
        parse_limit(text)
    except SommetError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def run(args: argparse.Namespace) -> int:
    """Read the record, check it against the rules, review it."""
    replay = replay_record(parse_record(read_text(args.record)))
    game = replay.record.game
    if game not in REVIEWS:
        raise SommetError(
            f"there is no review of {game} games; there is one of {', '.join(REVIEWS)}"
        )
    return cast(Review, importlib.import_module(REVIEWS[game])).review(replay, args)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SommetError(f"cannot read {name}: {error}") from error
