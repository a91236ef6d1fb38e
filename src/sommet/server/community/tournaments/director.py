"""Runs tournaments: begins them, starts games and rounds, and ends them.

Every process does this for all tournaments on the database. The fastest one succeeds, and the
others find nothing left to do. A process that dies in between has done nothing.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from sommet.match import events as ev
from sommet.match.limits import STANDSTILL_MS
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.match.stalling import find_stall
from sommet.server.community.tournaments.seating import begin_game
from sommet.server.storage.notices.rounds import begin_slow, queue_round_notices
from sommet.server.storage.store import Conflict, Unavailable, Unsettled, Write
from sommet.server.storage.tournaments import changing, reading
from sommet.server.storage.tournaments.reading import EntrantRow, GameRow, Still, TournamentRow
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.scored import waited_for
from sommet.tournaments.model import LOSS, Pair
from sommet.tournaments.progress import Step, advance
from sommet.tournaments.standings import Tally, count, rank

_log = logging.getLogger(__name__)
LOOK_EVERY_S = 1.0
#: How often tables at which nothing happens are examined.
REFEREE_EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything needed to decide the next step of a tournament."""

    row: TournamentRow
    entrants: list[EntrantRow]
    games: list[GameRow]
    tallies: Mapping[int, Tally]
    owed: list[Pair]


def read_snapshot(connection: Connection, tournament: str) -> Snapshot | None:
    """Return a tournament; of an arena only the games being played."""
    # The row first: whatever is changed while the rest is read makes a step from it impossible.
    row = reading.find_tournament(connection, tournament)
    if row is None:
        return None
    is_arena = row.terms.kind == "arena"
    games = reading.read_games(connection, tournament, only_open=is_arena)
    entrants = reading.read_entrants(connection, tournament)
    owed = []
    if is_arena:
        if row.terms.both_sides:
            owed = reading.read_owed(connection, tournament)
        tallies = reading.read_tallies(connection, tournament)
    else:
        numbers = (each.entrant.number for each in entrants)
        tallies = count(numbers, (each.game for each in games))
    return Snapshot(row, entrants, games, tallies, owed)


