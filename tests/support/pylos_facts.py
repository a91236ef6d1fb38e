"""What lies where on a Pylos board, with coordinates instead of bits: for slow twins."""

from collections.abc import Iterable

from sommet.pylos import Move, State
from sommet.pylos.cells import format_cell

Cell = tuple[int, int, int]
CENTRE, SUMMIT = "2b2", "4a1"


def place(name: str) -> Cell:
    """Return level, column and row, all from 0."""
    return int(name[0]) - 1, ord(name[1]) - ord("a"), int(name[2]) - 1


NAMES = [format_cell(number) for number in range(30)]
PLACES = {name: place(name) for name in NAMES}
AT = {where: name for name, where in PLACES.items()}


def own_balls(state: State, side: int) -> set[str]:
    """Return the names of a side's cells."""
    balls = state.dark if side else state.light
    return {NAMES[number] for number in range(30) if balls >> number & 1}


def below(name: str) -> set[str]:
    """Return what a cell rests on."""
    level, x, y = PLACES[name]
    return {AT[level - 1, x + i, y + j] for i in (0, 1) for j in (0, 1)} if level else set()


def free(name: str, occupied: set[str]) -> bool:
    """Return whether nothing rests on a ball."""
    return not any(name in below(upper) for upper in occupied)


def squares_with(name: str) -> Iterable[set[str]]:
    """Yield each square of four that a cell is part of."""
    level, x, y = PLACES[name]
    for left in (x - 1, x):
        for top in (y - 1, y):
            cells = {AT.get((level, left + i, top + j), "") for i in (0, 1) for j in (0, 1)}
            if "" not in cells:
                yield cells


def lines_with(name: str) -> Iterable[set[str]]:
    """Yield the whole row and column of a cell, on the two lower levels."""
    level, x, y = PLACES[name]
    side = 4 - level
    if side >= 3:
        yield {AT[level, i, y] for i in range(side)}
        yield {AT[level, x, i] for i in range(side)}


def makes_square(state: State, balls: set[str], name: str) -> bool:
    """Return whether a ball on a cell completes a square of one colour."""
    return state.options.squares and any(s - {name} <= balls for s in squares_with(name))


def makes_line(state: State, balls: set[str], name: str) -> bool:
    """Return whether it completes a row or column."""
    return state.options.lines and any(s - {name} <= balls for s in lines_with(name))


def source(move: Move) -> str | None:
    """Return where a raised ball comes from."""
    return None if move.source is None else NAMES[move.source]


def target(move: Move) -> str:
    """Return where the ball lands."""
    return NAMES[move.target]


def taken(move: Move) -> set[str]:
    """Return what is taken back."""
    return {NAMES[cell] for cell in move.taken}


def other_to_move(state: State) -> State | None:
    """Return the same balls with the other side to move: a pass. None where that game is over."""
    text = str(state)
    passed = State.parse(text[:-1] + ("L" if text[-1] == "D" else "D"), state.options)
    return None if passed.outcome is not None else passed


def completing_cells(state: State | None) -> set[str]:
    """Return where the side to move could complete a square or line this turn."""
    if state is None or state.outcome is not None:
        return set()
    balls = own_balls(state, state.side)
    landings = {target(move) for move in state.legal_moves}
    return {c for c in landings if makes_square(state, balls, c) or makes_line(state, balls, c)}


def open_gaps(state: State, side: int) -> set[str]:
    """Return the empty, carried cells that would complete a square or line of a side."""
    occupied = own_balls(state, 0) | own_balls(state, 1)
    balls = own_balls(state, side)
    return {
        name
        for name in NAMES
        if name not in occupied
        and below(name) <= occupied
        and (makes_square(state, balls, name) or makes_line(state, balls, name))
    }


def locked_by(state: State, move: Move) -> set[str]:
    """Return the opponent's balls that were free and carry one after the move."""
    after = state.play(move)
    before, now = ({*own_balls(s, 0), *own_balls(s, 1)} for s in (state, after))
    theirs = own_balls(state, 1 - state.side)
    return {name for name in theirs if free(name, before) and not free(name, now)}


def left_free(state: State, move: Move) -> set[str]:
    """Return the mover's balls that were free and still are, in their places."""
    after = state.play(move)
    before, now = ({*own_balls(s, 0), *own_balls(s, 1)} for s in (state, after))
    kept = own_balls(state, state.side) & own_balls(after, state.side)
    return {name for name in kept if free(name, before) and free(name, now)}
