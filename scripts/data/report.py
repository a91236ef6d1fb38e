#!/usr/bin/env python3
"""Write what docs/report.md has from data: the results, the pictures, a command for each figure.

    python scripts/data/report.py [--check]

Cheap figures are counted again from the shipped files. For those that take long, the page with the
measurement must still have the same figure and the command. `--check` writes nothing and fails if
anything is not what this program would write.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import report_figures

from sommet.analysis.pacal_puzzles import shipped_puzzles as pacal_puzzles
from sommet.analysis.pylos_puzzles import LESSONS, select_puzzles, shipped_puzzles
from sommet.engine import solver
from sommet.pylos import Options, State
from sommet.tablebase.packed_file import shipped_path
from sommet.tablebase.probe import open_table

DOCS = Path(__file__).resolve().parents[2] / "docs"
REPORT = DOCS / "report.md"
PICTURES = DOCS / "report"
HEADING = "## Figures and their commands"
RULES = ("children", "standard", "expert")


@dataclass(frozen=True, slots=True)
class Counted:
    """A figure that is counted each time.

    Attributes:
        what: What it is.
        count: Returns the figures as the report writes them.
    """

    what: str
    count: Callable[[], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure that takes long: the page that has it, and the command that page names.

    Attributes:
        what: What it is.
        figures: As both pages write them.
        page: Which page holds the measurement.
        command: What made it; the page has it word for word.
        needs: What it runs on.
    """

    what: str
    figures: tuple[str, ...]
    page: str
    command: str
    needs: str


def _positions() -> int:
    return int(solver.first_by_balls(4)[-1])


def _density(rules: str) -> str:
    size = shipped_path(Options.preset(rules)).stat().st_size
    return f"{1000 * size / _positions():.1f} ({rules})"


def _start(rules: str) -> str:
    options = Options.preset(rules)
    return open_table(options).values([State.start(options)])[0].word


def _general() -> str:
    general = len(select_puzzles()) + len(select_puzzles(takeback="optional"))
    return f"{general} Pylos and {len(pacal_puzzles())} Pacal puzzles"


def _lessons() -> str:
    return f"{sum(bool(p.lesson) for p in shipped_puzzles())} puzzles in {len(LESSONS)} lessons"


COUNTED = (
    Counted("stored positions", lambda: (f"{_positions():,}",)),
    *(
        Counted(f"{rules}: value for the first player", lambda rules=rules: (_start(rules),))
        for rules in RULES
    ),
    Counted("bytes per thousand positions", lambda: tuple(map(_density, RULES))),
    Counted("puzzles by grade", lambda: (_general(),)),
    Counted("puzzles to learn from", lambda: (_lessons(),)),
)

MEASURED = (
    Measured(
        "distances from the start",
        ("loss in 36", "loss in 40", "loss in 46"),
        "solution.md",
        "sommet solve pylos --rules standard --out tables",
        "4 GB of memory",
    ),
    Measured(
        "defence in lost positions, and time per move",
        ("7.9 ± 1.7", "1.1 ± 1.5", "2.8 ± 1.7", "17 ms", "69"),
        "levels-pylos.md",
        "python3 bench/pylos_resistance.py --full --threads 16 --results resistance.txt",
        "g++",
    ),
    Measured(
        "mistakes with a reason",
        ("98",),
        "study-pylos.md",
        "pytest -m soak -s tests/bots/test_bots_pylos_reasons.py",
        "the package",
    ),
    Measured(
        "search without tables",
        ("99.88 %",),
        "search-pylos.md",
        "python bench/pylos_search.py --rules expert --positions 6000 --seed 2 7 --critical",
        "the package; full tables for rulings",
    ),
    Measured(
        "`reader` against `council`",
        ("65.7 %", "70.3 %", "70.0 %"),
        "levels-pacal.md",
        "python bench/pacal_match.py --league --a reader --b council --deals 2000 --seed 1180001",
        "the package; measured on a GPU (70.3 %; the other two by `--a reader:0 --deals 4000 "
        "--seed 77000000` and `--a reader:100000`)",
    ),
    Measured(
        "responders",
        ("48.3 %", "79.8 %", "46.7 to 50.0 %", "61.8 to 60.5 %", "44.0 to 43.9 %"),
        "levels-pacal.md",
        "python -m sommet.learn respond --against level:8",
        "one GPU, minutes",
    ),
    Measured(
        "`reader` against tree search",
        ("88.6 %", "87.7 % to 89.5 %"),
        "levels-pacal.md",
        "python bench/pacal_match.py --a reader --b ismcts:5000 --deals 2000 --seed 910001",
        "the package; the figure is of this run and two more, listed there",
    ),
    Measured(
        "beginning, turns",
        ("40", "12.7"),
        "facts-pacal.md",
        "sommet analyse rounds --rounds 3000 --seed 40000 --charts docs/pacal",
        "the package",
    ),
    Measured(
        "solo",
        ("60.02 %",),
        "coach-pacal.md",
        "sommet analyse solo --rounds 20000 --seed 900000",
        "the package",
    ),
)


def problems(text: str) -> Iterator[str]:
    """Yield each figure or command that is missing in the report or in the page behind it."""
    for one in COUNTED:
        for figure in one.count():
            if figure not in text:
                yield f"the report does not say {figure!r} ({one.what})"
    for each in MEASURED:
        page = (DOCS / each.page).read_text("utf-8")
        for name, written in (("the report", text), (each.page, page)):
            missing = [figure for figure in each.figures if figure not in written]
            yield from (f"{name} does not say {figure!r} ({each.what})" for figure in missing)
        if each.command not in page:
            yield f"{each.page} does not name the command {each.command!r}"
    yield from report_figures.wrong_counts()
    for name in report_figures.figures():
        if f"(report/{name})" not in text:
            yield f"the report does not show {name}"


def section() -> str:
    """Return the section."""
    rows = [
        HEADING,
        "",
        "Written by `make report`, which recounts the first ones and compares the others with the "
        "pages that have the measurements.",
        "",
        "| figure | command | needs |",
        "|---|---|---|",
    ]
    rows += [
        f"| {one.what}: {', '.join(one.count())} | `make report` | the package |" for one in COUNTED
    ]
    rows += [
        f"| {one.what}: {', '.join(one.figures)} | `{one.command}` ([{one.page}]({one.page})) | "
        f"{one.needs} |"
        for one in MEASURED
    ]
    return "\n".join(rows) + "\n"


def main() -> int:
    """Write or check the section; return 1 if something is wrong."""
    kept = REPORT.read_text("utf-8")
    body, _, _ = kept.partition(HEADING)
    body = report_figures.RESULTS.sub(lambda _: report_figures.results(), body, count=1)
    found = list(problems(body))
    made = {REPORT: body.rstrip() + "\n\n" + section()}
    made |= {PICTURES / name: svg for name, svg in report_figures.figures().items()}
    for path, text in made.items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != text:
            found.append(f"{path.name} is not what make report writes")
    for problem in found:
        print(f"docs/report.md: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
