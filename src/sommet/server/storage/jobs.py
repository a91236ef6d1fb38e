"""Statements and queries about work to be done: computer moves."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.sql.base import Executable

from sommet.server.storage import schema

_jobs = schema.jobs.c


@dataclass(frozen=True, slots=True)
class Job:
    """Work that somebody should do.

    Attributes:
        id: Says what is to be done, so that the same work is never there twice.
        kind: `move`; `review` in databases of versions before.
        payload: What the work needs to know.
        owner: On whose behalf, for limits; empty for computer moves.
        created_ms: When it was wanted.
        deadline_ms: After this it is of no use, or has to be done in the simplest way.
        attempts: How often somebody began with it.
    """

    id: str
    kind: str
    payload: str
    owner: str
    created_ms: int
    deadline_ms: int
    attempts: int = 0


def put(job: Job, *, worker: str = "", lease_ms: int = 0) -> Executable:
    """Return the statement that keeps a job, once; with `worker`, one who is at work already."""
    return (
        postgresql.insert(schema.jobs)
        .values(
            id=job.id,
            kind=job.kind,
            owner=job.owner,
            payload=job.payload,
            created_ms=job.created_ms,
            deadline_ms=job.deadline_ms,
            state="open",
            worker=worker,
            lease_ms=lease_ms,
            attempts=1 if worker else 0,
        )
        .on_conflict_do_nothing()
    )


def claim(
    connection: Connection,
    worker: str,
    *,
    kinds: Iterable[str],
    now_ms: int,
    lease_ms: int,
    limit: int,
) -> tuple[Job, ...]:
    """Take up to `limit` jobs that nobody works on, oldest first; nobody else gets them."""
    free = (
        select(_jobs.id)
        .where(_jobs.state == "open", _jobs.lease_ms < now_ms, _jobs.kind.in_(list(kinds)))
        .order_by(_jobs.created_ms)
        .limit(limit)
        # SQLite writes one at a time anyway and leaves this out.
        .with_for_update(skip_locked=True)
    )
    taken = connection.execute(
        update(schema.jobs)
        .where(_jobs.id.in_(free.scalar_subquery()))
        .values(worker=worker, lease_ms=lease_ms, attempts=_jobs.attempts + 1, progress=0)
        .returning(*_COLUMNS)
    ).all()
    connection.commit()
    return tuple(sorted((Job(*row) for row in taken), key=lambda job: job.created_ms))


_COLUMNS = (
    _jobs.id,
    _jobs.kind,
    _jobs.payload,
    _jobs.owner,
    _jobs.created_ms,
    _jobs.deadline_ms,
    _jobs.attempts,
)


def remove(job_id: str) -> Executable:
    """Return the statement that removes a job."""
    return delete(schema.jobs).where(_jobs.id == job_id)


def release(worker: str) -> Executable:
    """Return the statement that makes everything a worker had begun free for others."""
    return (
        update(schema.jobs)
        .where(_jobs.worker == worker, _jobs.state == "open")
        .values(lease_ms=0, worker="")
    )


def forget_jobs(before_ms: int) -> Executable:
    """Return the statement that removes what was done or given up and wanted before a moment."""
    return delete(schema.jobs).where(_jobs.state != "open", _jobs.created_ms < before_ms)
