"""The database: tables, seats, events, records, replays. Migrations make it what this says."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    #: What the table was opened for, as JSON.
    Column("setup", Text, nullable=False),
    #: Hash of the invitation, empty once it has been used.
    Column("invite_hash", String(64), nullable=False),
    #: A clock runs or the computer is to move: look after it from the start.
    Column("attention", Boolean, nullable=False),
    Index("ix_tables_attention", "attention"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    #: 0 opened the table, 1 is the other.
    Column("player", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("name", String(24)),
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", Text, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game_number", Integer, primary_key=True),
    Column("finished_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

replays = Table(
    "replays",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

#: One row: when the server was last known to run, so that clocks do not run while it does not.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("alive_ms", BigInteger, nullable=False),
)
