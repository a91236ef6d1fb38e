"""Ratings of programs, by game and rules."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: games that end on it are not rated.
oldest = "0003"


def upgrade() -> None:
    """Add the tables; finished games stay unrated."""
    op.create_table(
        "rated_games",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("game_number", sa.Integer, primary_key=True),
        sa.Column("pool", sa.String(40), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("first", sa.String(16), nullable=False),
        sa.Column("second", sa.String(16), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("finished_ms", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index(
        "ix_rated_games_open",
        "rated_games",
        ["finished_ms"],
        postgresql_where=sa.text("rated = 0"),
        sqlite_where=sa.text("rated = 0"),
    )
    op.create_table(
        "ratings",
        sa.Column("pool", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(16), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("updated_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rating_pools",
        sa.Column("pool", sa.String(40), primary_key=True),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("forecast", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Remove all ratings."""
    for table in ("rating_pools", "ratings", "rated_games"):
        op.drop_table(table)
