"""The WebSocket: one connection, from `hello` to the end."""

import asyncio
import logging
import random
import re
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError
from websockets.frames import CloseCode

from sommet.match.refused import Refused
from sommet.server.cluster.bus import News
from sommet.server.observe.tracing import CURRENT
from sommet.server.protocol import messages
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.refusals import refuse_message, wire_refusal
from sommet.server.storage.player_relations import are_apart
from sommet.server.tables.deciding import IntentContext, decide
from sommet.server.tables.listeners.viewer import Viewer
from sommet.server.tables.live import LiveTable
from sommet.server.tables.seats import hand_back
from sommet.server.web.admission import Meter
from sommet.server.web.rate_limits import Bucket
from sommet.server.web.websocket_transport import WebSocketTransport

if TYPE_CHECKING:
    from sommet.server.tables.registry import TableRegistry

_log = logging.getLogger(__name__)
_READER: TypeAdapter[messages.ClientMessage] = TypeAdapter(messages.ClientMessage)
#: Messages that may be waiting; no more are read meanwhile.
_MAX_WAITING = 32
#: A table that changes under the hand is loaded anew so often for one `hello`.
_TRIES = 3
_ENDING = frozenset({"too_many_requests", "too_large"})
_ID = re.compile(r'"id"\s*:\s*(\d{1,16})\s*[,}]')


def read_message(text: str) -> messages.ClientMessage:
    """Return the message in `text`.

    Raises:
        Refused: it is none; the reason says where it is wrong.
    """
    try:
        # Strictly: `true` is not a number, though Python counts with it.
        return _READER.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise refuse_message(first["type"], where, first["msg"]) from None


def find_id(text: str) -> int | None:
    """Return the id of an invalid message if it can be found, for its refusal."""
    found = _ID.search(text)
    return None if found is None else int(found[1])


