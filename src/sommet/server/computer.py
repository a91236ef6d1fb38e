"""The computer's place at a table: thinks when it is to move, stops when that is over."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sommet import bots
from sommet.server.services import Services
from sommet.server.thinking import ThinkingFailed

_log = logging.getLogger(__name__)

#: Which move is thought about: game number, ply, and how often moves were taken back before.
Question = tuple[int, int, int]


class Computer:
    """One computer player at one table.

    Args:
        services: What all tables share.
        kind: `pylos` or `pacal`.
        spec: Which bot.
        play: Plays a move of the answer to a question; a move that comes too late is refused.
        changed: Called when thinking begins or ends.
    """

    def __init__(
        self,
        services: Services,
        kind: str,
        spec: str,
        *,
        play: Callable[[Question, str], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._services = services
        self._kind = kind
        self._spec = spec
        self._play = play
        self._changed = changed
        self._question: Question | None = None
        self._task: asyncio.Task[None] | None = None
        self.since_ms: int | None = None

    def ask(self, question: Question, view: Callable[[], Any]) -> None:
        """Think about `question` from now on and about nothing else."""
        if question == self._question:
            return
        self.stop()
        self._question = question
        self.since_ms = self._services.wall.now_ms()
        self._task = asyncio.ensure_future(self._answer(question, view()))

    def stop(self) -> None:
        """Stop thinking."""
        self._question = None
        self.since_ms = None
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    async def _answer(self, question: Question, view: Any) -> None:
        metrics = self._services.metrics
        began = time.monotonic()
        metrics.thinking.inc()
        try:
            move = await self._think(view)
            # A move that comes at once is hard to follow.
            pause = self._services.settings.computer_pause_s - (time.monotonic() - began)
            if pause > 0:
                await asyncio.sleep(pause)
        finally:
            metrics.thinking.dec()
        metrics.think_seconds.observe(time.monotonic() - began)
        if self._question != question:
            return
        self.since_ms = None
        self._changed()
        try:
            await self._play(question, move)
        except Exception:
            # Nothing was kept: whoever comes next makes the computer think again.
            self._question = None
            _log.exception("a computer move could not be played")

    async def _think(self, view: Any) -> str:
        seed = secrets.randbits(63)
        try:
            return await self._services.thinkers.choose(self._kind, self._spec, view, seed=seed)
        except ThinkingFailed as failed:
            self._services.metrics.think_failures.inc()
            _log.error("%s %s did not move: %s", self._kind, self._spec, failed)
            return str(bots.make(self._kind, "random").choose(view, seed=seed))
