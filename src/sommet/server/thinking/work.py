"""Work from the database: computer moves and reviews, done here or by whoever is free.

A job is kept with the move that asks for it. Whoever takes it has it for a while (its lease);
after that, or when the process is known to be dead, somebody else may. Computer moves that fail
again and again, or come too late, are made by the simplest bot, so that every game goes on.
"""

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from sommet import bots
from sommet.match.refused import Refused
from sommet.server.services import Services
from sommet.server.storage import jobs
from sommet.server.storage.store import Unavailable, Write
from sommet.server.thinking.pool import COMPUTE_LIMIT_S, ThinkingFailed
from sommet.server.thinking.question import Question, parse_question

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable

_log = logging.getLogger(__name__)
_LOOK_EVERY_S = 1.0
#: Reviews and the like are of no use if nobody has begun with them by then.
_USEFUL_MS = 10 * 60_000
_MAX_ATTEMPTS = 3
_COMPUTE_LEASE_MS = round(1000 * COMPUTE_LIMIT_S) + 30_000
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
        self._wanted: dict[str, list[asyncio.Future[None]]] = {}

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
        if job.kind == "move":
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
                if not any(job_id.startswith("review:") for job_id in self._running):
                    await self._claim(("review",), 1, _COMPUTE_LEASE_MS)
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
        slot = _Slot(self if job.kind == "move" else None)
        try:
            if job.kind == "move":
                await self._move(job, slot)
            else:
                await self._compute(job)
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

    # Everything else.

    async def _compute(self, job: jobs.Job) -> None:
        services = self._services
        if services.server_clock.now_ms() > job.deadline_ms:
            await self._finish(job, "failed", "nobody had time for it")
            return

        def tell(done: int) -> None:
            services.store.put_soon(jobs.advance(job.id, services.process, done))

        try:
            result = await services.thinkers.compute(job.kind, job.payload, tell)
        except ThinkingFailed as failed:
            if job.attempts >= _MAX_ATTEMPTS:
                await self._finish(job, "failed", str(failed))
                return
            await services.store.write(jobs.release_one(job.id, services.process), news=[["j"]])
            raise
        await self._finish(job, "done", result)

    async def _finish(self, job: jobs.Job, state: str, result: str) -> None:
        await self._services.store.put(
            Write((jobs.finish(job.id, state, result),), news=[["d", job.id]])
        )
        self.finished(job.id)

    def finished(self, job_id: str) -> None:
        """Tell those who wait for a job."""
        for future in self._wanted.pop(job_id, ()):
            if not future.done():
                future.set_result(None)

    async def look(
        self, kind: str, name: str, payload: str, *, owner: str, patience_s: float
    ) -> tuple[Any, int]:
        """Return what `kind` makes of `payload`, or None while it is not done, and how far it is.

        The first to ask begins it.

        Args:
            kind: What is to be done; see `sommet.server.thinking.thinker`.
            name: Names the work: the same name is the same work.
            payload: What it needs to know.
            owner: On whose behalf; each may have a few jobs waiting.
            patience_s: How long to wait for it.

        Raises:
            Refused: too many wait already, it failed, or the database is away.
        """
        services = self._services
        job_id = f"{kind}:{name}"
        done = asyncio.get_running_loop().create_future()
        self._wanted.setdefault(job_id, []).append(done)
        try:
            if await services.store.read(lambda c: jobs.read_standing(c, job_id)) is None:
                waiting = await services.store.read(lambda c: jobs.count_open(c, owner))
                if waiting >= services.settings.jobs_per_owner:
                    raise Refused("too_many_requests")
                now_ms = services.server_clock.now_ms()
                job = jobs.Job(job_id, kind, payload, owner, now_ms, now_ms + _USEFUL_MS)
                await services.store.write(jobs.put(job), news=[["j"]])
                self.nudge()
                await asyncio.wait({done}, timeout=patience_s)
            found = await services.store.read(lambda c: jobs.read_standing(c, job_id))
            if found is not None and found.state == "failed":
                # Whoever asks again may have more luck.
                await services.store.write(jobs.remove(job_id))
                raise Refused("internal")
        except Unavailable as error:
            raise Refused("unavailable") from error
        finally:
            waiting_here = self._wanted.get(job_id, [])
            if done in waiting_here:
                waiting_here.remove(done)
            if not waiting_here:
                self._wanted.pop(job_id, None)
        if found is None or found.state == "open":
            return None, 0 if found is None else found.progress
        return json.loads(found.result or "null"), found.progress


class _Slot:
    """A place among those who think; free again as soon as the thinking is done."""

    def __init__(self, work: Work | None) -> None:
        self._work = work

    def free(self) -> None:
        if self._work is not None:
            self._work._freed()
            self._work = None
