"""Why touching a cell of the board means nothing now: for a player who asks by trying."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sommet.pylos.cells import CELLS, SUMMIT, cells_in, level_of
from sommet.pylos.refusal import Refusal, refuse

if TYPE_CHECKING:
    from sommet.pylos.state import State

#: What is being done: choosing where to begin, where a ball picked up lands, what comes back.
Doing = Literal["begin", "raise", "take"]

NOWHERE_HIGHER = Refusal(
    "nowhere-higher", "PYL-2", "no complete square is open at least one level up"
)


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


def find_touch_refusals(state: "State") -> tuple[TouchRefusal, ...]:
    """Return what forbids each touch that is no part of a legal move. Rules PYL-2, 3, 5 and 8.

    While raising, only cells that a ball from the reserve could go to are listed: elsewhere the
    reason is the same as at the beginning. Empty when the game is over.
    """
    if state.outcome is not None:
        return ()
    groups: dict[tuple[Doing, int | None, str, str], list[int]] = {}
    for doing, source, cell, refusal in [*_beginnings(state), *_raises(state), *_takes(state)]:
        cells = groups.setdefault((doing, source, refusal.key, refusal.clause), [])
        if cell not in cells:
            cells.append(cell)
    return tuple(TouchRefusal(*key, tuple(sorted(cells))) for key, cells in groups.items())


_Found = Iterator[tuple[Doing, int | None, int, Refusal]]


def _beginnings(state: "State") -> _Found:
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    places, sources = state.placeable, state.raisable
    for cell in range(CELLS):
        if cell in places or cell in sources:
            continue
        if own >> cell & 1:
            refusal = _why_it_stays(state, cell)
        else:
            source = cell if other >> cell & 1 else None
            refusal = refuse(state, (source, cell, ())) or NOWHERE_HIGHER
        yield "begin", None, cell, refusal


def _why_it_stays(state: "State", cell: int) -> Refusal:
    if not state.free_cells >> cell & 1:
        refusal = refuse(state, (cell, SUMMIT, ()))
        assert refusal is not None
        return refusal
    tried = (
        refuse(state, (cell, target, ()))
        for target in cells_in(state.placeable_cells)
        if level_of(target) > level_of(cell)
    )
    return next((refusal for refusal in tried if refusal is not None), NOWHERE_HIGHER)


def _raises(state: "State") -> _Found:
    for source, targets in state.raisable.items():
        for target in cells_in(state.placeable_cells):
            if target not in targets:
                refusal = refuse(state, (source, target, ()))
                assert refusal is not None
                yield "raise", source, target, refusal


def _takes(state: "State") -> _Found:
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    earning = [landing for landing in state.landings if landing.earns]
    for number, landing in enumerate(earning):
        takeable = landing.after()
        # What is said of the opponent's balls is the same for every landing.
        for cell in cells_in(own if number else own | other):
            if cell == landing.source or cell in takeable:
                continue
            refusal = refuse(state, (landing.source, landing.target, (cell,)))
            if refusal is not None:
                yield "take", None, cell, refusal
