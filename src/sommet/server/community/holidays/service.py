"""Taking days off, and coming back."""

import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection

from sommet.match import events as ev
from sommet.match.clock import DAY_MS
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.server.cluster.bus import News
from sommet.server.community.changes import change
from sommet.server.protocol import accounts as wire
from sommet.server.storage.accounts import LoginSession
from sommet.server.storage.notices import holidays
from sommet.server.tables.live import LiveTable
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.slow.holidays import Away, back_early, rest_of, was_given
from sommet.server.tables.slow.turns import is_slow

_log = logging.getLogger(__name__)
Judge = Callable[[LiveTable, Session], tuple[ev.Event, ...]]


class HolidayService:
    """Everything that people do about their days off."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services

    @property
    def _now_ms(self) -> int:
        return self._services.server_clock.now_ms()

    async def show(self, session: LoginSession, kept: list[str] | None = None) -> wire.Holiday:
        """Return whether an account is on holiday, and what is left for the year."""
        account, now_ms = session.account.id, self._now_ms
        away, left_ms, matters = await self._services.store.read(
            lambda c: (
                holidays.read_away(c, account, now_ms),
                holidays.read_left_ms(c, account, now_ms),
                self._services.settings.slow_games or holidays.has_slow_game(c, account),
            )
        )
        return wire.Holiday(
            until_ms=None if away is None else away[1],
            days_left=left_ms // DAY_MS,
            days_a_year=holidays.DAYS_PER_YEAR,
            matters=matters,
            kept=kept or [],
        )

    async def begin(self, session: LoginSession, days: int) -> wire.Holiday:
        """Take days off, from now on.

        Raises:
            Refused: the account is on holiday, or has not so many days left.
        """
        account, now_ms = session.account.id, self._now_ms
        away = (now_ms, now_ms + days * DAY_MS)

        def begin(connection: Connection) -> list[str]:
            if holidays.read_away(connection, account, now_ms, held=True) is not None:
                raise Refused("on_holiday")
            left_ms = holidays.read_left_ms(connection, account, now_ms)
            if left_ms < days * DAY_MS:
                raise Refused("too_many_holidays", days=left_ms // DAY_MS)
            holidays.begin(connection, account, *away)
            return holidays.read_running_tables(connection, account)

        tables = await change(self._services.store, begin, self._seat_news, key=account)
        self._services.metrics.holidays.labels("begun").inc()
        kept = await self._attend(
            tables, account, lambda table, game: rest_of(game, table.away_ms, self._now_ms), away
        )
        return await self.show(session, kept)

    async def end(self, session: LoginSession) -> wire.Holiday:
        """Come back early: deadlines run again, and days not taken are there again.

        Raises:
            Refused: the account is not on holiday.
        """
        account, now_ms = session.account.id, self._now_ms

        def end(connection: Connection) -> tuple[Away, list[str]]:
            away = holidays.read_away(connection, account, now_ms, held=True)
            if away is None:
                raise Refused("no_holiday")
            holidays.end(connection, account, away[0], now_ms)
            return away, holidays.read_running_tables(connection, account)

        away, tables = await change(
            self._services.store, end, lambda done: self._seat_news(done[1]), key=account
        )
        self._services.metrics.holidays.labels("ended").inc()
        await self._attend(
            tables,
            account,
            lambda table, game: back_early(game, table.accounts.index(account), away, now_ms),
        )
        return await self.show(session)

    async def _attend(
        self, tables: list[str], account: str, judge: Judge, away: Away | None = None
    ) -> list[str]:
        """Let clocks stand still or run again; return where it was too late for `away`."""
        late = []
        for table_id in tables:
            try:
                table = await self._registry.find(table_id)
                await table.follower.look_for_seats()
                if not is_slow(table.session) or account not in table.accounts:
                    continue
                before = table.session.seq
                if await table.act(partial(judge, table), steady=False) > before:
                    self._services.metrics.holidays.labels("deadline").inc()
                table.audience.send_seats()
            except Refused as refused:
                # What is not done here is done when the time is over (`ClockWatch.run_out`).
                _log.info("table %s: %s", table_id, refused.code)
                continue
            clock = table.session.clock
            is_theirs = (
                clock is not None
                and clock.running is not None
                and table.accounts[table.session.player_on(clock.running)] == account
            )
            if away is not None and is_theirs and not was_given(table.session, away):
                late.append(table_id)
        return late

    def _seat_news(self, tables: list[str]) -> list[list[str]]:
        return [[News.TABLE_CHANGED, self._services.process, table] for table in tables]
