"""Pylos on a 3x3 base, solved in plain Python straight from the clauses: slow and independent.

Cells are (level, column, row) with levels from 0. A position is (own, other) as frozensets of
cells, seen from the side to move.
"""

from collections import deque
from itertools import combinations

CELLS = [(k, c, r) for k in range(3) for r in range(3 - k) for c in range(3 - k)]
BALLS = 7
SUMMIT = (2, 0, 0)
BELOW = {
    (k, c, r): {(k - 1, c + i, r + j) for i in (0, 1) for j in (0, 1)} for k, c, r in CELLS if k
}
SQUARES = list(BELOW.values())
LINES = [{(0, c, r) for c in range(3)} for r in range(3)] + [
    {(0, c, r) for r in range(3)} for c in range(3)
]


def _free(cell, balls):
    return all(cell not in below for top, below in BELOW.items() if top in balls)


def _landings(own, other):
    balls = own | other
    if len(own) < BALLS:
        for cell in CELLS:
            if cell not in balls and BELOW.get(cell, set()) <= balls:
                yield None, cell
    for source in own:
        if _free(source, balls):
            for cell in CELLS:
                left = balls - {source}
                if cell[0] > source[0] and cell not in left and BELOW[cell] <= left:
                    yield source, cell


def _takebacks(own, other):
    for first in own:
        if _free(first, own | other):
            yield frozenset([first])
            left = own - {first}
            for second in left:
                if _free(second, left | other):
                    yield frozenset([first, second])


def is_over(rules, own, other):
    if SUMMIT in own | other:
        return True
    if len(own) < BALLS:
        return False
    return not (rules["may_raise"] and any(_landings(own, other)))


def successors(rules, own, other):
    """The positions after each legal turn, seen by the opponent."""
    if is_over(rules, own, other):
        return set()
    found = set()
    for source, target in _landings(own, other):
        mine = own - {source} | {target}
        shapes = (SQUARES if rules["squares"] else []) + (LINES if rules["lines"] else [])
        if any(target in shape and shape <= mine for shape in shapes):
            found |= {(other, mine - taken) for taken in _takebacks(mine, other)}
            if rules["takeback_optional"]:
                found.add((other, mine))
        else:
            found.add((other, mine))
    return found


def all_positions():
    def stacks(level, below):
        if level == 3:
            yield frozenset()
            return
        open_cells = [c for c in CELLS if c[0] == level and BELOW.get(c, set()) <= below]
        for n in range(len(open_cells) + 1):
            for chosen in combinations(open_cells, n):
                for rest in stacks(level + 1, frozenset(chosen)):
                    yield frozenset(chosen) | rest

    for stack in stacks(0, frozenset()):
        for n in range(len(stack) + 1):
            if n <= BALLS and len(stack) - n <= BALLS:
                for own in combinations(sorted(stack), n):
                    yield frozenset(own), stack - frozenset(own)


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
