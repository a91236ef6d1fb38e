"""The audit log: what hosts and the server itself did, and when."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Engine, insert, select

from sommet.server.storage import schema
from sommet.server.storage.hosts.schema import audit_log
from sommet.server.tokens import new_id

Actor = Literal["host", "account", "server"]


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One entry.

    `about` is the account that it concerns, or that did it; None for no account or a deleted one.
    """

    at_ms: int
    actor: str
    what: str
    about: str | None
    detail: str


def note(
    connection: Connection,
    now_ms: int,
    actor: Actor,
    what: str,
    *,
    account: str | None = None,
    detail: str = "",
) -> None:
    """Add an entry, in the same transaction as the action."""
    connection.execute(
        insert(audit_log).values(
            id=new_id(), at_ms=now_ms, actor=actor, what=what, account=account, detail=detail[:120]
        )
    )


def read_entries_about(connection: Connection, account: str) -> list[dict[str, Any]]:
    """Return the entries about an account, in plain values, for its export."""
    found = connection.execute(
        select(audit_log.c.at_ms, audit_log.c.what, audit_log.c.detail)
        .where(audit_log.c.account == account)
        .order_by(audit_log.c.at_ms, audit_log.c.id)
    )
    return [{"at_ms": row.at_ms, "what": row.what, "detail": row.detail} for row in found]


def list_entries(engine: Engine) -> list[AuditEntry]:
    """Return all entries, the oldest first."""
    query = (
        select(audit_log, schema.accounts.c.name)
        .outerjoin(schema.accounts, schema.accounts.c.id == audit_log.c.account)
        .order_by(audit_log.c.at_ms, audit_log.c.id)
    )
    with engine.connect() as connection:
        return [
            AuditEntry(row.at_ms, row.actor, row.what, row.name, row.detail)
            for row in connection.execute(query)
        ]
