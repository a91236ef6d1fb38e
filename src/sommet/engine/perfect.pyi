"""
The perfect player of Pylos: its choice, and how that is made and proved.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

import sommet.engine.search


RANK_WEIGHTS: int = 735718

class Work:
    """The player's choice in all positions at once, and its settling."""

    def __init__(self, base: int, rules: tuple[bool, bool, bool, bool], table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, exceptions: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int, lean: bool = False) -> None:
        """
        `lean` takes six bytes for each position instead of ten, and only proves.
        """

    def watch(self, watcher: Callable[[float], bool] | None) -> None:
        """
        Call this with the share done of each pass from now on; false ends the work.
        """

    def find_choices(self) -> None:
        """Work out the choice in all won positions."""

    def thin_out(self) -> int:
        """Forget what is settled; return how many are open."""

    def settle(self) -> int:
        """Go once through what is open; return how many got settled."""

    def weigh(self, steps: int) -> None:
        """
        Find out how much would be settled with each open won position, some moves back.
        """

    def make_exceptions(self, least_gain: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
        """
        Make exceptions of open won positions; return them as number | place << 32.
        """

    def lengths(self) -> tuple[int, int, int, int]:
        """
        Over the settled won positions: moves to the end at most, moves by best play, how many positions, and the longest.
        """

    def choices(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]:
        """Where the player goes from each won position."""

    def prove(self, exceptions: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[int, int, int]:
        """
        Return how many positions are proved, how many are wrong, the first of those or -1.
        """

class PlayerFile:
    """What the perfect player needs beside a table."""

    def __init__(self, file: bytes) -> None:
        """Raises ValueError, which says what is wrong with the file."""

    @property
    def base(self) -> int:
        """Balls along an edge of the board."""

    @property
    def rules(self) -> tuple[bool, bool, bool, bool]:
        """Squares, lines, takeback optional, may raise."""

    @property
    def coding(self) -> str:
        """How the parts are compressed."""

    @property
    def parts(self) -> list[bytes]:
        """The three parts, compressed."""

    def read(self, plain: Sequence[bytes]) -> tuple[Annotated[NDArray[numpy.int16], dict(shape=(None,))], Annotated[NDArray[numpy.uint32], dict(shape=(None,))], Annotated[NDArray[numpy.uint8], dict(shape=(None,))]]:
        """
        Return the rank's weights, the exceptions and their places from the parts, which are no longer compressed.
        """

class Chooser:
    """The perfect player's choice in won positions."""

    def __init__(self, base: int, rules: tuple[bool, bool, bool, bool], weights: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, exceptions: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], places: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def choose(self, own: int, other: int, is_lost: Callable[[int, int], bool]) -> tuple[int, int, int, int]:
        """
        Return the move (from, to, take1, take2; -1 for none) in a won position. `is_lost(own, other)` returns the values of stored positions.
        """

class Player:
    """The perfect player in a game."""

    def __init__(self, base: int, rules: tuple[bool, bool, bool, bool], choice: tuple[Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]] | None, weights: sommet.engine.search.EvaluationWeights | None, network: sommet.engine.search.Network | None) -> None:
        """
        `choice` is what a PlayerFile reads; without one a search decides among winning moves.
        """

    def choose(self, own: int, other: int, earlier: Sequence[int], limit: int, dark_moves: bool, probe: Callable[[Sequence[tuple[int, int]]], Sequence[int]], lengths: Callable[[Sequence[tuple[int, int]]], Sequence[int]] | None = None) -> tuple[int, int, int, int]:
        """
        Return the move. `earlier` holds the positions before this one as numbers, of which `limit` occurrences draw (0: never); `probe` returns the values of positions: 0 loss, 1 win, 2 draw. `lengths`, where distances are known, returns how many moves the game lasts from lost and won ones.
        """

def fit_rank(rules: tuple[bool, bool, bool, bool], table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], groups: int, epochs: int, seed: int, between: Callable[[float], bool]) -> tuple[Annotated[NDArray[numpy.int16], dict(shape=(None,))], list[float], list[float]]:
    """
    Fit the rank's weights to a full table; return them, and by epoch the error and the moves lost by following the rank.
    """

def fit_evaluation(rules: tuple[bool, bool, bool, bool], table: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: int, epochs: int, seed: int, between: Callable[[float], bool]) -> tuple[Annotated[NDArray[numpy.int16], dict(shape=(None,))], list[float], list[float]]:
    """
    Fit the search's weights to a full table; return them, and by epoch the log loss and the share on the right side.
    """

def smallest_number(base: int, own: int, other: int) -> int:
    """
    Return the number of a stored position, the smallest of its mirror images'.
    """
