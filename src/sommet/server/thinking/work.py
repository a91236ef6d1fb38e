"""Work from the database: computer moves, made here or by whoever is free.

A job is kept with the move that asks for it. Whoever takes it has it for a while (its lease);
after that, or when the process is known to be dead, somebody else may. Computer moves that fail
again and again, or come too late, are made by the simplest bot, so that every game goes on.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from sommet import bots
from sommet.match.refused import Refused
from sommet.server.services import Services
from sommet.server.storage import jobs
from sommet.server.storage.store import Unavailable
from sommet.server.thinking.pool import ThinkingFailed
from sommet.server.thinking.question import Question, parse_question

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable

_log = logging.getLogger(__name__)
_LOOK_EVERY_S = 1.0
_MAX_ATTEMPTS = 3
#: Jobs waiting here for a thinker, for each one thought about.
_DEPTH = 2

Find = Callable[[str], Awaitable["LiveTable"]]


class Work:
    """What this process does, and what it wants done."""

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self._room = _DEPTH * services.settings.thinkers
        self._running: dict[str, asyncio.Task[None]] = {}
        self._thinking = 0
        self._wake = asyncio.Event()
        self._loop: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin to look for work."""
        if self._room:
            self._loop = asyncio.ensure_future(self._take_on())

    async def close(self, *, patience_s: float = 0.0) -> None:
        """Take on nothing new; end what is being done, after `patience_s` for it to be finished."""
        self._closing = True
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        running = set(self._running.values())
        if running and patience_s:
            await asyncio.wait(running, timeout=patience_s)
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    @property
    def count(self) -> int:
        """How many jobs are being worked on."""
        return len(self._running)

    def has_room(self) -> bool:
        """Return whether one more job could be done here."""
        return self._thinking < self._room and not self._closing

    def nudge(self) -> None:
        """Look for work now."""
        self._wake.set()

    def begin(self, job: jobs.Job) -> None:
        """Work on a job that is ours."""
        if job.id in self._running or self._closing:
            return
        self._thinking += 1
        task = asyncio.ensure_future(self._run(job))
        self._running[job.id] = task

        def ended(_: asyncio.Task[None]) -> None:
            if self._running.get(job.id) is task:
                del self._running[job.id]
            self._wake.set()

        task.add_done_callback(ended)

    def cancel(self, job_id: str) -> None:
        """Stop working on a job that is no longer wanted."""
        task = self._running.get(job_id)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _take_on(self) -> None:
        services = self._services
        while True:
            self._wake.clear()
            room = self._room - self._thinking
            try:
                if room > 0:
                    await self._claim(("move",), room, services.settings.lease_ms)
            except Unavailable:
                pass  # it is tried again
            except Exception:
                _log.exception("no work could be taken on; it will be tried again")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), _LOOK_EVERY_S)

    async def _claim(self, kinds: tuple[str, ...], room: int, lease_ms: int) -> None:
        services = self._services
        now_ms = services.server_clock.now_ms()
        claim = partial(
            jobs.claim,
            worker=services.process,
            kinds=kinds,
            now_ms=now_ms,
            lease_ms=now_ms + lease_ms,
            limit=room,
        )
        for job in await services.store.read(claim):
            self.begin(job)

    async def _run(self, job: jobs.Job) -> None:
        services = self._services
        slot = _Slot(self)
        try:
            await self._move(job, slot)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # It stays ours until the lease is over, and is then tried again.
            _log.error("job %s failed: %r", job.id, error)
            services.metrics.job_failures.labels(job.kind).inc()
        finally:
            slot.free()

    def _freed(self) -> None:
        self._thinking -= 1
        self._wake.set()

    # Computer moves.

    async def _move(self, job: jobs.Job, slot: "_Slot") -> None:
        services = self._services
        table_id, question = parse_question(job.payload)
        try:
            table = await self._find(table_id)
            if table.question != question:
                # The job may be known here before the move that asks for it.
                await table.look_up()
        except Refused as refused:
            if refused.code in ("unavailable", "table_damaged"):
                raise
            await services.store.write(jobs.remove(job.id))
            return
        if table.question != question:
            await services.store.write(jobs.remove(job.id))
            return
        began = time.monotonic()
        services.metrics.thinking.inc()
        try:
            move = await self._think(job, table)
            slot.free()
            # A move that comes at once is hard to follow.
            pause = services.settings.computer_pause_s - (time.monotonic() - began)
            if pause > 0:
                await asyncio.sleep(pause)
        finally:
            services.metrics.thinking.dec()
        services.metrics.think_seconds.observe(time.monotonic() - began)
        await self._play(table, question, move)

    async def _play(self, table: "LiveTable", question: Question, move: str) -> None:
        while True:
            try:
                await table.play_computer(question, move)
            except Refused as refused:
                if refused.code != "unavailable":
                    _log.info("table %s: a computer move came too late", table.id)
                    return
                await asyncio.sleep(_LOOK_EVERY_S)
            else:
                return

    async def _think(self, job: jobs.Job, table: "LiveTable") -> str:
        services = self._services
        kind, spec = table.setup.kind, str(table.setup.opponent)
        view, seed = table.computer_view(), secrets.randbits(63)
        late = services.server_clock.now_ms() > job.deadline_ms
        if not late and job.attempts <= _MAX_ATTEMPTS:
            try:
                return await services.thinkers.choose(kind, spec, view, seed=seed)
            except ThinkingFailed as failed:
                _log.error("%s %s did not move: %s", kind, spec, failed)
        services.metrics.think_failures.inc()
        return str(bots.make(kind, "random").choose(view, seed=seed))


class _Slot:
    """A place among those who think; free again as soon as the thinking is done."""

    def __init__(self, work: Work) -> None:
        self._work: Work | None = work

    def free(self) -> None:
        if self._work is not None:
            self._work._freed()
            self._work = None
