"""What a drawing shows: already stripped of whatever its reader may not see."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sommet.outcome import Outcome
from sommet.pacal.cards import check_fields
from sommet.pacal.pyramid import Pyramid


@dataclass(frozen=True, slots=True)
class Scene:
    """A duel to draw.

    Attributes:
        pyramids: Both pyramids.
        hands: Per seat the cards to show face up, or None to show backs.
        hand_sizes: How many cards each hand holds.
        phase: The phase of the round.
        actor: The seat to act, or None.
        turn: The turn, 1 to 15.
        apexes: The two apex cards.
        offer: The two cards on the table, or None.
        cards: Per seat the card received and not built.
        fields: The fields where the actor may build now, to be marked.
        near: The seat drawn nearest to the reader.
        outcome: The ending, or None.
    """

    pyramids: tuple[Pyramid, Pyramid]
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    hand_sizes: tuple[int, int]
    phase: str
    actor: int | None
    turn: int
    apexes: tuple[int, int]
    offer: tuple[int, int] | None
    cards: tuple[int | None, int | None]
    fields: tuple[int, ...]
    near: int
    outcome: Outcome | None

    def marking(self, fields: Iterable[int] | None) -> "Scene":
        """Return the same scene with other fields marked; None keeps them."""
        return self if fields is None else replace(self, fields=check_fields(fields))

    def marked(self, seat: int) -> tuple[int, ...]:
        """Return the fields to mark in the pyramid of `seat`."""
        return self.fields if seat == self.actor else ()


@dataclass(frozen=True, slots=True)
class SoloScene:
    """A solo game to draw.

    Attributes:
        pyramid: The pyramid.
        card: The card drawn last: to be built, or the one that fits nowhere; None when won.
        fields: The fields where it may go.
        pile_size: How many cards are still in the pile.
        built: How many cards have been built.
        outcome: The ending, or None while the game is running.
    """

    pyramid: Pyramid
    card: int | None
    fields: tuple[int, ...]
    pile_size: int
    built: int
    outcome: Outcome | None

    def marking(self, fields: Iterable[int] | None) -> "SoloScene":
        """Return the same scene with other fields marked; None keeps them."""
        return self if fields is None else replace(self, fields=check_fields(fields))


_ENDINGS = {
    "complete": "the pyramid is complete",
    "difference": "both are complete and the difference decides",
    "equal-difference": "both are complete with equal differences",
    "fewest-covers": "fewer covers",
    "most-fields": "more fields filled",
    "both-stuck": "neither card fits",
    "nobody-complete": "nobody is complete after the last card",
}


def _why(scene: Scene, outcome: Outcome) -> str:
    if outcome.reason == "stuck" and outcome.winner is not None:
        loser = 1 - outcome.winner
        return f"seat {loser} cannot build {scene.cards[loser]}"
    return _ENDINGS[outcome.reason]


def headline(scene: Scene) -> str:
    """Return one sentence: who has to do what, or how the round ended."""
    if scene.outcome is not None:
        why = _why(scene, scene.outcome)
        if scene.outcome.winner is None:
            return f"Round drawn: {why} ({scene.outcome.clause})."
        return f"Seat {scene.outcome.winner} wins the round: {why} ({scene.outcome.clause})."
    turn = f"Turn {scene.turn}."
    if scene.phase == "offer":
        return f"{turn} Seat {scene.actor} offers two cards."
    if scene.phase == "take" and scene.offer:
        return f"{turn} Seat {scene.actor} takes {scene.offer[0]} or {scene.offer[1]}."
    if scene.phase == "last":
        return f"Last cards. Seat {scene.actor} builds or declines."
    card = scene.cards[scene.actor] if scene.actor is not None else None
    return f"{turn} Seat {scene.actor} builds {card}."


def solo_headline(scene: SoloScene) -> str:
    """Return one sentence: the card to build, or how the game ended."""
    if scene.outcome is None:
        return f"Build {scene.card}. {scene.pile_size} cards in the pile."
    if scene.outcome.winner == 0:
        return f"Won with {scene.built} cards ({scene.outcome.clause})."
    if scene.outcome.clause == "PAC-12":
        return f"Lost: {scene.card} could only cover (PAC-12)."
    return f"Lost: {scene.card} fits nowhere (PAC-11)."
