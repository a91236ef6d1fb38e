"""The server's time: wall time in milliseconds that never jumps while the server runs."""

import time


class ServerClock:
    """Wall time as of the start, carried on by the steady clock.

    Processes on one database agree on the time when they start, and follow the first of them (by
    its id) by small steps; see `sommet.server.cluster.membership`.
    """

    def __init__(self) -> None:
        self._offset_ms = 0
        self.set(time.time_ns() // 1_000_000)

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return self._offset_ms + time.monotonic_ns() // 1_000_000

    def set(self, now_ms: int) -> None:
        """Let it be `now_ms`."""
        self._offset_ms = now_ms - time.monotonic_ns() // 1_000_000

    def slew(self, by_ms: int) -> None:
        """Go forward by `by_ms`; a few at a time, so that nobody notices."""
        self._offset_ms += by_ms
