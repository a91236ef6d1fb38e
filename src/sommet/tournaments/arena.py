"""Arena: whoever is free is paired with somebody near in the standings, again and again."""

from collections.abc import Mapping, Sequence

from sommet.tournaments.matching import match
from sommet.tournaments.model import Entrant, Pair
from sommet.tournaments.standings import Tally

#: Opponents are looked for among so many below in the standings.
_NEAR = 12
#: Having played less than others outweighs sides, and those outweigh unequal points.
_PATIENCE, _SIDES = 10**9, 10**6


def pair_free(
    free: Sequence[Entrant], tallies: Mapping[int, Tally], *, only_two: bool
) -> list[Pair]:
    """Return who plays whom now, of those who are free.

    Nobody meets the same opponent twice in a row, unless `only_two` take part. Whoever began less
    often begins. Where one is left over, it is one of those who played most.
    """
    order = sorted(free, key=lambda each: (-tallies[each.number].points, each.number))

    def cost(one: Entrant, other: Entrant, apart: int) -> int:
        mine, theirs = tallies[one.number], tallies[other.number]
        return (
            _PATIENCE * (mine.games + theirs.games)
            + _SIDES * min(abs(one.begun + other.begun), 99)
            + (mine.points - theirs.points) ** 2 * 10
            + apart
        )

    costs = []
    for place, one in enumerate(order):
        for apart, other in enumerate(order[place + 1 : place + 1 + _NEAR], 1):
            again = one.last == other.number or other.last == one.number
            if not again or only_two:
                costs.append((place, place + apart, cost(one, other, apart)))
    pairs = []
    for upper, lower in match(len(order), costs):
        one, other = order[upper], order[lower]
        begins = (one.begun, one.number) <= (other.begun, other.number)
        pairs.append(Pair(one.number, other.number) if begins else Pair(other.number, one.number))
    return pairs
