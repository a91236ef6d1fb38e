"""Arena: free players are paired with others near them in the standings, again and again."""

from collections.abc import Mapping, Sequence
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
) -> list[Pair]:
    """Return the pairs to play now among the free players.

    Nobody meets the same opponent twice in a row, unless `only_two` take part. The player who began
    less often begins, and nobody begins too often or too rarely. If that leaves no pair, although
    `everybody` who is present is free, the limit is ignored. A player who is left over is one of
    those who played most.
    """
    pairs = _pair(free, tallies, only_two=only_two, most_apart=MOST_APART)
    if everybody and not pairs:
        return _pair(free, tallies, only_two=only_two, most_apart=None)
    return pairs


def _pair(
    free: Sequence[Entrant],
    tallies: Mapping[int, Tally],
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
        fewer, more = sorted((one.begun, other.begun))
        is_fair = most_apart is None or max(fewer + 1, 1 - more) <= most_apart
        return is_fair and (only_two or not again)

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
