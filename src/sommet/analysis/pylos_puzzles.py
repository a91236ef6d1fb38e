"""Pylos puzzles: positions with exactly one winning move.

480 come with the package, checked against full tables: 400 with compulsory take-back and, from
number 401 on, 80 with optional take-back. `puzzle_of_the_day` picks one by date.
"""

import datetime
import functools
from dataclasses import dataclass
from importlib.resources import files

from sommet.errors import InvalidOptions, InvalidRecord
from sommet.pylos import Move, Options, State
from sommet.pylos.options import Takeback
from sommet.seeding import Random

GRADES = (1, 2, 3, 4, 5)
RULES = ("children", "standard", "expert")
#: What a solution can do, the rarest first; see `find_idea`.
IDEAS = (
    "freed-ball",
    "spring",
    "one-only",
    "raise-square",
    "square",
    "decline",
    "raise",
    "summit",
    "quiet",
)
_FIELDS = 8
#: The order of the daily puzzles starts here; any date works, earlier ones too.
_EPOCH = datetime.date(2026, 1, 1)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move wins and every other move does not.

    Attributes:
        number: Its place in the collection, from 1.
        rules: The preset it is played by.
        takeback: Ruling PYL-R1: `compulsory` or `optional`.
        position: The position's text form.
        solution: The winning move's text form.
        distance: Moves to the end with best play, the solution included.
        missed: How many of a hundred tries the people-like levels got wrong.
        grade: 1 easy to 5 hard, by distance and by how often it is missed.
        idea: A key for what the solution does; see `find_idea`.
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

    @property
    def state(self) -> State:
        """The position, ready to play from."""
        return State.parse(self.position, Options.preset(self.rules, takeback=self.takeback))

    def is_solution(self, move: Move | str) -> bool:
        """Return whether a legal move solves the puzzle; raise as `State.play` does otherwise."""
        return str(self.state.find_move(move)) == self.solution


def find_idea(state: State, move: Move) -> str:
    """Return the key of what `move` does: the rarest of the things that it combines.

    `freed-ball`: takes a ball that taking the first one freed. `spring`: takes back the very ball
    just landed. `one-only`: takes back one ball where two were possible. `raise-square`: raises a
    ball and takes back. `square`: takes back. `raise`: raises. `decline`: leaves a take-back that
    was there for the taking. `summit`: ends the game. `quiet`: none of these.
    """
    after = state.play(move)
    if after.outcome is not None and after.outcome.reason == "summit":
        return "summit"
    if move.taken:
        return _takeback_idea(state, move)
    if any(m.taken for m in state.legal_moves):
        return "decline"
    return "quiet" if move.source is None else "raise"


def _takeback_idea(state: State, move: Move) -> str:
    taken = move.taken
    same_landing = [
        m for m in state.legal_moves if (m.source, m.target) == (move.source, move.target)
    ]
    free_at_once = {m.taken[0] for m in same_landing if len(m.taken) == 1}
    if any(cell not in free_at_once for cell in taken):
        return "freed-ball"
    if move.target in taken:
        return "spring"
    if len(taken) == 1 and any(len(m.taken) == 2 for m in same_landing):
        return "one-only"
    return "square" if move.source is None else "raise-square"


def grade_puzzle(distance: int, missed: int) -> int:
    """Return 1 to 5: mostly how often it is missed, then how far the end is."""
    points = missed / 20 + min(distance, 40) / 40 - 0.25
    return max(1, min(5, 1 + int(points)))


def format_puzzle(puzzle: Puzzle) -> str:
    """Return one line of the collection; the number is the line's. Inverse of `parse_puzzle`."""
    return "\t".join(
        (
            puzzle.rules,
            puzzle.takeback,
            puzzle.position,
            puzzle.solution,
            str(puzzle.distance),
            str(puzzle.missed),
            str(puzzle.grade),
            puzzle.idea,
        )
    )


def parse_puzzle(line: str, number: int) -> Puzzle:
    """Return the puzzle on a line of the collection.

    Raises:
        InvalidRecord: the line is no puzzle.
    """
    fields = line.rstrip("\n").split("\t")
    if len(fields) != _FIELDS or not all(field.isdecimal() for field in fields[4:7]):
        raise InvalidRecord("a puzzle has eight fields split by tabs", line=number)
    rules, takeback, position, solution, distance, missed, grade, idea = fields
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
    )


@functools.cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return the collection that comes with the package."""
    text = (files("sommet.bots") / "data" / "puzzles-pylos.tsv").read_text("utf-8")
    return tuple(parse_puzzle(line, n) for n, line in enumerate(text.splitlines(), 1))


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
    found = tuple(
        p
        for p in shipped_puzzles()
        if rules in (None, p.rules) and grade in (None, p.grade) and takeback == p.takeback
    )
    if not found:
        raise InvalidOptions(_tell_none(rules, grade, takeback))
    return found


def puzzle_of_the_day(
    day: datetime.date,
    *,
    rules: str | None = None,
    grade: int | None = None,
    takeback: str = "compulsory",
) -> Puzzle:
    """Return the day's puzzle: the same for everyone, none twice before all have come up.

    Raises:
        InvalidOptions: as `select_puzzles` does.
    """
    puzzles = list(select_puzzles(rules=rules, grade=grade, takeback=takeback))
    turn, place = divmod((day - _EPOCH).days, len(puzzles))
    Random(turn).shuffle(puzzles)
    return puzzles[place]


def _tell_none(rules: str | None, grade: int | None, takeback: str) -> str:
    if rules == "children" and takeback == "optional":
        return (
            "nothing is taken back in the children's game: "
            "it has no puzzles of its own with optional take-back"
        )
    asked = [rules or "", f"grade {grade}" if grade else "", f"{takeback} take-back"]
    return f"the collection has no puzzle for {', '.join(filter(None, asked))}"
