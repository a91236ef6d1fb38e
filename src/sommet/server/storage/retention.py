"""Removing data after its retention period."""

from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, Engine, Table, delete, exists, func, not_, select

from sommet.server.storage import schema
from sommet.server.storage.hosts.audit import Actor, note
from sommet.server.storage.hosts.schema import audit_log
from sommet.server.storage.tournaments.schema import tournaments

DAY_MS = 24 * 60 * 60 * 1000
#: The most tables per transaction, so that nobody waits long for the database.
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Retention:
    """For how many days data is kept after its last change; None means forever.

    Attributes:
        finished: Tables at which at least one game was finished, with their records, and
            tournaments that are over.
        abandoned: Tables at which no game was ever finished.
        uploads: Uploaded records.
        reports: Reports by players about each other.
        audit: The audit log.
    """

    finished: float | None = None
    abandoned: float | None = None
    uploads: float | None = None
    reports: float | None = None
    audit: float | None = None

    @property
    def keeps_everything(self) -> bool:
        """Whether nothing is ever removed."""
        return self == Retention()


@dataclass(frozen=True, slots=True)
class Removed:
    """How many tables, uploads and tournaments were removed, or would be."""

    finished: int = 0
    abandoned: int = 0
    uploads: int = 0
    tournaments: int = 0
    reports: int = 0
    audit: int = 0


def tidy(
    engine: Engine,
    retention: Retention,
    now_ms: int,
    *,
    dry: bool = False,
    actor: Actor = "host",
) -> Removed:
    """Remove what is older than `retention` allows, and log it; with `dry`, only count it."""
    has_record = exists().where(schema.records.c.table_id == schema.tables.c.id)
    moments = {
        schema.tables: schema.tables.c.updated_ms,
        schema.replays: schema.replays.c.created_ms,
        tournaments: tournaments.c.ended_ms,
        schema.reports: schema.reports.c.at_ms,
        audit_log: audit_log.c.at_ms,
    }

    def clear(table: Table, days: float | None, *conditions: ColumnElement[bool]) -> int:
        if days is None:
            return 0
        at = moments[table]
        old = (at < now_ms - days * DAY_MS, *conditions)
        if dry:
            with engine.connect() as connection:
                return _count(connection, table, old)
        return _remove(engine, table, old)

    removed = Removed(
        finished=clear(schema.tables, retention.finished, has_record),
        abandoned=clear(schema.tables, retention.abandoned, not_(has_record)),
        uploads=clear(schema.replays, retention.uploads),
        tournaments=clear(tournaments, retention.finished),
        reports=clear(schema.reports, retention.reports),
        audit=clear(audit_log, retention.audit),
    )
    if removed != Removed() and not dry:
        what = ", ".join(f"{count} {name}" for name, count in asdict(removed).items() if count)
        with engine.begin() as connection:
            note(connection, now_ms, actor, "tidy", detail=what)
    return removed


def _count(
    connection: Connection, table: Table, conditions: tuple[ColumnElement[bool], ...]
) -> int:
    return connection.execute(
        select(func.count()).select_from(table).where(*conditions)
    ).scalar_one()


def _remove(engine: Engine, table: Table, conditions: tuple[ColumnElement[bool], ...]) -> int:
    removed = 0
    while True:
        with engine.begin() as connection:
            some = select(table.c.id).where(*conditions).limit(_AT_ONCE)
            ids = list(connection.execute(some).scalars())
            # Checked again while removing: a player may have returned in the meantime.
            # Seats, events and records go with their table.
            gone = connection.execute(delete(table).where(table.c.id.in_(ids), *conditions))
            removed += gone.rowcount
        if len(ids) < _AT_ONCE:
            return removed
