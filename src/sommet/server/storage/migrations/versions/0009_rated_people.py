"""Ratings of people: how they came about, and which opponents a seat in the lobby is for."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
#: The oldest version that runs on this shape: it gives every seat to anybody.
oldest = "0003"


def upgrade() -> None:
    """Add the table, the columns and the indexes; nobody is rated yet."""
    op.create_table(
        "rating_history",
        sa.Column("player", sa.String(16), primary_key=True),
        sa.Column("pool", sa.String(40), primary_key=True),
        sa.Column("games", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
    )
    op.create_index("ix_rated_games_first", "rated_games", ["first"])
    op.create_index("ix_rated_games_second", "rated_games", ["second"])
    for column in ("rating", "least", "most"):
        op.add_column("public_tables", sa.Column(column, sa.Integer))


def downgrade() -> None:
    """Go back: nobody remembers how ratings came about."""
    for column in ("most", "least", "rating"):
        op.drop_column("public_tables", column)
    op.drop_index("ix_rated_games_second", "rated_games")
    op.drop_index("ix_rated_games_first", "rated_games")
    op.drop_table("rating_history")
