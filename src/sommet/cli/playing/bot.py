"""`sommet bot`: a computer opponent in the lobby of a server."""

import argparse
import asyncio
import contextlib
import importlib.util
import os
import re
import signal
import threading
import time
from typing import Any

from sommet import bots
from sommet.bots.bot import check_bot
from sommet.errors import InvalidOptions, SommetError
from sommet.match.rulings import DEFAULT_RULES, PRESETS, make_options

HELP = "Seat a bot in a server's lobby, or in a tournament"

EXAMPLES = """examples:
  sommet token new Gentle                    on the server: prints a token
  export SOMMET_TOKEN=…
  sommet bot https://play.example.org --player level:5
  sommet bot http://localhost:8420 --player level:3 --game pacal --seats 2 --clock 5+3
  sommet bot http://localhost:8420 --player 'program:./mybot' --days 2
  sommet bot http://localhost:8420 --player best --against-bots --games 10
  sommet bot http://localhost:8420 --player best --challenge Gentle --games 10
  sommet bot http://localhost:8420 --player level:8 --tournament abcdefghijkl

Waiting or not, it accepts challenges to its game while it has room, and declines others.
It plays several games at once, comes back after a lost connection or a restart of the server or
itself, and ends with Ctrl-C: open seats are withdrawn, and running games continue with the next
start. docs/bots.md shows how to write a bot of your own.
"""

_CLOCK = re.compile(r"([0-9]+(?:\.[0-9]+)?)\+([0-9]+)")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = EXAMPLES
    parser.add_argument("url", metavar="URL", help="the server, such as https://play.example.org")
    parser.add_argument(
        "--player",
        default="level:5",
        metavar="BOT",
        help="who plays: level:3, best, program:./mybot … (default: %(default)s)",
    )
    parser.add_argument(
        "--game", choices=("pylos", "pacal"), default="pylos", help="default: %(default)s"
    )
    parser.add_argument(
        "--token", help="what `sommet token new NAME` printed (default: $SOMMET_TOKEN)"
    )
    parser.add_argument("--rules", "--rulebook", help="preset, such as expert or fr")
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="NAME=SETTING", help="change one ruling"
    )
    clock = parser.add_mutually_exclusive_group()
    clock.add_argument(
        "--clock",
        type=_clock,
        default=(10.0, 5),
        metavar="MINUTES+SECONDS",
        help="time for each player and increment for each move (default: 10+5)",
    )
    clock.add_argument("--days", type=int, metavar="N", help="days for each move instead, 1 to 14")
    parser.add_argument(
        "--seats", type=int, default=1, help="seats in the lobby (default: %(default)s)"
    )
    parser.add_argument(
        "--at-once",
        type=int,
        default=10,
        metavar="N",
        help="games played at once (default: %(default)s)",
    )
    parser.add_argument(
        "--threads", type=int, default=1, help="moves thought about at once (default: %(default)s)"
    )
    parser.add_argument(
        "--against-bots",
        action="store_true",
        help="take seats opposite waiting bots instead of waiting",
    )
    parser.add_argument(
        "--challenge",
        metavar="NAME",
        help="challenge the bot of this name again and again instead of waiting",
    )
    parser.add_argument(
        "--tournament",
        metavar="ID",
        help="play in this tournament for programs until it is over, instead of in the lobby",
    )
    parser.add_argument("--games", type=int, metavar="N", help="stop after this many games")


def _clock(text: str) -> tuple[float, int]:
    found = _CLOCK.fullmatch(text)
    if found is None or not float(found[1]):
        raise argparse.ArgumentTypeError(f"minutes+seconds, such as 10+5, not {text!r}")
    return float(found[1]), int(found[2])


def _check_opponents(args: argparse.Namespace) -> None:
    if args.challenge is not None and (args.against_bots or args.tournament is not None):
        raise InvalidOptions("--challenge names the opponent; leave the other ways out")
    if args.tournament is None:
        return
    if not re.fullmatch(r"[A-Za-z0-9]{12}", args.tournament):
        raise InvalidOptions(
            f"--tournament is the end of its link, such as abcdefghijkl, not {args.tournament!r}"
        )
    if args.against_bots:
        raise InvalidOptions("--tournament finds the opponents; leave --against-bots out")


def run(args: argparse.Namespace) -> int:
    """Play until interrupted."""
    missing = [name for name in ("httpx", "websockets") if importlib.util.find_spec(name) is None]
    if missing:
        raise SommetError(
            f"a bot needs {', '.join(missing)}: install Sommet with its extra [client]"
        )
    from sommet.client import LobbyBot, Offer

    token = args.token or os.environ.get("SOMMET_TOKEN", "")
    if not token:
        raise InvalidOptions(
            "a bot needs a token of the server's host: --token or $SOMMET_TOKEN; "
            "see sommet token --help"
        )
    if not token.isascii() or not token.isprintable():
        raise InvalidOptions("a token is what `sommet token new NAME` printed, and nothing else")
    if not re.match(r"https?://[^/]", args.url):
        raise InvalidOptions(f"a server looks like https://play.example.org, not {args.url!r}")
    for name, least in (("seats", 1), ("at_once", 1), ("threads", 1)):
        if getattr(args, name) < least:
            raise InvalidOptions(f"--{name.replace('_', '-')} is at least {least}")
    if args.games is not None and args.games < 1:
        raise InvalidOptions("--games is at least 1")
    _check_opponents(args)
    if args.days is not None and not 1 <= args.days <= 14:
        raise InvalidOptions(f"--days is a number from 1 to 14, not {args.days}")
    rules = args.rules or DEFAULT_RULES[args.game]
    if rules not in PRESETS[args.game]:
        raise InvalidOptions(f"{args.game} has the rules {', '.join(PRESETS[args.game])}")
    options = make_options(args.game, rules, args.ruling)
    check_bot(bots.make(args.game, args.player), options)
    minutes, increment_s = args.clock
    offer = Offer(args.game, rules, dict(options.rulings()), minutes, increment_s, args.days)

    def new_chooser() -> Any:
        bot = bots.make(args.game, args.player)

        def choose(view: Any, unwanted: threading.Event) -> Any:
            return bot.choose(view, cancel=unwanted)

        return choose

    async def live() -> None:
        bot = LobbyBot(
            args.url,
            token,
            new_chooser,
            offer,
            seats=args.seats,
            games=args.at_once,
            threads=args.threads,
            against_bots=args.against_bots,
            last_game=args.games,
            tournament=args.tournament,
            challenge=args.challenge,
            say=_say,
        )
        task = asyncio.current_task()
        assert task is not None
        with contextlib.suppress(NotImplementedError):  # Windows
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        await bot.run()

    try:
        asyncio.run(live())
    except (KeyboardInterrupt, asyncio.CancelledError):
        _say("ended")
    return 0


def _say(line: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)
