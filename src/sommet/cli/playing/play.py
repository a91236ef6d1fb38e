"""`sommet play`: a game in the terminal."""

import argparse
import datetime
import secrets
from pathlib import Path

from sommet.bots import levels, names
from sommet.cli.terminal.console import Console
from sommet.cli.terminal.pacal_table import PacalTable
from sommet.cli.terminal.pylos_table import PylosTable
from sommet.cli.terminal.resuming import resume
from sommet.cli.terminal.seats import Seat, seat_bot
from sommet.cli.terminal.solo_table import SoloTable
from sommet.cli.terminal.table import Table
from sommet.cli.terminal.turn_loop import TurnLoop
from sommet.errors import InvalidOptions
from sommet.match.records.forms import GAMES
from sommet.match.rulings import DEFAULT_RULES, PRESETS, make_options, settings_of
from sommet.pylos import State
from sommet.seeding import Random

HELP = "Play Pylos, Pacal or solo in the terminal"

#: The default opponent: it knows the rules and overlooks much.
BEGINNERS = "level:2"
_SEAT_NAMES = {"light": 0, "dark": 1, "1": 0, "2": 1}
_EPILOG = """\
examples:
  sommet play                              Pylos against a level for beginners
  sommet play pylos --rules expert --seat dark
  sommet play pylos --against level:3      1 is for first games, 8 plays perfectly
  sommet play pylos --against search:100ms     thinks that long about each move
  sommet play pylos --against program:./mybot  a program of your own (docs/engine-protocol.md)
  sommet play pylos --ruling takeback=optional --ruling repetition=off
  sommet play pacal --two --names Ada Grace
  sommet play pacal --watch greedy random --plain
  sommet play solo --rules fr --seed 7
  sommet play --resume game.txt

Type ? at any prompt for help. Rules and rulings are described in docs/rules.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.epilog = _EPILOG + "\n".join(_list_choices(game) for game in GAMES)
    parser.add_argument("game", nargs="?", choices=GAMES, help="the game (default: pylos)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--against", metavar="BOT", help=f"your opponent (default: {BEGINNERS})")
    who.add_argument("--two", action="store_true", help="two people on one screen")
    who.add_argument("--watch", nargs="+", metavar="BOT", help="watch bots: two, or one for solo")
    parser.add_argument("--rules", help="Pylos: children, standard or expert; Pacal: en, nl or fr")
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="NAME=SETTING",
        help="change one ruling, such as takeback=optional; can be repeated",
    )
    parser.add_argument(
        "--seat",
        choices=[*_SEAT_NAMES, "random"],
        default="random",
        help="your seat against a bot (default: random, PYL-R4)",
    )
    parser.add_argument("--names", nargs="+", metavar="NAME", help="the players' names")
    parser.add_argument("--seed", type=int, help="makes seats, deals and bots repeatable")
    parser.add_argument("--position", metavar="TEXT", help="Pylos: begin from this position")
    parser.add_argument("--plain", action="store_true", help="words only, for a screen reader")
    parser.add_argument("--save", type=Path, metavar="FILE", help="save here after every move")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved game")


def _list_choices(game: str) -> str:
    ladder = ", ".join(f"{level.number} {level.name or level.spec}" for level in levels(game))
    return (
        f"\n{game}\n"
        f"  rules:   {', '.join(PRESETS[game])}\n"
        f"  rulings: {', '.join(settings_of(game))}\n"
        f"  bots:    {', '.join(names(game))}\n"
        f"  levels:  {ladder} (--against level:1)"
    )


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the player leaves."""
    console = Console(plain=args.plain)
    if args.resume is not None:
        _refuse_with_resume(args)
        table, seed = resume(args.resume)
        save_to = args.save or args.resume
    else:
        # Deals and seats must not be guessable; with --seed they are meant to be.
        seed = secrets.randbits(32) if args.seed is None else args.seed
        if seed < 0:
            raise InvalidOptions("a seed is a number from 0 up")
        table = set_up(args, seed)
        save_to = args.save
        if save_to is not None and not save_to.name:
            raise InvalidOptions(f"--save {save_to} is not a file name")
        if save_to is not None and not save_to.parent.is_dir():
            raise InvalidOptions(f"--save {save_to}: there is no folder {save_to.parent}")
        if save_to is not None and save_to.exists():
            raise InvalidOptions(f"{save_to} exists; resume it with --resume, or choose another")
    console.say("Type ? for help at any prompt.")
    return TurnLoop(console, table, table.seats, seed=seed, save_to=save_to).run()


def _refuse_with_resume(args: argparse.Namespace) -> None:
    given = [
        name
        for name in ("game", "against", "two", "watch", "rules", "ruling", "names", "position")
        if getattr(args, name)
    ]
    if given or args.seed is not None or args.seat != "random":
        raise InvalidOptions("a resumed game keeps its players, rules and seed; drop the others")


def set_up(args: argparse.Namespace, seed: int) -> Table:
    """Return the table that the arguments ask for."""
    game = args.game or "pylos"
    options = make_options(game, args.rules or DEFAULT_RULES[game], args.ruling)
    seats = seat_players(args, game, seed)
    today = datetime.date.today().isoformat()
    if args.position is not None and game != "pylos":
        raise InvalidOptions("--position is for Pylos")
    if game == "pacal":
        return PacalTable(options, seats, seed=seed, date=today)
    if game == "solo":
        return SoloTable(options, seats, seed=seed, date=today)
    start = State.start(options) if args.position is None else State.parse(args.position, options)
    return PylosTable(start, seats, seed=seed, date=today)


def seat_players(args: argparse.Namespace, game: str, seed: int) -> tuple[Seat, ...]:
    """Return the seats; sides are random unless chosen. Ruling PYL-R4."""
    people = args.names or []
    if game == "solo":
        return (_seat_solo(args, people),)
    if args.watch:
        if len(args.watch) != 2 or people:
            raise InvalidOptions(
                f"--watch for {game} takes two bots, and bots have their own names"
            )
        return tuple(seat_bot(game, spec) for spec in args.watch)
    if args.two:
        if len(people) not in (0, 2):
            raise InvalidOptions("--two takes two names")
        light, dark = people or (("Light", "Dark") if game == "pylos" else ("Player 1", "Player 2"))
        return Seat(light), Seat(dark)
    if len(people) > 1:
        raise InvalidOptions("against a bot there is one name to give")
    person, bot = Seat(people[0] if people else "Player"), seat_bot(game, args.against or BEGINNERS)
    place = Random(seed).below(2) if args.seat == "random" else _SEAT_NAMES[args.seat]
    return (bot, person) if place else (person, bot)


def _seat_solo(args: argparse.Namespace, people: list[str]) -> Seat:
    if args.two or args.against or args.seat != "random":
        raise InvalidOptions("solo is for one player; only --watch BOT lets a bot play it")
    if args.watch:
        if len(args.watch) != 1 or people:
            raise InvalidOptions("--watch for solo takes one bot, and bots have their own names")
        return seat_bot("solo", args.watch[0])
    if len(people) > 1:
        raise InvalidOptions("solo is for one player; give one name")
    return Seat(people[0] if people else "Player")
