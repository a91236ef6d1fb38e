"""A table's events as this process knows them: the session they lead to, and their hash chain."""

from collections.abc import Sequence
from dataclasses import dataclass

from sommet.match import events as ev
from sommet.match.session import Session
from sommet.server.protocol.events import Event
from sommet.server.storage.chain import first_link
from sommet.server.storage.queries import Head
from sommet.server.tables.folding import Folded
from sommet.server.tables.listeners.public_events import wire_event
from sommet.server.tables.recent_changes import RecentChanges, format_events

Steps = Sequence[tuple[ev.Event, Session]]


@dataclass(frozen=True, slots=True)
class PublicEvents:
    """The public part of some events, also as JSON: serialised once for all viewers."""

    events: list[Event]
    written: str


class History:
    """What has happened at a table so far.

    Attributes:
        session: The table after all events.
        link: The chain after the last of them.
        resumed_ms: When time was last given back, 0 if never.
        is_marked: Whether the table's own row in the database has this chain, too.
    """

    __slots__ = ("_recent", "is_marked", "link", "resumed_ms", "session")

    def __init__(self, table_id: str, folded: Folded) -> None:
        self.session = folded.before
        self.link = first_link(table_id)
        self.resumed_ms = folded.resumed_ms
        self.is_marked = True
        self._recent = RecentChanges()
        self.adopt(folded.steps, folded.links)

    def adopt(self, steps: Steps, links: Sequence[str]) -> PublicEvents:
        """Apply events that have been stored; return their public part."""
        public: list[Event] = []
        written: list[str] = []
        for (event, after), link in zip(steps, links, strict=True):
            if isinstance(event, ev.Resumed):
                self.resumed_ms = event.at_ms
            wired = wire_event(self.session, event, after)
            text = format_events(wired)
            public.extend(wired)
            written.append(text)
            self._recent.keep(after.seq, link, text)
            self.session, self.link = after, link
        if len(written) == 1:
            return PublicEvents(public, written[0])
        return PublicEvents(public, f"[{','.join(text[1:-1] for text in written if text != '[]')}]")

    @property
    def head(self) -> Head:
        """The position that the next event has to follow."""
        return Head(self.session.seq, self.link, self.is_marked)

    def seq_of(self, link: str) -> int:
        """Return the number of the event after which the chain was `link`, or -1."""
        return self.session.seq if link == self.link else self._recent.seq_of(link)

    def link_at(self, seq: int) -> str | None:
        """Return the chain after event `seq`, or None where it is not remembered."""
        return self.link if seq == self.session.seq else self._recent.link_at(seq)

    def since(self, seq: int) -> list[Event] | None:
        """Return the public events after number `seq`, or None if they are no longer remembered."""
        if seq != self.session.seq and not self._recent.reaches(seq):
            return None
        return self._recent.since(seq)
