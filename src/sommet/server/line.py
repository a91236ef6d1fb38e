"""A WebSocket's line as uvicorn serves it, with what a server of many games needs besides.

Messages go out at once, without a task or a queue per connection, and one that is not fetched is
kept only up to a limit. Messages that come in are handed over where they are wanted.
"""

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from starlette.websockets import WebSocket
    from websockets.http11 import Request

#: Where the line is found in a connection's scope.
SCOPE_KEY = "sommet.line"
#: A connection that leaves this much lying is closed; it can come back and gets all at once.
MAX_UNSENT_BYTES = 512 * 1024
#: The other side has this long to answer a close.
GOODBYE_S = 2.0
_TEXT = 0x81


class Line(WebSocketsSansIOProtocol):
    """One WebSocket, from the handshake to the end."""

    receiver: Callable[[str | bytes], None] | None = None

    def handle_connect(self, event: "Request") -> None:
        """Take the handshake, and let the application find this line."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            scope[SCOPE_KEY] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message over."""
        receiver = self.receiver
        if receiver is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.curr_msg_data_type == "bytes":
            receiver(bytes(data))
            return
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        receiver(text)

    @property
    def is_open(self) -> bool:
        """Whether something can still be sent."""
        return not (self.disconnected or self.close_sent or self.transport.is_closing())

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
        self.transport.write(header + data)
        if self.transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self.transport.abort()

    def end(self, code: int = 1000) -> None:
        """Close after everything that was sent."""
        if self.is_open:
            self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            # Closed when the other side has answered: closing on unread messages would take back
            # what was sent last, which may say why.
            self.close_timer = self.loop.call_later(GOODBYE_S, self.transport.close)
            if self.read_paused:
                self.read_paused = False
                self.transport.resume_reading()

    def pause(self) -> None:
        """Read nothing for the moment."""
        if not self.read_paused and self.is_open:
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read again."""
        if self.read_paused and self.is_open:
            self.read_paused = False
            self.transport.resume_reading()


def line_of(websocket: "WebSocket") -> Line:
    """Return the line of a connection; only a server that uses `Line` has one."""
    found = websocket.scope[SCOPE_KEY]
    assert isinstance(found, Line)
    return found
