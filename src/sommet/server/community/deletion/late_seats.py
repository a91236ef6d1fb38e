"""Makes seats anonymous that an account took at the moment at which it was deleted.

A request that was accepted before the deletion may be stored after it. Nothing waits for that, so
every process regularly looks for such seats, also on behalf of processes that have died.
"""

import asyncio
import logging
import random

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.cluster.bus import News
from sommet.server.community.changes import change
from sommet.server.storage.account_seats import OwnSeat, forget_seats, read_gone
from sommet.server.storage.store import Unavailable
from sommet.server.tables.registry import TableRegistry

_log = logging.getLogger(__name__)
LOOK_EVERY_S = 300.0


class LateSeats:
    """Looks for seats of deleted accounts."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start looking regularly."""
        self._task = asyncio.ensure_future(self._look_regularly())

    async def close(self) -> None:
        """Stop; other processes, or the next one to start, continue."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look_regularly(self) -> None:
        while True:
            # Spread out, so that processes that start together do not look together.
            await asyncio.sleep(LOOK_EVERY_S * random.uniform(0.5, 1.0))
            try:
                await self.forget()
            except (Unavailable, Refused):
                pass  # it will be tried again
            except Exception:
                _log.exception("deleted accounts could not be looked for; it will be tried again")

    async def forget(self) -> None:
        """Make every seat of a deleted account anonymous, and inform everybody at the table.

        Raises:
            Refused: nothing was stored.
            Unavailable: the database is away.
        """
        store, process = self._services.store, self._services.process
        for account in await store.read(read_gone):

            def work(connection: Connection, account: str = account) -> list[OwnSeat]:
                return forget_seats(connection, account)

            seats = await change(
                store,
                work,
                lambda held: [[News.TABLE_CHANGED, process, seat.table] for seat in held],
            )
            self._registry.seats_changed([seat.table for seat in seats])
            _log.info("%d seats of a deleted account are anonymous now", len(seats))
