"""How strong players are, from their results: Bradley-Terry ratings, and a forecast that learns.

A rating is a guess (`mu`) with its uncertainty (`sigma`), moved by each result as openskill does.
Who begins may have an edge, or the opposite: Pylos is won for the second player. The forecast of
each pool (a game and its rules) learns that edge from the results, and how much a difference in
rating means there, so that the chances it gives are the shares that are seen (bench/ratings.py).
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
    """How strong somebody is, and how sure that is."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The rating as people see it, 1500 for a newcomer."""
        return round(_SHOWN_MIDDLE + (self.mu - _MODEL.mu) * _SHOWN_UNIT)

    @property
    def provisional(self) -> bool:
        """Whether too few results are known."""
        return self.sigma > _KNOWN_SIGMA


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a difference in rating means in a pool, and what beginning does.

    A logistic regression that goes on with each result: `slope` and `edge`, and how much is known
    about them (the information matrix, which forgets slowly).
    """

    slope: float = 1.0
    edge: float = 0.0
    about_slope: float = 100.0
    about_both: float = 0.0
    about_edge: float = 4.0

    def chance(self, first: Rating, second: Rating) -> float:
        """Return the share of points that whoever begins may expect."""
        return _logistic(self.slope * _distance(first, second) + self.edge)

    def learn(self, first: Rating, second: Rating, score: float) -> "Forecast":
        """Return the forecast after a result, `score` for whoever began."""
        distance, chance = _distance(first, second), self.chance(first, second)
        weight, error = chance * (1 - chance), score - chance
        about_slope = _MEMORY * self.about_slope + weight * distance**2
        about_both = _MEMORY * self.about_both + weight * distance
        about_edge = _MEMORY * self.about_edge + weight
        known = about_slope * about_edge - about_both**2
        slope = self.slope + error * (about_edge * distance - about_both) / known
        edge = self.edge + error * (about_slope - about_both * distance) / known
        # A better rating never means less: few results could say so by chance.
        return Forecast(max(0.1, slope), edge, about_slope, about_both, about_edge)

    def as_list(self) -> list[float]:
        """Return it as numbers to keep; `Forecast(*numbers)` reads them."""
        return list(astuple(self))


def rate(first: Rating, second: Rating, score: float, forecast: Forecast) -> tuple[Rating, Rating]:
    """Return both ratings after a game, `score` for whoever began: 1, 0.5 or 0."""
    # As if whoever began were better by what beginning is worth.
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
