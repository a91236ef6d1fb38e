"""A table's events in the terms of the protocol: the part that everybody may know."""

from typing import Any

from sommet.match import events as ev
from sommet.match.pacal_progress import PacalProgress
from sommet.match.session import Session
from sommet.server.protocol import events as wire
from sommet.server.tables.wire import wire_ending, wire_seat


def wire_event(before: Session, event: ev.Event, after: Session) -> list[wire.Event]:
    """Return the public part of `event`, followed by an ending if it ended the game."""
    found = _wire_event(before, event, after)
    if after.outcome is not None and before.outcome is None:
        ending = wire_ending(after.outcome)
        assert ending is not None
        found.append(wire.Ended(outcome=ending))
    return found


def _wire_event(  # noqa: PLR0911 - one per kind
    before: Session, event: ev.Event, after: Session
) -> list[wire.Event]:
    match event:
        case ev.Joined():
            return [wire.Joined(seat=wire_seat(after.seat_of(event.player)))]
        case ev.Started():
            return [wire.Started(game_number=after.game_number)]
        case ev.Dealt():
            return [wire.RoundStarted(round=event.round)]
        case ev.Moved():
            return _wire_moved(before, event, after)
        case ev.TakenBack():
            return [wire.TakenBack(seat=wire_seat(event.seat), ply=event.ply)]
        case ev.Proposed():
            return [wire.Proposed(what=event.what, seat=wire_seat(event.seat))]  # type: ignore[arg-type]
        case ev.Answered():
            return [
                wire.Answered(
                    what=event.what,  # type: ignore[arg-type]
                    seat=wire_seat(event.seat),
                    answer=event.answer,  # type: ignore[arg-type]
                )
            ]
        case ev.Readied():
            return [wire.Ready(seat=wire_seat(event.seat))]
        case ev.SeatAsked():
            return [wire.SeatAsked(seat=wire_seat(after.seat_of(event.player)))]
        case ev.SeatAnswered():
            return [
                wire.SeatAnswered(
                    seat=wire_seat(after.seat_of(event.player)), accepted=event.accepted
                )
            ]
        case _:
            return []


def last_card(session: Session, seat: int) -> int | None:
    """Return the last card in `seat`'s hand if the round is at its last card, otherwise None."""
    progress = session.progress
    if not isinstance(progress, PacalProgress) or progress.match is None:
        return None
    round_ = progress.match.round
    return round_.hands[seat][0] if round_.phase == "last" else None


def _wire_moved(before: Session, event: ev.Moved, after: Session) -> list[wire.Event]:
    shown: dict[str, Any] = {}
    if after.clock is not None:
        shown["clock_ms"] = after.turns[-1].clock_ms
    # Building shows a last card to everybody; declining does not.
    last = last_card(before, event.seat) if event.move.startswith("build") else None
    if last is not None:
        shown["card"] = last
    moved = wire.Moved(seat=wire_seat(event.seat), move=event.move, **shown)
    progress = after.progress
    ended = None if progress is None else progress.round_outcome
    ending = wire_ending(ended)
    if progress is None or ending is None:
        return [moved]
    return [moved, wire.RoundEnded(round=after.turns[-1].round, outcome=ending)]
