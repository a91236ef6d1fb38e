"""Turns a player's message into events, or says why it is refused."""

from collections.abc import Iterable
from dataclasses import dataclass

from sommet.errors import SommetError
from sommet.match import events as ev
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.server.protocol import messages
from sommet.server.refusals import refuse_move
from sommet.server.tables.listeners.visible import wire_next_deal


@dataclass(frozen=True, slots=True)
class IntentContext:
    """Who sent an intent, and when.

    Attributes:
        player: 0 opened the table, 1 is the other.
        at_ms: When it arrived, by the server's time.
        lag_ms: The lag of their messages, and how late they were told that it is their turn.
        open_since_ms: When the last outage ended.
        rest_ms: Holidays of the player who has to act, where no clock runs.
    """

    player: int
    at_ms: int
    lag_ms: int
    open_since_ms: int
    rest_ms: int


def decide(  # noqa: PLR0911 - one per message
    session: Session, intent: messages.GameIntent, context: IntentContext
) -> tuple[ev.Event, ...]:
    """Return the events that a player's intent leads to.

    Raises:
        Refused: it cannot be done now.
    """
    if session.game_number != intent.game_number:
        raise Refused("waiting" if session.game_number == 0 else "stale")
    seat, at_ms = session.seat_of(context.player), context.at_ms
    match intent:
        case messages.Play():
            return _play(session, seat, intent, context)
        case messages.Propose():
            return session.propose(seat, intent.what, intent.ply, at_ms=at_ms)
        case messages.Answer():
            return session.answer(seat, intent.proposal, intent.accept, at_ms=at_ms)
        case messages.Withdraw():
            return session.withdraw(seat, intent.proposal, at_ms=at_ms)
        case messages.Resign():
            return session.resign(seat, at_ms=at_ms)
        case messages.NextRound():
            promised = wire_next_deal(session)
            if promised is not None and promised.sha256 != intent.sha256:
                raise Refused("stale")
            return session.ask_next_round(seat, intent.number, at_ms=at_ms)
        case messages.Claim():
            return session.claim(
                seat, at_ms=at_ms, open_since_ms=context.open_since_ms, rest_ms=context.rest_ms
            )
        case messages.Leave():
            return session.leave(
                seat, at_ms=at_ms, open_since_ms=context.open_since_ms, rest_ms=context.rest_ms
            )


def check_begun(events: Iterable[ev.Event], *, is_allowed: bool) -> None:
    """See whether the game that begins with some events, or is asked for, is allowed to.

    Raises:
        Refused: slow games are switched off.
    """
    for event in events:
        asks = isinstance(event, ev.Proposed) and event.what == "rematch"
        if not is_allowed and (asks or isinstance(event, ev.Started)):
            raise Refused("no_slow_games")


def _play(
    session: Session, seat: int, intent: messages.Play, context: IntentContext
) -> tuple[ev.Event, ...]:
    try:
        return session.play(
            seat, intent.move, intent.ply, at_ms=context.at_ms, lag_ms=context.lag_ms
        )
    except Refused:
        raise
    except SommetError as error:
        raise refuse_move(intent.move, error) from error
