"""The first schema: tables, seats, events, records, replays, pulse."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
oldest = "0001"


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("updated_ms", sa.BigInteger, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("invite_hash", sa.String(64), nullable=False),
        sa.Column("attention", sa.Boolean, nullable=False),
    )
    op.create_index("ix_tables_attention", "tables", ["attention"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(12), _of_table(), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24)),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(12), _of_table(), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(12), _of_table(), primary_key=True),
        sa.Column("game_number", sa.Integer, primary_key=True),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "replays",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove everything."""
    for name in ("pulse", "replays", "records", "events", "seats"):
        op.drop_table(name)
    op.drop_index("ix_tables_attention", "tables")
    op.drop_table("tables")


def _of_table() -> sa.ForeignKey:
    return sa.ForeignKey("tables.id", ondelete="CASCADE")
