"""The progress of jobs, and the current position of tables between people."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
oldest = "0003"

_STANDING = sa.text("standing IS NOT NULL")


def upgrade() -> None:
    """Add a count to jobs, and a number to tables by which positions are found."""
    op.add_column("jobs", sa.Column("progress", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("standing", sa.BigInteger))
    op.create_index(
        "ix_tables_standing",
        "tables",
        ["standing"],
        postgresql_where=_STANDING,
        sqlite_where=_STANDING,
    )


def downgrade() -> None:
    """Remove both: the progress of jobs is not shown, and positions are not found."""
    op.drop_index("ix_tables_standing", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("standing")
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_column("progress")
