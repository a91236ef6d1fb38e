"""Pairs guests who look for an opponent at the same moment, in one transaction.

Requests that come while a transaction is running are in the next one, together with all others
who came meanwhile. Two of them who want the same game begin at once, at a table at which both sit
from the beginning; a guest who is alone comes first or waits, as if there were no crowd.
"""

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from sommet.match.refused import Refused
from sommet.server.community import open_seats
from sommet.server.community.rating_range import is_welcome, range_of
from sommet.server.community.seekers import Guest, NewSeat, SeatFoundFor
from sommet.server.storage import schema
from sommet.server.storage.begun_tables import NewTable, open_tables
from sommet.server.storage.queries import SeatRow, format_events
from sommet.server.storage.store import Unavailable, Unsettled, Write
from sommet.server.tables.folding import begin_session
from sommet.server.tables.open_request import first_player
from sommet.server.tables.registry import TableRegistry

_public, _seats = schema.public_tables.c, schema.seats.c
#: At most this many share a transaction; the others join the next one.
MOST_AT_ONCE = 200

_CLAIM = (
    update(schema.public_tables)
    .where(_public.table_id == bindparam("of_table"))
    .values(taker_hash=bindparam("taker"), claimed_ms=bindparam("at_ms"))
)


@dataclass(frozen=True, slots=True)
class Seeker:
    """A guest without a name who wants a live game against anybody.

    Attributes:
        new: The table that they open where nobody waits.
        hash_at: Returns the hash of the token that holds their seat at a table.
    """

    guest: Guest
    new: NewSeat
    hash_at: Callable[[str], str]


