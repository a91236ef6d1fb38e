"""A Pylos puzzle being solved: whether a try is right, and how the opponent answers it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sommet.analysis.pylos_judge import VALUES, Judge, Value
from sommet.analysis.pylos_puzzles import Puzzle
from sommet.engine import pylos_coach as core
from sommet.errors import InvalidRecord
from sommet.pylos import Move, State


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a player's move in a puzzle.

    Attributes:
        right: Whether it keeps what the puzzle aims at. Of the first moves only the solution does.
        value: What the move is worth to the player.
        reply: The opponent's best answer; None where the move ended the game.
        state: The position after the answer, or after the move that ended the game.
    """

    right: bool
    value: Value
    reply: Move | None
    state: State


def try_moves(puzzle: Puzzle, moves: Sequence[Move | str], judge: Judge) -> Attempt:
    """Return the result of the last of `moves`, which alternate between player and opponent.

    Raises:
        InvalidRecord: there is no move, or the last one is the opponent's.
        IllegalMove, InvalidMove: as `State.play`.
    """
    if len(moves) % 2 == 0:
        raise InvalidRecord("the last move must be the player's")
    state = puzzle.state
    for move in moves[:-1]:
        state = state.play(move)
    move = state.find_move(moves[-1])
    row = judge.judge(state).verdicts[move].row
    aim = VALUES.index("draw" if puzzle.aim == "draw" else "win")
    right, (rank, *_) = core.judge_try(aim, len(moves) == 1, str(move) == puzzle.solution, row)
    after = state.play(move)
    if after.outcome is not None:
        return Attempt(right, VALUES[rank], None, after)
    reply = judge.judge(after).best[0]
    return Attempt(right, VALUES[rank], reply, after.play(reply))
