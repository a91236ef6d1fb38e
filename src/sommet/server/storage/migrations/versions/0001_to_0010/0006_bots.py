"""Programs that play in the lobby, and which seats are theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it shows programs as people.
oldest = "0003"


def upgrade() -> None:
    """Add the table and the column; existing seats belong to people."""
    op.create_table(
        "bots",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("revoked_ms", sa.BigInteger),
    )
    op.add_column("seats", sa.Column("bot", sa.String(12)))
    op.create_index(
        "ix_seats_bot",
        "seats",
        ["bot"],
        postgresql_where=sa.text("bot IS NOT NULL"),
        sqlite_where=sa.text("bot IS NOT NULL"),
    )


def downgrade() -> None:
    """Remove programs; their seats remain as people's."""
    op.drop_index("ix_seats_bot", "seats")
    op.drop_column("seats", "bot")
    op.drop_table("bots")
