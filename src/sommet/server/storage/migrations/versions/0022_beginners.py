"""Who began a rated game: in Pacal the cards decide it."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it takes the first seat for the beginner's.
oldest = "0019"


def upgrade() -> None:
    """Add the column."""
    op.add_column("rated_games", sa.Column("beginner", sa.Integer))


def downgrade() -> None:
    """Remove it: the first seat counts as the beginner's."""
    with op.batch_alter_table("rated_games") as games:
        games.drop_column("beginner")
