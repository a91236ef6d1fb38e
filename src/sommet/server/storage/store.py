"""Reading and writing the database without blocking the event loop.

All writes go through one thread, which puts everything in its queue into one transaction: many
tables share one wait for the disk, and a write is confirmed only when it is on disk.

If the database cannot be reached, writes fail with `Unavailable`, and nothing of them was stored.
If the connection breaks during the commit, it is not known whether the write was stored: it is
tried again until the database answers, and only then settled.
"""

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import (
    Connection,
    CursorResult,
    Dialect,
    Engine,
    Text,
    bindparam,
    func,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import ExpandedState, SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from sommet.server.storage.chain import OneEvent
from sommet.server.storage.postgresql.news import CHANNEL, pack_news
from sommet.server.storage.watchdog import Watchdog

_T = TypeVar("_T")
_log = logging.getLogger(__name__)
_COPY_EVERY_S = 5.0
#: A log of more pages than this (of 4 kB) is restarted between two transactions.
_LOG_PAGES = 4096
_READERS = 4
_LIMIT_S = 6.0
_AGAIN_S = 0.25
_TRIES = 4
#: A statement, or one that is built once and used often, with its parameters.
Statement: TypeAlias = Executable | tuple[ClauseElement, dict[str, Any]]


class Unavailable(Exception):  # noqa: N818
    """The database cannot be reached, or its disk is full. Nothing was stored."""


class Conflict(Exception):  # noqa: N818
    """Another process was faster. Nothing was stored."""


class Unsettled(Exception):  # noqa: N818
    """The database did not confirm a write before this process had to end.

    Whether it was stored shows when the table is read again.
    """


class Write:
    """Statements of one transaction, and the future of the caller.

    Attributes:
        statements: What to do.
        check: Called first, if given; if it returns False, the write is a `Conflict`.
        guard: Executed first; if it does not change exactly one row, the write is a `Conflict`.
        proof: Returns whether an earlier attempt without an answer was stored after all.
        news: Items to publish to the other processes once it is stored.
        event: The same as guard and statements, if they append one event to a marked history.
        key: Writes are executed in the order of their keys, so that processes that write to the
            same tables at once do not deadlock.
    """

    __slots__ = (
        "check",
        "doubtful",
        "event",
        "future",
        "guard",
        "key",
        "loop",
        "news",
        "proof",
        "statements",
    )

    def __init__(
        self,
        statements: Sequence[Statement],
        *,
        check: Callable[[Connection], bool] | None = None,
        guard: Statement | None = None,
        proof: Callable[[Connection], bool] | None = None,
        news: Sequence[Any] = (),
        event: OneEvent | None = None,
        key: str = "",
    ) -> None:
        self.key = key
        self.event = event
        self.statements = statements
        self.check = check
        self.guard = guard
        self.proof = proof
        self.news = news
        self.doubtful = False
        self.loop: asyncio.AbstractEventLoop | None = None
        self.future: asyncio.Future[None] | None = None

    def run(self, connection: Connection) -> Exception | None:
        """Run the statements; return why they cannot be done, in which case nothing was stored."""
        refused = self.check is not None and not self.check(connection)
        if refused or (self.guard is not None and _execute(connection, self.guard).rowcount != 1):
            kept = self.doubtful and self.proof is not None and self.proof(connection)
            return None if kept else Conflict()
        for statement in self.statements:
            _execute(connection, statement)
        return None

    def settle(self, error: Exception | None) -> None:
        """Resolve the caller's future, from another thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.resolve, error)

    def resolve(self, error: Exception | None) -> None:
        """Resolve the caller's future; a cancelled caller does not undo the write."""
        future = self.future
        if future is None or future.done():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


class FastWriter(Protocol):
    """Executes some writes without the writing thread."""

    def take(self, write: Write) -> bool:
        """Execute a write, or return False if it has to take the usual path."""


def _execute(connection: Connection, statement: Statement) -> CursorResult[Any]:
    if not isinstance(statement, tuple):
        return connection.execute(statement)
    values = statement[1]
    form = _compiled(statement[0], connection.dialect, tuple(values))
    order = form.positiontup
    return connection.exec_driver_sql(
        form.statement, values if order is None else tuple(values[name] for name in order)
    )


@lru_cache(maxsize=64)
def _compiled(statement: ClauseElement, dialect: Dialect, names: tuple[str, ...]) -> ExpandedState:
    """Return a statement in the driver's form, and the order of positional parameters.

    For the few statements that every move needs: compiling takes longer than executing.
    """
    compiled = statement.compile(dialect=dialect)
    assert isinstance(compiled, SQLCompiler)
    return compiled.construct_expanded_state(dict.fromkeys(names))


class Store:
    """The database of one process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        #: Whether other processes may use the same database at the same time.
        self.shared = engine.dialect.name == "postgresql"
        #: Whether the last write reached the database.
        self.available = True
        self.fast_writer: FastWriter | None = None
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._doubtful: list[Write] = []
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._closing = threading.Event()
        self._log_is_long = threading.Event()
        self._copier = threading.Thread(target=self._copy_log, name="checkpoint", daemon=True)
        self._watchdog = Watchdog()
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="read")

    def start(self) -> None:
        """Start the writing thread; the database has to be migrated already."""
        self._thread.start()
        if self.shared:
            self._watchdog.start()
        else:
            self._copier.start()

    async def write(self, *statements: Statement, news: Sequence[Any] = ()) -> None:
        """Run `statements` in one transaction; return when they are on disk. Raises as `put`."""
        await self.put(Write(statements, news=news))

    async def put(self, write: Write) -> None:
        """Execute `write`; return when it is on disk.

        Raises:
            Conflict: another process was faster; nothing was stored.
            Unavailable: the database is away; nothing was stored.
            Unsettled: the process ends, and it is not known whether the write was stored.
            SQLAlchemyError: nothing was stored.
        """
        write.loop = asyncio.get_running_loop()
        write.future = write.loop.create_future()
        if self.fast_writer is None or not self.fast_writer.take(write):
            self._writes.put(write)
        await write.future

    def put_by_thread(self, write: Write) -> None:
        """Pass a write that already has a waiting caller to the thread."""
        self._writes.put(write)

    def put_soon(self, *statements: Executable, news: Sequence[Any] = (), key: str = "") -> None:
        """Execute statements with the next write, without waiting; they are dropped if it fails."""
        self._writes.put(Write(statements, news=news, key=key))

    async def read(self, query: Callable[[Connection], _T]) -> _T:
        """Return the result of `query`, run with a connection in another thread.

        Raises:
            Unavailable: the database is away.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, query)

    def _read(self, query: Callable[[Connection], _T]) -> _T:
        for tries_left in (1, 0):
            try:
                with (
                    self.engine.connect() as connection,
                    self._watchdog.watch(connection, _LIMIT_S),
                ):
                    return query(connection)
            except (OperationalError, PoolTimeoutError) as error:
                # A connection that was idle while the database restarted is replaced.
                if not (tries_left and _is_lost(error)):
                    raise Unavailable(str(error)) from error
        raise AssertionError

    def close(self) -> None:
        """Finish pending writes and close the database."""
        self._writes.put(None)
        self._thread.join()
        self._readers.shutdown(cancel_futures=True)
        self._closing.set()
        if self._copier.ident is not None:
            self._copier.join()
        self._watchdog.close()
        self.engine.dispose()

    # SQLite's log.

    def _copy_log(self) -> None:
        while not self._closing.wait(_COPY_EVERY_S):
            if self._checkpoint("PASSIVE") > _LOG_PAGES:
                self._log_is_long.set()
        self._checkpoint("TRUNCATE")

    def _checkpoint(self, mode: str) -> int:
        """Copy the write-ahead log into the database; return how many pages it has."""
        try:
            with self.engine.connect() as connection:
                row = connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").one()
        except SQLAlchemyError:
            _log.exception("the log could not be copied into the database; it will be tried again")
            return 0
        return int(row[1])

    def _shorten_log(self) -> None:
        """Restart the log, from the writing thread; otherwise it grows while writes continue."""
        if self._log_is_long.is_set():
            self._log_is_long.clear()
            self._checkpoint("TRUNCATE")

    # The thread that writes.

    def _write_all(self) -> None:
        going = True
        while going:
            batch = self._collect()
            writes = [write for write in batch if write is not None]
            going = len(writes) == len(batch)
            writes = sorted([*self._doubtful, *writes], key=lambda write: write.key)
            self._doubtful = []
            if writes:
                self._commit(writes)
            self._shorten_log()
        for write in self._doubtful:
            write.settle(Unsettled("the database did not come back in time"))

    def _collect(self) -> list[Write | None]:
        batch: list[Write | None] = []
        try:
            batch.append(self._writes.get(timeout=_AGAIN_S if self._doubtful else None))
            while True:
                batch.append(self._writes.get_nowait())
        except queue.Empty:
            return batch

    def _commit(self, writes: Sequence[Write], tries: int = _TRIES) -> None:
        committing = False
        try:
            with self.engine.connect() as connection, self._watchdog.watch(connection, _LIMIT_S):
                errors = [write.run(connection) for write in writes]
                self._notify(connection, writes, errors)
                committing = True
                connection.commit()
        except Exception as error:
            self._failed(writes, error, tries, committing=committing)
            return
        self.is_reached()
        for write, refused in zip(writes, errors, strict=True):
            write.settle(refused)

    def _failed(
        self, writes: Sequence[Write], error: Exception, tries: int, *, committing: bool
    ) -> None:
        """Decide about writes whose transaction failed; the first case that applies counts.

        | case | then |
        |---|---|
        | the connection broke for the first time: it may have been idle | again, on a new one |
        | it broke again, with PostgreSQL | the database is away |
        | several writes were in the transaction | each alone: one may have spoilt the others |
        | a row is there already, after a commit without an answer | it was stored then |
        | PostgreSQL refused, and tries are left | again: two processes were in conflict |
        | the database refused for another reason, such as a full disk | it is away |
        | anything else | the caller gets the error |
        """
        lost = isinstance(error, DBAPIError) and _is_lost(error)
        if lost and committing and self.shared:
            for write in writes:
                write.doubtful = True
        if lost and tries == _TRIES:
            self._commit(writes, tries - 1)
        elif isinstance(error, OperationalError | PoolTimeoutError) and self.shared and lost:
            self._away(writes, error)
        elif len(writes) > 1:
            for write in writes:
                self._commit([write])
        elif isinstance(error, IntegrityError) and writes[0].doubtful:
            writes[0].settle(None)
        elif isinstance(error, OperationalError) and self.shared and tries > 0:
            self._commit(writes, tries - 1)
        elif isinstance(error, OperationalError):
            self._away(writes, error)
        else:
            _log.error("a write failed", exc_info=error)
            writes[0].settle(error)

    def _away(self, writes: Sequence[Write], error: Exception) -> None:
        if self.available:
            _log.error("the database is away: %s", error)
            self.available = False
        for write in writes:
            if write.doubtful:
                self._doubtful.append(write)
            else:
                write.settle(Unavailable(str(error)))

    def is_reached(self) -> None:
        """Note that the database has just stored something."""
        if not self.available:
            _log.warning("the database is back")
            self.available = True

    def _notify(
        self, connection: Connection, writes: Sequence[Write], errors: Sequence[Exception | None]
    ) -> None:
        if not self.shared:
            return
        news = [
            item
            for write, error in zip(writes, errors, strict=True)
            if error is None
            for item in write.news
        ]
        for payload in pack_news(news):
            _execute(connection, (_NOTIFY, {"payload": payload}))


_NOTIFY = select(func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("payload", type_=Text)))


def _is_lost(error: SQLAlchemyError) -> bool:
    """Return whether the connection is gone, or could not be made."""
    if not isinstance(error, DBAPIError):
        return True
    return error.connection_invalidated or error.statement is None
