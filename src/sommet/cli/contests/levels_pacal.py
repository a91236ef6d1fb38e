"""Measuring the levels of Pacal: a round-robin on duplicated deals, and ratings."""

import argparse
import sys
from itertools import combinations

from tqdm import tqdm

from sommet.bots import levels
from sommet.contests.elo import Pairing, rate, rating_errors
from sommet.contests.pairs import Contest, play_pairs
from sommet.contests.score import Score, count
from sommet.workers import Pool


def measure_levels(rules: str, args: argparse.Namespace, pool: Pool) -> str:
    """Return a table of ratings as Markdown; each deal is played twice with the seats swapped."""
    ladder = levels("pacal")
    specs = ["random", *(f"level:{level.number}" for level in ladder)]
    scores: dict[tuple[int, int], Score] = {}
    pairs = list(combinations(range(len(specs)), 2))
    for low, high in tqdm(pairs, unit="pair", file=sys.stderr, disable=None):
        contest = Contest("pacal", specs[high], specs[low], args.seed, rules)
        deals = range((args.games + 1) // 2)
        scores[low, high] = count(play_pairs(contest, deals, pool=pool, keep=False))
    pairings = [
        Pairing(high, low, score.a_wins + score.draws / 2, score.games)
        for (low, high), score in scores.items()
    ]
    ratings = rate(len(specs), pairings)
    spreads = rating_errors(len(specs), pairings)
    lines = [
        "| level | name | Elo above random | ± | decided rounds won against the level below |",
        "|---|---|---|---|---|",
    ]
    for index, spec in enumerate(specs):
        name = ladder[index - 1].name if index else ""
        share = f"{scores[index - 1, index].share:.1%}" if index else ""
        lines.append(f"| {spec} | {name} | {ratings[index]:.0f} | {spreads[index]:.0f} | {share} |")
    return "\n".join(lines)
