"""Pacal puzzles: what one seat knows, and one action that is clearly the best.

200 come with the package. The coach judges each of them, and a long reading of the opponent agrees
(docs/coach-pacal.md).
"""

import datetime
import functools
from dataclasses import dataclass
from importlib.resources import files

from sommet.engine import pacal_coach as core
from sommet.errors import InvalidOptions, InvalidRecord
from sommet.pacal import Action, Round, View, parse_action

GRADES = tuple(range(1, core.MAX_GRADE + 1))
_FIELDS = 8
_FIRST_DAY = datetime.date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A decision with one action that is clearly the best by what its seat can know.

    Attributes:
        number: Its place in the collection, from 1.
        rules: The rulebook: `en`, `nl` or `fr`.
        seed: Of the deal.
        history: The actions so far.
        solution: The best action.
        gain: By how many points of a hundred its chance to win is ahead of the next action's, half
            of the chance to draw included.
        missed: How many of a hundred tries the human-like levels got wrong.
        grade: 1 easy to 5 hard: a fifth of the collection each, by how often they are missed.
        phase: What is to be decided: `offer`, `take`, `build` or `last`.
    """

    number: int
    rules: str
    seed: int
    history: tuple[Action, ...]
    solution: Action
    gain: int
    missed: int
    grade: int
    phase: str

    @property
    def view(self) -> View:
        """The view of the seat to act, without the other hand."""
        played = Round.deal(self.rules, self.seed)
        for action in self.history:
            played = played.play(action)
        return played.view(played.actor)

    def is_solution(self, action: Action | str) -> bool:
        """Return whether an action solves the puzzle; raise InvalidMove for any other text."""
        return (parse_action(action) if isinstance(action, str) else action) == self.solution


def format_puzzle(puzzle: Puzzle) -> str:
    """Return one line of the collection; the number is the line's. Inverse of `parse_puzzle`."""
    history = ", ".join(str(action) for action in puzzle.history)
    numbers = (puzzle.gain, puzzle.missed, puzzle.grade)
    fields = (puzzle.rules, puzzle.seed, history, puzzle.solution, *numbers, puzzle.phase)
    return "\t".join(map(str, fields))


def parse_puzzle(line: str, number: int) -> Puzzle:
    """Return the puzzle on a line of the collection.

    Raises:
        InvalidRecord: the line is not a puzzle.
        InvalidMove: an action is none.
    """
    fields = line.rstrip("\n").split("\t")
    numbers = (fields[1:2] + fields[4:7]) if len(fields) == _FIELDS else [""]
    if not all(field.isdecimal() for field in numbers):
        raise InvalidRecord("a puzzle has eight fields split by tabs", line=number)
    rules, seed, history, solution, gain, missed, grade, phase = fields
    return Puzzle(
        number,
        rules,
        int(seed),
        tuple(parse_action(text) for text in history.split(", ") if text),
        parse_action(solution),
        int(gain),
        int(missed),
        int(grade),
        phase,
    )


@functools.cache
def _collection() -> bytes:
    return (files("sommet.bots") / "data" / "puzzles-pacal.tsv").read_bytes()


@functools.cache
def _choices() -> core.Puzzles:
    return core.Puzzles(_collection())


@functools.cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the collection that comes with the package, easy first."""
    lines = _collection().decode().splitlines()
    return tuple(parse_puzzle(line, n) for n, line in enumerate(lines, 1))


def select_puzzles(*, grade: int | None = None) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a grade, or all.

    Raises:
        InvalidOptions: there is no such grade.
    """
    if grade is not None and grade not in GRADES:
        raise InvalidOptions(f"puzzles are graded 1 to 5, not {grade}")
    return tuple(shipped_puzzles()[number - 1] for number in _choices().select(grade or 0))


def puzzle_of_the_day(day: datetime.date, *, grade: int | None = None) -> Puzzle:
    """Return the day's puzzle: the same for everyone, none twice before all have come up.

    Raises:
        InvalidOptions: there is no such grade.
    """
    numbers = [puzzle.number for puzzle in select_puzzles(grade=grade)]
    return shipped_puzzles()[core.Puzzles.of_the_day(numbers, (day - _FIRST_DAY).days) - 1]
