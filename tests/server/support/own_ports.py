"""Ports that only this process of tests uses: a program is told one before it binds it, and may be
ended and started again on it while other tests run."""

import os
import socket
from functools import cache

#: Below those that a system hands out by itself.
FIRST, LAST = 20_000, 32_000
#: The first port of a range is held by the process that it belongs to.
RANGE = 150


def _bound(port: int) -> socket.socket | None:
    found = socket.socket()
    try:
        found.bind(("127.0.0.1", port))
    except OSError:
        found.close()
        return None
    return found


class Ports:
    """A range of ports, which are handed out in turn."""

    def __init__(self) -> None:
        ranges = (LAST - FIRST) // RANGE
        for number in range(ranges):
            self._first = FIRST + (os.getpid() + number) % ranges * RANGE
            self._held = _bound(self._first)
            if self._held is not None:
                break
        else:
            raise RuntimeError(f"no free range of ports from {FIRST} to {LAST}")
        self._last = 0

    def next(self) -> int:
        for _ in range(RANGE):
            self._last = 1 + self._last % (RANGE - 1)
            probe = _bound(self._first + self._last)
            if probe is not None:
                probe.close()
                return self._first + self._last
        raise RuntimeError(f"no free port from {self._first} on")


@cache
def _ports() -> Ports:
    return Ports()


def free_port() -> int:
    """Return a port that no other process of tests is given."""
    return _ports().next()
