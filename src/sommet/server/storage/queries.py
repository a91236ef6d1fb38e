"""The statements and queries that the server needs, typed."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, literal, select, update
from sqlalchemy.sql.base import Executable

from sommet.match.events import Event, format_event, parse_event
from sommet.server.protocol.base import GameName
from sommet.server.storage import schema
from sommet.server.storage.chain import (
    OneEvent,
    check_links,
    first_link,
    has_history,
    links_after,
    mark_of,
    same_history,
)
from sommet.server.storage.setup import TableSetup, format_setup, parse_setup
from sommet.server.storage.store import Statement, Write


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's holder: player 0 opened the table, 1 is the other.

    Attributes:
        bot: The program, where it is one.
        account: The account, where it has one; `name` is a copy of its name.
        counts: Whether results count for the account.
        away_ms: The holiday that the account is on or was last on, from and until.
    """

    player: int
    token_hash: str
    name: str | None
    bot: str | None = None
    account: str | None = None
    counts: bool = False
    away_ms: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table with all its events."""

    id: str
    created_ms: int
    updated_ms: int
    setup_text: str
    invite_hash: str
    seats: tuple[SeatRow, ...]
    texts: tuple[str, ...] = ()
    marks: tuple[int | None, ...] = ()
    stored_chain: str | None = None

    @property
    def setup(self) -> TableSetup:
        """What the table was opened for.

        Raises:
            ValueError, KeyError: the stored text is not a setup.
        """
        return parse_setup(self.setup_text)

    @property
    def events(self) -> tuple[Event, ...]:
        """The table's events.

        Raises:
            ValueError: a stored text is not an event.
        """
        return parse_events(self.texts)

    @property
    def links(self) -> tuple[str, ...]:
        """The chain after each event.

        Raises:
            BrokenHistory: the events do not match what is stored of the chain.
        """
        return check_links(self.id, self.texts, self.marks, self.stored_chain)


def new_table(
    table: str, at_ms: int, setup: TableSetup, invite_hash: str, seat: SeatRow
) -> TableRow:
    """Return what `read_table` would return for a table that `open_table` has just stored."""
    return TableRow(
        table,
        at_ms,
        at_ms,
        format_setup(setup),
        invite_hash,
        (seat,),
        stored_chain=first_link(table),
    )


def open_table(table: str, setup: TableSetup, invite_hash: str, at_ms: int) -> Executable:
    """Return the statement that stores a new table."""
    return insert(schema.tables).values(
        id=table,
        created_ms=at_ms,
        updated_ms=at_ms,
        setup=format_setup(setup),
        invite_hash=invite_hash,
        seq=0,
        chain=first_link(table),
    )


def take_seat(table: str, seat: SeatRow) -> Executable:
    """Return the statement that stores who holds a seat."""
    return insert(schema.seats).values(
        table_id=table,
        player=seat.player,
        token_hash=seat.token_hash,
        name=seat.name,
        bot=seat.bot,
        account=seat.account,
        counts=int(seat.counts),
    )


def replace_token(table: str, seat: SeatRow) -> Executable:
    """Return the statement that replaces the token of a seat."""
    return (
        update(schema.seats)
        .where(schema.seats.c.table_id == table, schema.seats.c.player == seat.player)
        .values(
            token_hash=seat.token_hash,
            name=seat.name,
            account=seat.account,
            counts=int(seat.counts),
        )
    )


# `json.dumps` would make one for each call.
_encode = json.JSONEncoder(separators=(",", ":")).encode


def format_events(events: Sequence[Event]) -> list[str]:
    """Return events as they are stored."""
    return [_encode(format_event(event)) for event in events]


def parse_events(texts: Iterable[str]) -> tuple[Event, ...]:
    """Return the events that `format_events` wrote."""
    return tuple(parse_event(json.loads(text)) for text in texts)


# Built once: building a statement takes longer than running it.
_ADVANCE_UNMARKED = (
    update(schema.tables)
    .where(
        schema.tables.c.id == bindparam("of_table"),
        schema.tables.c.seq == bindparam("after"),
    )
    .values(
        seq=bindparam("to_seq"),
        chain=bindparam("to_link"),
        updated_ms=bindparam("at_ms"),
        due_ms=bindparam("due"),
    )
)
_ADVANCE = _ADVANCE_UNMARKED.where(schema.tables.c.chain == bindparam("after_link"))
_ADD_EVENT = insert(schema.events).values(
    table_id=bindparam("of_table"),
    seq=bindparam("number"),
    data=bindparam("text"),
    mark=bindparam("before"),
)


@dataclass(frozen=True, slots=True)
class Head:
    """The end of a table's history as a process knows it.

    Attributes:
        seq: How many events there are.
        link: The chain after the last of them.
        marked: Whether the table's row has that link; if not, all events are compared.
    """

    seq: int
    link: str
    marked: bool = True


def append(
    table: str,
    head: Head,
    texts: Sequence[str],
    at_ms: int,
    due_ms: int | None,
    *,
    links: Sequence[str] | None = None,
) -> Write:
    """Return the write that appends events after `head`; callers may add to it.

    `links`, the chain after each event, may be given to save the hashing.

    The guard matches no row if the stored history is longer, shorter or different. So two processes
    cannot both append after the same event.
    """
    links = (head.link, *(links or links_after(head.link, texts)))
    seqs = range(head.seq + 1, head.seq + 1 + len(texts))
    changes = {
        "to_seq": head.seq + len(texts),
        "to_link": links[-1],
        "at_ms": at_ms,
        "due": due_ms,
    }
    place = {"of_table": table, "after": head.seq, **changes}
    statements = tuple(
        (_ADD_EVENT, {"of_table": table, "number": seq, "text": data, "before": mark_of(link)})
        for seq, data, link in zip(seqs, texts, links, strict=False)
    )

    def proof(connection: Connection) -> bool:
        # The same events after another history are not what was written.
        return has_history(connection, table, head.seq + len(texts), links[-1])

    if head.marked:
        guard: Statement = (_ADVANCE, {**place, "after_link": head.link})
        event = None
        if len(texts) == 1:
            event = OneEvent(table, head.seq, head.link, texts[0], links[-1], at_ms, due_ms)
        return Write(statements, guard=guard, proof=proof, event=event, key=table)
    return Write(
        statements,
        check=same_history(table, head.seq, head.link),
        guard=(_ADVANCE_UNMARKED, place),
        proof=proof,
        key=table,
    )


def store_record(table: str, game_number: int, at_ms: int, text: str) -> Executable:
    """Return the statement that stores the record of a finished game."""
    return insert(schema.records).values(
        table_id=table, game_number=game_number, finished_ms=at_ms, text=text
    )


def store_replay(replay: str, at_ms: int, text: str) -> Executable:
    """Return the statement that stores an uploaded record."""
    return insert(schema.replays).values(id=replay, created_ms=at_ms, text=text)


#: How often a table is read again if it was written to between two queries.
_TRIES = 5


def read_tables(connection: Connection, ids: Sequence[str]) -> dict[str, TableRow]:
    """Return those tables of `ids` that exist, with their history."""
    found: dict[str, TableRow] = {}
    asked = ids
    for _ in range(_TRIES):
        rows = _read_rows(connection, asked)
        found |= {row.id: row for row, _ in rows}
        asked = [row.id for row, seq in rows if seq > len(row.texts)]
        if not asked:
            break
    return found


def _read_rows(connection: Connection, ids: Sequence[str]) -> list[tuple[TableRow, int]]:
    """Return tables, and how many events each of them says that it has."""
    # Events first: a player who joined according to them has a seat in what is read later.
    events: dict[str, list[tuple[str, int | None]]] = {}
    columns = schema.events.c
    for row in connection.execute(
        select(columns.table_id, columns.data, columns.mark)
        .where(columns.table_id.in_(list(ids)))
        .order_by(columns.table_id, columns.seq)
    ):
        events.setdefault(row.table_id, []).append((row.data, row.mark))
    seats: dict[str, list[SeatRow]] = {}
    taken = connection.execute(_SEATS.where(schema.seats.c.table_id.in_(ids)))
    for row in taken:
        seats.setdefault(row.table_id, []).append(_seat_of(row))
    tables = connection.execute(select(schema.tables).where(schema.tables.c.id.in_(ids)))
    return [
        (
            TableRow(
                id=row.id,
                created_ms=row.created_ms,
                updated_ms=row.updated_ms,
                setup_text=row.setup,
                invite_hash=row.invite_hash,
                seats=tuple(seats.get(row.id, ())),
                texts=tuple(data for data, _ in events.get(row.id, ())),
                marks=tuple(mark for _, mark in events.get(row.id, ())),
                stored_chain=row.chain,
            ),
            row.seq,
        )
        for row in tables
    ]


_SEATS = select(
    schema.seats, schema.accounts.c.away_from_ms, schema.accounts.c.away_until_ms
).outerjoin(schema.accounts, schema.accounts.c.id == schema.seats.c.account)


def _seat_of(row: Any) -> SeatRow:
    away = None if row.away_until_ms is None else (row.away_from_ms, row.away_until_ms)
    return SeatRow(
        row.player, row.token_hash, row.name, row.bot, row.account, bool(row.counts), away
    )


def read_table(connection: Connection, table: str) -> TableRow | None:
    """Return a table with its history, or None."""
    return read_tables(connection, [table]).get(table)


def read_seats(connection: Connection, table: str) -> tuple[tuple[SeatRow, ...], str]:
    """Return who holds the seats of a table, and the hash of its open invitation."""
    query = _SEATS.where(schema.seats.c.table_id == table).order_by(schema.seats.c.player)
    taken = tuple(map(_seat_of, connection.execute(query)))
    invite = select(schema.tables.c.invite_hash).where(schema.tables.c.id == table)
    return taken, connection.execute(invite).scalar() or ""


def read_heads(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[int, str | None]]:
    """Return how many events each table has, and the chain after them if it is stored."""
    columns = schema.tables.c
    found = connection.execute(
        select(columns.id, columns.seq, columns.chain).where(columns.id.in_(ids))
    )
    return {row.id: (row.seq, row.chain) for row in found}


def set_due(table: str, seq: int, due_ms: int | None) -> Executable:
    """Return the statement that stores when a table with `seq` events is due next."""
    return (
        update(schema.tables)
        .where(schema.tables.c.id == table, schema.tables.c.seq == seq)
        .values(due_ms=due_ms)
    )


def ping(connection: Connection) -> None:
    """Check that the database answers."""
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
    """Return those of some tables that have a finished game."""
    records = schema.records
    found = connection.execute(
        select(records.c.table_id).where(records.c.table_id.in_(list(tables))).distinct()
    )
    return tuple(row.table_id for row in found)


def read_replay(connection: Connection, replay: str) -> str | None:
    """Return an uploaded record, or None."""
    replays = schema.replays
    return connection.execute(select(replays.c.text).where(replays.c.id == replay)).scalar()


def read_game(connection: Connection, table: str) -> GameName | None:
    """Return the game of a table or of an uploaded record, or None. Raises as `parse_setup`."""
    opened = schema.tables.c
    setup = connection.execute(select(opened.setup).where(opened.id == table)).scalar()
    if setup is not None:
        return parse_setup(setup).game
    record = read_replay(connection, table)
    if record is None:
        return None
    return "pylos" if record.startswith('[Game "pylos"]') else "pacal"
