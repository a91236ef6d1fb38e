"""Opening a database: SQLite in a file, or PostgreSQL."""

import contextlib
import os
import re
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

#: Seconds until a PostgreSQL that does not answer counts as unavailable.
CONNECT_TIMEOUT_S = 3

_POSTGRESQL: dict[str, Any] = {
    "connect_timeout": CONNECT_TIMEOUT_S,
    "application_name": "sommet",
    # A database created without an encoding would return bytes.
    "client_encoding": "utf8",
    # A broken connection is noticed within seconds, not hours.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    # A process that was stopped in the middle of a write must not block the others.
    "options": "-c statement_timeout=15000 -c idle_in_transaction_session_timeout=15000",
}


#: PostgreSQL's own form for several servers: `scheme://user@one:5432,two:5432/…`.
_SEVERAL = re.compile(r"(\w+(?:\+\w+)?://(?:[^@/]*@)?)([^/?,]+(?:,[^/?,]+)+)(/[^?]*)?(?:\?(.*))?")


def parse_address(address: str) -> URL:
    """Return a database's address in SQLAlchemy's form, with psycopg as the driver for PostgreSQL.

    If it names several servers, the one that accepts writes is used unless it says otherwise.
    """
    several = _SEVERAL.fullmatch(address)
    if several is not None:
        start, hosts, name, query = several.groups()
        named = "&".join(f"host={host}" for host in hosts.split(","))
        address = f"{start}{name or '/'}?{named}{f'&{query}' if query else ''}"
    url = make_url(address)
    if isinstance(url.query.get("host"), tuple) and "target_session_attrs" not in url.query:
        url = url.update_query_dict({"target_session_attrs": "read-write"})
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def open_engine(address: str) -> Engine:
    """Return an engine for the database; a missing folder for a SQLite file is created."""
    url = parse_address(address)
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url,
            connect_args={name: v for name, v in _POSTGRESQL.items() if name not in url.query},
            pool_size=6,
            max_overflow=4,
            pool_timeout=10,
            hide_parameters=True,
        )
    if url.database not in (None, "", ":memory:"):
        make_private(Path(str(url.database)).expanduser())
    # The values of a failed statement may be a sealed deal: error messages must not quote them.
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _configure_sqlite)
    return engine


def make_private(file: Path) -> None:
    """Create a SQLite file that only its owner can read, as it may contain hidden cards.

    SQLite gives its log the same permissions as the file. An existing file that everybody could
    read was opened by nobody's choice: only its owner keeps access. One that only a group can read
    stays so.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # If the file cannot be created, SQLite reports why.
    with contextlib.suppress(OSError):
        try:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            for ending in ("", "-wal", "-shm"):
                _close_to_others(file.with_name(file.name + ending))


def _close_to_others(file: Path) -> None:
    with contextlib.suppress(OSError):
        mode = file.stat().st_mode
        if mode & 0o007:
            file.chmod(mode & 0o700)


def _configure_sqlite(connection: Any, _record: Any) -> None:
    # FULL makes a commit wait for the disk, also with the write-ahead log.
    # The log is copied into the file from time to time by a thread of its own, so that
    # no move has to wait for that.
    # What is deleted is overwritten with zeros; a move costs no more for it, and deleting half of a
    # large table adds a quarter to the log.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
        "wal_autocheckpoint=0",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def psycopg_arguments(engine: Engine) -> dict[str, Any]:
    """Return the arguments for `psycopg.connect` that lead to the same database."""
    _, arguments = engine.dialect.create_connect_args(engine.url)
    return {name: value for name, value in arguments.items() if name != "context"}


def line_arguments(engine: Engine) -> dict[str, Any]:
    """Return the arguments for `psycopg.connect` that give a connection like the engine's own."""
    return {**_POSTGRESQL, **psycopg_arguments(engine), "client_encoding": "utf8"}


def file_descriptor(connection: Connection) -> int | None:
    """Return the socket of a connection to PostgreSQL, or None if there is none."""
    if connection.dialect.name != "postgresql":
        return None
    driver: Any = connection.connection.driver_connection
    return None if driver is None or driver.closed else int(driver.fileno())
