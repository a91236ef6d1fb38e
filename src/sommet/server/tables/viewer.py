"""Who looks at a table, and with whose eyes."""

from dataclasses import dataclass

from sommet.match.session import Session


@dataclass(frozen=True, slots=True)
class Viewer:
    """A player or a spectator.

    Attributes:
        player: 0 opened the table, 1 is the other; None watches.
        shared: Two on one screen: this player acts for both seats.
        lifted: Two on one screen: the deal and the seat for which the curtain was lifted last.
    """

    player: int | None
    shared: bool = False
    lifted: tuple[int, int, int] | None = None

    def seats(self, session: Session) -> tuple[int, ...]:
        """Return the seats this viewer acts for."""
        if self.player is None:
            return ()
        return session.seats if self.shared else (session.seat_of(self.player),)

    def seat(self, session: Session) -> int | None:
        """Return the seat to act for now."""
        if self.player is None:
            return None
        if not self.shared:
            return session.seat_of(self.player)
        if session.actor is not None:
            return session.actor
        return session.turns[-1].seat if session.turns else 0

    def curtain(self, session: Session, *, hides: bool) -> int | None:
        """Return the seat that must lift the curtain first, where hands are hidden."""
        if not (self.shared and hides) or session.actor is None:
            return None
        return None if self.lifted == lifting(session, session.actor) else session.actor

    def eyes(self, session: Session, *, hides: bool) -> int | None:
        """Return the seat whose view this viewer gets; None for an observer's."""
        if self.curtain(session, hides=hides) is not None:
            return None
        return self.seat(session)


def lifting(session: Session, seat: int) -> tuple[int, int, int]:
    """Return what `Viewer.lifted` becomes when `seat` lifts the curtain; new cards drop it."""
    return session.game_number, len(session.dealt), seat
