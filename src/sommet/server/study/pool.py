"""Where study is computed: a few threads beside the event loop. Reviews are jobs.

The core gives Python's lock back while it computes, so threads are enough.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sommet.match.refused import Refused

T = TypeVar("T")

_THREADS = 2
#: More than this many questions waiting, and a new one is refused.
_WAITING = 64


class StudyPool:
    """Computes what is asked, off the event loop, a bounded number of things at a time."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(_THREADS, thread_name_prefix="study")
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Return what `work` returns.

        Raises:
            Refused: too much is waiting already.
        """
        if self._waiting >= _WAITING:
            raise Refused("server_busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._quick, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Begin nothing more."""
        self._quick.shutdown(wait=False, cancel_futures=True)
