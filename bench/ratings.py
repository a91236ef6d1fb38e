"""Whether the chances that ratings give are the shares that are seen.

Players with known strengths play each other at random; whoever begins has a disadvantage, as in
Pylos. Before each game the forecast says what share of the points the first player may expect; the
games are then sorted into ten bins by that share. Every game counts, also the first of a newcomer.
Bar: 1,000 players, 100,000 games, in each of ten bins forecast and result within 2 points.

    python bench/ratings.py
    python bench/ratings.py --players 200 --games 50000 --spread 250 --draws 0.2
"""

import argparse
import math
import random
import sys
import time

from sommet.server.storage.rating_model import DRAW, LOSS, WIN, Forecast, Rating, rate

BAR = 2.0
#: Chance alone moves a bin of fewer games by more than the bar.
LEAST_GAMES = 1000
#: One point of strength in natural units: 400 points are odds of ten to one.
POINT = math.log(10) / 400


def simulate(
    players: int, games: int, *, spread: float, edge: float, draws: float, seed: int
) -> tuple[list[tuple[int, float, float]], Forecast]:
    """Return games, forecast and result of each bin in points, and the last forecast."""
    chance = random.Random(seed)
    strengths = [chance.gauss(0, spread) for _ in range(players)]
    ratings = [Rating()] * players
    forecast = Forecast()
    bins = [[0, 0.0, 0.0] for _ in range(10)]
    for _ in range(games):
        first, second = chance.sample(range(players), 2)
        expected = 1 / (1 + math.exp(-(strengths[first] - strengths[second] + edge) * POINT))
        # Draws take as much from wins as from losses.
        drawn = draws * 2 * min(expected, 1 - expected)
        drawing = chance.random() < drawn
        won = chance.random() < (expected - drawn / 2) / (1 - drawn) if drawn < 1 else False
        score = DRAW if drawing else WIN if won else LOSS
        told = forecast.chance(ratings[first], ratings[second])
        bin_ = bins[min(9, int(told * 10))]
        bin_[0] += 1
        bin_[1] += told
        bin_[2] += score
        learnt = forecast.learn(ratings[first], ratings[second], score)
        ratings[first], ratings[second] = rate(ratings[first], ratings[second], score, forecast)
        forecast = learnt
    shares = [
        (int(count), 100 * told / max(1, count), 100 * seen / max(1, count))
        for count, told, seen in bins
    ]
    return shares, forecast


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--spread", type=float, default=200.0, help="of strengths, in points")
    parser.add_argument("--edge", type=float, default=-70.0, help="of whoever begins, in points")
    parser.add_argument("--draws", type=float, default=0.1, help="the share between equals")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    shares, forecast = simulate(
        args.players,
        args.games,
        spread=args.spread,
        edge=args.edge,
        draws=args.draws,
        seed=args.seed,
    )
    print(f"{args.players} players, {args.games} games in {time.perf_counter() - began:.1f} s")
    print(f"slope {forecast.slope:.2f}, edge {forecast.edge:.2f}")
    print("   games  forecast  seen  difference")
    for count, told, seen in shares:
        few = "" if count >= LEAST_GAMES else "  (few)"
        print(f"{count:8} {told:8.1f} {seen:6.1f} {told - seen:8.2f}{few}")
    differences = [abs(told - seen) for count, told, seen in shares if count >= LEAST_GAMES]
    if len(differences) < len(shares):
        print(f"too few games: {len(differences)} of {len(shares)} bins have {LEAST_GAMES}")
        return 1
    print(f"worst difference {max(differences):.2f} points, bar {BAR}")
    return 0 if max(differences) <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
