"""Pylos puzzles: positions with exactly one winning move, or in one lesson exactly one that draws.

480 come with the package, checked against full tables: 400 with compulsory take-back and, from
number 401 on, 80 with optional take-back. `puzzle_of_the_day` picks one by date. After them come
the puzzles of the lessons (`lesson_puzzles`), checked against the shipped tables.
"""

import datetime
import functools
from dataclasses import dataclass
from importlib.resources import files

from sommet.analysis.pylos_judge import core_move
from sommet.engine import pylos_coach as core
from sommet.errors import InvalidOptions, InvalidRecord
from sommet.pylos import Move, Options, State
from sommet.pylos.options import PRESETS, Takeback

GRADES = tuple(range(1, core.MAX_GRADE + 1))
RULES = tuple(PRESETS)
#: What a solution can do, the rarest first; see `find_idea`.
IDEAS = tuple(core.ideas())
#: What the lessons are about, and for which rules: traps of the opening, kinds of endings, and
#: openings where one move keeps a draw, which only the expert game has.
LESSON_RULES = {
    "trap": RULES,
    "raise": RULES,
    "stuck": RULES,
    "ahead": RULES,
    "behind": RULES,
    "crown": RULES,
    "draw": ("expert",),
}
LESSONS = tuple(LESSON_RULES)
_FIELDS, _LESSON_FIELDS = 8, 10
_FIRST_DAY = datetime.date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move wins and every other move does not.

    In the lesson `draw` one move draws and every other move loses.

    Attributes:
        number: Its place in the collection, from 1.
        rules: The preset it is played by.
        takeback: Ruling PYL-R1: `compulsory` or `optional`.
        position: The position's text form.
        solution: The text form of the move that wins, or draws.
        distance: Moves to the end with best play, the solution included; 0 where not known.
        missed: How many of a hundred tries the human-like levels got wrong.
        grade: 1 easy to 5 hard, by distance and by how often it is missed.
        idea: A key for what the solution does; see `find_idea`.
        lesson: Which of `LESSONS` it belongs to; empty in the general collection.
        natural: In a lesson, the wrong move that the human-like levels play most.
    """

    number: int
    rules: str
    takeback: Takeback
    position: str
    solution: str
    distance: int
    missed: int
    grade: int
    idea: str
    lesson: str = ""
    natural: str = ""

    @property
    def aim(self) -> str:
        """What the solution keeps: `win`, or `draw` in the lesson on draws."""
        return "draw" if self.lesson == "draw" else "win"

    @property
    def state(self) -> State:
        """The position, ready to play from."""
        return State.parse(self.position, Options.preset(self.rules, takeback=self.takeback))

    def is_solution(self, move: Move | str) -> bool:
        """Return whether a legal move solves the puzzle; raise as `State.play` does otherwise."""
        return str(self.state.find_move(move)) == self.solution


def find_idea(state: State, move: Move) -> str:
    """Return the key of what `move` does: the rarest of the things that it combines.

    `freed-ball`: takes back a ball that became free when the first was taken. `spring`: takes back
    the ball that was just placed or raised. `one-only`: takes back one ball where two were
    possible. `raise-square`: raises a ball and takes back. `square`: takes back. `raise`: raises.
    `decline`: takes nothing back although it was possible. `summit`: ends the game. `quiet`: none
    of these.
    """
    own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
    return core.find_idea(own, other, state.options.core_rules, core_move(move))


def grade_puzzle(distance: int, missed: int) -> int:
    """Return 1 to 5: mostly how often it is missed, then how far the end is."""
    return core.grade_puzzle(distance, missed)


def format_puzzle(puzzle: Puzzle) -> str:
    """Return one line of the collection; the number is the line's. Inverse of `parse_puzzle`."""
    fields = (
        puzzle.rules,
        puzzle.takeback,
        puzzle.position,
        puzzle.solution,
        str(puzzle.distance),
        str(puzzle.missed),
        str(puzzle.grade),
        puzzle.idea,
    )
    return "\t".join((*fields, puzzle.lesson, puzzle.natural) if puzzle.lesson else fields)


def parse_puzzle(line: str, number: int) -> Puzzle:
    """Return the puzzle on a line of the collection.

    Raises:
        InvalidRecord: the line is not a puzzle.
    """
    fields = line.rstrip("\n").split("\t")
    if len(fields) not in (_FIELDS, _LESSON_FIELDS) or not all(
        field.isdecimal() for field in fields[4:7]
    ):
        raise InvalidRecord("a puzzle has eight fields split by tabs, a lesson's ten", line=number)
    rules, takeback, position, solution, distance, missed, grade, idea, *lesson = fields
    options = Options.preset(rules, takeback=takeback)
    return Puzzle(
        number,
        options.preset_name,
        options.takeback,
        position,
        solution,
        int(distance),
        int(missed),
        int(grade),
        idea,
        *lesson,
    )


@functools.cache
def _collection() -> bytes:
    return (files("sommet.bots") / "data" / "puzzles-pylos.tsv").read_bytes()


@functools.cache
def _choices() -> core.Puzzles:
    return core.Puzzles(_collection())


@functools.cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the collection that comes with the package."""
    lines = _collection().decode().splitlines()
    return tuple(parse_puzzle(line, n) for n, line in enumerate(lines, 1))


def select_puzzles(
    *, rules: str | None = None, grade: int | None = None, takeback: str = "compulsory"
) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of these rules and grade.

    Raises:
        InvalidOptions: there are no such rules or grades, or the collection has none of them.
    """
    if rules is not None and rules not in RULES:
        raise InvalidOptions(f"there are puzzles for {', '.join(RULES)}, not {rules!r}")
    if grade is not None and grade not in GRADES:
        raise InvalidOptions(f"puzzles are graded 1 to 5, not {grade}")
    Options.preset(rules or "standard", takeback=takeback)
    numbers = _choices().select(rules or "", grade or 0, takeback)
    if not numbers:
        raise InvalidOptions(_describe_none(rules, grade, takeback))
    return tuple(shipped_puzzles()[number - 1] for number in numbers)


def lesson_puzzles(lesson: str, rules: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a lesson, easy ones first.

    Raises:
        InvalidOptions: there is no such lesson for these rules.
    """
    numbers = _choices().of_a_lesson(lesson, rules)
    if not numbers:
        raise InvalidOptions(
            f"there are lessons on {', '.join(LESSONS)} for {', '.join(RULES)} "
            f"(draw: expert only), not on {lesson!r} for {rules!r}"
        )
    return tuple(shipped_puzzles()[number - 1] for number in numbers)


def puzzle_of_the_day(
    day: datetime.date,
    *,
    rules: str = "standard",
    grade: int | None = None,
    takeback: str = "compulsory",
) -> Puzzle:
    """Return the day's puzzle: the same for everyone, none twice before all have come up.

    Whoever opens it may have met no other rules than the standard ones.

    Raises:
        InvalidOptions: as `select_puzzles` does.
    """
    numbers = [
        puzzle.number for puzzle in select_puzzles(rules=rules, grade=grade, takeback=takeback)
    ]
    return shipped_puzzles()[core.Puzzles.of_the_day(numbers, (day - _FIRST_DAY).days) - 1]


def _describe_none(rules: str | None, grade: int | None, takeback: str) -> str:
    if rules == "children" and takeback == "optional":
        return (
            "nothing is taken back in the children's game: "
            "it has no puzzles of its own with optional take-back"
        )
    asked = [rules or "", f"grade {grade}" if grade else "", f"{takeback} take-back"]
    return f"the collection has no puzzle for {', '.join(filter(None, asked))}"
