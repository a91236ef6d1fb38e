"""A WebSocket connection: the opening handshake, frames in and out, and the end.

uvicorn reads the request and hands the connection over (`Config.ws`); everything after that happens
here. A game lasts for an hour in which its two connections are mostly silent, so a connection has
no task, no queue and no ASGI scope. Whole messages in one frame, which is all that most clients
ever send, are read here; from the first other thing on, the sans-I/O protocol of `websockets` reads
whatever the connection brings.

What a client sends cannot make the server keep more than a bounded amount: all connections read
into one small buffer, frames that bring no message of their own (pings, pongs, parts of messages)
are rationed, and what a client does not read is kept only up to `MAX_UNSENT_BYTES`.
"""

import asyncio
import logging
import struct
import threading
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import unquote, urlsplit

from starlette.types import Scope
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN, SERVER
from websockets.protocol import Protocol as FrameParser
from websockets.server import ServerProtocol

from sommet.server.web.http_guard import drop, guard_of
from sommet.server.web.rate_limits import Bucket

#: A connection with this much unread is dropped; the client can reconnect and gets the latest.
MAX_UNSENT_BYTES = 512 * 1024
#: Longer messages break the connection. The application refuses shorter ones with a sentence.
MAX_MESSAGE_BYTES = 16 * 1024
#: Frames that are not a whole message: pings, pongs, and each part of a message in several frames.
EXTRA_FRAMES_PER_S = 10.0
EXTRA_FRAME_BURST = 100
#: The other side has this long to answer a close, and to read what was sent before it.
CLOSE_TIMEOUT_S = 2.0


class _ReadBuffer(threading.local):
    """Where the connections of one event loop read to; emptied before the next one reads.

    One for each thread: several servers may run in one process, each with a loop of its own.
    """

    def __init__(self) -> None:
        self.view = memoryview(bytearray(4096))


_BUFFER = _ReadBuffer()
# The library would log every connection and, at the debug level, every frame.
_log = logging.getLogger("sommet.server.websocket.frames")
_log.setLevel(logging.ERROR)


def text_frame(text: str) -> bytes:
    """Return a message as one frame, as RFC 6455 has a server send it: whole and not masked."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size) + data
    return struct.pack("!BBQ", 0x81, 127, size) + data


def read_text(data: bytes, at: int) -> tuple[str, int] | None:
    """Return the message whose frame begins at `at`, and where the next frame begins.

    None if it is anything else than a whole text message of a client in one frame.
    """
    if len(data) < at + 6 or data[at] != 0x81:
        return None
    size, start = data[at + 1] - 0x80, at + 6
    if size == 126:
        size, start = data[at + 2] << 8 | data[at + 3], at + 8
    end = start + size
    if not 0 <= size <= MAX_MESSAGE_BYTES or len(data) < end or data[at + 1] == 0xFF:
        return None
    mask = (data[start - 4 : start] * (size // 4 + 1))[:size]
    masked = int.from_bytes(data[start:end], "big") ^ int.from_bytes(mask, "big")
    try:
        return masked.to_bytes(size, "big").decode(), end
    except UnicodeDecodeError:
        return None


class Receiver(Protocol):
    """The receiver of a connection's messages."""

    def arrived(self, message: str | bytes) -> None:
        """Take a whole message."""

    def lost(self) -> None:
        """Handle the end of the connection; called once."""


class Endpoint(Protocol):
    """Decides which connections are accepted, and who receives their messages."""

    def refusal(self, scope: Scope) -> HTTPStatus | None:
        """Return the status that refuses a handshake, or None to accept it."""

    def open(self, scope: Scope, transport: "WebSocketTransport") -> Receiver:
        """Return the receiver of a connection that was accepted."""

    def count_failure(self, reason: str) -> None:
        """Count a connection that had to be broken off."""


