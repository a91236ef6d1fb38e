"""Run by Alembic: migrations happen on the engine that `migrate` was given."""

from alembic import context
from sqlalchemy import text

from sommet.server.storage.schema import metadata

#: Any number, the same for all: processes that start together change the database one by one.
_LOCK = 5_071_105

engine = context.config.attributes["engine"]
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        context.run_migrations()
    connection.commit()
