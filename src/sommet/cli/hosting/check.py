"""`sommet check`: replay every stored game and list what is wrong."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from sommet.cli.hosting.database import opened
from sommet.cli.stages import show_stages
from sommet.errors import SommetError

HELP = "Replay every game in a server's database and list what is wrong"

EXAMPLES = """examples:
  sommet check                                           the database of this user
  sommet check /srv/sommet/games.sqlite3                 a file
  sommet check postgresql://sommet@db/sommet --json      for programs

Nothing is changed, and the server may keep running. Each problem is a line on standard output
with the table and the number of the event; of an event that was changed it names the sixteen or
fewer among which it is. The exit status is 0 if all is well, 1 if something is wrong, and 2 if the
database cannot be read at all.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "database",
        nargs="?",
        metavar="DATABASE",
        help="a SQLite file or a SQLAlchemy URL (default: $SOMMET_DATABASE_URL)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check, and print the problems found."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.tables.checking import check_database

    address = _address(args.database or read_settings().database)
    with opened(address) as engine, show_stages() as progress:

        def report_progress(done: int, total: int) -> None:
            progress("replaying", done / total if total else 1.0)

        report = check_database(engine, report_progress)
    if args.json:
        print(json.dumps(asdict(report), indent=2))
    else:
        for problem in report.problems:
            print(problem)
        summary = (
            f"{report.tables} tables, {report.events} events, {report.records} finished games, "
            f"{report.uploads} uploads: "
        )
        found = len(report.problems)
        summary += "all is well" if not found else f"{found} problem{'s' * (found > 1)}"
        print(summary, file=sys.stderr if found else sys.stdout)
    return 1 if report.problems else 0


def _address(text: str) -> str:
    """Return the address of a database that exists: opening a file would make it."""
    address = text if "://" in text else f"sqlite:///{text}"
    kind, _, rest = address.partition("://")
    if kind.partition("+")[0] == "sqlite":
        path = Path(rest.removeprefix("/").partition("?")[0]).expanduser()
        if not path.is_file():
            raise SommetError(f"there is no file {path}")
    return address
