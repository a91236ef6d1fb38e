"""Those who look at a table through this process, and what they are told."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sommet.match.session import Session
from sommet.server.cluster.server_clock import ServerClock
from sommet.server.protocol import messages
from sommet.server.tables.history import Told
from sommet.server.tables.listeners.telling import (
    ViewedScene,
    format_change,
    format_plain_change,
    format_seats,
    format_welcome,
    is_plain_move,
)
from sommet.server.tables.listeners.viewer import Viewer
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
        #: When somebody left last.
        self.left_ms = server_clock.now_ms()

    def __len__(self) -> int:
        """How many look on."""
        return len(self._listeners)

    def welcome(
        self, listener: Listener, resume_from: int | None, *, rewritten: bool = False
    ) -> None:
        """Show the table to somebody who came, and tell the others.

        With `rewritten`, what they saw before is not what happened here.
        """
        self._listeners.add(listener)
        self._count()
        history = self._table.history
        missed = None if resume_from is None or rewritten else history.since(resume_from)
        text = format_welcome(
            self._table.scene(),
            listener.viewer,
            history.link,
            missed=missed,
            rewritten=rewritten,
            now_ms=self._server_clock.now_ms(),
        )
        listener.send(text)
        self.tell_presence(besides=listener)

    def leave(self, listener: Listener) -> None:
        """Forget somebody who left, and tell the others."""
        if listener in self._listeners:
            self._listeners.discard(listener)
            self._count()
            self.left_ms = self._server_clock.now_ms()
            self.tell_presence()

    def _count(self) -> None:
        players = {listener.viewer.player for listener in self._listeners}
        self._table.presence.set_here(
            players=(1 if 0 in players else 0) | (2 if 1 in players else 0),
            watchers=sum(listener.viewer.player is None for listener in self._listeners),
        )

    def tell(self, before: Session, told: Told) -> None:
        """Tell everybody what happened, and what is different for them since `before`."""
        if not self._listeners:
            return
        session, link = self._table.session, self._table.history.link
        if is_plain_move(before, session):
            text = format_plain_change(session.seq, link, told.written)
            for listener in self._listeners:
                listener.send(text)
            return
        after = self._table.scene()
        scene = replace(after, session=before)
        texts: dict[Viewer, str] = {}
        for listener in self._listeners:
            viewer = listener.viewer
            if viewer not in texts:
                sights = ViewedScene(scene, viewer), ViewedScene(after, viewer)
                texts[viewer] = format_change(*sights, link, told)
            listener.send(texts[viewer])

    def tell_seats(self) -> None:
        """Tell everybody who sits here: a name came, or went."""
        scene, link = self._table.scene(), self._table.history.link
        for listener in self._listeners:
            listener.send(format_seats(ViewedScene(scene, listener.viewer), link))

    def tell_greeting(self, player: int, what: str) -> None:
        """Tell everybody what a player says."""
        by = wire_seat(self._table.session.seat_of(player))
        text = messages.Greeting(by=by, what=what).model_dump_json()  # type: ignore[arg-type]
        for listener in self._listeners:
            listener.send(text)

    def tell_presence(self, *, besides: Listener | None = None) -> None:
        """Tell everybody who is there."""
        if not self._listeners:
            return
        scene = self._table.scene()
        session = scene.session
        presence = messages.Presence(
            connected=[scene.connected[session.player_on(seat)] for seat in session.seats],
            watchers=scene.watchers,
        )
        text = presence.model_dump_json()
        for listener in self._listeners:
            if listener is not besides:
                listener.send(text)

    def end_all(self) -> None:
        """Close every connection: what this process knows of the table may be wrong."""
        for listener in list(self._listeners):
            listener.end()

    def end_player(self, player: int) -> None:
        """Close the connections of a player who no longer holds the seat."""
        for listener in list(self._listeners):
            if listener.viewer.player == player:
                listener.end()

    def lags_ms(self, player: int) -> list[int]:
        """Return how late messages of a player arrive, by connection."""
        return [each.lag_ms for each in self._listeners if each.viewer.player == player]
