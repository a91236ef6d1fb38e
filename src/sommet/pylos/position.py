"""Positions as text, such as `..../..../..../....|.../.../...|../..|. L`."""

from operator import index

from sommet.arguments import check_text
from sommet.engine import pylos as core
from sommet.errors import InvalidPosition
from sommet.pylos.cells import CELLS, SIDES, format_cell

#: Light's balls, dark's balls (one bit per cell) and the side to move (0 light, 1 dark).
Position = tuple[int, int, int]

START = "..../..../..../....|.../.../...|../..|. L"
_SHAPE = "|".join("/".join("." * side for _ in range(side)) for side in SIDES)


def parse_position(text: str) -> Position:
    """Return the balls and the side to move; raise InvalidPosition if text is not a position."""
    balls, space, side = check_text(text, "a position").partition(" ")
    if not space or side not in ("L", "D"):
        raise InvalidPosition(f"a position ends with a space and L or D: {text!r}")
    shape = "".join(c if c in "|/" else "." for c in balls)
    if shape != _SHAPE:
        raise InvalidPosition(f"the levels must be laid out as {_SHAPE}: {text!r}")
    light = dark = 0
    for cell, letter in enumerate(c for c in balls if c not in "|/"):
        if letter == "L":
            light |= 1 << cell
        elif letter == "D":
            dark |= 1 << cell
        elif letter != ".":
            raise InvalidPosition(f"{letter!r} is not one of . L D: {text!r}")
    position = light, dark, int(side == "D")
    check_position(position)
    return position


def format_position(position: Position) -> str:
    """Return the text of a position. Inverse of `parse_position`."""
    light, dark, side = _check_numbers(position)
    letters = "".join(
        "L" if light >> cell & 1 else "D" if dark >> cell & 1 else "." for cell in range(CELLS)
    )
    levels = []
    at = 0
    for width in SIDES:
        levels.append(
            "/".join(letters[at + width * y : at + width * (y + 1)] for y in range(width))
        )
        at += width * width
    return f"{'|'.join(levels)} {'LD'[side]}"


def _check_numbers(position: Position) -> Position:
    try:
        light, dark, side = map(index, position)
    except (TypeError, ValueError):
        raise TypeError(
            "a position is light's balls, dark's balls (one bit per cell) and the side to move "
            f"(0 or 1), not {position!r}"
        ) from None
    if light & dark or not 0 <= light | dark < 1 << CELLS or side not in (0, 1):
        raise InvalidPosition("balls lie on different cells of the 30, and side is 0 or 1")
    return light, dark, side


def check_position(position: Position) -> None:
    """Raise InvalidPosition unless balls like these can lie on the board. Rules PYL-1, PYL-2."""
    light, dark, side = _check_numbers(position)
    reason, is_dark, count, cell, below = core.misplaced(light, dark, bool(side))
    if reason == "too-many":
        name = "dark" if is_dark else "light"
        raise InvalidPosition(
            f"{name} has {count} balls, but only 15 exist (PYL-1)",
            reason=reason,
            side=name,
            count=count,
        )
    if reason == "unsupported":
        raise InvalidPosition(
            f"the ball on {format_cell(cell)} lacks one on {format_cell(below)} (PYL-2)",
            reason=reason,
            cell=format_cell(cell),
            below=format_cell(below),
        )
    if reason:
        raise InvalidPosition(
            "whoever took the summit has just moved, so it is the other's turn", reason=reason
        )
