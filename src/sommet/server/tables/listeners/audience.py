"""Those who look at a table through this process, and what they are told."""

from dataclasses import replace
from typing import TYPE_CHECKING

from sommet.match.session import Session
from sommet.server.cluster.server_clock import ServerClock
from sommet.server.protocol import messages
from sommet.server.tables.history import Told
from sommet.server.tables.listeners.telling import (
    Sight,
    format_change,
    format_plain_change,
    format_seats,
    format_welcome,
    is_plain_move,
)
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.table_host import Onlooker
from sommet.server.tables.wire import wire_seat

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable


class Audience:
    """The connections at one table."""

    __slots__ = ("_onlookers", "_server_clock", "_table", "left_ms")

    def __init__(self, table: "LiveTable", server_clock: ServerClock) -> None:
        self._table = table
        self._server_clock = server_clock
        self._onlookers: set[Onlooker] = set()
        #: When somebody left last.
        self.left_ms = server_clock.now_ms()

    def __len__(self) -> int:
        """How many look on."""
        return len(self._onlookers)

    def welcome(
        self, onlooker: Onlooker, resume_from: int | None, *, rewritten: bool = False
    ) -> None:
        """Show the table to somebody who came, and tell the others.

        With `rewritten`, what they saw before is not what happened here.
        """
        self._onlookers.add(onlooker)
        self._count()
        history = self._table.history
        missed = None if resume_from is None or rewritten else history.since(resume_from)
        text = format_welcome(
            self._table.scene(),
            onlooker.viewer,
            history.link,
            missed=missed,
            rewritten=rewritten,
            now_ms=self._server_clock.now_ms(),
        )
        onlooker.send(text)
        self.tell_presence(besides=onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        """Forget somebody who left, and tell the others."""
        if onlooker in self._onlookers:
            self._onlookers.discard(onlooker)
            self._count()
            self.left_ms = self._server_clock.now_ms()
            self.tell_presence()

    def _count(self) -> None:
        players = {onlooker.viewer.player for onlooker in self._onlookers}
        self._table.presence.set_here(
            players=(1 if 0 in players else 0) | (2 if 1 in players else 0),
            watchers=sum(onlooker.viewer.player is None for onlooker in self._onlookers),
        )

    def tell(self, before: Session, told: Told) -> None:
        """Tell everybody what happened, and what is different for them since `before`."""
        if not self._onlookers:
            return
        session, link = self._table.session, self._table.history.link
        if is_plain_move(before, session):
            text = format_plain_change(session.seq, link, told.written)
            for onlooker in self._onlookers:
                onlooker.send(text)
            return
        after = self._table.scene()
        scene = replace(after, session=before)
        texts: dict[Viewer, str] = {}
        for onlooker in self._onlookers:
            viewer = onlooker.viewer
            if viewer not in texts:
                sights = Sight(scene, viewer), Sight(after, viewer)
                texts[viewer] = format_change(*sights, link, told)
            onlooker.send(texts[viewer])

    def tell_seats(self) -> None:
        """Tell everybody who sits here: a name came, or went."""
        scene, link = self._table.scene(), self._table.history.link
        for onlooker in self._onlookers:
            onlooker.send(format_seats(Sight(scene, onlooker.viewer), link))

    def tell_greeting(self, player: int, what: str) -> None:
        """Tell everybody what a player says."""
        by = wire_seat(self._table.session.seat_of(player))
        text = messages.Greeting(by=by, what=what).model_dump_json()  # type: ignore[arg-type]
        for onlooker in self._onlookers:
            onlooker.send(text)

    def tell_presence(self, *, besides: Onlooker | None = None) -> None:
        """Tell everybody who is there."""
        if not self._onlookers:
            return
        scene = self._table.scene()
        session = scene.session
        presence = messages.Presence(
            connected=[scene.connected[session.player_on(seat)] for seat in session.seats],
            watchers=scene.watchers,
        )
        text = presence.model_dump_json()
        for onlooker in self._onlookers:
            if onlooker is not besides:
                onlooker.send(text)

    def end_all(self) -> None:
        """Close every connection: what this process knows of the table may be wrong."""
        for onlooker in list(self._onlookers):
            onlooker.end()

    def end_player(self, player: int) -> None:
        """Close the connections of a player who no longer holds the seat."""
        for onlooker in list(self._onlookers):
            if onlooker.viewer.player == player:
                onlooker.end()

    def lags_ms(self, player: int) -> list[int]:
        """Return how late messages of a player arrive, by connection."""
        return [each.lag_ms for each in self._onlookers if each.viewer.player == player]
