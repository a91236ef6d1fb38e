"""Whose turn it is in slow games, who is on holiday, and the devices that want to know."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, text

from sommet.server.storage.schema import metadata

#: Whom each slow game waits for: a line for each turn, two where both ask for cards.
slow_turns = Table(
    "slow_turns",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    #: 0 opened the table, 1 is the other.
    Column("player", Integer, primary_key=True),
    #: When the time for it is over; nothing where none runs.
    Column("due_ms", BigInteger),
    #: How many of the two notices were told, the turn and the deadline.
    Column("told", Integer, nullable=False, server_default="0"),
    #: When there is something to tell next, or nothing.
    Column("tell_ms", BigInteger),
    Index(
        "ix_slow_turns_tell",
        "tell_ms",
        postgresql_where=text("tell_ms IS NOT NULL"),
        sqlite_where=text("tell_ms IS NOT NULL"),
    ),
)

#: Devices that want to be told, as their browser described them.
push_devices = Table(
    "push_devices",
    metadata,
    #: A hash of the address.
    Column("id", String(64), primary_key=True),
    #: The session of an account; nothing for a guest. Signing out forgets the device.
    Column("session", ForeignKey("account_sessions.token_hash", ondelete="CASCADE")),
    #: Where the browser's push service takes notices for it, and what they are encrypted for.
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(87), nullable=False),
    Column("auth", String(22), nullable=False),
    Column("language", String(2), nullable=False),
    #: When it last said that it wants to know.
    Column("seen_ms", BigInteger, nullable=False),
    Column("sent_ms", BigInteger, nullable=False, server_default="0"),
    #: When to send next, nothing where there is nothing to send; until when somebody is at it.
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

#: What a device is to be told: one notice for each table, the latest.
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

#: Days off of accounts; the one that runs, or ran last, is in `accounts` too.
holidays = Table(
    "holidays",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("from_ms", BigInteger, primary_key=True),
    Column("until_ms", BigInteger, nullable=False),
)

#: Keys that a server makes once, by what they are for.
server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)
