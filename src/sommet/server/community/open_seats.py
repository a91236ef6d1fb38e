"""Statements and queries about the lobby: which seats are open, and who gets them.

Everything that gives a seat away runs under one lock of the database, so that a request at
the same moment to another process sees the seat that was opened, or that it is gone.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.sql.base import Executable

from sommet.match.refused import Refused
from sommet.server.community.rating_range import (
    columns_of,
    find_fitting,
    is_welcome,
    range_of,
)
from sommet.server.community.seekers import Guest, NewSeat, OpenSeatRow, SeatFoundFor
from sommet.server.storage import queries, schema
from sommet.server.storage.player_relations import are_apart, keeps_apart
from sommet.server.storage.store import Write

_public, _tables, _seats = schema.public_tables.c, schema.tables.c, schema.seats.c
#: Names the lock among the database's advisory locks.
_LOCK = 0x50_4D_45_54
#: A process that claimed a seat and has not taken it after this time is dead.
CLAIM_MS = 10_000
#: The opener of a seat has this long to come to the table.
ARRIVAL_MS = 10_000
#: The opener of a seat who left the table may come back for this long.
RETURN_MS = 60_000
#: Seats and games with days for a move are listed for this long.
SLOW_MS = 14 * 24 * 60 * 60_000
#: A game in which nothing happened for this long is not worth watching.
WATCHED_MS = 10 * 60_000
SLOW_SEATS_PER_GUEST = 10


class KnownTables(Protocol):
    """What this process knows of tables besides what is stored."""

    def is_opener_here(self, table_id: str) -> bool:
        """Return whether the opener of a table is connected through this process."""
        ...

    def is_aside(self, table_id: str) -> bool:
        """Return whether a table could not be read a moment ago."""
        ...


def wait_for_turn(connection: Connection) -> None:
    """Lock the lobby until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


