"""A plot of latency over time as SVG, and of latency over load."""

from collections.abc import Sequence

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 860, 320, 60, 40, 30
COLOURS = {"p50": "#2a6f97", "p99": "#c1440e"}


def plot(
    title: str,
    x_label: str,
    series: dict[str, Sequence[tuple[float, float]]],
    marks: Sequence[float] = (),
    bar: float | None = None,
) -> str:
    """Return a picture of milliseconds (logarithmic) over x."""
    points = [point for values in series.values() for point in values]
    right = max((x for x, _ in points), default=1.0) or 1.0
    steps = [1, 2, 5, 10, 20, 50, 100, 250, 500, 1000, 2000, 5000, 10000]
    most = max((y for _, y in points), default=1000.0)
    top = next((step for step in steps if step >= most), steps[-1])

    def at(x: float, y: float) -> str:
        import math

        across = LEFT + (WIDTH - LEFT - 20) * x / right
        up = math.log(max(y, 1.0)) / math.log(top)
        return f"{across:.1f},{HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * min(up, 1.0):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18" font-size="14">{title}</text>',
    ]
    for step in steps:
        if step <= top:
            (x1, y), (x2, _) = at(0, step).split(","), at(right, step).split(",")
            parts.append(f'<path d="M{x1},{y}H{x2}" stroke="#ddd"/>')
            parts.append(
                f'<text x="{LEFT - 8}" y="{float(y) + 4:.1f}" text-anchor="end">{step}</text>'
            )
    if bar is not None and bar <= top:
        (x1, y), (x2, _) = at(0, bar).split(","), at(right, bar).split(",")
        parts.append(f'<path d="M{x1},{y}H{x2}" stroke="#080" stroke-dasharray="6 4"/>')
    for mark in marks:
        x = at(mark, 1).split(",")[0]
        parts.append(
            f'<path d="M{x},{TOP}V{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="3 3"/>'
        )
    for number, (name, values) in enumerate(series.items()):
        colour = COLOURS.get(name, "#555")
        line = " ".join(at(x, y) for x, y in values)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
        parts.append(
            f'<text x="{WIDTH - 180 + 60 * number}" y="18" fill="{colour}">{name} ms</text>'
        )
    for tick in range(6):
        x = at(right * tick / 5, 1).split(",")[0]
        parts.append(
            f'<text x="{x}" y="{HEIGHT - 22}" text-anchor="middle">{right * tick / 5:.0f}</text>'
        )
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">{x_label}</text>')
    return "\n".join([*parts, "</svg>", ""])
