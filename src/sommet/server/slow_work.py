"""A thread for work that would block the event loop noticeably, one piece after the other.

One, so that whatever is asked for at once, the event loop shares the interpreter with one other
thread and is never kept from running for longer than it takes to switch (5 ms).
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")


class SlowWorker:
    """A thread for long work."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="heavy")

    async def run(self, work: Callable[[], _T]) -> _T:
        """Return what `work` returns, or raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        """Finish what is being done and take on nothing more."""
        self._thread.shutdown(cancel_futures=True)
