"""What the player of a solo game may know.

Known: the options, every card drawn so far in order, where each was built, the card to build.
Never known: the ten face-down cards and the order of the pile.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sommet.outcome import Outcome
from sommet.pacal import building
from sommet.pacal.actions import Action, read_action
from sommet.pacal.cards import CARDS, FIELDS
from sommet.pacal.deal import SoloDeal
from sommet.pacal.drawing.scene import SoloScene
from sommet.pacal.drawing.svg import draw_solo_svg
from sommet.pacal.drawing.terminal import draw_solo_text
from sommet.pacal.options import Options
from sommet.pacal.pyramid import Pyramid
from sommet.pacal.refusals import FieldRefusal
from sommet.seeding import Random

if TYPE_CHECKING:
    from sommet.pacal.solo import Solo


@dataclass(frozen=True, slots=True)
class SoloView:
    """A solo game as its player sees it; everything it knows is in these attributes.

    Attributes:
        options: The rules in force.
        pyramid: The pyramid with every card built.
        card: The card drawn last: to be built, or the one that lost; None when won.
        drawn: Every card drawn so far, in order, `card` included.
        unseen: The cards not drawn yet, ascending: in the pile or face down.
        history: Every build so far.
        legal_moves: The builds that the card allows.
        outcome: The ending, or None.
    """

    options: Options
    pyramid: Pyramid
    card: int | None
    drawn: tuple[int, ...]
    unseen: tuple[int, ...]
    history: tuple[Action, ...]
    legal_moves: tuple[Action, ...]
    outcome: Outcome | None

    @property
    def built(self) -> int:
        """How many cards have been built."""
        return len(self.history)

    @property
    def pile_size(self) -> int:
        """How many cards are still in the pile."""
        return CARDS - FIELDS - len(self.drawn)

    @property
    def score(self) -> int | None:
        """The number of cards used if the game is won, else None. Rule PAC-11."""
        return self.built if self.outcome is not None and self.outcome.winner == 0 else None

    @property
    def ply(self) -> int:
        """How many cards have been built: every action of a solo game builds one."""
        return len(self.history)

    def is_legal(self, action: Action | str) -> bool:
        """Return whether this may be done now; raise InvalidMove if the text is not an action."""
        return read_action(action) in self.legal_moves

    def legal_fields(self, card: int) -> tuple[int, ...]:
        """Return the fields where `card` could be built now. Rules PAC-4, PAC-5, PAC-12."""
        return building.legal_fields(self.pyramid, card, self.options, solo=True)

    def refusals(self, card: int) -> dict[int, FieldRefusal]:
        """Return, per field where `card` could not be built, the clause and the reason."""
        return building.refusals(self.pyramid, card, self.options, solo=True)

    def sample(self, seed: int) -> "Solo":
        """Return a full game drawn uniformly from those that look like this view.

        The unseen cards are shuffled over the pile and the face-down places. Equal seeds give
        equal games. `sample(seed).view() == self`.
        """
        from sommet.pacal.solo import Solo

        unseen = list(self.unseen)
        Random(seed).shuffle(unseen)
        deal = SoloDeal(tuple(unseen[:FIELDS]), (*self.drawn, *unseen[FIELDS:]))
        return Solo.replay(self.options, deal, self.history)

    def _scene(self) -> SoloScene:
        return SoloScene(
            pyramid=self.pyramid,
            card=self.card,
            fields=self.legal_fields(self.card)
            if self.card is not None and self.outcome is None
            else (),
            pile_size=self.pile_size,
            built=self.built,
            outcome=self.outcome,
        )

    def to_text(self, *, plain: bool = False) -> str:
        """Return a drawing for the terminal; `plain` suits screen readers."""
        return draw_solo_text(self._scene(), plain=plain)

    def to_svg(self, *, highlight: Iterable[int] | None = None) -> str:
        """Return an SVG drawing; `highlight` marks these fields instead of those that fit."""
        return draw_solo_svg(self._scene().marking(highlight))

    def _repr_svg_(self) -> str:
        return self.to_svg()