class SeatSearch:
    """One search for a seat; `write` does it, and `given` has the result."""

    def __init__(self, guest: Guest, now_ms: int, tables: KnownTables) -> None:
        self._guest = guest
        self._now_ms = now_ms
        self._known = tables
        self.given: SeatFoundFor | None = None
        self.refused: Refused | None = None

    def find(self, new: NewSeat) -> Write:
        """Return a search for the longest waiting seat that fits, which otherwise opens `new`."""

        def search(connection: Connection) -> bool:
            self._begin(connection)
            if self.given is None:
                self._find(connection, new)
            return True

        return Write((), check=search)

    def open(self, new: NewSeat, seats: int) -> Write:
        """Return a search that opens `new` for a program, up to its limit of open seats."""

        def search(connection: Connection) -> bool:
            self._begin(connection)
            if self.given is None:
                if self._count_open(connection) >= seats:
                    self.refused = Refused("too_many_bot_games")
                else:
                    self._put(connection, new)
            return True

        return Write((), check=search)

    def take(self, table: str) -> Write:
        """Return a search that takes the seat at `table`."""

        def search(connection: Connection) -> bool:
            self._begin(connection)
            if self.given is None:
                self._take(connection, table)
            return True

        return Write((), check=search)

    def _begin(self, connection: Connection) -> None:
        """Wait for the lock, and check whether the same request was answered before."""
        self.given = self.refused = None
        wait_for_turn(connection)
        key = self._guest.key_hash
        found = connection.execute(
            select(_public.table_id, _public.key_hash).where(
                or_(_public.key_hash == key, _public.taker_hash == key)
            )
        ).first()
        if found is not None:
            self.given = SeatFoundFor(found.table_id, opened=found.key_hash == key)

    def _find(self, connection: Connection, new: NewSeat) -> None:
        waiting = connection.execute(
            select_open(self._now_ms)
            .where(
                _public.wish == new.pairing_key,
                _public.guest_hash != self._guest.guest_hash,
                # Only those who chose to play a program are paired with one.
                _seats.bot.is_(None),
                *find_fitting(self._guest.rating, new.opponents),
                *self._not_apart(),
            )
            .order_by(_public.opened_ms, _public.table_id)
        )
        for row in waiting:
            if self._is_offered(row):
                waiting.close()
                self._claim(connection, row.table_id)
                return
        self._open(connection, new)

    def _take(self, connection: Connection, table: str) -> None:
        row = connection.execute(
            select_open(self._now_ms).where(_public.table_id == table)
        ).one_or_none()
        if row is None or not self._is_offered(row):
            self.refused = Refused("invite_used")
        elif row.guest_hash == self._guest.guest_hash:
            self.refused = Refused("own_seat")
        elif self._guest.bot is not None and row.bot is None:
            self.refused = Refused("bots_meet_bots")
        elif not is_welcome(range_of(row), self._guest.rating):
            self.refused = Refused("out_of_range")
        elif self._is_kept_apart(connection, row.account):
            self.refused = Refused("kept_apart")
        else:
            self._claim(connection, table)

    def _not_apart(self) -> tuple[ColumnElement[bool], ...]:
        account = self._guest.account
        return () if account is None else (~keeps_apart(account, _seats.account),)

    def _is_kept_apart(self, connection: Connection, other: str | None) -> bool:
        account = self._guest.account
        return account is not None and other is not None and are_apart(connection, account, other)

    def _is_offered(self, row: Any) -> bool:
        return is_offered(row, self._now_ms, self._known)

    def _claim(self, connection: Connection, table: str) -> None:
        connection.execute(
            update(schema.public_tables)
            .where(_public.table_id == table)
            .values(taker_hash=self._guest.key_hash, claimed_ms=self._now_ms)
        )
        self.given = SeatFoundFor(table, opened=False)

    def _open(self, connection: Connection, new: NewSeat) -> None:
        mine = (_public.guest_hash == self._guest.guest_hash, _tables.seq == 0)
        if new.slow:
            if self._count_open(connection, _public.slow == 1) >= SLOW_SEATS_PER_GUEST:
                self.refused = Refused("too_many_seats")
                return
        else:
            # Nobody waits for two games at once: the newer search takes the older one's place.
            connection.execute(remove_unclaimed(self._now_ms, *mine, _public.slow == 0))
        self._put(connection, new)

    def _count_open(self, connection: Connection, *conditions: ColumnElement[bool]) -> int:
        """Return how many open seats the guest has."""
        mine = (_public.guest_hash == self._guest.guest_hash, _tables.seq == 0)
        return connection.execute(
            select(func.count())
            .select_from(schema.public_tables.join(schema.tables))
            .where(*mine, *conditions)
        ).scalar_one()

    def _put(self, connection: Connection, new: NewSeat) -> None:
        row = new.row
        connection.execute(queries.open_table(row.id, row.setup, row.invite_hash, self._now_ms))
        connection.execute(queries.take_seat(row.id, row.seats[0]))
        connection.execute(
            insert(schema.public_tables).values(
                table_id=row.id,
                wish=new.pairing_key,
                guest_hash=self._guest.guest_hash,
                key_hash=self._guest.key_hash,
                opened_ms=self._now_ms,
                seen_ms=self._now_ms,
                slow=int(new.slow),
                rating=self._guest.rating,
                **columns_of(new.opponents),
            )
        )
        self.given = SeatFoundFor(row.id, opened=True)


def select_open(now_ms: int) -> Select[Any]:
    """Return the query for every seat that is neither taken nor claimed."""
    return (
        select(
            _public.table_id,
            _public.guest_hash,
            _public.opened_ms,
            _public.slow,
            _public.least,
            _public.most,
            _tables.setup,
            _seats.bot,
            _seats.account,
            _seats.name,
            _is_present().label("present"),
        )
        .select_from(schema.public_tables.join(schema.tables).join(schema.seats))
        .where(_seats.player == 0, _tables.seq == 0, _public.claimed_ms < now_ms - CLAIM_MS)
    )


def _is_present() -> ColumnElement[bool]:
    """Return whether the opener is connected through any process on the database."""
    presence = schema.presence.c
    return exists().where(
        presence.table_id == _public.table_id, presence.players.bitwise_and(1) != 0
    )


def is_offered(found: Any, now_ms: int, tables: KnownTables) -> bool:
    """Return whether an open seat is listed: its opener is connected, or need not be.

    Nobody is given a seat at a table that cannot be read.
    """
    if tables.is_aside(found.table_id):
        return False
    if found.slow:
        return bool(found.opened_ms > now_ms - SLOW_MS)
    is_new = found.opened_ms > now_ms - ARRIVAL_MS
    return bool(is_new or found.present or tables.is_opener_here(found.table_id))


