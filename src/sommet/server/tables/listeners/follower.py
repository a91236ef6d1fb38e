"""Applies changes to a table by other processes, from their news or from the database."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sommet.match import events as ev
from sommet.match.refused import Refused
from sommet.server.services import Services
from sommet.server.storage import queries
from sommet.server.storage.chain import (
    BrokenHistory,
    Diverged,
    has_history,
    links_after,
    read_after,
)
from sommet.server.storage.store import Unavailable
from sommet.server.tables.folding import SHORT, apply_steps
from sommet.server.tables.history import Steps

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable

_AGAIN_S = 0.5


class Follower:
    """Keeps one table up to date with the database.

    Attributes:
        is_behind: Whether there is something to look up.
    """

    def __init__(self, table: "LiveTable", services: Services) -> None:
        self._table = table
        self._services = services
        self.is_behind = False

    def receive(self, seq: int, link: str, texts: list[str] | None) -> None:
        """Handle news that the history now has `seq` events, with the chain `link` after them."""
        table, history = self._table, self._table.history
        if history.seq_of(link) == seq:
            return
        if table.lock.locked():
            self.is_behind = True  # the holder of the lock looks again
            return
        if texts is not None and seq - len(texts) == history.session.seq:
            links = links_after(history.link, texts)
            try:
                events = queries.parse_events(texts)
                steps = apply_steps(history.session, events)
            except Exception as error:
                table.set_aside(error)
                return
            seats = any(isinstance(event, ev.SEAT_CHANGES) for event in events)
            if links[-1] == link and not seats:
                table.go_on(steps, links)
                history.is_marked = True
                return
        self.is_behind = True
        table.run_soon(self.keep_up())

    def receive_head(self, head: tuple[int, str | None] | None) -> None:
        """Compare with the table's row in the database: events and chain, or that it is gone.

        A chain that is missing, or was stored by an older version, is looked up like a new one.
        """
        history = self._table.history
        if head != (history.session.seq, history.link):
            self.is_behind = True
            if not self._table.lock.locked():
                self._table.run_soon(self.keep_up())

    async def catch_up(self) -> None:
        """Read changes by other processes from the database."""
        async with self._table.lock:
            while self.is_behind:
                await self.look_again()

    async def keep_up(self) -> None:
        """Read changes by other processes, as soon as the database is available."""
        while True:
            try:
                await self.catch_up()
                return
            except Refused as refused:
                if refused.code != "unavailable":
                    raise
            await asyncio.sleep(_AGAIN_S)

    async def look_up(self) -> None:
        """Apply everything that is stored, for a client that may know more than this process."""
        self.is_behind = True
        await self.catch_up()

    async def is_rewritten(self, seq: int, link: str) -> bool:
        """Return whether a client with the chain `link` after event `seq` has another history.

        Raises:
            Refused: the database is away.
        """
        history = self._table.history
        if seq > history.session.seq:
            await self.look_up()
        known = history.link_at(seq)
        if known is not None or seq > history.session.seq:
            return known != link
        table_id = self._table.id
        try:
            return not await self._services.store.read(
                lambda c: has_history(c, table_id, seq, link)
            )
        except Unavailable as error:
            raise Refused("unavailable") from error

    async def look_again(self) -> None:
        """Apply everything that is stored; the table is locked.

        Raises:
            Refused: the database is away, or this copy no longer matches what is stored.
        """
        table, history = self._table, self._table.history
        table.check_current()
        seq, link = history.session.seq, history.link
        self.is_behind = False
        try:
            found = await self._services.store.read(lambda c: read_after(c, table.id, seq, link))
        except Unavailable as error:
            self.is_behind = True
            raise Refused("unavailable") from error
        except Diverged as error:
            # The database was restored or failed over to another history: start again from it.
            self._services.metrics.rewritten.inc()
            table.leave_behind("the history that is kept is not the one that was known here")
            raise Refused("history_changed") from error
        except BrokenHistory as error:
            raise table.set_aside(error) from error
        if found is None:
            table.leave_behind("it was removed")
            raise Refused("no_such_table")
        try:
            steps = await self._fold(found.texts)
        except Exception as error:
            raise table.set_aside(error) from error
        if any(isinstance(event, ev.SEAT_CHANGES) for event, _ in steps):
            await self.look_for_seats()
        history.is_marked = found.marked
        if steps:
            table.go_on(steps, found.links)

    async def _fold(self, texts: Sequence[str]) -> Steps:
        """Return the session after stored events; many of them are applied in a thread."""
        session = self._table.session

        def fold() -> Steps:
            return apply_steps(session, queries.parse_events(texts))

        return fold() if len(texts) <= SHORT else await self._services.slow_worker.run(fold)

    async def look_for_seats(self) -> None:
        """Read the seats after a player joined or left through another process.

        Raises:
            Refused: the database is away, or the table was removed.
        """
        table = self._table
        try:
            seats, invite_hash = await self._services.store.read(
                lambda c: queries.read_seats(c, table.id)
            )
        except Unavailable as error:
            raise Refused("unavailable") from error
        if not seats:
            # The opener of a table keeps the seat as long as the table exists.
            table.leave_behind("it was removed")
            raise Refused("no_such_table")
        table.invite_hash = invite_hash
        table.set_seats(seats)
