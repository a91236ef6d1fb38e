"""The server's time: wall time in milliseconds that never jumps while the server runs."""

import time


class Wall:
    """Wall time as of the start, carried on by the steady clock."""

    def __init__(self) -> None:
        self._start_ms = time.time_ns() // 1_000_000
        self._start = time.monotonic_ns()

    def now_ms(self) -> int:
        """Return milliseconds since 1970."""
        return self._start_ms + (time.monotonic_ns() - self._start) // 1_000_000
