"""Each event is stored with half of the hash of the chain before it, as a number.

Until now every sixteenth one was stored with the whole hash as text, in `events.chain`. No version
from this one on names that column; the next migration may remove it. The version before finds it
empty in new events, and then computes the chain from their texts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: as before, it only adds.
oldest = "0019"


def upgrade() -> None:
    """Add the column."""
    op.add_column("events", sa.Column("mark", sa.BigInteger))


def downgrade() -> None:
    """Remove it, where it is: copying the table would take long."""
    op.drop_column("events", "mark")
