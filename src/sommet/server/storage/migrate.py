"""Bringing a database to the shape this version needs, with Alembic."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

#: The newest migration; a database that stands there needs nothing.
HEAD = "0003"


def _config(engine: Engine) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["engine"] = engine
    return config


def revision_of(engine: Engine) -> str | None:
    """Return the migration at which the database stands, or None for an empty one."""
    if not inspect(engine).has_table("alembic_version"):
        return None
    with engine.connect() as connection:
        revision: str | None = connection.execute(
            text("SELECT version_num FROM alembic_version")
        ).scalar()
    return revision


def upgrade(engine: Engine, revision: str = HEAD) -> None:
    """Bring the database up to `revision`, making it if it is empty."""
    if revision_of(engine) == revision:
        return  # the usual case, without the time it takes to load Alembic
    from alembic import command

    command.upgrade(_config(engine), revision)


def downgrade(engine: Engine, revision: str = "base") -> None:
    """Bring the database down to `revision`; `base` empties it."""
    from alembic import command

    command.downgrade(_config(engine), revision)
