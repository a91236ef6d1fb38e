"""Devices that get notices, and the notices that are queued for them."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from sommet.server.storage import schema
from sommet.server.storage.notices.schema import (
    push_devices,
    push_notices,
    push_seats,
    server_keys,
    slow_turns,
)
from sommet.server.storage.notices.turns import count_turns
from sommet.server.storage.setup import parse_setup
from sommet.server.storage.tournaments.schema import tournament_games

_devices, _notices = push_devices.c, push_notices.c
DEVICES_PER_ACCOUNT = 20
#: Each notice about a guest's seat goes to all of its devices: this limits what we send out.
DEVICES_PER_SEAT = 5
#: The least time between two messages to a device; notices that come meanwhile go together.
PAUSE_MS = 20_000
#: After a process has begun to send to a device, no other one does for this long.
LEASE_MS = 60_000
#: In one message: the latest ones.
NOTICES_AT_ONCE = 5
DEVICES_AT_ONCE = 20
#: A device that has not asked for notices for this long is removed.
KEPT_MS = 180 * 24 * 60 * 60_000


@dataclass(frozen=True, slots=True)
class Device:
    """A browser's push endpoint, and the keys that messages to it are encrypted with."""

    endpoint: str
    p256dh: str
    auth: str
    language: str

    @property
    def id(self) -> str:
        """The id under which the device is stored."""
        return hash_endpoint(self.endpoint)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice; it contains nothing that the opponent may not know."""

    kind: str
    table: str
    setup_text: str
    opponent: str | None
    due_ms: int | None
    at_ms: int

    @property
    def game(self) -> str:
        """The game that is played.

        Raises:
            ValueError, KeyError, TypeError: the stored text is not a setup.
        """
        return parse_setup(self.setup_text).game


@dataclass(frozen=True, slots=True)
class PushBatch:
    """One message to one device; `waiting` counts the games in which it is the owner's turn."""

    device: Device
    notices: tuple[Notice, ...]
    waiting: int
    attempts: int


def hash_endpoint(endpoint: str) -> str:
    """Return the id under which the device with this endpoint is stored."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def make_key(connection: Connection, name: str, value: str) -> str:
    """Return the key stored under a name; if there is none, store `value` and return it."""
    keys = server_keys.c
    kept: str | None = connection.execute(select(keys.value).where(keys.name == name)).scalar()
    if kept is None:
        connection.execute(insert(server_keys).values(name=name, value=value))
    return kept or value


# Devices.


def store_device(
    connection: Connection,
    device: Device,
    *,
    session: str | None,
    seats: Sequence[tuple[str, int]],
    now_ms: int,
) -> None:
    """Store a device with its session, or a guest's seats; the oldest devices may be removed.

    The device of a guest without a seat is not stored.
    """
    if session is None and not seats:
        forget_device(connection, device.id)
        return
    values = {
        "session": session,
        "p256dh": device.p256dh,
        "auth": device.auth,
        "language": device.language,
        "seen_ms": now_ms,
    }
    known = connection.execute(
        update(push_devices).where(_devices.id == device.id).values(**values)
    )
    if not known.rowcount:
        made = insert(push_devices).values(id=device.id, endpoint=device.endpoint, **values)
        connection.execute(made)
    connection.execute(delete(push_seats).where(push_seats.c.device == device.id))
    for table, player in dict(seats).items():
        connection.execute(
            insert(push_seats).values(device=device.id, table_id=table, player=player)
        )
    if session is not None:
        _forget_further(connection, session)
    for table, player in dict(seats).items():
        _forget_further_at(connection, table, player)


def _forget_further(connection: Connection, session: str) -> None:
    sessions = schema.account_sessions.c
    account = select(sessions.account).where(sessions.token_hash == session).scalar_subquery()
    devices = (
        select(_devices.id)
        .join(schema.account_sessions, sessions.token_hash == _devices.session)
        .where(sessions.account == account)
        .order_by(_devices.seen_ms.desc(), _devices.id)
    )
    further = list(connection.execute(devices).scalars())[DEVICES_PER_ACCOUNT:]
    if further:
        connection.execute(delete(push_devices).where(_devices.id.in_(further)))


def _forget_further_at(connection: Connection, table: str, player: int) -> None:
    at_seat = (push_seats.c.table_id == table, push_seats.c.player == player)
    further = list(
        connection.execute(
            select(_devices.id)
            .join(push_seats, push_seats.c.device == _devices.id)
            .where(*at_seat)
            .order_by(_devices.seen_ms.desc(), _devices.id)
            .offset(DEVICES_PER_SEAT)
        ).scalars()
    )
    if not further:
        return
    connection.execute(delete(push_seats).where(*at_seat, push_seats.c.device.in_(further)))
    has_seat = exists().where(push_seats.c.device == _devices.id)
    idle = (_devices.id.in_(further), _devices.session.is_(None), ~has_seat)
    connection.execute(delete(push_devices).where(*idle))


def forget_device(connection: Connection, device: str) -> bool:
    """Remove a device; False if it was not stored."""
    return connection.execute(delete(push_devices).where(_devices.id == device)).rowcount == 1


def forget_old_devices(connection: Connection, now_ms: int) -> int:
    """Remove devices on which the page was not opened for half a year; return how many."""
    old = delete(push_devices).where(_devices.seen_ms < now_ms - KEPT_MS)
    return connection.execute(old).rowcount


def find_account_devices(connection: Connection, account: str) -> list[str]:
    """Return the devices of an account."""
    sessions = schema.account_sessions.c
    return list(
        connection.execute(
            select(_devices.id)
            .join(schema.account_sessions, sessions.token_hash == _devices.session)
            .where(sessions.account == account)
        ).scalars()
    )


def read_account_devices(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return the devices that get an account's notices, in plain values, for its export."""
    found = connection.execute(
        select(_devices.endpoint, _devices.language, _devices.seen_ms)
        .where(_devices.id.in_(find_account_devices(connection, account)))
        .order_by(_devices.seen_ms, _devices.id)
    )
    return [
        {"endpoint": row.endpoint, "language": row.language, "seen_ms": row.seen_ms}
        for row in found
    ]


