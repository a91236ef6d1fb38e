"""`sommet reports`: what players report to the host about each other."""

import argparse
import datetime

from sommet.cli.hosting.database import opened

HELP = "Show what players reported about each other"

EXAMPLES = """examples:
  sommet reports
  sommet reports --database sqlite:////srv/sommet/games.sqlite3

One line each: the day, who, by whom, why, and the table, if they came from one: /watch/TABLE on
the server shows it. Nothing happens by itself: you decide.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )


def run(args: argparse.Namespace) -> int:
    """Print them."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.migrate import upgrade
    from sommet.server.storage.player_relations import list_reports

    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        for report in list_reports(engine):
            day = datetime.datetime.fromtimestamp(report.at_ms / 1000, tz=datetime.UTC).date()
            by = report.reporter or "a deleted account"
            at = "" if report.table is None else f", table {report.table}"
            print(f"{day} {report.reported}: {report.reason}, by {by}{at}")
    return 0
