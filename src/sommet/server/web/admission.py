"""Admission: who may connect, how much they may send, and how they are asked to leave.

Addresses are known here only as hashes that mean nothing outside this process (see
`security.client_of`), and only for as long as limits need them. How many games an address has
open counts over all processes on one database: for that they agree on a key, which they send each
other and store nowhere. The oldest key counts; processes that start later adopt it.
"""

import asyncio
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from starlette.types import Scope

from sommet.match.refused import Refused
from sommet.server.cluster.bus import News
from sommet.server.settings import Settings
from sommet.server.web.rate_limits import NETWORK_SHARE, Buckets, Client, Counts
from sommet.server.web.security import client_of, is_own_origin
from sommet.server.web.websocket_transport import WebSocketTransport

#: Unfinished games count against the address that opened them for this long.
_DAY_S = 24 * 60 * 60.0
_REMEMBERED_S = _DAY_S
_KEPT_ADDRESSES = 10_000
_KEPT_SEATS = 50_000
#: Tables in one item, and the share of its limit from which new processes get an address.
_SENT_AT_ONCE = 100
_WORTH_SENDING = 0.25
#: How many greetings a seat may send.
_GREETINGS_PER_S, _GREETINGS_AT_ONCE = 0.1, 3
#: WebSocket close code: the service restarts, reconnect.
RESTARTING = 1012


