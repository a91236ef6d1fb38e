"""`sommet role`: make an account an organiser or a host."""

import argparse
import time

from sommet.cli.hosting.database import opened
from sommet.errors import InvalidOptions

HELP = "Give accounts on your server a role: organiser or host"

EXAMPLES = """examples:
  sommet role                          who has one
  sommet role Ada organiser            may make tournaments where `--tournaments host` says so
  sommet role Bo host                  may also start and cancel those of others
  sommet role Ada none
  sommet role Ada host --database sqlite:////srv/sommet/games.sqlite3

Anybody who can write to the database may do this; it is logged (`sommet audit`). The
server may keep running.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("name", nargs="?", metavar="NAME", help="the account; all if left out")
    parser.add_argument("role", nargs="?", choices=("organiser", "host", "none"))
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )


def run(args: argparse.Namespace) -> int:
    """Give the role, or list them."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.hosts.roles import list_roles, set_role
    from sommet.server.storage.migrate import upgrade

    if args.name is not None and args.role is None:
        raise InvalidOptions(f"say which role {args.name} has: organiser, host or none")
    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        if args.name is None:
            for name, known in list_roles(engine):
                print(f"{name}: {known}")
        else:
            role = None if args.role == "none" else args.role
            set_role(engine, args.name, role, round(time.time() * 1000))
            print(f"{args.name}: {args.role}")
    return 0
