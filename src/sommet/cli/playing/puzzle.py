"""`sommet puzzle`: the Pylos puzzle of the day, and the maker of puzzles."""

import argparse
import datetime
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from sommet.analysis.pylos_puzzles import (
    GRADES,
    RULES,
    Puzzle,
    format_puzzle,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.cli.files import check_writable
from sommet.errors import InvalidOptions, SommetError
from sommet.pylos import Move, Options, format_cell
from sommet.workers import add_pool_options, make_pool

HELP = "Solve the Pylos puzzle of the day, or make new puzzles"
EXAMPLES = """\
examples:
  sommet puzzle                           today's puzzle
  sommet puzzle --day 2026-12-24 --plain  another day's, in words for a screen reader
  sommet puzzle --number 17 --hint        number 17 of the collection, with a hint
  sommet puzzle --grade 5 --rules expert  today's hardest for the expert game
  sommet puzzle --takeback optional       today's where an earned take-back may be declined
  sommet puzzle list --rules children
  sommet puzzle make --rules standard --table FILE --count 50 --seed 1 --out puzzles.tsv
  sommet puzzle make --rules expert --table /shared/FILE --count 500 --on ray=auto --out new.tsv

At the prompt: a move such as 1b2 or 1b2>2a1-2a1; hint; solution; board; moves; quit; ? for help.
"""
HELP_AT_PROMPT = """\
Find the one move that wins whatever the other side does. A cell is level, column, row.
  1b2             place a ball on 1b2
  1b2>2a1         raise your ball on 1b2 to 2a1
  1d1-1d1-1c3     place on 1d1, which completes a square or line, and take two balls back
  hint            first the idea, then the cell
  moves           every move you may make
  board           the position again
  solution        the winning move, and the end of the puzzle
  quit            stop"""

#: What a hint says about the solution, by idea.
HINTS = {
    "freed-ball": "Take a ball back, and look at the balls that it lay on.",
    "spring": "The ball that lands need not stay.",
    "one-only": "Taking back less can be more.",
    "raise-square": "A raise can complete something.",
    "square": "Complete something, and choose well what to take back.",
    "raise": "Save a ball.",
    "decline": "You could take something back: don't.",
    "summit": "The summit is open.",
    "quiet": "A quiet move from the reserve.",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `sommet puzzle`."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "action",
        nargs="?",
        choices=["play", "list", "make"],
        default="play",
        help="play one (default), list the collection, or make new ones",
    )
    parser.add_argument("--rules", choices=RULES, help="only puzzles of these rules")
    parser.add_argument(
        "--takeback",
        choices=["compulsory", "optional"],
        help="only puzzles with this ruling, PYL-R1 (default: compulsory)",
    )
    parser.add_argument("--grade", type=int, choices=GRADES, help="only puzzles of this grade")
    parser.add_argument("--number", type=int, help="a certain puzzle of the collection")
    parser.add_argument("--day", type=_day, help="the day, as 2026-01-31 (default: today)")
    parser.add_argument("--hint", action="store_true", help="begin with a hint")
    parser.add_argument("--solution", action="store_true", help="show the solution and end")
    parser.add_argument("--plain", action="store_true", help="words instead of a picture")
    parser.add_argument("--count", type=int, default=10, help="make: how many (default: 10)")
    parser.add_argument(
        "--candidates",
        type=int,
        help="make: find this many and keep --count, grades and ideas as even as they come",
    )
    parser.add_argument("--seed", type=int, default=1, help="make: which games (default: 1)")
    parser.add_argument("--table", type=Path, metavar="FILE", help="make: a full table")
    parser.add_argument("--out", type=Path, help="make: the file to write (default: print)")
    add_pool_options(parser)


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"a day is written 2026-01-31, not {text!r}") from error


def run(args: argparse.Namespace) -> int:
    """Play, list or make."""
    if args.action == "list":
        return list_puzzles(args)
    if args.action == "make":
        return make_puzzles(args)
    return play_puzzle(choose_puzzle(args), args)


