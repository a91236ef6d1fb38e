"""Where study is computed: a few threads beside the event loop, and reviews that take a while.

The core gives Python's lock back while it computes, so threads are enough.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from sommet.match.record import Record
from sommet.match.refused import Refused
from sommet.server.protocol import study
from sommet.server.study.review import compute_review

T = TypeVar("T")

_THREADS = 2
#: More than this many questions waiting, and a new one is refused.
_WAITING = 64
_KEPT_REVIEWS = 256
#: A review that is done this soon comes with the first answer.
_PATIENCE_S = 0.12


class Desk:
    """Computes what is asked, off the event loop, a bounded number of things at a time."""

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(_THREADS, thread_name_prefix="study")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._waiting = 0
        self._reviews: OrderedDict[tuple[str, int, int], _Job] = OrderedDict()

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

    async def review(self, key: tuple[str, int, int], record: Record) -> study.ReviewProgress:
        """Return the review of a game, or how far it is; the first to ask begins it.

        Args:
            key: The replay's id, the game, and how many moves it has.
            record: The game.

        Raises:
            Refused: it cannot be reviewed, or too many are waiting.
        """
        job = self._reviews.get(key)
        if job is None:
            waiting = sum(not known.future.done() for known in self._reviews.values())
            if waiting >= _WAITING:
                raise Refused("server_busy")
            job = self._reviews[key] = _Job(self._slow, record)
            while len(self._reviews) > _KEPT_REVIEWS:
                self._reviews.popitem(last=False)
        self._reviews.move_to_end(key)
        return await job.look()

    def close(self) -> None:
        """Begin nothing more."""
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._slow.shutdown(wait=False, cancel_futures=True)


class _Job:
    """A review on its way."""

    def __init__(self, threads: ThreadPoolExecutor, record: Record) -> None:
        self.done = 0
        self.of = sum(len(played.entries) for played in record.rounds)
        self.future: Future[study.Review] = threads.submit(compute_review, record, self._tell)

    def _tell(self, done: int, of: int) -> None:
        self.done, self.of = done, of

    async def look(self) -> study.ReviewProgress:
        wrapped = asyncio.wrap_future(self.future)
        await asyncio.wait([wrapped], timeout=_PATIENCE_S)
        if not self.future.done():
            return study.ReviewProgress(done=self.done, of=self.of, review=None)
        return study.ReviewProgress(done=self.of, of=self.of, review=self.future.result())
