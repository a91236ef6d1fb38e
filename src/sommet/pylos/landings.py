"""Legal moves grouped the way a board is clicked: ball, cell, then the balls to take back."""

from collections.abc import Iterable
from dataclasses import dataclass

from sommet.pylos.moves import Move


@dataclass(frozen=True, slots=True)
class Landing:
    """One ball landing on one cell, with every way to finish the turn.

    Attributes:
        source: The cell the ball is raised from, or None for the reserve.
        target: The cell it lands on.
        moves: The legal moves that begin so.
    """

    source: int | None
    target: int
    moves: tuple[Move, ...]

    @property
    def earns(self) -> bool:
        """Whether balls can be taken back after it. Rule PYL-5."""
        return any(move.taken for move in self.moves)

    @property
    def may_stop(self) -> bool:
        """Whether the turn may end without taking back. Ruling PYL-R1."""
        return any(not move.taken for move in self.moves)

    def after(self, *taken: int) -> tuple[int, ...]:
        """Return the cells that may be taken next, once `taken` have been, in any order allowed.

        `after()` gives the balls to take first, `after(cell)` those that may follow.
        """
        cells = set()
        for move in self.moves:
            if not taken:
                if move.taken:
                    cells.add(move.taken[0])
            elif len(taken) == 1 and len(move.taken) == 2 and taken[0] in move.taken:
                first, second = move.taken
                cells.add(second if taken[0] == first else first)
        singles = self._singles()
        if not taken:
            return tuple(sorted(cells | singles))
        return tuple(sorted(cells)) if set(taken) <= singles else ()

    def _singles(self) -> set[int]:
        # Every ball that may be taken first may also be taken alone.
        return {move.taken[0] for move in self.moves if len(move.taken) == 1}


def group_moves(moves: Iterable[Move]) -> tuple[Landing, ...]:
    """Return the landings of a list of moves, in the order they first occur."""
    groups: dict[tuple[int | None, int], list[Move]] = {}
    for move in moves:
        groups.setdefault((move.source, move.target), []).append(move)
    return tuple(Landing(source, target, tuple(g)) for (source, target), g in groups.items())
