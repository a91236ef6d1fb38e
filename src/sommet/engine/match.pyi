"""
What is decided at a table of either game: agreed draws, takebacks, clocks.
"""

from typing import Any


MAX_LAG_MS: int = 300

class TableRules:
    """What differs between the games at a table."""

    @property
    def draws(self) -> bool:
        """Whether the players may agree on a draw."""

    @property
    def takebacks(self) -> bool:
        """Whether moves may be taken back."""

    @property
    def time_clause(self) -> str:
        """By which time runs out, or nothing."""

    def may_draw(self, against_computer: bool) -> bool:
        """Whether a draw can be asked for."""

    def ends_turn(self, seat: int, next: int | None) -> bool:
        """Whether a move of `seat` ends its turn if `next` acts then."""

    def takeback_ply(self, turns: tuple[Any, ...], round: int, over: bool, seat: int, shared: bool) -> int | None:
        """
        How many moves stand after `seat` takes its last one of the round back.
        """

PYLOS: TableRules = ...

PACAL: TableRules = ...

SOLO: TableRules = ...

def clock_runs(turns: tuple[Any, ...], round: int, plies: int, per_move: bool) -> bool:
    """Whether a clock runs once the first `plies` moves stand."""

class Clock:
    """Both seats' time at one moment."""

    def __init__(self, initial_ms: int, increment_ms: int, per_move: bool, remaining_ms: tuple[int, int], running: int | None, at_ms: int) -> None: ...

    def left(self, seat: int, now_ms: int, lag_ms: int) -> int:
        """What `seat` has left, 0 when out of time."""

    def is_out(self, now_ms: int, lag_ms: int) -> bool:
        """Whether the player whose time runs has none left."""

    def passed(self, to: int | None, now_ms: int, lag_ms: int, turn_ended: bool) -> tuple[int, int]:
        """What both seats have left once the time of `to` runs."""
