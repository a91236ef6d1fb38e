"""A game in progress as a session sees it: who is to act, the state after a move, the ending.

One small class per game translates; a session knows no game.
"""

from typing import ClassVar, Protocol, Self, runtime_checkable

from sommet.engine.match import TableRules
from sommet.outcome import Outcome


@runtime_checkable
class GameProgress(Protocol):
    """A game in progress, immutable."""

    #: Seats at the table: 2, or 1 in solo.
    seats: ClassVar[int]
    #: What differs between the games at a table: draws, takebacks, increments.
    table_rules: ClassVar[TableRules]

    @property
    def actor(self) -> int | None:
        """The seat to act; None before the cards are dealt, between rounds and at the end."""

    @property
    def beginner(self) -> int | None:
        """The seat that made the first move of the game; None before the cards are dealt."""

    @property
    def outcome(self) -> Outcome | None:
        """How the whole game ended, or None."""

    @property
    def round(self) -> int:
        """The round on the table, from 1."""

    @property
    def round_outcome(self) -> Outcome | None:
        """How the current round ended; None while it is running, and in a game of one round."""

    @property
    def needs_deal(self) -> bool:
        """Whether cards must be dealt before anybody can act."""

    def deal(self, text: str) -> Self:
        """Return the progress with the cards of `text` dealt.

        Raises:
            SommetError: `text` is not a deal, or none is needed.
        """

    def play(self, move: str) -> Self:
        """Return the progress after `move` (its fixed text form) by the actor.

        Raises:
            InvalidMove: `move` cannot be read.
            IllegalMove: the rules do not allow it here.
        """


class OneRound:
    """What is the same in every game of a single round, which the first seat begins."""

    __slots__ = ()

    @property
    def beginner(self) -> int | None:
        """The first seat."""
        return 0

    @property
    def round(self) -> int:
        """Always the first."""
        return 1

    @property
    def round_outcome(self) -> Outcome | None:
        """None: a game of one round ends as a game."""
        return None
