"""Ends games whose clock runs out, and gives back time lost by outages.

Whether time is over is decided by `Session.run_out`; this module only asks in time. Slow games
that are not in memory are brought here by slow/deadlines.py.
"""

import asyncio
from typing import TYPE_CHECKING

from sommet.match import events as ev
from sommet.match.clock import MAX_LAG_MS
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.server.cluster.server_clock import ServerClock
from sommet.server.tables.history import Steps
from sommet.server.tables.slow.holidays import rest_of
from sommet.server.tables.slow.turns import is_slow
from sommet.server.tables.table_host import TableHost

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable

#: Time given to a player whose process died, to connect to another.
_RETURN_GRACE_MS = 3000
_AGAIN_S = 0.5


class ClockWatch:
    """Watches the clock of one table.

    Attributes:
        late_ms: How long after its beginning the latest turn was sent out: so long a move takes to
            be on disk, here or where another process stored it. It counts for nobody.
    """

    __slots__ = ("_host", "_server_clock", "_table", "_timer", "late_ms")

    def __init__(self, table: "LiveTable", server_clock: ServerClock, host: TableHost) -> None:
        self._table = table
        self._server_clock = server_clock
        self._host = host
        self._timer: asyncio.TimerHandle | None = None
        self.late_ms = 0

    @property
    def is_running(self) -> bool:
        """Whether a clock is running."""
        session = self._table.session
        clock = session.clock
        running = clock is not None and clock.running is not None and session.outcome is None
        return running and self._table.is_played_here

    def note_sent(self, steps: Steps, now_ms: int) -> None:
        """Note when players are told of events, one of which may have begun a turn."""
        clock = self._table.session.clock
        if clock is not None and any(event.at_ms == clock.at_ms for event, _ in steps):
            self.late_ms = max(0, now_ms - clock.at_ms)

    def schedule(self) -> None:
        """Schedule the end of the running clock."""
        self.stop()
        clock = self._table.session.clock
        if self.is_running and clock is not None and clock.runs_out_ms is not None:
            lag_ms = self._lag_ms(clock.running)
            wait_ms = clock.runs_out_ms - self._server_clock.now_ms() + lag_ms
            self._wait(max(0, wait_ms + 1) / 1000)

    def stop(self) -> None:
        """Cancel what is scheduled."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._flag_fell)

    def _flag_fell(self) -> None:
        self._timer = None
        table, clock = self._table, self._table.session.clock
        if clock is None or clock.running is None:
            return
        player = table.session.player_on(clock.running)
        if not self._host.is_steady or table.presence.is_cut_off(player, self._host.is_silent):
            # A player may be unable to move because of an outage: that is settled first.
            self._wait(_AGAIN_S)
        else:
            table.run_soon(self.run_out())

    async def run_out(self) -> None:
        """End the game if a player's time has run out."""
        table = self._table

        def decide(session: Session) -> tuple[ev.Event, ...]:
            now_ms = self._server_clock.now_ms()
            rest = rest_of(session, table.away_ms, now_ms)
            if rest:
                return rest
            lag_ms = 0 if session.clock is None else self._lag_ms(session.clock.running)
            return session.run_out(at_ms=now_ms, lag_ms=lag_ms)

        seq = self._table.session.seq
        try:
            if is_slow(table.session) and table.accounts != [None, None]:
                await table.follower.look_for_seats()  # a player may be on holiday
            if await self._table.act(decide) == seq:
                self.schedule()
        except Refused:
            self._wait(_AGAIN_S)

    def _lag_ms(self, seat: int | None) -> int:
        if seat is None:
            return 0
        player = self._table.session.player_on(seat)
        lags = self._table.audience.lags_ms(player)
        if not lags and self._table.presence.is_elsewhere(player):
            return MAX_LAG_MS  # the process at which the player is knows better, and is faster
        return min(max(lags, default=0) + self.late_ms, MAX_LAG_MS)

    async def resume(self) -> None:
        """Give back the time of outages."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            clock = session.clock
            if clock is None or clock.running is None or session.outcome is not None:
                return ()
            for from_ms, to_ms in reversed(self._host.outages):
                if from_ms >= self._table.history.resumed_ms and to_ms > clock.at_ms:
                    down_ms = to_ms - max(from_ms, clock.at_ms) + _RETURN_GRACE_MS
                    return (ev.Resumed(self._server_clock.now_ms(), down_ms),)
            return ()

        await self._table.act(decide, steady=False)
        self.schedule()

    async def give_back(self, players: int, since_ms: int) -> None:
        """Give time to the one of `players` who is to move and was cut off at `since_ms`."""

        def decide(session: Session) -> tuple[ev.Event, ...]:
            clock = session.clock
            if clock is None or clock.running is None or session.outcome is not None:
                return ()
            is_theirs = players >> session.player_on(clock.running) & 1
            resumed_ms = self._table.history.resumed_ms
            if not is_theirs or clock.at_ms > since_ms or resumed_ms >= since_ms:
                return ()
            return (ev.Resumed(self._server_clock.now_ms(), _RETURN_GRACE_MS),)

        await self._table.act(decide, steady=False)
