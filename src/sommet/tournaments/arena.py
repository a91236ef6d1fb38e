"""Arena: free players are paired with others near them in the standings, again and again."""

from collections.abc import Collection, Container, Mapping, Sequence
from itertools import islice

from sommet.tournaments.matching import match
from sommet.tournaments.model import Entrant, Pair
from sommet.tournaments.standings import Tally

#: Opponents are chosen among this many players below in the standings.
_NEAR = 12
#: The largest difference between the games that a player begins and those they do not.
MOST_APART = 2
#: Having played less than others outweighs sides, and those outweigh unequal points.
_PATIENCE, _SIDES = 10**9, 10**6


def pair_free(
    free: Sequence[Entrant],
    tallies: Mapping[int, Tally],
    *,
    only_two: bool,
    everybody: bool = False,
    owed: Collection[Pair] = (),
) -> list[Pair]:
    """Return the pairs to play now among the free players.

    First come the return games that are `owed`, each with the player first who did not begin.
    Otherwise nobody meets the same opponent twice in a row, unless `only_two` take part. The player
    who began less often begins, and nobody begins too often or too rarely. If that leaves no pair,
    although `everybody` who is present is free, the limit is ignored. A player who is left over is
    one of those who played most.
    """

    def pair(most_apart: int | None) -> list[Pair]:
        returns = _return(free, owed, most_apart)
        seated = {number for pair in returns for number in (pair.first, pair.second)}
        rest = [each for each in free if each.number not in seated]
        owing = {frozenset((pair.first, pair.second)) for pair in owed}
        return returns + _pair(rest, tallies, owing, only_two=only_two, most_apart=most_apart)

    pairs = pair(MOST_APART)
    return pair(None) if everybody and not pairs else pairs


def _return(free: Sequence[Entrant], owed: Collection[Pair], most_apart: int | None) -> list[Pair]:
    """Return the return games that can be played now; those of the last opponents come first."""
    there = {each.number: each for each in free}
    found = [
        (there[pair.first], there[pair.second])
        for pair in owed
        if pair.first in there and pair.second in there
    ]
    found.sort(key=lambda two: (two[0].last, two[1].last) != (two[1].number, two[0].number))
    pairs = []
    for first, second in found:
        if {first.number, second.number} <= there.keys() and _is_fair(first, second, most_apart):
            pairs.append(Pair(first.number, second.number))
            del there[first.number], there[second.number]
    return pairs


def _is_fair(first: Entrant, second: Entrant, most_apart: int | None) -> bool:
    """Return whether neither then begins too often or too rarely."""
    return most_apart is None or max(first.begun + 1, 1 - second.begun) <= most_apart


def _pair(
    free: Sequence[Entrant],
    tallies: Mapping[int, Tally],
    owing: Container[frozenset[int | None]],
    *,
    only_two: bool,
    most_apart: int | None,
) -> list[Pair]:
    order = sorted(free, key=lambda each: (-tallies[each.number].points, each.number))

    def cost(one: Entrant, other: Entrant, apart: int) -> int:
        mine, theirs = tallies[one.number], tallies[other.number]
        return (
            _PATIENCE * (mine.games + theirs.games)
            + _SIDES * min(abs(one.begun + other.begun), 99)
            + (mine.points - theirs.points) ** 2 * 10
            + apart
        )

    def may_meet(one: Entrant, other: Entrant) -> bool:
        again = one.last == other.number or other.last == one.number
        fewer, more = sorted((one, other), key=lambda each: each.begun)
        is_new = frozenset((one.number, other.number)) not in owing
        return is_new and _is_fair(fewer, more, most_apart) and (only_two or not again)

    costs = []
    for place, one in enumerate(order):
        below = enumerate(order[place + 1 :], 1)
        near = islice(((apart, other) for apart, other in below if may_meet(one, other)), _NEAR)
        costs += [(place, place + apart, cost(one, other, apart)) for apart, other in near]
    pairs = []
    for upper, lower in match(len(order), costs):
        one, other = order[upper], order[lower]
        begins = (one.begun, one.number) <= (other.begun, other.number)
        pairs.append(Pair(one.number, other.number) if begins else Pair(other.number, one.number))
    return pairs
