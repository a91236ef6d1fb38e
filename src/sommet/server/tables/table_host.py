"""What a table in memory needs: connections, and the process that it is in."""

from collections.abc import Sequence
from typing import Protocol

from sommet.server.tables.listeners.viewer import Viewer


class Listener(Protocol):
    """A connection to which a table sends messages."""

    viewer: Viewer
    lag_ms: int

    def send(self, text: str) -> None:
        """Send a message without waiting."""

    def end(self) -> None:
        """Close the connection; the client may reconnect."""


class TableHost(Protocol):
    """What a table needs from the process that it is in."""

    @property
    def is_steady(self) -> bool:
        """Whether clocks may run out."""

    def is_silent(self, process: str) -> bool:
        """Return whether a process has sent no heartbeat for a while."""

    @property
    def outages(self) -> Sequence[tuple[int, int]]:
        """The outages, in which no clock ran."""

    def set_aside(self, table_id: str, error: Exception) -> None:
        """Remove a table that cannot be read, and do not read it again for a while."""

    def forget(self, table_id: str) -> None:
        """Remove a table from memory; it is loaded again when it is needed."""
