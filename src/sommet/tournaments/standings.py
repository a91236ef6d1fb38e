"""The standings of a tournament: points and tie-breaks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sommet.tournaments.model import DRAW, WIN, Game, Kind

#: The tie-breaks, in order.
TIE_BREAKS: dict[Kind, tuple[str, ...]] = {
    "round-robin": ("direct", "sonneborn-berger", "wins"),
    "swiss": ("buchholz", "sonneborn-berger", "wins", "direct"),
    "arena": ("wins", "fewest-games"),
}


@dataclass(slots=True)
class Tally:
    """A player's results so far. Points are in halves."""

    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    #: Points against each opponent, and the opponent of each round.
    against: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    opponents: dict[int, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games were finished."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the standings; players whom no tie-break separates share a rank.

    Attributes:
        tie_breaks: One for each of `TIE_BREAKS`, in halves, and quarters for Sonneborn-Berger.
    """

    rank: int
    number: int
    tally: Tally
    tie_breaks: tuple[int, ...]


def count(numbers: Iterable[int], games: Iterable[Game]) -> dict[int, Tally]:
    """Return the results of each of `numbers`."""
    tallies = {number: Tally() for number in numbers}
    for game in games:
        if game.second is not None:
            tallies[game.first].opponents[game.round] = game.second
            tallies[game.second].opponents[game.round] = game.first
        if game.points is None:
            continue
        pairs = ((game.first, game.second), (game.second, game.first))
        for (who, other), points in zip(pairs, game.points, strict=True):
            if who is None:
                continue
            tally = tallies[who]
            tally.points += points
            if other is None:
                continue
            tally.against[other] += points
            if game.how == "walkover":
                continue
            if points == WIN:
                tally.wins += 1
            elif points == DRAW:
                tally.draws += 1
            else:
                tally.losses += 1
    return tallies


def rank(kind: Kind, tallies: Mapping[int, Tally], rounds: int) -> list[Row]:
    """Return everybody, the best first. `rounds` have been played."""
    keys: dict[int, list[int]] = {number: [] for number in tallies}
    groups = _split([sorted(tallies)], lambda number, _: tallies[number].points)
    for name in TIE_BREAKS[kind]:
        values = _criterion(name, tallies, rounds)

        def value(
            number: int,
            group: Sequence[int],
            values: Callable[[int, Sequence[int]], int] = values,
        ) -> int:
            found = values(number, group)
            keys[number].append(found)
            return found

        groups = _split(groups, value)
    rows, place = [], 1
    for group in groups:
        rows += [Row(place, each, tallies[each], tuple(keys[each])) for each in group]
        place += len(group)
    return rows


def _split(
    groups: Sequence[Sequence[int]], value: Callable[[int, Sequence[int]], int]
) -> list[list[int]]:
    """Return the groups parted by a value, the highest first."""
    parted = []
    for group in groups:
        by_value: dict[int, list[int]] = defaultdict(list)
        for number in group:
            by_value[value(number, group)].append(number)
        parted += [by_value[key] for key in sorted(by_value, reverse=True)]
    return parted


def _criterion(
    name: str, tallies: Mapping[int, Tally], rounds: int
) -> Callable[[int, Sequence[int]], int]:
    def buchholz(number: int, _: Sequence[int]) -> int:
        mine = tallies[number]
        # A bye counts as a virtual opponent with as many points.
        missing = max(0, rounds - len(mine.opponents))
        met = sum(tallies[other].points for other in mine.opponents.values())
        return met + missing * mine.points

    def sonneborn_berger(number: int, _: Sequence[int]) -> int:
        against = tallies[number].against
        return sum(tallies[other].points * points for other, points in against.items())

    def direct(number: int, group: Sequence[int]) -> int:
        against = tallies[number].against
        return sum(against[other] for other in group if other in against)

    known: dict[str, Callable[[int, Sequence[int]], int]] = {
        "buchholz": buchholz,
        "sonneborn-berger": sonneborn_berger,
        "direct": direct,
        "wins": lambda number, _: tallies[number].wins,
        "fewest-games": lambda number, _: -tallies[number].games,
    }
    return known[name]
