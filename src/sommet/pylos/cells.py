"""The 30 cells and their names: level, column letter, row number, such as `2a1`.

Cells are numbered 0 to 29, level 1 first, each level row by row; the same numbers are the bits of
`State.light` and `State.dark`.
"""

from collections.abc import Iterator

from sommet.arguments import check_number
from sommet.errors import SommetError

SIDES = (4, 3, 2, 1)
CELLS = 30
BALLS = 15
SUMMIT = CELLS - 1

#: (level from 0, column from 0, row from 0) of every cell.
PLACES: tuple[tuple[int, int, int], ...] = tuple(
    (level, x, y) for level, side in enumerate(SIDES) for y in range(side) for x in range(side)
)
#: The name of every cell, by number.
CELL_NAMES: tuple[str, ...] = tuple(f"{level + 1}{'abcd'[x]}{y + 1}" for level, x, y in PLACES)
_NUMBERS = {name: cell for cell, name in enumerate(CELL_NAMES)}
_AT = {place: cell for cell, place in enumerate(PLACES)}
_SUPPORTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(_AT[level - 1, x + dx, y + dy] for dy in (0, 1) for dx in (0, 1)) if level else ()
    for level, x, y in PLACES
)

#: For every cell, the cells that rest on it, as bits.
_ABOVE: tuple[int, ...] = tuple(
    sum(1 << above for above in range(CELLS) if cell in _SUPPORTS[above]) for cell in range(CELLS)
)


def format_cell(cell: int) -> str:
    """Return the name of a cell, such as `1a1` for 0. Inverse of `parse_cell`."""
    return CELL_NAMES[check_number(cell, "the number of a cell", 0, CELLS - 1)]


def parse_cell(text: str) -> int:
    """Return the number of the cell named `text`; raise SommetError if there is none."""
    try:
        return _NUMBERS[text]
    except (KeyError, TypeError):
        raise SommetError(f"there is no cell {text!r}; cells are 1a1 to 4a1") from None


def check_cell(cell: object) -> int:
    """Return the number of a cell for its number or its name; raise SommetError for others."""
    if isinstance(cell, str):
        return parse_cell(cell)
    if type(cell) is int and 0 <= cell < CELLS:
        return cell
    raise SommetError(f"a cell is a name such as '1a1' or a number from 0 to 29, not {cell!r}")


def cell_at(level: int, x: int, y: int) -> int:
    """Return the cell at a level, column and row, all counted from 0."""
    return _AT[level, x, y]


def supports(cell: int) -> tuple[int, ...]:
    """Return the four cells that a cell rests on; none for level 1."""
    return _SUPPORTS[cell]


def above_of(cell: int) -> int:
    """Return the cells that rest on a cell, as bits."""
    return _ABOVE[cell]


def cells_in(bits: int) -> Iterator[int]:
    """Yield the cells of a bitboard, lowest number first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
