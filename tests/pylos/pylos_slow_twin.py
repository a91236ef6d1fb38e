"""Pylos a second time, slowly, straight from the clauses. Shares nothing with the package.

A board is a dict from cell name to "L" or "D". A turn is a tuple (source or None, target, taken).
"""

from dataclasses import dataclass
from itertools import product

COLUMNS = "abcd"


def level(cell):
    return int(cell[0])


def name(lev, column, row):
    return f"{lev}{COLUMNS[column]}{row + 1}"


def side_length(lev):
    return 5 - lev


# PYL-1: sixteen, nine, four and one cell.
CELLS = [
    name(lev, column, row)
    for lev in (1, 2, 3, 4)
    for row in range(side_length(lev))
    for column in range(side_length(lev))
]

# Text forms: 2a1 rests on 1a1 1b1 1a2 1b2, and so on upwards.
RESTS_ON = {cell: frozenset() for cell in CELLS if level(cell) == 1}
for lev in (2, 3, 4):
    for row, column in product(range(side_length(lev)), repeat=2):
        RESTS_ON[name(lev, column, row)] = frozenset(
            name(lev - 1, column + dx, row + dy) for dx in (0, 1) for dy in (0, 1)
        )
UPPER_CELLS = [cell for cell in CELLS if level(cell) > 1]
CARRIED_BY = {cell: [c for c in CELLS if cell in RESTS_ON[c]] for cell in CELLS}

# A square of four on a level is exactly what one cell of the next level rests on.
SQUARES = {cell: [s for s in RESTS_ON.values() if cell in s] for cell in CELLS}

# PYL-8: four in a row or column on level 1, three on level 2.
ALL_LINES = []
for lev in (1, 2):
    n = side_length(lev)
    for i in range(n):
        ALL_LINES.append(tuple(name(lev, column, i) for column in range(n)))
        ALL_LINES.append(tuple(name(lev, i, row) for row in range(n)))
LINES = {cell: [line for line in ALL_LINES if cell in line] for cell in CELLS}


@dataclass(frozen=True)
class TwinRules:
    squares: bool = True
    lines: bool = False
    optional: bool = False
    may_raise: bool = False


RULE_SETS = {
    "children": TwinRules(squares=False),
    "standard": TwinRules(),
    "expert": TwinRules(lines=True),
    "optional": TwinRules(optional=True),
    "may-raise": TwinRules(may_raise=True),
}


def reserve(board, colour):
    return 15 - sum(1 for ball in board.values() if ball == colour)


def stands(board, cell):
    """PYL-2: on the board, or on a complete square of any colours."""
    return board.keys() >= RESTS_ON[cell]


def carries(board, cell):
    return not board.keys().isdisjoint(CARRIED_BY[cell])


def landings(board, colour):
    """PYL-2: every (source, target), in no special order."""
    empty = [cell for cell in CELLS if cell not in board and stands(board, cell)]
    found = []
    if reserve(board, colour) > 0:
        found += [(None, cell) for cell in empty]
    return found + raises(board, colour)


def raises(board, colour):
    found = []
    squares = [cell for cell in UPPER_CELLS if cell not in board and stands(board, cell)]
    for source in [cell for cell, ball in board.items() if ball == colour]:
        if not squares or carries(board, source):  # PYL-3
            continue
        for target in squares:
            # PYL-2 c: at least one level up. PYL-3: complete without that ball.
            if target[0] > source[0] and source not in RESTS_ON[target]:
                found.append((source, target))
    return found


def land(board, colour, source, target):
    after = dict(board)
    if source is not None:
        del after[source]
    after[target] = colour
    return after


def earns(board, colour, target, rules):
    """PYL-5, PYL-7, PYL-8: completed with the ball just landed."""
    shapes = []
    if rules.squares:
        shapes += SQUARES[target]
    if rules.lines:
        shapes += LINES[target]
    return any(all(board.get(cell) == colour for cell in shape) for shape in shapes)


def takings(board, colour):
    """PYL-5: every order of taking one or two balls, the second maybe freed by the first."""
    own = [cell for cell, ball in board.items() if ball == colour]
    for first in [cell for cell in own if not carries(board, cell)]:
        yield (first,)
        left = dict(board)
        del left[first]
        for second in own:
            if second != first and not carries(left, second):
                yield (first, second)


def is_over(board, colour, rules):
    if "4a1" in board:  # PYL-6
        return True
    if reserve(board, colour) > 0:
        return False
    return not (rules.may_raise and raises(board, colour))  # PYL-R2


def ordered_turns(board, colour, rules):
    """Every legal turn; a pair that can be taken in both orders is there in both."""
    if is_over(board, colour, rules):
        return
    for source, target in landings(board, colour):
        after = land(board, colour, source, target)
        if not earns(after, colour, target, rules):
            yield source, target, ()
            continue
        if rules.optional:  # PYL-R1
            yield source, target, ()
        for taken in takings(after, colour):
            yield source, target, taken


def unordered(turn):
    source, target, taken = turn
    return source, target, frozenset(taken)


def turns(board, colour, rules):
    """The legal turns, the two orders of one pair being one."""
    return {unordered(turn) for turn in ordered_turns(board, colour, rules)}


def play(board, colour, turn):
    source, target, taken = turn
    after = land(board, colour, source, target)
    for cell in taken:
        del after[cell]
    return after


def other(colour):
    return "D" if colour == "L" else "L"


def perft(board, colour, rules, depth):
    if depth == 0 or is_over(board, colour, rules):
        return 1
    moves = turns(board, colour, rules)
    if depth == 1:
        return len(moves)
    return sum(perft(play(board, colour, m), other(colour), rules, depth - 1) for m in moves)


def read_turn(text):
    landing, *taken = text.split("-")
    source, _, target = landing.rpartition(">")
    return source or None, target, tuple(taken)


def write_turn(turn):
    source, target, taken = turn
    return (f"{source}>" if source else "") + "-".join([target, *taken])


def write_position(board, colour):
    levels = []
    for lev in (1, 2, 3, 4):
        n = side_length(lev)
        levels.append(
            "/".join(
                "".join(board.get(name(lev, column, row), ".") for column in range(n))
                for row in range(n)
            )
        )
    return "|".join(levels) + " " + colour


def read_position(text):
    balls, colour = text.split(" ")
    letters = balls.replace("|", "").replace("/", "")
    return {c: ball for c, ball in zip(CELLS, letters, strict=True) if ball != "."}, colour
