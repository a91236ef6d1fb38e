"""Pacal alone: draw a card, build it at once. The full truth, pile included."""

from typing import Final, NoReturn, Self

from sommet.engine import pacal as core
from sommet.errors import IllegalMove, InvalidMove
from sommet.outcome import Outcome
from sommet.pacal.actions import Action, Build, parse_action
from sommet.pacal.cards import CARDS, FIELDS
from sommet.pacal.deal import SoloDeal, deck_from_seed
from sommet.pacal.illegal import explain_build
from sommet.pacal.options import Options
from sommet.pacal.pyramid import Pyramid, format_pyramid
from sommet.pacal.solo_view import SoloView

_DEFAULT: Final = Options()
_BUILDING, _WON = 0, 1


class Solo:
    """A solo game: immutable, hashable, comparable and picklable. Rules PAC-10 to PAC-12.

    It knows the whole pile; players and programs get a `SoloView`.
    """

    __slots__ = ("_core", "options")

    _core: core.Solo
    options: Options

    def __init__(self, options: Options, deal: SoloDeal) -> None:
        _set_core(self, core.Solo(deal.deck, options.code))
        _set_options(self, options)

    @classmethod
    def deal(cls, options: Options = _DEFAULT, seed: int = 0) -> Self:
        """Return a new game whose cards come from `seed`; the same ones for ever."""
        return cls(options, SoloDeal.from_deck(deck_from_seed(seed)))

    @classmethod
    def from_deal(cls, options: Options, deal: SoloDeal) -> Self:
        """Return a new game with these cards."""
        return cls(options, deal)

    @classmethod
    def replay(cls, options: Options, deal: SoloDeal, history: tuple[Action, ...]) -> Self:
        """Return the game after these builds.

        Raises:
            IllegalMove: One of them is not allowed where it comes.
        """
        solo = cls(options, deal)
        for action in history:
            solo = solo.play(action)
        return solo

    def play(self, action: Action | str) -> Self:
        """Return the game after building the drawn card and drawing the next.

        Raises:
            InvalidMove: The text is no action.
            IllegalMove: The rules do not allow it here; says the clause and the position.
        """
        if isinstance(action, str):
            action = self._read(action)
        after = self._core.play(action.code)
        if after is None:
            self._refuse(action)
        new = _new(type(self))
        _set_core(new, after)
        _set_options(new, self.options)
        return new

    def _read(self, text: str) -> Action:
        try:
            return parse_action(text)
        except InvalidMove as error:
            raise InvalidMove(text, error.why, position=str(self)) from None

    def _refuse(self, action: Action) -> NoReturn:
        if self.outcome is not None:
            why, clause = "the game is over", self.outcome.clause
        elif not isinstance(action, Build):
            why, clause = "in solo one only builds the card drawn", "PAC-10"
        else:
            why, clause = explain_build(self.pyramid, self.card, action, self.options, solo=True)
        raise IllegalMove(str(action), why, clause=clause, position=str(self))

    @property
    def legal_moves(self) -> tuple[Action, ...]:
        """The builds that the drawn card allows; empty when the game is over."""
        return self._core.legal_moves

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
    def history(self) -> tuple[Action, ...]:
        """Every build so far."""
        return self._core.history

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
        if c.status == _BUILDING:
            return None
        if c.status == _WON:
            return Outcome(0, "complete", "PAC-11")
        return Outcome(1, "stuck", "PAC-12" if c.fitting_fields else "PAC-11")

    def view(self) -> SoloView:
        """Return what the player may know."""
        deck = self._core.deck
        return SoloView(
            options=self.options,
            pyramid=self.pyramid,
            card=self.card,
            drawn=tuple(deck[FIELDS : FIELDS + self._core.drawn]),
            history=self.history,
            legal_moves=self.legal_moves,
            outcome=self.outcome,
        )

    def to_text(self, *, plain: bool = False) -> str:
        """Return a drawing for the terminal; `plain` suits screen readers."""
        return self.view().to_text(plain=plain)

    def to_svg(self) -> str:
        """Return an SVG drawing."""
        return self.view().to_svg()

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solo):
            return NotImplemented
        return self.options == other.options and self._core.same(other._core)

    def __hash__(self) -> int:
        return hash((self.options, self._core.deck, tuple(self._core.history_codes)))

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.options, self._core.deck, self._core.history_codes))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Solo never changes; play() returns a new one (setting {name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Solo never changes (deleting {name})")

    def __str__(self) -> str:
        drawn = "" if self.card is None else f"card {self.card}, "
        return f"{drawn}pyramid: {format_pyramid(self.pyramid)}"

    def __repr__(self) -> str:
        return f"<Solo: {self}>"


# The slots' own setters get past __setattr__, which guards the state from everybody else.
_new = object.__new__
_set_core = Solo.__dict__["_core"].__set__
_set_options = Solo.__dict__["options"].__set__


def _restore(cls: type[Solo], options: Options, deck: bytes, codes: list[int]) -> Solo:
    new = _new(cls)
    _set_core(new, core.Solo(deck, options.code, codes))
    _set_options(new, options)
    return new
