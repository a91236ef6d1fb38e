"""Pictures of games as arrays of pixels, for videos: the render mode `rgb_array`.

Drawn with Pillow at twice the size and scaled down, so that edges are smooth. Every picture of a
game has the same size, with even width and height, as video formats need.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sommet.pacal import Pyramid, Round, Solo
from sommet.pacal.cards import ROWS
from sommet.pylos import DARK, LIGHT, State
from sommet.pylos.cells import CELLS, PLACES, SIDES
from sommet.pylos.projection import project, project_cell

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Pixels = NDArray[np.uint8]
Point = tuple[float, float]

#: Pictures are drawn this much larger and then scaled down.
_FINER = 2
_BALL = 68.0
_BALL_COLOURS = {LIGHT: (240, 214, 162), DARK: (96, 54, 34)}
_WOOD, _WOOD_DARK, _HOLLOW = (196, 141, 74), (124, 76, 33), (110, 68, 24)
_TABLE = (47, 58, 52)
_GROUND, _FACE, _UNDER, _JADE = (216, 205, 180), (248, 243, 230), (205, 192, 164), (46, 110, 89)
_INK, _FAINT, _GOLD, _EDGE = (44, 42, 37), (109, 99, 79), (217, 154, 28), (139, 125, 96)
_CARD = (54.0, 74.0)
_GAP = (16.0, 20.0)
_PYRAMID_WIDTH = 4 * _CARD[0] + 3 * _GAP[0]


def _pillow() -> Any:
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError("render_mode rgb_array needs Pillow: pip install pillow") from error
    return Image, ImageDraw, ImageFont


class _Canvas:
    """A drawing surface; all lengths are in pixels of the finished picture."""

    def __init__(self, width: int, height: int, ground: tuple[int, int, int]) -> None:
        image, draw, _ = _pillow()
        self.size = (width, height)
        self.image: Image = image.new("RGB", (width * _FINER, height * _FINER), ground)
        self.draw: ImageDraw = draw.Draw(self.image)

    def polygon(self, points: Sequence[Point], fill: tuple[int, int, int]) -> None:
        self.draw.polygon([(x * _FINER, y * _FINER) for x, y in points], fill=fill)

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: tuple[int, int, int]) -> None:
        box = [(x - rx) * _FINER, (y - ry) * _FINER, (x + rx) * _FINER, (y + ry) * _FINER]
        self.draw.ellipse(box, fill=fill)

    def plate(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: tuple[int, int, int],
        *,
        edge: tuple[int, int, int] = _EDGE,
        thickness: float = 1.2,
    ) -> None:
        self.draw.rounded_rectangle(
            [x * _FINER, y * _FINER, (x + width) * _FINER, (y + height) * _FINER],
            radius=6 * _FINER,
            fill=fill,
            outline=edge,
            width=round(thickness * _FINER),
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: tuple[int, int, int] = _INK,
        *,
        anchor: str = "mm",
    ) -> None:
        self.draw.text((x * _FINER, y * _FINER), text, fill, _font(size), anchor=anchor)

    def ball(self, x: float, y: float, radius: float, side: int) -> None:
        image, _, _ = _pillow()
        sprite = image.fromarray(_shade_ball(round(radius * _FINER), side))
        half = sprite.width // 2
        self.image.paste(sprite, (round(x * _FINER) - half, round(y * _FINER) - half), sprite)

    def pixels(self) -> Pixels:
        image, _, _ = _pillow()
        return np.asarray(self.image.resize(self.size, image.Resampling.LANCZOS), np.uint8)


@cache
def _font(size: float) -> Any:
    _, _, font = _pillow()
    return font.load_default(size * _FINER)


@cache
def _shade_ball(radius: int, side: int) -> Pixels:
    """Return a ball lit from the upper left, with its edge smoothed."""
    span = np.arange(-radius - 1, radius + 2, dtype=np.float64)
    x, y = np.meshgrid(span / radius, span / radius)
    inside = x * x + y * y
    z = np.sqrt(np.clip(1 - inside, 0, 1))
    light = np.array([-0.45, -0.6, 0.66])
    diffuse = np.clip(x * light[0] + y * light[1] + z * light[2], 0, 1)
    shine = np.clip(2 * diffuse * z - light[2], 0, 1) ** 24
    colour = np.array(_BALL_COLOURS[side], np.float64)
    lit = colour * (0.35 + 0.75 * diffuse)[..., None] + 150 * shine[..., None]
    alpha = np.clip((1 - np.sqrt(inside)) * radius + 0.5, 0, 1) * 255
    return np.dstack([np.clip(lit, 0, 255), alpha]).astype(np.uint8)


def draw_pylos(state: State) -> Pixels:
    """Return a position of Pylos: the pyramid, both reserves, and whose turn it is."""
    canvas = _Canvas(520, 480, _TABLE)
    low, high = -0.95, 3.95
    corners = [(low, low), (high, low), (high, high), (low, high)]
    for edge in ((3, 2), (0, 3)):
        top = [_on_board(*corners[i], 0.0) for i in edge]
        bottom = [_on_board(*corners[i], -0.35) for i in reversed(edge)]
        canvas.polygon([*top, *bottom], _WOOD_DARK)
    canvas.polygon([_on_board(x, y, 0.0) for x, y in corners], _WOOD)
    for cell in range(SIDES[0] ** 2):
        _, column, row = PLACES[cell]
        canvas.ellipse(*_on_board(column, row, 0.0), _BALL * 0.33, _BALL * 0.245, _HOLLOW)
    for cell in sorted(range(CELLS), key=lambda cell: project_cell(cell).depth):
        side = state.ball_at(cell)
        if side is not None:
            spot = project_cell(cell)
            canvas.ball(260 + spot.x * _BALL, 222 + spot.y * _BALL, _BALL / 2, side)
    for side in (LIGHT, DARK):
        _draw_reserve(canvas, state, side)
    return canvas.pixels()


def _on_board(x: float, y: float, z: float) -> Point:
    spot = project(x, y, z)
    return 260 + spot.x * _BALL, 222 + spot.y * _BALL


def _draw_reserve(canvas: _Canvas, state: State, side: int) -> None:
    left, top = 20 + side * 245.0, 424.0
    moves = state.outcome is None and state.side == side
    canvas.plate(left, top, 235, 38, _WOOD, edge=_GOLD if moves else _WOOD_DARK, thickness=3)
    count = state.reserve(side)
    for i in range(count):
        canvas.ball(left + 20 + i * 12.5, top + 19, 10, side)
    won = state.outcome is not None and state.outcome.winner == side
    canvas.words(left + 216, top + 19, "won" if won else str(count), 16)


def draw_round(played: Round) -> Pixels:
    """Return a round of Pacal with both hands open."""
    right = 30 + _PYRAMID_WIDTH + 130
    width = 2 * round((right + _PYRAMID_WIDTH + 30) / 2)
    canvas = _Canvas(width, 640, _GROUND)
    for seat, x in ((0, 30.0), (1, right)):
        acts = seat == played.actor
        canvas.words(x, 138, f"Seat {seat}", 17, _JADE if acts else _FAINT, anchor="lm")
        _draw_pyramid(canvas, x, 152, played.pyramids[seat], played.card if acts else None)
    _draw_hand(canvas, played.hands[1], 24, width)
    _draw_hand(canvas, played.hands[0], 546, width)
    middle = (30 + _PYRAMID_WIDTH + right) / 2 - _CARD[0] / 2
    open_cards = played.offer or tuple(card for card in played.cards if card is not None)
    for i, card in enumerate(open_cards):
        _draw_card(canvas, middle, 230 + i * (_CARD[1] + 12), card)
    if played.outcome is not None:
        winner = played.outcome.winner
        text = "drawn" if winner is None else f"seat {winner} wins"
        canvas.words(width / 2, 200, text, 18, _JADE)
    return canvas.pixels()


def draw_solo(solo: Solo) -> Pixels:
    """Return a solo game: the pyramid, the card to build, and what is left of the pile."""
    canvas = _Canvas(420, 440, _GROUND)
    _draw_pyramid(canvas, 130, 40, solo.pyramid, None)
    if solo.pile_size:
        canvas.plate(36, 40, *_CARD, _JADE)
    canvas.words(36 + _CARD[0] / 2, 40 + _CARD[1] + 14, f"{solo.pile_size} left", 14, _FAINT)
    if solo.card is not None:
        _draw_card(canvas, 36, 160, solo.card)
    if solo.outcome is not None:
        text = "complete" if solo.outcome.winner == 0 else "fits nowhere"
        canvas.words(36 + _CARD[0] / 2, 256, text, 14, _JADE)
    return canvas.pixels()


def _draw_card(canvas: _Canvas, x: float, y: float, number: int, scale: float = 1.0) -> None:
    width, height = _CARD[0] * scale, _CARD[1] * scale
    canvas.plate(x, y, width, height, _FACE)
    canvas.words(x + width / 2, y + height * 0.46, str(number), 26 * scale)


def _draw_hand(canvas: _Canvas, cards: Sequence[int], y: float, width: float) -> None:
    scale = 0.8
    step = _CARD[0] * scale + 3
    x = (width - step * len(cards)) / 2
    for i, card in enumerate(cards):
        _draw_card(canvas, x + i * step, y, card, scale)


def _draw_pyramid(canvas: _Canvas, x: float, y: float, pyramid: Pyramid, card: int | None) -> None:
    for row, fields in enumerate(ROWS):
        for place, field in enumerate(fields):
            left = x + (4 - len(fields)) * (_CARD[0] + _GAP[0]) / 2
            left += place * (_CARD[0] + _GAP[0])
            top = y + row * (_CARD[1] + _GAP[1])
            visible, covered = pyramid.tops[field - 1], pyramid.covered[field - 1]
            if covered:
                canvas.plate(left + 9, top - 12, *_CARD, _UNDER)
                canvas.words(left + _CARD[0] - 3, top - 4, str(covered), 11, _FAINT)
            if visible:
                _draw_card(canvas, left, top, visible)
            else:
                canvas.plate(left, top, *_CARD, _JADE)
                canvas.words(left + _CARD[0] / 2, top + _CARD[1] / 2, str(field), 13, _UNDER)
    if card is not None:
        canvas.words(x + _PYRAMID_WIDTH, y + 8, f"builds {card}", 15, _JADE, anchor="rm")
