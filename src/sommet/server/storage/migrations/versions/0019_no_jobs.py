"""The table of jobs goes, and the index of positions: nothing has used them since 0007."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema. Those before it have computer players, and write
#: their moves into `jobs`.
oldest = "0007"

_STANDING = sa.text("standing IS NOT NULL")


def upgrade() -> None:
    """Remove them. The column `standing` stays one version longer: the previous one reads it."""
    op.drop_table("jobs")
    op.drop_index("ix_tables_standing", "tables")


def downgrade() -> None:
    """Restore them, empty."""
    op.create_index(
        "ix_tables_standing",
        "tables",
        ["standing"],
        postgresql_where=_STANDING,
        sqlite_where=_STANDING,
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("deadline_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("worker", sa.String(16), nullable=False),
        sa.Column("lease_ms", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("progress", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_jobs_open", "jobs", ["state", "lease_ms"])
    op.create_index("ix_jobs_owner", "jobs", ["owner"])
    op.create_index("ix_jobs_worker", "jobs", ["worker"])
