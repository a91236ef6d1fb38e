"""Tables that cannot be read: set aside, so that they are not loaded again and again."""

import logging
import time
from collections.abc import Callable

from sommet.match.refused import Refused
from sommet.server.observe.metrics import Metrics

_log = logging.getLogger(__name__)
#: After this time a table is read again: it may have been repaired.
_AGAIN_S = 60.0
#: The most that are remembered; others may be loaded, and fail, again.
_MOST = 10_000


class DamagedTables:
    """The damaged tables that this process knows of."""

    def __init__(self, metrics: Metrics, clock: Callable[[], float] = time.monotonic) -> None:
        self._metrics = metrics
        self._clock = clock
        self._since: dict[str, float] = {}

    def add(self, table_id: str, error: Exception) -> None:
        """Remember that a table cannot be read."""
        if table_id not in self._since:
            _log.error("table %s is set aside: %s; see sommet check", table_id, error)
        self._since.pop(table_id, None)
        self._since[table_id] = self._clock()
        if len(self._since) > _MOST:
            del self._since[next(iter(self._since))]
        self._count()

    def discard(self, table_id: str) -> None:
        """Forget a table that could be read, or is gone."""
        if self._since.pop(table_id, None) is not None:
            self._count()

    def is_aside(self, table_id: str) -> bool:
        """Return whether a table could not be read a moment ago."""
        since = self._since.get(table_id)
        return since is not None and self._clock() - since < _AGAIN_S

    def check(self, table_id: str) -> None:
        """Refuse to load a table that is known to be damaged.

        Raises:
            Refused: it could not be read a moment ago.
        """
        if self.is_aside(table_id):
            raise Refused("table_damaged")

    def _count(self) -> None:
        self._metrics.tables_damaged.set(len(self._since))
