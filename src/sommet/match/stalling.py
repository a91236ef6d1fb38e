"""When a player has not acted for too long, and what the other may then do. Rule TAB-5."""

from dataclasses import dataclass

from sommet.match.limits import STANDSTILL_MS, UNTIMED_MS
from sommet.match.refused import Refused
from sommet.match.table_state import TableState


@dataclass(frozen=True, slots=True)
class Stall:
    """A seat that has to act while no clock runs.

    Attributes:
        seat: Who is waited for.
        until_ms: From then on the other may leave the game without a result …
        may_claim: … or claim it: not while nothing has been played.
    """

    seat: int
    until_ms: int
    may_claim: bool


def find_stall(state: TableState, *, open_since_ms: int = 0, rest_ms: int = 0) -> Stall | None:
    """Return who delays the game without a clock running, or None.

    Time counts from the last move, deal or readiness, and never before `open_since_ms`: the end
    of the last moment in which nobody could play. The player waited for has `rest_ms` more: days
    off (TAB-7).
    """
    if not state.setup.needs_consent or state.progress is None or state.outcome is not None:
        return None
    if state.clock is not None and state.clock.running is not None:
        return None
    seat = state.actor
    if seat is None:
        missing = [each for each in state.seats if each not in state.ready]
        if len(missing) != 1:
            return None  # both are waited for, so nobody has to wait for the other
        seat = missing[0]
    quick = not state.turns or state.clock is not None
    limit_ms = STANDSTILL_MS if quick else UNTIMED_MS
    if state.clock is not None and state.clock.control.per_move:
        limit_ms = state.clock.control.initial_ms
    since_ms = max(state.since_ms, open_since_ms)
    return Stall(seat, since_ms + rest_ms + limit_ms, may_claim=bool(state.turns))


def check_stalled(
    state: TableState, seat: int, *, at_ms: int, open_since_ms: int, rest_ms: int
) -> Stall:
    """Return what delays the game, if `seat` has waited long enough for the opponent.

    Raises:
        Refused: nobody is waited for, it is `seat` itself, or it is too early.
    """
    if state.outcome is not None:
        raise Refused("game_over")
    stall = find_stall(state, open_since_ms=open_since_ms, rest_ms=rest_ms)
    if stall is None or stall.seat == seat:
        raise Refused("nobody_stalls")
    if at_ms < stall.until_ms:
        raise Refused("too_early", seconds=-(-(stall.until_ms - at_ms) // 1000))
    return stall
