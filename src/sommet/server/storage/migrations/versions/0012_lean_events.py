"""An event takes 6 bytes in PostgreSQL's index instead of 36 to 55.

The key of table and number repeated the table's id for each of a match's 138 events; an index by
table alone holds each id once. The guard of an append makes numbers unique: it advances
`tables.seq` from the number it knows, in the same transaction. SQLite keeps its key, which has no
such cost there.
"""

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it appends with the same guard.
oldest = "0003"


def upgrade() -> None:
    """Replace the key by an index by table; one that the host created beforehand is used."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("SET LOCAL statement_timeout = 0")
    op.execute("CREATE INDEX IF NOT EXISTS ix_events_table ON events (table_id)")
    op.execute("ALTER TABLE events DROP CONSTRAINT IF EXISTS events_pkey")


def downgrade() -> None:
    """Restore the key."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("SET LOCAL statement_timeout = 0")
    op.execute("ALTER TABLE events ADD PRIMARY KEY (table_id, seq)")
    op.execute("DROP INDEX ix_events_table")
