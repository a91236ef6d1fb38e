"""One history: each event with a hash of the chain before it, each table with the last one.

Nothing is worked out here: what older versions kept gets its hashes when it is read.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None
#: The oldest version that runs on this shape: two columns more, which may be empty.
oldest = "0003"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("events", sa.Column("chain", sa.String(32)))
    op.add_column("tables", sa.Column("chain", sa.String(32)))


def downgrade() -> None:
    """Go back: histories are told apart by their length alone."""
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("chain")
    with op.batch_alter_table("events") as events:
        events.drop_column("chain")
