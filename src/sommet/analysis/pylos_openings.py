"""`python -m sommet.analysis.pylos_openings`: prints a page of the docs from the shipped tables.

First moves up to symmetry, traps (one move keeps the value, and people play another), and what
decides endings. The output is always the same.
"""

import functools
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sommet.analysis.pylos_puzzle_maker import LEVELS
from sommet.analysis.pylos_reasons import explain_move
from sommet.engine import solver
from sommet.pylos import Move, Options, State
from sommet.pylos.cells import CELLS, PLACES, SIDES, cell_at
from sommet.pylos.options import PRESETS
from sommet.seeding import Random
from sommet.tablebase.probe import Table, move_values, open_table

RULES = tuple(PRESETS)
WORTH = {"loss": 0, "draw": 1, "win": 2}
#: Traps: balls on the board at most, tries of each level, and how many are shown.
MOST_BALLS, TRIES, SHOWN = 9, 3, 5
GAMES = 300
#: Endings: balls on the board, and positions drawn for each rule set.
ENDING_BALLS = range(22, 27)
ENDINGS = 4_000
LEADS = {-2: "-2 or less", -1: "-1", 0: "0", 1: "1", 2: "2 or more"}


def turn_cell(cell: int, image: int) -> int:
    """Return where a cell lies in one of the eight images of the board."""
    level, x, y = PLACES[cell]
    last = SIDES[level] - 1
    if image & 1:
        x = last - x
    if image & 2:
        y = last - y
    if image & 4:
        x, y = y, x
    return cell_at(level, x, y)


@functools.cache
def _turned() -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(turn_cell(cell, image) for cell in range(CELLS)) for image in range(8))


def shape(state: State) -> tuple[int, int, int]:
    """Return a key that a position shares with its mirror images, and with no other position."""

    def turn(balls: int, places: tuple[int, ...]) -> int:
        return sum(1 << places[cell] for cell in range(CELLS) if balls >> cell & 1)

    images = ((turn(state.light, places), turn(state.dark, places)) for places in _turned())
    return (*min(images), state.side)


def values(state: State, table: Table) -> dict[Move, str]:
    """Return the value of each move for the player; of mirror images only one."""
    found: dict[tuple[int, int, int], tuple[Move, str]] = {}
    for move, value in move_values(state, table).items():
        found.setdefault(shape(state.play(move)), (move, value.word))
    return dict(found.values())


def best_moves(worths: dict[Move, str]) -> list[Move]:
    """Return the moves that keep the value."""
    most = max(WORTH[word] for word in worths.values())
    return [move for move, word in worths.items() if WORTH[word] == most]


def first_moves(rules: str) -> Iterator[str]:
    """Yield a line of the table of first moves for each move up to symmetry."""
    table = open_table(Options.preset(rules))
    start = State.start(Options.preset(rules))
    for move, word in values(start, table).items():
        replies = values(start.play(move), table)
        best = best_moves(replies)
        listed = ", ".join(f"`{reply}`" for reply in best) if len(best) < len(replies) else "any"
        yield f"| {rules} | `{move}` | {word} | {listed} | {len(best)} of {len(replies)} |"


@dataclass(frozen=True, slots=True)
class Trap:
    """A position where one move keeps the value and another one is what people play.

    Attributes:
        state: The position.
        only: The move that keeps the value.
        natural: What the human-like levels play most.
        missed: How many of a hundred tries they miss.
        worth, left: What the position is worth, and what is left after the natural move.
        line: How the natural move is punished.
    """

    state: State
    only: Move
    natural: Move
    missed: int
    worth: str
    left: str
    line: tuple[str, ...]


def find_traps(rules: str, seed: int = 1) -> list[Trap]:
    """Return the traps in games between human-like levels, those most often missed first."""
    options = Options.preset(rules)
    table = open_table(options)
    random = Random(seed)
    seen: set[tuple[int, int, int]] = set()
    traps = []
    for _ in range(GAMES):
        state = State.start(options)
        while state.legal_moves and (state.light | state.dark).bit_count() <= MOST_BALLS:
            if shape(state) not in seen:
                seen.add(shape(state))
                trap = _find_trap(state, table)
                if trap:
                    traps.append(trap)
            level = LEVELS[random.below(len(LEVELS))]
            state = state.play(level.choose(state, seed=random.next64()))
    return sorted(traps, key=lambda trap: -trap.missed)[:SHOWN]


