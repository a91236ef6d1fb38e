"""`python -m sommet.analysis.pylos_endings`: endgames of Pylos that recur by pattern.

A pattern is what lies on level 3, up to symmetry, as the side to move sees it, and how many balls
it has more in reserve. The same command prints the same chapter.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sommet.analysis.pylos_openings import LEADS, RULES, WORTH, best_moves, shape, values
from sommet.engine import solver
from sommet.pylos import Move, Options, State
from sommet.tablebase.probe import Table, open_table

#: Balls on the board, positions drawn for each rule set, and how often a pattern must come up.
BALLS = range(22, 27)
POSITIONS = 4_000
OFTEN = 40
#: A pattern decides where at least this part of its positions is worth the same.
DECIDES = 0.85
#: Cells of level 3, first to last.
LEVEL_3 = range(25, 29)
_IMAGES = (
    (0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0),
    (0, 2, 1, 3), (1, 3, 0, 2), (2, 0, 3, 1), (3, 1, 2, 0),
)  # fmt: skip
MARKS = {0: "·", 1: "you", 2: "other"}


@dataclass(frozen=True, slots=True)
class Pattern:
    """The features of an ending that can be seen at a glance.

    Attributes:
        top: Level 3 row by row: 0 empty, 1 the side to move, 2 the opponent.
        lead: Balls more in reserve, -2 to 2.
    """

    top: tuple[int, ...]
    lead: int

    def __str__(self) -> str:
        """Return the pattern as the chapter names it."""
        a, b, c, d = (MARKS[cell] for cell in self.top)
        return f"{a} {b} / {c} {d} | {LEADS[self.lead]}"


def pattern_of(state: State) -> Pattern:
    """Return the pattern of a position."""
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    cells = [(own >> cell & 1) + 2 * (other >> cell & 1) for cell in LEVEL_3]
    top = max(tuple(cells[at] for at in image) for image in _IMAGES)
    lead = state.reserve(state.side) - state.reserve(1 - state.side)
    return Pattern(top, max(-2, min(2, lead)))


def draw_states(options: Options, seed: int = 1) -> Iterator[State]:
    """Yield late positions, drawn evenly from the table."""
    random = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    count = 0
    while count < POSITIONS:
        balls = int(random.choice(BALLS))
        index = random.integers(first[balls], first[balls + 1], 1).astype(np.uint64)
        own, other = solver.positions_at(4, index)
        state = State(options, int(own[0]), int(other[0]), 0)
        if state.legal_moves and not (state.light | state.dark) >> 29:
            count += 1
            yield state


@dataclass(frozen=True, slots=True)
class Ending:
    """A position of a pattern with one move that keeps its value."""

    state: State
    only: Move


def study(rules: str) -> tuple[dict[Pattern, Counter[str]], dict[Pattern, Ending]]:
    """Return what positions of each pattern are worth, and examples where one move is right."""
    options = Options.preset(rules)
    table = open_table(options)
    tallies: dict[Pattern, Counter[str]] = defaultdict(Counter)
    examples: dict[Pattern, Ending] = {}
    for state in draw_states(options):
        pattern = pattern_of(state)
        worth, only = judge(state, table)
        tallies[pattern][worth] += 1
        if only is not None and worth != "loss":
            examples.setdefault(pattern, Ending(state, only))
    return tallies, examples


def judge(state: State, table: Table) -> tuple[str, Move | None]:
    """Return a position's value, and the only move that keeps it, if there is just one."""
    worths = values(state, table)
    best = best_moves(worths)
    return worths[best[0]], best[0] if len(best) == 1 and len(worths) > 1 else None


def decisive(tallies: dict[Pattern, Counter[str]]) -> list[tuple[Pattern, Counter[str]]]:
    """Return the patterns that are frequent and decisive, the most decisive first."""
    found = [
        (pattern, tally)
        for pattern, tally in tallies.items()
        if tally.total() >= OFTEN and max(tally.values()) >= DECIDES * tally.total()
    ]
    return sorted(found, key=lambda one: (-max(one[1].values()) / one[1].total(), str(one[0])))


INTRO = """\
# Pylos: endings by pattern

From {count:,} random positions for each rule set, with {least} to {most} balls on the board, drawn
from the exact tables by `python -m sommet.analysis.pylos_endings`, which prints this page. A
pattern is the balls on level 3, up to symmetry, and the reserve lead of the side to move ("you"):
its balls in reserve minus the opponent's. The tables list the patterns that occur at least {often}
times and have the same value in at least {decides:.0f} % of their positions; examples below each
table show positions in which only one move is right. See also [what decides endings in
general](openings-pylos.md#what-decides-endings)."""


def chapter() -> Iterator[str]:
    """Yield the lines of the page."""
    facts = {"least": BALLS[0], "most": BALLS[-1], "often": OFTEN, "decides": 100 * DECIDES}
    yield INTRO.format(count=POSITIONS, **facts)
    for rules in RULES:
        tallies, examples = study(rules)
        yield f"## {rules.capitalize()}\n"
        yield "| level 3 | reserve lead | lost | drawn | won | positions |"
        yield "|---|---|---|---|---|---|"
        shown: set[tuple[int, int, int]] = set()
        for pattern, tally in decisive(tallies):
            shares = (f"{100 * tally[word] / tally.total():.0f} %" for word in WORTH)
            yield f"| {pattern} | {' | '.join(shares)} | {tally.total()} |"
        for pattern, _ in decisive(tallies):
            ending = examples.get(pattern)
            if ending and len(shown) < 2:
                shown.add(shape(ending.state))
                yield f"\n```text\n{ending.state.to_text()}\n```\n\nOnly `{ending.only}` is right."
        yield ""


if __name__ == "__main__":
    print("\n".join(chapter()).rstrip())