class Admission:
    """The limits of one process, for every address and every seat."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._connections = Counts(settings.max_connections_per_address, settings.max_connections)
        self._inside: set[Meter] = set()
        self._connects = Buckets(settings.connects_per_second, settings.connect_burst)
        self._sockets = Counts(
            settings.max_http_connections_per_address, settings.max_http_connections
        )
        self._open_sockets = 0
        self._by_address = Buckets(
            settings.messages_per_second_per_address, settings.message_burst_per_address
        )
        self._by_seat = Buckets(
            settings.messages_per_second, settings.message_burst, keep=_KEPT_SEATS
        )
        self._openings = Buckets(settings.tables_per_minute / 60, settings.tables_per_minute)
        self._uploads = Buckets(settings.uploads_per_day / _DAY_S, settings.uploads_per_day)
        self._greetings = Buckets(_GREETINGS_PER_S, _GREETINGS_AT_ONCE, keep=_KEPT_SEATS)
        self._accounts = Buckets(settings.accounts_per_day / _DAY_S, settings.accounts_per_day)
        guests = settings.guest_challenges_per_day
        self._guests = Buckets(guests / _DAY_S, guests)
        self._opened: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._key = (time.time_ns() // 1_000_000, secrets.token_hex(32))
        #: Sends news to the other processes; set by the registry.
        self.publish: Callable[[Sequence[Any]], None] = lambda _: None
        self.draining = False

    def client(self, scope: Scope) -> Client:
        """Return the client of a request."""
        return client_of(scope, proxies=self._settings.proxies)

    def site_client(self, scope: Scope) -> Client:
        """Return the client of a request, the same in every process on one database."""
        return client_of(scope, proxies=self._settings.proxies, key=bytes.fromhex(self._key[1]))

    # HTTP connections, before anybody knows what they want.

    @property
    def request_timeout_s(self) -> float:
        """How long a request, or its body, may take to arrive."""
        return self._settings.request_timeout_s

    def open_socket(self, peer: str) -> bool:
        """Count an HTTP connection in, or return False: there are too many."""
        client = self._peer(peer)
        if self._open_sockets >= self._settings.max_http_connections:
            return False
        if client is not None:
            if self._sockets.is_full(client):
                return False
            self._sockets.add(client, 1)
        self._open_sockets += 1
        return True

    def close_socket(self, peer: str) -> None:
        """Count an HTTP connection out."""
        client = self._peer(peer)
        if client is not None:
            self._sockets.add(client, -1)
        self._open_sockets -= 1

    def _peer(self, peer: str) -> Client | None:
        """Return the client of a connection; None behind a proxy, where it is always the proxy."""
        if self._settings.proxies:
            return None
        return client_of({"client": (peer, 0), "headers": []}, proxies=0)

    # The other processes.

    def announce(self) -> None:
        """Send our key to the others; a process with an older one answers."""
        self.publish([[News.ADDRESS_KEY, *self._key]])

    def receive(self, item: Sequence[Any]) -> None:
        """Handle news from another process, or from this one."""
        match item:
            case [News.ADDRESS_KEY, int(since_ms), str(key)] if (since_ms, key) < self._key:
                self._key = (since_ms, key)
                self._opened.clear()  # known by names that nobody else understands
            case [News.ADDRESS_KEY, int(since_ms), str(key)] if (since_ms, key) > self._key:
                self.publish([[News.ADDRESS_KEY, *self._key], *self._busy()])
            case [News.ADDRESS, str(address), tables]:
                self._note_opened(address, tables)

    def _busy(self) -> Iterator[list[Any]]:
        """Yield what a new process should know: addresses that are close to their limit."""
        least = self._settings.max_open_tables_per_address * _WORTH_SENDING
        for address, opened in self._opened.items():
            tables = list(opened)
            if len(tables) >= least:
                for start in range(0, len(tables), _SENT_AT_ONCE):
                    yield [News.ADDRESS, address, tables[start : start + _SENT_AT_ONCE]]

    # Connections.

    def may_connect(self, scope: Scope) -> bool:
        """Take one connect from the client; return whether it had one."""
        return self._connects.take_for(self.client(scope), time.monotonic())

    def enter(self, scope: Scope, table: str) -> "Meter":
        """Count a connection in, and return its limits; it may already exceed them."""
        settings = self._settings
        client = self.client(scope)
        refused = None
        if not is_own_origin(scope, settings.origins):
            refused = Refused("origin")
        elif len(self._inside) >= settings.max_connections or self._connections.is_full(client):
            refused = Refused("server_busy")
        meter = Meter(self, client, table, refused)
        self._connections.add(client, 1)
        self._inside.add(meter)
        return meter

    def leave(self, meter: "Meter", client: Client) -> None:
        """Count a connection out, once."""
        if meter in self._inside:
            self._inside.discard(meter)
            self._connections.add(client, -1)

    def take_message(self, client: Client, seat: str | None, at_s: float) -> bool:
        """Return whether the client, and the seat if there is one, may send one more message."""
        mine = self._by_address.take_for(client, at_s)
        return mine and (seat is None or self._by_seat.take(seat, at_s))

    def may_greet(self, seat: str) -> bool:
        """Return whether a seat may send one more greeting."""
        return self._greetings.take(seat, time.monotonic())

    async def drain(self, seconds: float) -> None:
        """Accept nobody new, and close all connections over `seconds`, a few at a time."""
        self.draining = True
        leaving = list(self._inside)
        random.shuffle(leaving)
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number, meter in enumerate(leaving):
            # Load balancers need a moment to see that this process is no longer ready.
            due = began + seconds * (0.4 + 0.5 * number / len(leaving))
            await asyncio.sleep(max(0.0, due - loop.time()))
            if meter.line is not None:
                meter.line.end(RESTARTING)
        await asyncio.sleep(max(0.0, began + seconds - loop.time()))

    # Opening games.

    def check_rate(self, scope: Scope) -> None:
        """Take one opening from the address.

        Raises:
            Refused: it has opened, joined or uploaded too much in the last minute.
        """
        if not self._openings.take_for(self.client(scope), time.monotonic()):
            raise Refused("too_many_requests")

    def check_upload(self, scope: Scope) -> None:
        """Take one upload from the client.

        Raises:
            Refused: it has uploaded as much as it may in a day.
        """
        if not self._uploads.take_for(self.client(scope), time.monotonic()):
            raise Refused("too_many_uploads")

    def check_account(self, scope: Scope) -> None:
        """Take one new account from the client.

        Raises:
            Refused: it has made as many as it may in a day.
        """
        if not self._accounts.take_for(self.client(scope), time.monotonic()):
            raise Refused("too_many_accounts")

    def check_guest(self, scope: Scope) -> None:
        """Take one challenge by a guest from the client.

        Raises:
            Refused: it has made as many as it may in a day.
        """
        if not self._guests.take_for(self.client(scope), time.monotonic()):
            raise Refused("guests_enough")

    def unfinished(self, scope: Scope) -> tuple[str, ...]:
        """Return the tables that the client opened lately and that are not known to be over.

        Those of its whole network if that is what has too many.
        """
        client = self.site_client(scope)
        mine = self._lately(client.address)
        if len(mine) < self._settings.max_open_tables_per_address and client.network is not None:
            theirs = self._lately(client.network)
            if len(theirs) >= self._settings.max_open_tables_per_address * NETWORK_SHARE:
                return theirs
        return mine

    def _lately(self, key: str) -> tuple[str, ...]:
        opened = self._opened.get(key, {})
        limit = time.monotonic() - _REMEMBERED_S
        for table in [table for table, at_s in opened.items() if at_s < limit]:
            del opened[table]
        return tuple(opened)

    def is_full(self, scope: Scope) -> bool:
        """Return whether the client has as many unfinished tables as it may have."""
        return len(self.unfinished(scope)) >= self._settings.max_open_tables_per_address

    def note_opened(self, scope: Scope, table: str) -> None:
        """Remember that the client opened a table, here and in the other processes."""
        client = self.site_client(scope)
        for key in filter(None, (client.address, client.network)):
            self._note_opened(key, [table])
            self.publish([[News.ADDRESS, key, [table]]])

    def _note_opened(self, key: str, tables: Sequence[str]) -> None:
        opened = self._opened.setdefault(key, {})
        for table in tables:
            opened.setdefault(table, time.monotonic())
        self._opened.move_to_end(key)
        if len(self._opened) > _KEPT_ADDRESSES:
            self._opened.popitem(last=False)

    def note_over(self, scope: Scope, tables: Collection[str]) -> None:
        """Forget tables of the client at which a game was finished."""
        client = self.site_client(scope)
        for key in filter(None, (client.address, client.network)):
            opened = self._opened.get(key, {})
            for table in tables:
                opened.pop(table, None)


class Meter:
    """Limits the messages of one connection, together with its neighbours'.

    Attributes:
        refused: Why the connection may not stay, or None.
        line: The connection, once it is open.
    """

    __slots__ = ("_admission", "_client", "_table", "line", "refused")

    def __init__(
        self, admission: Admission, client: Client, table: str, refused: Refused | None
    ) -> None:
        self._admission = admission
        self._client = client
        self._table = table
        self.refused = refused
        self.line: WebSocketTransport | None = None

    def leave(self) -> None:
        """Count the connection out."""
        self._admission.leave(self, self._client)
        self.line = None

    def may_greet(self, player: int) -> bool:
        """Return whether a player may send one more greeting."""
        return self._admission.may_greet(f"{self._table}:{player}")

    def take(self, player: int | None, at_s: float) -> bool:
        """Return whether one more message is allowed; `player` is None for a spectator."""
        seat = None if player is None else f"{self._table}:{player}"
        return self._admission.take_message(self._client, seat, at_s)
