"""`sommet tidy`: remove games after their retention period."""

import argparse
import time
from math import inf
from typing import TYPE_CHECKING

from sommet.cli.hosting.database import opened
from sommet.errors import InvalidOptions

if TYPE_CHECKING:
    from sommet.server.storage.retention import Retention

HELP = "Remove old games from a server's database"

EXAMPLES = """examples:
  sommet tidy --keep-finished 365 --keep-abandoned 90 --dry-run
  sommet tidy --keep-finished 365 --keep-abandoned 90 --keep-uploads 365

Nothing is removed by default. The server may keep running; `sommet serve` takes the same options
and then tidies by itself once an hour.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )
    add_retention_options(parser)
    parser.add_argument("--dry-run", action="store_true", help="only say what would be removed")


def add_retention_options(
    parser: argparse.ArgumentParser, *, days: dict[str, float] | None = None
) -> None:
    """Add the arguments for retention periods."""
    for name, what in (
        ("finished", "tables with a finished game"),
        ("abandoned", "tables at which no game was finished"),
        ("uploads", "uploaded records"),
        ("reports", "what players reported about each other"),
        ("audit", "lines of the audit log"),
    ):
        default = (days or {}).get(name)
        parser.add_argument(
            f"--keep-{name}",
            type=_days,
            metavar="DAYS",
            default=default,
            help=f"remove {what} after so many days, or never (default: {default or 'never'})",
        )


def chosen_retention(args: argparse.Namespace) -> "Retention":
    """Return the retention periods that the arguments choose."""
    from sommet.server.storage.retention import Retention

    return Retention(
        args.keep_finished,
        args.keep_abandoned,
        args.keep_uploads,
        args.keep_reports,
        args.keep_audit,
    )


def _days(text: str) -> float | None:
    if text == "never":
        return None
    try:
        days = float(text)
    except ValueError:
        days = 0.0
    if not 0 < days < inf:
        raise argparse.ArgumentTypeError(f"a number of days above 0, or never, not {text!r}")
    return days


def run(args: argparse.Namespace) -> int:
    """Remove old games, and print how many."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.migrate import upgrade
    from sommet.server.storage.retention import tidy

    retention = chosen_retention(args)
    if retention.keeps_everything:
        raise InvalidOptions("say how long to keep what: see sommet tidy --help")
    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        removed = tidy(engine, retention, round(time.time() * 1000), dry=args.dry_run)
    done = "would be removed" if args.dry_run else "removed"
    print(
        f"{removed.finished} tables with finished games, {removed.abandoned} abandoned tables, "
        f"{removed.uploads} uploads, {removed.tournaments} tournaments {done}"
    )
    return 0
