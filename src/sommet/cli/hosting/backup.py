"""`sommet backup`: all games as one file, made while the server runs."""

import argparse
import tempfile
import time
from pathlib import Path

from sommet.cli.hosting.database import opened
from sommet.errors import InvalidOptions, SommetError

HELP = "Back up every game of a server to one file"

EXAMPLES = """examples:
  sommet backup games.backup                        the database of this user
  sommet backup /var/backups/sommet/ --keep 14      a file named after the moment; keep the last 14
  sommet backup copy.backup --database postgresql://sommet@db/sommet

The server may keep running. The backup is checked by restoring it into a scratch database and
comparing the rows and a checksum of every table. Bring it back with `sommet restore`.
"""

PATTERN = "sommet-*.backup"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "target", type=Path, metavar="FILE", help="the file to write, or a folder for dated files"
    )
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )
    parser.add_argument(
        "--keep", type=int, metavar="N", help="in a folder: remove all but the newest N backups"
    )
    parser.add_argument(
        "--no-check", action="store_true", help="do not restore it into a scratch database"
    )


def run(args: argparse.Namespace) -> int:
    """Write the backup, check it, and print its contents."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.archive import back_up, describe_contents

    folder = args.target if args.target.is_dir() else None
    if args.keep is not None and (folder is None or args.keep < 1):
        raise InvalidOptions("--keep is at least 1, and needs a folder")
    target = args.target
    if folder is not None:
        target = folder / time.strftime("sommet-%Y-%m-%dT%H%M%SZ.backup", time.gmtime())
    with opened(args.database or read_settings().database) as engine:
        contents = back_up(engine, target)
    if not args.no_check:
        check(target, target.parent)
    if folder is not None and args.keep is not None:
        for old in sorted(folder.glob(PATTERN))[: -args.keep]:
            old.unlink()
    checked = "" if args.no_check else ", checked by restoring it"
    print(f"{target}: {describe_contents(contents)}{checked}")
    return 0


def check(source: Path, folder: Path | None = None) -> None:
    """Restore a backup into a scratch database and compare; raise if anything differs.

    The scratch database is made in `folder`, else where temporary files are.
    """
    from sommet.server.storage.archive import restore

    with tempfile.TemporaryDirectory(prefix="sommet-", dir=folder) as scratch:
        try:
            with opened(f"sqlite:///{scratch}/scratch.sqlite3") as engine:
                restore(source, engine)
        except SommetError as error:
            raise SommetError(f"the backup cannot be restored: {error}") from error
