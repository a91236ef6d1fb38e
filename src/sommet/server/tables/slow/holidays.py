"""Holidays: while a player is away, the time for their move stands still. Rule TAB-7.

A holiday gives the running time back as an outage does, by an event: all at once, as soon as both
the holiday and the turn have begun, and back again where the holiday ends early. It cannot save a
game that is nearly lost on time: in the last hour before a deadline it is too late. While no clock
runs (before the cards of a round in Pacal) nobody can claim a game from a player who is away.
"""

from collections.abc import Sequence

from sommet.match import events as ev
from sommet.match.session import Session
from sommet.server.tables.slow.turns import awaited, is_slow

#: A deadline that is nearer than this when the holiday begins stays.
LAST_MS = 60 * 60_000
Away = tuple[int, int]


def _given_ms(away: Away, began_ms: int) -> int:
    """Return how much of a holiday lies in a turn whose time began to count at `began_ms`."""
    return away[1] - max(away[0], began_ms)


def was_given(session: Session, away: Away) -> bool:
    """Return whether a holiday's time was given back in this turn."""
    return any(
        each.down_ms == _given_ms(away, each.began_ms) and each.at_ms >= away[0]
        for each in session.given_back
    )


def rests_until_ms(session: Session, away_ms: Sequence[Away | None]) -> int | None:
    """Return until when the running time is, or was, stopped."""
    clock = session.clock
    if clock is None or clock.running is None or session.outcome is not None:
        return None
    away = away_ms[session.player_on(clock.running)]
    return away[1] if away is not None and was_given(session, away) else None


def rest_of(session: Session, away_ms: Sequence[Away | None], now_ms: int) -> tuple[ev.Event, ...]:
    """Return the event that stops the clock of the player to move, if they are on holiday."""
    clock = session.clock
    if clock is None or clock.running is None or clock.runs_out_ms is None:
        return ()
    if session.outcome is not None or not is_slow(session):
        return ()
    away = away_ms[session.player_on(clock.running)]
    if away is None or away[1] <= now_ms or was_given(session, away):
        return ()
    if clock.runs_out_ms - away[0] < LAST_MS:
        return ()
    return (ev.Resumed(now_ms, _given_ms(away, clock.at_ms)),)


def rest_without_clock(session: Session, away_ms: Sequence[Away | None], open_since_ms: int) -> int:
    """Return how much longer the player to act may take while no clock runs. Rule TAB-5."""
    clock = session.clock
    if clock is None or clock.running is not None or not is_slow(session):
        return 0
    since_ms = max(session.since_ms, open_since_ms)
    until_ms = since_ms + clock.control.initial_ms
    aways = (away_ms[player] for player in awaited(session))
    rests = (
        _given_ms(away, since_ms)
        for away in aways
        if away is not None and until_ms - away[0] >= LAST_MS
    )
    return max((0, *rests))


def back_early(session: Session, player: int, away: Away, now_ms: int) -> tuple[ev.Event, ...]:
    """Return the event by which the time of a player who came back early runs again."""
    clock = session.clock
    if clock is None or clock.running is None or session.outcome is not None:
        return ()
    if session.player_on(clock.running) != player or not was_given(session, away):
        return ()
    return (ev.Resumed(now_ms, now_ms - away[1]),)
