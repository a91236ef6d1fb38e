"""`sommet restore`: restore a backup, or check that it can be restored."""

import argparse
from pathlib import Path

from sommet.cli.hosting.database import opened

HELP = "Restore a backup into an empty database, or check it"

EXAMPLES = """examples:
  sommet restore games.backup --check                          can it be restored?
  sommet restore games.backup --database sqlite:////srv/sommet/games.sqlite3
  sommet restore games.backup --database postgresql://sommet@db/sommet

A backup fits SQLite and PostgreSQL alike, wherever it was made, so this also moves a server from
one to the other. The database must be empty, and no server may run on it yet. Rows and checksums of
every table are compared before anything counts; if they differ, nothing is kept.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("source", type=Path, metavar="FILE", help="what `sommet backup` wrote")
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )
    parser.add_argument("--check", action="store_true", help="restore into a scratch database only")


def run(args: argparse.Namespace) -> int:
    """Restore, compare, and print the database's contents."""
    from sommet.cli.hosting.backup import check
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.archive import check_backup, describe_contents, restore

    if args.check:
        contents = check_backup(args.source)
        check(args.source)
        print(f"{args.source} can be restored: {describe_contents(contents)}")
        return 0
    with opened(args.database or read_settings().database) as engine:
        contents = restore(args.source, engine)
        where = engine.url.render_as_string(hide_password=True)
    print(f"restored into {where}: {describe_contents(contents)}")
    return 0
