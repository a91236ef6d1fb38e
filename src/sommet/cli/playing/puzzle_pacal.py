"""`sommet puzzle --game pacal`: decisions with one action that is clearly the best."""

import argparse
import datetime

from sommet.analysis.pacal_coach import Advice, advise
from sommet.analysis.pacal_puzzles import (
    Puzzle,
    puzzle_of_the_day,
    select_puzzles,
    shipped_puzzles,
)
from sommet.errors import InvalidOptions, SommetError
from sommet.pacal import Action, parse_action

HELP_AT_PROMPT = """\
Find the one action that the coach thinks clearly best, by what you can know.
  offer 17 42     offer two cards of your hand
  take 17         take a card that is offered
  build 8         build your card on field 8
  hint            what is to be decided
  actions         everything you may do
  board           what you see again
  solution        the best action and why, and the end of the puzzle
  quit            stop"""
#: How a hint points at the solution, by what is to be decided.
HINTS = {
    "offer": "Whichever card is taken, the other is yours: look for a pair that suits you twice.",
    "take": "Think of the card that you leave as well.",
    "build": "Count which cards can still come for each gap.",
    "last": "Both of you play a last card: look at what you still lack.",
}


def run(args: argparse.Namespace) -> int:
    """List puzzles, or play one."""
    if args.rules is not None or args.takeback is not None:
        raise InvalidOptions("--rules and --takeback are of Pylos: leave them out with Pacal")
    match args.action:
        case "list":
            for puzzle in select_puzzles(grade=args.grade):
                print(f"{puzzle.number:3}  grade {puzzle.grade}  {puzzle.phase}")
            return 0
        case "make":
            raise InvalidOptions(
                "Pacal puzzles are made by python -m sommet.analysis.pacal_puzzle_maker"
            )
    return play_puzzle(choose_puzzle(args), args)


def choose_puzzle(args: argparse.Namespace) -> Puzzle:
    """Return the puzzle that the arguments ask for."""
    if args.number is None:
        return puzzle_of_the_day(args.day or datetime.date.today(), grade=args.grade)
    if args.day is not None or args.grade is not None:
        raise InvalidOptions("--number names one puzzle: leave out --day and --grade")
    puzzles = shipped_puzzles()
    number: int = args.number
    if not 1 <= number <= len(puzzles):
        raise InvalidOptions(f"the Pacal puzzles are numbered 1 to {len(puzzles)}, not {number}")
    return puzzles[number - 1]


def play_puzzle(puzzle: Puzzle, args: argparse.Namespace) -> int:
    """Show what the seat sees and take answers until the puzzle is solved or given up."""
    print(f"Pacal puzzle {puzzle.number}, grade {puzzle.grade} of 5: one action is clearly best.")
    print(puzzle.view.to_text(plain=args.plain))
    if args.hint:
        print(HINTS[puzzle.phase])
    if args.solution:
        print(_describe_solution(puzzle))
        return 0
    _ask(puzzle, plain=args.plain)
    return 0


def _ask(puzzle: Puzzle, *, plain: bool) -> None:
    while True:
        try:
            answer = input("Your action (or hint, solution, board, quit, ?): ").strip().lower()
        except EOFError:
            print()
            return
        match answer:
            case "":
                continue
            case "hint":
                print(HINTS[puzzle.phase])
            case "board":
                print(puzzle.view.to_text(plain=plain))
            case "actions" | "moves":
                print(", ".join(str(action) for action in puzzle.view.legal_moves))
            case "?" | "help":
                print(HELP_AT_PROMPT)
            case "solution":
                print(_describe_solution(puzzle))
                return
            case "quit":
                return
            case _:
                if _try_action(puzzle, answer):
                    return


def _try_action(puzzle: Puzzle, answer: str) -> bool:
    try:
        action = parse_action(answer)
    except SommetError as error:
        print(error)
        return False
    if action not in puzzle.view.legal_moves:
        print(f"{action} is not possible here: actions lists what is.")
        return False
    if puzzle.is_solution(action):
        print(f"Right. {_describe_solution(puzzle)}")
        return True
    chance = _of(action, advise(puzzle.view)).score
    print(f"{action}: {100 * chance:.0f} % winning chances. Something else is clearly better.")
    return False


def _of(action: Action, advice: tuple[Advice, ...]) -> Advice:
    return next(one for one in advice if one.action == action)


def _describe_solution(puzzle: Puzzle) -> str:
    best = _of(puzzle.solution, advise(puzzle.view))
    lines = [
        f"Best is {best.action}: {100 * best.score:.0f} % winning chances (draws count half), "
        f"{puzzle.gain} points ahead of the next."
    ]
    return "\n".join([*lines, *(f"  {reason.to_text()}" for reason in best.reasons)])