class Director:
    """Runs all tournaments on the database, from one of its processes."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services
        self._chores: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to run tournaments."""
        self._chores = [
            asyncio.ensure_future(self._repeat(True)),
            asyncio.ensure_future(self._repeat(False)),
        ]

    async def close(self) -> None:
        """Stop; other processes, or the next one to start, continue."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)

    async def _repeat(self, pairing: bool) -> None:
        while True:
            try:
                await (self.take_due_steps() if pairing else self.referee())
            except (Unavailable, Unsettled):
                pass  # it will be tried again
            except Exception:
                _log.exception("tournaments could not be looked after; it will be tried again")
            await asyncio.sleep(LOOK_EVERY_S if pairing else REFEREE_EVERY_S)

    async def take_due_steps(self) -> None:
        """Take the next step of every tournament that may be due."""
        now_ms = self._services.server_clock.now_ms()
        due = await self._services.store.read(lambda c: reading.read_due(c, now_ms))
        for each in due:
            try:
                await self.go_on(each.id)
            except (Unavailable, Unsettled):
                raise
            except Exception:
                _log.exception("tournament %s cannot continue; it will be tried again", each.id)

    async def go_on(self, tournament: str) -> None:
        """Take the next step of a tournament, if one is due."""
        now_ms = self._services.server_clock.now_ms()

        def plan(connection: Connection) -> tuple[Snapshot, Step] | None:
            known = read_snapshot(connection, tournament)
            if known is None:
                return None
            step = advance(
                known.row.terms,
                [each.entrant for each in known.entrants],
                [each.game for each in known.games],
                known.tallies,
                now_ms,
                owed=known.owed,
            )
            return None if step is None else (known, step)

        found = await self._services.store.read(plan)
        if found is not None:
            # After all games that were seen to be over: nobody sits at two at once.
            await self._take(*found, self._services.server_clock.now_ms())

    async def _take(self, known: Snapshot, step: Step, now_ms: int) -> None:
        row, terms = known.row, known.row.terms
        entrants = {each.entrant.number: each for each in known.entrants}
        begun = [
            begin_game(row.setup, game, entrants, now_ms, rated=row.rated) for game in step.games
        ]
        winners = []
        if step.state == "finished":
            rows = rank(terms.kind, known.tallies, terms.round)
            winners = [each.number for each in rows if each.rank == 1]

        def take(connection: Connection) -> bool:
            kept = changing.take_step(connection, row, step, begun, winners=winners, now_ms=now_ms)
            if kept and self._services.settings.push:
                tables = [each.table for each in begun if each.table is not None]
                if terms.slow:
                    begin_slow(connection, tables, now_ms)
                else:
                    queue_round_notices(connection, tables, now_ms)
            return kept

        try:
            await self._services.store.put(Write((), check=take))
        except Conflict:
            return  # another process was faster, or an entrant came or went: the next step sees it
        metrics = self._services.metrics
        if step.state != terms.state:
            what = "begun" if step.state == "running" else step.state
            metrics.tournaments.labels(what).inc()
            _log.info("tournament %s: %s", row.id, what)
        metrics.tournament_games.labels(terms.kind).inc(
            sum(each.table is not None for each in begun)
        )

    # Stalled games.

    async def referee(self) -> None:
        """End games in which a player has not acted for too long, and those that are gone."""
        before_ms = self._services.server_clock.now_ms() - STANDSTILL_MS
        store = self._services.store
        last = Still("", 0)
        while True:
            # Games that cannot be judged now do not delay those after them.
            found = await store.read(partial(reading.read_still, before_ms=before_ms, after=last))
            for each in found:
                if not self._registry.is_aside(each.table):
                    await self._judge_alone(each.table)
            if len(found) < reading.STILL_AT_ONCE:
                break
            last = found[-1]
        lost = await store.read(reading.read_lost)
        if lost:
            now_ms = self._services.server_clock.now_ms()
            await store.write(
                *(changing.store_points(each, (LOSS, LOSS), "no-show", now_ms) for each in lost)
            )

    async def _judge_alone(self, table_id: str) -> None:
        """Judge one table; a failure does not keep the others from being judged."""
        try:
            await self._judge(table_id)
        except Refused as refused:
            _log.info("table %s: %s", table_id, refused.code)
        except (Unavailable, Unsettled):
            raise
        except Exception:
            _log.exception("table %s cannot be judged; it will be tried again", table_id)

    async def _judge(self, table_id: str) -> None:
        """End a game for the player who has waited long enough. Rule TAB-5."""
        table = await self._registry.find(table_id)
        await table.follower.catch_up()
        missing: list[int] = []

        def decide(session: Session) -> tuple[ev.Event, ...]:
            missing.clear()
            now_ms = self._services.server_clock.now_ms()
            clock = session.clock
            if session.outcome is not None or (clock is not None and clock.running is not None):
                return ()
            stall = find_stall(session, open_since_ms=table.open_since_ms, rest_ms=table.rest_ms)
            if stall is None:
                # In Pacal nobody may be ready: then nobody waits for the other.
                limit_ms = STANDSTILL_MS
                if clock is not None and clock.control.per_move:
                    limit_ms = clock.control.initial_ms
                until_ms = max(session.since_ms, table.open_since_ms) + table.rest_ms + limit_ms
                if now_ms < until_ms:
                    return ()
                missing.extend(waited_for(session))
                return (ev.Left(now_ms, 0),)
            if now_ms < stall.until_ms:
                return ()
            if stall.may_claim:
                return (ev.Claimed(now_ms, 1 - stall.seat),)
            missing.append(stall.seat)
            return (ev.Left(now_ms, 1 - stall.seat),)

        await table.act(decide)
        if missing:

            def note(connection: Connection) -> bool:
                changing.note_away(connection, table_id, missing)
                return True

            await self._services.store.put(Write((), check=note))
