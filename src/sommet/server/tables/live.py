"""A table in memory: applies intents, stores the events, and sends them to all connections.

The events in the database are the truth, and any process may append to them. A table in memory is
what this process knows of them: a process that appends must know all, and otherwise reads again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy.sql.base import Executable

from sommet.match import events as ev
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.pacal.deal import deck_from_parts, new_secret
from sommet.server.cluster.bus import News
from sommet.server.protocol.base import OptionsInForce
from sommet.server.services import Services
from sommet.server.storage import queries
from sommet.server.storage.bots import wake
from sommet.server.storage.chain import BrokenHistory, links_after
from sommet.server.storage.ratings import store_result
from sommet.server.storage.setup import format_setup, parse_setup
from sommet.server.storage.store import Conflict, Unavailable, Unsettled, Write
from sommet.server.tables.clock_watch import ClockWatch
from sommet.server.tables.deciding import check_begun
from sommet.server.tables.folding import Folded, apply_steps
from sommet.server.tables.history import History, Steps
from sommet.server.tables.kinds import KINDS
from sommet.server.tables.listeners.audience import Audience
from sommet.server.tables.listeners.follower import Follower
from sommet.server.tables.listeners.presence import Presence
from sommet.server.tables.listeners.visible import TableFacts
from sommet.server.tables.rated import result_of
from sommet.server.tables.records import format_game
from sommet.server.tables.scored import store_score
from sommet.server.tables.slow.holidays import rest_of, rest_without_clock
from sommet.server.tables.slow.turns import store_turns
from sommet.server.tables.table_host import Listener, TableHost

_log = logging.getLogger(__name__)

#: Longer events are not sent to other processes, which read them from the database.
_NEWS_BYTES = 1500
#: Conflicts in a row without another writer: the table's own count is wrong.
_IN_VAIN = 3
Decide = Callable[[Session], tuple[ev.Event, ...]]


class LiveTable:
    """One table. All changes go through `act`, one at a time."""

    def __init__(
        self,
        services: Services,
        row: queries.TableRow,
        folded: Folded,
        host: TableHost,
    ) -> None:
        """Create a table from its stored history."""
        self.id = row.id
        self.setup = row.setup
        self.invite_hash = row.invite_hash
        self.created_ms = row.created_ms
        self.updated_ms = row.updated_ms
        self.token_hashes: list[str | None] = [None, None]
        self.names: list[str | None] = [None, None]
        self.bots: list[str | None] = [None, None]
        self.kind = KINDS[self.setup.kind]
        self.accounts: list[str | None] = [None, None]
        self.counts = [False, False]
        self.away_ms: list[tuple[int, int] | None] = [None, None]
        self.options = _options_in_force(format_setup(replace(self.setup, opponent=None)))
        self.lock = asyncio.Lock()
        self.history = History(row.id, folded)
        self.history.is_marked = row.stored_chain == self.history.link
        self.presence = Presence(services, row.id)
        self.audience = Audience(self, services.server_clock)
        self.clock_watch = ClockWatch(self, services.server_clock, host)
        self.follower = Follower(self, services)
        self._services = services
        self._host = host
        self._left = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.set_seats(row.seats)

    @property
    def session(self) -> Session:
        """The table after all its events."""
        return self.history.session

    @property
    def is_played_here(self) -> bool:
        """Whether it is played here; solo and computer tables of earlier versions are read-only."""
        return self.setup.mode == "friend"

    @property
    def is_watched(self) -> bool:
        """Whether anyone is connected to it through this process."""
        return len(self.audience) > 0

    @property
    def is_idle(self) -> bool:
        """Whether it can be removed from memory."""
        if self.is_watched or self.lock.locked():
            return False
        # Alone, its clock runs here; deadlines that are days away are found in the database.
        return self._services.store.shared or self.setup.is_slow or not self.clock_watch.is_running

    @property
    def begins_games(self) -> bool:
        """Whether a game may begin; a host can switch slow games off."""
        return self._services.settings.slow_games or not self.setup.is_slow

    @property
    def open_since_ms(self) -> int:
        """When the last outage ended, 0 if there was none."""
        return max((to_ms for _, to_ms in self._host.outages), default=0)

    @property
    def rest_ms(self) -> int:
        """Holidays of the player who has to act at a slow table, where no clock runs."""
        return rest_without_clock(self.session, self.away_ms, self.open_since_ms)

    @property
    def full_names(self) -> list[str | None]:
        """The players' names for a record; programs are marked as programs."""
        pairs = zip(self.names, self.bots, strict=True)
        return [name if bot is None else f"bot {name}" for name, bot in pairs]

    @property
    def kept_names(self) -> list[str | None]:
        """The players' names for a stored record, without accounts, which can be deleted."""
        pairs = zip(self.full_names, self.accounts, strict=True)
        return [name if account is None else None for name, account in pairs]

    def facts(self) -> TableFacts:
        """Return everything about the table, to be filtered for each viewer."""
        players = self.presence.players
        return TableFacts(
            table=self.id,
            setup=self.setup,
            options=self.options,
            session=self.session,
            names=self.names,
            bots=self.bots,
            accounts=self.accounts,
            away_ms=self.away_ms,
            connected=[bool(players & 1), bool(players & 2)],
            watchers=self.presence.watchers,
            open_since_ms=self.open_since_ms,
            rest_ms=self.rest_ms,
            begins_games=self.begins_games,
        )

    def set_seats(self, seats: Sequence[queries.SeatRow]) -> None:
        """Set the seats' tokens, and close connections with other tokens."""
        for seat in seats:
            revoked = self.token_hashes[seat.player] not in (None, seat.token_hash)
            self.token_hashes[seat.player] = seat.token_hash
            self.names[seat.player] = seat.name
            self.bots[seat.player] = seat.bot
            self.accounts[seat.player] = seat.account
            self.counts[seat.player] = seat.counts
            self.away_ms[seat.player] = seat.away_ms
            if revoked:
                self.audience.end_player(seat.player)

    def welcome(
        self, listener: Listener, resume_from: int | None, *, rewritten: bool = False
    ) -> None:
        """Send the table to a new connection, and its presence to the others."""
        if self.is_played_here and self.session.awaits_deal and self.session.secret is None:
            # Left by an earlier version, which dealt without the players.
            self.run_soon(self.act(self._dealing))
        self.audience.welcome(listener, resume_from, rewritten=rewritten)

    # Acting.

    async def act(
        self,
        decide: Decide,
        *further: Executable,
        steady: bool = True,
        kept: Callable[[], None] | None = None,
    ) -> int:
        """Apply the events that `decide` returns; return the seq once they are stored and sent.

        `further` statements are part of the same transaction, and `kept` is called when they are
        on disk, before anything is sent. If another process was faster, `decide` is called again
        with the new session. With `steady`, nothing is done while time may have to be given back.

        Raises:
            Refused: nothing changed.
        """
        # A client that disconnects in the middle must not leave the table half changed.
        task = asyncio.ensure_future(self.act_here(decide, *further, steady=steady, kept=kept))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def act_here(
        self,
        decide: Decide,
        *further: Executable,
        steady: bool = True,
        kept: Callable[[], None] | None = None,
    ) -> int:
        """Do the same as `act`, for a caller that is never cancelled."""
        if not self.is_played_here:
            raise Refused("plays_in_page")
        self.check_current()
        began = time.monotonic()
        in_vain = 0
        try:
            async with self.lock:
                if steady and self.clock_watch.is_running and not self._host.is_steady:
                    raise Refused("unavailable")
                while not await self._try(decide, further, kept):
                    self._services.metrics.conflicts.inc()
                    seq = self.session.seq
                    await self.follower.look_again()
                    in_vain = in_vain + 1 if self.session.seq == seq else 0
                    if in_vain == _IN_VAIN:
                        error = BrokenHistory(f"nothing can be appended to table {self.id}")
                        raise self.set_aside(error)
        finally:
            # News that arrived meanwhile had to wait.
            if self.follower.is_behind:
                self.run_soon(self.follower.keep_up())
        self._services.metrics.act_seconds.observe(time.monotonic() - began)
        return self.session.seq

    async def _try(
        self, decide: Decide, further: Sequence[Executable], kept: Callable[[], None] | None
    ) -> bool:
        """Decide, store and send; return False if another process wrote meanwhile."""
        self.check_current()
        steps = self._with_rest(self._with_deals(decide(self.session)))
        if not steps:
            return True
        texts = queries.format_events([event for event, _ in steps])
        links = links_after(self.history.link, texts)
        try:
            await self._services.store.put(self._write_of(steps, texts, links, further))
        except Conflict:
            return False
        except Unavailable as error:
            raise Refused("unavailable") from error
        except Unsettled as error:
            # It is unknown whether it was stored: clients reconnect and see.
            self.leave_behind("nobody knows whether the last write was kept")
            raise Refused("unsettled") from error
        if kept is not None:
            kept()
        self._count_finished(steps[-1][1])
        self.go_on(steps, links)
        self.history.is_marked = True
        return True

    def _write_of(
        self,
        steps: Steps,
        texts: Sequence[str],
        links: Sequence[str],
        further: Sequence[Executable],
    ) -> Write:
        now_ms = self._services.server_clock.now_ms()
        after = steps[-1][1]
        due_ms = _due_ms(after)
        write = queries.append(self.id, self.history.head, texts, now_ms, due_ms, links=links)
        hides = after.dealt or after.secret is not None
        sent = texts if sum(map(len, texts)) < _NEWS_BYTES and not hides else None
        process = self._services.process
        write.statements = (*write.statements, *further, *self._record_of(after, now_ms))
        write.statements += wake(self.id, self.bots, self.updated_ms, now_ms)
        if self._services.settings.has_tournaments:
            write.statements += store_score(self.id, self.session, after, now_ms)
        if self._services.settings.push:
            turns = store_turns(self.id, self.session, after, due_ms, now_ms)
            write.statements = (*write.statements, *turns)
        write.news = [[News.EVENTS, process, self.id, after.seq, links[-1], sent]]
        return write

    def go_on(self, steps: Steps, links: Sequence[str]) -> None:
        """Apply stored events, and send them to everybody."""
        self.updated_ms = self._services.server_clock.now_ms()
        before = self.session
        events = self.history.adopt(steps, links)
        self.clock_watch.note_sent(steps, self.updated_ms)
        self.clock_watch.schedule()
        self.audience.send_change(before, events)

    def run_soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a task for the table in the background."""

        async def run() -> None:
            try:
                await work
            except Refused as refused:
                _log.info("table %s: %s", self.id, refused.code)
            except Exception:
                _log.exception("table %s could not look after itself", self.id)

        task = asyncio.ensure_future(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Discarding this copy.

    def check_current(self) -> None:
        """Raise `Refused` if this copy is out of date."""
        if self._left:
            raise Refused("history_changed")

    def set_aside(self, error: Exception) -> Refused:
        """Set the table aside because its history cannot be read; return the refusal."""
        self._left = True
        self.follower.is_behind = False
        self._host.set_aside(self.id, error)
        self.audience.end_all()
        return Refused("table_damaged")

    def leave_behind(self, why: str) -> None:
        """Stop using this copy and close its connections; clients that reconnect get a new one."""
        _log.warning("table %s is loaded anew: %s", self.id, why)
        self._left = True
        self.follower.is_behind = False
        self._host.forget(self.id)
        self.audience.end_all()

    # Events that follow from what players do.

    def _with_deals(self, chosen: Sequence[ev.Event]) -> list[tuple[ev.Event, Session]]:
        """Return the `chosen` events with their sessions, and the deals that follow from them."""
        check_begun(chosen, is_allowed=self.begins_games)
        steps = apply_steps(self.session, chosen)
        while steps:
            following = self._dealing(steps[-1][1])
            if not following:
                break
            steps += apply_steps(steps[-1][1], following)
        return steps

    def _with_rest(self, steps: list[tuple[ev.Event, Session]]) -> list[tuple[ev.Event, Session]]:
        """Return `steps`, followed by the time given to a player on holiday."""
        if not steps or steps[-1][1].clock == self.session.clock:
            return steps
        now_ms = self._services.server_clock.now_ms()
        return steps + apply_steps(steps[-1][1], rest_of(steps[-1][1], self.away_ms, now_ms))

    def _dealing(self, session: Session) -> tuple[ev.Event, ...]:
        """Return the server's own events for a deal: its commitment, then the cards."""
        now_ms = self._services.server_clock.now_ms()
        if session.awaits_deal and session.secret is None:
            return session.promise(new_secret(), at_ms=now_ms)
        if session.wants_deal and session.secret is not None:
            deck = deck_from_parts(session.secret, session.added_numbers)
            return session.deal(self.kind.deal(deck), at_ms=now_ms)
        return ()

    def _record_of(self, after: Session, now_ms: int) -> tuple[Executable, ...]:
        if after.outcome is None or self.session.outcome is not None:
            return ()
        if not after.is_dealt:
            return ()  # given up before the first cards: there is nothing to record
        text = format_game(self.setup, after, self.kept_names, date_ms=now_ms)
        record = queries.store_record(self.id, after.game_number, now_ms, text)
        counts = self._services.settings.ratings
        pairs = zip(self.accounts, self.counts, strict=True)
        accounts = [account if counted else None for account, counted in pairs]
        result = result_of(self.setup, after, self.bots, accounts) if counts else None
        if result is None:
            return (record,)
        return record, store_result(self.id, after.game_number, now_ms, result)

    def _count_finished(self, after: Session) -> None:
        if after.outcome is not None and self.session.outcome is None:
            metrics = self._services.metrics
            metrics.games_finished.labels(self.setup.kind, after.outcome.reason).inc()


@lru_cache(maxsize=256)
def _options_in_force(text: str) -> OptionsInForce:
    """Return the rules of a setup; cached, since most tables share a few."""
    setup = parse_setup(text)
    kind = KINDS[setup.kind]
    options = kind.options(setup.preset, setup.rulings)
    return OptionsInForce(preset=setup.preset, rulings=kind.in_force(options, setup.seat))


def _due_ms(session: Session) -> int | None:
    """Return when a player's time runs out, or None."""
    clock = session.clock
    return None if session.outcome is not None or clock is None else clock.runs_out_ms
