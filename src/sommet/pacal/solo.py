"""Pacal alone: draw a card, build it at once. The full truth, pile included."""

from collections.abc import Iterable
from typing import Final, Self

from sommet.arguments import check_kind
from sommet.engine import pacal as core
from sommet.outcome import Outcome
from sommet.pacal.actions import Action
from sommet.pacal.cards import CARDS, FIELDS
from sommet.pacal.deal import SoloDeal, deck_from_seed
from sommet.pacal.illegal import ActionRefusal, explain_build, explain_illegal
from sommet.pacal.options import Options, find_options
from sommet.pacal.played import Played
from sommet.pacal.pyramid import Pyramid, format_pyramid
from sommet.pacal.solo_view import SoloView

_DEFAULT: Final = Options()
_BUILDING, _WON = 0, 1


class Solo(Played[core.Solo]):
    """A solo game: immutable, hashable, comparable and picklable. Rules PAC-10 to PAC-12.

    It knows the whole pile; players and programs get a `SoloView`.
    """

    __slots__ = ()

    _kind = core.Solo

    def __init__(self, options: Options | str, deal: SoloDeal) -> None:
        super().__init__(find_options(options), check_kind(deal, SoloDeal, "a SoloDeal").deck)

    @classmethod
    def deal(cls, options: Options | str = _DEFAULT, seed: int = 0) -> Self:
        """Return a new game whose cards come from `seed`; the same ones for ever."""
        return cls(options, SoloDeal.from_deck(deck_from_seed(seed)))

    @classmethod
    def from_deal(cls, options: Options | str, deal: SoloDeal) -> Self:
        """Return a new game with these cards."""
        return cls(options, deal)

    @classmethod
    def replay(
        cls, options: Options | str, deal: SoloDeal, history: Iterable[Action | str]
    ) -> Self:
        """Return the game after these builds.

        Raises:
            IllegalMove: One of them is not allowed where it comes.
        """
        return cls(options, deal)._play_all(history)

    def _why_not(self, action: Action) -> ActionRefusal:
        return explain_illegal(self._core, action, None, ()) or explain_build(
            self.pyramid, self.card, action, self.options, solo=True
        )

    def _position(self) -> str:
        return str(self)

    @property
    def pyramid(self) -> Pyramid:
        """The pyramid with every card built."""
        return Pyramid.from_bytes(self._core.tops, self._core.unders)

    @property
    def card(self) -> int | None:
        """The card drawn last: to be built, or the one that lost the game; None when won."""
        return None if self._core.status == _WON else self._core.card

    @property
    def built(self) -> int:
        """How many cards have been built."""
        return len(self._core.history_codes)

    @property
    def pile_size(self) -> int:
        """How many cards are still in the pile."""
        return CARDS - FIELDS - self._core.drawn

    @property
    def dealt(self) -> SoloDeal:
        """The deal this game began with. Secret until it is over."""
        return SoloDeal.from_deck(self._core.deck)

    @property
    def score(self) -> int | None:
        """The number of cards used if the game is won, else None; 10 is best. Rule PAC-11."""
        return self.built if self._core.status == _WON else None

    @property
    def outcome(self) -> Outcome | None:
        """The ending, or None: winner 0 is the player, 1 stands for the pyramid.

        Losing names PAC-12 where the card could only have covered, else PAC-11.
        """
        c = self._core
        return None if c.status == _BUILDING else Outcome(int(c.status != _WON), *c.ending)

    def view(self) -> SoloView:
        """Return what the player may know."""
        deck = self._core.deck
        return SoloView(
            options=self.options,
            pyramid=self.pyramid,
            card=self.card,
            drawn=tuple(deck[FIELDS : FIELDS + self._core.drawn]),
            unseen=self._core.unseen,
            history=self.history,
            legal_moves=self.legal_moves,
            outcome=self.outcome,
        )

    def to_text(self, *, plain: bool = False) -> str:
        """Return a drawing for the terminal; `plain` suits screen readers."""
        return self.view().to_text(plain=plain)

    def to_svg(self, *, highlight: Iterable[int] | None = None) -> str:
        """Return an SVG drawing; `highlight` marks these fields instead of those that fit."""
        return self.view().to_svg(highlight=highlight)

    def __str__(self) -> str:
        drawn = "" if self.card is None else f"card {self.card}, "
        return f"{drawn}pyramid: {format_pyramid(self.pyramid)}"

    def __repr__(self) -> str:
        return f"<Solo: {self}>"
