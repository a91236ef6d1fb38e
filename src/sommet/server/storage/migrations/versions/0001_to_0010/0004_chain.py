"""The hash chain: each event gets the link before it, each table the last one.

Nothing is computed here: events of older versions get their hashes when they are read.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it leaves the two new columns empty.
oldest = "0003"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("events", sa.Column("chain", sa.String(32)))
    op.add_column("tables", sa.Column("chain", sa.String(32)))


def downgrade() -> None:
    """Remove them: histories are distinguished by their length only."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("chain")
    with op.batch_alter_table("events") as events:
        events.drop_column("chain")
