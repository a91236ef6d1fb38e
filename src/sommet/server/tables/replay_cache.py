"""Replays as they are sent: built once for each record, however often somebody asks."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

#: What is kept in memory; the longest unused replays go first.
MAX_BYTES = 32 * 1024 * 1024


def key_of(*parts: str) -> str:
    """Return the name of a replay: a hash of everything that it follows from."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()


class ReplayCache:
    """Keeps built replays; one at a time is built, so that moves need not wait for several."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._replays: OrderedDict[str, bytes] = OrderedDict()
        self._building: dict[str, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Semaphore(1)

    async def get(self, key: str, build: Callable[[], bytes]) -> bytes:
        """Return the replay `key`; if nobody has asked for it lately, `build` makes it.

        Raises:
            Whatever `build` raises.
        """
        found = self._replays.get(key)
        if found is not None:
            self._replays.move_to_end(key)
            return found
        task = self._building.get(key)
        if task is None:
            task = asyncio.create_task(self._build(key, build))
            self._building[key] = task
            task.add_done_callback(lambda _: self._building.pop(key, None))
        # Whoever asked first may leave; the others still wait for it.
        return await asyncio.shield(task)

    async def answer(self, scope: Scope, key: str, build: Callable[[], bytes]) -> Response:
        """Return the answer to a request for a replay: 304 if the client has it already."""
        tag = f'"{key}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if tag in Headers(scope=scope).get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = await self.get(key, build)
        return Response(content, media_type="application/json", headers=headers)

    async def _build(self, key: str, build: Callable[[], bytes]) -> bytes:
        async with self._turn:
            built = await asyncio.to_thread(build)
        if len(built) <= self._max_bytes:
            self._replays[key] = built
            self._bytes += len(built)
            while self._bytes > self._max_bytes:
                _, dropped = self._replays.popitem(last=False)
                self._bytes -= len(dropped)
        return built
