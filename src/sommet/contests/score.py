"""The score of a contest: wins, draws, and the interval of the share of decided games."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from sommet.contests.pairs import PlayedPair

#: Two-sided 95 %.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a contest from the view of player a."""

    a_wins: int
    b_wins: int
    draws: int
    slowest_s: tuple[float, float]

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.a_wins + self.b_wins + self.draws

    @property
    def share(self) -> float:
        """The share of decided games that a won; one half if none was decided."""
        decided = self.a_wins + self.b_wins
        return self.a_wins / decided if decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `share`."""
        return wilson_interval(self.a_wins, self.a_wins + self.b_wins)


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of wins (Wilson's); 0 to 1 without games."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    scale = 1 + _Z**2 / games
    middle = (share + _Z**2 / (2 * games)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def count(pairs: Iterable[PlayedPair]) -> Score:
    """Return the score of these pairs."""
    winners = ""
    slowest = [0.0, 0.0]
    for pair in pairs:
        winners += pair.winners
        slowest = [max(x, y) for x, y in zip(slowest, pair.slowest_s, strict=True)]
    return Score(
        winners.count("a"), winners.count("b"), winners.count("-"), (slowest[0], slowest[1])
    )
