"""Exact odds of solo Pacal without covering (the French book), by dynamic programming.

Without covering every card drawn so far is visible, so the visible cards cut the numbers into
gaps: `numbers` unseen cards and `fields` empty fields each. The round is won when the cards still
to come fall into the gaps in exactly the right quantities, and in each gap in an order that can be
built; given the quantities, the gaps are independent. All counts are whole numbers, so the odds
are exact fractions. Rules PAC-10 to PAC-12.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, perm

CARDS = 50
FIELDS = 10


@cache
def winning_orders(numbers: int, fields: int) -> int:
    """Return how many ordered draws of `fields` out of `numbers` cards best play can build.

    The first card drawn has rank r: the r - 1 lower cards go below it. It is built where
    `below` fields stay free below it, and the later draws can interleave in any way.
    """
    if fields == 0:
        return 1
    if fields > numbers:
        return 0
    return sum(
        max(_after(numbers, fields, rank, below) for below in range(fields))
        for rank in range(1, numbers + 1)
    )


def _after(numbers: int, fields: int, rank: int, below: int) -> int:
    lower = winning_orders(rank - 1, below)
    if lower == 0:
        return 0
    upper = winning_orders(numbers - rank, fields - 1 - below)
    return comb(fields - 1, below) * lower * upper


def gaps(tops: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Yield (numbers, fields) for each stretch between neighbouring visible cards."""
    upper, fields = CARDS + 1, 0
    for top in (*tops, 0):
        if top is None:
            fields += 1
        else:
            yield upper - top - 1, fields
            upper, fields = top, 0


def odds(tops: Sequence[int | None]) -> Fraction:
    """Return the chance that best play completes a pyramid with these visible cards.

    `tops` holds the visible card of each field in reading order, None where empty. Rule PAC-12.
    """
    ways, placed, unseen, empty = 1, 0, 0, 0
    for numbers, fields in gaps(tops):
        placed += fields
        unseen += numbers
        empty += fields
        ways *= comb(placed, fields) * winning_orders(numbers, fields)
    return Fraction(ways, perm(unseen, empty))


def odds_by_field(tops: Sequence[int | None], card: int) -> dict[int, Fraction]:
    """Return the chance to win after building `card` on each field (1 to 10) where it fits."""
    result = {}
    for field in range(FIELDS):
        if tops[field] is not None:
            continue
        above = [top for top in tops[:field] if top is not None]
        below = [top for top in tops[field + 1 :] if top is not None]
        if (not above or above[-1] > card) and (not below or card > below[0]):
            result[field + 1] = odds([*tops[:field], card, *tops[field + 1 :]])
    return result


def best_field(tops: Sequence[int | None], card: int) -> int | None:
    """Return the field (1 to 10) that keeps the best odds, the lowest of equals; None if stuck."""
    chances = odds_by_field(tops, card)
    return max(chances, key=lambda field: (chances[field], -field)) if chances else None
