"""`sommet token`: let programs play in the lobby of a server."""

import argparse
import datetime
import time

from sommet.cli.hosting.database import opened

HELP = "Let programs play in the lobby of your server"

EXAMPLES = """examples:
  sommet token new Gentle           prints a token; the program plays as Gentle
  SOMMET_TOKEN=… sommet bot http://localhost:8420 --player level:3
  sommet token list
  sommet token revoke Gentle        it opens no more seats, but can finish its games

The token is shown once: only a hash of it is stored. The server may keep running. Programs need
the lobby (sommet serve --lobby) and are marked as programs wherever their name is shown.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    new = actions.add_parser("new", help="let a program play; prints its token")
    new.add_argument("name", metavar="NAME", help="what players see, up to 24 letters")
    revoke = actions.add_parser("revoke", help="stop a program from playing")
    revoke.add_argument("name", metavar="NAME")
    listing = actions.add_parser("list", help="show the programs that may play")
    for action in (new, revoke, listing):
        action.add_argument(
            "--database", metavar="URL", help="SQLAlchemy URL (default: $SOMMET_DATABASE_URL)"
        )


def run(args: argparse.Namespace) -> int:
    """Create, revoke or list tokens, and print the result."""
    from sommet.cli.hosting.extra import require_server

    require_server()
    from sommet.server.settings import read_settings
    from sommet.server.storage import bots
    from sommet.server.storage.migrate import upgrade

    now_ms = round(time.time() * 1000)
    with opened(args.database or read_settings().database) as engine:
        upgrade(engine)
        if args.action == "new":
            print(bots.create_bot(engine, args.name, now_ms))
        elif args.action == "revoke":
            bots.revoke_bot(engine, args.name, now_ms)
            print(f"{args.name} opens no more seats")
        else:
            for bot in bots.list_bots(engine):
                state = "" if bot.revoked_ms is None else f", revoked {_day(bot.revoked_ms)}"
                games = "1 table" if bot.games == 1 else f"{bot.games} tables"
                print(f"{bot.name}: since {_day(bot.created_ms)}, {games}{state}")
    return 0


def _day(at_ms: int) -> str:
    return datetime.datetime.fromtimestamp(at_ms / 1000, tz=datetime.UTC).date().isoformat()
