"""Pylos on a 3x3 base, solved in plain Python straight from the clauses: slow and independent.

Cells are (level, column, row) with levels from 0, numbered as in CELLS. A position is (own, other),
seen from the side to move; each is a set of cells as a whole number with one bit per cell.
"""

from collections import deque

CELLS = [(k, c, r) for k in range(3) for r in range(3 - k) for c in range(3 - k)]
BALLS = 7


def cell_set(cells):
    return sum(1 << CELLS.index(cell) for cell in cells)


SUMMIT = cell_set([(2, 0, 0)])
#: For each cell, as a set of one: what it rests on, what may rest on it, and all that is higher.
BELOW, ABOVE, HIGHER = {}, {}, {}
for k, c, r in CELLS:
    one = cell_set([(k, c, r)])
    BELOW[one] = cell_set((k - 1, c + i, r + j) for i in (0, 1) for j in (0, 1)) if k else 0
    HIGHER[one] = cell_set(cell for cell in CELLS if cell[0] > k)
for one in BELOW:
    ABOVE[one] = sum(top for top, below in BELOW.items() if below & one)
SQUARES = [below for below in BELOW.values() if below]
LINES = [cell_set((0, c, r) for c in range(3)) for r in range(3)]
LINES += [cell_set((0, c, r) for r in range(3)) for c in range(3)]


def _landings(own, other):
    balls = own | other
    if own.bit_count() < BALLS:
        for cell, below in BELOW.items():
            if not cell & balls and below & balls == below:
                yield 0, cell
    for source in BELOW:
        if source & own and not ABOVE[source] & balls:
            left = balls - source
            for cell, below in BELOW.items():
                if cell & HIGHER[source] and not cell & left and below & left == below:
                    yield source, cell


def _takebacks(own, other):
    for first in BELOW:
        if first & own and not ABOVE[first] & (own | other):
            yield first
            left = own - first
            for second in BELOW:
                if second & left and not ABOVE[second] & (left | other):
                    yield first | second


def is_over(rules, own, other):
    if SUMMIT & (own | other):
        return True
    if own.bit_count() < BALLS:
        return False
    return not (rules["may_raise"] and any(_landings(own, other)))


def successors(rules, own, other):
    """The positions after each legal turn, seen by the opponent."""
    if is_over(rules, own, other):
        return set()
    found = set()
    shapes = (SQUARES if rules["squares"] else []) + (LINES if rules["lines"] else [])
    for source, target in _landings(own, other):
        mine = own - source | target
        if any(target & shape and shape & mine == shape for shape in shapes):
            found |= {(other, mine - taken) for taken in _takebacks(mine, other)}
            if rules["takeback_optional"]:
                found.add((other, mine))
        else:
            found.add((other, mine))
    return found


def all_positions():
    """Every way to fill the cells, each ball resting on balls, no side with more than it has."""
    found = [(0, 0)]
    for cell, below in BELOW.items():  # from the bottom up
        found += [
            (own + mine, other + cell - mine)
            for own, other in found
            if below & (own | other) == below
            for mine in (0, cell)
        ]
    return [
        (own, other) for own, other in found if max(own.bit_count(), other.bit_count()) <= BALLS
    ]


def solve(rules):
    """Return {position: (value, distance)}; value 1, 0, -1 for the side to move, draws without."""
    nexts, parents = {}, {}
    for position in all_positions():
        nexts[position] = successors(rules, *position)
        for child in nexts[position]:
            parents.setdefault(child, []).append(position)
    open_moves = {p: len(n) for p, n in nexts.items()}
    solved = {p: (-1, 0) for p in nexts if is_over(rules, *p)}
    queue = deque(solved)
    while queue:  # breadth first: distances come in order
        position = queue.popleft()
        value, distance = solved[position]
        for parent in parents.get(position, ()):
            if parent in solved:
                continue
            open_moves[parent] -= 1
            if value == -1:
                solved[parent] = (1, distance + 1)
                queue.append(parent)
            elif open_moves[parent] == 0:
                solved[parent] = (-1, distance + 1)
                queue.append(parent)
    return {p: solved.get(p, (0, None)) for p in nexts}
