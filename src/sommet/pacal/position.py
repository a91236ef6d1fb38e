"""The public position in one line, for messages: nothing here is secret."""

from typing import Protocol

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
