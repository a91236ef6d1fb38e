"""A deal that follows from three parts, none of which gives anything away without the others."""

import hashlib
from collections import Counter
from itertools import permutations, product

from sommet.pacal.deal import commit_secret, deck_from_parts

SECRET, NUMBERS = "00" * 32, ("11" * 32, "22" * 32)
#: Never changes: pages check what servers dealt, whichever is newer.
FIRST_CARDS = [45, 24, 18, 41, 9, 21, 40, 46, 13, 11]


def test_the_cards_follow_from_the_parts_as_written_down() -> None:
    """Written straight from the docstring."""
    seed = hashlib.sha256(
        b"pacal shuffle\n" + b"".join(f"{p}\n".encode() for p in (SECRET, *NUMBERS))
    )
    keys = {
        hashlib.sha256(f"pacal card\n{seed.hexdigest()}\n{card}\n".encode()).hexdigest(): card
        for card in range(1, 51)
    }
    expected = [keys[key] for key in sorted(keys)]
    assert list(deck_from_parts(SECRET, NUMBERS)) == expected
    assert expected[:10] == FIRST_CARDS
    assert commit_secret(SECRET) == hashlib.sha256(f"pacal secret\n{SECRET}\n".encode()).hexdigest()


def test_each_part_changes_the_cards() -> None:
    decks = {bytes(deck_from_parts(*parts)) for parts in (
        (SECRET, NUMBERS),
        ("01" + SECRET[2:], NUMBERS),
        (SECRET, ("12" * 32, NUMBERS[1])),
        (SECRET, (NUMBERS[0], "23" * 32)),
        (SECRET, NUMBERS[::-1]),
        (SECRET, NUMBERS[:1]),
    )}  # fmt: skip
    assert len(decks) == 6
    assert all(sorted(deck) == list(range(1, 51)) for deck in decks)


def test_every_card_lies_everywhere_equally_often() -> None:
    """Chi-squared over 50 places of 50 cards, and over the six orders of three cards."""
    count = 2000
    places: Counter[tuple[int, int]] = Counter()
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(count):
        deck = deck_from_parts(f"{number:064x}", NUMBERS)
        places.update(enumerate(deck))
        orders[tuple(card for card in deck if card <= 3)] += 1
    expected = count / 50
    pairs = product(range(50), range(1, 51))
    squared = sum((places[place, card] - expected) ** 2 for place, card in pairs)
    # 49 * 49 degrees of freedom: 2401 on average, 69 the standard deviation.
    assert 2401 - 6 * 69 < squared / expected < 2401 + 6 * 69
    for order in permutations((1, 2, 3)):
        assert abs(orders[order] - count / 6) < 6 * (count / 6) ** 0.5
