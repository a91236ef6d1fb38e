"""`sommet probe`: the value of positions, and of their moves, from the tables."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from sommet.cli.pylos_rules import add_rules, chosen_rules
from sommet.errors import SommetError
from sommet.pylos import State
from sommet.tables.bulk import text_values
from sommet.tables.full_table import Value
from sommet.tables.probe import Table, move_values, open_table

HELP = "Look positions up: win, loss or draw, the distance, the value of each move"
EXAMPLES = """\
examples:
  sommet probe pylos --position '..../..../..../....|.../.../...|../..|. L' --moves
  sommet probe pylos --rules children --file positions.txt --json > values.jsonl
  SOMMET_TABLES=tables sommet probe pylos --rules expert --file positions.txt

A file has one position per line. Values are for the side to move; distances come from full tables
(sommet solve) and are null with the shipped ones.
"""
BATCH = 1024


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet probe`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos"], help="the game")
    add_rules(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--position", metavar="TEXT", help="one position")
    what.add_argument("--file", type=Path, metavar="FILE", help="one position per line")
    parser.add_argument("--moves", action="store_true", help="also the value of each move")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="a table file (default: the best at hand)"
    )


def _read(path: Path) -> Iterator[str]:
    try:
        with path.open() as file:
            for line in file:
                if line.strip():
                    yield line.strip()
    except OSError as error:
        raise SommetError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SommetError(f"{path} is no text") from error


def _describe(text: str, worth: Value, table: Table, args: argparse.Namespace) -> str:
    moves = move_values(State.parse(text, table.options), table) if args.moves else {}
    if not args.json:
        lines = [f"{text}: {worth}", *(f"  {move}: {value}" for move, value in moves.items())]
        return "\n".join(lines)
    answer: dict[str, object] = {
        "position": text,
        "value": worth.word,
        "distance": worth.distance,
    }
    if args.moves:
        answer["moves"] = {str(move): value.word for move, value in moves.items()}
        answer["move_distances"] = {str(move): value.distance for move, value in moves.items()}
    return json.dumps(answer)


def run(args: argparse.Namespace) -> int:
    """Look up and print, in the order given."""
    options = chosen_rules(args)
    table = open_table(options, args.table)
    lines: Iterable[str] = [args.position] if args.position is not None else _read(args.file)
    show = args.file is not None and sys.stderr.isatty()
    with tqdm(lines, disable=not show, unit=" positions", mininterval=0.5) as shown:
        rest = iter(shown)
        while texts := list(islice(rest, BATCH)):
            for text, worth in zip(texts, text_values(texts, table), strict=True):
                print(_describe(text, worth, table, args))
    return 0
