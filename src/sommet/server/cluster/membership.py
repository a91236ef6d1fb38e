"""The processes on one database: which are alive, what time it is, and what to do when one dies.

Each process sends a heartbeat every second. One that has been silent for some seconds is removed
by the first process that notices. Its players count as disconnected, and players whose clock ran
while they reconnected to another process get some of that time back.

While no process can write to the database there is an outage: no clock runs during it.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from sommet.server.cluster.bus import Item, News
from sommet.server.services import Services
from sommet.server.storage import processes
from sommet.server.storage.store import Conflict, Unavailable, Write

_log = logging.getLogger(__name__)

HEARTBEAT_S = 1.0
#: A single process sends heartbeats less often, since each one is written to disk.
_HEARTBEAT_ALONE_S = 2.0
#: … and less often still while no clock is running; deadlines of slow games depend on it.
_HEARTBEAT_IDLE_S = 600.0
#: Without a heartbeat for this long, a process is dead.
_DEAD_S = 4.0
#: Without a heartbeat for this long, what a process last reported is no longer trusted.
_SILENT_S = 2.5
_MAX_SLEW_MS = 10
_SLEW_FROM_MS = 15


class Tables(Protocol):
    """What a process needs of the table registry."""

    @property
    def has_running_clock(self) -> bool:
        """Whether a clock runs at a table in memory."""

    async def outage(self) -> None:
        """Give time back at every table in memory."""

    async def give_back_time(self, table_id: str, players: int, since_ms: int) -> None:
        """Give time back to players whose process died at `since_ms`."""

    def present_again(self) -> None:
        """Report again who is connected here."""


class Membership:
    """This process among the others."""

    def __init__(self, services: Services, tables: Tables) -> None:
        self._services = services
        self._tables = tables
        self._heard: dict[str, float] = {}
        self._heartbeat_ms = 0
        self._written_ms = 0
        self._tasks: list[asyncio.Task[None]] = []
        self.outages: list[tuple[int, int]] = []

    @property
    def is_steady(self) -> bool:
        """Whether clocks may run out: what this process knows was true a moment ago."""
        if not self._services.store.shared:
            return self._services.store.available
        return self._services.server_clock.now_ms() - self._heartbeat_ms < _SILENT_S * 1000

    def is_silent(self, process: str) -> bool:
        """Return whether a process has sent no heartbeat for a while."""
        heard = self._heard.get(process)
        return process != self._services.process and (
            heard is None or time.monotonic() - heard > _SILENT_S
        )

    @property
    def alive(self) -> list[str]:
        """This process and those that sent a heartbeat a moment ago, in order."""
        others = [each for each in self._heard if not self.is_silent(each)]
        return sorted({self._services.process, *others})

    async def enter(self) -> None:
        """Agree with the others on the time, and find out how long nobody was here."""
        store, server_clock = self._services.store, self._services.server_clock
        database_ms = await store.read(processes.read_database_ms)
        heartbeats = await store.read(processes.read_heartbeats)
        newest = max(heartbeats, key=lambda heartbeat: heartbeat.alive_ms, default=None)
        if database_ms is not None:
            # Time continues from the others' last heartbeat, whatever the database's clock does.
            server_clock.set(
                database_ms
                if newest is None
                else newest.alive_ms + max(0, database_ms - newest.database_ms)
            )
        elif newest is not None:
            server_clock.set(max(server_clock.now_ms(), newest.alive_ms))
        now_ms = server_clock.now_ms()
        self.outages = list(await store.read(processes.read_outages))
        if newest is not None and (not store.shared or now_ms - newest.alive_ms > _SILENT_S * 1000):
            _log.info("no server ran for %.1f s", (now_ms - newest.alive_ms) / 1000)
            await self._note_outage(newest.alive_ms, now_ms)
        await store.write(
            *processes.enter(self._services.process, now_ms, database_ms or now_ms),
            news=[[News.HEARTBEAT, self._services.process, now_ms]],
        )
        self._heartbeat_ms = self._written_ms = now_ms
        for heartbeat in heartbeats:
            if store.shared:
                # Processes that seem dead get time for one more heartbeat to prove otherwise.
                self._heard[heartbeat.process] = time.monotonic() - _DEAD_S + 2 * HEARTBEAT_S
            else:
                await store.write(processes.remove_dead(heartbeat.process, heartbeat.alive_ms))

    def start(self) -> None:
        """Begin to send heartbeats."""
        self._tasks.append(asyncio.ensure_future(self._repeat(self._send_heartbeat)))
        if self._services.store.shared:
            self._tasks.append(asyncio.ensure_future(self._repeat(self._remove_all_dead)))

    async def close(self) -> None:
        """Send a last heartbeat, so that clocks are stopped from now on."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        services = self._services
        last = [
            processes.store_heartbeat(
                services.process, services.server_clock.now_ms(), shared=False
            )
        ]
        if services.store.shared:
            last = [
                processes.store_heartbeat(
                    services.process, services.server_clock.now_ms(), shared=True
                ),
                processes.forget_presence(services.process),
            ]
        try:
            news = [[News.GONE, services.process]]
            await asyncio.wait_for(services.store.write(*last, news=news), 5.0)
        except (Unavailable, TimeoutError):
            _log.warning("the database is away; others will notice that this process has ended")

    def take(self, item: Item) -> None:
        """Take news of another process: a heartbeat, its end, or an outage."""
        match item:
            case [News.HEARTBEAT, process, now_ms]:
                self._heard[process] = time.monotonic()
                self._follow(process, now_ms)
            case [News.GONE, process]:
                self._heard.pop(process, None)
            case [News.OUTAGE, from_ms, to_ms] if (from_ms, to_ms) not in self.outages:
                self.outages.append((from_ms, to_ms))

    def _follow(self, process: str, now_ms: int) -> None:
        """Keep pace with the process that comes first in the list of those alive."""
        alive = [other for other in self._heard if not self.is_silent(other)]
        if process == self._services.process or process != min(alive, default=process):
            return
        if process < self._services.process:
            ahead = now_ms - self._services.server_clock.now_ms()
            if abs(ahead) > _SLEW_FROM_MS:
                self._services.server_clock.slew(max(-_MAX_SLEW_MS, min(_MAX_SLEW_MS, ahead)))

    async def _repeat(self, chore: Callable[[], Awaitable[None]]) -> None:
        every_s = HEARTBEAT_S if self._services.store.shared else _HEARTBEAT_ALONE_S
        while True:
            await asyncio.sleep(every_s)
            try:
                await chore()
            except Unavailable:
                continue  # it will be tried again
            except Exception:
                _log.exception("a chore failed; it will be tried again")

    async def _send_heartbeat(self) -> None:
        services = self._services
        now_ms = services.server_clock.now_ms()
        is_quiet = not services.store.shared and not self._tables.has_running_clock
        if is_quiet and now_ms - self._written_ms < _HEARTBEAT_IDLE_S * 1000:
            self._heartbeat_ms = now_ms
            return
        heartbeat = processes.store_heartbeat(
            services.process, now_ms, shared=services.store.shared
        )
        try:
            await services.store.put(
                Write((), guard=heartbeat, news=[[News.HEARTBEAT, services.process, now_ms]])
            )
        except Conflict:
            # The others think that we are dead, or the database is an older copy.
            _log.warning("this process was missed; it is back")
            await services.store.write(*processes.enter(services.process, now_ms, now_ms))
            self._tables.present_again()
        self._written_ms = now_ms
        patience_s = _SILENT_S if services.store.shared else _SILENT_S + _HEARTBEAT_ALONE_S
        if services.server_clock.now_ms() - self._heartbeat_ms > patience_s * 1000:
            until_ms = services.server_clock.now_ms()
            _log.warning("nothing could be kept for %.1f s", (until_ms - self._heartbeat_ms) / 1000)
            await self._note_outage(self._heartbeat_ms, until_ms)
        self._heartbeat_ms = services.server_clock.now_ms()

    async def _note_outage(self, from_ms: int, to_ms: int) -> None:
        await self._services.store.write(
            processes.store_outage(from_ms, to_ms), news=[[News.OUTAGE, from_ms, to_ms]]
        )
        self.outages.append((from_ms, to_ms))
        await self._tables.outage()

    async def _remove_all_dead(self) -> None:
        now = time.monotonic()
        for process, heard in list(self._heard.items()):
            if process != self._services.process and now - heard > _DEAD_S and self.is_steady:
                await self._remove_dead(process)

    async def _remove_dead(self, process: str) -> None:
        store = self._services.store
        heartbeats = {beat.process: beat for beat in await store.read(processes.read_heartbeats)}
        heartbeat = heartbeats.get(process)
        if heartbeat is None:
            self._heard.pop(process, None)
            return
        present = await store.read(lambda c: processes.read_present(c, process))
        write = Write(
            (processes.forget_presence(process),),
            guard=processes.remove_dead(process, heartbeat.alive_ms),
            news=[[News.GONE, process]],
        )
        try:
            await store.put(write)
        except Conflict:
            self._heard[process] = time.monotonic()  # alive after all, or removed by another
            return
        self._heard.pop(process, None)
        _log.warning("process %s is gone; %d running clocks", process, len(present))
        for table_id, players in present:
            await self._tables.give_back_time(table_id, players, heartbeat.alive_ms)
