"""The pyramid on a 3x3 base solved a third time, in plain Python, straight from the clauses.

Cells are (level, x, y) from 0. A position is (mine, theirs): two frozensets, seen from the side to
move. Shares nothing with the package.
"""

SIDES = (3, 2, 1)
BALLS = 7
CELLS = [(lev, x, y) for lev, side in enumerate(SIDES) for y in range(side) for x in range(side)]
SUMMIT = (2, 0, 0)


def rests_on(cell):
    lev, x, y = cell
    if lev == 0:
        return frozenset()
    return frozenset((lev - 1, x + dx, y + dy) for dx in (0, 1) for dy in (0, 1))


SUPPORTS = {cell: rests_on(cell) for cell in CELLS}
SQUARES = [balls for balls in SUPPORTS.values() if balls]
LINES = [frozenset((0, x, y) for x in range(3)) for y in range(3)] + [
    frozenset((0, x, y) for y in range(3)) for x in range(3)
]


def carries(occupied, cell):
    return any(cell in SUPPORTS[upper] for upper in occupied)


def open_cells(occupied):
    return [c for c in CELLS if c not in occupied and SUPPORTS[c] <= occupied]


def raises(mine, theirs):
    occupied = mine | theirs
    for source in mine:
        if carries(occupied, source):  # PYL-3
            continue
        for target in open_cells(occupied - {source}):
            if target[0] > source[0]:  # PYL-2 c
                yield source, target


def is_over(position, rules):
    mine, theirs = position
    if SUMMIT in mine | theirs:  # PYL-6
        return True
    _, _, _, may_raise = rules
    return len(mine) == BALLS and not (may_raise and any(raises(mine, theirs)))  # PYL-R2


def after_landing(mine, theirs, target, rules):
    """PYL-5, PYL-7, PYL-8, PYL-R1: my balls after each way of taking back."""
    squares, lines, optional, _ = rules
    shapes = SQUARES * squares + LINES * lines
    if not any(target in shape and shape <= mine for shape in shapes):
        yield mine
        return
    if optional:
        yield mine
    for first in mine:
        if carries(mine | theirs, first):
            continue
        left = mine - {first}
        yield left
        for second in left:
            if not carries(left | theirs, second):
                yield left - {second}


def successors(position, rules):
    """Every position that one turn leads to, seen from the other side."""
    if is_over(position, rules):
        return set()
    mine, theirs = position
    landed = []
    if len(mine) < BALLS:
        landed += [(mine | {cell}, cell) for cell in open_cells(mine | theirs)]
    landed += [((mine - {s}) | {t}, t) for s, t in raises(mine, theirs)]
    return {
        (theirs, left)
        for balls, target in landed
        for left in after_landing(balls, theirs, target, rules)
    }


def solve(positions, rules, canonical):
    """Return distance by position (None for a draw); positions are closed under `canonical`."""
    children = {}
    for position in positions:
        children[position] = [
            canonical(child) if SUMMIT not in child[0] | child[1] else None
            for child in successors(position, rules)
        ]
    distance = {position: 0 for position, after in children.items() if not after}
    distance[None] = 0  # the summit is taken
    left = [position for position, after in children.items() if after]
    now = 1
    quiet = 0
    while quiet < 2:
        found = {}
        for position in left:
            known = [distance.get(child) for child in children[position]]
            wins = any(d is not None and d % 2 == 0 for d in known)
            lost = all(d is not None and d % 2 == 1 for d in known)
            if (wins and now % 2 == 1) or (lost and now % 2 == 0):
                found[position] = now
        distance.update(found)
        left = [position for position in left if position not in found]
        quiet = 0 if found else quiet + 1
        now += 1
    del distance[None]
    return {position: distance.get(position) for position in positions}
