"""What the end of a game is worth in a tournament."""

from sqlalchemy.sql.base import Executable

from sommet.match.session import Session
from sommet.server.storage.tournaments.changing import store_points
from sommet.tournaments.model import DRAW, LOSS, WIN, How


def score_of(before: Session, after: Session) -> tuple[tuple[int, int], How]:
    """Return the points of both seats for a game that has just ended.

    A game that was left without a result is lost by the player who had to act. Rule TAB-5.
    """
    outcome = after.outcome
    assert outcome is not None
    if outcome.winner is not None:
        return ((WIN, LOSS) if outcome.winner == 0 else (LOSS, WIN)), "played"
    if outcome.reason != "left":
        return (DRAW, DRAW), "played"
    away = waited_for(before)
    return (LOSS if 0 in away else WIN, LOSS if 1 in away else WIN), "no-show"


def waited_for(session: Session) -> tuple[int, ...]:
    """Return the seats that a game waits for."""
    if session.actor is not None:
        return (session.actor,)
    return tuple(seat for seat in session.seats if seat not in session.ready)


def store_score(table: str, before: Session, after: Session, at_ms: int) -> tuple[Executable, ...]:
    """Return what keeps a result for the tournament that a table belongs to, if it does.

    Only the first game of a table counts: what follows is for fun.
    """
    if after.outcome is None or before.outcome is not None or after.game_number != 1:
        return ()
    points, how = score_of(before, after)
    return (store_points(table, points, how, at_ms),)
