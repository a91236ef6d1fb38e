"""Taking part in a tournament: entering, learning when it is over, leaving."""

import time
from collections.abc import Callable

from sommet.client.server import Server

#: How often a bot asks whether its tournament is over.
LOOK_EVERY_S = 5.0
_OVER = ("finished", "cancelled")
_DAY_MS = 24 * 60 * 60_000


class Entry:
    """A bot's place in a tournament."""

    def __init__(self, tournament: str, say: Callable[[str], None]) -> None:
        """Prepare; `say` gets lines."""
        self._tournament = tournament
        self._say = say
        self._has_asked = self._is_entered = self._is_over = self._is_slow = False
        self._looked_s = 0.0

    async def enter(self, server: Server) -> None:
        """Enter the tournament, also again after a lost connection.

        Raises:
            RefusedByServer: the tournament is full, over, for people, or there is none.
        """
        await self._look(server)
        if self._is_over:
            return
        # The server may have accepted even if its answer never arrives.
        self._has_asked = True
        await server.enter(self._tournament)
        if not self._is_entered:
            self._is_entered = True
            self._say(f"takes part: {server.url}/tournament/{self._tournament}")

    async def is_over(self, server: Server) -> bool:
        """Return whether the tournament is over for this bot."""
        if not self._is_over and time.monotonic() - self._looked_s >= LOOK_EVERY_S:
            await self._look(server)
        return self._is_over

    async def _look(self, server: Server) -> None:
        page = await server.tournament(self._tournament)
        self._looked_s = time.monotonic()
        self._is_slow = page["clock"]["initial_ms"] >= _DAY_MS
        if page["state"] in _OVER and not self._is_over:
            self._is_over = True
            winners = ", ".join(name or "a deleted player" for name in page["winners"])
            self._say(f"the tournament is over{f', won by {winners}' if winners else ''}")

    async def leave(self, server: Server) -> None:
        """Withdraw, so that no more games are paired; slow tournaments keep the bot's place."""
        if self._has_asked and not self._is_over and not self._is_slow:
            await server.leave(self._tournament)
