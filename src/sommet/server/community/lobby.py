"""The lobby: finding an opponent among strangers, and games to watch."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial

from pydantic import BaseModel
from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community import open_seats
from sommet.server.community.changes import remove_table
from sommet.server.community.listing import describe_open_seat, describe_running
from sommet.server.community.open_seats import SeatSearch
from sommet.server.community.pairing_queue import PairingQueue, Seeker
from sommet.server.community.running_games import read_running
from sommet.server.community.seekers import Guest, NewSeat, OpenSeatRow, SeatFoundFor
from sommet.server.protocol import community
from sommet.server.storage import player_relations, queries
from sommet.server.storage.accounts import Account
from sommet.server.storage.bots import mark_dormant, read_expired, remove_challenge
from sommet.server.storage.players import read_rating
from sommet.server.storage.rating_model import Rating
from sommet.server.storage.ratings import account_player, bot_player, read_ratings
from sommet.server.storage.setup import TableSetup
from sommet.server.storage.store import Conflict, Unavailable, Unsettled, Write
from sommet.server.tables.open_request import check_wanted
from sommet.server.tables.rated import pool_of, rules_of
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.seats import SeatHolder, describe_seat, sit_down
from sommet.server.tokens import hash_token, new_id, token_from

_log = logging.getLogger(__name__)

_TIDY_S = 10.0
#: The database is queried for the lobby at most once in this time.
_FRESH_S = 1.0
SEATS_SHOWN = 100
GAMES_SHOWN = 12
MORE_GAMES_SHOWN = 60
#: Attempts to find another seat when one was given to two players at once.
_TRIES = 5
_GUEST = SeatHolder()


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest, program or account that wants a seat.

    Attributes:
        guest: Who they are, as hashes.
        secret: What the token of their seat is made from.
        holder: As whom they sit down: a guest without a name, a program, or an account.
    """

    guest: Guest
    secret: str
    holder: SeatHolder = _GUEST

    def token_at(self, table_id: str) -> str:
        """Return the token for their seat at a table."""
        return token_from(self.secret, table_id)

    def hash_at(self, table_id: str) -> str:
        """Return the hash of that token, which is what is stored."""
        return hash_token(self.token_at(table_id))


class _Shown:
    """An answer that is the same for everybody, at most a moment old."""

    def __init__(self, make: Callable[[], Awaitable[BaseModel]]) -> None:
        self._make = make
        self._text: bytes | None = None
        self._made_s = 0.0
        self._making = asyncio.Lock()

    async def read(self) -> bytes:
        async with self._making:
            if self._text is None or time.monotonic() - self._made_s > _FRESH_S:
                self._text = (await self._make()).model_dump_json().encode()
                self._made_s = time.monotonic()
            return self._text


