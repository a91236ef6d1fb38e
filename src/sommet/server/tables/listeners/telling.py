"""What a viewer is sent: the table once, then what happened and what stands differently."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from sommet import __version__
from sommet.server.protocol import events, messages
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.protocol.table import SeenDeal, Standing
from sommet.server.tables.listeners.seen import (
    Scene,
    see_deals,
    see_moves,
    see_setup,
    see_standing,
)
from sommet.server.tables.listeners.viewer import Viewer

_EVENTS: TypeAdapter[list[events.Event]] = TypeAdapter(list[events.Event])
_DEALS: TypeAdapter[list[SeenDeal]] = TypeAdapter(list[SeenDeal])
#: After these, somebody else may sit somewhere.
_NEW_SEATS = (events.Joined, events.Started, events.SeatAnswered)


@dataclass(frozen=True, slots=True)
class Sight:
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


def format_told(told: Sequence[events.Event]) -> str:
    """Return events as they stand in a `change`, which is the same for everybody."""
    return _EVENTS.dump_json(list(told), exclude_unset=True).decode()


def format_change(
    before: Sight, after: Sight, link: str, told: Sequence[events.Event], written: str | None = None
) -> str:
    """Return what happened, and what a viewer sees differently after it.

    `written` is what `format_told` makes of `told`, for whoever tells several.
    """
    then, now = before.scene.session, after.scene.session
    # Who sits where changes with these events alone. Names and who is there are not in the
    # session, so then they are told again.
    players = any(isinstance(event, _NEW_SEATS) for event in told)
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
    # `messages.Change`, of which most have nothing but the events: they are written once.
    parts = [f'{{"type":"change","seq":{now.seq},"chain":"{link}"']
    if told:
        parts.append(f'"events":{format_told(told) if written is None else written}')
    if standing:
        parts.append(f'"now":{Standing(**standing).model_dump_json(exclude_unset=True)}')
    if deals:
        seen = [SeenDeal(**deal) for deal in deals]
        parts.append(f'"deals":{_DEALS.dump_json(seen, exclude_unset=True).decode()}')
    return ",".join(parts) + "}"


def format_seats(sight: Sight, link: str) -> str:
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
