"""Run by Alembic: migrations happen on the engine that `migrate` was given."""

from alembic import context
from sqlalchemy import text

from sommet.server.storage.hosts import schema as _hosts  # noqa: F401 - adds its tables
from sommet.server.storage.migrate import VERSIONS, keep_oldest, take_over
from sommet.server.storage.notices import schema as _notices  # noqa: F401 - adds its tables
from sommet.server.storage.tournaments.schema import tournaments

#: Any number, the same for all: processes that start together change the database one by one.
_LOCK = 5_071_105

engine = context.config.attributes["engine"]
with engine.connect() as connection:
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
    keep_oldest(connection, context.script)
    connection.commit()
