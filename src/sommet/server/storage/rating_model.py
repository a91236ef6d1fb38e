"""Ratings from results (Bradley-Terry), and a forecast that learns.

A rating is an estimate (`mu`) with its uncertainty (`sigma`), updated after each result as in
openskill. Beginning may be an advantage or a disadvantage: Pylos is won for the second player. The
forecast of each pool (a game and its rules) learns from the results what beginning is worth and how
much a difference in rating means, so that predicted chances match observed shares
(bench/ratings.py).
"""

import math
from dataclasses import astuple, dataclass

from openskill.models import BradleyTerryFull

_MODEL = BradleyTerryFull()
#: Results count less the older they are; the last five thousand or so decide.
_MEMORY = 0.9998
#: Ratings are shown on the scale that chess players know.
_SHOWN_MIDDLE = 1500
_SHOWN_UNIT = 400 / math.log(10) / (math.sqrt(2) * _MODEL.beta)
#: Above this uncertainty a rating is provisional: half of what a newcomer has.
_KNOWN_SIGMA = _MODEL.sigma / 2
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
_RANKS: dict[float, list[float]] = {WIN: [1, 2], DRAW: [1, 1], LOSS: [2, 1]}


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's estimated strength and its uncertainty."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as it is displayed, 1500 for a newcomer."""
        return round(_SHOWN_MIDDLE + (self.mu - _MODEL.mu) * _SHOWN_UNIT)

    @property
    def provisional(self) -> bool:
        """Whether there are too few results for a reliable rating."""
        return self.sigma > _KNOWN_SIGMA


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a difference in rating and beginning mean for the result in a pool.

    A logistic regression that is updated with each result: `slope` and `edge`, and the information
    matrix, in which old results slowly lose weight.
    """

    slope: float = 1.0
    edge: float = 0.0
    about_slope: float = 100.0
    about_both: float = 0.0
    about_edge: float = 4.0

    def chance(self, first: Rating, second: Rating) -> float:
        """Return the expected share of points for the player who begins."""
        return _logistic(self.slope * _distance(first, second) + self.edge)

    def learn(self, first: Rating, second: Rating, score: float) -> "Forecast":
        """Return the forecast after a result; `score` is the first player's."""
        distance, chance = _distance(first, second), self.chance(first, second)
        weight, error = chance * (1 - chance), score - chance
        about_slope = _MEMORY * self.about_slope + weight * distance**2
        about_both = _MEMORY * self.about_both + weight * distance
        about_edge = _MEMORY * self.about_edge + weight
        known = about_slope * about_edge - about_both**2
        slope = self.slope + error * (about_edge * distance - about_both) / known
        edge = self.edge + error * (about_slope - about_both * distance) / known
        # The slope is never negative, although a few results may suggest it by chance.
        return Forecast(max(0.1, slope), edge, about_slope, about_both, about_edge)

    def as_list(self) -> list[float]:
        """Return the numbers to store; `Forecast(*numbers)` restores it."""
        return list(astuple(self))


def rate(first: Rating, second: Rating, score: float, forecast: Forecast) -> tuple[Rating, Rating]:
    """Return both ratings after a game; `score` is the first player's: 1, 0.5 or 0."""
    # As if the player who begins were stronger by what beginning is worth.
    edge = forecast.edge / forecast.slope * _spread(first, second)
    one = _MODEL.create_rating([first.mu + edge, first.sigma])
    two = _MODEL.create_rating([second.mu, second.sigma])
    (one,), (two,) = _MODEL.rate([[one], [two]], ranks=_RANKS[score])
    return (
        Rating(one.mu - edge, one.sigma, first.games + 1),
        Rating(two.mu, two.sigma, second.games + 1),
    )


def _spread(first: Rating, second: Rating) -> float:
    return math.sqrt(2 * _MODEL.beta**2 + first.sigma**2 + second.sigma**2)


def _distance(first: Rating, second: Rating) -> float:
    return (first.mu - second.mu) / _spread(first, second)


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-500.0, min(500.0, value))))
