"""The short way to the disk, for what comes most often: one event after a table's last.

One prepared statement guards, appends and tells the other processes, without leaving the event
loop. What arrives while the database is busy goes together with the next transaction. It is sent in
two exchanges, everything and then the commit: as long as the commit was not sent, a broken line
means that nothing was kept, and players can be told so.

Whatever is no such write, and whatever goes wrong here, goes the usual way of `store`: this one
either answers for certain or hands over.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, TypeAlias

from sommet.server.storage.engine import CONNECT_TIMEOUT_S, line_arguments
from sommet.server.storage.postgresql.news import CHANNEL, pack_news
from sommet.server.storage.store import Conflict, Store, Write

if TYPE_CHECKING:
    import psycopg
    from psycopg.pq.abc import PGconn, PGresult

_log = logging.getLogger(__name__)
#: An exchange that takes longer counts as broken off.
_LIMIT_S = 6.0
_LOOK_EVERY_S = 0.5
_AGAIN_S = 1.0
#: A write, and what the others are told of it.
_Item: TypeAlias = tuple[Write, str]
_NAME = b"sommet_append"
_PREPARE = f"""
PREPARE {_NAME.decode()} (text, int, text, int, text, bigint, bigint, text, text, text) AS
WITH advanced AS (
    UPDATE tables SET seq = $4, chain = $5, updated_ms = $6, due_ms = $7
    WHERE id = $1 AND seq = $2 AND chain = $3
    RETURNING id
), added AS (
    INSERT INTO events (table_id, seq, data, chain) SELECT $1, $4, $8, $9 FROM advanced
)
SELECT pg_notify('{CHANNEL}', $10) FROM advanced
"""


class AppendLine:
    """A connection to PostgreSQL of its own, in pipeline mode."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._keeper: asyncio.Task[None] | None = None
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._waiting: list[_Item] = []
        self._flying: list[_Item] = []
        self._results: list[PGresult] = []
        #: What the statements of the transaction answered, once its commit is on its way.
        self._before_commit: list[PGresult] | None = None
        self._sent_s = 0.0
        self._socket = -1
        self._lost = asyncio.Event()

    def start(self) -> None:
        """Take writes as soon as there is a line; does nothing where the database is a file."""
        if self._store.shared:
            self._store.fast_writer = self
            self._keeper = asyncio.ensure_future(self._keep_open())

    async def close(self) -> None:
        """Hand everything over that is not settled, and take nothing more."""
        self._store.fast_writer = None
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    def take(self, write: Write) -> bool:
        """Keep a write that is one event and nothing else; return whether it is being done."""
        if self._connection is None or write.event is None or write.doubtful:
            return False
        if len(write.statements) != 1 or write.check is not None:
            return False
        news = pack_news(write.news)
        if len(news) != 1:
            return False
        if not self._waiting and not self._flying:
            # Whatever else is read in this moment goes with it.
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append((write, news[0]))
        return True

    # The line.

    async def _keep_open(self) -> None:
        while True:
            try:
                await self._open()
                await self._watch()
            except Exception as error:
                _log.info("appending takes the long way for the moment: %s", error)
            finally:
                self._hand_over()
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
        """Wait until the line is lost, or the database has fallen silent on it."""
        loop = asyncio.get_running_loop()
        while not self._lost.is_set():
            if self._flying and loop.time() - self._sent_s > _LIMIT_S:
                raise TimeoutError("the database does not answer")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY_S):
                    await self._lost.wait()

    def _hand_over(self) -> None:
        """Give the line up; whatever was on it goes the usual way."""
        self._break_off()
        if self._before_commit is not None:
            for write, _ in self._flying:
                write.doubtful = True  # it may have been kept, though nobody said so
        for write, _ in (*self._flying, *self._waiting):
            self._store.put_by_thread(write)
        self._flying, self._waiting, self._results = [], [], []
        self._before_commit = None

    def _break_off(self) -> None:
        """Listen no more, at once: the number of a closed socket may go to another."""
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
        # In the order of tables, so that processes do not stand in each other's way.
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
        """Ask for the answers to what was sent."""
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
        """Go on to the commit, or settle what it was for: all of it is on disk."""
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
                write.tell(None if result.ntuples == 1 else Conflict())
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
    """Return what the statement needs, as text."""
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
        None if event.kept_link is None else event.kept_link.encode(),
        news.encode(),
    ]
