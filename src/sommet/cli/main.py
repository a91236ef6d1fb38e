"""The `sommet` command: finds the subcommand, runs it, turns bad input into one clear line."""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from sommet import __version__
from sommet.errors import SommetError

#: Each command and its area: `sommet.cli.AREA.COMMAND` has HELP, configure(parser) and run(args).
COMMANDS: dict[str, str] = {
    "play": "playing",
    "replay": "playing",
    "review": "study",
    "puzzle": "playing",
    "levels": "contests",
    "perft": "study",
    "serve": "hosting",
    "backup": "hosting",
    "restore": "hosting",
    "check": "hosting",
    "tidy": "hosting",
    "token": "hosting",
    "reports": "hosting",
    "fairplay": "hosting",
    "role": "hosting",
    "account": "hosting",
    "audit": "hosting",
    "solve": "tablebase",
    "verify": "tablebase",
    "prove": "tablebase",
    "pack": "tablebase",
    "probe": "tablebase",
    "arena": "contests",
    "engine": "playing",
    "bot": "playing",
    "daily": "playing",
    "analyse": "study",
}


class Command(Protocol):
    """What every module in COMMANDS offers."""

    HELP: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments, and examples as the parser's epilog."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; return the exit status."""


def load(name: str) -> Command:
    """Return the module that implements subcommand `name`."""
    return cast(Command, importlib.import_module(f"sommet.cli.{COMMANDS[name]}.{name}"))


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Return the parser for the whole command line, or for one command, without loading others."""
    parser = argparse.ArgumentParser(prog="sommet", description="Play and study Pylos and Pacal.")
    parser.add_argument("--version", action="version", version=f"sommet {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS if only is None else (only,):
        module = load(name)
        sub = commands.add_parser(
            name.replace("_", "-"),
            help=module.HELP,
            description=module.HELP,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.configure(sub)
        sub.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 2 refused, 130 interrupted."""
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser(argv[0] if argv and argv[0] in COMMANDS else None)
    args = parser.parse_args(argv)
    try:
        if args.command is None:
            from sommet.cli.hosting.serve import play_in_browser

            return play_in_browser()
        return cast(int, args.run(args))
    except SommetError as error:
        print(f"sommet: {error}", file=sys.stderr)
        return 2
    except MemoryError:
        print("sommet: not enough memory", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        print("\nsommet: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
