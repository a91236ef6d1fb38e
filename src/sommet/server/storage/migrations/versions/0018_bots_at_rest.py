"""Finished games of programs are no longer read each time their games are listed."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it neither marks tables as dormant nor wakes them.
oldest = "0003"

_AWAKE = sa.text("bot IS NOT NULL AND rests = 0")


def upgrade() -> None:
    """Add the column, and the index of active seats."""
    op.add_column("seats", sa.Column("rests", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "ix_seats_bot_awake", "seats", ["bot"], postgresql_where=_AWAKE, sqlite_where=_AWAKE
    )


def downgrade() -> None:
    """Remove it: every table of a program is read each time."""
    op.drop_index("ix_seats_bot_awake", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("rests")
