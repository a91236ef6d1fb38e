"""Counts rated results, and lists ratings."""

import asyncio
import logging

from sqlalchemy import Connection

from sommet.server.protocol import bots as wire
from sommet.server.protocol.base import OptionsInForce
from sommet.server.services import Services
from sommet.server.storage import bots, ratings
from sommet.server.storage.setup import TableSetup
from sommet.server.storage.store import Unavailable, Unsettled, Write
from sommet.server.tables.kinds import KINDS

_log = logging.getLogger(__name__)
COUNT_EVERY_S = 3.0


class Rater:
    """Regularly counts the results of all processes on one database."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._counting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to count."""
        self._counting = asyncio.ensure_future(self._count_regularly())

    async def close(self) -> None:
        """Stop; remaining results are counted later."""
        if self._counting is not None:
            self._counting.cancel()
            await asyncio.gather(self._counting, return_exceptions=True)

    async def _count_regularly(self) -> None:
        while True:
            try:
                while await self.count() == ratings.AT_ONCE:
                    pass
            except (Unavailable, Unsettled):
                pass  # it will be tried again
            except Exception:
                _log.exception("results could not be counted; it will be tried again")
            await asyncio.sleep(COUNT_EVERY_S)

    async def count(self) -> int:
        """Count some results; return how many."""
        now_ms, counted = self._services.server_clock.now_ms(), 0

        def count(connection: Connection) -> bool:
            nonlocal counted
            counted = ratings.count_results(connection, now_ms)
            return True

        await self._services.store.put(Write((), check=count))
        return counted

    async def standings(self) -> list[wire.RatedPool]:
        """Return the ratings by game and rules."""
        found, names = await self._services.store.read(
            lambda c: (ratings.read_ratings(c), bots.read_names(c))
        )
        pools: dict[str, wire.RatedPool] = {}
        for each in found:
            name = names.get(each.player.removeprefix("bot "))
            if name is None:
                continue  # no longer admitted
            pool = pools.setdefault(each.pool, _describe(each.setup))
            pool.bots.append(
                wire.RatedBot(
                    name=name,
                    rating=each.rating.shown,
                    provisional=each.rating.provisional,
                    games=each.rating.games,
                )
            )
        return list(pools.values())


def _describe(setup: TableSetup) -> wire.RatedPool:
    kind = KINDS[setup.kind]
    return wire.RatedPool(
        game=setup.game,
        options=OptionsInForce(
            preset=setup.preset,
            rulings=kind.in_force(kind.options(setup.preset, setup.rulings), "lot"),
        ),
        bots=[],
    )
