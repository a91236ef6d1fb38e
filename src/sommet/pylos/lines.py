"""Squares and lines of one colour, for words about them; the core has its own, faster."""

from sommet.pylos.cells import CELLS, PLACES, SIDES, cell_at


def squares_of(cell: int) -> list[tuple[int, ...]]:
    """Return the squares of four that a cell is part of. Rule PYL-5."""
    level, x, y = PLACES[cell]
    side = SIDES[level]
    return [
        tuple(cell_at(level, left + dx, top + dy) for dy in (0, 1) for dx in (0, 1))
        for top in (y - 1, y)
        for left in (x - 1, x)
        if 0 <= left < side - 1 and 0 <= top < side - 1
    ]


def lines_of(cell: int) -> list[tuple[int, ...]]:
    """Return the row and column that a cell is part of, on levels 1 and 2. Rule PYL-8."""
    level, x, y = PLACES[cell]
    if level > 1:
        return []
    side = SIDES[level]
    return [
        tuple(cell_at(level, i, y) for i in range(side)),
        tuple(cell_at(level, x, i) for i in range(side)),
    ]


def _bits(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(1 << cell for cell in shape) for shape in shapes)


_SQUARES = tuple(_bits(squares_of(cell)) for cell in range(CELLS))
_LINES = tuple(_bits(lines_of(cell)) for cell in range(CELLS))


def square_through(balls: int, cell: int) -> bool:
    """Return whether `balls` fill a square that `cell` is part of."""
    return any(balls & square == square for square in _SQUARES[cell])


def line_through(balls: int, cell: int) -> bool:
    """Return whether `balls` fill a whole row or column that `cell` is part of."""
    return any(balls & line == line for line in _LINES[cell])
