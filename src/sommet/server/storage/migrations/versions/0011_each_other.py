"""Relations between accounts: challenges, blocks, reports."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it ignores challenges, blocks and reports.
oldest = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table("blocks", _account("account", key=True), _account("blocked", key=True))
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.String(12), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        _account("reported"),
        sa.Column("table_id", sa.String(12)),
        sa.Column("reason", sa.String(16), nullable=False),
    )
    op.create_index("ix_reports_at", "reports", ["at_ms"])
    op.create_index("ix_reports_reporter", "reports", ["reporter"])
    op.create_index("ix_reports_reported", "reports", ["reported"])
    op.create_table(
        "challenges",
        sa.Column(
            "table_id",
            sa.String(12),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        _account("challenger"),
        _account("challenged"),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_challenges_challenger", "challenges", ["challenger"])
    op.create_index("ix_challenges_challenged", "challenges", ["challenged"])


def _account(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(
        name,
        sa.String(12),
        sa.ForeignKey("accounts.id", ondelete="CASCADE"),
        primary_key=key,
        nullable=False,
    )


def downgrade() -> None:
    """Remove challenges, blocks and reports."""
    for table in ("challenges", "reports", "blocks"):
        op.drop_table(table)
