"""All tables of a server: opening, joining, finding, and waking them after a restart."""

import asyncio
import logging
import secrets
from dataclasses import replace

from sommet.match import events as ev
from sommet.match.clock import TimeControl
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.server import catalogue
from sommet.server.live import LiveTable
from sommet.server.protocol import http
from sommet.server.protocol.base import RulingValue
from sommet.server.services import Services
from sommet.server.setup import TableSetup
from sommet.server.storage import rows
from sommet.server.tokens import hash_token, matches, new_id, new_token

_log = logging.getLogger(__name__)

_PULSE_S = 2.0
_SWEEP_S = 30.0
#: Time for players to find their way back after a restart, before clocks run again.
_RETURN_GRACE_MS = 3000


class Hall:
    """Every table. Those in use are in memory; all are in the database."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._chores: list[asyncio.Task[None]] = []

    # From start to end.

    async def wake(self) -> None:
        """Take over where the last server stopped: clocks run and computers think again."""
        store = self.services.store
        alive_ms = await store.read(rows.read_pulse)
        for table_id in await store.read(rows.read_attention):
            table = await self.find(table_id)
            await self._resume(table, alive_ms)
        self._chores = [
            asyncio.ensure_future(self._keep_pulse()),
            asyncio.ensure_future(self._sweep()),
        ]

    async def _resume(self, table: LiveTable, alive_ms: int | None) -> None:
        def decide(session: Session) -> tuple[ev.Event, ...]:
            clock = session.clock
            if clock is None or clock.running is None or session.outcome is not None:
                return ()
            now_ms = self.services.wall.now_ms()
            down_ms = now_ms - max(alive_ms or 0, clock.at_ms)
            return (ev.Resumed(now_ms, max(0, down_ms) + _RETURN_GRACE_MS),)

        await table.act(decide)
        table.schedule()

    async def close(self) -> None:
        """Stop everything that happens by itself; what happened is on disk."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        running = any(table.has_running_clock for table in self._tables.values())
        for table in self._tables.values():
            table.stop()
        if running:
            await self.services.store.write(*rows.keep_pulse(self.services.wall.now_ms()))

    async def _keep_pulse(self) -> None:
        while True:
            await asyncio.sleep(_PULSE_S)
            if any(table.has_running_clock for table in self._tables.values()):
                await self.services.store.write(*rows.keep_pulse(self.services.wall.now_ms()))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_S)
            limit = self.services.wall.now_ms() - self.services.settings.idle_table_s * 1000
            for table in list(self._tables.values()):
                if table.is_idle and table.idle_since_ms < limit:
                    table.stop()
                    del self._tables[table.id]
            self.services.metrics.tables.set(len(self._tables))

    # Finding.

    def at_hand(self) -> tuple[LiveTable, ...]:
        """Return the tables in memory: all on which something may be going on."""
        return tuple(self._tables.values())

    async def find(self, table_id: str) -> LiveTable:
        """Return a table, from memory or the database.

        Raises:
            Refused: there is no such table.
        """
        table = self._tables.get(table_id)
        if table is not None:
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        found = await asyncio.shield(loading)
        if found is None:
            raise Refused("no_such_table")
        return found

    async def _load(self, table_id: str) -> LiveTable | None:
        row = await self.services.store.read(lambda c: rows.read_table(c, table_id))
        if row is None:
            return None
        return self._keep(LiveTable(self.services, row))

    def _keep(self, table: LiveTable) -> LiveTable:
        self._tables[table.id] = table
        self.services.metrics.tables.set(len(self._tables))
        return table

    def player_of(self, table: LiveTable, token: str) -> int:
        """Return which player holds `token`.

        Raises:
            Refused: nobody does.
        """
        found = None
        # Both are compared whatever the first says, so that time tells nothing.
        for player, hashed in enumerate(table.token_hashes):
            if hashed is not None and matches(token, hashed):
                found = player
        if found is None:
            raise Refused("bad_token")
        return found

    # Opening and joining.

    async def open(self, wish: http.CreateTable) -> http.TableCreated:
        """Open a table as wished.

        Raises:
            Refused: it cannot be played that way.
        """
        setup = check_wish(wish)
        table_id, token, now_ms = new_id(), new_token(), self.services.wall.now_ms()
        invite = new_token() if setup.mode == "friend" else None
        invite_hash = "" if invite is None else hash_token(invite)
        seat = rows.SeatRow(0, hash_token(token), wish.name)
        row = rows.TableRow(table_id, now_ms, now_ms, setup, invite_hash, (seat,), ())
        await self.services.store.write(
            rows.open_table(table_id, setup, invite_hash, now_ms, attention=False),
            rows.take_seat(table_id, seat),
        )
        table = self._keep(LiveTable(self.services, row))
        if setup.mode != "friend":
            first = _first_player(setup)
            await table.act(lambda session: session.start(first, at_ms=now_ms))
        self.services.metrics.tables_opened.labels(setup.game, setup.mode).inc()
        _log.info("table %s opened: %s, %s", table_id, setup.kind, setup.mode)
        return _created(table_id, token, invite)

    async def join(self, table_id: str, wish: http.JoinTable) -> http.TableCreated:
        """Take the open place at a table and begin the game.

        Raises:
            Refused: there is no such table or invitation, or the place is taken.
        """
        table = await self.find(table_id)
        if not table.invite_hash:
            # An invitation that was used is not told apart from one that never was.
            raise Refused("invite_used" if table.setup.mode == "friend" else "bad_invite")
        if not matches(wish.invite, table.invite_hash):
            raise Refused("bad_invite")
        token = new_token()
        seat = rows.SeatRow(1, hash_token(token), wish.name)
        first = _first_player(table.setup)

        def decide(session: Session) -> tuple[ev.Event, ...]:
            now_ms = self.services.wall.now_ms()
            joined = session.join(wish.name, at_ms=now_ms)
            # Known before the others are told that somebody came.
            table.names[1] = wish.name
            return (*joined, *session.apply_all(joined).start(first, at_ms=now_ms))

        await table.act(decide, rows.take_seat(table_id, seat), rows.use_invite(table_id))
        table.token_hashes[1] = seat.token_hash
        table.invite_hash = ""
        return _created(table_id, token, None)


