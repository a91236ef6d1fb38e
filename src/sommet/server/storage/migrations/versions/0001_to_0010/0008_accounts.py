"""Accounts, their passkeys, and their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it shows people with an account by their name.
oldest = "0003"


def upgrade() -> None:
    """Add the tables and the columns; existing seats belong to guests."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("name_key", sa.String(40), nullable=False, unique=True),
        sa.Column("recovery_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        _account(),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
    op.create_table(
        "account_sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        _account(),
        sa.Column("passkey", sa.String(64), sa.ForeignKey("passkeys.id", ondelete="CASCADE")),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_account_sessions_account", "account_sessions", ["account"])
    op.create_table(
        "account_tickets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("account", sa.String(12)),
        sa.Column("name", sa.String(20)),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_account_tickets_expires", "account_tickets", ["expires_ms"])
    op.create_table(
        "seat_passes",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column(
            "session",
            sa.String(64),
            sa.ForeignKey("account_sessions.token_hash", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("player", sa.Integer, nullable=False),
    )
    op.create_index("ix_seat_passes_session", "seat_passes", ["session"])
    op.create_index("ix_seat_passes_table", "seat_passes", ["table_id"])
    op.add_column("seats", sa.Column("account", sa.String(12)))
    op.add_column("seats", sa.Column("counts", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "ix_seats_account",
        "seats",
        ["account"],
        postgresql_where=sa.text("account IS NOT NULL"),
        sqlite_where=sa.text("account IS NOT NULL"),
    )


def _account() -> sa.Column[str]:
    return sa.Column(
        "account",
        sa.String(12),
        sa.ForeignKey("accounts.id", ondelete="CASCADE"),
        nullable=False,
    )


def downgrade() -> None:
    """Remove accounts; their seats remain as guests'."""
    op.drop_index("ix_seats_account", "seats")
    op.drop_column("seats", "counts")
    op.drop_column("seats", "account")
    for table in ("seat_passes", "account_tickets", "account_sessions", "passkeys", "accounts"):
        op.drop_table(table)