# Notices.


def add_notices(
    connection: Connection,
    devices: Iterable[str],
    *,
    table: str,
    player: int,
    kind: str,
    now_ms: int,
) -> int:
    """Queue a notice for some devices; return for how many."""
    found = list(devices)
    for device in found:
        place = {"device": device, "table_id": table}
        here = (_notices.device == device, _notices.table_id == table)
        connection.execute(delete(push_notices).where(*here))
        connection.execute(
            insert(push_notices).values(**place, player=player, kind=kind, at_ms=now_ms)
        )
    if found:
        soon = case(
            (_devices.sent_ms + PAUSE_MS > now_ms, _devices.sent_ms + PAUSE_MS), else_=now_ms
        )
        connection.execute(
            update(push_devices)
            .where(_devices.id.in_(found), _devices.next_ms.is_(None))
            .values(next_ms=soon, attempts=0)
        )
    return len(found)


def has_due_batches(connection: Connection, now_ms: int) -> bool:
    """Return whether there may be something to send."""
    due = and_(_devices.next_ms <= now_ms, _devices.lease_ms <= now_ms)
    return connection.execute(select(_devices.id).where(due).limit(1)).first() is not None


def claim_batches(connection: Connection, now_ms: int) -> list[PushBatch]:
    """Return the messages to send now, and reserve them for a while."""
    due = and_(_devices.next_ms <= now_ms, _devices.lease_ms <= now_ms)
    rows = connection.execute(
        select(push_devices)
        .where(due)
        .order_by(_devices.next_ms, _devices.id)
        .limit(DEVICES_AT_ONCE)
        .with_for_update(skip_locked=True)
    ).all()
    batches = []
    for row in rows:
        notices = _read_notices(connection, row.id)
        if not notices:
            _rest(connection, row.id)
            continue
        connection.execute(
            update(push_devices).where(_devices.id == row.id).values(lease_ms=now_ms + LEASE_MS)
        )
        device = Device(row.endpoint, row.p256dh, row.auth, row.language)
        waiting = count_turns(connection, row.id)
        batches.append(PushBatch(device, tuple(notices), waiting, row.attempts))
    return batches


def _read_notices(connection: Connection, device: str) -> list[Notice]:
    """Return a device's notices, the latest first, after removing those that no longer apply."""
    turns = slow_turns.c
    waits = exists().where(turns.table_id == _notices.table_id, turns.player == _notices.player)
    challenges, blocks = schema.challenges.c, schema.blocks.c
    is_open = exists().where(
        schema.tables.c.id == _notices.table_id,
        schema.tables.c.seq == 0,
        challenges.table_id == _notices.table_id,
        ~exists().where(
            or_(
                and_(
                    blocks.account == challenges.challenged,
                    blocks.blocked == challenges.challenger,
                ),
                and_(
                    blocks.account == challenges.challenger,
                    blocks.blocked == challenges.challenged,
                ),
            )
        ),
    )
    is_played = exists().where(
        tournament_games.c.table_id == _notices.table_id,
        tournament_games.c.first_points.is_(None),
    )
    holds = or_(
        and_(_notices.kind.in_(("move", "deadline")), waits),
        and_(_notices.kind == "challenge", is_open),
        and_(_notices.kind == "round", is_played),
    )
    connection.execute(delete(push_notices).where(_notices.device == device, ~holds))
    other = aliased(schema.seats)
    found = connection.execute(
        select(push_notices, schema.tables.c.setup, other.c.name, turns.due_ms)
        .join(schema.tables, schema.tables.c.id == _notices.table_id)
        .outerjoin(
            other,
            and_(other.c.table_id == _notices.table_id, other.c.player != _notices.player),
        )
        .outerjoin(
            slow_turns,
            and_(turns.table_id == _notices.table_id, turns.player == _notices.player),
        )
        .where(_notices.device == device)
        .order_by(_notices.at_ms.desc(), _notices.table_id)
        .limit(NOTICES_AT_ONCE)
    )
    return [
        Notice(row.kind, row.table_id, row.setup, row.name, row.due_ms, row.at_ms) for row in found
    ]


def _rest(connection: Connection, device: str) -> None:
    connection.execute(
        update(push_devices)
        .where(_devices.id == device)
        .values(next_ms=None, lease_ms=0, attempts=0)
    )


def note_sent(connection: Connection, batch: PushBatch, now_ms: int) -> None:
    """Store that a batch was sent, or given up."""
    device = batch.device.id
    for notice in batch.notices:
        connection.execute(
            delete(push_notices).where(
                _notices.device == device,
                _notices.table_id == notice.table,
                _notices.at_ms == notice.at_ms,
            )
        )
    rest = select(func.count()).select_from(push_notices).where(_notices.device == device)
    more = connection.execute(rest).scalar_one() > 0
    connection.execute(
        update(push_devices)
        .where(_devices.id == device)
        .values(
            sent_ms=now_ms,
            lease_ms=0,
            attempts=0,
            next_ms=now_ms + PAUSE_MS if more else None,
        )
    )


def try_again(connection: Connection, batch: PushBatch, at_ms: int) -> None:
    """Store that a batch could not be sent, and when to try again."""
    connection.execute(
        update(push_devices)
        .where(_devices.id == batch.device.id)
        .values(next_ms=at_ms, lease_ms=0, attempts=batch.attempts + 1)
    )