class WebSocketTransport(asyncio.BufferedProtocol):
    """One WebSocket, from the handshake to the end."""

    __slots__ = (
        "_discarding",
        "_ended",
        "_endpoint",
        "_extra_frames",
        "_guard",
        "_open_connections",
        "_parser",
        "_partial",
        "_paused",
        "_receiver",
        "_timeout",
        "_transport",
    )

    def __init__(
        self, endpoint: Endpoint, *, server_state: Any, app_state: dict[str, Any], **_: Any
    ) -> None:
        """Take the arguments that uvicorn gives, besides the endpoint."""
        self._endpoint = endpoint
        self._transport: asyncio.Transport
        self._receiver: Receiver | None = None
        #: Reads everything once something came, or has to go, that is not a whole message.
        self._parser: FrameParser | None = None
        #: The kind and the content so far of a message in several frames.
        self._partial: tuple[Opcode, bytearray] | None = None
        self._extra_frames: Bucket | None = None
        self._ended = False
        self._discarding = False
        self._paused = False
        self._timeout: asyncio.TimerHandle | None = None
        # uvicorn calls `shutdown` of whatever is in here when the server ends.
        self._open_connections: set[Any] = server_state.connections
        self._guard = guard_of(app_state)

    # The handshake, as uvicorn hands it over.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Answer the request, which uvicorn passes on whole and once."""
        guard, self._guard = self._guard, None
        scope = _answer_request(self._endpoint, data, self._transport)
        if scope is not None:
            if guard is not None:
                guard.note_upgrade(self)
            self._open_connections.add(self)
            self._receiver = self._endpoint.open(scope, self)
            # uvicorn makes this the transport's protocol as soon as we return.
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        # In which way a loop reads is decided when it begins to.
        if not self._transport.is_closing():
            self._transport.pause_reading()
            self._transport.resume_reading()

    # What the application calls.

    @property
    def is_open(self) -> bool:
        """Whether something can still be sent."""
        return not (self._ended or self._transport.is_closing())

    def send_text(self, text: str) -> None:
        """Send a message; drop the connection if the client does not read what it is sent."""
        if self.is_open:
            self._write(text_frame(text))

    def end(self, code: int = CloseCode.NORMAL_CLOSURE, reason: str = "") -> None:
        """Close after everything that was sent."""
        if self.is_open:
            self._by_library().send_close(code, reason)
            self._answer()
            self._ended = True
            # Closed when the other side has answered: closing on unread messages would take back
            # what was sent last, which may say why.
            self._limit_time()
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

    # What the event loop and uvicorn call.

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Return where to read to."""
        return _BUFFER.view

    def buffer_updated(self, nbytes: int) -> None:
        """Hand over the messages that are complete now."""
        if self._discarding:
            return
        data = bytes(_BUFFER.view[:nbytes])
        if self._parser is None:
            at = 0
            while self._parser is None and (found := read_text(data, at)) is not None:
                text, at = found
                if self._receiver is not None and self.is_open:
                    self._receiver.arrived(text)
            if at == nbytes:
                return
            data = data[at:]
        parser = self._by_library()
        parser.receive_data(data)
        for event in parser.events_received():
            if isinstance(event, Frame) and not self._take(event):
                return
        self._answer()
        if parser.state is not OPEN and not self._ended:  # it could not read a frame
            self._endpoint.count_failure("protocol")
            self._break_off()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Clean up after the connection was lost."""
        self._ended = True
        self._open_connections.discard(self)
        self._report_lost()
        if self._timeout is not None:
            self._timeout.cancel()

    def shutdown(self) -> None:
        """Close because the server ends."""
        if self.is_open:
            self._by_library().send_close(CloseCode.SERVICE_RESTART)
            self._answer()
        self._close()

    # Frames.

    def _by_library(self) -> FrameParser:
        if self._parser is None:
            self._parser = FrameParser(SERVER, state=OPEN, max_size=MAX_MESSAGE_BYTES, logger=_log)
        return self._parser

    def _take(self, frame: Frame) -> bool:
        """Handle a frame; return whether to continue with the next one."""
        opcode = frame.opcode
        if opcode is Opcode.CLOSE:
            # The answer to our own close, or theirs, which the parser has answered.
            self._answer()
            self._close()
            return False
        is_part = not frame.fin or opcode is Opcode.CONT
        if (is_part or opcode in (Opcode.PING, Opcode.PONG)) and not self._may_send_extra():
            self._fail("frames", CloseCode.POLICY_VIOLATION, "too many control frames or parts")
            return False
        if opcode in (Opcode.PING, Opcode.PONG):
            return True  # the parser answers
        if is_part:
            if self._partial is None:
                self._partial = (opcode, bytearray())
            self._partial[1].extend(frame.data)
            if not frame.fin:
                return True
            opcode, data = self._partial[0], bytes(self._partial[1])
            self._partial = None
        else:
            data = bytes(frame.data)
        return self._deliver(opcode, data)

    def _may_send_extra(self) -> bool:
        now_s = asyncio.get_running_loop().time()
        if self._extra_frames is None:
            self._extra_frames = Bucket.full(EXTRA_FRAMES_PER_S, EXTRA_FRAME_BURST, now_s)
        return self._extra_frames.take(now_s)

    def _deliver(self, opcode: Opcode, data: bytes) -> bool:
        if self._receiver is None or not self.is_open:
            return True
        if opcode is Opcode.BINARY:
            self._receiver.arrived(data)
            return True
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._fail("protocol", CloseCode.INVALID_DATA, "not UTF-8")
            return False
        self._receiver.arrived(text)
        return True

    # The end.

    def _write(self, data: bytes) -> None:
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self._endpoint.count_failure("unread")
            drop(self._transport)

    def _answer(self) -> None:
        """Send what the parser has to say: pongs and closes."""
        output = b"".join(self._by_library().data_to_send())
        if output and not self._transport.is_closing():
            self._write(output)

    def _fail(self, kind: str, code: CloseCode, reason: str) -> None:
        """Close because of what the client sent."""
        self._endpoint.count_failure(kind)
        parser = self._by_library()
        parser.data_to_send()  # a flood of pings is not answered by a flood of pongs
        parser.fail(code, reason)
        self._answer()
        self._break_off()

    def _break_off(self) -> None:
        """Read nothing more, but let the client read why: closing now could take that back."""
        self._ended = True
        self._discarding = True
        self._report_lost()
        self._limit_time()
        self._read_again()

    def _close(self) -> None:
        self._ended = True
        self._report_lost()
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._limit_time()

    def _limit_time(self) -> None:
        if self._timeout is None:
            loop = asyncio.get_running_loop()
            self._timeout = loop.call_later(CLOSE_TIMEOUT_S, drop, self._transport)

    def _report_lost(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.lost()


def _answer_request(endpoint: Endpoint, head: bytes, transport: asyncio.Transport) -> Scope | None:
    """Answer the request for a WebSocket; return its scope if it was accepted."""
    protocol = ServerProtocol(logger=_log)
    protocol.receive_data(head)
    requests = [event for event in protocol.events_received() if isinstance(event, Request)]
    if not requests:
        transport.abort()
        return None
    scope = _scope_of(requests[0], transport)
    response = protocol.accept(requests[0])
    if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
        status = endpoint.refusal(scope)
        if status is not None:
            response = protocol.reject(status, f"{status.phrase}\n")
            response.headers["Retry-After"] = "1"
    protocol.send_response(response)
    transport.write(b"".join(protocol.data_to_send()))
    if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
        transport.close()
        return None
    return scope


def _scope_of(request: Request, transport: asyncio.Transport) -> Scope:
    """Return what the rest of the server looks at in a request."""
    return {
        "type": "websocket",
        "path": unquote(urlsplit(request.path).path),
        "headers": [
            (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
            for name, value in request.headers.raw_items()
        ],
        "client": transport.get_extra_info("peername"),
    }
