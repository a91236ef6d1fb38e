"""Why a turn is not allowed: a stable key, the clause, and a sentence for the player.

The core finds the rule (engine/pylos_game/refusal.hpp); here it gets its sentence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sommet.engine import pylos as core
from sommet.pylos.cells import above_of, cells_in, format_cell, supports
from sommet.pylos.moves import Turn

if TYPE_CHECKING:
    from sommet.pylos.state import State


@dataclass(frozen=True, slots=True)
class MoveRefusal:
    """What forbids a turn.

    Attributes:
        key: A stable key such as `not-higher`, for translation.
        clause: The clause that forbids it, such as `PYL-2`.
        why: A sentence in English.
    """

    key: str
    clause: str
    why: str


PASSING = MoveRefusal("passing", "PYL-4", "nobody may pass")


def refuse(state: "State", turn: Turn) -> MoveRefusal | None:
    """Return the first rule that forbids a turn here, or None if it is allowed."""
    source, target, taken = turn
    found = core.refuse_turn(state, source, target, list(taken))
    if found is None:
        return None
    key, clause, cell = found
    if key == "carrying" and cell is not None:
        return MoveRefusal(key, clause, _describe_carried(state, turn, cell))
    sentence = _SENTENCES[key, clause] if (key, clause) in _SENTENCES else _SENTENCES[key, ""]
    return MoveRefusal(key, clause, sentence if isinstance(sentence, str) else sentence(cell or 0))


def _describe_carried(state: "State", turn: Turn, cell: int) -> str:
    source, target, taken = turn
    balls = state.light | state.dark
    if cell != source:
        # A ball to be taken back: after the landing, and after the balls taken before it.
        balls |= 1 << target
        for gone in (source, *taken[: taken.index(cell)]):
            balls &= ~(1 << gone) if gone is not None else -1
    return f"the ball on {format_cell(cell)} carries {_names(cells_in(balls & above_of(cell)))}"


def _names(cells: Iterable[int]) -> str:
    return ", ".join(format_cell(cell) for cell in cells)


#: By key and, where it matters, clause: the sentence, or what makes it from the cell to blame.
_SENTENCES: dict[tuple[str, str], str | Callable[[int], str]] = {
    ("game-over", ""): "the game is over",
    ("reserve-empty", ""): "there is no ball left in the reserve",
    ("occupied", ""): lambda cell: f"{format_cell(cell)} is not empty",
    ("unsupported", ""): lambda cell: (
        f"{format_cell(cell)} rests on {_names(supports(cell))}, and these are not all filled"
    ),
    ("no-ball", ""): lambda cell: f"there is no ball on {format_cell(cell)}",
    ("not-own", ""): lambda cell: f"the ball on {format_cell(cell)} is the opponent's",
    ("not-higher", ""): "a raised ball must land at least one level up",
    ("own-support", ""): lambda cell: (
        f"the square under {format_cell(cell)} is not complete without the ball raised"
    ),
    ("takeback-due", ""): (
        "one or two balls must be taken back, for taking back is compulsory (PYL-R1)"
    ),
    ("too-many", ""): "at most two balls are taken back in one turn",
    ("not-own-takeback", ""): lambda cell: (
        f"you have no ball left on {format_cell(cell)} to take back"
    ),
    ("children", ""): "nothing is taken back in the children's game",
    ("lines-off", ""): "this completes a line, and lines count in the expert game only (PYL-8)",
    ("not-earned", "PYL-5"): "this does not complete a square of your own",
    ("not-earned", "PYL-8"): "this does not complete a square or line of your own",
}
