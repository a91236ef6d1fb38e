"""Why a turn is not allowed: a stable key, the clause, and a sentence for the player."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from sommet.pylos.cells import above_of, cells_in, format_cell, level_of, supports
from sommet.pylos.lines import line_through, square_through
from sommet.pylos.moves import Turn

if TYPE_CHECKING:
    from sommet.pylos.state import State


@dataclass(frozen=True, slots=True)
class Refusal:
    """What forbids a turn.

    Attributes:
        key: A stable key such as `not-higher`, for translation.
        clause: The clause that forbids it, such as `PYL-2`.
        why: A sentence in English.
    """

    key: str
    clause: str
    why: str


PASSING = Refusal("passing", "PYL-4", "nobody may pass")


def refuse(state: "State", turn: Turn) -> Refusal | None:
    """Return the first rule that forbids a turn here, or None if it is allowed."""
    ended = state.outcome
    if ended is not None:
        return Refusal("game-over", ended.clause, "the game is over")
    source, target, taken = turn
    own = state.dark if state.side else state.light
    refusal = (
        _refuse_placing(state, target)
        if source is None
        else _refuse_raising(state, own, source, target)
    )
    if refusal is not None:
        return refusal
    if source is not None:
        own &= ~(1 << source)
    return _refuse_taking(state, own | 1 << target, target, taken)


def _refuse_placing(state: "State", target: int) -> Refusal | None:
    if state.reserve(state.side) == 0:
        return Refusal("reserve-empty", "PYL-2", "there is no ball left in the reserve")
    if state.placeable_cells >> target & 1:
        return None
    return _refuse_landing(state, target)


def _refuse_landing(state: "State", target: int) -> Refusal:
    occupied = (state.light | state.dark) >> target & 1
    return _refuse_occupied(target) if occupied else _refuse_unsupported(target)


# There are few of these, and a page is told all of them with every position.
@cache
def _refuse_occupied(target: int) -> Refusal:
    return Refusal("occupied", "PYL-2", f"{format_cell(target)} is not empty")


@cache
def _refuse_unsupported(target: int) -> Refusal:
    return Refusal(
        "unsupported",
        "PYL-2",
        f"{format_cell(target)} rests on {_names(supports(target))}, and these are not all filled",
    )


def _refuse_raising(state: "State", own: int, source: int, target: int) -> Refusal | None:
    if not (state.light | state.dark) >> source & 1:
        return Refusal("no-ball", "PYL-2", f"there is no ball on {format_cell(source)}")
    if not own >> source & 1:
        return Refusal("not-own", "PYL-2", f"the ball on {format_cell(source)} is the opponent's")
    if not state.free_cells >> source & 1:
        return _refuse_carrying(state.light | state.dark, source)
    return _refuse_rising(state, source, target)


def _refuse_rising(state: "State", source: int, target: int) -> Refusal | None:
    if level_of(target) <= level_of(source):
        return Refusal("not-higher", "PYL-2", "a raised ball must land at least one level up")
    if not state.placeable_cells >> target & 1:
        return _refuse_landing(state, target)
    if source in supports(target):
        return Refusal(
            "own-support",
            "PYL-3",
            f"the square under {format_cell(target)} is not complete without the ball raised",
        )
    return None


def _refuse_carrying(balls: int, cell: int) -> Refusal:
    return _refuse_carrier(cell, balls & above_of(cell))


@cache
def _refuse_carrier(cell: int, above: int) -> Refusal:
    carried = cells_in(above)
    return Refusal(
        "carrying", "PYL-3", f"the ball on {format_cell(cell)} carries {_names(carried)}"
    )


def _refuse_taking(state: "State", own: int, target: int, taken: tuple[int, ...]) -> Refusal | None:
    options = state.options
    square, line = square_through(own, target), line_through(own, target)
    if not (options.squares and square) and not (options.lines and line):
        return _refuse_unearned(state, square, line) if taken else None
    if not taken:
        if options.takeback == "optional":
            return None
        clause = "PYL-5" if square else "PYL-8"
        why = "one or two balls must be taken back, for taking back is compulsory (PYL-R1)"
        return Refusal("takeback-due", clause, why)
    if len(taken) > 2:
        return Refusal("too-many", "PYL-5", "at most two balls are taken back in one turn")
    return _refuse_taken(own, state.light if state.side else state.dark, taken)


def _refuse_taken(own: int, other: int, taken: tuple[int, ...]) -> Refusal | None:
    for cell in taken:
        if not own >> cell & 1:
            why = f"no ball of one's own is left on {format_cell(cell)} to take back"
            return Refusal("not-own-takeback", "PYL-5", why)
        balls = own | other
        if balls & above_of(cell):
            return _refuse_carrying(balls, cell)
        own &= ~(1 << cell)
    return None


def _refuse_unearned(state: "State", square: bool, line: bool) -> Refusal:
    if square or (line and not state.options.squares):
        return Refusal("children", "PYL-7", "nothing is taken back in the children's game")
    if line:
        why = "this completes a line, and lines count in the expert game only (PYL-8)"
        return Refusal("lines-off", "PYL-5", why)
    if state.options.lines:
        return Refusal("not-earned", "PYL-8", "this completes no square or line of one's own")
    if state.options.squares:
        return Refusal("not-earned", "PYL-5", "this completes no square of one's own")
    return Refusal("children", "PYL-7", "nothing is taken back in the children's game")


def _names(cells: Iterable[int]) -> str:
    return ", ".join(format_cell(cell) for cell in cells)
