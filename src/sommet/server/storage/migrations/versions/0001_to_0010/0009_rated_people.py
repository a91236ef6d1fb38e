"""Ratings of people: their history, and the range of opponents for a seat in the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it ignores the range of opponents.
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
    """Remove the history of ratings."""
    for column in ("most", "least", "rating"):
        op.drop_column("public_tables", column)
    op.drop_index("ix_rated_games_second", "rated_games")
    op.drop_index("ix_rated_games_first", "rated_games")
    op.drop_table("rating_history")
