"""What a viewer is sent: the whole table once, then what happened and what changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from sommet import __version__
from sommet.match.session import Session
from sommet.server.protocol import events, messages
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.protocol.table import SeenDeal, TableStatus
from sommet.server.tables.history import PublicEvents
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.listeners.visible import (
    TableFacts,
    visible_deals,
    visible_moves,
    visible_setup,
    visible_status,
)

_DEALS: TypeAdapter[list[SeenDeal]] = TypeAdapter(list[SeenDeal])
#: Events after which the players may have changed.
_NEW_SEATS = (events.Joined, events.Started, events.SeatAnswered)


@dataclass(frozen=True, slots=True)
class ViewedTable:
    """A table at one moment, and who looks at it."""

    facts: TableFacts
    viewer: Viewer


def format_welcome(
    facts: TableFacts,
    viewer: Viewer,
    link: str,
    *,
    missed: Sequence[events.Event] | None,
    rewritten: bool,
    now_ms: int,
) -> str:
    """Return the table for a new viewer, or what was `missed` by one who has reconnected."""
    session = facts.session
    first = 1 if missed is None else _first_round(missed, len(session.dealt))
    return messages.Welcome(
        protocol=PROTOCOL_VERSION,
        server=__version__,
        seq=session.seq,
        chain=link,
        rewritten=rewritten,
        setup=visible_setup(facts, viewer),
        standing=TableStatus(**visible_status(facts, viewer)),
        moves=visible_moves(session) if missed is None else None,
        missed=list(missed or ()),
        deals=[SeenDeal(**deal) for deal in visible_deals(facts, viewer, first=first)],
        since_ms=facts.since_ms,
        watchers=facts.watchers,
        server_ms=now_ms,
    ).dump()


def is_plain_move(then: Session, now: Session) -> bool:
    """Return whether a game between two people continued with a move that changes nothing else.

    In the middle of a game without a clock there are no open proposals, no deal is due, and both
    players may do what they could do before: then the move is all that has to be sent.
    """
    turns, before, after = now.turns, then.progress, now.progress
    return (
        now.seq == then.seq + 1
        and len(turns) == len(then.turns) + 1 > 2
        and then.game_number == now.game_number
        and then.setup.mode == "friend"
        and now.clock is None
        and before is not None
        and after is not None
        and before.actor is not None
        and after.actor is not None
        and before.round == after.round
        and len({turn.seat for turn in turns[-3:-1] if turn.round == after.round}) == 2
        and then.asked_now == now.asked_now
        and not then.proposals
        and then.seat_request is None
        and now.seat_request is None
        and now.ending is None
    )


def format_plain_change(seq: int, link: str, written: str) -> str:
    """Return a `change` message that contains nothing but events."""
    return f'{{"type":"change","seq":{seq},"chain":"{link}","events":{written}}}'


def format_change(before: ViewedTable, after: ViewedTable, link: str, public: PublicEvents) -> str:
    """Return a `change` message: what happened, and what has changed for a viewer."""
    then, now = before.facts.session, after.facts.session
    # Only these events change the seats. Names and presence are not in the session, so they are
    # sent again.
    players = any(isinstance(event, _NEW_SEATS) for event in public.events)
    standing = differing(
        visible_status(before.facts, before.viewer, players=players),
        visible_status(after.facts, after.viewer, players=players),
        ("players",),
    )
    new_game = then.game_number != now.game_number
    # Earlier rounds are already public.
    first = 1 if new_game else len(then.dealt)
    known = [] if new_game else visible_deals(before.facts, before.viewer, first=first)
    deals = _differing_deals(known, visible_deals(after.facts, after.viewer, first=first))
    # A `messages.Change`; its events were serialised once for all viewers.
    parts = [f'{{"type":"change","seq":{now.seq},"chain":"{link}"']
    if public.events:
        parts.append(f'"events":{public.written}')
    if standing:
        parts.append(f'"now":{TableStatus(**standing).model_dump_json(exclude_unset=True)}')
    if deals:
        seen = [SeenDeal(**deal) for deal in deals]
        parts.append(f'"deals":{_DEALS.dump_json(seen, exclude_unset=True).decode()}')
    return ",".join(parts) + "}"


def format_seats(sight: ViewedTable, link: str) -> str:
    """Return a `change` message with the seats only."""
    players = visible_status(sight.facts, sight.viewer)["players"]
    now = TableStatus(players=players)
    return messages.Change(seq=sight.facts.session.seq, chain=link, now=now).dump()


def differing(
    before: dict[str, Any], after: dict[str, Any], always: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the items of `after` that differ from `before`, and those named in `always`."""
    missing = object()
    return {
        name: value
        for name, value in after.items()
        if name in always or before.get(name, missing) != value
    }


def _differing_deals(
    before: list[dict[str, Any]], after: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    known = {deal["round"]: deal for deal in before}
    found = [differing(known.get(deal["round"], {}), deal, ("round",)) for deal in after]
    return [deal for deal in found if len(deal) > 1]


def _first_round(missed: Sequence[events.Event], dealt: int) -> int:
    """Return the first round whose cards a viewer who missed these events may not know."""
    if any(isinstance(event, events.Started) for event in missed):
        return 1
    begun = [event.round for event in missed if isinstance(event, events.RoundStarted)]
    return min((number - 1 for number in begun), default=dealt)
