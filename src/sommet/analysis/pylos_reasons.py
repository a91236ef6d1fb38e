"""Why a move in Pylos is good or a mistake, by exact values.

A reason is given only if a table shows that the value would be different without the fact that the
reason names; docs/study-pylos.md has the condition for each key.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sommet.analysis.pylos_judge import VALUES, Value, core_move
from sommet.analysis.pylos_reason_texts import REASON_TEXTS
from sommet.engine import pylos_coach as core
from sommet.pylos import Move, State
from sommet.pylos.cells import format_cell
from sommet.pylos.moves import listed
from sommet.tablebase.full_table import Boards
from sommet.tablebase.full_table import Value as TableValue


class Table(Protocol):
    """What explaining needs of a table; both full and shipped tables offer it."""

    def board_values(self, own: Boards, other: Boards) -> Sequence[TableValue]:
        """Return the value of each position, given as balls of the side to move and the other."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that decides about a move.

    Attributes:
        key: Such as `lets-square`; its English text is in REASON_TEXTS.
        cells: What it is about, such as `2a1`; may be empty.
    """

    key: str
    cells: tuple[str, ...] = ()

    def to_text(self) -> str:
        """Return the reason in English."""
        return REASON_TEXTS[self.key].format(cells=", ".join(self.cells))


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is worth what it is.

    Attributes:
        best: What the position is worth to the side to move.
        value: What the move makes of it.
        reasons: The most telling first; may be empty.
        line: For a mistake, the answer to it and a possible continuation; else empty.
    """

    best: Value
    value: Value
    reasons: tuple[Reason, ...]
    line: tuple[Move, ...]


def explain_move(state: State, move: Move | str, table: Table) -> Explanation:
    """Return why a legal move keeps the value or gives it away, by the position alone."""
    found = state.find_move(move)

    def probe(own: list[int], other: list[int]) -> list[int]:
        values = table.board_values(np.array(own, np.uint32), np.array(other, np.uint32))
        return [VALUES.index(value.word) for value in values]

    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    best, value, reasons, line = core.explain(
        own, other, state.options.core_rules, core_move(found), probe
    )
    return Explanation(
        VALUES[best],
        VALUES[value],
        tuple(Reason(key, tuple(map(format_cell, cells))) for key, cells in reasons),
        tuple(_read_move(each) for each in line),
    )


def _read_move(numbers: tuple[int, int, int, int]) -> Move:
    source, target, *taken = numbers
    return listed(
        None if source < 0 else source, target, tuple(cell for cell in taken if cell >= 0)
    )
