"""The connections to one table through this process, and what is sent to them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sommet.match.session import Session
from sommet.server.cluster.server_clock import ServerClock
from sommet.server.protocol import messages
from sommet.server.tables.history import PublicEvents
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.listeners.viewer_messages import (
    ViewedTable,
    format_change,
    format_plain_change,
    format_seats,
    format_welcome,
    is_plain_move,
)
from sommet.server.tables.table_host import Listener
from sommet.server.tables.wire import wire_seat

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable


class Audience:
    """The connections at one table."""

    __slots__ = ("_listeners", "_server_clock", "_table", "left_ms")

    def __init__(self, table: "LiveTable", server_clock: ServerClock) -> None:
        self._table = table
        self._server_clock = server_clock
        self._listeners: set[Listener] = set()
        #: When the last connection was closed.
        self.left_ms = server_clock.now_ms()

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._listeners)

    def welcome(
        self, listener: Listener, resume_from: int | None, *, rewritten: bool = False
    ) -> None:
        """Send the table to a new connection, and its presence to the others.

        With `rewritten`, the history that the client saw before is no longer the stored one.
        """
        self._listeners.add(listener)
        self._count()
        history = self._table.history
        missed = None if resume_from is None or rewritten else history.since(resume_from)
        text = format_welcome(
            self._table.facts(),
            listener.viewer,
            history.link,
            missed=missed,
            rewritten=rewritten,
            now_ms=self._server_clock.now_ms(),
        )
        listener.send(text)
        self.send_presence(besides=listener)

    def leave(self, listener: Listener) -> None:
        """Remove a connection, and send the new presence to the others."""
        if listener in self._listeners:
            self._listeners.discard(listener)
            self._count()
            self.left_ms = self._server_clock.now_ms()
            self.send_presence()

    def _count(self) -> None:
        players = {listener.viewer.player for listener in self._listeners}
        self._table.presence.set_here(
            players=(1 if 0 in players else 0) | (2 if 1 in players else 0),
            watchers=sum(listener.viewer.player is None for listener in self._listeners),
        )

    def send_change(self, before: Session, public: PublicEvents) -> None:
        """Send everybody what happened, and what has changed for them since `before`."""
        if not self._listeners:
            return
        session, link = self._table.session, self._table.history.link
        if is_plain_move(before, session):
            text = format_plain_change(session.seq, link, public.written)
            for listener in self._listeners:
                listener.send(text)
            return
        after = self._table.facts()
        facts = replace(after, session=before)
        texts: dict[Viewer, str] = {}
        for listener in self._listeners:
            viewer = listener.viewer
            if viewer not in texts:
                sights = ViewedTable(facts, viewer), ViewedTable(after, viewer)
                texts[viewer] = format_change(*sights, link, public)
            listener.send(texts[viewer])

    def send_seats(self) -> None:
        """Send everybody the seats again: a name was added or removed."""
        facts, link = self._table.facts(), self._table.history.link
        for listener in self._listeners:
            listener.send(format_seats(ViewedTable(facts, listener.viewer), link))

    def send_greeting(self, player: int, what: str) -> None:
        """Send everybody a player's greeting."""
        by = wire_seat(self._table.session.seat_of(player))
        text = messages.Greeting(by=by, what=what).model_dump_json()  # type: ignore[arg-type]
        for listener in self._listeners:
            listener.send(text)

    def send_presence(self, *, besides: Listener | None = None) -> None:
        """Send everybody who is connected."""
        if not self._listeners:
            return
        facts = self._table.facts()
        session = facts.session
        presence = messages.Presence(
            connected=[facts.connected[session.player_on(seat)] for seat in session.seats],
            watchers=facts.watchers,
        )
        text = presence.model_dump_json()
        for listener in self._listeners:
            if listener is not besides:
                listener.send(text)

    def end_all(self) -> None:
        """Close every connection: what this process knows about the table may be wrong."""
        for listener in list(self._listeners):
            listener.end()

    def end_player(self, player: int) -> None:
        """Close the connections of a player who no longer holds the seat."""
        for listener in list(self._listeners):
            if listener.viewer.player == player:
                listener.end()

    def lags_ms(self, player: int) -> list[int]:
        """Return the lag of a player's messages, one number per connection."""
        return [one.lag_ms for one in self._listeners if one.viewer.player == player]
