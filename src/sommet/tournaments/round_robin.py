"""Everybody against everybody, by the circle method."""

from collections.abc import Sequence

from sommet.tournaments.model import Pair


def make_rounds(numbers: Sequence[int]) -> list[list[Pair]]:
    """Return the rounds in which each of `numbers` meets each other one once.

    One stays where they are and all others move round a circle. With an odd number, the
    player without an opponent has a bye. Everybody begins half of their games, give or take one.
    """
    if len(numbers) < 2:
        return []
    seats: list[int | None] = list(numbers)
    if len(seats) % 2:
        seats.append(None)
    circle = len(seats) - 1
    rounds = []
    for turn in range(circle):
        one, fixed = seats[turn], seats[-1]
        assert one is not None
        top = Pair(one, fixed) if fixed is None or turn % 2 == 0 else Pair(fixed, one)
        pairs = [top]
        for step in range(1, len(seats) // 2):
            ahead, behind = seats[(turn + step) % circle], seats[(turn - step) % circle]
            assert ahead is not None
            assert behind is not None
            pairs.append(Pair(ahead, behind) if step % 2 else Pair(behind, ahead))
        rounds.append(pairs)
    return rounds
