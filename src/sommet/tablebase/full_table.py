"""Probe a full table: value and distance of any position of its rules."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sommet.arguments import check_items, check_kind, check_path
from sommet.engine import solver
from sommet.pylos import Options, State
from sommet.pylos.options import find_options
from sommet.tablebase.rules_tag import InvalidTable, check_rules, rules_name
from sommet.tablebase.table_file import TableHeader, map_table

Word = Literal["win", "loss", "draw"]
Boards = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to the side to move.

    Attributes:
        word: `win`, `loss` or `draw` (neither side can force an end).
        distance: Moves to the end under best play, the winner as fast and the loser as slow as
            possible; None for a draw, or where only the value is known.
    """

    word: Word
    distance: int | None = None

    def __str__(self) -> str:
        return self.word if self.distance is None else f"{self.word} in {self.distance}"

    def for_the_other(self) -> "Value":
        """Return the same seen by the opponent: after a move with this value, one move further."""
        word: Word = {"win": "loss", "loss": "win", "draw": "draw"}[self.word]  # type: ignore[assignment]
        return Value(word, None if self.distance is None else self.distance + 1)


def byte_value(byte: int) -> Value:
    """Return what a byte of a full table says."""
    if byte == solver.DRAW:
        return Value("draw")
    return Value("win" if byte % 2 else "loss", byte)


BYTE_VALUES = tuple(byte_value(byte) for byte in range(256))


def boards(states: Sequence[State]) -> tuple[Boards, Boards]:
    """Return the balls of the side to move and of the other side."""
    states = [check_kind(state, State, "a pylos.State") for state in check_items(states, "states")]
    own = [state.dark if state.side else state.light for state in states]
    other = [state.light if state.side else state.dark for state in states]
    return np.array(own, np.uint32), np.array(other, np.uint32)


class FullTable:
    """A table file with a value and a distance for every position."""

    def __init__(self, path: str | os.PathLike[str], options: Options | str | None = None) -> None:
        """Map a finished table; raise InvalidTable if it is not one for these options."""
        path = check_path(path)
        self.header: TableHeader
        self.header, self.bytes = map_table(path)
        if not self.header.complete:
            raise InvalidTable(f"{path.name} is not finished: run sommet solve again")
        if self.header.rules["base"] != 4:
            raise InvalidTable(f"{path.name} is for the small pyramid")
        if options is not None:
            check_rules(path.name, self.header.rules, find_options(options))
        self.options = self.header.options

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {rules_name(self.options)}>"

    def board_values(self, own: Boards, other: Boards) -> list[Value]:
        """Return the value of each position, given as balls of the side to move and the other."""
        found = solver.find(4, own, other)
        stored = found != solver.NOT_STORED
        known = np.zeros(len(found), np.uint8)
        known[stored] = self.bytes[found[stored]]
        return [BYTE_VALUES[byte] for byte in known.tolist()]

    def values(self, states: Sequence[State]) -> list[Value]:
        """Return the value of each state; an ended game is lost for the side to move."""
        return self.board_values(*boards(states))

    def value(self, state: State) -> Value:
        """Return the value of one state."""
        return self.values([state])[0]