class PairingQueue:
    """The guests who look for an opponent through this process."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services
        self._waiting: deque[tuple[Seeker, asyncio.Future[SeatFoundFor]]] = deque()
        self._pairing: asyncio.Task[None] | None = None

    async def find(self, seeker: Seeker) -> SeatFoundFor:
        """Return the result of a search: a seat to take, an opened table, or a game that begins.

        Raises:
            Refused: nothing was stored, or it is not known.
        """
        answer: asyncio.Future[SeatFoundFor] = asyncio.get_running_loop().create_future()
        self._waiting.append((seeker, answer))
        if self._pairing is None or self._pairing.done():
            self._pairing = asyncio.ensure_future(self._pair_all())
        return await answer

    async def _pair_all(self) -> None:
        while self._waiting:
            some = self._next()
            try:
                found = await self._pair([seeker for seeker, _ in some])
            except Exception as error:
                for _, answer in some:
                    if not answer.done():
                        answer.set_exception(error)
                continue
            for (_, answer), given in zip(some, found, strict=True):
                if not answer.done():  # otherwise the client is gone
                    answer.set_result(given)

    def _next(self) -> list[tuple[Seeker, asyncio.Future[SeatFoundFor]]]:
        """Return the next batch; a second request of the same guest is left for the one after."""
        some: dict[str, tuple[Seeker, asyncio.Future[SeatFoundFor]]] = {}
        again = []
        while self._waiting and len(some) < MOST_AT_ONCE:
            seeker, answer = self._waiting.popleft()
            if some.setdefault(seeker.guest.guest_hash, (seeker, answer))[0] is not seeker:
                again.append((seeker, answer))
        self._waiting.extendleft(reversed(again))
        return list(some.values())

    async def _pair(self, seekers: Sequence[Seeker]) -> list[SeatFoundFor]:
        now_ms = self._services.server_clock.now_ms()
        search = PairingSearch(seekers, now_ms, self._registry)
        try:
            await self._services.store.put(Write((), check=search.run))
        except Unavailable as error:
            raise Refused("unavailable") from error
        except Unsettled as error:
            raise Refused("unsettled") from error
        for begun in search.begun:
            table = self._registry.register_new(begun.as_row(now_ms))
            table.clock_watch.schedule()
            self._services.metrics.pairings.labels(table.setup.game).inc()
        return [search.given[each.guest.key_hash] for each in seekers]


class PairingSearch:
    """One search for many guests; `run` does it, and `given` has the results by key."""

    def __init__(
        self, seekers: Sequence[Seeker], now_ms: int, tables: open_seats.KnownTables
    ) -> None:
        self._seekers = seekers
        self._now_ms = now_ms
        self._known = tables
        self.given: dict[str, SeatFoundFor] = {}
        self.begun: list[NewTable] = []

    def run(self, connection: Connection) -> bool:
        """Give every guest a seat, open seats of others first."""
        self.given.clear()
        self.begun.clear()
        open_seats.wait_for_turn(connection)
        self._find_answered(connection)
        left = [each for each in self._seekers if each.guest.key_hash not in self.given]
        left = self._claim(connection, left)
        pairs, alone = _pair_up(left)
        # Nobody waits for two games at once: the newer search takes the older one's place.
        mine = [each.guest.guest_hash for each in left]
        if mine:
            connection.execute(
                open_seats.remove_unclaimed(
                    self._now_ms, _public.guest_hash.in_(mine), _public.slow == 0
                )
            )
        self._open(connection, pairs, alone)
        return True

    def _find_answered(self, connection: Connection) -> None:
        """Find requests that were answered before."""
        keys = [each.guest.key_hash for each in self._seekers]
        found = connection.execute(
            select(_public.table_id, _public.key_hash, _public.taker_hash).where(
                or_(_public.key_hash.in_(keys), _public.taker_hash.in_(keys))
            )
        )
        known = set(keys)
        for row in found:
            if row.key_hash in known:
                self.given[row.key_hash] = SeatFoundFor(row.table_id, opened=True)
            if row.taker_hash in known:
                self.given[row.taker_hash] = SeatFoundFor(row.table_id, opened=False)

    def _claim(self, connection: Connection, seekers: Sequence[Seeker]) -> list[Seeker]:
        """Assign open seats of others in order of arrival; return who found none."""
        if not seekers:
            return []
        offered: defaultdict[str, list[Any]] = defaultdict(list)
        found = connection.execute(
            open_seats.select_open(self._now_ms)
            .add_columns(_public.wish)
            .where(
                _public.wish.in_({each.new.pairing_key for each in seekers}),
                # Only those who chose to play a program are paired with one.
                _seats.bot.is_(None),
            )
            .order_by(_public.opened_ms, _public.table_id)
        )
        for row in found:
            is_offered = open_seats.is_offered(row, self._now_ms, self._known)
            if is_offered and is_welcome(range_of(row), None):
                offered[row.wish].append(row)
        left, claims = [], []
        for each in seekers:
            rows = offered[each.new.pairing_key]
            fitting = [row for row in rows if row.guest_hash != each.guest.guest_hash]
            if not fitting:
                left.append(each)
                continue
            row = fitting[0]
            rows.remove(row)
            key = each.guest.key_hash
            self.given[key] = SeatFoundFor(row.table_id, opened=False)
            claims.append({"of_table": row.table_id, "taker": key, "at_ms": self._now_ms})
        if claims:
            connection.execute(_CLAIM, claims)
        return left

    def _open(
        self,
        connection: Connection,
        pairs: Sequence[tuple[Seeker, Seeker]],
        alone: Sequence[Seeker],
    ) -> None:
        tables, listed = [], []
        for opener, taker in pairs:
            table = _begin(opener, taker, self._now_ms)
            self.begun.append(table)
            tables.append(table)
            listed.append(self._listed(opener, taker))
            for each in (opener, taker):
                self.given[each.guest.key_hash] = SeatFoundFor(
                    table.id, opened=each is opener, begun=True
                )
        for opener in alone:
            row = opener.new.row
            tables.append(NewTable(row.id, row.setup_text, row.seats))
            listed.append(self._listed(opener, None))
            self.given[opener.guest.key_hash] = SeatFoundFor(row.id, opened=True)
        open_tables(connection, tables, self._now_ms)
        if listed:
            connection.execute(insert(schema.public_tables), listed)

    def _listed(self, opener: Seeker, taker: Seeker | None) -> dict[str, object]:
        return {
            "table_id": opener.new.row.id,
            "wish": opener.new.pairing_key,
            # Once the second player sits down, the opener's identity is no longer needed.
            "guest_hash": opener.guest.guest_hash if taker is None else "",
            "key_hash": opener.guest.key_hash,
            "taker_hash": None if taker is None else taker.guest.key_hash,
            "claimed_ms": 0 if taker is None else self._now_ms,
            "opened_ms": self._now_ms,
            "seen_ms": self._now_ms,
            "slow": 0,
        }


def _pair_up(
    seekers: Sequence[Seeker],
) -> tuple[list[tuple[Seeker, Seeker]], list[Seeker]]:
    """Return pairs of guests with the same key, and the one left over for each key."""
    pairs: list[tuple[Seeker, Seeker]] = []
    waiting: dict[str, Seeker] = {}
    for each in seekers:
        opener = waiting.pop(each.new.pairing_key, None)
        if opener is None:
            waiting[each.new.pairing_key] = each
        else:
            pairs.append((opener, each))
    return pairs, list(waiting.values())


def _begin(opener: Seeker, taker: Seeker, now_ms: int) -> NewTable:
    """Return the opener's table with both seated and the game begun."""
    row = opener.new.row
    setup = row.setup
    events, session = begin_session(setup, first_player(setup), now_ms)
    clock = session.clock
    return NewTable(
        id=row.id,
        setup_text=row.setup_text,
        seats=(*row.seats, SeatRow(1, taker.hash_at(row.id), None)),
        texts=format_events(events),
        due_ms=None if clock is None else clock.runs_out_ms,
    )
