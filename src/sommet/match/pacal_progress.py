"""A match of Pacal between two seats, and the solo game."""

from dataclasses import dataclass
from typing import ClassVar, Self

from sommet.engine.match import PACAL, SOLO, TableRules
from sommet.errors import IllegalMove
from sommet.match.game_progress import OneRound
from sommet.outcome import Outcome
from sommet.pacal import Match, Options, Solo, parse_deal, parse_solo_deal

_NOT_DEALT = "the cards are not dealt yet"


@dataclass(frozen=True, slots=True)
class PacalProgress:
    """A match, first to three rounds; before the first deal there is no match yet. Rule PAC-9."""

    seats: ClassVar[int] = 2
    table_rules: ClassVar[TableRules] = PACAL

    options: Options
    match: Match | None = None

    @property
    def actor(self) -> int | None:
        """The seat to act in the present round."""
        return None if self.match is None else self.match.actor

    @property
    def beginner(self) -> int | None:
        """The seat that began the first round. Rule PAC-2."""
        return None if self.match is None else self.match.rounds[0].beginner

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None."""
        return None if self.match is None else self.match.outcome

    @property
    def round(self) -> int:
        """The round being played, just finished or about to be dealt first."""
        return 1 if self.match is None else len(self.match.rounds)

    @property
    def round_outcome(self) -> Outcome | None:
        """How the present round ended, or None."""
        return None if self.match is None else self.match.round.outcome

    @property
    def needs_deal(self) -> bool:
        """Whether the next round's cards are to be dealt."""
        return self.match is None or self.match.needs_deal

    def deal(self, text: str) -> Self:
        """Return the match at the start of its next round."""
        deal = parse_deal(text)
        match = (
            Match.start(self.options, deal=deal)
            if self.match is None
            else self.match.next_round(deal)
        )
        return type(self)(self.options, match)

    def play(self, move: str) -> Self:
        """Return the match after an action."""
        if self.match is None:
            raise IllegalMove(move, _NOT_DEALT, clause="PAC-1", position="")
        return type(self)(self.options, self.match.play(move))


@dataclass(frozen=True, slots=True)
class SoloProgress(OneRound):
    """A solo game; before the deal there is none yet. Rule PAC-10."""

    seats: ClassVar[int] = 1
    table_rules: ClassVar[TableRules] = SOLO

    options: Options
    solo: Solo | None = None

    @property
    def actor(self) -> int | None:
        """Seat 0 until the end."""
        return None if self.solo is None or self.solo.outcome is not None else 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended (winner 1 stands for the pyramid), or None."""
        return None if self.solo is None else self.solo.outcome

    @property
    def needs_deal(self) -> bool:
        """Whether the cards are to be dealt."""
        return self.solo is None

    def deal(self, text: str) -> Self:
        """Return the game with its first card drawn."""
        if self.solo is not None:
            raise IllegalMove("deal", "the cards are dealt already", clause="PAC-10", position="")
        return type(self)(self.options, Solo.from_deal(self.options, parse_solo_deal(text)))

    def play(self, move: str) -> Self:
        """Return the game after a build."""
        if self.solo is None:
            raise IllegalMove(move, _NOT_DEALT, clause="PAC-10", position="")
        return type(self)(self.options, self.solo.play(move))
