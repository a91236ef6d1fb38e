"""Pacal actions as numbers: what each of the 1238 numbers means.

| numbers | meaning | clause |
|---|---|---|
| 0 … 1224 | offer two cards a < b: pairs by a, then by b; 0 is 1 and 2, 1224 is 49 and 50 | PAC-3 |
| 1225, 1226 | take the lower, the higher card on offer | PAC-3 |
| 1227 … 1236 | build on field 1 … 10 | PAC-4, PAC-5 |
| 1237 | decline to build the last card | PAC-6 |

Offers name cards and not places in the hand, because actions are public: a place would reveal to
the other player how many hidden cards are lower and higher. Solo has 10 actions, 0 … 9, which build
on field 1 … 10.
"""

from typing import Final

from sommet.pacal import Action, Build, Decline, Offer, Take
from sommet.pacal.cards import CARDS, FIELDS

_PAIRS: Final = tuple((a, b) for a in range(1, CARDS + 1) for b in range(a + 1, CARDS + 1))
_NUMBER_OF_PAIR: Final = {pair: n for n, pair in enumerate(_PAIRS)}
_OFFERS: Final = tuple(Offer(a, b) for a, b in _PAIRS)
_BUILDS: Final = tuple(Build(field) for field in range(1, FIELDS + 1))
_DECLINE: Final = Decline()

TAKE: Final = len(_PAIRS)
BUILD: Final = TAKE + 2
DECLINE: Final = BUILD + FIELDS
ACTIONS: Final = DECLINE + 1


def encode_action(action: Action, offer: tuple[int, int] | None = None) -> int:
    """Return the number of an action; a take needs the two cards on offer."""
    match action:
        case Offer(a, b):
            return _NUMBER_OF_PAIR[a, b]
        case Take(card):
            if offer is None or card not in offer:
                raise ValueError(f"{card} is not on offer")
            return TAKE + (card == max(offer))
        case Build(field):
            return BUILD + field - 1
        case _:
            return DECLINE


def decode_action(number: int, offer: tuple[int, int] | None = None) -> Action:
    """Return the action that a number means; inverse of `encode_action`."""
    if not 0 <= number < ACTIONS:
        raise ValueError(f"an action of Pacal is a number from 0 to {DECLINE}, not {number}")
    if number < TAKE:
        return _OFFERS[number]
    if number < BUILD:
        if offer is None:
            raise ValueError("nothing is on offer")
        return Take((min(offer), max(offer))[number - TAKE])
    return _BUILDS[number - BUILD] if number < DECLINE else _DECLINE
