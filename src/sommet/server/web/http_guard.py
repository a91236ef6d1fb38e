"""Limits on HTTP connections: how many, how slowly a request may arrive, how long its headers are.

uvicorn waits forever for a request that does not come, or comes a byte at a time, and for a client
that does not read its answer. `HttpGuard` sits between the event loop and uvicorn's own protocol
(`Config.http`), passes everything on, and aborts connections that take too long.
"""

import asyncio
import contextlib
import socket
import struct
import sys
from typing import Any, Protocol, cast

from starlette.types import Scope
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.frames import CloseCode

#: Request line and headers may have this many bytes; nginx allows about as many.
MAX_HEAD_BYTES = 32 * 1024
#: Socket option: closing resets the connection.
_RESET = struct.pack("hh" if sys.platform == "win32" else "ii", 1, 0)
#: The rest of a body that was refused may have this many.
MAX_UNREAD_BODY_BYTES = 1024 * 1024
_STATE_KEY = "sommet.http_guard"
_NO_BODY = b"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large" + _NO_BODY
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout" + _NO_BODY


class Sockets(Protocol):
    """Counts the open HTTP connections."""

    request_timeout_s: float

    def open_socket(self, peer: str) -> bool:
        """Count one in, or return False: there are too many."""

    def close_socket(self, peer: str) -> None:
        """Count one out."""


class Upgraded(Protocol):
    """What an HTTP connection becomes when it turns into a WebSocket."""

    def end(self, code: int, reason: str) -> None:
        """Close it."""


def drop(transport: asyncio.Transport) -> None:
    """Abort a connection, discarding what the client has not read."""
    with contextlib.suppress(OSError):
        # Otherwise the kernel would keep offering that to a client that never reads.
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    transport.abort()


class HttpGuard(asyncio.Protocol):
    """One HTTP connection: uvicorn's protocol with limits around it."""

    __slots__ = (
        "_blank_line_seen",
        "_head_bytes",
        "_http",
        "_peer",
        "_sockets",
        "_tail",
        "_timer",
        "_transport",
        "_upgraded",
        "_write_timer",
    )

    def __init__(self, sockets: Sockets, *, app_state: dict[str, Any], **options: Any) -> None:
        """Take the arguments that uvicorn gives, besides the counter of sockets."""
        self._sockets = sockets
        # Named only as some asyncio protocol; which arguments it takes is uvicorn's agreement.
        protocol: Any = AutoHTTPProtocol
        self._http: Any = protocol(app_state={**app_state, _STATE_KEY: self}, **options)
        self._transport: asyncio.Transport | None = None
        self._peer: str | None = None
        self._upgraded: Upgraded | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._tail = b""
        self._blank_line_seen = False

    # Calls from the application.

    def note_begin(self) -> None:
        """A request is complete up to its body: the time for headers is over."""
        self._blank_line_seen = True
        self._set_timer(None)

    def note_end(self) -> None:
        """A request is answered: the next one has to come in time."""
        if self._http is not None:
            self._await_head()
            # What is left of a body that was refused unread may still come.
            self._head_bytes = -MAX_UNREAD_BODY_BYTES
            self._set_timer(self._sockets.request_timeout_s)

    def note_upgrade(self, upgraded: Upgraded) -> None:
        """The connection is a WebSocket now, and has limits of its own."""
        self._upgraded = upgraded
        self._release()

    # What the event loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection in, or drop it."""
        self._transport = cast("asyncio.Transport", transport)
        peername = transport.get_extra_info("peername")
        peer = str(peername[0]) if peername else "unknown"
        if not self._sockets.open_socket(peer):
            self._http = None
            self._transport.abort()
            return
        self._peer = peer
        self._set_timer(self._sockets.request_timeout_s)
        self._http.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on data, unless the headers are too long."""
        http, transport = self._http, self._transport
        if http is None or transport is None:
            return
        after_head = 0
        if not self._blank_line_seen:
            self._head_bytes += len(data)
            joined = self._tail + data
            end = joined.find(b"\r\n\r\n")
            self._blank_line_seen = end >= 0
            after_head = len(joined) - end - 4 if end >= 0 else 0
            self._tail = joined[-3:]
            if not self._blank_line_seen and self._head_bytes > MAX_HEAD_BYTES:
                transport.write(_TOO_LONG)
                transport.close()
                return
        http.data_received(data)
        if self._upgraded is not None and after_head:
            # uvicorn has dropped what followed the request, so the frames would be torn.
            self._upgraded.end(CloseCode.PROTOCOL_ERROR, "sent before the handshake was answered")

    def eof_received(self) -> None:
        """Pass on."""
        if self._http is not None:
            self._http.eof_received()

    def pause_writing(self) -> None:
        """Pass on, and wait only so long for the client to read."""
        if self._http is not None and self._transport is not None:
            self._http.pause_writing()
            loop = asyncio.get_running_loop()
            timeout_s = self._sockets.request_timeout_s
            self._write_timer = loop.call_later(timeout_s, drop, self._transport)

    def resume_writing(self) -> None:
        """Pass on."""
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        if self._http is not None:
            self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        http = self._http
        self._release()
        if http is not None:
            http.connection_lost(exc)

    def _await_head(self) -> None:
        self._head_bytes = 0
        self._tail = b""
        self._blank_line_seen = False

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self._transport is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._expire)

    def _expire(self) -> None:
        if self._transport is not None:
            if self._tail:
                self._transport.write(_TOO_SLOW)
            self._transport.close()

    def _release(self) -> None:
        self._set_timer(None)
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None
        if self._peer is not None:
            self._sockets.close_socket(self._peer)
            self._peer = None
        self._http = None


def guard_of(state: dict[str, Any]) -> HttpGuard | None:
    """Return the guard of the connection that a request's state belongs to."""
    found = state.get(_STATE_KEY)
    return found if isinstance(found, HttpGuard) else None


def guard_of_request(scope: Scope) -> HttpGuard | None:
    """Return the guard of the connection that a request came over."""
    return guard_of(scope.get("state", {}))
