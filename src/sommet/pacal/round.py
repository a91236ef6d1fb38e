"""A round of Pacal: the full truth, hidden cards included."""

from collections.abc import Iterable
from typing import Final, Self

from sommet.arguments import check_kind
from sommet.engine import pacal as core
from sommet.outcome import Outcome
from sommet.pacal import building
from sommet.pacal.actions import Action
from sommet.pacal.cards import cards_in, check_seat
from sommet.pacal.deal import Deal, deck_from_seed
from sommet.pacal.drawing.scene import Scene
from sommet.pacal.drawing.svg import draw_svg
from sommet.pacal.drawing.terminal import draw_text
from sommet.pacal.illegal import ActionRefusal, explain_build, explain_illegal
from sommet.pacal.options import Options, find_options
from sommet.pacal.played import Played, restore
from sommet.pacal.position import format_position
from sommet.pacal.pyramid import Pyramid
from sommet.pacal.refusals import FieldRefusal
from sommet.pacal.view import View

#: The phases, in the order of the core's enum Phase.
PHASES: Final = ("offer", "take", "build", "last", "over")

_DEFAULT: Final = Options()


class Round(Played[core.Round]):
    """One round: immutable, hashable, comparable and picklable.

    It contains everything, so only the program that runs the game has it; players get a `View`.

    A turn is an offer, a take and two builds, chooser first, and is judged after both (PAC-R1). A
    player whose card fits nowhere has no action: the round goes on by itself (PAC-8). After 14
    turns each player in turn builds the last card or declines; the one who would have chosen in a
    fifteenth turn goes first (PAC-6, PAC-R8). There both always act, even if only declining is
    left, so that nobody learns whether a kept card would have fitted.
    """

    __slots__ = ()

    _kind = core.Round

    def __init__(self, options: Options | str, deal: Deal) -> None:
        super().__init__(find_options(options), check_kind(deal, Deal, "a Deal").deck)

    @classmethod
    def deal(cls, options: Options | str = _DEFAULT, seed: int = 0) -> Self:
        """Return a new round whose cards come from `seed`; the same ones for ever. Rule PAC-1.

        `Round.deal("fr", seed=7)` plays by the French rulebook.
        """
        return restore(cls, find_options(options), deck_from_seed(seed), ())

    @classmethod
    def from_deal(cls, options: Options | str, deal: Deal) -> Self:
        """Return a new round with these cards."""
        return cls(options, deal)

    @classmethod
    def replay(cls, options: Options | str, deal: Deal, history: Iterable[Action | str]) -> Self:
        """Return the round after these actions.

        Raises:
            IllegalMove: One of them is not allowed where it comes.
        """
        return cls(options, deal)._play_all(history)

    def _why_not(self, action: Action) -> ActionRefusal:
        actor = self.actor
        hand = () if actor is None else self.hands[actor]
        found = explain_illegal(self._core, action, actor, hand)
        if found is not None or actor is None:
            assert found is not None
            return found
        return explain_build(self.pyramids[actor], self.card, action, self.options)

    def _position(self) -> str:
        return format_position(self)

    @property
    def actor(self) -> int | None:
        """The seat to act, or None when the round is over."""
        actor = self._core.actor
        return actor if actor < 2 else None

    @property
    def phase(self) -> str:
        """What the actor does now: `offer`, `take`, `build` or `last`; `over` at the end."""
        return PHASES[self._core.phase]

    @property
    def turn(self) -> int:
        """The turn, from 1 to 14; 15 for the last cards."""
        return self._core.turn

    @property
    def beginner(self) -> int:
        """The seat whose apex card is higher: it offers first. Rule PAC-2."""
        return self._core.beginner

    @property
    def apexes(self) -> tuple[int, int]:
        """The two apex cards, shown to both players and turned back. Rule PAC-2."""
        deck = self._core.deck
        return (deck[0], deck[10])

    @property
    def offer(self) -> tuple[int, int] | None:
        """The two cards on the table while the chooser chooses, lower first."""
        offer = self._core.offer
        return offer if offer[0] else None

    @property
    def cards(self) -> tuple[int | None, int | None]:
        """Per seat the card received this turn and not built; a stuck player's stays. Public."""
        card0, card1 = self._core.cards
        return (card0 or None, card1 or None)

    @property
    def card(self) -> int | None:
        """The card that the actor is to build: received, or the last one in hand (secret)."""
        return self._core.card or None

    @property
    def hands(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Both hands, ascending. Secret."""
        return (cards_in(self._core.hand(0)), cards_in(self._core.hand(1)))

    @property
    def pyramids(self) -> tuple[Pyramid, Pyramid]:
        """Both pyramids with every card built. Public."""
        c = self._core
        return (
            Pyramid.from_bytes(c.tops(0), c.unders(0)),
            Pyramid.from_bytes(c.tops(1), c.unders(1)),
        )

    @property
    def stuck(self) -> tuple[bool, bool]:
        """Per seat whether the card received this turn fits nowhere. Public. Rule PAC-8."""
        bits = self._core.stuck
        return (bool(bits & 1), bool(bits & 2))

    @property
    def declined(self) -> tuple[bool, bool]:
        """Per seat whether the last card stayed in hand. Public. Rule PAC-6."""
        bits = self._core.declined
        return (bool(bits & 1), bool(bits & 2))

    @property
    def dealt(self) -> Deal:
        """The deal this round began with. Secret until the round is over."""
        return Deal.from_deck(self._core.deck)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, the reason key and the clause; None while the round is running."""
        key, clause = self._core.ending
        if not key:
            return None
        winner = self._core.winner
        return Outcome(winner if winner < 2 else None, key, clause)

    def legal_fields(self, seat: int, card: int) -> tuple[int, ...]:
        """Return the fields where `seat` could build `card` now. Rules PAC-4, PAC-5, PAC-R6."""
        return building.legal_fields(self.pyramids[check_seat(seat)], card, self.options)

    def refusals(self, seat: int, card: int) -> dict[int, FieldRefusal]:
        """Return, per field where `seat` could not build `card`, the clause and the reason."""
        return building.refusals(self.pyramids[check_seat(seat)], card, self.options)

    def view(self, seat: int | None) -> View:
        """Return what `seat` may know, or an observer's view for None."""
        seen = core.View(self._core, None if seat is None else check_seat(seat))
        return View(
            seat=seat,
            options=self.options,
            phase=self.phase,
            actor=self.actor,
            turn=self.turn,
            beginner=self.beginner,
            apexes=self.apexes,
            hand=seen.hand,
            hand_sizes=seen.hand_sizes,
            unseen=seen.unseen,
            card=seen.card or None,
            pyramids=self.pyramids,
            offer=self.offer,
            cards=self.cards,
            stuck=self.stuck,
            declined=self.declined,
            history=self.history,
            legal_moves=seen.legal_moves,
            outcome=self.outcome,
        )

    def _scene(self, near: int = 0) -> Scene:
        return Scene(
            pyramids=self.pyramids,
            hands=self.hands,
            hand_sizes=(len(self.hands[0]), len(self.hands[1])),
            phase=self.phase,
            actor=self.actor,
            turn=self.turn,
            apexes=self.apexes,
            offer=self.offer,
            cards=self.cards,
            fields=building.legal_fields(self.pyramids[self.actor], self.card, self.options)
            if self.actor is not None and self.card is not None
            else (),
            near=near,
            outcome=self.outcome,
        )

    def to_text(self, *, plain: bool = False) -> str:
        """Return a drawing for the terminal, both hands open; `plain` suits screen readers."""
        return draw_text(self._scene(), plain=plain)

    def to_svg(self, *, orientation: int = 0, highlight: Iterable[int] | None = None) -> str:
        """Return an SVG drawing, both hands open.

        Args:
            orientation: The seat whose pyramid is on the left and whose hand is below.
            highlight: The fields of the actor's pyramid to mark; by default those that fit.
        """
        return draw_svg(self._scene(check_seat(orientation)).marking(highlight))

    def __repr__(self) -> str:
        return f"<Round: {format_position(self)}>"
