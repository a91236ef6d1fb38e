"""Pylos between seats: light on seat 0, dark on seat 1."""

from dataclasses import dataclass
from typing import ClassVar, Self

from sommet.engine.match import PYLOS, TableRules
from sommet.errors import InvalidPosition
from sommet.match.game_progress import OneRound
from sommet.outcome import Outcome
from sommet.pylos import Options, State


@dataclass(frozen=True, slots=True)
class PylosProgress(OneRound):
    """One game of Pylos."""

    seats: ClassVar[int] = 2
    table_rules: ClassVar[TableRules] = PYLOS

    state: State

    @classmethod
    def begin(cls, options: Options) -> Self:
        """Return a game that begins with the empty board."""
        return cls(State.start(options=options))

    @property
    def actor(self) -> int | None:
        """The side to move."""
        return None if self.state.outcome is not None else self.state.side

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.state.outcome

    @property
    def needs_deal(self) -> bool:
        """Never: there are no cards."""
        return False

    def deal(self, text: str) -> Self:
        """Refuse: there are no cards."""
        raise InvalidPosition(f"Pylos has no cards to deal, such as {text!r}")

    def play(self, move: str) -> Self:
        """Return the game after `move`."""
        return type(self)(self.state.play(move))
