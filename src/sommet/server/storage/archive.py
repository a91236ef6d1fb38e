"""Backups: the whole database, SQLite or PostgreSQL, as one SQLite file, and restoring it.

A backup is a complete database with a table of contents: the number of rows and a checksum for each
table. So it can be checked without its source, restored into SQLite or PostgreSQL, or served
directly.
"""

import contextlib
import hashlib
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    MetaData,
    Row,
    Table,
    create_engine,
    insert,
    select,
    text,
)

from sommet.errors import SommetError
from sommet.server.storage.engine import make_private
from sommet.server.storage.migrate import HEAD, OLDEST, VERSIONS, revision_of, upgrade

_AT_ONCE = 1000
_CONTENTS = "backup_contents"


class BadBackup(SommetError):  # noqa: N818
    """A backup that is damaged, of an unknown format, or cannot be restored to this database."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How many rows a table has, and a checksum of all of them in any order."""

    rows: int
    checksum: str


class _Sum:
    """The sum of the rows' hashes, which does not depend on their order."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, row: Row[Any]) -> None:
        values = [int(value) if isinstance(value, bool) else value for value in row]
        line = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        self._sum += int.from_bytes(hashlib.sha256(line.encode()).digest())
        self.rows += 1

    @property
    def contents(self) -> Contents:
        return Contents(self.rows, f"{self._sum % (1 << 256):064x}")


def back_up(engine: Engine, target: Path) -> dict[str, Contents]:
    """Write a backup of the database into `target` while it is in use; return what is in it.

    The backup is consistent. An existing file is replaced only when the new one is complete.

    Raises:
        BadBackup: the copy differs from the database, or there is nothing to back up.
    """
    revision = revision_of(engine)
    if revision is None:
        raise BadBackup("there is nothing to back up: the database is empty")
    if revision > HEAD:
        raise BadBackup(
            f"the database has the shape {revision} of a newer version of Sommet, and this one "
            f"knows shapes up to {HEAD}: back it up with the newer version"
        )
    scratch = target.with_name(target.name + ".part")
    scratch.unlink(missing_ok=True)
    make_private(scratch)
    try:
        expected = None
        if engine.dialect.name == "sqlite":
            _copy_file(engine, scratch)
        else:
            expected = _copy_rows_out(engine, scratch, revision)
        with _opened(scratch) as copy:
            contents = read_contents(copy)
            if expected is not None and contents != expected:
                raise BadBackup(
                    f"the backup differs from the database: {_differ(contents, expected)}"
                )
            _store_contents(copy, contents)
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)
    return contents


def check_backup(source: Path) -> dict[str, Contents]:
    """Return the contents of a backup, after checking it against its table of contents.

    Raises:
        BadBackup: the file is not a backup, or it is damaged.
    """
    if not source.is_file():
        raise BadBackup(f"there is no backup {source}")
    try:
        with _opened(source) as engine, engine.connect() as connection:
            damage = connection.execute(text("PRAGMA integrity_check")).scalar()
            if damage != "ok":
                raise BadBackup(f"{source} is damaged: {damage}")
            kept = {
                row.name: Contents(row.rows, row.checksum)
                for row in connection.execute(text(f"SELECT * FROM {_CONTENTS}"))
            }
            found = _read_all(connection, _tables_of(connection))
    except BadBackup:
        raise
    except Exception as error:
        said = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise BadBackup(f"{source} is not a backup: {said}") from error
    if found != kept:
        raise BadBackup(f"{source} is damaged: {_differ(found, kept)}")
    return found


def restore(source: Path, engine: Engine) -> dict[str, Contents]:
    """Restore a backup into an empty database, all or nothing; return the database's contents.

    A backup of an older version is migrated to the current schema.

    Raises:
        BadBackup: the backup is damaged, or the database is not empty.
    """
    expected = check_backup(source)
    if not _is_empty(engine):
        raise BadBackup("a backup is restored into an empty database; this one is not")
    with contextlib.ExitStack() as stack:
        old = stack.enter_context(_opened(source))
        revision = revision_of(old)
        if revision is None or revision > HEAD:
            raise BadBackup(f"{source} was made by a newer version of Sommet")
        if revision != HEAD:
            newer = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "newer"
            _copy_file(old, newer)
            old = stack.enter_context(_opened(newer))
            upgrade(old)
            expected = read_contents(old)
        upgrade(engine)
        with old.connect() as reading, engine.begin() as writing:
            targets = _tables_of(writing)
            copied = _copy_rows(reading, writing, targets)
            found = _read_all(writing, targets)
            if not copied == found == expected:
                raise BadBackup(f"what was restored differs: {_differ(found, expected)}")
    return found


def read_contents(engine: Engine) -> dict[str, Contents]:
    """Return the number of rows and the checksum of every table."""
    with engine.connect() as connection:
        return _read_all(connection, _tables_of(connection))


def describe_contents(contents: dict[str, Contents]) -> str:
    """Return the contents as a sentence."""
    rows = {name: one.rows for name, one in contents.items()}
    return (
        f"{rows['tables']} tables, {rows['events']} events, "
        f"{rows['records']} finished games, {rows['replays']} uploads"
    )


def _is_empty(engine: Engine) -> bool:
    if revision_of(engine) is None:
        return True
    with engine.connect() as connection:
        tables = _tables_of(connection)
        return all(connection.execute(select(table).limit(1)).first() is None for table in tables)


def _read_all(connection: Connection, tables: list[Table]) -> dict[str, Contents]:
    found = {}
    for table in tables:
        total = _Sum()
        for row in _rows_of(connection, table):
            total.add(row)
        found[table.name] = total.contents
    return found


def _tables_of(connection: Connection) -> list[Table]:
    """Return the database's tables, in an order in which foreign keys point backwards."""
    metadata = MetaData()
    metadata.reflect(connection)
    besides = (_CONTENTS, OLDEST, VERSIONS)
    return [table for table in metadata.sorted_tables if table.name not in besides]


