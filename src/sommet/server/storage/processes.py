"""Statements and queries about the processes on one database: who is alive, who is watching."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    Connection,
    bindparam,
    delete,
    extract,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.base import Executable

from sommet.server.storage import schema
from sommet.server.storage.store import Statement


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A process's last heartbeat: its own time, and the database's."""

    process: str
    alive_ms: int
    database_ms: int


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """Who is at a table through one process."""

    process: str
    players: int
    watchers: int


def read_database_ms(connection: Connection) -> int | None:
    """Return the time of the database's machine, or None for SQLite, which has none of its own."""
    if connection.dialect.name != "postgresql":
        return None
    seconds = connection.execute(select(extract("epoch", func.clock_timestamp()))).scalar_one()
    return round(seconds * 1000)


def read_heartbeats(connection: Connection) -> tuple[Heartbeat, ...]:
    """Return every process's last heartbeat."""
    found = connection.execute(select(schema.processes))
    return tuple(Heartbeat(row.id, row.alive_ms, row.database_ms) for row in found)


def enter(process: str, at_ms: int, database_ms: int) -> tuple[Executable, ...]:
    """Return the statements that store a process's first heartbeat."""
    return (
        delete(schema.processes).where(schema.processes.c.id == process),
        insert(schema.processes).values(id=process, alive_ms=at_ms, database_ms=database_ms),
    )


def store_heartbeat(process: str, at_ms: int, *, shared: bool) -> Statement:
    """Return the statement that stores a heartbeat, at the database's time if it has one."""
    values = {"of_process": process, "at_ms": at_ms}
    return (
        (_HEARTBEAT_SHARED, values) if shared else (_HEARTBEAT_ALONE, {**values, "now_ms": at_ms})
    )


# Made once: every process sends a heartbeat each second.
_HEARTBEAT = update(schema.processes).where(schema.processes.c.id == bindparam("of_process"))
_HEARTBEAT_ALONE = _HEARTBEAT.values(alive_ms=bindparam("at_ms"), database_ms=bindparam("now_ms"))
_HEARTBEAT_SHARED = _HEARTBEAT.values(
    alive_ms=bindparam("at_ms"),
    database_ms=func.floor(extract("epoch", func.clock_timestamp()) * literal_column("1000")),
)


def remove_dead(process: str, alive_ms: int) -> Executable:
    """Return the guard that removes a process unless it has sent a heartbeat meanwhile."""
    return delete(schema.processes).where(
        schema.processes.c.id == process, schema.processes.c.alive_ms == alive_ms
    )


def store_outage(from_ms: int, to_ms: int) -> Executable:
    """Return the statement that stores an outage; several processes may notice the same one."""
    return (
        postgresql.insert(schema.outages)
        .values(from_ms=from_ms, to_ms=to_ms)
        .on_conflict_do_update(index_elements=["from_ms"], set_={"to_ms": to_ms})
    )


def read_outages(connection: Connection) -> tuple[tuple[int, int], ...]:
    """Return the outages, oldest first."""
    found = connection.execute(select(schema.outages).order_by(schema.outages.c.from_ms))
    return tuple((row.from_ms, row.to_ms) for row in found)


def read_presence(connection: Connection, ids: Sequence[str]) -> dict[str, list[PresenceRow]]:
    """Return who is at some tables, by table."""
    found = connection.execute(
        select(schema.presence).where(schema.presence.c.table_id.in_(list(ids)))
    )
    present: dict[str, list[PresenceRow]] = {}
    for row in found:
        present.setdefault(row.table_id, []).append(
            PresenceRow(row.process, row.players, row.watchers)
        )
    return present


def store_presence(table: str, process: str, players: int, watchers: int) -> Executable:
    """Return the statement that stores who is at a table through a process."""
    if not players and not watchers:
        return delete(schema.presence).where(
            schema.presence.c.table_id == table, schema.presence.c.process == process
        )
    seen = {"players": players, "watchers": watchers}
    return (
        postgresql.insert(schema.presence)
        .values(table_id=table, process=process, **seen)
        .on_conflict_do_update(index_elements=["table_id", "process"], set_=seen)
    )


def forget_presence(process: str) -> Executable:
    """Return the statement that removes everybody who was connected through a process."""
    return delete(schema.presence).where(schema.presence.c.process == process)


def read_present(connection: Connection, process: str) -> tuple[tuple[str, int], ...]:
    """Return the tables with a running clock whose players were connected through a process."""
    found = connection.execute(
        select(schema.presence.c.table_id, schema.presence.c.players)
        .join(schema.tables, schema.tables.c.id == schema.presence.c.table_id)
        .where(
            schema.presence.c.process == process,
            schema.presence.c.players > 0,
            schema.tables.c.due_ms.is_not(None),
        )
    )
    return tuple((row.table_id, row.players) for row in found)
