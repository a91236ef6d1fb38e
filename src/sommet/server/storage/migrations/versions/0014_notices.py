"""Notices of slow games, sent to devices by Web Push."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it sends no notices.
oldest = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "slow_turns",
        _refers("table_id", "tables.id", 12),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("told", sa.Integer, nullable=False, server_default="0"),
        sa.Column("tell_ms", sa.BigInteger),
    )
    _index_known("ix_slow_turns_tell", "slow_turns", "tell_ms")
    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "session",
            sa.String(64),
            sa.ForeignKey("account_sessions.token_hash", ondelete="CASCADE"),
        ),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(87), nullable=False),
        sa.Column("auth", sa.String(22), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("sent_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("next_ms", sa.BigInteger),
        sa.Column("lease_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_push_devices_session", "push_devices", ["session"])
    _index_known("ix_push_devices_next", "push_devices", "next_ms")
    op.create_table(
        "push_seats",
        _refers("device", "push_devices.id", 64),
        _refers("table_id", "tables.id", 12),
        sa.Column("player", sa.Integer, nullable=False),
    )
    op.create_index("ix_push_seats_table", "push_seats", ["table_id"])
    op.create_table(
        "push_notices",
        _refers("device", "push_devices.id", 64),
        _refers("table_id", "tables.id", 12),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_push_notices_table", "push_notices", ["table_id"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def _refers(name: str, to: str, length: int) -> sa.Column[str]:
    return sa.Column(
        name, sa.String(length), sa.ForeignKey(to, ondelete="CASCADE"), primary_key=True
    )


def _index_known(name: str, table: str, column: str) -> None:
    known = sa.text(f"{column} IS NOT NULL")
    op.create_index(name, table, [column], postgresql_where=known, sqlite_where=known)


def downgrade() -> None:
    """Remove notices."""
    for table in ("server_keys", "push_notices", "push_seats", "push_devices", "slow_turns"):
        op.drop_table(table)