def _rows_of(connection: Connection, table: Table) -> Iterator[Row[Any]]:
    # By name: two databases need not have their columns in the same order.
    columns = sorted(table.columns, key=lambda column: column.name)
    yield from connection.execute(
        select(*columns), execution_options={"yield_per": _AT_ONCE, "stream_results": True}
    )


def _copy_rows(
    reading: Connection, writing: Connection, targets: list[Table]
) -> dict[str, Contents]:
    target_of = {table.name: table for table in targets}
    copied = {}
    for table in _tables_of(reading):
        total = _Sum()
        batch: list[dict[str, Any]] = []
        for row in _rows_of(reading, table):
            total.add(row)
            batch.append(dict(row._mapping))
            if len(batch) == _AT_ONCE:
                writing.execute(insert(target_of[table.name]), batch)
                batch = []
        if batch:
            writing.execute(insert(target_of[table.name]), batch)
        copied[table.name] = total.contents
    return copied


def _copy_rows_out(engine: Engine, target: Path, revision: str) -> dict[str, Contents]:
    """Copy a database of another kind into a new SQLite file, in one transaction."""
    with _opened(target) as copy:
        upgrade(copy, revision)
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as reading:
            if engine.dialect.name == "postgresql":
                reading.execute(text("SET TRANSACTION READ ONLY"))
                reading.execute(text("SET LOCAL statement_timeout = 0"))
            with copy.begin() as writing:
                return _copy_rows(reading, writing, _tables_of(writing))


def _copy_file(engine: Engine, target: Path) -> None:
    """Copy a SQLite database with SQLite's own backup, which does not block other connections."""
    with engine.connect() as connection, contextlib.closing(sqlite3.connect(target)) as copy:
        connection.connection.driver_connection.backup(copy)  # type: ignore[union-attr]
        # One file, without a log beside it.
        copy.execute("PRAGMA journal_mode=DELETE").close()
        copy.execute(f"DROP TABLE IF EXISTS {_CONTENTS}").close()
        copy.commit()


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[Engine]:
    # Not opened as a server would: a backup stays one file, without a log beside it.
    engine = create_engine(f"sqlite:///{path}")
    try:
        yield engine
    finally:
        engine.dispose()


def _store_contents(engine: Engine, contents: dict[str, Contents]) -> None:
    with engine.begin() as connection:
        connection.execute(
            text(f"CREATE TABLE {_CONTENTS} (name TEXT, rows INTEGER, checksum TEXT)")
        )
        for name, one in contents.items():
            connection.execute(
                text(f"INSERT INTO {_CONTENTS} VALUES (:name, :rows, :checksum)"),
                {"name": name, "rows": one.rows, "checksum": one.checksum},
            )


def _differ(found: dict[str, Contents], expected: dict[str, Contents]) -> str:
    names = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
    return f"tables {', '.join(sorted(names))}"
