"""Where listening programs sit: one query for all of them.

However many listen through a process, it asks as often as for one.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping

from sommet.server.services import Services
from sommet.server.storage import bots

#: Tables with the number of their events.
Places = Mapping[str, int]


class BotWatch:
    """The programs that listen through this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._streams: Counter[str] = Counter()
        self._looking = asyncio.Lock()
        self._found: Mapping[str, Places] = {}
        self._asked: set[str] = set()
        self._looked_s = 0.0

    def count(self, bot: str) -> int:
        """Return how many streams of a program are open."""
        return self._streams[bot]

    def enter(self, bot: str) -> None:
        """Register a new stream of a program."""
        self._streams[bot] += 1
        self._asked.discard(bot)  # its tables are not known yet
        self._services.metrics.bots.set(len(self._streams))

    def leave(self, bot: str) -> None:
        """Unregister a stream."""
        self._streams[bot] -= 1
        self._streams += Counter()  # forget those that have none
        self._services.metrics.bots.set(len(self._streams))

    async def find_places(self, bot: str, fresh_s: float) -> Places | None:
        """Return where a program sits, at most `fresh_s` old; None if it is not admitted.

        Raises:
            Unavailable: the database is away.
        """
        async with self._looking:
            # It may have connected during a query that did not include it.
            if bot not in self._asked or time.monotonic() - self._looked_s > fresh_s:
                asked, now_ms = list(self._streams), self._services.server_clock.now_ms()
                self._found = await self._services.store.read(
                    lambda c: bots.read_places(c, asked, now_ms)
                )
                self._asked, self._looked_s = set(asked), time.monotonic()
            return self._found.get(bot)
