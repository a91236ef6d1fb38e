"""Run by Alembic: applies migrations through the engine that `migrate` was given."""

from alembic import context
from sqlalchemy import text

from sommet.server.storage.hosts import schema as _hosts  # noqa: F401 - adds its tables
from sommet.server.storage.migrate import VERSIONS, store_oldest, take_over
from sommet.server.storage.notices import schema as _notices  # noqa: F401 - adds its tables
from sommet.server.storage.tournaments.schema import tournaments

#: The number of an advisory lock: processes that start together migrate one at a time.
_LOCK = 5_071_105

engine = context.config.attributes["engine"]
with engine.connect() as connection:
    if engine.dialect.name == "sqlite":
        # Alembic copies and drops a table to change it; with keys on, SQLite then deletes every row
        # that refers to one of its rows.
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.commit()
    if engine.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    take_over(connection)
    context.configure(
        connection=connection,
        target_metadata=tournaments.metadata,
        render_as_batch=True,
        version_table=VERSIONS,
    )
    with context.begin_transaction():
        context.run_migrations()
    store_oldest(connection, context.script)
    connection.commit()
    if engine.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
