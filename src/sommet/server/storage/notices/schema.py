"""Turns of slow games, devices with their notices, and holidays."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, text

from sommet.server.storage.schema import metadata

#: Who has to act in each slow game: one row, or two when both players have to ask for cards.
slow_turns = Table(
    "slow_turns",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    #: 0 opened the table, 1 is the other.
    Column("player", Integer, primary_key=True),
    #: The deadline; null while no clock runs.
    Column("due_ms", BigInteger),
    #: How many of the two notices, turn and deadline, were sent.
    Column("told", Integer, nullable=False, server_default="0"),
    #: When the next notice is due; null if there is none.
    Column("tell_ms", BigInteger),
    Index(
        "ix_slow_turns_tell",
        "tell_ms",
        postgresql_where=text("tell_ms IS NOT NULL"),
        sqlite_where=text("tell_ms IS NOT NULL"),
    ),
)

#: Devices that get notices, as their browsers describe them.
push_devices = Table(
    "push_devices",
    metadata,
    #: A hash of the address.
    Column("id", String(64), primary_key=True),
    #: The session of an account; null for a guest. Signing out removes the device.
    Column("session", ForeignKey("account_sessions.token_hash", ondelete="CASCADE")),
    #: The address at the browser's push service, and the keys for encryption.
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(87), nullable=False),
    Column("auth", String(22), nullable=False),
    Column("language", String(2), nullable=False),
    #: When it last asked for notices.
    Column("seen_ms", BigInteger, nullable=False),
    Column("sent_ms", BigInteger, nullable=False, server_default="0"),
    #: When to send next, null if there is nothing to send; until when a process is sending.
    Column("next_ms", BigInteger),
    Column("lease_ms", BigInteger, nullable=False, server_default="0"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Index("ix_push_devices_session", "session"),
    Index(
        "ix_push_devices_next",
        "next_ms",
        postgresql_where=text("next_ms IS NOT NULL"),
        sqlite_where=text("next_ms IS NOT NULL"),
    ),
)

#: The seats of a guest's device.
push_seats = Table(
    "push_seats",
    metadata,
    Column("device", ForeignKey("push_devices.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, nullable=False),
    Index("ix_push_seats_table", "table_id"),
)

#: The queued notices of a device: for each table only the latest.
push_notices = Table(
    "push_notices",
    metadata,
    Column("device", ForeignKey("push_devices.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, nullable=False),
    #: `move`, `deadline`, `challenge` or `round`.
    Column("kind", String(12), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("ix_push_notices_table", "table_id"),
)

#: Holidays of accounts; the current or last one is also in `accounts`.
holidays = Table(
    "holidays",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("from_ms", BigInteger, primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
)

#: Keys that the server creates once, by purpose.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
