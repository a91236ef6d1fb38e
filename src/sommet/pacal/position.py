"""What a round shows everybody: its position in one line, and the last cards built."""

from typing import Protocol

from sommet.pacal.actions import Action, Offer
from sommet.pacal.pyramid import Pyramid, format_pyramid


class PublicRound(Protocol):
    """What a full round and every view of it have in common."""

    @property
    def phase(self) -> str:
        """The phase."""

    @property
    def actor(self) -> int | None:
        """The seat to act, or None."""

    @property
    def turn(self) -> int:
        """The turn, 1 to 15."""

    @property
    def offer(self) -> tuple[int, int] | None:
        """The two cards on the table."""

    @property
    def cards(self) -> tuple[int | None, int | None]:
        """Per seat the card received."""

    @property
    def pyramids(self) -> tuple[Pyramid, Pyramid]:
        """Both pyramids."""


class ShowsCards(Protocol):
    """A full round or a view of it, with what lies or lay open."""

    @property
    def history(self) -> tuple[Action, ...]:
        """Every action so far."""

    @property
    def pyramids(self) -> tuple[Pyramid, Pyramid]:
        """Both pyramids."""


def find_last_cards(round_: ShowsCards) -> tuple[int, ...]:
    """Return the fifteenth cards that have been built, ascending: no offer named them. PAC-6."""
    offers = (action for action in round_.history if isinstance(action, Offer))
    offered = {card for offer in offers for card in (offer.a, offer.b)}
    built = {card for pyramid in round_.pyramids for card in pyramid.cards}
    return tuple(sorted(built - offered))


def format_position(round_: PublicRound) -> str:
    """Return turn, phase, table and both pyramids, without any hidden card."""
    parts = [f"turn {round_.turn}"]
    if round_.actor is None:
        parts.append("over")
    else:
        parts.append(f"seat {round_.actor} to {_TO_DO[round_.phase]}")
    if round_.offer:
        parts.append(f"on offer {round_.offer[0]} {round_.offer[1]}")
    parts.extend(f"seat {s} received {card}" for s, card in enumerate(round_.cards) if card)
    parts.extend(f"pyramid {s}: {format_pyramid(p)}" for s, p in enumerate(round_.pyramids))
    return ", ".join(parts)


_TO_DO = {"offer": "offer", "take": "take", "build": "build", "last": "build or decline"}
