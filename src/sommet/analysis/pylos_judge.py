"""What each move of a Pylos position is worth, from tables or, failing that, from searching.

Tables know; a search knows only what it can prove and estimates the rest. A `Judgement` always says
which of the two it is, so that nobody takes an estimate for a fact.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

from sommet.bots.pylos.search import Limit, Thought, proved_value, think
from sommet.engine import search as core
from sommet.pylos import Move, Options, State
from sommet.tablebase.full_table import Value as TableValue
from sommet.tablebase.probe import open_table

Value = Literal["win", "draw", "loss"]
#: Values from worst to best for the side to move.
VALUES: tuple[Value, ...] = ("loss", "draw", "win")

#: Below this score, in hundredths of a logit, a search calls a position open: about 27 % to 73 %.
OPEN_SCORE = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move is worth to the player who makes it.

    Attributes:
        value: What it leads to with best play; an estimate unless `proved`.
        proved: Whether the value is certain.
        distance: Moves to the end with best play, this one included; None where unknown.
        score: The search's score, None from a table.
    """

    value: Value
    proved: bool
    distance: int | None = None
    score: int | None = None

    @property
    def rank(self) -> int:
        """0 loss, 1 draw (or open), 2 win."""
        return VALUES.index(self.value)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Every legal move of a position with its verdict."""

    verdicts: Mapping[Move, Verdict]

    @property
    def value(self) -> Value:
        """What the position is worth to the side to move."""
        return max(self.verdicts.values(), key=lambda verdict: verdict.rank).value

    @property
    def proved(self) -> bool:
        """Whether that value is certain: one proved win is enough, else all must be proved."""
        return any(v.proved and v.value == "win" for v in self.verdicts.values()) or all(
            v.proved for v in self.verdicts.values()
        )

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value: quickest win, slowest loss, best score first."""
        top = VALUES.index(self.value)
        keeping = [(m, v) for m, v in self.verdicts.items() if v.rank == top]
        keeping.sort(key=lambda item: _preference(item[1]))
        return tuple(move for move, _ in keeping)


def _preference(verdict: Verdict) -> tuple[int, int]:
    distance = verdict.distance or 0
    return (distance if verdict.value == "win" else -distance, -(verdict.score or 0))


class Judge(Protocol):
    """Something that can judge positions."""

    @property
    def source(self) -> Literal["table", "search"]:
        """Where the verdicts come from."""

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:
        """Return a verdict on every legal move; the game must not be over."""


class Table(Protocol):
    """What a judge needs of a table; both full and shipped tables offer it."""

    def values(self, states: Sequence[State]) -> Sequence[TableValue]:
        """Return the value of each state for its side to move."""


class TableJudge:
    """Judges by looking up: every verdict is certain."""

    source: Literal["table"] = "table"

    def __init__(self, table: Table) -> None:
        self.table = table

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:  # noqa: ARG002
        """Return the verdicts that the table gives; a repetition that ends the game is a draw."""
        moves = state.legal_moves
        # A table knows positions without their past, so a state counts as if it were new.
        after = [state.play(move) for move in moves]
        values = (value.for_the_other() for value in self.table.values(after))
        return Judgement(
            {
                move: Verdict("draw", True) if _drawn(child) else Verdict(v.word, True, v.distance)
                for move, child, v in zip(moves, after, values, strict=True)
            }
        )


def _drawn(state: State) -> bool:
    """Return whether the game is over without a winner. Ruling PYL-R3."""
    return state.outcome is not None and state.outcome.winner is None


@dataclass(frozen=True, slots=True)
class FileJudge:
    """Judges by a table that is opened where it is first needed, so it can be sent elsewhere."""

    options: Options
    path: Path

    @property
    def source(self) -> Literal["table"]:
        """Where the verdicts come from."""
        return "table"

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:
        """Return the verdicts that the table gives."""
        return _judge_of(self.options, self.path).judge(state, cancel=cancel)


@cache
def _judge_of(options: Options, path: Path) -> TableJudge:
    return TableJudge(open_table(options, path))


class SearchJudge:
    """Judges by searching each position for a while; only proofs are certain."""

    source: Literal["search"] = "search"

    def __init__(self, limit: Limit) -> None:
        self.limit = limit

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:
        """Return what a search with an exact score for every move finds."""
        thought = think(state, self.limit, every=True, cancel=cancel)
        by_successor = _scores_by_successor(state, thought)
        return Judgement(
            {m: _searched_verdict(by_successor[_board(state.play(m))]) for m in state.legal_moves}
        )


def _board(state: State) -> tuple[int, int]:
    return state.light, state.dark


def _scores_by_successor(state: State, thought: Thought) -> dict[tuple[int, int], int]:
    # The search names one of several moves with the same result; the verdict is the same for all.
    return {
        _board(state.play(move)): score
        for move, score in zip(thought.moves, thought.scores, strict=True)
    }


def _searched_verdict(score: int) -> Verdict:
    match proved_value(score):
        case "win":
            return Verdict("win", True, core.WIN - score, score)
        case "loss":
            return Verdict("loss", True, core.WIN + score, score)
    if abs(score) < OPEN_SCORE:
        return Verdict("draw", False, None, score)
    return Verdict("win" if score > 0 else "loss", False, None, score)
