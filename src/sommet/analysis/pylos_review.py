"""Which moves of a game changed its value, and what would have been better."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sommet.analysis.pylos_judge import Judge, Value, Verdict
from sommet.analysis.pylos_reasons import Reason, Table, explain_move
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
        reasons: Why it was a mistake, the most telling reason first; only with a table.
        line: The answer to a mistake and a possible continuation; only with a table.
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
    reasons: tuple[Reason, ...] = ()
    line: tuple[Move, ...] = ()

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave something away."""
        return bool(self.better)


def review_game(
    start: State,
    moves: Sequence[Move | str],
    judge: Judge,
    *,
    table: Table | None = None,
    progress: Callable[[int], object] | None = None,
    cancel: threading.Event | None = None,
) -> tuple[Judged, ...]:
    """Return a judgement on every move of a game.

    Args:
        start: Where the game began.
        moves: What was played, in order; each must be legal.
        judge: Tables or a search.
        table: What explains mistakes; None leaves them unexplained.
        progress: Called with the number of moves done, after each.
        cancel: When set, the moves judged so far are returned.
    """
    judged = []
    state = start
    for number, played in enumerate(moves, 1):
        if cancel is not None and cancel.is_set():
            break
        move = state.find_move(played)
        judged.append(_judge_move(number, state, move, judge, table=table, cancel=cancel))
        state = state.play(move)
        if progress is not None:
            progress(number)
    return tuple(judged)


def _judge_move(
    number: int,
    state: State,
    move: Move,
    judge: Judge,
    *,
    table: Table | None,
    cancel: threading.Event | None,
) -> Judged:
    judgement = judge.judge(state, cancel=cancel)
    verdict = judgement.verdicts[move]
    best = judgement.verdicts[judgement.best[0]]
    grade, proved, fall = core.compare(best.row, verdict.row)
    drop = fall if best.score is not None and verdict.score is not None else None
    reasons, line = _explain(state, move, best, verdict, table) if grade and table else ((), ())
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
        reasons,
        line,
    )


def _explain(
    state: State, move: Move, best: Verdict, verdict: Verdict, table: Table
) -> tuple[tuple[Reason, ...], tuple[Move, ...]]:
    """Return reasons and a line; none where the past of the game (PYL-R3) changes the values."""
    found = explain_move(state, move, table)
    same = (found.best, found.value) == (best.value, verdict.value)
    return (found.reasons, found.line) if same else ((), ())
