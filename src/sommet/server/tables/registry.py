"""All tables of a server: opening, joining and finding them, and news from other processes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from sommet.match.refused import Refused
from sommet.server.cluster.bus import Bus, BusMember, Item, News
from sommet.server.cluster.membership import Membership
from sommet.server.protocol import http
from sommet.server.services import Services
from sommet.server.storage import processes, queries
from sommet.server.storage.account_seats import OwnSeat, find_holders, find_pass
from sommet.server.storage.store import Unavailable
from sommet.server.tables import seats
from sommet.server.tables.damage import DamagedTables
from sommet.server.tables.folding import Folded, fold_table
from sommet.server.tables.live import LiveTable
from sommet.server.tables.loader import LOAD_AT_ONCE, Loader, Viewers
from sommet.server.tables.open_request import check_request
from sommet.server.tables.seats import SeatHolder, describe_seat, holder_of
from sommet.server.tables.slow.deadlines import LOOK_EVERY_S, Deadlines
from sommet.server.tokens import hash_token, new_id, new_token

_log = logging.getLogger(__name__)

_SWEEP_S = 30.0
Chore = Callable[[], Awaitable[None]]


class TableRegistry:
    """All tables: those in use are in memory, all are in the database."""

    def __init__(self, services: Services, admission: BusMember | None = None) -> None:
        """Create a registry; `admission` gets news from other processes through it."""
        self.services = services
        self._admission = admission
        if admission is not None and services.store.shared:
            admission.publish = lambda news: services.store.put_soon(news=news)
        self.membership = Membership(services, self)
        self._bus = Bus(services.store)
        self._tables: dict[str, LiveTable] = {}
        self.damaged = DamagedTables(services.metrics)
        self._loader = Loader(services, self.damaged, self._tables, self._seat_at)
        self.deadlines = Deadlines(services, self.membership, self.damaged, self.find)
        self._chores: list[asyncio.Task[None]] = []

    # From start to end.

    async def wake(self) -> None:
        """Continue where the last server stopped: clocks run again."""
        await self.membership.enter()
        self.membership.start()
        self._bus.start(self._take, self._catch_up)
        self._chores = [
            asyncio.ensure_future(self._repeat(self._sweep, _SWEEP_S)),
            asyncio.ensure_future(self._repeat(self.deadlines.settle_due, LOOK_EVERY_S)),
        ]

    async def close(self) -> None:
        """Stop all background work; everything that happened is on disk."""
        for task in self._chores:
            task.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._loader.close()
        await self.membership.close()
        await self._bus.close()
        for table in self._tables.values():
            table.clock_watch.stop()

    async def _repeat(self, chore: Chore, every_s: float) -> None:
        while True:
            try:
                await chore()
            except Unavailable:
                pass  # it will be tried again
            except Exception:
                _log.exception("a chore failed; it will be tried again")
            await asyncio.sleep(every_s)

    async def _sweep(self) -> None:
        limit = self.services.server_clock.now_ms() - self.services.settings.idle_table_s * 1000
        for table in list(self._tables.values()):
            if table.is_idle and table.audience.left_ms < limit:
                self.forget(table.id)
        self.services.metrics.tables.set(len(self._tables))

    # The other processes.

    def _take(self, item: Item) -> None:
        own = self.services.process
        match item:
            case [News.EVENTS, process, table_id, seq, link, texts]:
                self._receive_events(table_id, seq, link, texts, by_others=process != own)
            case [News.PRESENCE, process, table_id, players, watchers]:
                table = self._tables.get(table_id)
                if table is None or process == own:
                    return
                if table.presence.set_elsewhere(process, players, watchers):
                    table.audience.send_presence()
            case [News.GONE, process]:
                self.membership.take(item)
                for table in self._tables.values():
                    if table.presence.set_elsewhere(process, 0, 0):
                        table.audience.send_presence()
            case [News.TABLE_CHANGED | News.GREETING, process, table_id, *rest] if process != own:
                self._receive_presence(table_id, rest)
            case [News.SEAT_CLOSED, process, table_id, player] if process != own:
                self.end_seats([OwnSeat(table_id, player)])
            case [News.ADDRESS_KEY | News.ADDRESS, *_] if self._admission is not None:
                self._admission.receive(item)
            case _:
                self.membership.take(item)

    def _receive_presence(self, table_id: str, rest: Sequence[Any]) -> None:
        """Handle news about the seats of a table, or a greeting."""
        table = self._tables.get(table_id)
        if table is None or not rest:
            self.seats_changed([table_id])
        else:
            player, what = rest
            table.audience.send_greeting(player, what)

    def _receive_events(
        self, table_id: str, seq: int, link: str, texts: list[str] | None, *, by_others: bool
    ) -> None:
        """Handle stored events, also from a copy of the table that this process has dropped."""
        table = self._tables.get(table_id)
        if table is not None and (by_others or not table.lock.locked()):
            table.follower.receive(seq, link, texts)

    async def _catch_up(self) -> None:
        """Read what was missed while news from the others could not be received."""
        ids = list(self._tables)
        for start in range(0, len(ids), LOAD_AT_ONCE):
            some = ids[start : start + LOAD_AT_ONCE]
            heads = await self.services.store.read(partial(queries.read_heads, ids=some))
            present = await self.services.store.read(partial(processes.read_presence, ids=some))
            for table_id in some:
                table = self._tables.get(table_id)
                if table is not None:
                    table.presence.set_all_elsewhere(present.get(table_id, ()))
                    table.follower.receive_head(heads.get(table_id))
                    table.audience.send_presence()
        if self._admission is not None:
            self._admission.announce()

    @property
    def has_running_clock(self) -> bool:
        """Whether a clock is running at a table in memory."""
        return any(table.clock_watch.is_running for table in self._tables.values())

    async def outage(self) -> None:
        """Give time back at every table in memory; the others get it when they are loaded."""
        for table in list(self._tables.values()):
            if table.clock_watch.is_running:
                await self._quietly(table.clock_watch.resume())

    async def give_back_time(self, table_id: str, players: int, since_ms: int) -> None:
        """Give time back to players whose process died at `since_ms`."""
        try:
            table = await self.find(table_id)
        except Refused:
            return
        await self._quietly(table.clock_watch.give_back(players, since_ms))

    async def _quietly(self, work: Awaitable[object]) -> None:
        try:
            await work
        except Refused as refused:
            _log.info("time could not be given back: %s", refused.code)

    def present_again(self) -> None:
        """Report again who is connected here."""
        for table in self._tables.values():
            if table.is_watched:
                table.presence.say()

    # What tables ask of the process.

    @property
    def is_steady(self) -> bool:
        """Whether clocks may run out."""
        return self.membership.is_steady

    def is_silent(self, process: str) -> bool:
        """Return whether a process has sent no heartbeat for a while."""
        return self.membership.is_silent(process)

    @property
    def outages(self) -> Sequence[tuple[int, int]]:
        """The outages, in which no clock ran."""
        return self.membership.outages

    def forget(self, table_id: str) -> None:
        """Remove a table from memory; it is loaded again when it is needed."""
        table = self._tables.pop(table_id, None)
        if table is not None:
            table.clock_watch.stop()

    # Finding.

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, from memory or the database.

        Raises:
            Refused: there is no such table, it cannot be read, or the database is away.
        """
        return await self._loader.find(table_id)

    async def find_all(self, ids: Iterable[str]) -> dict[str, LiveTable]:
        """Return the tables that can be read, loading all of them at once."""
        return await self._loader.find_all(ids)

    async def _seat_at(self, row: queries.TableRow, folded: Folded, present: Viewers) -> LiveTable:
        """Keep a table that was read."""
        table = self._keep(LiveTable(self.services, row, folded, self))
        self.damaged.discard(row.id)
        table.presence.set_all_elsewhere(present)
        if table.clock_watch.is_running:
            await self._quietly(table.clock_watch.resume())
        return table

    def set_aside(self, table_id: str, error: Exception) -> None:
        """Remove a table that cannot be read, and do not read it again for a while."""
        self.damaged.add(table_id, error)
        self.forget(table_id)

    def _keep(self, table: LiveTable) -> LiveTable:
        self._tables[table.id] = table
        self.services.metrics.tables.set(len(self._tables))
        return table

    def player_of(self, table: LiveTable, token: str) -> int:
        """Return the player to whose seat `token` belongs.

        Raises:
            Refused: nobody does.
        """
        found = holder_of(token, table.token_hashes)
        if found is None:
            raise Refused("bad_token")
        return found

    async def find_player(self, table: LiveTable, token: str) -> int:
        """Return the player to whose seat `token` belongs, even if another process seated them.

        Raises:
            Refused: nobody does, or the database is away.
        """
        try:
            return self.player_of(table, token)
        except Refused as refused:
            if self.services.store.shared:
                await table.follower.look_for_seats()
                found = holder_of(token, table.token_hashes)
                if found is not None:
                    return found
            if table.accounts == [None, None]:
                raise
            return await self._find_pass(table, token, refused)

    async def find_players(self, held: Sequence[tuple[str, str]]) -> list[tuple[LiveTable, int]]:
        """Return tables with the players to whose seats the tokens belong; others are left out.

        Raises:
            Unavailable: the database is away.
        """
        tables = await self.find_all(table for table, _ in held)
        known = [(table, token) for table, token in held if table in tables]
        players = {
            each: player
            for each in known
            if (player := holder_of(each[1], tables[each[0]].token_hashes)) is not None
        }
        # One query for all tokens that this process does not know.
        strangers = [each for each in known if each not in players]
        if strangers:
            players |= await self.services.store.read(lambda c: find_holders(c, strangers))
        return [(tables[each[0]], players[each]) for each in known if each in players]

    async def _find_pass(self, table: LiveTable, token: str, refused: Refused) -> int:
        """Return the player for the token of an account's further device."""
        try:
            found = await self.services.store.read(lambda c: find_pass(c, table.id, token))
        except Unavailable as error:
            raise Refused("unavailable") from error
        if found is None:
            raise refused
        return found

    # Opening and joining.

    async def open(
        self, body: http.CreateTable, holder: SeatHolder | None = None
    ) -> http.TableCreated:
        """Open a table; its game begins when the second player joins.

        Raises:
            Refused: it cannot be played that way.
        """
        setup = check_request(body, slow_games=self.services.settings.slow_games)
        table_id, token, now_ms = new_id(), new_token(), self.services.server_clock.now_ms()
        invite = new_token()
        invite_hash = hash_token(invite)
        seat = (holder or SeatHolder(body.name)).seat(0, hash_token(token))
        row = queries.new_table(table_id, now_ms, setup, invite_hash, seat)
        try:
            await self.services.store.write(
                queries.open_table(table_id, setup, invite_hash, now_ms),
                queries.take_seat(table_id, seat),
            )
        except Unavailable as error:
            raise Refused("unavailable") from error
        self.register_new(row)
        return describe_seat(table_id, token, invite)

    def register_new(self, row: queries.TableRow) -> LiveTable:
        """Return a table that was stored a moment ago, in memory."""
        setup = row.setup
        self.services.metrics.tables_opened.labels(setup.game).inc()
        _log.info("table %s opened: %s, %s", row.id, setup.kind, setup.mode)
        # Another process may have announced it already, and a player may have joined.
        self._loader.check_soon([row.id])
        known = self._tables.get(row.id)
        return known or self._keep(LiveTable(self.services, row, fold_table(row), self))

    def is_aside(self, table_id: str) -> bool:
        """Return whether a table could not be read a moment ago."""
        return self.damaged.is_aside(table_id)

    def is_opener_here(self, table_id: str) -> bool:
        """Return whether this process knows that a table's opener is connected."""
        table = self._tables.get(table_id)
        return table is not None and bool(table.presence.players & 1)

    def players_at(self, table_id: str) -> int:
        """Return which players are connected, as far as this process knows: bits 0 and 1."""
        table = self._tables.get(table_id)
        return 0 if table is None else table.presence.players

    async def join(
        self, table_id: str, body: http.JoinTable, holder: SeatHolder | None = None
    ) -> http.TableCreated:
        """Take the open seat at a table and begin the game.

        Raises:
            Refused: there is no such table or invitation, or the place is taken.
        """
        table = await self.find(table_id)
        now_ms = self.services.server_clock.now_ms()
        return await seats.join(table, body, holder or SeatHolder(body.name), now_ms)

    def end_seats(self, held: Sequence[OwnSeat]) -> None:
        """Close the connections of some seats; clients with a valid token reconnect."""
        for seat in held:
            table = self._tables.get(seat.table)
            if table is not None:
                table.audience.end_player(seat.player)

    def seats_changed(self, table_ids: Sequence[str]) -> None:
        """Send the current seats of some tables to everybody there."""
        for table_id in table_ids:
            table = self._tables.get(table_id)
            if table is not None:
                table.run_soon(self._show_seats(table))

    async def _show_seats(self, table: LiveTable) -> None:
        await table.follower.look_for_seats()
        table.audience.send_seats()

    async def ask_for_seat(self, table_id: str, body: http.AskForSeat) -> http.SeatAnswer:
        """Ask for a lost seat. Rule TAB-6.

        Raises:
            Refused: there is no such table or invitation, or nobody can hand the seat back.
        """
        table = await self.find(table_id)
        return await seats.ask_for_seat(table, body, self.services.server_clock.now_ms())

    async def take_up_seat(self, table_id: str, body: http.TakeUpSeat) -> http.SeatAnswer:
        """Return whether a seat that was asked for has been handed back.

        Raises:
            Refused: there is no such table, or the database is away.
        """
        table = await self.find(table_id)
        answer = seats.take_up_seat(table, body.key)
        if answer.state == "declined" and self.services.store.shared:
            await table.follower.look_up()
            answer = seats.take_up_seat(table, body.key)
        return answer
