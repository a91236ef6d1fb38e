"""The confidence interval of a share of errors, and the share that a rating predicts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: For 95 % intervals.
_Z = 1.96
#: How the log-odds of an error fall with 400 points, measured with the levels (docs/fairplay.md):
#: the prior for people, and its weight.
SLOPE, SLOPE_SD = -0.9, 0.45
#: The spread of log-odds among people of the same rating; assumed, not measured.
PERSONAL_SD = 0.35
#: The least number of other players, and of their decisions, for a comparison.
LEAST_OTHERS, LEAST_CHANCES = 3, 100
_SCALE = 400
_MIDDLE = 1500


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float

    def with_other(self, other: "Interval") -> "Interval":
        """Return the interval that covers another one too; the share stays."""
        return Interval(self.share, min(self.low, other.low), max(self.high, other.high))


@dataclass(frozen=True, slots=True)
class Person:
    """A player's rating, with the errors and chances of each of their games."""

    rating: int
    games: tuple[tuple[int, int], ...]

    @property
    def errors(self) -> int:
        """All errors."""
        return sum(errors for errors, _ in self.games)

    @property
    def chances(self) -> int:
        """All decisions where an error was possible."""
        return sum(chances for _, chances in self.games)


def observed(person: Person) -> Interval | None:
    """Return the share of errors among chances; None without any.

    Wilson's interval, or the one that takes a whole game as one observation if that is wider:
    decisions of one game are not independent.
    """
    errors, chances, games = person.errors, person.chances, len(person.games)
    if chances == 0:
        return None
    share = errors / chances
    centre = (share + _Z**2 / (2 * chances)) / (1 + _Z**2 / chances)
    spread = share * (1 - share) / chances + _Z**2 / (4 * chances**2)
    half = _Z * math.sqrt(spread) / (1 + _Z**2 / chances)
    low, high = centre - half, centre + half
    if games > 1:
        apart = sum((e - share * c) ** 2 for e, c in person.games)
        by_game = _Z * math.sqrt(apart * games / (games - 1)) / chances
        low, high = min(low, share - by_game), max(high, share + by_game)
    return Interval(share, max(0.0, low), min(1.0, high))


def expected(rating: int, others: Sequence[Person]) -> Interval | None:
    """Return the share of errors that a rating predicts; None if there is too little data.

    A logistic curve over the rating, fitted to the other players of the same rules, with the
    levels' slope as its prior. The interval covers the uncertainty of the curve, which grows if
    the others scatter more than chance, and the differences between people.
    """
    known = [each for each in others if each.chances]
    if len(known) < LEAST_OTHERS or sum(each.chances for each in known) < LEAST_CHANCES:
        return None
    a, b = 0.0, SLOPE
    information = (1.0, 0.0, 1.0)
    for _ in range(50):
        step_a, step_b, information = _newton(a, b, known)
        a, b = a + step_a, b + step_b
        if abs(step_a) + abs(step_b) < 1e-9:
            break
    x = (rating - _MIDDLE) / _SCALE
    aa, ab, bb = information
    known_by = aa * bb - ab * ab
    variance = (bb - 2 * x * ab + x * x * aa) / known_by * _scatter(a, b, known)
    half = _Z * math.sqrt(variance + PERSONAL_SD**2)
    eta = a + b * x
    return Interval(_logistic(eta), _logistic(eta - half), _logistic(eta + half))


def _newton(
    a: float, b: float, known: Sequence[Person]
) -> tuple[float, float, tuple[float, float, float]]:
    """Return the curve after one Newton step, and its information matrix."""
    grad_a, grad_b = 0.0, -(b - SLOPE) / SLOPE_SD**2
    # A small pseudo-count of errors for everybody; without any error there is no curve.
    aa, ab, bb = 1e-6, 0.0, 1 / SLOPE_SD**2
    for each in known:
        x = (each.rating - _MIDDLE) / _SCALE
        share = _logistic(a + b * x)
        missing = each.errors + 0.5 - (each.chances + 1) * share
        weight = (each.chances + 1) * share * (1 - share)
        grad_a, grad_b = grad_a + missing, grad_b + missing * x
        aa, ab, bb = aa + weight, ab + weight * x, bb + weight * x * x
    det = aa * bb - ab * ab
    return (bb * grad_a - ab * grad_b) / det, (aa * grad_b - ab * grad_a) / det, (aa, ab, bb)


def _scatter(a: float, b: float, known: Sequence[Person]) -> float:
    """Return how much more than chance the others scatter about the curve, at least 1."""
    total = 0.0
    for each in known:
        share = _logistic(a + b * (each.rating - _MIDDLE) / _SCALE)
        total += (each.errors - each.chances * share) ** 2 / (each.chances * share * (1 - share))
    return max(1.0, total / max(1, len(known) - 2))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, value))))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One person's share of errors, what the rating predicts, and what follows from it."""

    seen: Interval
    likely: Interval | None
    verdict: str


def compare(person: Person, others: Sequence[Person]) -> Comparison | None:
    """Return how two intervals compare; None without a decision."""
    seen, likely = observed(person), expected(person.rating, others)
    if seen is None:
        return None
    if likely is None:
        return Comparison(seen, None, "too few others")
    verdict = "as likely"
    if seen.high < likely.low:
        verdict = "more exact than likely"
    elif seen.low > likely.high:
        verdict = "less exact than likely"
    return Comparison(seen, likely, verdict)


def compare_both(sure: Comparison, counting_doubtful: Comparison) -> Comparison:
    """Return what holds whether doubtful errors are errors or not; intervals cover both."""
    likely = sure.likely
    if likely is not None and counting_doubtful.likely is not None:
        likely = likely.with_other(counting_doubtful.likely)
    same = sure.verdict == counting_doubtful.verdict
    verdict = sure.verdict if same else "as likely"
    return Comparison(sure.seen.with_other(counting_doubtful.seen), likely, verdict)
