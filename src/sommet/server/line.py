"""A WebSocket's line: uvicorn takes the handshake, and then hands it over to something slim.

While a request is answered it costs what a framework costs: a scope, a task, a queue, a dozen
coroutines. A game lasts for an hour in which its two connections are mostly silent, so once the
handshake is over nothing of that is kept. Messages go out at once, without a task or a queue per
connection, and one that is not fetched is kept only up to a limit. Messages that come in are handed
to whoever took the line over.
"""

import asyncio
import logging
import struct
from typing import TYPE_CHECKING, Any, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, SERVER
from websockets.protocol import Protocol as Parser

if TYPE_CHECKING:
    from starlette.websockets import WebSocket
    from websockets.http11 import Request

#: Where the handshake is found in a connection's scope.
SCOPE_KEY = "sommet.handshake"
#: A connection that leaves this much lying is closed; it can come back and gets all at once.
MAX_UNSENT_BYTES = 512 * 1024
#: The other side has this long to answer a close.
GOODBYE_S = 2.0
#: WebSocket close codes: this message breaks the protocol; the text is no UTF-8; come back soon.
_BROKEN, _NO_TEXT, _RESTARTING = 1002, 1007, 1012
_TEXT = 0x81
# Not the library's own: that one would tell every message.
_log = logging.getLogger("uvicorn.error")


class LineUser(Protocol):
    """Whoever a line is handed over to."""

    def arrived(self, message: str | bytes) -> None:
        """Take a whole message."""

    def lost(self) -> None:
        """Know that nothing more will come; said once."""


class Line(asyncio.Protocol):
    """One open WebSocket, from the handshake to the end."""

    __slots__ = (
        "_ended",
        "_goodbye",
        "_lines",
        "_parser",
        "_parts",
        "_paused",
        "_transport",
        "_user",
    )

    def __init__(
        self, transport: asyncio.Transport, lines: set[Any], max_size: int, user: LineUser
    ) -> None:
        self._transport = transport
        self._lines = lines
        self._user: LineUser | None = user
        self._parser = Parser(SERVER, state=OPEN, max_size=max_size, logger=_log)
        #: The first frames of a message of several, the kind before them.
        self._parts: list[Any] | None = None
        self._ended = False
        self._paused = False
        self._goodbye: asyncio.TimerHandle | None = None
        lines.add(self)

    @property
    def is_open(self) -> bool:
        """Whether something can still be sent."""
        return not (self._ended or self._transport.is_closing())

    def send_text(self, text: str) -> None:
        """Send a message; give the connection up if it does not fetch what it is sent."""
        if not self.is_open:
            return
        data = text.encode()
        size = len(data)
        # Servers' frames are not masked, and nothing is compressed here.
        if size < 126:
            header = bytes((_TEXT, size))
        elif size < 1 << 16:
            header = struct.pack("!BBH", _TEXT, 126, size)
        else:
            header = struct.pack("!BBQ", _TEXT, 127, size)
        self._transport.write(header + data)
        if self._transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self._transport.abort()

    def end(self, code: int = 1000) -> None:
        """Close after everything that was sent."""
        if self.is_open:
            self._parser.send_close(code)
            self._answer()
            self._ended = True
            # Closed when the other side has answered: closing on unread messages would take back
            # what was sent last, which may say why.
            loop = asyncio.get_running_loop()
            self._goodbye = loop.call_later(GOODBYE_S, self._transport.close)
            self._read_again()

    def pause(self) -> None:
        """Read nothing for the moment."""
        if not self._paused and self.is_open:
            self._paused = True
            self._transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        if self.is_open:
            self._read_again()

    def _read_again(self) -> None:
        if self._paused:
            self._paused = False
            self._transport.resume_reading()

    # What the transport and uvicorn call.

    def data_received(self, data: bytes) -> None:
        """Hand over the messages that are whole now."""
        parser = self._parser
        parser.receive_data(data)
        for event in parser.events_received():
            if isinstance(event, Frame):
                self._take(event)
        self._answer()
        if parser.parser_exc is not None:
            self._give_up()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Forget everything."""
        self._ended = True
        self._lines.discard(self)
        self._say_lost()
        if self._goodbye is not None:
            self._goodbye.cancel()

    def shutdown(self) -> None:
        """Close because the server ends."""
        if self.is_open:
            self._parser.send_close(_RESTARTING)
            self._answer()
        self._give_up()

    def _take(self, frame: Frame) -> None:
        match frame.opcode:
            case Opcode.TEXT | Opcode.BINARY | Opcode.CONT:
                if not frame.fin:
                    self._parts = [frame.opcode] if self._parts is None else self._parts
                    self._parts.append(frame.data)
                elif self._parts is None:
                    self._hand_over(frame.opcode, bytes(frame.data))
                else:
                    opcode, *parts = self._parts
                    self._parts = None
                    self._hand_over(opcode, b"".join((*parts, frame.data)))
            case Opcode.CLOSE:
                # The answer to our own close, or theirs, which the parser has answered.
                self._answer()
                self._give_up()

    def _hand_over(self, opcode: Opcode, data: bytes) -> None:
        if self._user is None or not self.is_open:
            return
        if opcode is Opcode.BINARY:
            self._user.arrived(data)
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._parser.send_close(_NO_TEXT)
            self._answer()
            self._give_up()
            return
        self._user.arrived(text)

    def _answer(self) -> None:
        """Send what the parser has to say: pongs and closes."""
        output = b"".join(self._parser.data_to_send())
        if output and not self._transport.is_closing():
            self._transport.write(output)

    def _give_up(self) -> None:
        self._ended = True
        self._say_lost()
        self._transport.close()

    def _say_lost(self) -> None:
        user, self._user = self._user, None
        if user is not None:
            user.lost()


class _Away(asyncio.Transport):
    """Stands for a transport that belongs to somebody else now."""

    def is_closing(self) -> bool:
        """Return that nothing more is to be done with it."""
        return True

    def close(self) -> None:
        """Leave it open: it is not ours."""


_AWAY = _Away()


class Handshake(WebSocketsSansIOProtocol):
    """A WebSocket until the application has accepted it, as uvicorn serves it."""

    def handle_connect(self, event: "Request") -> None:
        """Take the handshake, and let the application find this."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope[SCOPE_KEY] = self

    def hand_over(self, user: LineUser) -> Line:
        """Return the line, which `user` has from now on; the application may return."""
        transport = self.transport
        size = self.config.ws_max_size
        line = Line(transport, cast("set[Any]", self.connections), size, user)
        self.connections.discard(self)
        self.transport = _AWAY
        transport.set_protocol(line)
        early = not self.queue.empty() or bool(self.conn.reader.buffer)
        if self.read_paused:
            transport.resume_reading()
        if early:
            # Whoever speaks before the handshake is over does not speak WebSocket.
            line.end(_BROKEN)
        return line


def take_line(websocket: "WebSocket", user: LineUser) -> Line:
    """Return the line of an accepted connection; only a server that uses `Handshake` has one."""
    found = websocket.scope[SCOPE_KEY]
    assert isinstance(found, Handshake)
    return found.hand_over(user)
