"""Roles of accounts, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
#: The oldest version that runs on this schema: it checks no roles and writes no audit log.
oldest = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "roles",
        sa.Column(
            "account",
            sa.String(12),
            sa.ForeignKey("accounts.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("role", sa.String(12), nullable=False),
    )
    op.create_table(
        "audit_log",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.String(12), nullable=False),
        sa.Column("what", sa.String(24), nullable=False),
        sa.Column("account", sa.String(12), sa.ForeignKey("accounts.id", ondelete="SET NULL")),
        sa.Column("detail", sa.String(120), nullable=False),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at_ms"])
    op.create_index("ix_audit_log_account", "audit_log", ["account"])


def downgrade() -> None:
    """Remove roles and the audit log."""
    op.drop_table("audit_log")
    op.drop_table("roles")
