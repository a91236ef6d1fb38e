"""Challenges to programs."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: as before, it only adds.
oldest = "0019"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "bot_challenges",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "bot", sa.String(12), sa.ForeignKey("bots.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("key_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_bot_challenges_bot", "bot_challenges", ["bot"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("bot_challenges")