class Connection:
    """One WebSocket. Messages are handled one after the other, without a task of their own."""

    __slots__ = (
        "_bucket",
        "_heard_at",
        "_inbox",
        "_last_id",
        "_line",
        "_meter",
        "_probe",
        "_probed_at",
        "_registry",
        "_table",
        "_table_id",
        "_timer",
        "_trace",
        "_working",
        "lag_ms",
        "viewer",
    )

    def __init__(
        self, registry: "TableRegistry", line: WebSocketTransport, table_id: str, meter: Meter
    ) -> None:
        """Take a connection that was accepted."""
        self.viewer = Viewer(None)
        self.lag_ms = 0
        self._registry = registry
        self._table_id = table_id
        self._meter = meter
        self._table: LiveTable | None = None
        #: Messages, and when they arrived: what they wait for counts for nobody's clock.
        self._inbox: list[tuple[str | bytes, int]] | None = None
        self._working: asyncio.Task[None] | None = None
        self._last_id = 0
        self._probe = 0
        self._trace = CURRENT.get()
        settings = registry.services.settings
        loop = asyncio.get_running_loop()
        self._probed_at = self._heard_at = loop.time()
        self._bucket = Bucket.full(
            settings.messages_per_second, settings.message_burst, loop.time()
        )
        registry.services.metrics.connections.inc()
        self._timer = loop.call_later(settings.hello_timeout_s, self._look_after)
        self._line = line
        meter.line = line

    def send(self, text: str) -> None:
        """Send a message; a connection that no longer reads is closed."""
        self._line.send_text(text)

    def end(self) -> None:
        """Close the connection; the client may reconnect."""
        self._line.end()

    def reject(self, refused: Refused) -> None:
        """Send a fatal refusal, and close the connection."""
        self._refuse(None, refused, fatal=True)
        self._line.end()
        self._meter.leave()

    def lost(self) -> None:
        """Clean up after the connection was closed."""
        self._timer.cancel()
        self._inbox = None
        if self._table is not None:
            self._table.audience.leave(self)
        self._meter.leave()
        self._registry.services.metrics.connections.dec()

    def _look_after(self) -> None:
        """Measure the lag regularly, and close silent connections."""
        loop = asyncio.get_running_loop()
        settings = self._registry.services.settings
        table = self._table
        if table is None:
            if self._working is None:
                self._give_up("hello", "no hello in time")
            else:  # it said hello, and its table is being loaded
                self._timer = loop.call_later(settings.hello_timeout_s, self._look_after)
            return
        if loop.time() - self._heard_at > settings.silence_limit_s:
            self._give_up("silence", "silent for too long")
            return
        # Lag matters only with a clock; otherwise any message shows that the client is alive.
        every_s = settings.probe_every_s * (1 if table.clock_watch.is_running else 3)
        asked_at = self._heard_at
        if self._probe == 0 or table.setup.control or loop.time() - asked_at > 0.7 * every_s:
            asked_at = loop.time()
            self._send_probe(asked_at)
        # Spread out, so that those who came together are not all asked together; but a few of all
        # at the same moment, so that the process is not woken for each.
        next_s = asked_at + every_s * random.uniform(0.7, 1.3)
        coarse_s = every_s / 32
        self._timer = loop.call_at(next_s - next_s % coarse_s, self._look_after)

    def _give_up(self, kind: str, reason: str) -> None:
        self._registry.services.metrics.connection_failures.labels(kind).inc()
        self._line.end(CloseCode.POLICY_VIOLATION, reason)

    def _send_probe(self, now_s: float) -> None:
        self._probe += 1
        self._probed_at = now_s
        now_ms = self._registry.services.server_clock.now_ms()
        self.send(f'{{"type":"probe","probe":{self._probe},"server_ms":{now_ms}}}')

    def arrived(self, text: str | bytes) -> None:
        """Handle a message, now or after those before it."""
        now_s = asyncio.get_running_loop().time()
        self._heard_at = now_s
        if text == f'{{"type":"echo","probe":{self._probe}}}' and self._allows(now_s):
            # The most frequent message, as our own page writes it.
            self._registry.services.metrics.messages.labels("echo").inc()
            self.lag_ms = round((now_s - self._probed_at) * 1000)
            return
        if self._inbox is None:
            self._inbox = []
        self._inbox.append((text, self._registry.services.server_clock.now_ms()))
        if len(self._inbox) >= _MAX_WAITING:
            self._line.pause()
        if self._working is None:
            self._working = asyncio.ensure_future(self._work())

    def _allows(self, now_s: float) -> bool:
        return self._bucket.take(now_s) and self._meter.take(self.viewer.player, now_s)

    async def _work(self) -> None:
        CURRENT.set(self._trace)
        try:
            while self._inbox:
                text, at_ms = self._inbox.pop(0)
                if not await self._receive(text if isinstance(text, str) else None, at_ms):
                    self._line.end()
                    return
        finally:
            # Most connections are silent most of the time, so none has a queue in advance.
            self._inbox = None
            self._working = None
            self._line.resume()

    async def _receive(self, text: str | None, at_ms: int) -> bool:
        """Handle one message; return whether to continue."""
        services = self._registry.services
        number: int | None = None
        try:
            if not self._allows(asyncio.get_running_loop().time()):
                raise Refused("too_many_requests")
            if text is None or len(text.encode()) > services.settings.max_message_bytes:
                raise Refused("too_large") if text else refuse_message("binary", "", "binary")
            number = find_id(text)
            message = read_message(text)
            services.metrics.messages.labels(message.type).inc()
            number = getattr(message, "id", None)  # as it was read, not as it looked
            if self._table is None:
                await self._handle_hello(message)
            else:
                await self._answer(self._table, message, at_ms)
        except Refused as refused:
            if refused.code == "unsettled":
                return False  # nobody can say that nothing changed
            going = self._table is not None and refused.code not in _ENDING
            # Without a database the greeting failed, but the client may try again later.
            fatal = not going and refused.code != "unavailable"
            self._refuse(number, refused, fatal=fatal)
            return going
        except Exception:
            _log.exception("table %s: a message could not be dealt with", self._table_id)
            self._refuse(number, Refused("internal"), fatal=self._table is None)
            return self._table is not None
        return True

    def _refuse(self, number: int | None, refused: Refused, *, fatal: bool) -> None:
        self._registry.services.metrics.refusals.labels(refused.code).inc()
        answer = messages.Refused(id=number, refusal=wire_refusal(refused), fatal=fatal)
        self.send(answer.model_dump_json())

    async def _handle_hello(self, message: messages.ClientMessage) -> None:
        if not isinstance(message, messages.Hello):
            raise Refused("hello_expected")
        if message.protocol != PROTOCOL_VERSION:
            raise Refused("protocol_version")
        # Without the chain the histories cannot be compared: then all of it is sent.
        seen = None if message.resume_chain is None else message.resume_from
        table, rewritten = await self._find_table(message, seen)
        if not self._line.is_open:
            return
        self._table = table
        table.welcome(self, seen, rewritten=rewritten)
        self._timer.cancel()
        loop = asyncio.get_running_loop()
        first_s = self._registry.services.settings.probe_every_s * random.uniform(0.1, 0.5)
        self._timer = loop.call_later(first_s, self._look_after)

    async def _find_table(self, hello: messages.Hello, seen: int | None) -> tuple[LiveTable, bool]:
        """Return the table, and whether its history is another one than the client has seen."""
        for _ in range(_TRIES):
            table = await self._registry.find(self._table_id)
            try:
                if hello.token is not None and table.is_played_here:
                    self.viewer = Viewer(await self._registry.find_player(table, hello.token))
                rewritten = False
                if seen is not None and hello.resume_chain is not None:
                    rewritten = await table.follower.is_rewritten(seen, hello.resume_chain)
                table.check_current()
            except Refused as refused:
                # The copy in memory differs from the stored one: load the table again and continue.
                if refused.code != "history_changed":
                    raise
            else:
                return table, rewritten
        raise Refused("unavailable")

    async def _answer(self, table: LiveTable, message: messages.ClientMessage, at_ms: int) -> None:
        match message:
            case messages.Hello():
                raise Refused("hello_repeated")
            case messages.Echo():
                if message.probe == self._probe:
                    loop = asyncio.get_running_loop()
                    self.lag_ms = round((loop.time() - self._probed_at) * 1000)
            case messages.Ping():
                self._check_id(message.id)
                pong = messages.Pong(
                    id=message.id, server_ms=self._registry.services.server_clock.now_ms()
                )
                self.send(pong.model_dump_json())
            case _:
                self._check_id(message.id)
                seq = await self._do(table, message, at_ms)
                self.send(f'{{"type":"ack","id":{message.id},"seq":{seq}}}')

    def _check_id(self, number: int) -> None:
        if number <= self._last_id:
            raise Refused("replayed")
        self._last_id = number

    async def _say(self, table: LiveTable, player: int, what: str) -> int:
        """Send a greeting to everybody at the table, without storing it."""
        if not self._registry.services.settings.greetings:
            raise Refused("no_greetings")
        if not table.session.complete:
            raise Refused("waiting")
        if not self._meter.may_greet(player):
            raise Refused("too_many_greetings")
        services = self._registry.services
        one, other = table.accounts
        apart = False
        if one is not None and other is not None:
            apart = await services.store.read(lambda c: are_apart(c, one, other))
        if not apart:
            table.audience.send_greeting(player, what)
            news = [[News.GREETING, services.process, table.id, player, what]]
            services.store.put_soon(news=news)
        return table.session.seq

    async def _do(
        self,
        table: LiveTable,
        intent: messages.GameIntent | messages.HandBack | messages.Greet,
        at_ms: int,
    ) -> int:
        player = self.viewer.player
        if not table.is_played_here:
            raise Refused("plays_in_page")
        if player is None:
            raise Refused("spectator")
        if isinstance(intent, messages.Greet):
            return await self._say(table, player, intent.what)
        if isinstance(intent, messages.HandBack):
            return await hand_back(
                table, player, intent.request, accept=intent.accept, now_ms=at_ms
            )
        if isinstance(intent, messages.Claim | messages.Leave) and not self._registry.is_steady:
            raise Refused("unavailable")
        lag_ms = self.lag_ms + table.clock_watch.late_ms
        context = IntentContext(player, at_ms, lag_ms, table.open_since_ms, table.rest_ms)
        return await table.act_here(lambda session: decide(session, intent, context))