def _first_player(setup: TableSetup) -> int:
    """Return who sits on seat 0: as chosen, else by lot. Ruling PYL-R4."""
    if setup.mode in ("hotseat", "solo"):
        return 0
    if setup.seat == "lot":
        return secrets.randbelow(2)
    return 0 if setup.seat == "light" else 1


def _created(table_id: str, token: str, invite: str | None) -> http.TableCreated:
    return http.TableCreated(
        table=table_id,
        token=token,
        links=http.TableLinks(
            play=f"/play/{table_id}#{token}",
            invite=None if invite is None else f"/join/{table_id}#{invite}",
            watch=f"/watch/{table_id}",
        ),
    )


def check_wish(wish: http.CreateTable) -> TableSetup:
    """Return the setup that a wish describes.

    Raises:
        Refused: it cannot be played that way.
    """
    offer = catalogue.offer_of(wish.game)
    if wish.mode not in offer.modes:
        raise Refused("no_such_mode")
    preset = wish.preset or offer.default_preset
    if preset not in {known.name for known in offer.presets}:
        raise Refused("no_such_preset", preset=preset)
    rulings = _check_rulings(wish, offer)
    control = None
    if wish.clock is not None:
        if wish.mode == "solo":
            raise Refused("clock_needs_two")
        initial_ms = max(1, round(wish.clock.minutes * 60_000))
        control = TimeControl(initial_ms, wish.clock.increment_s * 1000)
    setup = TableSetup(
        game=wish.game,
        mode=wish.mode,
        preset=preset,
        rulings=rulings,
        seat=wish.seat if offer.seats else "lot",
        control=control,
    )
    if wish.mode == "computer":
        return replace(setup, opponent=_check_opponent(wish, offer))
    return setup


def _check_rulings(wish: http.CreateTable, offer: http.GameOffer) -> dict[str, RulingValue]:
    known = {ruling.name: ruling for ruling in offer.rulings}
    for name, value in wish.rulings.items():
        ruling = known.get(name)
        if ruling is None:
            raise Refused("no_such_ruling", name=name)
        listed = any(value == c and type(value) is type(c) for c in ruling.choices)
        counted = ruling.any_count and type(value) is int and 2 <= value <= 1000
        if not (listed or counted):
            raise Refused("no_such_setting", name=name, value=str(value))
    return dict(wish.rulings)


def _check_opponent(wish: http.CreateTable, offer: http.GameOffer) -> str:
    # Only those on offer: other bots may think for as long as their name says.
    spec = wish.opponent or offer.default_opponent
    if spec not in {opponent.spec for opponent in offer.opponents}:
        raise Refused("no_such_opponent", opponent=spec)
    return spec
