"""The latest changes of a table, for those who come back after a lost connection."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from sommet.server.protocol.events import Event

#: Changes remembered.
KEPT = 8
_EVENTS: TypeAdapter[list[Event]] = TypeAdapter(list[Event])


def format_told(told: Sequence[Event]) -> str:
    """Return events as they stand in a message, which is the same for everybody."""
    return _EVENTS.dump_json(list(told), exclude_unset=True).decode()


class Recent:
    """Changes and their numbers, as short as they can be said: most are never asked for."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[tuple[int, str, str], ...] = ()

    def keep(self, seq: int, link: str, told: str) -> None:
        """Remember the chain after change number `seq`, and what it tells, by `format_told`."""
        self._kept = (*self._kept[1 - KEPT :], (seq, link, told))

    def link_at(self, seq: int) -> str | None:
        """Return the chain after change number `seq`, or None where it is not remembered."""
        return next((link for number, link, _ in self._kept if number == seq), None)

    def seq_of(self, link: str) -> int:
        """Return the number of the change after which the chain was `link`, or -1."""
        return next((number for number, kept, _ in self._kept if kept == link), -1)

    def reaches(self, seq: int) -> bool:
        """Return whether all changes after number `seq` are remembered."""
        return bool(self._kept) and self._kept[0][0] <= seq + 1

    def since(self, seq: int) -> list[Event]:
        """Return what the changes after number `seq` tell, oldest first."""
        return [
            event
            for number, _, told in self._kept
            if number > seq
            for event in _EVENTS.validate_json(told)
        ]
