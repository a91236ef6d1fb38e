"""Positions of running games between people, as numbers under which they are found.

A position is asked for in any of its forms: turned and mirrored by the eight symmetries of the
board, and with the colours exchanged. What is kept is the position as it stands; whoever asks
looks for all sixteen.
"""

from functools import cache

from sommet.match.pylos_progress import PylosProgress
from sommet.match.session import Session
from sommet.server.storage.setup import TableSetup

#: Games in which a person plays against a person, on one screen or two.
BETWEEN_PEOPLE = frozenset({"friend", "hotseat"})
#: With fewer balls on the board a position is an opening that anybody may look up.
OPENING_BALLS = 8
_SIDES = (4, 3, 2, 1)
_CELLS = 30


def number_of(light: int, dark: int) -> int:
    """Return the number of a position, given as the cells of light and dark balls."""
    return light | dark << _CELLS


def standing_of(setup: TableSetup, session: Session) -> int | None:
    """Return the number of the position on a table, or None where nobody has to be protected."""
    progress = session.progress
    if (
        setup.mode not in BETWEEN_PEOPLE
        or session.outcome is not None
        or not isinstance(progress, PylosProgress)
    ):
        return None
    light, dark = progress.state.light, progress.state.dark
    if (light | dark).bit_count() < OPENING_BALLS:
        return None
    return number_of(light, dark)


@cache
def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the board, where each cell goes."""
    found = []
    for turns in range(4):
        for mirrored in (False, True):
            cells: list[int] = []
            start = 0
            for side in _SIDES:
                for cell in range(side * side):
                    row, column = divmod(cell, side)
                    if mirrored:
                        column = side - 1 - column
                    for _ in range(turns):
                        row, column = column, side - 1 - row
                    cells.append(start + side * row + column)
                start += side * side
            found.append(tuple(cells))
    return tuple(found)


def likenesses(light: int, dark: int) -> frozenset[int]:
    """Return the numbers of a position in every form that is worth the same to a player."""

    def moved(cells: int, goes: tuple[int, ...]) -> int:
        return sum(1 << goes[cell] for cell in range(_CELLS) if cells >> cell & 1)

    images = {(moved(light, goes), moved(dark, goes)) for goes in _symmetries()}
    return frozenset(
        number for one, other in images for number in (number_of(one, other), number_of(other, one))
    )
