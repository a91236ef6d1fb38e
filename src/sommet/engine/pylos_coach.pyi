"""What Pylos moves are worth, mistakes, ideas and puzzles."""

from collections.abc import Sequence


JUDGE_NODES: int = 10000

OPEN_SCORE: int = 100

CLEAR_DROP: int = 150

MAX_GRADE: int = 5

def ideas() -> list[str]:
    """Keys of what a move can do, the rarest first."""

def judge_position(verdicts: Sequence[tuple[int, bool, int | None, int | None]]) -> tuple[int, bool, list[int]]:
    """(rank, proved, numbers of the moves that keep the value, best first)."""

def table_verdict(rank: int, distance: int | None, drawn: bool) -> tuple[int, bool, int | None, int | None]:
    """
    (rank, proved, distance, score) of a move by what a table says of the position after it.
    """

def searched_verdicts(own: int, other: int, rules: tuple[bool, bool, bool, bool], moves: Sequence[tuple[int, int, int, int]], scores: Sequence[int]) -> list[tuple[int, bool, int | None, int | None]]:
    """
    The same for each legal move, by what a search with exact scores found.
    """

def compare(best: tuple[int, bool, int | None, int | None], played: tuple[int, bool, int | None, int | None]) -> tuple[int, bool, int]:
    """
    (0 good, 1 mistake, 2 blunder; whether both values are certain; fall of the score).
    """

def find_idea(own: int, other: int, rules: tuple[bool, bool, bool, bool], move: tuple[int, int, int, int]) -> str:
    """The key of what a legal move does."""

def explain(own: int, other: int, rules: tuple[bool, bool, bool, bool], move: tuple[int, int, int, int], probe: object) -> tuple[int, int, list[tuple[str, list[int]]], list[tuple[int, int, int, int]]]:
    """
    (rank of the position, rank of the move, reasons as key and cells, the answer to a mistake as moves), by exact values: `probe` gives the ranks of positions, given as lists of own and other balls.
    """

def grade_puzzle(distance: int, missed: int) -> int:
    """1 to 5: mostly how often it is missed, then how far the end is."""

def judge_try(aim: int, first: bool, solution: bool, verdict: tuple[int, bool, int | None, int | None]) -> tuple[bool, tuple[int, bool, int | None, int | None]]:
    """
    (whether a try in a puzzle is right, its verdict there), by what its move is worth; of the player's first moves only the solution is right.
    """

class Puzzles:
    """A collection of puzzles, chosen from by number."""

    def __init__(self, text: bytes) -> None: ...

    def select(self, rules: str, grade: int, takeback: str) -> list[int]:
        """
        The numbers of a selection, without lessons; no rules and grade 0 stand for any.
        """

    def of_a_lesson(self, lesson: str, rules: str) -> list[int]:
        """The numbers of a lesson's puzzles, easy ones first."""

    @staticmethod
    def of_the_day(numbers: Sequence[int], day: int) -> int:
        """One of a selection; days are counted from 1970."""

    def of_a_streak(self, seed: int, place: int) -> int:
        """A puzzle of a streak, easy ones first; 0 at the end."""
