"""Cards of stone and jade as SVG: faces, backs, and whole pyramids."""

from collections.abc import Sequence

from sommet.pacal.cards import ROWS
from sommet.pacal.pyramid import Pyramid

CARD_WIDTH = 62
CARD_HEIGHT = 86
_GAP_X = 22
_GAP_Y = 30
#: How far a covered card looks out from beneath the covering one.
_SHIFT_X = 13
_SHIFT_Y = -19
PYRAMID_WIDTH = 4 * CARD_WIDTH + 3 * _GAP_X
PYRAMID_HEIGHT = 4 * CARD_HEIGHT + 3 * _GAP_Y

INK = "#2c2a25"
FAINT = "#6d634f"
JADE = "#2e6e59"
GOLD = "#d99a1c"

#: Gradients and the pattern of the backs: a stepped fret cut into jade.
DEFS = """<defs>
<linearGradient id="pacal-ground" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#e4dbc8"/><stop offset="1" stop-color="#c9bc9f"/></linearGradient>
<linearGradient id="pacal-face" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#fbf7ec"/><stop offset="1" stop-color="#e6dcc5"/></linearGradient>
<linearGradient id="pacal-under" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#d8ccb1"/><stop offset="1" stop-color="#c3b594"/></linearGradient>
<linearGradient id="pacal-jade" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#4a937a"/><stop offset="1" stop-color="#25604c"/></linearGradient>
<pattern id="pacal-fret" width="14" height="14" patternUnits="userSpaceOnUse">
<path d="M1 13V8h4V4h4V1M13 13H9V9" fill="none" stroke="#9fd0bb" stroke-opacity=".34"
 stroke-width="1.4"/></pattern>
</defs>"""


def text(
    x: float, y: float, words: str, size: int, *, fill: str = INK, anchor: str = "middle"
) -> str:
    """Return a line of text whose baseline is at `y`."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">'
        f"{words}</text>"
    )


def _plate(x: float, y: float, scale: float, fill: str, stroke: str) -> str:
    w, h = CARD_WIDTH * scale, CARD_HEIGHT * scale
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{6 * scale:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="1.2"/>'
    )


def _shadow(x: float, y: float, scale: float) -> str:
    w, h = CARD_WIDTH * scale, CARD_HEIGHT * scale
    return (
        f'<rect x="{x + 1.5:g}" y="{y + 2.5:g}" width="{w:g}" height="{h:g}" rx="{6 * scale:g}" '
        f'fill="#3a3120" fill-opacity=".28"/>'
    )


def back(x: float, y: float, *, scale: float = 1, label: str = "") -> str:
    """Return a face-down card with its upper left corner at (x, y), a small label at its foot."""
    inner = 5 * scale
    w, h = CARD_WIDTH * scale - 2 * inner, CARD_HEIGHT * scale - 2 * inner
    parts = [
        _shadow(x, y, scale),
        _plate(x, y, scale, "url(#pacal-jade)", "#1a4536"),
        f'<rect x="{x + inner:g}" y="{y + inner:g}" width="{w:g}" height="{h:g}" '
        f'rx="{3 * scale:g}" fill="url(#pacal-fret)" stroke="#9fd0bb" stroke-opacity=".45"/>',
    ]
    if label:
        cx, cy = x + CARD_WIDTH * scale / 2, y + CARD_HEIGHT * scale / 2
        parts.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="11" fill="#1f5241"/>')
        parts.append(text(cx, cy + 4.5, label, 13, fill="#cfe8dc"))
    return "".join(parts)


def face(x: float, y: float, number: int, *, scale: float = 1) -> str:
    """Return a number card with its upper left corner at (x, y)."""
    w, h = CARD_WIDTH * scale, CARD_HEIGHT * scale
    size = round(31 * scale)
    bar_y = y + h * 0.78
    steps = (
        f"M{x + w * 0.22:g} {bar_y:g}h{w * 0.14:g}v{-4 * scale:g}h{w * 0.14:g}v{-4 * scale:g}"
        f"M{x + w * 0.78:g} {bar_y:g}h{-w * 0.14:g}v{-4 * scale:g}h{-w * 0.14:g}v{-4 * scale:g}"
    )
    return "".join(
        (
            _shadow(x, y, scale),
            _plate(x, y, scale, "url(#pacal-face)", "#8b7d60"),
            f'<path d="{steps}" fill="none" stroke="{JADE}" stroke-width="{1.8 * scale:g}"/>',
            text(x + w / 2, y + h * 0.5 + size * 0.2, str(number), size),
        )
    )


def _covered(x: float, y: float, number: int) -> str:
    corner = text(x + CARD_WIDTH - 12, y + 15, str(number), 14, fill=FAINT)
    return _shadow(x, y, 1) + _plate(x, y, 1, "url(#pacal-under)", "#8b7d60") + corner


def _ring(x: float, y: float) -> str:
    return (
        f'<rect x="{x - 4:g}" y="{y - 4:g}" width="{CARD_WIDTH + 8}" height="{CARD_HEIGHT + 8}" '
        f'rx="9" fill="none" stroke="{GOLD}" stroke-width="3.5"/>'
    )


def _field(x: float, y: float, number: int, pyramid: Pyramid, marked: bool) -> str:
    top, under = pyramid.tops[number - 1], pyramid.covered[number - 1]
    parts = [back(x, y, label="" if top else str(number))]
    if under:
        parts.append(_covered(x + _SHIFT_X, y + _SHIFT_Y, under))
    if top:
        parts.append(face(x - 3, y + 4, top))
    if marked:
        parts.append(_ring(x - 3, y + 4) if top else _ring(x, y))
    return "".join(parts)


def draw_pyramid(x: float, y: float, pyramid: Pyramid, marked: Sequence[int]) -> str:
    """Return a pyramid whose upper left corner is (x, y), legal fields ringed in gold."""
    parts = []
    for index, row in enumerate(ROWS):
        width = len(row) * CARD_WIDTH + (len(row) - 1) * _GAP_X
        left = x + (PYRAMID_WIDTH - width) / 2
        for place, number in enumerate(row):
            at = left + place * (CARD_WIDTH + _GAP_X)
            down = y + index * (CARD_HEIGHT + _GAP_Y)
            parts.append(_field(at, down, number, pyramid, number in marked))
    return "".join(parts)
