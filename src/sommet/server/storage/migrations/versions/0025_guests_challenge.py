"""Challenges by guests, and whether an account wants them."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: as before, it only adds.
oldest = "0019"


def upgrade() -> None:
    """Add the table and the column."""
    op.create_table(
        "guest_challenges",
        sa.Column("table_id", sa.String(12), primary_key=True),
        sa.Column(
            "challenged",
            sa.String(12),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("guest_hash", sa.String(64), nullable=False),
        sa.Column("made_ms", sa.BigInteger, nullable=False),
    )
    for column in ("challenged", "guest_hash", "made_ms"):
        op.create_index(f"ix_guest_challenges_{column}", "guest_challenges", [column])
    op.add_column("accounts", sa.Column("no_guests", sa.Integer))


def downgrade() -> None:
    """Remove them."""
    op.drop_table("guest_challenges")
    with op.batch_alter_table("accounts") as table:
        table.drop_column("no_guests")
