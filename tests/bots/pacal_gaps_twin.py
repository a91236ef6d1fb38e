"""How well a Pacal pyramid's gaps suit the cards that may still come.

Between two visible numbers stand some empty fields, and some cards not yet seen would fit there.
With n fields and m cards in a gap there are C(m, n) ways to fill it; the product over all gaps,
out of all ways to pick that many cards, is the chance that a blind draw completes the pyramid
without covering. That is the arithmetic of where a number belongs.
"""

from collections.abc import Iterator, Sequence
from math import comb, log

from sommet.pacal.cards import CARDS

#: What an empty field costs, so that filling one beats covering whenever both are possible.
EMPTY_FIELD = 1.5
#: Per card too few in a gap, in place of the logarithm of zero.
_SHORT = 20.0


def find_gaps(tops: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Yield each run of empty fields: the number above it (51: none), below it (0), its length."""
    above, empty = CARDS + 1, 0
    for top in tops:
        if not top:
            empty += 1
            continue
        if empty:
            yield above, top, empty
        above, empty = top, 0
    if empty:
        yield above, 0, empty


def _log_ways(cards: int, fields: int) -> float:
    return log(comb(cards, fields)) if cards >= fields else -_SHORT * (fields - cards)


def rate_tops(tops: Sequence[int], coming: Sequence[int]) -> float:
    """Return how good a pyramid looks, higher is better; a complete one rates 0.0.

    Args:
        tops: The visible card of each field in reading order, 0 where empty.
        coming: The cards that may still come.
    """
    rating, empty = 0.0, 0
    for above, below, fields in find_gaps(tops):
        empty += fields
        rating += _log_ways(sum(below < card < above for card in coming), fields)
    return rating - _log_ways(len(coming), empty) - EMPTY_FIELD * empty


def rate_build(tops: Sequence[int], field: int, card: int, coming: Sequence[int]) -> float:
    """Return the rating after building `card` on `field` (1 to 10)."""
    after = list(tops)
    after[field - 1] = card
    return rate_tops(after, coming)
