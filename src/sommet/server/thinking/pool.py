"""Computer moves, outside the event loop: a fixed number of processes, each move limited in time.

A thread per process hands it one job at a time. A job that is no longer wanted, or takes too
long, is asked to stop; a process that does not listen is replaced.
"""

import asyncio
import logging
import multiprocessing
import queue
import threading
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from sommet.server.thinking import thinker

_log = logging.getLogger(__name__)
_STOP_GRACE_S = 1.0
_POLL_S = 0.05


class ThinkingFailed(Exception):  # noqa: N818
    """No move came: the bot broke, or did not stop in time."""


@dataclass(eq=False)
class _Job:
    message: tuple[Any, ...]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[str]"
    unwanted: threading.Event = field(default_factory=threading.Event)

    def settle(self, move: str | None, error: str = "") -> None:
        def tell() -> None:
            if self.done.done():
                return
            if move is not None:
                self.done.set_result(move)
            else:
                self.done.set_exception(ThinkingFailed(error))

        self.loop.call_soon_threadsafe(tell)


class _Worker:
    """A thread with a process of its own, started when first needed."""

    def __init__(self, jobs: "queue.SimpleQueue[_Job | None]", limit_s: float) -> None:
        self._jobs = jobs
        self._limit_s = limit_s
        self._process: BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self.warm = False
        self.thread = threading.Thread(target=self._run, name="thinking", daemon=True)

    def _run(self) -> None:
        if self.warm:
            self._connected()
        while (job := self._jobs.get()) is not None:
            if job.unwanted.is_set():
                continue
            try:
                self._work(job)
            except (OSError, EOFError) as error:
                self._end_process()
                job.settle(None, f"the process was lost: {error!r}")
        self._end_process()

    def _work(self, job: _Job) -> None:
        connection = self._connected()
        connection.send(job.message)
        answer = self._answer(connection, job, self._limit_s)
        if answer is None:
            job.unwanted.set()
            connection.send(("cancel",))
            answer = self._answer(connection, job, _STOP_GRACE_S)
        if answer is None:
            _log.warning("a computer player did not stop; its process is replaced")
            self._end_process()
            answer = ("error", "out of time")
        kind, text = answer
        if kind == "done":
            job.settle(text)
        else:
            job.settle(None, text)

    def _answer(
        self, connection: "Connection[Any, Any]", job: _Job, limit_s: float
    ) -> tuple[str, str] | None:
        """Wait for the answer; None if there is none in time, or the job became unwanted."""
        unwanted = job.unwanted.is_set()
        end = time.monotonic() + limit_s
        while job.unwanted.is_set() == unwanted and time.monotonic() < end:
            if connection.poll(_POLL_S):
                kind, said = connection.recv()
                return kind, said
        return None

    def _connected(self) -> "Connection[Any, Any]":
        if self._connection is None or self._process is None or not self._process.is_alive():
            self._end_process()
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=thinker.serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._connection

    def _end_process(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


class Thinkers:
    """`count` processes that think about computer moves, each for at most `limit_s`."""

    def __init__(self, count: int, limit_s: float) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._workers = [_Worker(self._jobs, limit_s) for _ in range(count)]

    def start(self, *, warm: bool = False) -> None:
        """Be ready for work; processes start when first needed, or with `warm` the first now."""
        for number, worker in enumerate(self._workers):
            worker.warm = warm and number == 0
            worker.thread.start()

    async def choose(self, game: str, spec: str, view: Any, *, seed: int) -> str:
        """Return the move that bot `spec` plays, as text; cancelling stops the thinking.

        Raises:
            ThinkingFailed: no move came.
        """
        loop = asyncio.get_running_loop()
        job = _Job(("think", game, spec, view, seed), loop, loop.create_future())
        self._jobs.put(job)
        try:
            return await job.done
        finally:
            job.unwanted.set()

    def close(self) -> None:
        """End all thinking and all processes."""
        for _ in self._workers:
            self._jobs.put(None)
        for worker in self._workers:
            worker.thread.join(timeout=2 * _STOP_GRACE_S)
