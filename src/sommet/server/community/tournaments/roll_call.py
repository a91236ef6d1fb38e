"""Which entrants of tournaments are present: those heard from recently."""

import time
from collections import OrderedDict

from sommet.server.services import Services
from sommet.server.storage.tournaments.changing import note_here

#: Presence is stored at most once in this time.
EVERY_S = 20.0
_REMEMBERED = 10_000


class RollCall:
    """Records which entrants were heard from through this process."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._noted_s: OrderedDict[str, float] = OrderedDict()

    def note(self, player: str) -> None:
        """Store that an account or a program is present, without waiting for it."""
        if not self._services.settings.has_tournaments:
            return
        now_s = time.monotonic()
        if now_s - self._noted_s.get(player, -EVERY_S) < EVERY_S:
            return
        self._noted_s[player] = now_s
        self._noted_s.move_to_end(player)
        if len(self._noted_s) > _REMEMBERED:
            self._noted_s.popitem(last=False)
        now_ms = self._services.server_clock.now_ms()
        self._services.store.put_soon(note_here(player, now_ms), key=player)
