"""Tables that are open to strangers."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it ignores the new table.
oldest = "0003"


def upgrade() -> None:
    """Add the table; existing games stay private."""
    op.create_table(
        "public_tables",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("wish", sa.String(64), nullable=False),
        sa.Column("guest_hash", sa.String(64), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("taker_hash", sa.String(64)),
        sa.Column("claimed_ms", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("opened_ms", sa.BigInteger, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("slow", sa.Integer, nullable=False),
    )
    op.create_index("ix_public_tables_wish", "public_tables", ["wish", "opened_ms"])
    op.create_index("ix_public_tables_guest", "public_tables", ["guest_hash"])
    op.create_index("ix_public_tables_key", "public_tables", ["key_hash"])
    op.create_index("ix_public_tables_taker", "public_tables", ["taker_hash"])


def downgrade() -> None:
    """Remove the lobby."""
    op.drop_table("public_tables")
