"""The latest changes to a table, for clients that reconnect."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from sommet.server.protocol.events import Event

#: Changes remembered.
KEPT = 8
_EVENTS: TypeAdapter[list[Event]] = TypeAdapter(list[Event])


def format_events(events: Sequence[Event]) -> str:
    """Return events as JSON, in the form in which messages contain them."""
    return _EVENTS.dump_json(list(events), exclude_unset=True).decode()


class RecentChanges:
    """Changes with their numbers, as text, because most are never requested."""

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: tuple[tuple[int, str, str], ...] = ()

    def keep(self, seq: int, link: str, events: str) -> None:
        """Remember the chain after change number `seq`, and its events by `format_events`."""
        self._kept = (*self._kept[1 - KEPT :], (seq, link, events))

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
        """Return the events of the changes after number `seq`, oldest first."""
        return [
            event
            for number, _, events in self._kept
            if number > seq
            for event in _EVENTS.validate_json(events)
        ]
