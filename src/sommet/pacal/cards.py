"""Cards, fields and seats: the small numbers that everything else counts in.

Cards are the numbers 1 to 50. Fields are 1 to 10 in reading order, 1 the apex. Seats are 0 and 1.
"""

from collections.abc import Iterable

from sommet.arguments import check_items, check_number
from sommet.errors import SommetError

#: Number of cards in the game.
CARDS = 50
#: Number of fields of a pyramid.
FIELDS = 10
#: Cards dealt to each hand.
HAND = 15
#: The fields of each row, apex first.
ROWS: tuple[tuple[int, ...], ...] = ((1,), (2, 3), (4, 5, 6), (7, 8, 9, 10))


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the numbers whose bits are set in `mask`, ascending."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return tuple(numbers)


def check_fields(fields: Iterable[int]) -> tuple[int, ...]:
    """Return the fields; raise SommetError where one is not a number from 1 to 10."""
    checked = check_items(fields, "fields")
    for field in checked:
        if type(field) is not int or not 1 <= field <= FIELDS:
            raise SommetError(f"a field is a number from 1 to 10, not {field!r}")
    return checked


def check_card(card: int) -> int:
    """Return a card if it is a number from 1 to 50; raise SommetError or TypeError for others."""
    return check_number(card, "a card", 1, CARDS)


def check_seat(seat: int) -> int:
    """Return `seat` if it is 0 or 1.

    Raises:
        IndexError: There is no such seat.
    """
    if seat not in (0, 1):
        raise IndexError(f"a seat is 0 or 1, not {seat!r}")
    return seat
