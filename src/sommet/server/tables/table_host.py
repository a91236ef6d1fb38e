"""What a table in memory needs of others: whoever looks on, and the process that it is in."""

from collections.abc import Sequence
from typing import Protocol

from sommet.server.tables.listeners.viewer import Viewer


class Listener(Protocol):
    """A connection that a table tells things."""

    viewer: Viewer
    lag_ms: int

    def send(self, text: str) -> None:
        """Send a message in its own time."""

    def end(self) -> None:
        """Close; whoever is there may come back."""


class TableHost(Protocol):
    """What a table needs of the process it is in."""

    @property
    def is_steady(self) -> bool:
        """Whether clocks may run out."""

    def is_silent(self, process: str) -> bool:
        """Return whether a process has given no sign of life for a while."""

    @property
    def outages(self) -> Sequence[tuple[int, int]]:
        """When nobody's clock ran."""

    def set_aside(self, table_id: str, error: Exception) -> None:
        """Let go of a table that cannot be read, and do not read it again for a while."""

    def forget(self, table_id: str) -> None:
        """Let go of a table; whoever needs it loads it again."""
