"""When the entrants of a tournament were last seen."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it pairs everybody who is not marked as absent.
oldest = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tournament_entrants", sa.Column("seen_ms", sa.BigInteger))


def downgrade() -> None:
    """Remove it: everybody counts as present."""
    with op.batch_alter_table("tournament_entrants") as entrants:
        entrants.drop_column("seen_ms")
