"""`sommet probe`: the value of positions, and of their moves, from the tables."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from sommet.analysis.pylos_reasons import Explanation, explain_move
from sommet.cli.files import display_name
from sommet.cli.pylos_rules import add_rules, chosen_rules
from sommet.errors import InvalidPosition, SommetError
from sommet.pylos import Move, State
from sommet.tablebase.batch_probe import text_values
from sommet.tablebase.full_table import Value
from sommet.tablebase.probe import Table, move_values, open_table

HELP = "Look up positions: win, loss or draw, the distance, the value of each move"
EXAMPLES = """\
examples:
  sommet probe pylos --position '..../..../..../....|.../.../...|../..|. L' --moves
  sommet probe pylos --position 'DDL./.DL./..../....|.../.../...|../..|. L' --why 1c3
  sommet probe pylos --rules children --file positions.txt --json > values.jsonl
  SOMMET_TABLES=tables sommet probe pylos --rules expert --file positions.txt
  sommet probe pylos --rules standard --takeback optional --table FILE --file - < positions.txt

A file has one position per line; blank lines are skipped, and a line that is not a position ends
the command with an error that names it. Values are for the side to move. Distances come from full
tables (sommet solve); with the shipped tables, which cover the three presets with the default
rulings, they are null.
"""
BATCH = 1024
Answer = tuple[str, Value]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet probe`."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", choices=["pylos"], help="the game")
    add_rules(parser)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--position", metavar="TEXT", help="one position")
    what.add_argument("--file", metavar="FILE", help="one position per line; - for standard input")
    parser.add_argument("--moves", action="store_true", help="also the value of each move")
    parser.add_argument(
        "--why", metavar="MOVE", help="why this move keeps the value or gives it away"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="a table file (default: the best at hand)"
    )


def _lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield each line that is not blank, with its number; `-` is standard input."""
    try:
        with open(0 if source == "-" else source, encoding="utf-8-sig", closefd=source != "-") as f:
            for number, line in enumerate(f, 1):
                if line.strip():
                    yield number, line.strip()
    except OSError as error:
        raise SommetError(f"cannot read {source}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SommetError(f"{display_name(source)} is not a text file") from error


def _count_lines(source: str) -> int | None:
    """Return how many lines a file has; None for what can be read only once."""
    path = Path(source)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _values(source: str, lines: Iterator[tuple[int, str]], table: Table) -> Iterator[Answer]:
    """Yield each position of a file with its value; an invalid line is reported by its number."""
    while batch := list(islice(lines, BATCH)):
        texts = [text for _, text in batch]
        try:
            yield from zip(texts, text_values(texts, table), strict=True)
        except InvalidPosition:
            for number, text in batch:
                try:
                    worth = text_values([text], table)[0]
                except InvalidPosition as error:
                    raise InvalidPosition(
                        f"{display_name(source)}, line {number}: {error}"
                    ) from error
                yield text, worth


def _explain(found: Explanation) -> Iterator[str]:
    yield f"  {found.value}, " + ("as good as any" if found.value == found.best else "a mistake")
    for reason in found.reasons:
        yield f"  {reason.to_text()}"
    if found.line:
        yield f"  It could continue {', '.join(map(str, found.line))}."


def _describe(text: str, worth: Value, table: Table, args: argparse.Namespace) -> str:
    moves: Mapping[Move, Value] = {}
    if args.moves:
        moves = move_values(State.parse(text, table.options), table)
    why = None
    if args.why is not None:
        why = explain_move(State.parse(text, table.options), args.why, table)
    if not args.json:
        lines = [f"{text}: {worth}", *(f"  {move}: {value}" for move, value in moves.items())]
        return "\n".join([*lines, *(() if why is None else _explain(why))])
    answer: dict[str, object] = {
        "position": text,
        "value": worth.word,
        "distance": worth.distance,
    }
    if args.moves:
        answer["moves"] = {str(move): value.word for move, value in moves.items()}
        answer["move_distances"] = {str(move): value.distance for move, value in moves.items()}
    if why is not None:
        answer["why"] = {
            "move": args.why,
            "value": why.value,
            "reasons": [{"key": each.key, "cells": list(each.cells)} for each in why.reasons],
            "line": [str(move) for move in why.line],
        }
    return json.dumps(answer)


def run(args: argparse.Namespace) -> int:
    """Look up and print, in the order given."""
    table = open_table(chosen_rules(args), args.table)
    if args.position is not None:
        text = args.position.strip()
        print(_describe(text, text_values([text], table)[0], table, args))
        return 0
    show = sys.stderr.isatty()
    answers = _values(args.file, _lines(args.file), table)
    bar = tqdm(
        answers,
        total=_count_lines(args.file) if show else None,
        disable=not show,
        unit=" positions",
        mininterval=0.5,
    )
    empty = True
    for text, worth in bar:
        empty = False
        print(_describe(text, worth, table, args))
    if empty:
        print(f"sommet: no position in {display_name(args.file)}", file=sys.stderr)
    return 0