def choose_puzzle(args: argparse.Namespace) -> Puzzle:
    """Return the puzzle that the arguments ask for."""
    if args.number is None:
        day = args.day or datetime.date.today()
        return puzzle_of_the_day(day, rules=args.rules, grade=args.grade, takeback=_takeback(args))
    if any(x is not None for x in (args.day, args.rules, args.grade, args.takeback)):
        raise InvalidOptions(
            "--number names one puzzle: leave out --day, --rules, --takeback and --grade"
        )
    puzzles = shipped_puzzles()
    number: int = args.number
    if not 1 <= number <= len(puzzles):
        raise InvalidOptions(f"the puzzles are numbered 1 to {len(puzzles)}, not {number}")
    return puzzles[number - 1]


def _takeback(args: argparse.Namespace) -> str:
    return args.takeback or "compulsory"


def give_hint(puzzle: Puzzle, hints_given: int) -> str:
    """Return the next hint: first the idea, then the cell."""
    if hints_given == 0:
        return HINTS[puzzle.idea]
    return f"The ball lands on {format_cell(Move.parse(puzzle.solution).target)}."


def play_puzzle(puzzle: Puzzle, args: argparse.Namespace) -> int:
    """Show the puzzle and take answers until it is solved or given up."""
    state = puzzle.state
    ruling = " with optional take-back" if puzzle.takeback == "optional" else ""
    print(
        f"Puzzle {puzzle.number}, {puzzle.rules} rules{ruling}, grade {puzzle.grade} of 5: "
        "one move wins, every other move does not."
    )
    print(state.to_text(plain=args.plain))
    hints = 0
    if args.hint:
        print(give_hint(puzzle, hints))
        hints += 1
    if args.solution:
        print(_tell_solution(puzzle))
        return 0
    _ask(puzzle, hints, plain=args.plain)
    return 0


def _ask(puzzle: Puzzle, hints: int, *, plain: bool) -> None:
    state = puzzle.state
    while True:
        try:
            answer = input("Your move (or hint, solution, board, quit, ?): ").strip().lower()
        except EOFError:
            print()
            return
        match answer:
            case "":
                continue
            case "hint":
                print(give_hint(puzzle, hints))
                hints += 1
            case "board":
                print(state.to_text(plain=plain))
            case "solution":
                print(_tell_solution(puzzle))
                return
            case "?" | "help":
                print(HELP_AT_PROMPT)
            case "moves":
                print(" ".join(str(move) for move in state.legal_moves))
            case "quit":
                return
            case _:
                if _try_move(puzzle, answer):
                    return


def _tell_solution(puzzle: Puzzle) -> str:
    return f"The winning move is {puzzle.solution}: the end in {puzzle.distance} moves at most."


def _try_move(puzzle: Puzzle, answer: str) -> bool:
    try:
        solved = puzzle.is_solution(answer)
    except SommetError as error:
        print(error)
        return False
    if solved:
        print(f"Right. {_tell_solution(puzzle)}")
    else:
        print("That does not win. Try again.")
    return solved


def list_puzzles(args: argparse.Namespace) -> int:
    """Print the collection, one line a puzzle."""
    for puzzle in select_puzzles(rules=args.rules, grade=args.grade, takeback=_takeback(args)):
        print(f"{puzzle.number:3}  {puzzle.rules:8}  grade {puzzle.grade}  {puzzle.position}")
    return 0


def make_puzzles(args: argparse.Namespace) -> int:
    """Find new puzzles with a full table and write them."""
    from sommet.analysis.pylos_judge import FileJudge
    from sommet.analysis.pylos_puzzle_maker import find_puzzles, spread_puzzles
    from sommet.tablebase.full_table import FullTable

    if args.rules is None or args.table is None:
        raise InvalidOptions(
            "puzzle make needs --rules and the --table that sommet solve has built"
        )
    wanted = args.count if args.candidates is None else args.candidates
    if args.count < 1 or wanted < args.count:
        raise InvalidOptions("--count is at least 1, and --candidates at least --count")
    if args.out is not None:
        check_writable(args.out)
    options = Options.preset(args.rules, takeback=_takeback(args))
    FullTable(args.table, options)  # a wrong file is told before anybody is hired
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
    args.out.write_text(text, "utf-8")
    grades = Counter(puzzle.grade for puzzle in found)
    shares = ", ".join(f"{grades[grade]} of grade {grade}" for grade in GRADES)
    print(f"{len(found)} puzzles in {args.out}: {shares}.")
    return 0
