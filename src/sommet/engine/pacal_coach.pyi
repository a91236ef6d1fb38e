"""The Pacal coach: chances, margins and reasons of each action."""

from collections.abc import Sequence
from typing import Any

import sommet.engine.pacal_players


MISTAKE: float = 0.05

BLUNDER: float = 0.15

CERTAIN: float = 0.0001

MAX_GRADE: int = 5

OPEN_PLAYOUTS: int = 24

REVIEW_SEED: int = 1

def curves() -> list[tuple[float, float, float, float]]:
    """By phase (slope, shift) of winning and of losing, in one row each."""

def keys() -> list[str]:
    """The key of every remark."""

def calibrate(chance: float, slope: float, shift: float) -> float:
    """A chance put right by a curve; 0 and 1 stay certain."""

def advise(seen: sommet.engine.pacal_players.Seen, brain: sommet.engine.pacal_players.DuelBrain) -> list[tuple[int, float, float, float, list[tuple[str, dict[str, Any], list[int]]]]]:
    """
    (code, win, draw, margin, [(key, params, fields)]) for each action, the best first.
    """

def advise_solo(tops: bytes, unders: bytes, unseen: int, card: int, rules: int, brain: sommet.engine.pacal_players.SoloBrain | None) -> list[tuple[int, float, float, float, list[tuple[str, dict[str, Any], list[int]]]]]:
    """The same for the fields of a solo game."""

def judge(chosen: tuple[int, float, float, float, Sequence[tuple[str, dict[str, Any], Sequence[int]]]], best: tuple[int, float, float, float, Sequence[tuple[str, dict[str, Any], Sequence[int]]]]) -> tuple[float, str, str, list[tuple[str, dict[str, Any], list[int]]]]:
    """
    (cost, grade, nuance, what speaks against it) of one advice beside the best one.
    """

def judge_sure(seen: sommet.engine.pacal_players.Seen, brain: sommet.engine.pacal_players.DuelBrain, chosen: tuple[int, float, float, float, Sequence[tuple[str, dict[str, Any], Sequence[int]]]], best: tuple[int, float, float, float, Sequence[tuple[str, dict[str, Any], Sequence[int]]]], seed: int) -> tuple[float, str, str, list[tuple[str, dict[str, Any], list[int]]]]:
    """
    The same, with what may be a mistake played on: it is one if that confirms it.
    """

def open_chance(brain: sommet.engine.pacal_players.DuelBrain, deck: bytes, rules: int, history: Sequence[int], seed: int, playouts: int, threads: int) -> float:
    """
    Seat 0's chance, draws half, when a round with open cards is played on.
    """

def tightest_gap(tops: bytes, coming: int) -> tuple[str, dict[str, Any], list[int]] | None:
    """The gap with the fewest spare cards as a reason, if it is tight."""

def fitting(tops: bytes, unders: bytes, cards: int) -> tuple[int, ...]:
    """Which cards fit some field, covering included."""

class Puzzles:
    """A collection of puzzles, chosen from by number."""

    def __init__(self, text: bytes) -> None: ...

    def select(self, grade: int) -> list[int]:
        """The numbers of a grade's; of all for grade 0."""

    @staticmethod
    def of_the_day(numbers: Sequence[int], day: int) -> int:
        """One of a selection; days are counted from 1970."""

    def of_a_streak(self, seed: int, place: int) -> int:
        """A puzzle of a streak, easy ones first; 0 at the end."""
