"""Which moves of a game changed its value, and what would have been better."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sommet.analysis.pylos_judge import Judge, Value
from sommet.engine import pylos_coach as core
from sommet.pylos import Move, State


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game under review.

    Attributes:
        number: The move's place in the game, from 1.
        side: Who moved: 0 light, 1 dark.
        move: The move.
        before: What the position was worth to the mover.
        after: What the move made of it.
        proved: Whether both values are certain.
        better: The moves that would have kept the value, best first; empty if nothing was lost.
        score_drop: How far the search's estimate fell; None where a table judged.
        distance_before: Moves to the end before, under best play; only from a full table.
        distance_after: The same after this move, which is counted.
    """

    number: int
    side: int
    move: Move
    before: Value
    after: Value
    proved: bool
    better: tuple[Move, ...]
    score_drop: int | None = None
    distance_before: int | None = None
    distance_after: int | None = None

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave something away."""
        return bool(self.better)


def review_game(
    start: State,
    moves: Sequence[Move | str],
    judge: Judge,
    *,
    progress: Callable[[int], object] | None = None,
    cancel: threading.Event | None = None,
) -> tuple[Judged, ...]:
    """Return a judgement on every move of a game.

    Args:
        start: Where the game began.
        moves: What was played, in order; each must be legal.
        judge: Tables or a search.
        progress: Called with the number of moves done, after each.
        cancel: When set, the moves judged so far are returned.
    """
    judged = []
    state = start
    for number, played in enumerate(moves, 1):
        if cancel is not None and cancel.is_set():
            break
        move = state.find_move(played)
        judged.append(_judge_move(number, state, move, judge, cancel))
        state = state.play(move)
        if progress is not None:
            progress(number)
    return tuple(judged)


def _judge_move(
    number: int, state: State, move: Move, judge: Judge, cancel: threading.Event | None
) -> Judged:
    judgement = judge.judge(state, cancel=cancel)
    verdict = judgement.verdicts[move]
    best = judgement.verdicts[judgement.best[0]]
    grade, proved, fall = core.compare(best.row, verdict.row)
    drop = fall if best.score is not None and verdict.score is not None else None
    return Judged(
        number,
        state.side,
        move,
        best.value,
        verdict.value,
        proved,
        judgement.best if grade else (),
        drop,
        best.distance if drop is None else None,
        verdict.distance if drop is None else None,
    )
