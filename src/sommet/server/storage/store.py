"""Reading and writing the database without stopping the event loop.

All writes go through one thread, which puts whatever has piled up into one transaction: many
tables share one wait for the disk, and a write is answered only when it is on disk.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.base import Executable

_T = TypeVar("_T")
_log = logging.getLogger(__name__)
_COPY_EVERY_S = 5.0


def open_engine(url: str) -> Engine:
    """Return an engine for the database at `url`; a SQLite file's folder is made if missing."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
        Path(str(parsed.database)).expanduser().parent.mkdir(parents=True, exist_ok=True)
    # What a failed statement wanted to write may be a sealed deal: complaints must not quote it.
    engine = create_engine(url, hide_parameters=True)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def _configure(connection: Any, _record: Any) -> None:
            # FULL makes a commit wait for the disk, also with the write-ahead log.
            # The log is copied into the file from time to time by a thread of its own, so that
            # no move has to wait for that.
            for pragma in (
                "journal_mode=WAL",
                "synchronous=FULL",
                "foreign_keys=ON",
                "busy_timeout=5000",
                "wal_autocheckpoint=0",
            ):
                connection.execute(f"PRAGMA {pragma}").close()

    return engine


class _Write:
    """Statements that belong into one transaction, and who waits for them."""

    __slots__ = ("done", "loop", "statements")

    def __init__(
        self,
        statements: Sequence[Executable],
        loop: asyncio.AbstractEventLoop,
        done: "asyncio.Future[None]",
    ) -> None:
        self.statements = statements
        self.loop = loop
        self.done = done

    def run(self, connection: Connection) -> None:
        for statement in self.statements:
            connection.execute(statement)

    def settle(self, error: Exception | None) -> None:
        def tell() -> None:
            if self.done.cancelled():
                return
            if error is None:
                self.done.set_result(None)
            else:
                self.done.set_exception(error)

        self.loop.call_soon_threadsafe(tell)


class Store:
    """The database of one server."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._writes: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._closing = threading.Event()
        self._copier = threading.Thread(target=self._copy_log, name="checkpoint", daemon=True)

    def start(self) -> None:
        """Begin to write; the database has the shape that is needed."""
        self._thread.start()
        if self.engine.dialect.name == "sqlite":
            self._copier.start()

    async def write(self, *statements: Executable) -> None:
        """Run `statements` in one transaction; return when they are on disk.

        Raises:
            SQLAlchemyError: nothing of it was kept.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._writes.put(_Write(statements, loop, done))
        # Whoever stops waiting must not undo what is being written.
        await asyncio.shield(done)

    async def read(self, query: Callable[[Connection], _T]) -> _T:
        """Return what `query` makes of a connection, run in another thread."""

        def run() -> _T:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    def close(self) -> None:
        """Finish what is being written and let go of the database."""
        self._writes.put(None)
        self._thread.join()
        self._closing.set()
        if self._copier.ident is not None:
            self._copier.join()
        self.engine.dispose()

    def _copy_log(self) -> None:
        while not self._closing.wait(_COPY_EVERY_S):
            self._checkpoint("PASSIVE")
        self._checkpoint("TRUNCATE")

    def _checkpoint(self, mode: str) -> None:
        try:
            with self.engine.connect() as connection:
                connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").close()
        except SQLAlchemyError:
            _log.exception("the log could not be copied into the database; it will be tried again")

    def _write_all(self) -> None:
        while True:
            batch = [self._writes.get()]
            while not self._writes.empty():
                batch.append(self._writes.get())
            writes = [write for write in batch if write is not None]
            if writes:
                self._commit(writes)
            if len(writes) < len(batch):
                return

    def _commit(self, writes: Sequence[_Write]) -> None:
        try:
            with self.engine.begin() as connection:
                for write in writes:
                    write.run(connection)
        except Exception as error:
            if len(writes) == 1:
                _log.exception("a write failed")
                writes[0].settle(error)
                return
            # One bad write must not take the others with it.
            for write in writes:
                self._commit([write])
            return
        for write in writes:
            write.settle(None)
