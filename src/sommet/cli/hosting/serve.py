"""`sommet serve`: the games in the browser, for this machine or for others."""

import argparse
import errno
import importlib.util
import socket
import sys

from sommet.cli.hosting.database import opened
from sommet.cli.hosting.extra import require_server
from sommet.cli.hosting.tidy import add_retention_options, chosen_retention
from sommet.errors import SommetError

HELP = "Serve the games to browsers, on this machine or for others"

EXAMPLES = """examples:
  sommet                          play in the browser, on this machine alone
  sommet serve                    the same without opening a browser
  sommet serve --host 0.0.0.0     let others on the network play too; prints the address for them
  sommet serve --database sqlite:////srv/sommet/games.sqlite3 --port 80
  sommet serve --database postgresql://sommet@db.example.org/sommet
  sommet serve --behind-proxy --origin https://play.example.org

Each setting can also come from the environment, such as SOMMET_LOBBY=yes (docs/hosting.md).
Games are kept in one file and survive a restart. The server speaks plain HTTP: put a
proxy with TLS in front of it before opening it to the internet (docs/hosting.md).
"""

DEFAULT_PORT = 8420


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--port",
        type=int,
        default=DEFAULT_PORT,
        help="port, 0 for any free one (default: %(default)s)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="SQLite file or PostgreSQL server (default: $SOMMET_DATABASE_URL, or your own file)",
    )
    parser.add_argument("--open", action="store_true", help="open the browser once the server runs")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="the address at which players reach the server; can be repeated",
    )
    parser.add_argument(
        "--behind-proxy",
        type=int,
        nargs="?",
        const=1,
        metavar="COUNT",
        help="how many of your own proxies are in front of the server (1 if no number is given); "
        "the client's address is then read from X-Forwarded-For",
    )
    parser.add_argument(
        "--drain",
        type=float,
        metavar="SECONDS",
        help="on SIGTERM, close connections gradually over this many seconds (default: 0)",
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="set one of the limits listed in docs/hosting.md; can be repeated",
    )
    parser.add_argument(
        "--lobby",
        action=argparse.BooleanOptionalAction,
        help="let strangers meet, and watch each other's games (default: only where --origin makes "
        "the server public)",
    )
    parser.add_argument(
        "--slow-games",
        action=argparse.BooleanOptionalAction,
        help="let people play with days for each move (on by default)",
    )
    parser.add_argument(
        "--bots",
        action=argparse.BooleanOptionalAction,
        help="let programs that you gave a token (sommet token) play in the lobby (on by default)",
    )
    parser.add_argument(
        "--ratings",
        action=argparse.BooleanOptionalAction,
        help="rate programs, and people with accounts, by their games (on by default)",
    )
    parser.add_argument(
        "--accounts",
        action=argparse.BooleanOptionalAction,
        help="let people sign up for a name, with a passkey (default: where there is a lobby)",
    )
    parser.add_argument(
        "--tournaments",
        choices=("anyone", "host", "off"),
        help="who may create a tournament: anyone with an account (the default), only accounts "
        "with a role (`sommet role`), or nobody",
    )
    parser.add_argument(
        "--greetings",
        action=argparse.BooleanOptionalAction,
        help="let players at a table send each other greetings from a list (default: where there "
        "is a lobby)",
    )
    parser.add_argument(
        "--push",
        action=argparse.BooleanOptionalAction,
        help="notify devices that ask for it when it is their turn in a slow game, through their "
        "browsers' push services (default: where there is a lobby)",
    )
    add_retention_options(parser, days={"uploads": 365, "reports": 365, "audit": 730})
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much to log, as JSON lines on stderr (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    require_server()
    from sommet.server.run import address_of, bind, open_browser, serve
    from sommet.server.settings import parse_limit, read_settings

    if not 0 <= args.port <= 65535:
        raise SommetError(f"a port is a number from 0 to 65535, not {args.port}")
    chosen: dict[str, object] = dict(parse_limit(text) for text in args.limit)
    given = {
        "database": args.database,
        "origins": tuple(args.origin) or None,
        "proxies": args.behind_proxy,
        "lobby": args.lobby,
        "slow_games": args.slow_games,
        "bots": args.bots,
        "ratings": args.ratings,
        "accounts": args.accounts,
        "tournaments": args.tournaments,
        "greetings": args.greetings,
        "push": args.push,
        "drain_s": args.drain,
    }
    chosen |= {name: value for name, value in given.items() if value is not None}
    chosen["retention"] = chosen_retention(args)
    settings = read_settings(**chosen)
    shared = settings.database.startswith(("postgresql", "postgres:"))
    if shared and importlib.util.find_spec("psycopg") is None:
        raise SommetError(
            "PostgreSQL needs psycopg: install Sommet with its extras [server,postgres]"
        )
    if not shared:
        # PostgreSQL may come later; a file that is not a database never becomes one.
        with opened(settings.database) as engine, engine.connect():
            pass
    try:
        listener = bind(args.host, args.port)
    except OSError as error:
        reason = f"cannot listen on {args.host}:{args.port}: {error.strerror}"
        if error.errno == errno.EADDRINUSE:
            reason += ". Sommet may be running already; --port chooses another port, 0 a free one"
        raise SommetError(reason) from error
    address = address_of(listener)

    def announce() -> None:
        opened = args.open and open_browser(address)
        done = "is open in your browser" if opened else "runs"
        print(f"Sommet {done} at {address} (Ctrl-C ends it)", flush=True)
        if shared_with := network_address(listener):
            print(f"Others on your network open {shared_with}", flush=True)

    with listener:
        started = serve(settings, listener, on_start=announce, log_level=args.log_level)
    if not started:
        return 1
    print("Sommet has ended; all games are kept.", file=sys.stderr)
    return 0


def network_address(listener: socket.socket) -> str | None:
    """Return the address by which others on the network reach a socket, None if they cannot."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which of our addresses faces the network.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        own = str(probe.getsockname()[0])
    return None if own.startswith("127.") else f"http://{own}:{port}/"


def play_in_browser() -> int:
    """Serve on this machine and open the browser; what `sommet` alone does.

    The port is always the same, because a browser keeps what it remembers by address and port.
    """
    parser = argparse.ArgumentParser()
    configure(parser)
    parser.set_defaults(open=True, log_level="warning")
    return run(parser.parse_args([]))
