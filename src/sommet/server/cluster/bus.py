"""What processes on one PostgreSQL send each other, through LISTEN and NOTIFY.

Each notification is a JSON list of items, and each item a list that begins with its kind:

| item | means |
|---|---|
| `h` process table seq link texts | events up to `seq` were stored; the chain is then `link` |
| `p` process table players watchers | who is connected to a table through a process |
| `s` process now_ms | a heartbeat |
| `g` process | a process is gone |
| `o` from_ms to_ms | nothing could be stored between these moments |
| `k` since_ms key | the key under which addresses are known; the oldest one counts |
| `l` address tables | an address, known by its hash, opened tables |
| `n` process table | the people, names or holidays at a table changed |
| `y` process table player what | a player says hello or goodbye |
| `x` process table player | a seat's connections are to be closed |

The texts of events may be missing. Notifications are only wake-up calls: a process that missed
some, because its connection was cut, looks up in the database what changed.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from sommet.server.storage.engine import CONNECT_TIMEOUT_S, psycopg_arguments
from sommet.server.storage.postgresql.news import CHANNEL
from sommet.server.storage.store import Store

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

_log = logging.getLogger(__name__)
#: Every process sends a heartbeat every second, so this much silence means a dead connection.
_SILENCE_S = 5.0
_AGAIN_S = 0.5

Item = list[Any]


class News(StrEnum):
    """The first word of an item, one letter on the wire (see the table above)."""

    EVENTS = "h"
    PRESENCE = "p"
    HEARTBEAT = "s"
    GONE = "g"
    OUTAGE = "o"
    ADDRESS_KEY = "k"
    ADDRESS = "l"
    TABLE_CHANGED = "n"
    GREETING = "y"
    SEAT_CLOSED = "x"


class BusMember(Protocol):
    """A part of this process that keeps in touch with the same part of the others."""

    #: Sends items to the others; set by the owner of the bus.
    publish: Callable[[Sequence[Any]], None]

    def announce(self) -> None:
        """Publish that this process is there."""

    def receive(self, item: Sequence[Any]) -> None:
        """Process an item that a process has published, this one included."""


class Bus:
    """Listens to the other processes; does nothing where the database is not shared."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._task: asyncio.Task[None] | None = None

    def start(self, take: Callable[[Item], None], catch_up: Callable[[], Awaitable[None]]) -> None:
        """Pass every item to `take`; call `catch_up` whenever some may have been missed."""
        if self._store.shared:
            self._task = asyncio.ensure_future(self._listen_on(take, catch_up))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _listen_on(
        self, take: Callable[[Item], None], catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        while True:
            try:
                await self._listen(take, catch_up)
            except Exception as error:
                _log.warning(
                    "notifications from other processes cannot be received for the moment: %s",
                    error,
                )
            await asyncio.sleep(_AGAIN_S)

    async def _listen(
        self, take: Callable[[Item], None], catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        import psycopg

        ours = {
            "connect_timeout": CONNECT_TIMEOUT_S,
            "application_name": "sommet listens",
            "client_encoding": "utf8",
        }
        # Not `wait_for`: before Python 3.12 it may miss that it is to stop.
        async with asyncio.timeout(2 * CONNECT_TIMEOUT_S):
            connection = await psycopg.AsyncConnection.connect(
                **{**psycopg_arguments(self._store.engine), **ours}, autocommit=True
            )
        try:
            async with asyncio.timeout(_SILENCE_S):
                await connection.execute(f"LISTEN {CHANNEL}")
            await catch_up()
            await self._read_news(connection.pgconn, take)
        finally:
            # A dead connection must not delay the stop.
            with contextlib.suppress(Exception):
                await asyncio.wait_for(connection.close(), 1.0)

    async def _read_news(self, pgconn: "PGconn", take: Callable[[Item], None]) -> None:
        """Pass on what arrives, until the connection ends.

        It reads the socket itself: the driver's own way takes longer than handling most items.
        """
        loop = asyncio.get_running_loop()
        socket = pgconn.socket
        over: asyncio.Future[None] = loop.create_future()
        heard_s = loop.time()

        def read() -> None:
            nonlocal heard_s
            try:
                pgconn.consume_input()
            except Exception as error:
                loop.remove_reader(socket)
                if not over.done():
                    over.set_exception(error)
                return
            while (notification := pgconn.notifies()) is not None:
                heard_s = loop.time()
                self._pass_on(notification.extra.decode(), take)

        loop.add_reader(socket, read)
        try:
            read()  # what came together with the answer to LISTEN
            while not over.done() and loop.time() - heard_s < _SILENCE_S:
                await asyncio.wait([over], timeout=_SILENCE_S / 5)
            if not over.done():
                raise TimeoutError("not even our own notifications arrived")
            over.result()
        finally:
            if not over.done():  # else the number may be another's already
                loop.remove_reader(socket)

    def _pass_on(self, payload: str, take: Callable[[Item], None]) -> None:
        for item in json.loads(payload):
            try:
                take(item)
            except Exception:
                _log.exception("news of kind %s could not be dealt with", item[:1])
