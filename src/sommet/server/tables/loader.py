"""Loads tables from the database: many at a time, long histories outside the event loop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial

from sommet.match.refused import Refused
from sommet.server.services import Services
from sommet.server.storage import processes, queries
from sommet.server.storage.store import Unavailable
from sommet.server.tables.damage import DamagedTables
from sommet.server.tables.folding import SHORT, DamagedTable, Folded, fold_table
from sommet.server.tables.live import LiveTable

_log = logging.getLogger(__name__)

#: Tables read from the database at once, when many are wanted.
LOAD_AT_ONCE = 50
_AGAIN_S = 0.5
Viewers = Sequence[processes.PresenceRow]
#: Adds a loaded table, with those who are connected through other processes.
Seat = Callable[[queries.TableRow, Folded, Viewers], Awaitable[LiveTable]]


class Loader:
    """Loads each requested table once, however many callers ask for it."""

    def __init__(
        self,
        services: Services,
        damaged: DamagedTables,
        tables: Mapping[str, LiveTable],
        seat: Seat,
    ) -> None:
        """Load tables that are not in `tables` yet, and pass them to `seat`, which adds them."""
        self._services = services
        self._damaged = damaged
        self._tables = tables
        self._seat = seat
        self._wanted: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._task: asyncio.Task[None] | None = None
        #: Who asked for what is wanted or loading; several tables may be asked for at once.
        self._askers: dict[str, list[object]] = {}
        #: Tables with long histories that each asker waits for. Whose turn it is comes first.
        self._turns: dict[object, list[str]] = {}
        self._lined_up: set[str] = set()
        self._long: asyncio.Task[None] | None = None
        self._unchecked: set[str] = set()
        self._checking: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Stop loading long histories, and checking for changes by others."""
        tasks = [task for task in (self._long, self._checking) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def find(self, table_id: str, asker: object = None) -> LiveTable:
        """Return a table, from memory or the database.

        Several may be asked for by one `asker`; then other askers' tables come in between.

        Raises:
            Refused: there is no such table, it cannot be read, or the database is away.
        """
        table = self._tables.get(table_id)
        if table is not None:
            return table
        self._damaged.check(table_id)
        wanted = self._wanted.get(table_id) or self._loading.get(table_id)
        if wanted is None:
            wanted = self._wanted[table_id] = asyncio.get_running_loop().create_future()
            if self._task is None or self._task.done():
                self._task = asyncio.ensure_future(self._load_wanted())
        asker = object() if asker is None else asker
        self._askers.setdefault(table_id, []).append(asker)
        if table_id in self._lined_up:
            self._line_up(table_id, asker)
        try:
            found = await asyncio.shield(wanted)
        except Unavailable as error:
            raise Refused("unavailable") from error
        except DamagedTable as error:
            raise Refused("table_damaged") from error
        if found is None:
            raise Refused("no_such_table")
        return found

    async def find_all(self, ids: Iterable[str]) -> dict[str, LiveTable]:
        """Return the tables that can be read, loading all of them at once."""
        asker = object()

        async def find(table_id: str) -> LiveTable | None:
            try:
                return await self.find(table_id, asker)
            except Refused:
                return None

        wanted = list(dict.fromkeys(ids))
        found = await asyncio.gather(*map(find, wanted))
        return {table_id: each for table_id, each in zip(wanted, found, strict=True) if each}

    async def _load_wanted(self) -> None:
        """Load requested tables, many at a time: after a fault everybody reconnects at once."""
        while self._wanted:
            some = list(self._wanted)[:LOAD_AT_ONCE]
            for table_id in some:
                self._loading[table_id] = self._wanted.pop(table_id)
            try:
                await self._load(some)
            except Exception as error:
                for table_id in some:
                    self._settle(table_id, error)

    def _settle(self, table_id: str, found: LiveTable | Exception | None) -> None:
        """Resolve the futures of those who wait for a table."""
        self._askers.pop(table_id, None)
        wanted = self._loading.pop(table_id, None)
        if wanted is None or wanted.done():
            return
        if isinstance(found, Exception):
            wanted.set_exception(found)
            wanted.exception()  # perhaps nobody waits any longer
        else:
            wanted.set_result(found)

    async def _load(self, ids: Sequence[str]) -> None:
        heads = await self._services.store.read(partial(queries.read_heads, ids=ids))
        short = []
        for table_id in ids:
            if heads.get(table_id, (0, None))[0] > SHORT:
                # The other tables do not wait for this one.
                for asker in self._askers.get(table_id, ()):
                    self._line_up(table_id, asker)
            else:
                short.append(table_id)
        found, present = await self._read(short)
        for number, table_id in enumerate(short):
            row = found.get(table_id)
            if row is None:
                self._damaged.discard(table_id)
                self._settle(table_id, None)
                continue
            await self._take_in(row, present.get(table_id, ()))
            if number % 5 == 4:
                await asyncio.sleep(0)  # moves of others in between
        self.check_soon(found)

    async def _read(
        self, ids: Sequence[str]
    ) -> tuple[dict[str, queries.TableRow], Mapping[str, Viewers]]:
        """Return tables with their histories, and who is connected through other processes."""
        store = self._services.store
        if not ids:
            return {}, {}
        found = await store.read(lambda c: queries.read_tables(c, ids))
        if not store.shared:
            return found, {}
        return found, await store.read(lambda c: processes.read_presence(c, ids))

    def _line_up(self, table_id: str, asker: object) -> None:
        """Load a table with a long history when it is its asker's turn."""
        self._lined_up.add(table_id)
        self._turns.setdefault(asker, []).append(table_id)
        if self._long is None or self._long.done():
            self._long = asyncio.ensure_future(self._load_in_turn())

    async def _load_in_turn(self) -> None:
        """Load long histories, one at a time: many would fill the memory, and keep the interpreter.

        Whoever asked for many does not hold up those who come later with one.
        """
        while self._turns:
            asker = next(iter(self._turns))
            table_id, *others = self._turns.pop(asker)
            if table_id in self._lined_up:
                self._lined_up.discard(table_id)
                await self._load_long(table_id)
            if others:
                self._turns[asker] = [*others, *self._turns.pop(asker, ())]

    async def _load_long(self, table_id: str) -> None:
        """Load a table with a long history, off the event loop."""
        try:
            found, present = await self._read([table_id])
            row = found.get(table_id)
            if row is None:
                self._damaged.discard(table_id)
                self._settle(table_id, None)
                return
            await self._take_in(row, present.get(table_id, ()), long=True)
            self.check_soon([table_id])
        except Exception as error:
            if not isinstance(error, Unavailable):
                _log.exception("table %s could not be loaded", table_id)
            self._settle(table_id, error)

    async def _take_in(
        self, row: queries.TableRow, present: Viewers, *, long: bool = False
    ) -> None:
        """Add a table that was read, or set it aside: whatever is wrong concerns it alone."""
        try:
            if long:
                folded = await self._services.slow_worker.run(lambda: fold_table(row))
            else:
                folded = fold_table(row)
            self._settle(row.id, await self._seat(row, folded, present))
        except DamagedTable as error:
            self._give_up(row.id, error)
        except Exception as error:
            self._give_up(row.id, DamagedTable(f"table {row.id} cannot be read: {error!r}"))

    def _give_up(self, table_id: str, error: DamagedTable) -> None:
        self._damaged.add(table_id, error)
        self._settle(table_id, error)

    def check_soon(self, ids: Iterable[str]) -> None:
        """Check whether another process appended events before this one listened for them.

        Until a table is in memory nobody here listens to what other processes say of it.
        """
        if self._services.store.shared:
            self._unchecked.update(ids)
            if self._checking is None or self._checking.done():
                self._checking = asyncio.ensure_future(self._check())

    async def _check(self) -> None:
        while self._unchecked:
            ids = list(self._unchecked)
            self._unchecked.clear()
            try:
                heads = await self._services.store.read(partial(queries.read_heads, ids=ids))
            except Exception as error:
                if not isinstance(error, Unavailable):
                    _log.exception("tables could not be compared with what is kept")
                self._unchecked.update(ids)
                await asyncio.sleep(_AGAIN_S)
                continue
            for table_id in ids:
                table = self._tables.get(table_id)
                if table is not None:
                    table.follower.receive_head(heads.get(table_id))
