"""Running the server until somebody ends it."""

import asyncio
import contextlib
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable

import uvicorn

from sommet.server.app import create_app
from sommet.server.logs import log_config
from sommet.server.settings import Settings

#: Longer messages than ours are read and refused; only absurd ones break the connection.
_WS_MAX_BYTES = 64 * 1024


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `port`, or on a free one for 0.

    Raises:
        OSError: the port is taken or the host is not this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the web address of a listening socket, as its own machine would call it."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def has_browser() -> bool:
    """Return whether a browser with windows can be opened here."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> bool:
    """Open `address` in the browser; return whether that worked."""
    try:
        return has_browser() and webbrowser.open(address)
    except webbrowser.Error:
        return False


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            # Snapshots are many small objects without cycles. Looking for cycles among everything
            # that was ever imported would make players wait now and then.
            gc.freeze()
            gc.set_threshold(20_000, 20, 50)
            # The thread that writes needs the interpreter for moments only, many times per write;
            # with the usual 5 ms it would wait that long each time while the server is busy.
            sys.setswitchinterval(0.0005)
            self._on_start()


def serve(
    settings: Settings,
    listener: socket.socket,
    *,
    on_start: Callable[[], None],
    log_level: str = "info",
) -> bool:
    """Serve on `listener` until interrupted; return whether the server could start."""
    config = uvicorn.Config(
        create_app(settings),
        log_config=log_config(log_level),
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        ws_max_size=_WS_MAX_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    server = _Server(config, on_start)
    # uvicorn ends in good order on Ctrl-C and then raises it once more.
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        runner.run(server.serve(sockets=[listener]))
    return server.started
