"""When those who take part in a tournament were last known to be there."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
#: The oldest version that runs on this shape: it notes nobody, and pairs whoever does not object.
oldest = "0003"


def upgrade() -> None:
    """Add the column."""
    op.add_column("tournament_entrants", sa.Column("seen_ms", sa.BigInteger))


def downgrade() -> None:
    """Go back: everybody is taken to be there."""
    with op.batch_alter_table("tournament_entrants") as entrants:
        entrants.drop_column("seen_ms")
