"""A match: rounds until a player has won three. Rules PAC-9, PAC-R3 to PAC-R5, PAC-R7."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from sommet.arguments import check_kind
from sommet.engine import pacal as core
from sommet.errors import IllegalMove, SommetError
from sommet.outcome import Outcome
from sommet.pacal.actions import Action
from sommet.pacal.deal import Deal
from sommet.pacal.options import Options
from sommet.pacal.round import Round
from sommet.pacal.view import View

#: Rounds to win, and steps of a marker from the rim of the board to its middle.
ROUNDS_TO_WIN: Final[int] = core.ROUNDS_TO_WIN

_DEFAULT: Final = Options()


def judge_match(results: Iterable[Outcome]) -> Outcome | None:
    """Return how a match ends with rounds that ended like this; None: it goes on. Rule PAC-9."""
    ending = core.match_score([result.winner for result in results])[2]
    return None if ending is None else Outcome(*ending)


@dataclass(frozen=True, slots=True)
class Match:
    """A match in some round: immutable, hashable, comparable and picklable.

    Randomness is passed in: each round begins with a deal that the caller makes. The winner of a
    round moves one step; a drawn round moves nobody and is dealt again (PAC-R3 to PAC-R5). Who
    begins is decided by the apex cards of each deal (PAC-R7).

    Attributes:
        round: The round being played, or just finished.
        earlier: The rounds before it, in order, drawn ones included.
    """

    round: Round
    earlier: tuple[Round, ...] = ()

    def __post_init__(self) -> None:
        check_kind(self.round, Round, "a Round")
        for played in check_kind(self.earlier, tuple, "a tuple of earlier rounds"):
            check_kind(played, Round, "a Round")

    @classmethod
    def start(
        cls, options: Options | str = _DEFAULT, *, deal: Deal | None = None, seed: int | None = None
    ) -> Self:
        """Return a match at the first action of its first round.

        Its cards are `deal`, or those that `seed` (0 without both) gives for ever.

        Raises:
            SommetError: Both are given.
        """
        return cls(Round.from_deal(options, _choose_deal(deal, seed)))

    @property
    def options(self) -> Options:
        """The rules in force, the same in every round."""
        return self.round.options

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round so far, the present one last."""
        return (*self.earlier, self.round)

    @property
    def results(self) -> tuple[Outcome, ...]:
        """The endings of the finished rounds, in order."""
        return tuple(r.outcome for r in self.rounds if r.outcome is not None)

    @property
    def wins(self) -> tuple[int, int]:
        """Rounds won by each seat."""
        return core.match_score([result.winner for result in self.results])[:2]

    @property
    def markers(self) -> tuple[int, int]:
        """Steps of each marker from its own rim (0) to the middle (3). Rule PAC-9."""
        return self.wins

    @property
    def outcome(self) -> Outcome | None:
        """The ending of the whole match, or None: the first marker in the middle wins."""
        return judge_match(self.results)

    @property
    def needs_deal(self) -> bool:
        """Whether the round is over and the match is not: call `next_round`."""
        return self.round.outcome is not None and self.outcome is None

    @property
    def actor(self) -> int | None:
        """The seat to act, or None between rounds and at the end."""
        return self.round.actor

    @property
    def legal_moves(self) -> tuple[Action, ...]:
        """What the player to act may do; empty between rounds and at the end."""
        return self.round.legal_moves

    def play(self, action: Action | str) -> Self:
        """Return the match after `action` in the present round.

        Raises:
            InvalidMove: The text is not an action.
            IllegalMove: The rules do not allow it here.
        """
        return type(self)(self.round.play(action), self.earlier)

    def is_legal(self, action: Action | str) -> bool:
        """Return whether `play` accepts an action or its text; raise InvalidMove if it is none."""
        return self.round.is_legal(action)

    def next_round(self, deal: Deal | None = None, *, seed: int | None = None) -> Self:
        """Return the match at the first action of a new round with all 50 cards dealt again.

        Its cards are `deal`, or those of `seed`; one of them is needed.

        Raises:
            IllegalMove: The present round is not over, or the match is. Rule PAC-9.
            SommetError: Neither `deal` nor `seed` is given, or both.
        """
        if deal is None and seed is None:
            raise SommetError("the next round needs its cards: next_round(deal) or (seed=…)")
        if not self.needs_deal:
            over = self.outcome is not None
            why = "the match is over" if over else "the round is not over"
            raise IllegalMove("next round", why, clause="PAC-9", position=repr(self.round))
        return type(self)(Round.from_deal(self.options, _choose_deal(deal, seed)), self.rounds)

    def view(self, seat: int | None) -> View:
        """Return what `seat` (None: an observer) may know of the present round."""
        return self.round.view(seat)


def _choose_deal(deal: Deal | None, seed: int | None) -> Deal:
    if deal is not None and seed is not None:
        raise SommetError("a round gets its cards from a deal or from a seed, not from both")
    return deal if deal is not None else Deal.from_seed(0 if seed is None else seed)
