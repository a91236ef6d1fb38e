"""Who has to act in a slow game: stored with the move, for notices that are sent later."""

from sqlalchemy.sql.base import Executable

from sommet.match.session import Session
from sommet.server.storage.notices.turns import begin_turns, forget_seat, move_deadline


def is_slow(session: Session) -> bool:
    """Return whether there are days for each move."""
    control = session.setup.control
    return control is not None and control.per_move


def awaited(session: Session) -> tuple[int, ...]:
    """Return the players a game waits for."""
    if session.outcome is not None or session.progress is None:
        return ()
    if session.awaits_deal:
        seats = [seat for seat in session.seats if seat not in session.ready]
    else:
        seats = [] if session.actor is None else [session.actor]
    return tuple(session.player_on(seat) for seat in seats)


def store_turns(
    table: str, before: Session, after: Session, due_ms: int | None, now_ms: int
) -> tuple[Executable, ...]:
    """Return what goes with the events from `before` to `after`, at a slow table."""
    if not is_slow(after):
        return ()
    asked = before.seat_request
    if asked is not None and after.seat_request is None:
        # The seat may have a new holder: the previous holder's devices get no more notices.
        return (forget_seat(table, asked.player),)
    waits = awaited(after)
    if waits != awaited(before) or (before.game_number, before.ply) != (
        after.game_number,
        after.ply,
    ):
        return begin_turns(table, waits, due_ms, now_ms)
    if due_ms is not None and (before.clock is None or before.clock.runs_out_ms != due_ms):
        return (move_deadline(table, due_ms),)
    return ()
