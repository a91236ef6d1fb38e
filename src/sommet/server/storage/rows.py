"""The statements and queries that the server needs, typed."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, insert, literal, select, update
from sqlalchemy.sql.base import Executable

from sommet.match.events import Event, format_event, parse_event
from sommet.server.setup import TableSetup, format_setup, parse_setup
from sommet.server.storage import schema
from sommet.server.storage.store import Statement


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


def open_table(table: str, setup: TableSetup, invite_hash: str, at_ms: int) -> Executable:
    """Return the statement that keeps a new table."""
    return insert(schema.tables).values(
        id=table,
        created_ms=at_ms,
        updated_ms=at_ms,
        setup=format_setup(setup),
        invite_hash=invite_hash,
        seq=0,
    )


def take_seat(table: str, seat: SeatRow) -> Executable:
    """Return the statement that keeps who holds a seat."""
    return insert(schema.seats).values(
        table_id=table, player=seat.player, token_hash=seat.token_hash, name=seat.name
    )


def use_invite(table: str) -> Executable:
    """Return the statement after which an invitation no longer works."""
    return update(schema.tables).where(schema.tables.c.id == table).values(invite_hash="")


def format_events(events: Sequence[Event]) -> list[str]:
    """Return events as they are kept."""
    return [json.dumps(format_event(event), separators=(",", ":")) for event in events]


def parse_events(texts: Iterable[str]) -> tuple[Event, ...]:
    """Return the events that `format_events` wrote."""
    return tuple(parse_event(json.loads(text)) for text in texts)


# Made once: building a statement costs more than running it.
_ADVANCE = (
    update(schema.tables)
    .where(
        schema.tables.c.id == bindparam("of_table"),
        schema.tables.c.seq == bindparam("after"),
    )
    .values(
        seq=bindparam("to_seq"),
        updated_ms=bindparam("at_ms"),
        due_ms=bindparam("due"),
        standing=bindparam("stands"),
    )
)
_ADD_EVENT = insert(schema.events).values(
    table_id=bindparam("of_table"), seq=bindparam("number"), data=bindparam("text")
)


def append(
    table: str,
    after: int,
    texts: Sequence[str],
    at_ms: int,
    due_ms: int | None,
    *,
    standing: int | None = None,
) -> tuple[Statement, tuple[Statement, ...], Callable[[Connection], bool]]:
    """Return how to keep events number `after` + 1 and following: guard, statements, proof.

    The guard finds no row where somebody else has appended meanwhile, and a number that is there
    already is an error, so two servers cannot write one table's history.
    """
    seqs = range(after + 1, after + 1 + len(texts))
    changes = {"to_seq": after + len(texts), "at_ms": at_ms, "due": due_ms, "stands": standing}
    guard = (_ADVANCE, {"of_table": table, "after": after, **changes})
    statements = tuple(
        (_ADD_EVENT, {"of_table": table, "number": seq, "text": data})
        for seq, data in zip(seqs, texts, strict=True)
    )

    def proof(connection: Connection) -> bool:
        found = connection.execute(
            select(schema.events.c.data)
            .where(schema.events.c.table_id == table, schema.events.c.seq.in_(seqs))
            .order_by(schema.events.c.seq)
        )
        return [row.data for row in found] == list(texts)

    return guard, statements, proof


def keep_record(table: str, game_number: int, at_ms: int, text: str) -> Executable:
    """Return the statement that keeps a finished game."""
    return insert(schema.records).values(
        table_id=table, game_number=game_number, finished_ms=at_ms, text=text
    )


def keep_replay(replay: str, at_ms: int, text: str) -> Executable:
    """Return the statement that keeps an uploaded record."""
    return insert(schema.replays).values(id=replay, created_ms=at_ms, text=text)


def read_tables(connection: Connection, ids: Sequence[str]) -> dict[str, TableRow]:
    """Return tables with their history, as many of `ids` as there are."""
    # Events first: whoever joined according to them has a seat in what is read after them.
    events = read_events(connection, dict.fromkeys(ids, 0))
    seats: dict[str, list[SeatRow]] = {}
    found = connection.execute(select(schema.seats).where(schema.seats.c.table_id.in_(ids)))
    for row in found:
        seats.setdefault(row.table_id, []).append(SeatRow(row.player, row.token_hash, row.name))
    tables = connection.execute(select(schema.tables).where(schema.tables.c.id.in_(ids)))
    return {
        row.id: TableRow(
            id=row.id,
            created_ms=row.created_ms,
            updated_ms=row.updated_ms,
            setup=parse_setup(row.setup),
            invite_hash=row.invite_hash,
            seats=tuple(seats.get(row.id, ())),
            events=tuple(event for _, event in events.get(row.id, ())),
        )
        for row in tables
    }


def read_table(connection: Connection, table: str) -> TableRow | None:
    """Return a table with its history, or None."""
    return read_tables(connection, [table]).get(table)


def read_events(
    connection: Connection, after: Mapping[str, int]
) -> dict[str, list[tuple[int, Event]]]:
    """Return, by table, the numbered events after the number given for it."""
    columns = schema.events.c
    least = min(after.values(), default=0)
    found = connection.execute(
        select(columns.table_id, columns.seq, columns.data)
        .where(columns.table_id.in_(list(after)), columns.seq > least)
        .order_by(columns.table_id, columns.seq)
    )
    events: dict[str, list[tuple[int, Event]]] = {}
    for row in found:
        if row.seq > after[row.table_id]:
            events.setdefault(row.table_id, []).append((row.seq, parse_event(json.loads(row.data))))
    return events


def read_seats(connection: Connection, table: str) -> tuple[tuple[SeatRow, ...], str]:
    """Return who holds the seats of a table, and the hash of its open invitation."""
    seats = connection.execute(select(schema.seats).where(schema.seats.c.table_id == table))
    taken = tuple(SeatRow(row.player, row.token_hash, row.name) for row in seats)
    invite = select(schema.tables.c.invite_hash).where(schema.tables.c.id == table)
    return taken, connection.execute(invite).scalar() or ""


def read_seqs(connection: Connection, ids: Sequence[str]) -> dict[str, int]:
    """Return how many events each table has."""
    found = connection.execute(
        select(schema.tables.c.id, schema.tables.c.seq).where(schema.tables.c.id.in_(ids))
    )
    return {row.id: row.seq for row in found}


def read_due(connection: Connection, before_ms: int, limit: int) -> tuple[str, ...]:
    """Return tables where something should have happened by itself before `before_ms`."""
    found = connection.execute(
        select(schema.tables.c.id)
        .where(schema.tables.c.due_ms < before_ms)
        .order_by(schema.tables.c.due_ms)
        .limit(limit)
    )
    return tuple(row.id for row in found)


def is_standing(connection: Connection, numbers: Iterable[int], since_ms: int) -> bool:
    """Return whether one of these positions stands where people played after `since_ms`."""
    found = connection.execute(
        select(schema.tables.c.id)
        .where(
            schema.tables.c.standing.in_(list(numbers)),
            schema.tables.c.updated_ms > since_ms,
        )
        .limit(1)
    )
    return found.first() is not None


def set_due(table: str, seq: int, due_ms: int | None) -> Executable:
    """Return the statement that keeps when to look at a table that stands at `seq`."""
    return (
        update(schema.tables)
        .where(schema.tables.c.id == table, schema.tables.c.seq == seq)
        .values(due_ms=due_ms)
    )


def ping(connection: Connection) -> None:
    """Do nothing but ask the database to answer."""
    connection.execute(select(literal(1))).scalar()


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
