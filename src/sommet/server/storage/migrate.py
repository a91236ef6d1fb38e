"""Migrating a database to the schema of this version, with Alembic.

Migrations add first and remove later: a version adds what it needs and leaves the rest, so that the
previous version still runs on the new schema, beside the new one or instead of it. A later version
removes what is no longer used. Two tables of one row each describe the state of a database:

- `schema_version`: the newest migration that was applied;
- `alembic_version`: the oldest version that runs on it, named by its newest migration. Versions
  up to 0003 know only this table, and start if it says what they expect.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from sommet.errors import SommetError

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

#: The newest migration; a database at this revision needs no migration.
HEAD = "0025"

VERSIONS = "schema_version"
OLDEST = "alembic_version"


class NewerDatabase(SommetError):  # noqa: N818
    """The database needs a newer version of Sommet."""


def _config(engine: Engine) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("recursive_version_locations", "true")
    config.attributes["engine"] = engine
    return config


def revision_of(engine: Engine) -> str | None:
    """Return the newest migration applied to the database, or None for an empty one."""
    with engine.connect() as connection:
        return _read(connection, VERSIONS) or _read(connection, OLDEST)


def oldest_of(engine: Engine) -> str | None:
    """Return the oldest version that runs on the database, or None for an empty one."""
    with engine.connect() as connection:
        return _read(connection, OLDEST)


def _read(connection: Connection, table: str) -> str | None:
    if not inspect(connection).has_table(table):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {table}")).scalar()
    return found


def upgrade(engine: Engine, revision: str = HEAD) -> None:
    """Migrate the database to `revision`; an empty one gets the complete schema.

    A database that a newer version has extended stays as it is.

    Raises:
        NewerDatabase: a newer version has changed it so that this one cannot use it.
    """
    found = revision_of(engine)
    if found == revision:
        return  # the usual case, without the time it takes to load Alembic
    if found is not None and found > revision:
        check_shape(engine)
        return
    from alembic import command

    command.upgrade(_config(engine), revision)


def check_shape(engine: Engine) -> None:
    """Check that this version can use the database, if necessary after an upgrade.

    Raises:
        NewerDatabase: a newer version has changed it so that this one cannot.
    """
    oldest = oldest_of(engine)
    if oldest is not None and oldest > HEAD:
        raise NewerDatabase(
            f"the database has the shape {revision_of(engine)} of a newer version of Sommet, which "
            f"needs {oldest} or newer; this version knows shapes up to {HEAD}: start the newer one"
        )


def downgrade(engine: Engine, revision: str = "base") -> None:
    """Migrate the database back to `revision`; `base` removes everything."""
    from alembic import command

    command.downgrade(_config(engine), revision)


def take_over(connection: Connection) -> None:
    """Continue from a database that was last migrated by a version with only `alembic_version`."""
    if inspect(connection).has_table(VERSIONS):
        return
    connection.execute(
        text(f"CREATE TABLE {VERSIONS} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    )
    revision = _read(connection, OLDEST)
    if revision is not None:
        connection.execute(text(f"INSERT INTO {VERSIONS} VALUES (:it)"), {"it": revision})


def store_oldest(connection: Connection, scripts: "ScriptDirectory") -> None:
    """Store the oldest version that runs on the database as it is now."""
    if not inspect(connection).has_table(OLDEST):
        connection.execute(
            text(f"CREATE TABLE {OLDEST} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
        )
    connection.execute(text(f"DELETE FROM {OLDEST}"))
    revision = _read(connection, VERSIONS)
    if revision is not None:
        script = scripts.get_revision(revision)
        assert script is not None
        connection.execute(text(f"INSERT INTO {OLDEST} VALUES (:it)"), {"it": script.module.oldest})
