"""A state as an SVG picture: the pyramid seen from above one corner, and a plan of every level."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import TYPE_CHECKING

from sommet.arguments import check_items
from sommet.engine import pylos as core
from sommet.errors import SommetError
from sommet.pylos.cells import CELLS, PLACES, SIDES, cell_at, check_cell, format_cell
from sommet.pylos.moves import Move
from sommet.pylos.projection import Spot, project, project_cell
from sommet.pylos.sides import DARK, LIGHT, SIDE_NAMES, check_side
from sommet.pylos.svg_style import (
    COLOURS,
    NO_COLOURS,
    Arrow,
    check_colour,
    check_colours,
    define,
    shade,
)
from sommet.pylos.text import describe_text, say_turn

if TYPE_CHECKING:
    from sommet.pylos.state import State

#: Pixels per ball diameter, before scaling.
_BALL = 60.0
_RIM, _THICKNESS = 0.78, 0.34
_WIDTH, _HEIGHT, _PLAN_WIDTH = 440.0, 410.0, 150.0
_MIDDLE_X, _MIDDLE_Y = _WIDTH / 2, 206.0
_BALL_FILLS = ("url(#pylos-light)", "url(#pylos-dark)")


@dataclass(frozen=True, slots=True)
class _Marks:
    """What is drawn on top of the balls, checked."""

    last_move: core.Move | None
    highlight: frozenset[int]
    arrows: tuple[tuple[int, int, str], ...]
    colours: dict[str, str]
    turned: bool

    @property
    def left(self) -> set[int]:
        """The cells that the last move emptied."""
        if self.last_move is None:
            return set()
        source = self.last_move.source
        return {*self.last_move.taken} | (set() if source is None else {source})


def draw_svg(
    state: "State",
    *,
    last_move: core.Move | str | None = None,
    highlight: Iterable[int | str] | int | str = (),
    arrows: Iterable[Arrow] = (),
    orientation: int | str = LIGHT,
    colours: Mapping[str, str] = NO_COLOURS,
    plans: bool = True,
    width: int | None = None,
) -> str:
    """Return a picture of a state as an SVG document.

    Args:
        state: What to draw.
        last_move: A move to mark, or its text: where its ball came from and landed, and what it
            took back.
        highlight: Cells to mark as possible, by name or number, such as `state.placeable`, or one
            such cell.
        arrows: Arrows from cell to cell, `("1a1", "2a1")`, with a colour of their own if given.
        orientation: Whose side of the board is near: `"light"` or `"dark"`.
        colours: Other colours (`#rrggbb`, `red`) for `light`, `dark`, `board`, `highlight`,
            `last-move` and `arrow`.
        plans: Also draw each level flat, so that no ball is hidden.
        width: The width in pixels; by default the natural size.

    Raises:
        SommetError: There is no such cell, side, part or colour.
    """
    total = _WIDTH + (_PLAN_WIDTH if plans else 0)
    width = round(total) if width is None else width
    if type(width) is not int or width < 1:
        raise SommetError(f"a width is a number of pixels from 1 up, not {width!r}")
    chosen = check_colours(colours)
    one_cell = isinstance(highlight, (int, str))
    cells = (highlight,) if one_cell else check_items(highlight, "cells to highlight")
    marks = _Marks(
        _check_last_move(last_move),
        frozenset(check_cell(cell) for cell in cells),
        tuple(_check_arrow(arrow, chosen["arrow"]) for arrow in check_items(arrows, "arrows")),
        chosen,
        check_side(orientation) == DARK,
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:g} {_HEIGHT:g}" '
        f'width="{width}" height="{round(width * _HEIGHT / total)}" role="img" '
        'font-family="Georgia, serif">',
        f"<title>Pylos: {escape(say_turn(state))}</title>",
        f"<desc>{escape(describe_text(state))}</desc>",
        define(chosen),
        *_draw_board(marks),
        *_draw_pyramid(state, marks),
        *_draw_arrows(marks),
        *_draw_reserves(state, marks),
    ]
    if plans:
        parts += _draw_plans(state, marks)
    return "\n".join([*parts, "</svg>"])


def _check_last_move(move: object) -> core.Move | None:
    if move is None or isinstance(move, core.Move):
        return move
    if not isinstance(move, str):
        raise TypeError(f"a move or its text is needed, not {type(move).__name__}")
    return Move.parse(move)


def _check_arrow(arrow: Arrow, usual: str) -> tuple[int, int, str]:
    if not isinstance(arrow, (tuple, list)) or len(arrow) not in (2, 3):
        raise SommetError(f"an arrow is (cell, cell) or (cell, cell, colour), not {arrow!r}")
    source, target, *colour = arrow
    return check_cell(source), check_cell(target), check_colour(*colour) if colour else usual


def _spot(cell: int, marks: _Marks) -> Spot:
    """Return where the middle of a ball on `cell` appears in the picture."""
    if marks.turned:
        level, x, y = PLACES[cell]
        last = SIDES[level] - 1
        cell = cell_at(level, last - x, last - y)
    spot = project_cell(cell)
    return Spot(_MIDDLE_X + spot.x * _BALL, _MIDDLE_Y + spot.y * _BALL, spot.depth)


def _point(x: float, y: float, z: float) -> tuple[float, float]:
    spot = project(x, y, z)
    return _MIDDLE_X + spot.x * _BALL, _MIDDLE_Y + spot.y * _BALL


def _polygon(points: Iterable[tuple[float, float]], look: str) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{corners}" {look}/>'


def _draw_board(marks: _Marks) -> list[str]:
    low, high, floor = -0.5 - _RIM / 2, 3.5 + _RIM / 2, -_THICKNESS
    corners = [(low, low), (high, low), (high, high), (low, high)]
    shadow = [(_point(x + 0.18, y + 0.3, floor - 0.12)) for x, y in corners]
    parts = [_polygon(shadow, 'fill="#000" opacity="0.28" filter="url(#pylos-blur)"')]
    for (x1, y1), (x2, y2), fill in (
        (corners[3], corners[2], "url(#pylos-front)"),
        (corners[0], corners[3], "url(#pylos-side)"),
    ):
        face = [_point(x1, y1, 0), _point(x2, y2, 0), _point(x2, y2, floor), _point(x1, y1, floor)]
        parts.append(_polygon(face, f'fill="{fill}"'))
    parts.append(_polygon([_point(x, y, 0) for x, y in corners], 'fill="url(#pylos-wood)"'))
    for i in range(13):  # grain
        y = low + (i + 0.5) * (high - low) / 13
        (x1, y1), (cx, cy), (x2, y2) = (
            _point(low, y, 0),
            _point(1.5, y + (0.22, -0.12, 0.08, -0.2)[i % 4], 0),
            _point(high, y, 0),
        )
        parts.append(
            f'<path d="M{x1:.1f} {y1:.1f}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="#5b3413" stroke-width="{(1.4, 0.7, 1.0)[i % 3]}" opacity="0.2"/>'
        )
    edge = [_point(x, y, 0) for x, y in corners]
    parts.append(_polygon(edge, 'fill="none" stroke="#f3d7a4" stroke-width="1.2" opacity="0.55"'))
    for cell in range(SIDES[0] ** 2):
        _, x, y = PLACES[cell]
        cx, cy = _point(x, y, 0)
        parts.append(
            f'<ellipse cx="{cx:.1f}" cy="{cy:.1f}" rx="{_BALL * 0.33:.1f}" '
            f'ry="{_BALL * 0.245:.1f}" fill="url(#pylos-hollow)" stroke="#f0d09a" '
            'stroke-opacity="0.35"/>'
        )
    for i in range(SIDES[0]):
        name = SIDES[0] - 1 - i if marks.turned else i
        parts.append(_engrave("abcd"[name], *_point(i, high - 0.21, 0)))
        parts.append(_engrave(str(name + 1), *_point(low + 0.19, i, 0)))
    return parts


def _engrave(text: str, x: float, y: float, size: float = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y + size * 0.33:.1f}" font-size="{size:g}" text-anchor="middle" '
        f'fill="#3a1f0b">{text}</text>'
    )


def _draw_pyramid(state: "State", marks: _Marks) -> list[str]:
    landed = None if marks.last_move is None else marks.last_move.target
    moved = marks.colours["last-move"]
    balls = state.light | state.dark
    parts = []
    for cell in sorted(range(CELLS), key=lambda cell: _spot(cell, marks).depth):
        x, y, _ = _spot(cell, marks)
        radius = _BALL / 2
        if balls >> cell & 1:
            fill = _BALL_FILLS[state.dark >> cell & 1]
            parts += [
                f'<g data-cell="{format_cell(cell)}">',
                f'<ellipse cx="{x + 5:.1f}" cy="{y + radius * 0.78:.1f}" rx="{radius * 0.72:.1f}" '
                f'ry="{radius * 0.42:.1f}" fill="#000" opacity="0.28"/>',
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius - 0.6:.1f}" fill="{fill}" '
                'stroke="#1c0e05" stroke-opacity="0.75" stroke-width="1.1"/>',
                f'<ellipse cx="{x - 9:.1f}" cy="{y - 12:.1f}" rx="7.5" ry="4.6" fill="#fff" '
                f'opacity="{0.35 if state.dark >> cell & 1 else 0.7}" '
                f'transform="rotate(-35 {x - 9:.1f} {y - 12:.1f})"/>',
                "</g>",
            ]
            if cell == landed:
                parts.append(_ring(x, y, radius - 2.5, moved, 4.5))
        elif cell in marks.left:
            parts.append(_ring(x, y, radius - 3, moved, 3, dashed=True))
        if cell in marks.highlight:
            # A ghost of the ball that might land; lower than a ball, so that it sits in its dip.
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y + radius * 0.3:.1f}" r="{radius * 0.58:.1f}" '
                f'{_highlighted(marks, see_through=True)} stroke-width="1.4"/>'
            )
    return parts


def _highlighted(marks: _Marks, *, see_through: bool = False) -> str:
    opacity = ' fill-opacity="0.55"' if see_through else ""
    colour = marks.colours["highlight"]
    edge = "#06332f" if colour == COLOURS["highlight"] else shade(colour, -0.75)
    return f'fill="{colour}"{opacity} stroke="{edge}"'


def _draw_arrows(marks: _Marks) -> list[str]:
    parts = []
    for source, target, colour in marks.arrows:
        x1, y1, _ = _spot(source, marks)
        x2, y2, _ = _spot(target, marks)
        length = hypot(x2 - x1, y2 - y1)
        name = f"{format_cell(source)}>{format_cell(target)}"
        if not length:
            parts.append(_ring(x1, y1, _BALL * 0.4, colour, 4))
            continue
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        # The head is a triangle; the shaft ends where it begins.
        bx, by = x2 - dx * 16, y2 - dy * 16
        head = [(x2, y2), (bx - dy * 9, by + dx * 9), (bx + dy * 9, by - dx * 9)]
        parts += [
            f'<g data-arrow="{escape(name)}" opacity="0.85">',
            f'<path d="M{x1:.1f} {y1:.1f}L{bx:.1f} {by:.1f}" stroke="{colour}" stroke-width="7" '
            'stroke-linecap="round" fill="none"/>',
            _polygon(head, f'fill="{colour}"'),
            "</g>",
        ]
    return parts


def _ring(
    x: float, y: float, radius: float, colour: str, width: float, *, dashed: bool = False
) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    # A dark line under the coloured one keeps the ring visible on light and on dark balls.
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="#20130a" '
        f'stroke-opacity="0.6" stroke-width="{width + 1.6:g}"{dashes}/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:g}"{dashes}/>'
    )


def _draw_reserves(state: "State", marks: _Marks) -> list[str]:
    parts = []
    for side, name in enumerate(SIDE_NAMES):
        left, top, width, count = 14 + side * 213.0, 366.0, 199.0, state.reserve(side)
        to_move = state.side == side and state.outcome is None
        moves = f'stroke="{marks.colours["last-move"]}" stroke-width="3"'
        edge = moves if to_move else 'stroke="#4a2a10"'
        parts += [
            f'<g data-reserve="{name}"><rect x="{left:g}" y="{top:g}" width="{width:g}" '
            f'height="34" rx="17" fill="url(#pylos-tray)" {edge}/>',
            *(
                f'<circle cx="{left + 17 + i * 10.4:.1f}" cy="{top + 17:g}" r="8.6" '
                f'fill="{_BALL_FILLS[side]}" stroke="#1c0e05" stroke-opacity="0.5" '
                'stroke-width="0.7"/>'
                for i in range(count)
            ),
            f'<text x="{left + width - 15:g}" y="{top + 22:g}" font-size="14" text-anchor="middle" '
            f'fill="#2c1707">{count}</text></g>',
        ]
    return parts


def _draw_plans(state: "State", marks: _Marks) -> list[str]:
    pitch, top, middle = 21.0, 18.0, _WIDTH + _PLAN_WIDTH / 2 - 8
    last_move, moved = marks.last_move, marks.colours["last-move"]
    balls = state.light | state.dark
    parts = []
    for level in reversed(range(len(SIDES))):
        side = SIDES[level]
        size = side * pitch
        x0 = middle - size / 2
        parts.append(
            f'<rect x="{x0 - 22:g}" y="{top - 6:g}" width="{size + 30:g}" height="{size + 24:g}" '
            'rx="8" fill="url(#pylos-tray)" stroke="#4a2a10"/>'
        )
        for i in range(side):
            centre = (i + 0.5) * pitch
            name = side - 1 - i if marks.turned else i
            if side > 1:
                parts.append(_engrave(str(name + 1), x0 - 11, top + centre, 10))
            parts.append(_engrave("abcd"[name], x0 + centre, top + size + 8, 10))
        parts.append(
            _engrave(str(level + 1), x0 - 13, top + size + 8, 13).replace(
                "<text ", '<text font-weight="bold" '
            )
        )
        for y in range(side):
            for x in range(side):
                last = side - 1
                cell = cell_at(level, last - x, last - y) if marks.turned else cell_at(level, x, y)
                cx, cy = x0 + (x + 0.5) * pitch, top + (y + 0.5) * pitch
                if balls >> cell & 1:
                    fill = _BALL_FILLS[state.dark >> cell & 1]
                    look = f'r="9" fill="{fill}" stroke="#1c0e05" stroke-opacity="0.5"'
                else:
                    look = 'r="5.5" fill="#6b431d" fill-opacity="0.55"'
                parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" {look}/>')
                if cell in marks.highlight:
                    parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="4.5" {_highlighted(marks)}/>')
                if last_move is not None and cell == last_move.target and balls >> cell & 1:
                    parts.append(_ring(cx, cy, 8, moved, 2.4))
                elif cell in marks.left and not balls >> cell & 1:
                    parts.append(_ring(cx, cy, 7, moved, 1.8, dashed=True))
        top += size + 32
    return parts
