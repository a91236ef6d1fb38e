"""What one seat, or an observer, may know about a round.

Public, for everybody: the options, the two apex cards (shown at the start, PAC-2), who began, every
action so far, both pyramids with all cards built on them (covered ones too: each lay open once),
the cards on the table, hand sizes, whose turn it is, and the ending.
Private to a seat: its own hand.
Remembered: the apexes, and every action in order.
Never in a view: the other face-down cards, and the other hand, even when the round is over (a
server then opens the whole deal, apart from views).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sommet.outcome import Outcome
from sommet.pacal import building
from sommet.pacal.actions import Action, Offer, read_action
from sommet.pacal.cards import FIELDS, check_seat
from sommet.pacal.deal import Deal
from sommet.pacal.drawing.scene import Scene
from sommet.pacal.drawing.svg import draw_svg
from sommet.pacal.drawing.terminal import draw_text
from sommet.pacal.options import Options
from sommet.pacal.position import find_last_cards, format_position
from sommet.pacal.pyramid import Pyramid
from sommet.pacal.refusals import FieldRefusal
from sommet.seeding import Random

if TYPE_CHECKING:
    from sommet.pacal.round import Round


@dataclass(frozen=True, slots=True)
class View:
    """A round as seen from one seat; everything it knows is in these attributes.

    Attributes:
        seat: Whose view this is, or None for an observer.
        options: The rules in force.
        phase: `offer`, `take`, `build`, `last` or `over`.
        actor: The seat to act, or None when over.
        turn: 1 to 14, 15 for the last cards.
        beginner: The seat that made the first offer.
        apexes: The two apex cards, known to both players.
        hand: This seat's own hand, ascending; empty for an observer.
        hand_sizes: How many cards each hand holds.
        unseen: The cards whose place this seat does not know, ascending.
        card: The card that the actor is to build, where this seat may know it: a card received lies
            open, a last one is known to its owner alone.
        pyramids: Both pyramids with every card built.
        offer: The two cards on the table during `take`.
        cards: Per seat the card received this turn and not built.
        stuck: Per seat whether that card fits nowhere.
        declined: Per seat whether the last card was kept.
        history: Every action so far.
        legal_moves: What this seat may do now; empty when it is not this seat's turn.
        outcome: The ending, or None.
    """

    seat: int | None
    options: Options
    phase: str
    actor: int | None
    turn: int
    beginner: int
    apexes: tuple[int, int]
    hand: tuple[int, ...]
    hand_sizes: tuple[int, int]
    unseen: tuple[int, ...]
    card: int | None
    pyramids: tuple[Pyramid, Pyramid]
    offer: tuple[int, int] | None
    cards: tuple[int | None, int | None]
    stuck: tuple[bool, bool]
    declined: tuple[bool, bool]
    history: tuple[Action, ...]
    legal_moves: tuple[Action, ...]
    outcome: Outcome | None

    @property
    def ply(self) -> int:
        """How many actions were played since the cards were dealt."""
        return len(self.history)

    def is_legal(self, action: Action | str) -> bool:
        """Return whether this seat may do this now; raise InvalidMove if text is not an action."""
        return read_action(action) in self.legal_moves

    def legal_fields(self, seat: int, card: int) -> tuple[int, ...]:
        """Return the fields where `seat` could build `card` now. Rules PAC-4, PAC-5, PAC-R6."""
        return building.legal_fields(self.pyramids[check_seat(seat)], card, self.options)

    def refusals(self, seat: int, card: int) -> dict[int, FieldRefusal]:
        """Return, per field where `seat` could not build `card`, the clause and the reason."""
        return building.refusals(self.pyramids[check_seat(seat)], card, self.options)

    def sample(self, seed: int) -> "Round":
        """Return a full round drawn uniformly from those that look like this view.

        The unseen cards are shuffled over the hidden hand or hands and the face-down places (the
        apexes stay), so every such round is equally likely; actions reveal no more than the cards
        they show. Equal seeds give equal rounds. `sample(seed).view(self.seat) == self`.
        """
        from sommet.pacal.round import Round

        unseen = list(self.unseen)
        Random(seed).shuffle(unseen)
        shown = self._shown_from_hand()
        hands = []
        for seat in (0, 1):
            size = self.hand_sizes[seat]
            held = self.hand if seat == self.seat else [unseen.pop() for _ in range(size)]
            hands.append((*shown[seat], *held))
        downs = [(apex, *(unseen.pop() for _ in range(FIELDS - 1))) for apex in self.apexes]
        deal = Deal((downs[0], downs[1]), (hands[0], hands[1]))
        return Round.replay(self.options, deal, self.history)

    def _shown_from_hand(self) -> tuple[set[int], set[int]]:
        """Return the cards that each seat was dealt and has since shown."""
        shown: tuple[set[int], set[int]] = (set(), set())
        offers = [action for action in self.history if isinstance(action, Offer)]
        for turn, offer in enumerate(offers):
            shown[(self.beginner + turn) % 2].update((offer.a, offer.b))
        last = find_last_cards(self)
        for seat in (0, 1):
            shown[seat].update(card for card in self.pyramids[seat].cards if card in last)
        return shown

    def _scene(self) -> Scene:
        fields: tuple[int, ...] = ()
        if self.actor is not None and self.card is not None:
            fields = self.legal_fields(self.actor, self.card)
        return Scene(
            pyramids=self.pyramids,
            hands=(
                self.hand if self.seat == 0 else None,
                self.hand if self.seat == 1 else None,
            ),
            hand_sizes=self.hand_sizes,
            phase=self.phase,
            actor=self.actor,
            turn=self.turn,
            apexes=self.apexes,
            offer=self.offer,
            cards=self.cards,
            fields=fields,
            near=self.seat or 0,
            outcome=self.outcome,
        )

    def to_text(self, *, plain: bool = False) -> str:
        """Return a drawing for the terminal, seen from this seat; `plain` suits screen readers."""
        return draw_text(self._scene(), plain=plain)

    def to_svg(self, *, highlight: Iterable[int] | None = None) -> str:
        """Return an SVG drawing, seen from this seat.

        Args:
            highlight: The fields of the actor's pyramid to mark; by default those that fit.
        """
        return draw_svg(self._scene().marking(highlight))

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def __str__(self) -> str:
        return format_position(self)
