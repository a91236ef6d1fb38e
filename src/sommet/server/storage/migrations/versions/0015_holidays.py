"""Holidays, during which the clocks of slow games are stopped."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it ignores holidays and keeps the extended
#: deadlines.
oldest = "0003"


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("accounts", sa.Column("away_from_ms", sa.BigInteger))
    op.add_column("accounts", sa.Column("away_until_ms", sa.BigInteger))
    op.create_table(
        "holidays",
        sa.Column(
            "account",
            sa.String(12),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("from_ms", sa.BigInteger, primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove holidays."""
    op.drop_table("holidays")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("away_until_ms")
        accounts.drop_column("away_from_ms")
