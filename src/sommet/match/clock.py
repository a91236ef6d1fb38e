"""Clocks: limited time for each player, per game or per move. Rules PYL-9, TAB-7.

A clock is a value: what each seat had left when it was last looked at (`at_ms`), and whose time is
running. Moments are milliseconds on one wall clock and are always passed in.
"""

from dataclasses import dataclass, replace

from sommet.arguments import check_kind, check_number
from sommet.engine import match as core

#: The most time given back for network delay, per move.
MAX_LAG_MS = core.MAX_LAG_MS
DAY_MS = 24 * 60 * 60_000
_FAR_MS = 2**53


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time to start with, and time added after each move, for both players alike.

    With `per_move`, each turn begins with `initial_ms` and nothing is saved up: slow games, whose
    moves may take days. Rule TAB-7.
    """

    initial_ms: int
    increment_ms: int = 0
    per_move: bool = False

    def __post_init__(self) -> None:
        check_kind(self.initial_ms, int, "a whole number of ms to start with")
        check_kind(self.increment_ms, int, "a whole number of ms for each move")
        if self.initial_ms <= 0 or self.increment_ms < 0:
            raise ValueError("a clock needs time on it, and an increment cannot be negative")
        if self.per_move and self.increment_ms:
            raise ValueError("time for each move has no increment")

    @classmethod
    def days(cls, count: int) -> "TimeControl":
        """Return `count` days for each move. Rule TAB-7."""
        return cls(check_number(count, "the number of days", 1) * DAY_MS, per_move=True)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both players' time as of `at_ms`.

    Attributes:
        control: What was agreed.
        remaining_ms: Time left by seat, as of `at_ms`; never negative.
        running: The seat whose time runs from `at_ms` on, or None while the clock is stopped.
        at_ms: When this was true.
    """

    control: TimeControl
    remaining_ms: tuple[int, int]
    running: int | None
    at_ms: int

    @classmethod
    def fresh(cls, control: TimeControl, at_ms: int) -> "Clock":
        """Return a stopped clock with its full time."""
        check_kind(control, TimeControl, "a TimeControl")
        return cls(control, (control.initial_ms, control.initial_ms), None, at_ms)

    def remaining_at(self, seat: int, at_ms: int, *, lag_ms: int = 0) -> int:
        """Return what `seat` has left at `at_ms`, 0 when out of time.

        `lag_ms` of the time that ran is the line's and not the player's; no more than
        `MAX_LAG_MS` of it counts.
        """
        if seat not in (0, 1):
            raise IndexError(f"a seat is 0 or 1, not {seat!r}")
        check_number(at_ms, "a moment in ms", -_FAR_MS, _FAR_MS)
        return self._core().left(seat, at_ms, lag_ms)

    def is_out(self, at_ms: int, *, lag_ms: int = 0) -> bool:
        """Return whether the player whose time is running has none left. Rule PYL-9."""
        return self._core().is_out(at_ms, lag_ms)

    @property
    def runs_out_ms(self) -> int | None:
        """The moment at which the running time ends, or None while the clock is stopped."""
        return None if self.running is None else self.at_ms + self.remaining_ms[self.running]

    def switch(
        self, to: int | None, at_ms: int, *, lag_ms: int = 0, increment: bool = False
    ) -> "Clock":
        """Return the clock with `to`'s time running from `at_ms` on (None: nobody's).

        With `increment`, the seat whose time ran gets the agreed increment. With time for each
        move, the player whose turn ends or begins has all of it.
        """
        left = self._core().passed(to, at_ms, lag_ms, increment)
        return replace(self, remaining_ms=left, running=to, at_ms=at_ms)

    def delayed(self, by_ms: int) -> "Clock":
        """Return the clock with `by_ms` of the running time not counted."""
        return replace(self, at_ms=self.at_ms + by_ms)

    def _core(self) -> core.Clock:
        control = self.control
        return core.Clock(
            control.initial_ms,
            control.increment_ms,
            control.per_move,
            self.remaining_ms,
            self.running,
            self.at_ms,
        )
