"""Several processes on one database: event counts, due moments, processes, presence, jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
oldest = "0002"


def upgrade() -> None:
    """Add what several processes on one database need."""
    op.drop_index("ix_tables_attention", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
        tables.add_column(sa.Column("due_ms", sa.BigInteger))
    op.execute(
        "UPDATE tables SET seq ="
        " (SELECT coalesce(max(events.seq), 0) FROM events WHERE events.table_id = tables.id)"
    )
    # Every table with a due moment is looked at once, which computes the next one.
    op.execute("UPDATE tables SET due_ms = updated_ms WHERE attention")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("attention")
    op.create_index("ix_tables_due", "tables", ["due_ms"])
    op.create_index("ix_tables_updated", "tables", ["updated_ms"])
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
        sa.Column("database_ms", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO processes SELECT 'before', alive_ms, alive_ms FROM pulse")
    op.drop_table("pulse")
    op.create_table(
        "outages",
        sa.Column("from_ms", sa.BigInteger, primary_key=True),
        sa.Column("to_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(12), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    op.create_index("ix_presence_process", "presence", ["process"])
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
    )
    op.create_index("ix_jobs_open", "jobs", ["state", "lease_ms"])
    op.create_index("ix_jobs_owner", "jobs", ["owner"])
    op.create_index("ix_jobs_worker", "jobs", ["worker"])


def downgrade() -> None:
    """Return to one process; jobs are derived from the tables again."""
    op.drop_table("jobs")
    op.drop_table("presence")
    op.drop_table("outages")
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO pulse SELECT 1, max(alive_ms) FROM processes HAVING count(*) > 0")
    op.drop_table("processes")
    op.drop_index("ix_tables_due", "tables")
    op.drop_index("ix_tables_updated", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("attention", sa.Boolean, nullable=False, server_default=sa.true())
        )
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("attention", server_default=None)
        tables.drop_column("seq")
        tables.drop_column("due_ms")
    op.create_index("ix_tables_attention", "tables", ["attention"])
