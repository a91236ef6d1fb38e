"""Ratings from results: the Elo numbers that fit a round-robin best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

#: A difference of this many points means odds of ten to one.
SCALE = 400.0
_ROUNDS = 2000


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a round-robin and the result of their games.

    Attributes:
        first: The first player's index.
        second: The second player's index.
        points: What the first player scored: 1 for a win, half for a draw.
        games: How many games they played.
    """

    first: int
    second: int
    points: float
    games: int


def rate(players: int, pairings: Sequence[Pairing], *, anchor: int = 0) -> NDArray[np.float64]:
    """Return the most likely rating of each player, the anchor's being 0.

    Each pairing gets one extra game, drawn, so that a player who won every game still has a finite
    rating. Bradley and Terry's model, fitted by their own iteration.
    """
    points = np.zeros((players, players))
    for pairing in pairings:
        points[pairing.first, pairing.second] += pairing.points + 0.5
        points[pairing.second, pairing.first] += pairing.games - pairing.points + 0.5
    games = points + points.T
    won = points.sum(axis=1)
    strength = np.ones(players)
    for _ in range(_ROUNDS):
        shares = games / (strength[:, None] + strength[None, :])
        strength = won / shares.sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    ratings: NDArray[np.float64] = SCALE * np.log10(strength)
    relative: NDArray[np.float64] = ratings - ratings[anchor]
    return relative


def rating_errors(
    players: int, pairings: Sequence[Pairing], *, anchor: int = 0, samples: int = 200
) -> NDArray[np.float64]:
    """Return twice the standard deviation of each rating, from resampled results."""
    random = np.random.default_rng(1)
    drawn = []
    for _ in range(samples):
        redrawn = [
            Pairing(p.first, p.second, random.binomial(p.games, p.points / p.games), p.games)
            for p in pairings
        ]
        drawn.append(rate(players, redrawn, anchor=anchor))
    deviations: NDArray[np.float64] = 2 * np.std(drawn, axis=0)
    return deviations
