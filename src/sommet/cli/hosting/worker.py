"""`sommet worker`: think about computer moves for servers on the same PostgreSQL."""

import argparse
import importlib.util
import os

from sommet.cli.hosting.database import telling_trouble
from sommet.errors import SommetError

HELP = "think for servers elsewhere: computer moves"

EXAMPLES = """examples:
  sommet worker --database postgresql://sommet@db.example.org/sommet
  SOMMET_DATABASE_URL=postgresql:///sommet sommet worker --thinkers 8

Servers think for themselves unless told otherwise (`sommet serve --thinkers 0`). Any number
of workers may run, on any machine that reaches the database. Ctrl-C or SIGTERM ends a worker
when it has finished what it is thinking about; what it could not finish, others take over.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--database", metavar="URL", help="the servers' PostgreSQL (SOMMET_DATABASE_URL)"
    )
    parser.add_argument(
        "--thinkers", type=int, metavar="N", help="jobs done at once; one core is left free"
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="what to log, as JSON lines on stderr (%(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Work until interrupted."""
    missing = [
        name for name in ("sqlalchemy", "alembic", "psycopg") if not importlib.util.find_spec(name)
    ]
    if missing:
        raise SommetError(
            f"a worker needs {', '.join(missing)}: pip install 'sommet[server,postgres]'"
        )
    from sommet.server.settings import Settings
    from sommet.server.thinking.worker import work

    address = args.database or os.environ.get("SOMMET_DATABASE_URL", "")
    if not address.startswith(("postgresql", "postgres:")):
        raise SommetError(
            "workers need the servers' PostgreSQL: --database postgresql://…"
            " (a server on SQLite thinks for itself)"
        )
    chosen: dict[str, object] = {"database": address}
    if args.thinkers is not None:
        if args.thinkers < 1:
            raise SommetError("--thinkers needs at least 1")
        chosen["thinkers"] = args.thinkers
    with telling_trouble(address):
        work(Settings(**chosen), log_level=args.log_level)  # type: ignore[arg-type]
    return 0
