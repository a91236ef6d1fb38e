"""A state as text: a picture for the terminal, or sentences for a screen reader."""

from typing import TYPE_CHECKING

from sommet.pylos.cells import SIDES, cell_at
from sommet.pylos.sides import SIDE_NAMES

if TYPE_CHECKING:
    from sommet.pylos.state import State

_SYMBOLS = {"empty": "·", "light": "○", "dark": "●"}
_GAP = "    "


def draw_text(state: "State") -> str:
    """Return the four levels side by side, light `○` and dark `●`, with the reserves below."""
    rows = ["", "", *([""] * SIDES[0])]
    for level, side in enumerate(SIDES):
        width = max(len(f"level {level + 1}"), 2 + 2 * side)
        block = [f"level {level + 1}", "  " + " ".join("abcd"[:side])]
        for y in range(SIDES[0]):
            cells = (_symbol(state, cell_at(level, x, y)) for x in range(side)) if y < side else ()
            block.append(f"{y + 1} " + " ".join(cells) if y < side else "")
        for i, line in enumerate(block):
            rows[i] += line.ljust(width) + _GAP
    reserves = _GAP.join(
        f"{_SYMBOLS[name]} {name} has {state.reserve(side)} in reserve"
        for side, name in enumerate(SIDE_NAMES)
    )
    return "\n".join([*(row.rstrip() for row in rows), "", reserves, say_turn(state)])


def describe_text(state: "State") -> str:
    """Return the position in sentences, level by level from the bottom, empty levels in one."""
    lines = []
    for level, side in enumerate(SIDES):
        balls = [[_content(state, cell_at(level, x, y)) for x in range(side)] for y in range(side)]
        if all(content == "empty" for row in balls for content in row):
            lines.append(f"Level {level + 1}: empty.")
            continue
        for y, row in enumerate(balls):
            cells = ", ".join(f"{'abcd'[x]} {content}" for x, content in enumerate(row))
            lines.append(f"Level {level + 1}, row {y + 1}: {cells}.")
    for side, name in enumerate(SIDE_NAMES):
        balls_left = state.reserve(side)
        lines.append(
            f"{name.capitalize()} has {balls_left} ball{'' if balls_left == 1 else 's'} in reserve."
        )
    return "\n".join([*lines, say_turn(state)])


def say_turn(state: "State") -> str:
    """Return whose turn it is, or how the game ended, as one sentence."""
    outcome = state.outcome
    if outcome is None:
        return f"{SIDE_NAMES[state.side].capitalize()} to move."
    if outcome.winner is None:
        return f"Drawn: the same position for the {_ordinal(state.repetitions)} time."
    winner = SIDE_NAMES[outcome.winner].capitalize()
    if outcome.reason == "summit":
        return f"{winner} takes the summit and wins."
    return f"{SIDE_NAMES[1 - outcome.winner].capitalize()} has no ball left, so {winner} wins."


def _content(state: "State", cell: int) -> str:
    if state.light >> cell & 1:
        return "light"
    return "dark" if state.dark >> cell & 1 else "empty"


def _symbol(state: "State", cell: int) -> str:
    return _SYMBOLS[_content(state, cell)]


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")
