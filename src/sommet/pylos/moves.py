"""Moves: whole turns, and their text form such as `1b2>2a1-2a1-1c3`."""

from collections.abc import Iterable
from typing import cast

from sommet.arguments import check_items, check_text
from sommet.engine import pylos as core
from sommet.errors import InvalidMove, SommetError
from sommet.pylos.cells import check_cell, format_cell, parse_cell

#: A turn as written: the cell left (None: the reserve), the cell landed on, the cells taken back.
Turn = tuple[int | None, int, tuple[int, ...]]


class Move(core.Move):
    """One whole turn: a ball placed or raised, and the balls taken back.

    Moves are immutable, hashable and picklable. Two moves are equal when they say the same in the
    same order; `State.find_move` returns the listed move for either order of a pair taken back.

    Attributes:
        source: The cell a raised ball leaves, or None for a ball from the reserve. Rule PYL-2.
        target: The cell the ball lands on.
        taken: The cells taken back, none, one or two, in the order of taking. Rule PYL-5.
    """

    __slots__ = ()

    def __init__(
        self,
        source: int | str | None,
        target: int | str | None = None,
        taken: Iterable[int | str] = (),
    ) -> None:
        """Make a move of cells, by number or name; raise SommetError where there is none."""
        if target is None:
            raise SommetError(
                f"Move({source!r}) has no target: Move(source, target, taken) takes cells, and "
                "Move.parse('1a1') reads a text"
            )
        cells = check_items(taken, "the cells taken back")
        if len(cells) > 2:
            raise SommetError(f"a move takes back two balls at most, not {len(cells)}")
        left = None if source is None else check_cell(source)
        super().__init__(left, check_cell(target), [check_cell(cell) for cell in cells])

    @staticmethod
    def parse(text: str) -> "Move":
        """Return the move written as `text`; raise InvalidMove if it cannot be read."""
        source, target, taken = parse_turn(text)
        if len(taken) > 2:
            raise InvalidMove(text, "a move takes back two balls at most")
        return listed(source, target, taken)

    def __str__(self) -> str:
        return format_turn((self.source, self.target, self.taken))

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return listed, (self.source, self.target, self.taken)


core.use_move_type(Move)


def listed(source: int | None, target: int, taken: tuple[int, ...]) -> Move:
    """Return the one Move object for a turn that takes back at most two balls."""
    return cast(Move, core.listed_move(core.Move(source, target, taken)))


def parse_turn(text: str) -> Turn:
    """Return the cells of a written turn, whatever their number. Inverse of `format_turn`."""
    landing, *taken_texts = check_text(text, "a move").split("-")
    source_text, raised, target_text = landing.rpartition(">")
    try:
        source = parse_cell(source_text) if raised else None
        target = parse_cell(target_text)
        taken = tuple(parse_cell(cell) for cell in taken_texts)
    except SommetError as error:
        raise InvalidMove(text, str(error)) from None
    return source, target, taken


def format_turn(turn: Turn) -> str:
    """Return a turn as text, such as `1d1-1d1`. Inverse of `parse_turn`."""
    source, target, taken = turn
    start = "" if source is None else f"{format_cell(source)}>"
    return start + "-".join(format_cell(cell) for cell in (target, *taken))
