"""What a finished table says as a whole: counts, longest distance, start and first moves."""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sommet.engine import solver
from sommet.tablebase.full_table import BYTE_VALUES, Value
from sommet.tablebase.table_file import Bytes, map_table


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of stored positions (one of each set of mirror images of a stack).

    Attributes:
        by_balls: For 0, 1, ... balls on the board: wins, losses and draws of the side to move.
        by_distance: How many positions have each distance.
        start: Value of the empty board.
        first_moves: Value of each first move for light.
    """

    by_balls: tuple[tuple[int, int, int], ...]
    by_distance: tuple[int, ...]
    start: Value
    first_moves: dict[str, Value]

    @property
    def longest(self) -> int:
        """The longest distance."""
        return len(self.by_distance) - 1

    @property
    def totals(self) -> tuple[int, int, int]:
        """Wins, losses and draws over all positions."""
        wins, losses, draws = (sum(row[i] for row in self.by_balls) for i in range(3))
        return wins, losses, draws


def summarise(path: Path) -> Summary:
    """Return the summary of a finished table."""
    header, table = map_table(path)
    first = solver.first_by_balls(header.rules["base"])
    rows = [solver.count_bytes(table, a, b) for a, b in itertools.pairwise(first)]
    by_balls = tuple((sum(row[1:255:2]), sum(row[0:255:2]), row[255]) for row in rows)
    by_distance = [sum(row[d] for row in rows) for d in range(255)]
    while by_distance and by_distance[-1] == 0:
        by_distance.pop()
    return Summary(by_balls, tuple(by_distance), *_first_moves(header.rules["base"], table))


def _first_moves(base: int, table: Bytes) -> tuple[Value, dict[str, Value]]:
    """Return the value of the empty board and of a ball on each cell of level 1."""
    cells = [f"1{'abcd'[column]}{row + 1}" for row in range(base) for column in range(base)]
    light = np.array([0, *(1 << cell for cell in range(len(cells)))], np.uint32)
    start, *after = table[solver.find(base, np.zeros_like(light), light)].tolist()
    values = (BYTE_VALUES[byte].for_the_other() for byte in after)
    return BYTE_VALUES[start], dict(zip(cells, values, strict=True))


def format_summary(summary: Summary) -> str:
    """Return the summary as text."""
    lines = ["balls         wins       losses        draws"]
    for balls, row in enumerate(summary.by_balls):
        lines.append(f"{balls:5}" + "".join(f" {count:12}" for count in row))
    lines.append("total" + "".join(f" {count:12}" for count in summary.totals))
    lines.append(f"longest distance: {summary.longest}")
    lines.append(f"start: {summary.start} for light")
    best: dict[str, list[str]] = {}
    for move, value in summary.first_moves.items():
        best.setdefault(str(value), []).append(move)
    lines += [f"first moves, {value}: {' '.join(moves)}" for value, moves in best.items()]
    return "\n".join(lines)
