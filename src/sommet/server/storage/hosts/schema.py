"""Roles of accounts, and the audit log."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table

from sommet.server.storage.schema import metadata

#: The roles of accounts: `host` or `organiser`.
roles = Table(
    "roles",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("role", String(12), nullable=False),
)

#: What hosts and the server itself did; see `sommet audit`.
audit_log = Table(
    "audit_log",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    #: `host` for the command line, `account` for one with that role, `server` for what happens by
    #: itself.
    Column("actor", String(12), nullable=False),
    Column("what", String(24), nullable=False),
    #: The account it concerns; null once that account is deleted.
    Column("account", ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("detail", String(120), nullable=False),
    Index("ix_audit_log_at", "at_ms"),
    Index("ix_audit_log_account", "account"),
)
