"""Swiss: in each round players with equal points meet; nobody meets twice if that can be avoided.

The pairing is a matching of least cost. What costs more outweighs everything below it together:
meeting again, a second bye, beginning (or not) three times more often than not, unequal points,
and last, within the same points, leaving the order in which the upper half meets the lower half.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from sommet.tournaments.matching import match
from sommet.tournaments.model import Entrant, Game, Pair
from sommet.tournaments.standings import count

#: Each outweighs whatever all pairs of a round can cost below it.
_POINTS, _SIDES, _BYE, _AGAIN = 10**6, 10**13, 10**16, 10**19


def most_rounds(entrants: int) -> int:
    """Return the largest number of rounds without a repeated pairing or a second bye."""
    return entrants - 1 if entrants % 2 == 0 else entrants


def pair_round(
    entrants: Sequence[Entrant], games: Sequence[Game], *, both_sides: bool = False
) -> list[Pair]:
    """Return the next pairings of the players present; with an odd number, one has a bye."""
    there = [entrant for entrant in entrants if entrant.is_there]
    tallies = count((entrant.number for entrant in entrants), games)
    there.sort(key=lambda each: (-tallies[each.number].points, -each.rating, each.number))
    points = [tallies[each.number].points for each in there]
    met = Counter(
        frozenset((game.first, game.second))
        for game in games
        if game.second is not None and game.how != "walkover"
    )
    byes = Counter(game.first for game in games if game.second is None)
    begun = {each.number: 0 if both_sides else _begun(each.number, games) for each in there}
    halves = _half_of_group(points)

    def cost(upper: int, lower: int) -> int:
        one, other = there[upper].number, there[lower].number
        total = abs(lower - upper - halves[upper])
        total += _POINTS * (points[upper] - points[lower]) ** 2
        if abs(begun[one]) >= 2 and begun[one] == begun[other]:
            total += _SIDES
        return total + _AGAIN * met[frozenset((one, other))]

    costs = [
        (upper, lower, cost(upper, lower)) for upper, lower in combinations(range(len(there)), 2)
    ]
    if len(there) % 2:
        # The last of those who had none yet has the bye.
        costs += [
            (place, len(there), _BYE * byes[each.number] + _POINTS * points[place] ** 2 - place)
            for place, each in enumerate(there)
        ]
    pairs = []
    for upper, lower in match(len(there) + len(there) % 2, costs):
        one = there[upper].number
        if lower == len(there):
            pairs.append(Pair(one, None))
        else:
            pairs.append(_with_sides(one, there[lower].number, begun, games))
    return pairs


def _half_of_group(points: Sequence[int]) -> list[int]:
    """Return for each player the distance to the ideal opponent with the same points."""
    sizes = Counter(points)
    return [(sizes[each] + 1) // 2 for each in points]


def _begun(number: int, games: Sequence[Game]) -> int:
    """Return how many more games a player began than not."""
    return sum(
        (game.first == number) - (game.second == number)
        for game in games
        if game.second is not None and game.how != "walkover"
    )


def _with_sides(one: int, other: int, begun: dict[int, int], games: Sequence[Game]) -> Pair:
    """Return a pair begun by the player who began less often, else by who did not begin last."""
    if begun[one] != begun[other]:
        return Pair(one, other) if begun[one] < begun[other] else Pair(other, one)
    for game in reversed(games):
        if game.second is not None and one in (game.first, game.second):
            return Pair(other, one) if game.first == one else Pair(one, other)
    return Pair(one, other) if (one + other) % 2 else Pair(other, one)
