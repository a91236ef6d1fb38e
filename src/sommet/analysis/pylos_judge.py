"""The value of each move in a Pylos position, from tables or, without one, from a search.

Tables are exact; a search is exact only where it proves a value, and estimates the rest. A
`Judgement` always says which of the two it is.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

from sommet.bots.pylos.search import Limit, think
from sommet.engine import pylos_coach as core
from sommet.pylos import Move, Options, State
from sommet.tablebase.full_table import Value as TableValue
from sommet.tablebase.probe import open_table

Value = Literal["win", "draw", "loss"]
#: Values from worst to best for the side to move.
VALUES: tuple[Value, ...] = ("loss", "draw", "win")

#: What the core reads and gives: rank, whether it is proved, distance, score.
_Row = tuple[int, bool, int | None, int | None]


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

    @property
    def row(self) -> _Row:
        """The verdict as the core reads it."""
        return self.rank, self.proved, self.distance, self.score


def _read_row(row: _Row) -> Verdict:
    rank, proved, distance, score = row
    return Verdict(VALUES[rank], proved, distance, score)


@dataclass(frozen=True, slots=True)
class Judgement:
    """Every legal move of a position with its verdict."""

    verdicts: Mapping[Move, Verdict]

    def _standing(self) -> tuple[int, bool, list[int]]:
        return core.judge_position([verdict.row for verdict in self.verdicts.values()])

    @property
    def value(self) -> Value:
        """What the position is worth to the side to move."""
        return VALUES[self._standing()[0]]

    @property
    def proved(self) -> bool:
        """Whether that value is certain: one proved win is enough, else all must be proved."""
        return self._standing()[1]

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value: quickest win, slowest loss, best score first."""
        moves = tuple(self.verdicts)
        return tuple(moves[number] for number in self._standing()[2])


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
        return Judgement(
            {
                move: _read_row(
                    core.table_verdict(VALUES.index(value.word), value.distance, _drawn(child))
                )
                for move, child, value in zip(moves, after, self.table.values(after), strict=True)
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

    def __init__(self, limit: Limit | None = None) -> None:
        """Search as far as `limit` says; without one, as far as the page does."""
        self.limit = limit or Limit(nodes=core.JUDGE_NODES)

    def judge(self, state: State, *, cancel: threading.Event | None = None) -> Judgement:
        """Return what a search with an exact score for every move finds."""
        thought = think(state, self.limit, every=True, cancel=cancel)
        own, other = (state.dark, state.light) if state.side else (state.light, state.dark)
        rows = core.searched_verdicts(
            own,
            other,
            state.options.core_rules,
            [core_move(move) for move in thought.moves],
            list(thought.scores),
        )
        return Judgement(dict(zip(state.legal_moves, map(_read_row, rows), strict=True)))


def core_move(move: Move) -> tuple[int, int, int, int]:
    """Return a move as the core reads it, -1 for none."""
    first, second, *_ = (*move.taken, -1, -1)
    return -1 if move.source is None else move.source, move.target, first, second
