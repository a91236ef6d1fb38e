"""What the report shows of the solution and of the responders: a table and figures (SVG).

They are made of docs/solution.md, which `sommet solve` and `scripts/data/solution-figures` fill,
and of docs/pacal/responders.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from sommet.cli.study.charts import draw_curves
from sommet.engine import solver

DOCS = Path(__file__).resolve().parents[2] / "docs"
#: The report's table of results: what `results` makes, and what stands there now.
RESULTS_HEAD = "| rules | value for the first player |"
RESULTS = re.compile(re.escape(RESULTS_HEAD) + r"[^\n]*\n(?:\|[^\n]*\n)+")
_DRAWN_RULES = ("children", "standard", "expert")


def _rows(heading: str, first: str) -> list[list[str]]:
    """Return the cells of the table of docs/solution.md that begins with a cell after a text."""
    _, _, text = (DOCS / "solution.md").read_text("utf-8").partition(heading)
    lines = text[text.index(f"| {first} |") :].split("\n\n")[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [cells[0], *cells[2:]]


def _percent(cell: str) -> float:
    """Return the first share in a cell such as `49.8 %, 0`."""
    return float(cell.split("%", maxsplit=1)[0])


def _counts(row: list[str]) -> list[int]:
    return [int(cell.replace(",", "")) for cell in row[2:5]]


def wrong_counts() -> Iterator[str]:
    """Yield each row of the results whose wins, losses and draws are not all positions."""
    positions = int(solver.first_by_balls(4)[-1])
    for row in _rows("## Results", "rules")[1:]:
        if sum(_counts(row)) != positions:
            yield f"docs/solution.md: the counts of {row[0]} are not {positions:,} in all"


def results() -> str:
    """Return the report's table of results."""
    rows = [
        f"{RESULTS_HEAD} positions won by the side to move | drawn | longest |",
        "|---|---|---:|---:|---:|",
    ]
    for row in _rows("## Results", "rules")[1:]:
        wins, losses, draws = _counts(row)
        total = wins + losses + draws
        drawn = f"{100 * draws / total:.2f} %" if draws else "0"
        rows.append(f"| {row[0]} | {row[1]} | {100 * wins / total:.1f} % | {drawn} | {row[5]} |")
    return "\n".join(rows) + "\n"


def _by_balls() -> str:
    head, *rows = _rows("**Winning chances.**", "balls on the board")
    return draw_curves(
        "Pylos: positions won by the side to move",
        [
            (name, [(x, _percent(row[head.index(name)])) for x, row in enumerate(rows)])
            for name in _DRAWN_RULES
        ],
        ticks=[(x, row[0]) for x, row in enumerate(rows)],
        across="balls on the board",
    )


def _by_lead() -> str:
    head, *rows = _rows("**Reserve.**", "difference")
    return draw_curves(
        "Pylos: positions won by the side to move, by reserve",
        [
            (row[0], [(x, _percent(cell)) for x, cell in enumerate(row[1:])])
            for row in rows
            if row[0] in _DRAWN_RULES
        ],
        ticks=[(x, cell) for x, cell in enumerate(head[1:])],
        across="balls in the own reserve more than in the other's",
    )


def _responders() -> str:
    curves = []
    for file in sorted((DOCS / "pacal" / "responders").glob("*.json")):
        report = json.loads(file.read_text("utf-8"))
        (against,) = report["against"]
        sees = ", cards seen" if report["sees_hidden"] else ""
        points = [(p["rounds"] / 1000, 100 * p[f"against {against}"]) for p in report["curve"]]
        curves.append((f"{against}{sees}", points))
    return draw_curves(
        "Pacal: decided rounds that a responder wins while it learns, against",
        curves,
        ticks=[(x, str(x)) for x in range(0, 601, 100)],
        across="thousand rounds of training",
    )


def figures() -> dict[str, str]:
    """Return each figure by its file's name, as it is in docs/report."""
    return {
        "won-by-balls.svg": _by_balls(),
        "won-by-reserve.svg": _by_lead(),
        "responders.svg": _responders(),
    }
