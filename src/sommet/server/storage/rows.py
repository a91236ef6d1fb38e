"""The statements and queries that the server needs, typed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.sql.base import Executable

from sommet.match.events import Event, format_event, parse_event
from sommet.server.setup import TableSetup, format_setup, parse_setup
from sommet.server.storage import schema


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's holder: player 0 opened the table, 1 is the other."""

    player: int
    token_hash: str
    name: str | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with all that happened there."""

    id: str
    created_ms: int
    updated_ms: int
    setup: TableSetup
    invite_hash: str
    seats: tuple[SeatRow, ...]
    events: tuple[Event, ...]


def open_table(
    table: str, setup: TableSetup, invite_hash: str, at_ms: int, *, attention: bool
) -> Executable:
    """Return the statement that keeps a new table."""
    return insert(schema.tables).values(
        id=table,
        created_ms=at_ms,
        updated_ms=at_ms,
        setup=format_setup(setup),
        invite_hash=invite_hash,
        attention=attention,
    )


def take_seat(table: str, seat: SeatRow) -> Executable:
    """Return the statement that keeps who holds a seat."""
    return insert(schema.seats).values(
        table_id=table, player=seat.player, token_hash=seat.token_hash, name=seat.name
    )


def use_invite(table: str) -> Executable:
    """Return the statement after which an invitation no longer works."""
    return update(schema.tables).where(schema.tables.c.id == table).values(invite_hash="")


def append_events(table: str, after: int, events: Sequence[Event]) -> tuple[Executable, ...]:
    """Return the statements that keep events number `after` + 1 and following.

    A number that is there already is an error, so two servers cannot write one table's history.
    """
    # One statement each: SQLAlchemy compiles those once, and lists every time.
    return tuple(
        insert(schema.events).values(
            table_id=table,
            seq=after + number,
            data=json.dumps(format_event(event), separators=(",", ":")),
        )
        for number, event in enumerate(events, 1)
    )


def touch_table(table: str, at_ms: int, *, attention: bool) -> Executable:
    """Return the statement that keeps when a table changed and whether it needs looking after."""
    return (
        update(schema.tables)
        .where(schema.tables.c.id == table)
        .values(updated_ms=at_ms, attention=attention)
    )


def keep_record(table: str, game_number: int, at_ms: int, text: str) -> Executable:
    """Return the statement that keeps a finished game."""
    return insert(schema.records).values(
        table_id=table, game_number=game_number, finished_ms=at_ms, text=text
    )


def keep_replay(replay: str, at_ms: int, text: str) -> Executable:
    """Return the statement that keeps an uploaded record."""
    return insert(schema.replays).values(id=replay, created_ms=at_ms, text=text)


def keep_pulse(at_ms: int) -> tuple[Executable, ...]:
    """Return the statements that keep when the server was last alive."""
    return (
        delete(schema.pulse),
        insert(schema.pulse).values(id=1, alive_ms=at_ms),
    )


def read_table(connection: Connection, table: str) -> TableRow | None:
    """Return a table with its history, or None."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    if row is None:
        return None
    seats = connection.execute(
        select(schema.seats.c.player, schema.seats.c.token_hash, schema.seats.c.name).where(
            schema.seats.c.table_id == table
        )
    )
    events = connection.execute(
        select(schema.events.c.data)
        .where(schema.events.c.table_id == table)
        .order_by(schema.events.c.seq)
    )
    return TableRow(
        id=row.id,
        created_ms=row.created_ms,
        updated_ms=row.updated_ms,
        setup=parse_setup(row.setup),
        invite_hash=row.invite_hash,
        seats=tuple(SeatRow(seat.player, seat.token_hash, seat.name) for seat in seats),
        events=tuple(parse_event(json.loads(event.data)) for event in events),
    )


def read_attention(connection: Connection) -> tuple[str, ...]:
    """Return the tables where something happens without anybody coming."""
    found = connection.execute(select(schema.tables.c.id).where(schema.tables.c.attention))
    return tuple(row.id for row in found)


def read_pulse(connection: Connection) -> int | None:
    """Return when the server was last alive, or None."""
    return connection.execute(select(schema.pulse.c.alive_ms)).scalar()


def read_record(connection: Connection, table: str, game_number: int) -> str | None:
    """Return the record of a finished game, or None."""
    records = schema.records
    return connection.execute(
        select(records.c.text).where(
            records.c.table_id == table, records.c.game_number == game_number
        )
    ).scalar()


def read_finished(connection: Connection, tables: Sequence[str]) -> tuple[str, ...]:
    """Return those of some tables at which a game was finished."""
    records = schema.records
    found = connection.execute(
        select(records.c.table_id).where(records.c.table_id.in_(list(tables))).distinct()
    )
    return tuple(row.table_id for row in found)


def read_replay(connection: Connection, replay: str) -> str | None:
    """Return an uploaded record, or None."""
    replays = schema.replays
    return connection.execute(select(replays.c.text).where(replays.c.id == replay)).scalar()
