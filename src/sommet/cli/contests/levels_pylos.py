"""Measuring the levels of Pylos: a round-robin, ratings, and errors by a table."""

import argparse
import sys

from tqdm import tqdm

from sommet.analysis.pylos_judge import Judge
from sommet.bots import levels
from sommet.contests.elo import rate, rating_errors
from sommet.contests.pylos_error_rates import ErrorCount, count_errors
from sommet.contests.pylos_tournament import PairResult, round_robin
from sommet.pylos import Options
from sommet.workers import Pool


def measure_levels(
    options: Options, args: argparse.Namespace, judge: Judge | None, pool: Pool
) -> str:
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
                pool=pool,
                progress=bar.update,
            )
        )
    pairings = [result.pairing for result in results]
    ratings = rate(len(specs), pairings)
    spreads = rating_errors(len(specs), pairings)
    errors = None if judge is None else count_errors(results, len(specs), options, judge)
    lines = [
        "| level | name | Elo above random | ± | errors | where one could err | slowest move |",
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
    """Return the most processor time that a player took for one move."""
    longest = 0.0
    for result in results:
        pair = (result.pairing.first, result.pairing.second)
        if player in pair:
            for light, game in result.games:
                longest = max(longest, game.seconds[0 if light == player else 1])
    return longest
