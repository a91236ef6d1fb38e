"""A client below the level of any library: bytes over TCP."""

import base64
import contextlib
import os
import socket
import struct
import time
from typing import Self

_KEY = base64.b64encode(os.urandom(16)).decode()


class RawSocket:
    """A connection to a server, on which anything can be sent."""

    def __init__(self, url: str, *, receive_buffer: int | None = None) -> None:
        host, port = url.removeprefix("http://").split(":")
        self.address = (host, int(port))
        self.socket = socket.socket()
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(90)
        self.received = b""

    def __enter__(self) -> Self:
        self.socket.connect(self.address)
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def request(self, path: str = "/ws/AAAABBBBCCCC", **headers: str) -> bytes:
        """Return the request that opens a WebSocket."""
        host, port = self.address
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {_KEY}",
            "Sec-WebSocket-Version: 13",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join([*lines, "", ""]).encode()

    def open_websocket(self, path: str = "/ws/AAAABBBBCCCC", **headers: str) -> int:
        """Open a WebSocket; return the status of the answer."""
        self.socket.sendall(self.request(path, **headers))
        return self.read_head()

    def read_head(self) -> int:
        """Read the head of an HTTP answer; return its status, 0 if the connection was closed."""
        while b"\r\n\r\n" not in self.received:
            data = self.socket.recv(65536)
            if not data:
                return 0
            self.received += data
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        return int(head.split()[1])

    def read_all(self) -> bytes:
        """Read until the other side closes."""
        with contextlib.suppress(ConnectionError):
            while data := self.socket.recv(65536):
                self.received += data
        return self.received

    def close_code(self) -> int | None:
        """Read until the other side closes; return the code of its close frame."""
        data = self.read_all()
        while len(data) >= 2:
            size, start = data[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(data[2:start], "big")
            if data[0] == 0x88 and size >= 2:
                return int(struct.unpack_from("!H", data, start)[0])
            data = data[start + size :]
        return None

    def seconds_until_closed(self) -> float:
        """Return how long it takes until the other side closes, while sending nothing."""
        began = time.monotonic()
        self.read_all()
        return time.monotonic() - began
