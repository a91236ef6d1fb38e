"""A time limit for waiting on a database that has stopped answering."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from sommet.server.storage.engine import file_descriptor

_LOOK_EVERY_S = 0.25


class Watchdog:
    """Ends connections that take too long, so that their users get an error.

    The driver waits for its socket without a limit of its own, even if the other end has
    disappeared.
    """

    def __init__(self) -> None:
        self._watched: dict[object, tuple[float, int]] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    @contextmanager
    def watch(self, connection: Connection, limit_s: float) -> Iterator[None]:
        """End `connection` if the block takes longer than `limit_s`."""
        number = file_descriptor(connection)
        if number is None:
            yield
            return
        key = object()
        with self._lock:
            self._watched[key] = (time.monotonic() + limit_s, number)
        try:
            yield
        finally:
            with self._lock:
                self._watched.pop(key, None)

    def _watch(self) -> None:
        while not self._closing.wait(_LOOK_EVERY_S):
            now = time.monotonic()
            # Under the lock, so that nobody closes the socket meanwhile and its number goes to
            # another.
            with self._lock:
                for key, (end, number) in list(self._watched.items()):
                    if now > end:
                        del self._watched[key]
                        _cut(number)


def _cut(number: int) -> None:
    with socket.socket(fileno=os.dup(number)) as line:
        line.shutdown(socket.SHUT_RDWR)
