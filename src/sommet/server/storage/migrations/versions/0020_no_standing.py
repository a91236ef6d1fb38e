"""The column by which positions were found goes: the version before no longer names it."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: those before it read every column of `tables`.
oldest = "0019"


def upgrade() -> None:
    """Remove the column where it is, without copying the table."""
    op.drop_column("tables", "standing")


def downgrade() -> None:
    """Restore the column, empty."""
    op.add_column("tables", sa.Column("standing", sa.BigInteger))
