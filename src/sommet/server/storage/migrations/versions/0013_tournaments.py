"""Tournaments: their settings, their entrants, and every game with its points."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it ignores tournaments.
oldest = "0003"
_OPEN = sa.text("first_points IS NULL")


def upgrade() -> None:
    """Add the tables."""
    whole, moment = sa.Integer, sa.BigInteger
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("created_ms", moment, nullable=False),
        sa.Column("organiser", sa.String(12), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        *(sa.Column(name, whole, nullable=False) for name in ("programs", "rated", "rounds")),
        sa.Column("duration_ms", moment, nullable=False),
        sa.Column("pause_ms", moment, nullable=False),
        sa.Column("start_ms", moment),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("round", whole, nullable=False),
        *(sa.Column(name, moment) for name in ("began_ms", "next_ms", "ended_ms")),
        sa.Column("winners", sa.String(60)),
        sa.Column("version", whole, nullable=False),
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    op.create_index("ix_tournaments_state", "tournaments", ["state", "created_ms"])
    op.create_table(
        "tournament_entrants",
        _of_tournament(),
        sa.Column("number", whole, primary_key=True),
        sa.Column("player", sa.String(16)),
        *(sa.Column(name, whole, nullable=False) for name in ("rating", "absent", "withdrawn")),
        sa.Column("last", whole),
        sa.Column("begun", whole, nullable=False),
    )
    op.create_index(
        "ix_tournament_entrants_player",
        "tournament_entrants",
        ["player", "tournament"],
        unique=True,
    )
    op.create_table(
        "tournament_games",
        _of_tournament(),
        sa.Column("number", whole, primary_key=True),
        *(sa.Column(name, whole, nullable=False) for name in ("round", "pairing", "first")),
        sa.Column("second", whole),
        sa.Column("table_id", sa.String(12)),
        sa.Column("first_points", whole),
        sa.Column("second_points", whole),
        sa.Column("how", sa.String(8), nullable=False),
        sa.Column("started_ms", moment, nullable=False),
        sa.Column("finished_ms", moment),
    )
    op.create_index("ix_tournament_games_table", "tournament_games", ["table_id"], unique=True)
    op.create_index(
        "ix_tournament_games_open",
        "tournament_games",
        ["tournament"],
        postgresql_where=_OPEN,
        sqlite_where=_OPEN,
    )


def _of_tournament() -> sa.Column[str]:
    return sa.Column(
        "tournament",
        sa.String(12),
        sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    )


def downgrade() -> None:
    """Remove tournaments."""
    for table in ("tournament_games", "tournament_entrants", "tournaments"):
        op.drop_table(table)
