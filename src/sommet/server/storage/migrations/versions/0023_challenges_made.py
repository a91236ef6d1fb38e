"""Challenges of the last day that were not accepted: how many one person may send another."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: as before, it only adds.
oldest = "0019"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "challenges_made",
        sa.Column("table_id", sa.String(12), primary_key=True),
        _account("challenger"),
        _account("challenged"),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    for column in ("challenger", "challenged", "made_ms"):
        op.create_index(f"ix_challenges_made_{column}", "challenges_made", [column])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("challenges_made")


def _account(name: str) -> sa.Column[str]:
    points = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column(name, sa.String(12), points, nullable=False)
