"""What a viewer is sent: the table once, then what happened and what stands differently."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from sommet import __version__
from sommet.match.session import Session
from sommet.server.protocol import events, messages
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.protocol.table import SeenDeal, Standing
from sommet.server.tables.history import Told
from sommet.server.tables.listeners.seen import (
    Scene,
    see_deals,
    see_moves,
    see_setup,
    see_standing,
)
from sommet.server.tables.listeners.viewer import Viewer

_DEALS: TypeAdapter[list[SeenDeal]] = TypeAdapter(list[SeenDeal])
#: After these, somebody else may sit somewhere.
_NEW_SEATS = (events.Joined, events.Started, events.SeatAnswered)


@dataclass(frozen=True, slots=True)
class ViewedScene:
    """A table at one moment, and who looks at it."""

    scene: Scene
    viewer: Viewer


def format_welcome(
    scene: Scene,
    viewer: Viewer,
    link: str,
    *,
    missed: Sequence[events.Event] | None,
    rewritten: bool,
    now_ms: int,
) -> str:
    """Return the table for somebody who came, or what was `missed` by somebody who is back."""
    session = scene.session
    first = 1 if missed is None else _first_round(missed, len(session.dealt))
    return messages.Welcome(
        protocol=PROTOCOL_VERSION,
        server=__version__,
        seq=session.seq,
        chain=link,
        rewritten=rewritten,
        setup=see_setup(scene, viewer),
        standing=Standing(**see_standing(scene, viewer)),
        moves=see_moves(session) if missed is None else None,
        missed=list(missed or ()),
        deals=[SeenDeal(**deal) for deal in see_deals(scene, viewer, first=first)],
        since_ms=scene.since_ms,
        watchers=scene.watchers,
        server_ms=now_ms,
    ).dump()


def is_plain_move(then: Session, now: Session) -> bool:
    """Return whether a game between friends went on by a move that changes nothing besides.

    In the middle of a game without a clock nothing is asked, nobody waits for cards, and both may
    do what they could before: then all that anybody is told is the move.
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
    """Return the `change` in which nothing but events is told."""
    return f'{{"type":"change","seq":{seq},"chain":"{link}","events":{written}}}'


def format_change(before: ViewedScene, after: ViewedScene, link: str, told: Told) -> str:
    """Return what happened, and what a viewer sees differently after it."""
    then, now = before.scene.session, after.scene.session
    # Who sits where changes with these events alone. Names and who is there are not in the
    # session, so then they are told again.
    players = any(isinstance(event, _NEW_SEATS) for event in told.events)
    standing = differing(
        see_standing(before.scene, before.viewer, players=players),
        see_standing(after.scene, after.viewer, players=players),
        ("players",),
    )
    new_game = then.game_number != now.game_number
    # Rounds before the one on the table are open to everybody already.
    first = 1 if new_game else len(then.dealt)
    known = [] if new_game else see_deals(before.scene, before.viewer, first=first)
    deals = _differing_deals(known, see_deals(after.scene, after.viewer, first=first))
    # A `messages.Change`, in which the events are written for everybody already.
    parts = [f'{{"type":"change","seq":{now.seq},"chain":"{link}"']
    if told.events:
        parts.append(f'"events":{told.written}')
    if standing:
        parts.append(f'"now":{Standing(**standing).model_dump_json(exclude_unset=True)}')
    if deals:
        seen = [SeenDeal(**deal) for deal in deals]
        parts.append(f'"deals":{_DEALS.dump_json(seen, exclude_unset=True).decode()}')
    return ",".join(parts) + "}"


def format_seats(sight: ViewedScene, link: str) -> str:
    """Return who sits at a table, for a viewer who knows everything else."""
    players = see_standing(sight.scene, sight.viewer)["players"]
    now = Standing(players=players)
    return messages.Change(seq=sight.scene.session.seq, chain=link, now=now).dump()


def differing(
    before: dict[str, Any], after: dict[str, Any], always: Iterable[str] = ()
) -> dict[str, Any]:
    """Return what of `after` is not the same in `before`, and what is to be told `always`."""
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
    """Return the first round of whose cards somebody who missed these events may not know all."""
    if any(isinstance(event, events.Started) for event in missed):
        return 1
    begun = [event.round for event in missed if isinstance(event, events.RoundStarted)]
    return min((number - 1 for number in begun), default=dealt)
