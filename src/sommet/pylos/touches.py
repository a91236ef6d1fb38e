"""Why touching a cell of the board means nothing now: for a player who asks by trying."""

from dataclasses import dataclass
from typing import Literal

from sommet.arguments import check_kind
from sommet.engine import pylos as core
from sommet.pylos.state import State

#: What is being done: choosing where to begin, where a ball picked up lands, what comes back.
Doing = Literal["begin", "raise", "take"]


@dataclass(frozen=True, slots=True)
class TouchRefusal:
    """Cells that cannot be chosen at one point of a turn, for one reason.

    Attributes:
        doing: `begin` (nothing chosen yet), `raise` (a ball is picked up), `take` (a square or
            line is complete and balls come back).
        source: The ball picked up, while raising.
        reason: A stable key, such as `carrying`.
        clause: The clause that forbids it, such as `PYL-3`.
        cells: The cells, lowest number first.
    """

    doing: Doing
    source: int | None
    reason: str
    clause: str
    cells: tuple[int, ...]


def find_touch_refusals(state: State) -> tuple[TouchRefusal, ...]:
    """Return what forbids each touch that no legal move contains. Rules PYL-2, 3, 5 and 8.

    While raising, only cells that a ball from the reserve could go to are listed: elsewhere the
    reason is the same as at the beginning. Empty when the game is over.
    """
    check_kind(state, State, "a pylos.State")
    return tuple(
        TouchRefusal(doing, source, reason, clause, tuple(cells))  # type: ignore[arg-type]
        for doing, source, reason, clause, cells in core.refused_touches(state)
    )
