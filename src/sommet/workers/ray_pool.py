"""A pool on Ray: the machines of a cluster, or a local Ray on this machine."""

import logging
import os
import socket
from collections.abc import Callable, Iterable
from typing import Any

from sommet import __version__
from sommet.errors import InvalidOptions, SommetError
from sommet.workers.pool import ParallelPool

# Ray reads these when it is imported: no usage statistics.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")

import ray

#: How often starting a local Ray is tried; on a busy machine the first try may fail.
_ATTEMPTS = 3


def _work(version: str, do: Callable[[Any], Any], task: Any) -> Any:
    """Run a task on the machine that got it."""
    if version != __version__:
        raise SommetError(
            f"a machine of the cluster has sommet {__version__}, this one {version}: "
            "other rules of chance may give other results"
        )
    return do(task)


def _report_on_stderr() -> None:
    """Make Ray report lost machines on stderr: stdout is for results, such as JSON."""
    from ray._private import worker

    original = worker.print_to_stdstream
    if getattr(original, "on_stderr", False):
        return

    def report(data: dict[str, Any], *rest: Any, **more: Any) -> None:
        original({**data, "is_err": True}, *rest, **more)

    report.on_stderr = True  # type: ignore[attr-defined]
    worker.print_to_stdstream = report


class RayPool(ParallelPool):
    """Tasks of one core each, wherever the cluster has one free.

    Ray repeats a task if its process or machine is lost; as tasks are pure functions, the
    result is the same.
    """

    def __init__(self, address: str | None, workers: int) -> None:
        """Connect to `address`; without one, to $RAY_ADDRESS or a new Ray with `workers` cores."""
        self._owned = not ray.is_initialized()
        if self._owned:
            _report_on_stderr()
            _connect(address or os.environ.get("RAY_ADDRESS") or "local", workers)
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._work = ray.remote(num_cpus=1, max_retries=3)(_work)

    def _prepare(self, do: Callable[[Any], Any]) -> Any:
        # Once into the cluster's memory, not once with every task: it may hold a network.
        return ray.put(do)

    def _begin(self, do: Any, task: Any) -> Any:
        return self._work.remote(__version__, do, task)

    def _finished(self, begun: set[Any]) -> set[Any]:
        return set(ray.wait(list(begun), num_returns=1)[0])

    def _result(self, begun: Any) -> Any:
        try:
            return ray.get(begun)
        except ray.exceptions.RayTaskError as error:
            # What the function raised, as if it had been raised here.
            cause = error.cause
            raise cause if isinstance(cause, Exception) else error from None

    def _drop(self, begun: Iterable[Any]) -> None:
        # An unfinished iterator may be collected after the connection to the cluster was closed.
        if ray.is_initialized():
            for one in begun:
                ray.cancel(one, force=True)

    def close(self) -> None:
        """Leave the cluster; a local Ray is stopped."""
        if self._owned:
            ray.shutdown()


def _check_reachable(address: str) -> None:
    """Raise if nothing answers at HOST:PORT; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), timeout=5).close()
    except (OSError, ValueError) as error:
        raise InvalidOptions(f"no Ray at {address}: {error}") from error


def _connect(address: str, workers: int) -> None:
    local = address == "local"
    if ":" in address and "://" not in address:
        _check_reachable(address)
    for attempts_left in reversed(range(_ATTEMPTS if local else 1)):
        try:
            ray.init(
                address=address,
                num_cpus=workers if local else None,
                include_dashboard=False if local else None,
                log_to_driver=False,
                logging_level=logging.ERROR,
                configure_logging=True,
            )
            return
        # Ray raises a bare Exception when its own processes are not up in half a minute.
        except Exception as error:
            ray.shutdown()
            if not attempts_left:
                line = str(error).strip().splitlines()[0]
                raise InvalidOptions(f"no Ray at {address}: {line}") from error
