"""`sommet puzzle`: the puzzle of the day, or another of the collection, of either game."""

import argparse
import datetime

from sommet.analysis.pylos_puzzles import (
    GRADES,
    LESSON_RULES,
    LESSONS,
    RULES,
    Puzzle,
    lesson_puzzles,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.cli.playing import puzzle_make, puzzle_pacal
from sommet.cli.terminal.hints import refute
from sommet.errors import InvalidOptions, SommetError
from sommet.pylos import Move, format_cell

HELP = "Solve the puzzle of the day for Pylos or Pacal, or make new puzzles"
EXAMPLES = """\
examples:
  sommet puzzle                           today's puzzle
  sommet puzzle --day 2026-12-24 --plain  another day's, in words for a screen reader
  sommet puzzle --number 17 --hint        number 17 of the collection, with a hint
  sommet puzzle --grade 5 --rules expert  today's hardest puzzle of the expert game
  sommet puzzle --takeback optional       today's where an earned take-back may be declined
  sommet puzzle list --rules children
  sommet puzzle list --lesson trap        the traps of the opening, standard game
  sommet puzzle --lesson crown --rules expert
  sommet puzzle --lesson draw             where one move keeps a draw, expert game
  sommet puzzle --game pacal              today's Pacal puzzle
  sommet puzzle --game pacal --grade 1    today's easiest Pacal puzzle
  sommet puzzle make --help

At the prompt: a move such as 1b2 or 1b2>2a1-2a1; hint; solution; board; moves; quit; ? for help.
"""
HELP_AT_PROMPT = """\
Find the one move that wins, or draws, whatever the other side does. A cell is level, column, row.
  1b2             place a ball on 1b2
  1b2>2a1         raise your ball on 1b2 to 2a1
  1d1-1d1-1c3     place on 1d1, which completes a square or line, and take two balls back
  hint            first the idea, then the cell
  moves           every move you may make
  board           the position again
  solution        the right move, and the end of the puzzle
  quit            stop"""

#: What is asked for, the answer's name, and what is said of a wrong try, by what is aimed at.
TASKS = {
    "win": "one move wins, every other move does not",
    "draw": "one move draws, every other move loses",
}
SOLUTIONS = {"win": "The winning move", "draw": "The move that keeps the draw"}
WRONG = {"win": "That does not win.", "draw": "That loses."}

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
    _add_choice(parser)
    parser.add_argument("--number", type=int, help="a puzzle by its number in the collection")
    parser.add_argument("--day", type=_day, help="the day, as 2026-01-31 (default: today)")
    parser.add_argument("--hint", action="store_true", help="begin with a hint")
    parser.add_argument("--solution", action="store_true", help="show the solution and end")
    parser.add_argument("--plain", action="store_true", help="words instead of a picture")
    actions = parser.add_subparsers(dest="action", metavar="{list,make}")
    for name, help_text, more in (
        ("list", "List the collection", None),
        ("make", puzzle_make.HELP, puzzle_make.configure),
    ):
        action = actions.add_parser(
            name,
            help=help_text,
            description=help_text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        _add_choice(action)
        if more is not None:
            more(action)


def _add_choice(parser: argparse.ArgumentParser) -> None:
    """Add what playing, listing and making puzzles have in common."""
    parser.add_argument(
        "--game", choices=["pylos", "pacal"], default="pylos", help="which game (default: pylos)"
    )
    parser.add_argument("--rules", choices=RULES, help="only puzzles of these rules")
    parser.add_argument(
        "--takeback",
        choices=["compulsory", "optional"],
        help="only puzzles with this ruling, PYL-R1 (default: compulsory)",
    )
    parser.add_argument("--grade", type=int, choices=GRADES, help="only puzzles of this grade")
    parser.add_argument(
        "--lesson",
        choices=LESSONS,
        help="puzzles of one lesson, easy ones first (default rules: standard; draw: expert)",
    )


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"a day is written 2026-01-31, not {text!r}") from error


def run(args: argparse.Namespace) -> int:
    """Play, list or make."""
    if args.game == "pacal":
        return puzzle_pacal.run(args)
    match args.action:
        case "list":
            return list_puzzles(args)
        case "make":
            return puzzle_make.run(args)
    return play_puzzle(choose_puzzle(args), args)


def choose_puzzle(args: argparse.Namespace) -> Puzzle:
    """Return the puzzle that the arguments ask for."""
    if args.number is None:
        if args.lesson is not None:
            if args.day is not None:
                raise InvalidOptions("a lesson begins with its easiest puzzle: leave out --day")
            return _selection(args)[0]
        day = args.day or datetime.date.today()
        return puzzle_of_the_day(
            day, rules=args.rules or "standard", grade=args.grade, takeback=_takeback(args)
        )
    if any(x is not None for x in (args.day, args.rules, args.grade, args.takeback, args.lesson)):
        raise InvalidOptions(
            "--number names one puzzle: leave out --day, --rules, --takeback, --grade and --lesson"
        )
    puzzles = shipped_puzzles()
    number: int = args.number
    if not 1 <= number <= len(puzzles):
        raise InvalidOptions(f"the puzzles are numbered 1 to {len(puzzles)}, not {number}")
    return puzzles[number - 1]


def _selection(args: argparse.Namespace) -> tuple[Puzzle, ...]:
    if args.lesson is None:
        return select_puzzles(rules=args.rules, grade=args.grade, takeback=_takeback(args))
    if args.takeback == "optional":
        raise InvalidOptions("lessons are about compulsory take-back: leave out --takeback")
    among = LESSON_RULES[args.lesson]
    usual = "standard" if "standard" in among else among[0]
    puzzles = lesson_puzzles(args.lesson, args.rules or usual)
    found = tuple(puzzle for puzzle in puzzles if args.grade in (None, puzzle.grade))
    if not found:
        raise InvalidOptions(f"the lesson {args.lesson} has no puzzle of grade {args.grade}")
    return found


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
        f"{TASKS[puzzle.aim]}."
    )
    print(state.to_text(plain=args.plain))
    hints = 0
    if args.hint:
        print(give_hint(puzzle, hints))
        hints += 1
    if args.solution:
        print(_describe_solution(puzzle))
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
                print(_describe_solution(puzzle))
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


def _describe_solution(puzzle: Puzzle) -> str:
    end = f": the end in {puzzle.distance} moves at most" if puzzle.distance else ""
    natural = f" Most players try {puzzle.natural}." if puzzle.natural else ""
    return f"{SOLUTIONS[puzzle.aim]} is {puzzle.solution}{end}.{natural}"


def _try_move(puzzle: Puzzle, answer: str) -> bool:
    try:
        solved = puzzle.is_solution(answer)
    except SommetError as error:
        print(error)
        return False
    if solved:
        print(f"Right. {_describe_solution(puzzle)}")
    else:
        print(f"{WRONG[puzzle.aim]} {refute(puzzle.state, answer)} Try again.")
    return solved


def list_puzzles(args: argparse.Namespace) -> int:
    """Print the collection, one line a puzzle."""
    for puzzle in _selection(args):
        print(f"{puzzle.number:3}  {puzzle.rules:8}  grade {puzzle.grade}  {puzzle.position}")
    return 0
