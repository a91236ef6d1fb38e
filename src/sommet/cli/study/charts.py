"""Small charts as SVG text: bars with labels, curves, and points against the diagonal."""

from collections.abc import Sequence

_WIDTH, _BAR, _LABEL, _INK, _FILL = 640, 26, 200, "#333333", "#b5651d"
_COLOURS = (_FILL, "#1f5f8b", "#3d7a3d", "#8b3a62", "#555555")


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    safe = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{_INK}" '
        f'font-family="sans-serif" font-size="13">{safe}</text>'
    )


def _frame(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'role="img" aria-label="{title}">',
            f"<title>{title}</title>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _text(10, 20, title),
            *parts,
            "</svg>\n",
        ]
    )


def draw_bars(title: str, bars: Sequence[tuple[str, float]], *, unit: str = " %") -> str:
    """Return horizontal bars, one for each (label, value); values are not negative."""
    most = max([value for _, value in bars] + [1e-9])
    room = _WIDTH - _LABEL - 80
    parts = []
    for row, (label, value) in enumerate(bars):
        y = 36 + row * _BAR
        length = room * value / most
        parts.append(_text(_LABEL - 8, y + 14, label, "end"))
        parts.append(
            f'<rect x="{_LABEL}" y="{y}" width="{length:.1f}" height="{_BAR - 8}" fill="{_FILL}"/>'
        )
        parts.append(_text(_LABEL + length + 6, y + 14, f"{value:.1f}{unit}"))
    return _frame(_WIDTH, 48 + _BAR * len(bars), title, parts)


def draw_calibration(title: str, points: Sequence[tuple[float, float]]) -> str:
    """Return points of (predicted, happened), both from 0 to 1, beside the diagonal."""
    size, left, top = 320, 60, 40

    def to_pixels(x: float, y: float) -> tuple[float, float]:
        return left + x * size, top + (1 - y) * size

    parts = [
        f'<rect x="{left}" y="{top}" width="{size}" height="{size}" fill="none" stroke="{_INK}"/>',
        f'<line x1="{left}" y1="{top + size}" x2="{left + size}" y2="{top}" stroke="#999999"/>',
        _text(left + size / 2, top + size + 34, "predicted chance to win", "middle"),
        _text(8, top + 12, "won"),
    ]
    for tick in (0, 0.5, 1):
        x, y = to_pixels(tick, tick)
        parts.append(_text(x, top + size + 16, f"{100 * tick:.0f} %", "middle"))
        parts.append(_text(left - 6, y + 4, f"{100 * tick:.0f} %", "end"))
    for predicted, happened in points:
        x, y = to_pixels(predicted, happened)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{_FILL}"/>')
    return _frame(left + size + 40, top + size + 50, title, parts)


def draw_curves(
    title: str,
    curves: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    *,
    ticks: Sequence[tuple[float, str]],
    across: str,
) -> str:
    """Return a curve for each (name, points); heights are percentages from 0 to 100.

    Args:
        title: What is shown.
        curves: At most five; the points of each from left to right.
        ticks: Where the axis has labels; the first and the last are its ends.
        across: What the axis counts.
    """
    width, height, left, top = 380, 260, 60, 40
    first, last = ticks[0][0], ticks[-1][0]

    def place(x: float, y: float) -> tuple[float, float]:
        return left + width * (x - first) / (last - first), top + height * (1 - y / 100)

    parts = [
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" '
        f'stroke="{_INK}"/>',
        _text(left + width / 2, top + height + 36, across, "middle"),
    ]
    for share in (0, 25, 50, 75, 100):
        _, y = place(first, share)
        parts.append(
            f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="#dddddd"/>'
        )
        parts.append(_text(left - 6, y + 4, f"{share} %", "end"))
    parts += [_text(place(x, 0)[0], top + height + 16, label, "middle") for x, label in ticks]
    for number, (name, points) in enumerate(curves):
        colour = _COLOURS[number]
        spots = [place(x, y) for x, y in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in spots]
        y = top + 12 + 20 * number
        parts.append(
            f'<rect x="{left + width + 14}" y="{y - 9}" width="12" height="8" fill="{colour}"/>'
        )
        parts.append(_text(left + width + 32, y, name))
    return _frame(left + width + 200, top + height + 50, title, parts)
