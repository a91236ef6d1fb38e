"""One step of a lesson: a position, a goal, and what each move leads to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

#: `done` reaches the goal, `off` is allowed but misses it, `on` is halfway.
Verdict = Literal["done", "off", "on"]


class Table(Protocol):
    """A game in a lesson, seen by the learner on seat 0."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move that the learner may make now; none when it is not the learner's turn."""

    @property
    def markers(self) -> tuple[int, int] | None:
        """Rounds won by the learner and the partner, where a step is about them."""

    def play(self, move: str) -> "Table":
        """Return the table after a move of the learner's, and after the partner's answer to it."""

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return the board as it goes over the wire, with choices if the learner is to act."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move means for the goal.

    Attributes:
        verdict: Whether the goal is reached.
        say: Which sentence the page says: `learn.{game}.{step}.{say}`.
    """

    verdict: Verdict
    say: str


DONE = Judgement("done", "done")
OFF = Judgement("off", "off")
ON = Judgement("on", "next")


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name: Its name in addresses and texts.
        clauses: The clauses that it lets the learner try.
        table: Where it begins.
        judge: Returns what a move of the learner's means, given the tables before and after it.
    """

    name: str
    clauses: tuple[str, ...]
    table: Table
    judge: Callable[[Table, str, Table], Judgement]


def describe_step(step: Step) -> dict[str, Any]:
    """Return a step as the page reads it.

    `board` is a whole board. Every move's `board` holds what differs from the one before it.
    """
    board = step.table.board(active=True)
    described = {
        "name": step.name,
        "clauses": list(step.clauses),
        "board": board,
        "moves": _describe_moves(step, step.table, board),
    }
    return _with_markers(described, step.table)


def _describe_moves(step: Step, table: Table, board: Mapping[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {}
    for move in table.moves:
        after = table.play(move)
        judged = step.judge(table, move, after)
        goes_on = judged.verdict == "on"
        shown = after.board(active=goes_on)
        described[move] = {
            "verdict": judged.verdict,
            "say": judged.say,
            "board": {name: value for name, value in shown.items() if board[name] != value},
        }
        if goes_on:
            described[move]["moves"] = _describe_moves(step, after, shown)
        _with_markers(described[move], after)
    return described


def _with_markers(described: dict[str, Any], table: Table) -> dict[str, Any]:
    if table.markers is not None:
        described["markers"] = list(table.markers)
    return described
