"""Pools on this machine: the process itself, or several processes."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Self, TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


class Pool(ABC):
    """Runs a function on tasks, several at a time; a context manager that ends its workers.

    Attributes:
        size: How many tasks run at the same time.
    """

    size: int = 1

    @abstractmethod
    def finish(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results as they come. Tasks are taken from `tasks` only when needed."""

    @abstractmethod
    def map(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results in the order of the tasks, which may be without end."""

    @abstractmethod
    def close(self) -> None:
        """End all workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InProcess(Pool):
    """Runs all tasks in this process, one after the other."""

    def finish(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results, each when it is asked for."""
        return map(do, tasks)

    def map(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results, each when it is asked for."""
        return map(do, tasks)

    def close(self) -> None:
        """Do nothing: there are no workers."""


class ParallelPool(Pool):
    """Workers outside this process; subclasses say where."""

    @abstractmethod
    def _begin(self, do: Any, task: Any) -> Hashable:
        """Start a task; return a handle for its result."""

    @abstractmethod
    def _finished(self, begun: set[Any]) -> set[Any]:
        """Wait until at least one of these is done; return those that are."""

    @abstractmethod
    def _result(self, begun: Any) -> Any:
        """Wait for a result and return it, or raise what the function raised."""

    @abstractmethod
    def _drop(self, begun: Iterable[Any]) -> None:
        """Cancel these tasks."""

    def _prepare(self, do: Callable[[Any], Any]) -> Any:
        """Return `do` in the form in which it is sent with each task."""
        return do

    def finish(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results as they come. Tasks are taken from `tasks` only when needed."""
        prepared, waiting = self._prepare(do), iter(tasks)
        running: set[Any] = set()
        try:
            while True:
                for task in islice(waiting, 2 * self.size - len(running)):
                    running.add(self._begin(prepared, task))
                if not running:
                    return
                done = self._finished(running)
                running -= done
                for one in done:
                    yield self._result(one)
        finally:
            self._drop(running)

    def map(self, do: Callable[[_T], _R], tasks: Iterable[_T]) -> Iterator[_R]:
        """Yield the results in the order of the tasks, which may be without end."""
        prepared, waiting = self._prepare(do), iter(tasks)
        running: deque[Any] = deque()
        try:
            while True:
                # A slow task at the front must not leave the other workers idle.
                for task in islice(waiting, 4 * self.size - len(running)):
                    running.append(self._begin(prepared, task))
                if not running:
                    return
                yield self._result(running.popleft())
        finally:
            self._drop(running)


class Processes(ParallelPool):
    """A pool of processes on this machine. Functions, tasks and results are pickled."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool = ProcessPoolExecutor(size)

    def _begin(self, do: Callable[[Any], Any], task: Any) -> Future[Any]:
        return self._pool.submit(do, task)

    def _finished(self, begun: set[Future[Any]]) -> set[Future[Any]]:
        return wait(begun, return_when=FIRST_COMPLETED).done

    def _result(self, begun: Future[Any]) -> Any:
        return begun.result()

    def _drop(self, begun: Iterable[Future[Any]]) -> None:
        for future in begun:
            future.cancel()

    def close(self) -> None:
        """End the processes after their current tasks."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def cut(count: int, size: int, *, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield `count` numbers from `start` on in parts of at most `size`, as (first, how many)."""
    for first in range(0, count, size):
        yield start + first, min(size, count - first)
