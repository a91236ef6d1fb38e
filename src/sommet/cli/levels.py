"""`sommet levels`: show a game's levels, or measure them in a round-robin."""

import argparse
import os
import sys
from pathlib import Path

from tqdm import tqdm

from sommet.bots import levels
from sommet.bots.elo import rate, rating_errors
from sommet.bots.pylos_judge import Judge, TableJudge
from sommet.bots.pylos_levels import ErrorCount, count_errors
from sommet.bots.pylos_tournament import PairResult, round_robin
from sommet.errors import SommetError
from sommet.pylos import Options
from sommet.tables.probe import open_table

HELP = "Show the levels of a game, or measure how strong they are"
EXAMPLES = """\
examples:
  sommet levels pylos                                    names and what to expect
  sommet levels pylos --games 40                         a round-robin, 40 games for each pair
  sommet levels pylos --games 40 --rules expert --errors      and how often each level errs

The same games and the same seed give the same numbers, as long as no level thinks by the clock.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet levels`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos", "pacal", "solo"], help="the game")
    parser.add_argument("--games", type=int, default=0, help="games for each pair (default: none)")
    parser.add_argument(
        "--rules",
        choices=["children", "standard", "expert"],
        default="standard",
        help="the preset to measure with (default: standard)",
    )
    parser.add_argument("--errors", action="store_true", help="count errors by a table")
    parser.add_argument("--table", type=Path, metavar="FILE", help="the table (default: shipped)")
    parser.add_argument("--seed", type=int, default=1, help="which games (default: 1)")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="default: one for each core"
    )


def run(args: argparse.Namespace) -> int:
    """Print the levels, or play and print what came of it."""
    if not args.games:
        for level in levels(args.game):
            name = f" {level.name}" if level.name else ""
            print(f"level:{level.number}{name}: {level.about}")
        return 0
    if args.game != "pylos":
        raise SommetError("only the levels of pylos are measured here; see sommet arena")
    options = Options.preset(args.rules)
    judge = TableJudge(open_table(options, args.table)) if args.errors else None
    print(measure_levels(options, args, judge))
    return 0


def measure_levels(options: Options, args: argparse.Namespace, judge: Judge | None) -> str:
    """Return a table of ratings and errors as Markdown."""
    ladder = levels("pylos")
    specs = ["random", *(f"level:{level.number}" for level in ladder)]
    pairs = len(specs) * (len(specs) - 1) // 2
    with tqdm(total=pairs, unit="pair", disable=not sys.stderr.isatty()) as bar:
        results = list(
            round_robin(
                specs,
                options,
                openings=(args.games + 1) // 2,
                seed=args.seed,
                processes=args.processes,
                progress=bar.update,
            )
        )
    pairings = [result.pairing for result in results]
    ratings = rate(len(specs), pairings)
    spreads = rating_errors(len(specs), pairings)
    errors = None if judge is None else count_errors(results, len(specs), options, judge)
    lines = [
        "| level | name | Elo above random | ± | errors | errors where one could err | slowest |",
        "|---|---|---|---|---|---|---|",
    ]
    for index, spec in enumerate(specs):
        name = ladder[index - 1].name if index else ""
        shares = ("", "") if errors is None else format_errors(errors[index])
        slowest = max_seconds(results, index)
        lines.append(
            f"| {spec} | {name} | {ratings[index]:.0f} | {spreads[index]:.0f} "
            f"| {shares[0]} | {shares[1]} | {1000 * slowest:.0f} ms |"
        )
    return "\n".join(lines)


def format_errors(count: ErrorCount) -> tuple[str, str]:
    """Return the share of all moves, and of those where a wrong move was there to play."""
    return f"{100 * count.share:.1f} %", f"{100 * count.share_of_chances:.1f} %"


def max_seconds(results: list[PairResult], player: int) -> float:
    """Return the longest time that a player took for one move."""
    longest = 0.0
    for result in results:
        pair = (result.pairing.first, result.pairing.second)
        if player in pair:
            for light, game in result.games:
                longest = max(longest, game.seconds[0 if light == player else 1])
    return longest
