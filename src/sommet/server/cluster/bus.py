"""What processes on one PostgreSQL tell each other, through LISTEN and NOTIFY.

Each notification is a JSON list of items, and each item a list that begins with its kind:

| item | means |
|---|---|
| `h` process table seq link texts | events up to `seq` were kept, after which the chain is `link` |
| `e` process table seq texts | the same without the chain, for and from the version before |
| `p` process table players watchers | who looks at a table through a process |
| `s` process now_ms | a sign of life |
| `g` process | a process is gone |
| `o` from_ms to_ms | nothing could be kept between these moments |
| `k` since_ms key | the key under which addresses are known; the oldest one counts |
| `l` address tables | an address, known by its hash, opened tables |

The texts of events may be missing. Versions before also say `j` and `d`, of jobs; nobody listens
to that any more. Notifications are only wake-up calls. Whoever missed some,
because the line was cut, looks up in the database what changed.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from sommet.server.storage.engine import CONNECT_TIMEOUT_S, psycopg_arguments
from sommet.server.storage.store import CHANNEL, Store

_log = logging.getLogger(__name__)
#: Every process says every second that it is alive, so this much silence means a dead line.
_SILENCE_S = 5.0
_AGAIN_S = 0.5

Item = list[Any]


class Correspondent(Protocol):
    """A part of this process that keeps in touch with the same part of the others."""

    #: Sends items to the others; whoever owns the bus sets it.
    tell: Callable[[Sequence[Any]], None]

    def greet(self) -> None:
        """Say that this process is there."""

    def hear(self, item: Sequence[Any]) -> None:
        """Take in what another process said, or this one did."""


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
                _log.warning("other processes cannot be heard for the moment: %s", error)
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
        connection = await asyncio.wait_for(
            psycopg.AsyncConnection.connect(
                **{**psycopg_arguments(self._store.engine), **ours}, autocommit=True
            ),
            2 * CONNECT_TIMEOUT_S,
        )
        try:
            await asyncio.wait_for(connection.execute(f"LISTEN {CHANNEL}"), _SILENCE_S)
            await catch_up()
            while True:
                heard = False
                async for notification in connection.notifies(timeout=_SILENCE_S, stop_after=1):
                    heard = True
                    self._pass_on(notification.payload, take)
                if not heard:
                    raise TimeoutError("not even our own voice was heard")
        finally:
            # A line that is dead already must not hold us up.
            with contextlib.suppress(Exception):
                await asyncio.wait_for(connection.close(), 1.0)

    def _pass_on(self, payload: str, take: Callable[[Item], None]) -> None:
        for item in json.loads(payload):
            try:
                take(item)
            except Exception:
                _log.exception("news of kind %s could not be dealt with", item[:1])
