"""A move changes no index: tables are found by their id, and by due moment if a clock runs."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: its `sommet tidy` reads all tables.
oldest = "0003"


def upgrade() -> None:
    """Drop the index by time, index only running clocks, and leave room in pages for updates."""
    op.drop_index("ix_tables_updated", "tables")
    op.drop_index("ix_tables_due", "tables")
    running = sa.text("due_ms IS NOT NULL")
    op.create_index(
        "ix_tables_due", "tables", ["due_ms"], postgresql_where=running, sqlite_where=running
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE tables SET (fillfactor = 80)")


def downgrade() -> None:
    """Restore the previous indexes."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE tables RESET (fillfactor)")
    op.drop_index("ix_tables_due", "tables")
    op.create_index("ix_tables_due", "tables", ["due_ms"])
    op.create_index("ix_tables_updated", "tables", ["updated_ms"])
