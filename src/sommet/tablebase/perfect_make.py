"""Make the perfect player's exceptions, and prove that with them it always wins.

A *work* is `sommet.engine.perfect.Work` (CPU threads) or
`sommet.tablebase.perfect_gpu.GpuWork`; both have the same methods.
engine/pylos_perfect/make/exceptions.hpp says what they do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

#: From how many points on an open position is made an exception, from strict to anything at all.
GAINS = (24576, 6144, 1536, 768, 384, 192, 96, 48, 24, 12, 6, 3, 2, 1, 0)
#: A gain is given up for the next when a batch makes fewer new exceptions than this share of all.
SMALL_BATCH = 0.004
#: How many moves back things are counted that would be settled with a position.
STEPS = 10
#: An open list is thinned out once this share of it is settled.
STALE = 0.25


#: Called with a line of progress.
Report = Callable[[str], None]
#: Called with a stage and the share of it that is done; false ends the work.
Progress = Callable[[str, float], bool]


class Work(Protocol):
    """What the CPU's and the GPU's passes have in common."""

    def watch(self, watcher: Callable[[float], bool] | None, /) -> None:
        """Report the progress of each pass from now on; a false answer ends the work."""

    def find_choices(self) -> None:
        """Work out the player's choice in all won positions."""

    def thin_out(self) -> int:
        """Forget what is settled; return how many positions are open."""

    def settle(self) -> int:
        """Go once through what is open; return how many positions got settled."""

    def weigh(self, steps: int) -> None:
        """Find out how much would be settled with each open won position."""

    def make_exceptions(self, least_gain: int) -> Any:
        """Make exceptions of what gains most; return them as number | place << 32."""

    def prove(self, exceptions: Any, places: Any) -> tuple[int, int, int]:
        """Return how many positions are proved, how many are wrong, the first of those or -1."""

    def lengths(self) -> tuple[int, int, int, int]:
        """Return, over settled won positions: moves at most, at best, how many, the longest."""


@dataclass(frozen=True, slots=True)
class Exceptions:
    """The positions in which the player does not take the first in its order of choice.

    Attributes:
        numbers: The positions' numbers in a table, rising; the smallest of the mirror images'.
        places: Which in the order is taken instead, from 1.
    """

    numbers: NDArray[np.uint32]
    places: NDArray[np.uint8]

    @classmethod
    def none(cls) -> Self:
        """Return an empty list."""
        return cls(np.zeros(0, np.uint32), np.zeros(0, np.uint8))


def watch(work: Work, stage: str, progress: Progress | None) -> None:
    """Report the progress of a stage."""
    if progress is not None:
        progress(stage, 0.0)
        work.watch(partial(progress, stage))


def settle_all(work: Work, progress: Progress | None = None) -> int:
    """Settle until nothing more happens; return how many positions are still open."""
    watch(work, "counting what is to be settled", progress)
    left, since = work.thin_out(), 0
    while left:
        watch(work, f"{left:,} positions to be settled", progress)
        news = work.settle()
        left -= news
        since += news
        if since > STALE * (left + since):
            work.thin_out()
            since = 0
        if not news:
            break
    return work.thin_out()


def make_exceptions(work: Work, report: Report) -> Exceptions:
    """Return the exceptions with which every game is settled."""
    work.find_choices()
    left = settle_all(work)
    report(f"{left:,} positions open without exceptions")
    made: list[NDArray[np.uint64]] = []
    total = 0
    for gain in GAINS:
        while left:
            work.weigh(STEPS)
            new = np.asarray(work.make_exceptions(gain), np.uint64)
            if len(new):
                made.append(new)
                total += len(new)
                left = settle_all(work)
            if len(new) <= (SMALL_BATCH * total if gain else 0):
                break
        report(f"gain {gain}: {total:,} exceptions, {left:,} positions open")
    return sorted_exceptions(made)


def sorted_exceptions(made: list[NDArray[np.uint64]]) -> Exceptions:
    """Return exceptions given as number | place << 32 in the order of a list."""
    if not made:
        return Exceptions.none()
    whole = np.concatenate(made)
    numbers = (whole & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    order = np.argsort(numbers)
    return Exceptions(numbers[order], (whole >> np.uint64(32)).astype(np.uint8)[order])
