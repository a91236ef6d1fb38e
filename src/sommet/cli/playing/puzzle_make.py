"""`sommet puzzle make`: new Pylos puzzles, found with a full table."""

import argparse
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from sommet.analysis.pylos_puzzles import GRADES, format_puzzle
from sommet.cli.files import check_writable
from sommet.errors import InvalidOptions
from sommet.pylos import Options
from sommet.workers import add_pool_options, make_pool
from sommet.write_whole import write_whole

HELP = "Make new puzzles with a full table"
EXAMPLES = """\
examples:
  sommet puzzle make --rules standard --table FILE --count 50 --seed 1 --out puzzles.tsv
  sommet puzzle make --rules expert --table /shared/FILE --count 500 --on ray=auto --out new.tsv
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet puzzle make`."""
    parser.epilog = EXAMPLES
    parser.add_argument("--count", type=int, default=10, help="how many (default: 10)")
    parser.add_argument(
        "--candidates",
        type=int,
        help="find this many and keep --count, grades and ideas as even as they come",
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--table", type=Path, metavar="FILE", help="a full table")
    parser.add_argument("--out", type=Path, help="the file to write (default: print)")
    add_pool_options(parser)


def run(args: argparse.Namespace) -> int:
    """Find new puzzles with a full table and write them."""
    # Imported only here: other commands would have to wait for these modules.
    from sommet.analysis.pylos_judge import FileJudge
    from sommet.analysis.pylos_puzzle_maker import find_puzzles, spread_puzzles
    from sommet.tablebase.full_table import FullTable
    from sommet.tablebase.table_file import check_sums

    if args.rules is None or args.table is None:
        raise InvalidOptions(
            "puzzle make needs --rules and the --table that sommet solve has built"
        )
    wanted = args.count if args.candidates is None else args.candidates
    if args.count < 1 or wanted < args.count:
        raise InvalidOptions("--count is at least 1, and --candidates at least --count")
    if args.out is not None:
        check_writable(args.out)
    options = Options.preset(args.rules, takeback=args.takeback or "compulsory")
    FullTable(args.table, options)  # a wrong file is refused before workers start
    check_sums(args.table)
    judge = FileJudge(options, args.table.resolve())
    quiet = not sys.stderr.isatty()
    with make_pool(args) as pool:
        puzzles = find_puzzles(options, judge, args.seed, pool=pool)
        fitting = (puzzle for puzzle in puzzles if args.grade in (None, puzzle.grade))
        shown = tqdm(islice(fitting, wanted), total=wanted, unit="puzzle", disable=quiet)
        candidates = list(shown)
    found = spread_puzzles(candidates, args.count)
    text = "".join(format_puzzle(puzzle) + "\n" for puzzle in found)
    if args.out is None:
        print(text, end="")
        return 0
    write_whole(args.out, [text.encode()])
    grades = Counter(puzzle.grade for puzzle in found)
    shares = ", ".join(f"{grades[grade]} of grade {grade}" for grade in GRADES)
    print(f"{len(found)} puzzles in {args.out}: {shares}.")
    return 0