def _find_trap(state: State, table: Table) -> Trap | None:
    worths = values(state, table)
    best = best_moves(worths)
    if len(best) != 1 or len(worths) < 5:
        return None
    (only,) = best
    right = shape(state.play(only))
    tries = [level.choose(state, seed=n) for level in LEVELS for n in range(TRIES)]
    wrong = [move for move in tries if shape(state.play(move)) != right]
    if 2 * len(wrong) < len(tries):
        return None
    natural, _ = Counter(wrong).most_common(1)[0]
    why = explain_move(state, natural, table)
    line = tuple(str(move) for move in why.line)
    missed = round(100 * len(wrong) / len(tries))
    return Trap(state, only, natural, missed, worths[only], why.value, line)


def format_trap(trap: Trap) -> str:
    """Return a trap as Markdown."""
    line = f" It could continue {', '.join(trap.line)}." if trap.line else ""
    return (
        f"```text\n{trap.state.to_text()}\n```\n\n"
        f"Only `{trap.only}` keeps the {trap.worth}. `{trap.natural}` is what people play and "
        f"leaves a {trap.left}; {trap.missed} of 100 tries miss the right move.{line}\n"
    )


@dataclass(frozen=True, slots=True)
class Ending:
    """A late position: what can be seen at a glance, and its value for the side to move."""

    lead: int
    can_raise: bool
    worth: str


def draw_endings(rules: str, seed: int = 1) -> tuple[Ending, ...]:
    """Return random endings from the table."""
    options = Options.preset(rules)
    table = open_table(options)
    random = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    found: list[Ending] = []
    while len(found) < ENDINGS:
        balls = int(random.choice(ENDING_BALLS))
        index = random.integers(first[balls], first[balls + 1], 1).astype(np.uint64)
        own, other = solver.positions_at(4, index)
        state = State(options, int(own[0]), int(other[0]), 0)
        if not state.legal_moves:
            continue
        worths = [value.word for value in move_values(state, table).values()]
        found.append(
            Ending(
                max(-2, min(2, state.reserve(0) - state.reserve(1))),
                any(">" in str(move) for move in state.legal_moves),
                max(worths, key=WORTH.__getitem__),
            )
        )
    return tuple(found)


def count_endings(rules: str) -> Iterator[str]:
    """Yield a line for each kind of ending: how many are lost, drawn and won."""
    tallies: dict[tuple[int, bool], Counter[str]] = defaultdict(Counter)
    for ending in draw_endings(rules):
        tallies[ending.lead, ending.can_raise][ending.worth] += 1
    for (lead, can_raise), tally in sorted(tallies.items()):
        total = tally.total()
        shares = " | ".join(f"{100 * tally[word] / total:.0f} %" for word in WORTH)
        can = "yes" if can_raise else "no"
        yield f"| {rules} | {LEADS[lead]} | {can} | {shares} | {total:,} |"


INTRO = """\
# Pylos: openings, traps and endings

Everything here was read from the exact tables by `python -m sommet.analysis.pylos_openings`, which
prints this page. A cell is written as level, column, row. Values are for the player who moves, with
best play by both sides. Of moves that are mirror images of each other only one is listed.

## First moves

| rules | first move | value | replies that keep the value | their number |
|---|---|---|---|---|"""

TRAPS = """
## Traps

Positions with at most {most} balls, from games between the human-like levels 1 to 7, in which only
one move (up to symmetry) keeps the value and these levels miss it in at least half of their
tries."""

ENDINGS_TEXT = """
## What decides endings

The values of {count:,} random positions for each rule set, with {least} to {most} balls on the
board, for the side to move: by its lead in reserve (its balls in reserve minus the opponent's), and
by whether it can raise a ball now. A raise costs no ball.

| rules | reserve lead | can raise | lost | drawn | won | positions |
|---|---|---|---|---|---|---|"""


def chapter() -> Iterator[str]:
    """Yield the lines of the page."""
    yield INTRO
    for rules in RULES:
        yield from first_moves(rules)
    yield TRAPS.format(most=MOST_BALLS)
    for rules in RULES:
        yield f"\n### {rules.capitalize()}\n"
        traps = find_traps(rules)
        yield "\n".join(format_trap(trap) for trap in traps) if traps else "None was found.\n"
    yield ENDINGS_TEXT.format(count=ENDINGS, least=ENDING_BALLS[0], most=ENDING_BALLS[-1])
    for rules in RULES:
        yield from count_endings(rules)


if __name__ == "__main__":
    print("\n".join(chapter()))
