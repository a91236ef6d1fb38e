"""The latest changes of a table, for those who come back after a lost connection."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from sommet.server.protocol.snapshot import Event

#: Changes remembered.
KEPT = 8
_EVENTS: TypeAdapter[list[Event]] = TypeAdapter(list[Event])


class Recent:
    """Changes and their numbers, as short as they can be said: most are never asked for."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[tuple[int, bytes], ...] = ()

    def keep(self, seq: int, told: Sequence[Event]) -> None:
        """Remember what change number `seq` tells everybody."""
        self._kept = (*self._kept[1 - KEPT :], (seq, _EVENTS.dump_json(list(told))))

    def since(self, seq: int) -> list[Event]:
        """Return what the changes after number `seq` tell, oldest first."""
        return [
            event
            for number, told in self._kept
            if number > seq
            for event in _EVENTS.validate_json(told)
        ]
