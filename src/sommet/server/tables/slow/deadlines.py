"""Tables where time is over and nobody noticed: nobody looks at them, or their process is gone.

Slow games sleep in the database, and nobody waits for their deadline in memory. Each is seen to by
the process whose share it is, a moment after its time; where that one does not, and for every
other clock, any process does when it is overdue. So many that are due at the same moment are
shared out, and a process that dies is not missed.
"""

import asyncio
import logging
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, or_, select

from sommet.match.refused import Refused
from sommet.server.cluster.membership import Membership
from sommet.server.services import Services
from sommet.server.storage import queries, schema
from sommet.server.storage.setup import SLOW_SETUP
from sommet.server.storage.store import Unavailable
from sommet.server.tables.damage import DamagedTables

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
#: The process that has a table in memory ends it in time; others only if it was not ended.
_OVERDUE_MS = 2000
#: Most slow games are in no process's memory; a process that has one ends it within this time.
_SLOW_MS = 250
_AT_ONCE = 100
Find = Callable[[str], Awaitable["LiveTable"]]


class Deadlines:
    """Sees to it that time runs out also where nobody looks."""

    def __init__(
        self, services: Services, membership: Membership, damaged: DamagedTables, find: Find
    ) -> None:
        """Take tables from `find`, and leave those alone that are `damaged`."""
        self._services = services
        self._membership = membership
        self._damaged = damaged
        self._find = find

    async def settle_due(self) -> None:
        """See to every table that is due, each once."""
        if not self._membership.is_steady:
            return
        now_ms = self._services.server_clock.now_ms()
        alive = self._membership.alive
        overdue_ms, slow_ms = now_ms - _OVERDUE_MS, now_ms - _SLOW_MS
        last = Due("", 0)
        while True:
            found = await self._services.store.read(
                partial(
                    read_due,
                    before_ms=overdue_ms,
                    slow_before_ms=slow_ms,
                    after=last,
                    limit=_AT_ONCE,
                )
            )
            mine = [
                each.table
                for each in found
                if not self._damaged.is_aside(each.table)
                and (each.due_ms < overdue_ms or self._is_mine(each.table, alive))
            ]
            await asyncio.gather(*map(self._attend_alone, mine))
            if len(found) < _AT_ONCE:
                return
            last = found[-1]

    def _is_mine(self, table_id: str, alive: list[str]) -> bool:
        """Return whether a table is this process's share."""
        whose = alive[zlib.crc32(table_id.encode()) % len(alive)]
        return whose == self._services.process

    async def _attend_alone(self, table_id: str) -> None:
        """See to one table; whatever becomes of it, the others are seen to."""
        try:
            await self._attend(await self._find(table_id))
        except Refused as refused:
            _log.info("table %s: %s", table_id, refused.code)
        except Unavailable:
            pass  # it will be tried again
        except Exception:
            _log.exception("table %s could not be looked after", table_id)

    async def _attend(self, table: "LiveTable") -> None:
        await table.follower.catch_up()
        if table.clock_watch.is_running:
            await table.clock_watch.resume()
            await table.clock_watch.run_out()
        else:
            # Kept by an earlier version, which also looked after computers this way.
            await self._services.store.write(queries.set_due(table.id, table.session.seq, None))


@dataclass(frozen=True, slots=True)
class Due:
    """A table where something should have happened by itself, and when."""

    table: str
    due_ms: int


def read_due(
    connection: Connection, before_ms: int, slow_before_ms: int, after: Due, limit: int
) -> list[Due]:
    """Return tables that were due before `before_ms`, or are slow and were before `slow_before_ms`.

    In the order in which they were due, from the first one `after` another.
    """
    columns = schema.tables.c
    found = connection.execute(
        select(columns.id, columns.due_ms)
        .where(
            columns.due_ms < slow_before_ms,
            columns.due_ms >= after.due_ms,
            or_(columns.due_ms > after.due_ms, columns.id > after.table),
            or_(columns.due_ms < before_ms, columns.setup.like(SLOW_SETUP)),
        )
        .order_by(columns.due_ms, columns.id)
        .limit(limit)
    )
    return [Due(row.id, row.due_ms) for row in found]
