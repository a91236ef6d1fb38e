"""`sommet audit`: what hosts and the server itself have done."""

import argparse
import datetime
import json
from dataclasses import asdict

from sommet.cli.hosting.database import opened

HELP = "Show what hosts and the server itself have done"

EXAMPLES = """examples:
  sommet audit
  sommet audit sqlite:////srv/sommet/games.sqlite3 --json

One line each: when, who (`host` is the command line, `account` an account with the role host,
`server` what happens by itself), what, and whom it concerned or which account did it. It does not
contain names of deleted accounts. `--keep-audit` of sommet serve and sommet tidy says how long it
is kept.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "database",
        nargs="?",
        metavar="DATABASE",
        help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each line")


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.hosts.audit import list_entries
    from sommet.server.storage.migrate import upgrade

    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        for entry in list_entries(engine):
            if args.json:
                print(json.dumps(asdict(entry)))
                continue
            at = datetime.datetime.fromtimestamp(entry.at_ms / 1000, tz=datetime.UTC)
            about = "" if entry.about is None else f" {entry.about}"
            detail = f": {entry.detail}" if entry.detail else ""
            print(f"{at:%Y-%m-%d %H:%M} {entry.actor} {entry.what}{about}{detail}")
    return 0
