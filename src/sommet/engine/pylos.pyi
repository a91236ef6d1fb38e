"""The Pylos core. Use sommet.pylos."""

from collections.abc import Sequence
from typing import Self


class Move:
    def __init__(self, source: int | None, target: int, taken: Sequence[int] = []) -> None: ...

    @property
    def source(self) -> int | None:
        """The cell a raised ball leaves, or None for a ball from the reserve."""

    @property
    def target(self) -> int:
        """The cell the ball lands on."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The cells taken back, in order."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class State:
    def __init__(self, options: object, rules: tuple[bool, bool, bool, bool], limit: int, light: int, dark: int, dark_moves: bool, earlier: Sequence[int]) -> None: ...

    @property
    def options(self) -> object:
        """The rules of this game."""

    @property
    def light(self) -> int:
        """Light's balls, one bit per cell."""

    @property
    def dark(self) -> int:
        """Dark's balls, one bit per cell."""

    @property
    def side(self) -> int:
        """Whose turn it is: 0 light, 1 dark."""

    @property
    def repetitions(self) -> int:
        """
        How often this position has occurred with this side to move, now included.
        """

    @property
    def ply(self) -> int:
        """How many turns were played to get here from where the game was set up."""

    @property
    def earlier(self) -> list[int]:
        """The positions before this one, oldest first, each as one number."""

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """
        Every legal turn, each once: placements by cell, then raises; empty when the game is over.
        """

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves played since the game was set up, oldest first."""

    def is_legal(self, move: Move | str) -> bool:
        """
        Whether `play` accepts this move or text; raise InvalidMove if it cannot be read.
        """

    def play(self, move: Move | str) -> Self:
        """Return the state after a move, or raise InvalidMove or IllegalMove."""

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def presets() -> list[tuple[str, bool, bool]]:
    """(name, whether squares count, whether lines do) of every preset."""

def rulings() -> list[tuple[str, str, str, str]]:
    """
    (name, clause, usual setting, the other one) of every ruling but repetition.
    """

USUAL_REPETITION: int = 3

def use_move_type(type: type[Move]) -> None:
    """Make every listed move an instance of this subclass of Move."""

def listed_move(move: Move) -> Move:
    """Return the one object listed for a move."""

def ending_of(state: State) -> int:
    """
    Why the game is over, as a number from 1 that `endings` lists; 0: it is not.
    """

def endings(may_raise: bool) -> list[tuple[int | None, str, str]]:
    """
    (winner, key, clause) of every way to end; `may_raise`: with an empty reserve.
    """

def misplaced(light: int, dark: int, dark_moves: bool) -> tuple[str, bool, int, int, int]:
    """
    What keeps balls from lying like this: (key or nothing, whether it is dark's, how many, the ball, the gap under it).
    """

def refuse_turn(state: State, source: int | None, target: int, taken: Sequence[int]) -> tuple[str, str, int | None] | None:
    """
    (key, clause, cell to blame) of the first rule that forbids a turn, or None.
    """

def refused_touches(state: State) -> list[tuple[str, int | None, str, str, list[int]]]:
    """
    (doing, source, key, clause, cells) of what cannot be chosen now, by reason.
    """

def perft(state: State, depth: int) -> int:
    """
    Count the move sequences of exactly `depth` turns; early endings count once.
    """

def random_games(rules: tuple[bool, bool, bool, bool], games: int, seed: int) -> tuple[int, int, int]:
    """
    Play random games from the start; return light's wins, dark's wins and all turns played.
    """
