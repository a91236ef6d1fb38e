"""The fast path for the most frequent write: appending one event to a table.

One prepared statement checks the guard, appends, and notifies the other processes, without leaving
the event loop. Writes that arrive while the database is busy go into the next transaction. A
transaction is sent in two exchanges, the statements and then the commit: if the connection breaks
before the commit was sent, nothing was stored, and players can be told so.

All other writes, and those that fail here, take the usual path through `store`: this one either
gives a definite answer or passes the write on.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, TypeAlias

from sommet.server.storage.chain import mark_of
from sommet.server.storage.engine import CONNECT_TIMEOUT_S, line_arguments
from sommet.server.storage.postgresql.news import CHANNEL, pack_news
from sommet.server.storage.store import Conflict, Store, Write

if TYPE_CHECKING:
    import psycopg
    from psycopg.pq.abc import PGconn, PGresult

_log = logging.getLogger(__name__)
#: An exchange that takes longer counts as failed.
_LIMIT_S = 6.0
_LOOK_EVERY_S = 0.5
_AGAIN_S = 1.0
#: A write, and its notification to the other processes.
_Item: TypeAlias = tuple[Write, str]
_NAME = b"sommet_append"
_PREPARE = f"""
PREPARE {_NAME.decode()} (text, int, text, int, text, bigint, bigint, text, bigint, text) AS
WITH advanced AS (
    UPDATE tables SET seq = $4, chain = $5, updated_ms = $6, due_ms = $7
    WHERE id = $1 AND seq = $2 AND chain = $3
    RETURNING id
), added AS (
    INSERT INTO events (table_id, seq, data, mark) SELECT $1, $4, $8, $9 FROM advanced
)
SELECT pg_notify('{CHANNEL}', $10) FROM advanced
"""


class AppendLine:
    """A dedicated connection to PostgreSQL, in pipeline mode."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keeper: asyncio.Task[None] | None = None
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._waiting: list[_Item] = []
        self._flying: list[_Item] = []
        self._results: list[PGresult] = []
        #: The answers to the statements of the transaction, once its commit was sent.
        self._before_commit: list[PGresult] | None = None
        self._sent_s = 0.0
        self._socket = -1
        self._lost = asyncio.Event()

    def start(self) -> None:
        """Connect, and accept writes from then on; does nothing if the database is a file."""
        if self._store.shared:
            self._store.fast_writer = self
            self._keeper = asyncio.ensure_future(self._keep_open())

    async def close(self) -> None:
        """Pass unsettled writes to the usual path, and accept no more."""
        self._store.fast_writer = None
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    def take(self, write: Write) -> bool:
        """Start a write if it only appends one event; return whether it was accepted."""
        if self._connection is None or write.event is None or write.doubtful:
            return False
        if len(write.statements) != 1 or write.check is not None:
            return False
        news = pack_news(write.news)
        if len(news) != 1:
            return False
        if not self._waiting and not self._flying:
            # Other messages that are read in the same iteration of the event loop go with it.
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append((write, news[0]))
        return True

    # The connection.

    async def _keep_open(self) -> None:
        while True:
            try:
                await self._open()
                await self._watch()
            except Exception as error:
                _log.info("appending takes the long way for the moment: %s", error)
            finally:
                self._fall_back()
            await asyncio.sleep(_AGAIN_S)

    async def _open(self) -> None:
        import psycopg

        # Not `wait_for`: before Python 3.12 it may miss that it is to stop.
        async with asyncio.timeout(2 * CONNECT_TIMEOUT_S):
            connection = await psycopg.AsyncConnection.connect(
                **line_arguments(self._store.engine), autocommit=True
            )
        try:
            async with asyncio.timeout(_LIMIT_S):
                await connection.execute(_PREPARE, prepare=False)
            connection.pgconn.enter_pipeline_mode()
        except BaseException:
            connection.pgconn.finish()
            raise
        self._lost.clear()
        self._connection = connection
        self._socket = connection.fileno()
        asyncio.get_running_loop().add_reader(self._socket, self._readable)

    async def _watch(self) -> None:
        """Wait until the connection is lost, or the database has stopped answering."""
        loop = asyncio.get_running_loop()
        while not self._lost.is_set():
            if self._flying and loop.time() - self._sent_s > _LIMIT_S:
                raise TimeoutError("the database does not answer")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY_S):
                    await self._lost.wait()

    def _fall_back(self) -> None:
        """Give the connection up; its writes take the usual path."""
        self._break_off()
        if self._before_commit is not None:
            for write, _ in self._flying:
                write.doubtful = True  # it may have been stored without an answer
        for write, _ in (*self._flying, *self._waiting):
            self._store.put_by_thread(write)
        self._flying, self._waiting, self._results = [], [], []
        self._before_commit = None

    def _break_off(self) -> None:
        """Stop listening at once: the number of a closed socket may be reused."""
        connection, self._connection = self._connection, None
        if connection is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._socket)
            loop.remove_writer(self._socket)
            connection.pgconn.finish()
        self._lost.set()

    # Exchanges.

    def _pgconn(self) -> "PGconn | None":
        return None if self._connection is None else self._connection.pgconn

    def _send(self) -> None:
        pgconn = self._pgconn()
        if pgconn is None or self._flying or not self._waiting:
            return
        # In the order of tables, so that processes do not deadlock.
        self._flying = sorted(self._waiting, key=lambda item: item[0].key)
        self._waiting = []
        try:
            pgconn.send_query_params(b"BEGIN", None)
            for write, news in self._flying:
                pgconn.send_query_prepared(_NAME, _values(write, news))
        except Exception:
            self._break_off()
        else:
            self._sync()

    def _sync(self) -> None:
        """Request the answers to what was sent."""
        pgconn = self._pgconn()
        if pgconn is None:
            return
        self._sent_s = asyncio.get_running_loop().time()
        try:
            pgconn.pipeline_sync()
        except Exception:
            self._break_off()
        else:
            self._flush()

    def _flush(self) -> None:
        pgconn = self._pgconn()
        if pgconn is None:
            return
        loop = asyncio.get_running_loop()
        try:
            if pgconn.flush():
                loop.add_writer(self._socket, self._flush)
            else:
                loop.remove_writer(self._socket)
        except Exception:
            self._break_off()

    def _readable(self) -> None:
        pgconn = self._pgconn()
        if pgconn is None:
            return
        ended = False
        try:
            pgconn.consume_input()
            while self._flying and not pgconn.is_busy():
                result = pgconn.get_result()
                if result is None and ended:
                    self._break_off()  # nothing more will come
                    return
                ended = result is None  # the end of one statement
                if result is None:
                    continue
                if result.status == _PIPELINE_SYNC:
                    self._answered()
                else:
                    self._results.append(result)
        except Exception:
            self._break_off()

    def _answered(self) -> None:
        """Send the commit, or, after it, settle the writes: all of them are on disk."""
        results, self._results = self._results, []
        if self._before_commit is None:
            begun, *appended = results
            fine = begun.status == _COMMAND_OK and len(appended) == len(self._flying)
            if fine and all(each.status == _TUPLES_OK for each in appended):
                self._commit(appended)
            else:
                self._break_off()
        elif [(each.status, each.command_status) for each in results] == [(_COMMAND_OK, b"COMMIT")]:
            items, appended = self._flying, self._before_commit
            self._flying, self._before_commit = [], None
            self._store.is_reached()
            for (write, _), result in zip(items, appended, strict=True):
                write.resolve(None if result.ntuples == 1 else Conflict())
            self._send()
        else:
            self._break_off()

    def _commit(self, appended: list["PGresult"]) -> None:
        pgconn = self._pgconn()
        if pgconn is None:
            return
        self._before_commit = appended
        try:
            pgconn.send_query_params(b"COMMIT", None)
        except Exception:
            self._break_off()
        else:
            self._sync()


#: `psycopg.pq.ExecStatus`, which is not there where the database is a file.
_COMMAND_OK, _TUPLES_OK, _PIPELINE_SYNC = 1, 2, 10


def _values(write: Write, news: str) -> list[bytes | None]:
    """Return the parameters of the statement, as text."""
    event = write.event
    assert event is not None
    return [
        event.table.encode(),
        b"%d" % event.after,
        event.after_link.encode(),
        b"%d" % (event.after + 1),
        event.link.encode(),
        b"%d" % event.at_ms,
        None if event.due_ms is None else b"%d" % event.due_ms,
        event.text.encode(),
        b"%d" % mark_of(event.after_link),
        news.encode(),
    ]
