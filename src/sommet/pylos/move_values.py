"""What each legal move is worth."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from sommet.pylos.moves import Move

_V_co = TypeVar("_V_co", covariant=True)


class MoveValues(Mapping[Move, _V_co]):
    """What each legal move is worth; `values["1b2"]` finds a move by its text."""

    def __init__(self, values: Mapping[Move, _V_co]) -> None:
        self._values = values

    def __getitem__(self, move: Move | str) -> _V_co:
        """Return what a move is worth.

        Raises:
            InvalidMove: the text is no move.
            KeyError: it is not legal here.
        """
        read = Move.parse(move) if isinstance(move, str) else move
        if isinstance(read, Move) and read not in self._values:
            # Two balls taken back are listed the higher cell first.
            read = Move(read.source, read.target, sorted(read.taken, reverse=True))
        return self._values[read]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        shown = ", ".join(f"{str(move)!r}: {value}" for move, value in self._values.items())
        return f"MoveValues({{{shown}}})"
