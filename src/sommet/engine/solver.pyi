"""
Pylos solved: backward induction, its checker, and the numbering of positions.
"""

from collections.abc import Callable
from typing import Annotated

import numpy
from numpy.typing import NDArray


DRAW: int = 255

NOT_STORED: int = 18446744073709551615

class Sweep:
    """Fills a table of distances, one distance at a time."""

    def __init__(self, base: int, rules: tuple[bool, bool, bool, bool], table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], threads: int) -> None: ...

    def resume(self, distance: int) -> None:
        """Take up a table whose distances below this one are complete."""

    def run_pass(self, between: Callable[[float], bool] | None = None) -> int | None:
        """
        Find the positions of the next distance and return how many; None when `between`, called with the share done, returned False.
        """

def sweep_memory(base: int, rules: tuple[bool, bool, bool, bool]) -> int:
    """Return the bytes a Sweep takes beside its table."""

def check_table(base: int, rules: tuple[bool, bool, bool, bool], table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, between: Callable[[float], bool] | None = None, most: int = 100) -> tuple[int, int, list[tuple[int, int, int]]]:
    """
    Judge every position anew from its successors; return how many were checked, how many differ, and up to `most` of those as (index, stored, derived).
    """

def find(base: int, own: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    Return where positions lie in a table, NOT_STORED for those that do not.
    """

def positions_at(base: int, indices: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))]]:
    """Return own and other boards of stored positions."""

def first_by_balls(base: int) -> list[int]:
    """
    Return the first position number for 0, 1, ... balls, and the number of positions.
    """

def pack_table(base: int, table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, shared_samples: int = 16000000, own_samples: int = 1000000, epochs: int = 3, network_share: float = 0.08, report: Callable[[str], None] | None = None) -> tuple[bytes, bytes, bytes]:
    """
    Return a full table's wins, losses and draws packed: model, groups, data. The numbers say how much work goes into the prediction; `report` is called with a line after each stage.
    """

class PackedTable:
    """Win, loss or draw of every position, packed."""

    def __init__(self, base: int, model: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], data: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @staticmethod
    def open(file: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> PackedTable:
        """
        Return the table that a file holds; raise ValueError, which says what is wrong with the file.
        """

    @property
    def base(self) -> int:
        """Balls along an edge of the board."""

    @property
    def rules(self) -> tuple[bool, bool, bool, bool]:
        """
        Of a table that was opened: squares, lines, takeback optional, may raise.
        """

    def probe(self, own: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], other: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """Return 0 (loss), 1 (win) or 2 (draw) for each position."""

    def compare_with(self, table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> tuple[int, int]:
        """
        Compare with a full table; return how many positions were compared and how many differ.
        """

def count_bytes(table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], begin: int, end: int) -> list[int]:
    """Return how often each byte occurs in a part of a table."""
