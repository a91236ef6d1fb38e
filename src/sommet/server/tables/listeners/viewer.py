"""Who looks at a table, and from which seat."""

from dataclasses import dataclass

from sommet.match.session import Session


@dataclass(frozen=True, slots=True)
class Viewer:
    """A player or a spectator.

    Attributes:
        player: 0 opened the table, 1 is the other; None watches.
    """

    player: int | None

    def seat(self, session: Session) -> int | None:
        """Return the seat to act for, whose hand this viewer sees; None for a spectator."""
        return None if self.player is None else session.seat_of(self.player)