def read_open(
    connection: Connection, now_ms: int, tables: KnownTables, limit: int
) -> tuple[OpenSeatRow, ...]:
    """Return the seats in the lobby, the longest waiting first, no more than `limit`."""
    offered: list[Any] = []
    query = select_open(now_ms).order_by(_public.opened_ms, _public.table_id).limit(limit)
    place = tuple_(_public.opened_ms, _public.table_id)
    found = connection.execute(query).all()
    while found:
        offered += [row for row in found if is_offered(row, now_ms, tables)]
        if len(offered) >= limit or len(found) < limit:
            break
        # Some are not offered, because their openers are away at the moment.
        last = found[-1]
        found = connection.execute(query.where(place > (last.opened_ms, last.table_id))).all()
    return tuple(
        OpenSeatRow(
            row.table_id,
            row.setup,
            row.opened_ms,
            None if row.bot is None else row.name,
            row.bot,
            None if row.account is None else row.name,
            row.account,
            range_of(row),
        )
        for row in offered[:limit]
    )


def release(table: str, guest: Guest) -> Executable:
    """Return the statement that releases the claim on a seat that could not be taken."""
    return (
        update(schema.public_tables)
        .where(_public.table_id == table, _public.taker_hash == guest.key_hash)
        .values(taker_hash=None, claimed_ms=0)
    )


def forget_guest(table: str) -> Executable:
    """Return the statement that erases which guest opened a table."""
    return update(schema.public_tables).where(_public.table_id == table).values(guest_hash="")


def withdraw(table: str, now_ms: int) -> Write:
    """Return the write that removes a table that waits in the lobby, or for who was challenged."""
    challenges = [
        exists().where(each.c.table_id == _tables.id)
        for each in (schema.bot_challenges, schema.guest_challenges)
    ]
    in_lobby = _unclaimed(now_ms, _public.table_id == table)
    unwanted = or_(_tables.id.in_(in_lobby), (_tables.id == table) & or_(*challenges))
    return Write((), guard=delete(schema.tables).where(_tables.seq == 0, unwanted))


def remove_unclaimed(now_ms: int, *conditions: ColumnElement[bool]) -> Executable:
    """Return the statement that removes tables whose seat is neither taken nor claimed."""
    unwanted = _unclaimed(now_ms, *conditions)
    # Seats and the place in the lobby go with their table.
    return delete(schema.tables).where(_tables.seq == 0, _tables.id.in_(unwanted))


def _unclaimed(now_ms: int, *conditions: ColumnElement[bool]) -> Select[tuple[str]]:
    return (
        select(_public.table_id)
        .select_from(schema.public_tables.join(schema.tables))
        .where(_tables.seq == 0, _public.claimed_ms < now_ms - CLAIM_MS, *conditions)
    )


def note_present(here: Sequence[str], now_ms: int) -> Executable:
    """Return the statement that stores which openers are present: in `here`, or by process."""
    return (
        update(schema.public_tables)
        .where(or_(_is_present(), _public.table_id.in_(list(here))))
        .values(seen_ms=now_ms)
    )


def read_waiting(connection: Connection) -> tuple[str, ...]:
    """Return the tables whose opener has to be connected."""
    found = connection.execute(
        select(_public.table_id)
        .select_from(schema.public_tables.join(schema.tables))
        .where(_tables.seq == 0, _public.slow == 0)
    )
    return tuple(row.table_id for row in found)


def clear_out(connection: Connection, now_ms: int, *, slow_games: bool) -> int:
    """Remove seats whose opener is gone or that are too old, and forget games that are over.

    Without `slow_games` no seat for one waits any longer.

    Returns how many seats were removed.
    """
    old = or_(
        (_public.slow == 0) & (_public.seen_ms < now_ms - RETURN_MS),
        (_public.slow == 1) & (_public.opened_ms < now_ms - (SLOW_MS if slow_games else 0)),
    )
    removed = connection.execute(remove_unclaimed(now_ms, old)).rowcount
    over = (
        select(_tables.id)
        .where(_tables.id == _public.table_id, _tables.seq > 0)
        .where(
            or_(
                _tables.updated_ms < now_ms - SLOW_MS,
                (_tables.updated_ms < now_ms - WATCHED_MS)
                & exists().where(schema.records.c.table_id == _tables.id),
                (_tables.updated_ms < now_ms - 6 * WATCHED_MS) & (_public.slow == 0),
            )
        )
        .exists()
    )
    connection.execute(delete(schema.public_tables).where(over))
    return removed
