"""`python -m sommet.learn.responders FOLDER`: a table of the results of best responders.

The folder contains the `report.json` of each `python -m sommet.learn respond`, under any name.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from sommet.contests.score import wilson_interval
from sommet.errors import SommetError

HEAD = """\
| responder to | sees all hands | budget | curve (decided rounds won) | final match | 95 % |
|---|---|---|---|---|---|"""


def read_reports(folder: Path) -> list[dict[str, Any]]:
    """Return the reports of a folder, by opponent and by what the responder sees.

    Raises:
        SommetError: the folder has none, or a file is not a report.
    """
    reports = []
    for file in sorted(folder.glob("*.json")):
        try:
            report = json.loads(file.read_text())
            for key in ("against", "seconds", "curve", "where", "sees_hidden", "end"):
                report[key]
        except (ValueError, KeyError, TypeError) as error:
            raise SommetError(f"{file.name} is not a report of a responder: {error!r}") from error
        reports.append(report)
    if not reports:
        raise SommetError(f"there are no reports in {folder}")
    return sorted(
        reports, key=lambda r: (r["against"] != ["level:5"], r["against"], r["sees_hidden"])
    )


def format_row(report: dict[str, Any]) -> str:
    """Return a report's line of the table."""
    (spec,) = report["against"]
    curve = report["curve"]
    points = ", ".join(f"{100 * line[f'against {spec}']:.1f}" for line in curve)
    end = report["end"][spec]
    decided = end["won"] + end["lost"]
    low, high = wilson_interval(end["won"], decided)
    rounds = sum(end.values())
    where = report["where"].removeprefix("NVIDIA ")
    return (
        f"| `{spec}` | {'yes' if report['sees_hidden'] else 'no'} "
        f"| {curve[-1]['seconds']:.0f} s, {curve[-1]['rounds']:,} rounds ({where}) "
        f"| {points} % | **{100 * end['won'] / decided:.1f} %** of {rounds:,} "
        f"| {100 * low:.1f} to {100 * high:.1f} % |"
    )


def format_table(folder: Path) -> str:
    """Return the table of all reports of a folder."""
    return "\n".join((HEAD, *map(format_row, read_reports(folder))))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m sommet.learn.responders", description=__doc__)
    parser.add_argument("folder", type=Path)
    print(format_table(parser.parse_args().folder))


if __name__ == "__main__":
    try:
        main()
    except SommetError as error:
        sys.exit(f"python -m sommet.learn.responders: {error}")
