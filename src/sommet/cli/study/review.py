"""`sommet review`: go through recorded games and mark the moves that gave something away."""

import argparse
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, cast

from tqdm import tqdm

from sommet.bots.pylos.search import parse_limit
from sommet.cli.files import make_folder, named_errors, read_text
from sommet.errors import SommetError
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import Replay, replay_record
from sommet.workers import add_pool_options, make_pool

HELP = "Review recorded games: which moves gave something away"
EXAMPLES = """\
examples:
  sommet review game.txt                  with the tables, where the rules have one
  sommet review game.txt --limit 1s       search one second for each move where there is no table
  sommet review game.txt --table FILE     with a table made by sommet solve: distances too
  sommet review game.txt --json           one JSON object per move
  sommet play pylos --save game.txt; sommet review game.txt
  sommet review games/*.txt --out reviews     many games on all cores, one file each
  sommet review games/*.txt --out reviews --on ray=auto

Games that already have a review in the --out folder are skipped.
"""

#: By game, a module with review(replay, request).
REVIEWS = {
    "pylos": "sommet.cli.study.review_pylos",
    "pacal": "sommet.cli.study.review_pacal",
    "solo": "sommet.cli.study.review_pacal",
}


@dataclass(frozen=True, slots=True)
class ReviewRequest:
    """How games are to be reviewed.

    Attributes:
        limit: How long to search a position without a table.
        table: A full table to judge by.
        search: Whether to search even where a table exists.
        json: Whether each line is a JSON object.
        threads: Cores for one game.
        quiet: Whether nobody watches the progress within a game.
    """

    limit: str
    table: Path | None
    search: bool
    json: bool
    threads: int
    quiet: bool


class Review(Protocol):
    """What every module in REVIEWS offers."""

    def review(self, replay: Replay, request: ReviewRequest) -> Iterator[str]:
        """Yield the review, line by line."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet review`."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "records",
        nargs="+",
        metavar="RECORD",
        help="the record's file, or - for standard input; can be repeated",
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
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write each review into a file there"
    )
    add_pool_options(parser)


def _limit(text: str) -> str:
    try:
        parse_limit(text)
    except SommetError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return text


def run(args: argparse.Namespace) -> int:
    """Read the records, check them against the rules, review them."""
    single = len(args.records) == 1 and args.out is None
    request = ReviewRequest(
        args.limit,
        None if args.table is None else args.table.resolve(),
        args.search,
        args.json,
        threads=(os.cpu_count() or 1) if single else 1,
        quiet=not (single and sys.stderr.isatty()),
    )
    if single:
        text = read_text(args.records[0])
        with named_errors(args.records[0]):
            lines = review_text(request, text)
        for line in lines:
            print(line)
        return 0
    return review_many(request, args)


def review_text(request: ReviewRequest, text: str) -> Iterator[str]:
    """Yield the lines of a review of the record in `text`."""
    replay = replay_record(parse_record(text))
    game = replay.record.game
    if game not in REVIEWS:
        raise SommetError(
            f"there is no review of {game} games; there is one of {', '.join(REVIEWS)}"
        )
    return cast(Review, importlib.import_module(REVIEWS[game])).review(replay, request)


def review_many(request: ReviewRequest, args: argparse.Namespace) -> int:
    """Review each record; print or write them in the order given. Return 2 if one was bad."""
    waiting = args.records
    if args.out is not None:
        make_folder(args.out)
        targets = {name: _target(args.out, name) for name in args.records}
        if len(set(targets.values())) < len(args.records):
            raise SommetError("two records of one name would be reviewed into one file")
        waiting = [name for name, target in targets.items() if not target.exists()]
    failures = 0
    bar = tqdm(
        total=len(args.records),
        initial=len(args.records) - len(waiting),
        unit="game",
        file=sys.stderr,
        disable=None,
    )
    with bar, make_pool(args) as pool:
        for name, lines, error in pool.map(partial(_review_one, request), map(_read_one, waiting)):
            if error is not None:
                failures += 1
                print(f"sommet: {error}", file=sys.stderr)
            elif args.out is None:
                print("\n".join(_headed(name, lines, as_json=request.json)))
            else:
                _write(_target(args.out, name), lines)
            bar.update()
    return 2 if failures else 0


def _read_one(name: str) -> tuple[str, str, str | None]:
    """Return the name, the record's text, and why there is none where it cannot be read."""
    try:
        return name, read_text(name), None
    except SommetError as error:
        return name, "", str(error)


def _review_one(
    request: ReviewRequest, read: tuple[str, str, str | None]
) -> tuple[str, list[str], str | None]:
    """Return the name, the lines, and why there are none where the record is bad."""
    name, text, unread = read
    if unread is not None:
        return name, [], unread
    try:
        return name, list(review_text(request, text)), None
    except SommetError as error:
        return name, [], f"{name}: {error}"


def _headed(name: str, lines: Sequence[str], *, as_json: bool) -> list[str]:
    if as_json:
        return [json.dumps({"record": name, **json.loads(line)}) for line in lines]
    return [name, *lines, ""]


def _target(folder: Path, name: str) -> Path:
    return folder / f"{Path(name).stem}.review"


def _write(target: Path, lines: Sequence[str]) -> None:
    # Written in one step, so that an interruption leaves no partial review behind.
    scratch = target.with_suffix(".part")
    scratch.write_text("\n".join(lines) + "\n", "utf-8")
    scratch.replace(target)
