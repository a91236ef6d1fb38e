"""`sommet account`: give an account another name, or delete it."""

import argparse
import time

from sommet.cli.hosting.database import opened

HELP = "Rename or delete an account on your server"

EXAMPLES = """examples:
  sommet account Rude --rename Player42
  sommet account Rude --delete
  sommet account Rude --delete --database sqlite:////srv/sommet/games.sqlite3

For what players report (sommet reports). A deleted account is gone as if its owner had deleted it:
its games stay, as games of an anonymous player. It is logged (sommet audit), without the name.
The server may keep running: what it has in memory of a deleted account is forgotten within five
minutes, and a table in memory shows the old name until it is read again.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("name", metavar="NAME", help="the account")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--rename", metavar="NEW", help="give it this name")
    action.add_argument("--delete", action="store_true", help="delete it, for good")
    parser.add_argument(
        "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
    )


def run(args: argparse.Namespace) -> int:
    """Rename or delete it."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage.hosts.host_accounts import remove_account, rename_account
    from sommet.server.storage.migrate import upgrade

    now_ms = round(time.time() * 1000)
    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        if args.delete:
            remove_account(engine, args.name, now_ms)
            print(f"{args.name} is deleted")
        else:
            rename_account(engine, args.name, args.rename, now_ms)
            print(f"{args.name} is called {args.rename} now")
    return 0