class Lobby:
    """The lobby of all processes on one database, seen from one of them."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._services = registry.services
        self._lobby = _Shown(self._read_lobby)
        self._running = _Shown(self._read_running)
        self._queue = PairingQueue(registry)
        self._tidying: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start removing abandoned seats regularly."""
        self._tidying = asyncio.ensure_future(self._tidy_regularly())

    async def close(self) -> None:
        """Stop the background task."""
        if self._tidying is not None:
            self._tidying.cancel()
            await asyncio.gather(self._tidying, return_exceptions=True)

    # What everybody sees.

    async def read_shown(self) -> bytes:
        """Return the lobby as JSON, at most a moment old.

        Raises:
            Unavailable: the database is away.
        """
        return await self._lobby.read()

    async def read_running(self) -> bytes:
        """Return the running games as JSON, at most a moment old.

        Raises:
            Unavailable: the database is away.
        """
        return await self._running.read()

    async def _read_lobby(self) -> community.Lobby:
        now_ms = self._services.server_clock.now_ms()
        store, tables = self._services.store, self._registry
        seats = await store.read(lambda c: open_seats.read_open(c, now_ms, tables, SEATS_SHOWN))
        known = await self._read_ratings(seats)
        # One more than shown tells whether there are more.
        games = await self._read_games(GAMES_SHOWN + 1)
        listed = []
        for seat in seats:
            try:
                listed.append(describe_open_seat(seat, known))
            except Exception as error:
                tables.damaged.add(seat.table, error)  # and the others are listed
        self._services.metrics.open_seats.set(len(listed))
        more = len(games) > GAMES_SHOWN
        return community.Lobby(seats=listed, games=games[:GAMES_SHOWN], more=more)

    async def _read_running(self) -> community.RunningGames:
        return community.RunningGames(games=await self._read_games(MORE_GAMES_SHOWN))

    async def _read_games(self, most: int) -> list[community.RunningGame]:
        now_ms, ratings = self._services.server_clock.now_ms(), self._services.settings.ratings
        ids = await self._services.store.read(
            lambda c: read_running(c, now_ms, most, ratings=ratings)
        )
        games = []
        for table_id in ids:
            try:
                table = await self._registry.find(table_id)
            except Refused:
                continue
            if table.session.outcome is None:
                games.append(describe_running(table))
        return games

    async def _read_ratings(self, seats: Sequence[OpenSeatRow]) -> dict[tuple[str, str], Rating]:
        """Return the ratings of waiting programs and accounts, by pool and player."""
        players = {bot_player(seat.bot_id) for seat in seats if seat.bot_id is not None}
        players |= {
            account_player(seat.account_id) for seat in seats if seat.account_id is not None
        }
        if not players or not self._services.settings.ratings:
            return {}
        found = await self._services.store.read(lambda c: read_ratings(c, sorted(players)))
        return {(each.pool, each.player): each.rating for each in found}

    # Sitting down.

    async def find(
        self, body: community.FindOpponent, account: Account | None = None
    ) -> community.SeatFound:
        """Give a visitor the longest waiting seat that fits, or open one for them.

        Raises:
            Refused: it cannot be played that way, they have too many seats, or nothing was stored.
        """
        if body.opponents is not None and account is None:
            raise Refused("signed_out")
        visitor = visitor_of(body.guest, body.key, account, rated=body.rated)
        new = self._prepare(visitor, body)
        visitor = await self._with_rating(visitor, new.row.setup)
        if body.opponents is not None:
            new = replace(new, opponents=(body.opponents.least, body.opponents.most))
        for _ in range(_TRIES):
            if account is None and not new.slow:
                given = await self._queue.find(Seeker(visitor.guest, new, visitor.hash_at))
            else:
                search = self._search(visitor.guest)
                given = await self._put(search, search.find(new))
            if given.begun:
                seat = describe_seat(given.table, visitor.token_at(given.table), None)
                return community.SeatFound(seat=seat, playing=True)
            if given.opened:
                return await self._waiting(given.table, visitor, new)
            found = await self._sit_down(given.table, visitor)
            if found is not None:
                return found
        raise Refused("unavailable")

    async def open(
        self, visitor: Visitor, body: community.WantedGame, seats: int
    ) -> community.SeatFound:
        """Open a seat for a program, up to its limit of open seats.

        Raises:
            Refused: it cannot be played that way, it has too many, or nothing was stored.
        """
        new = self._prepare(visitor, body)
        search = self._search(visitor.guest)
        given = await self._put(search, search.open(new, seats))
        if not given.opened:
            raise Refused("invite_used")  # the key was used to sit down elsewhere
        return await self._waiting(given.table, visitor, new)

    async def take(self, table_id: str, visitor: Visitor) -> community.SeatFound:
        """Give a visitor the seat they chose in the lobby.

        Raises:
            Refused: another player has it, it is their own, or nothing was stored.
        """
        self._registry.damaged.check(table_id)
        if visitor.holder.account is not None:
            table = await self._registry.find(table_id)
            visitor = await self._with_rating(visitor, table.setup)
        search = self._search(visitor.guest)
        given = await self._put(search, search.take(table_id))
        found = None
        if not given.opened and given.table == table_id:
            found = await self._sit_down(table_id, visitor)
        if found is None:
            self._registry.damaged.check(table_id)
            raise Refused("invite_used")
        return found

    async def _with_rating(self, visitor: Visitor, setup: TableSetup) -> Visitor:
        """Return a visitor with the account's rating for such a game."""
        account, pool = visitor.holder.account, pool_of(setup, people=True)
        if account is None:
            return visitor
        rating = await self._services.store.read(
            lambda c: read_rating(c, account_player(account), pool)
        )
        return replace(visitor, guest=replace(visitor.guest, rating=rating.shown))

    def _prepare(self, visitor: Visitor, body: community.WantedGame) -> NewSeat:
        setup = check_wanted(body, slow_games=self._services.settings.slow_games)
        table_id, now_ms = new_id(), self._services.server_clock.now_ms()
        holder = visitor.holder.seat(0, visitor.hash_at(table_id))
        row = queries.new_table(table_id, now_ms, setup, "", holder)
        return NewSeat(row, pairing_key(setup), setup.is_slow)

    def _search(self, guest: Guest) -> SeatSearch:
        now_ms = self._services.server_clock.now_ms()
        return SeatSearch(guest, now_ms, self._registry)

    async def _put(self, search: SeatSearch, write: Write) -> SeatFoundFor:
        try:
            await self._services.store.put(write)
        except Unavailable as error:
            raise Refused("unavailable") from error
        except Unsettled as error:
            raise Refused("unsettled") from error
        if search.refused is not None:
            raise search.refused
        assert search.given is not None
        return search.given

    async def _waiting(self, table_id: str, visitor: Visitor, new: NewSeat) -> community.SeatFound:
        """Return the opener's seat; if the request is repeated, an opponent may have joined."""
        if table_id == new.row.id:
            self._registry.register_new(new.row)
        table = await self._registry.find(table_id)
        return community.SeatFound(
            seat=describe_seat(table_id, visitor.token_at(table_id), None),
            playing=table.session.complete,
        )

    async def _sit_down(self, table_id: str, visitor: Visitor) -> community.SeatFound | None:
        """Take a seat that was claimed; None if it is gone after all."""
        now_ms = self._services.server_clock.now_ms()
        try:
            table = await self._registry.find(table_id)
            before = table.session.complete
            seat = await sit_down(
                table,
                visitor.token_at(table_id),
                visitor.holder,
                now_ms,
                open_seats.forget_guest(table_id),
            )
        except Refused as refused:
            if refused.code not in ("invite_used", "no_such_table", "table_damaged"):
                raise
            await self._services.store.write(open_seats.release(table_id, visitor.guest))
            return None
        if not before:
            self._services.metrics.pairings.labels(table.setup.game).inc()
        return community.SeatFound(seat=seat, playing=True)

    async def withdraw(self, table_id: str, token: str) -> bool:
        """Remove an open seat; return False if another player sat down first.

        Raises:
            Refused: there is no such table, or the seat is another player's.
        """
        table = await self._registry.find(table_id)
        if await self._registry.find_player(table, token) != 0:
            raise Refused("bad_token")
        now_ms = self._services.server_clock.now_ms()
        try:
            await self._services.store.put(open_seats.withdraw(table_id, now_ms))
        except Conflict:
            return False
        except Unavailable as error:
            raise Refused("unavailable") from error
        except Unsettled as error:
            raise Refused("unsettled") from error
        self._registry.forget(table_id)
        table.audience.end_all()
        self._services.metrics.seats_withdrawn.labels("withdrawn").inc()
        return True

    # Tidying.

    async def _tidy_regularly(self) -> None:
        while True:
            await asyncio.sleep(_TIDY_S)
            try:
                await self.tidy()
            except (Unavailable, Unsettled):
                continue  # it will be tried again
            except Exception:
                _log.exception("the lobby could not be tidied; it will be tried again")

    async def tidy(self) -> None:
        """Remove seats whose opener has gone, and those that are too old."""
        store, now_ms = self._services.store, self._services.server_clock.now_ms()
        waiting = await store.read(open_seats.read_waiting)
        here = [table_id for table_id in waiting if self._registry.is_opener_here(table_id)]
        removed = 0

        def clear(connection: Connection) -> bool:
            nonlocal removed
            removed = open_seats.clear_out(
                connection, now_ms, slow_games=self._services.settings.slow_games
            )
            mark_dormant(connection, now_ms)
            return True

        await store.write(open_seats.note_present(here, now_ms))
        await store.put(Write((), check=clear))
        for read, remove in (
            (read_expired, remove_challenge),
            (player_relations.read_expired, player_relations.remove_challenge),
        ):
            for table_id in await store.read(partial(read, now_ms=now_ms)):
                with suppress(Refused):  # it was answered after all, or cannot be read
                    work = partial(_expire, remove=remove, table=table_id)
                    await remove_table(self._registry, table_id, work)
        seats = await store.read(
            lambda c: open_seats.read_open(c, now_ms, self._registry, SEATS_SHOWN)
        )
        self._services.metrics.open_seats.set(len(seats))
        if removed:
            self._services.metrics.seats_withdrawn.labels("gone").inc(removed)


def _expire(connection: Connection, remove: Callable[[Connection, str], bool], table: str) -> None:
    if not remove(connection, table):
        raise Refused("no_such_challenge")


def visitor_of(
    secret: str, key: str, account: Account | None = None, *, rated: bool = True
) -> Visitor:
    """Return a visitor from a browser's secret and a request's key: a guest or an account."""
    if account is None:
        return Visitor(Guest(hash_token(secret), hash_token(key)), key)
    # The same person on every device, so that nobody meets themselves.
    guest = Guest(hash_token(f"account {account.id}"), hash_token(key), account=account.id)
    return Visitor(guest, key, SeatHolder(account.name, account=account.id, counts=rated))


def pairing_key(setup: TableSetup) -> str:
    """Return a key that is the same for all requests with the same rules and clock."""
    control = setup.control
    terms = [*rules_of(setup), None if control is None else asdict(control)]
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()
