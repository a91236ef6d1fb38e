"""Running the server until it is stopped."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from sommet.server.app import create_app
from sommet.server.observe.logs import log_config
from sommet.server.settings import Settings
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import check_shape
from sommet.server.web.admission import Admission
from sommet.server.web.http_guard import HttpGuard
from sommet.server.web.websocket_transport import WebSocketTransport


def server_options(app: FastAPI) -> dict[str, Any]:
    """Return how uvicorn is to serve `app`: HTTP with limits, WebSockets by our own transport."""
    return {
        "http": partial(HttpGuard, app.state.admission),
        "ws": partial(WebSocketTransport, app.state.websockets),
    }


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
    def __init__(
        self,
        config: uvicorn.Config,
        on_start: Callable[[], None],
        admission: Admission,
        drain_s: float,
    ) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._admission = admission
        self._drain_s = drain_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._farewells: set[asyncio.Task[None]] = set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop: at once on Ctrl-C or a second signal, else after sending the clients away."""
        loop = self._loop
        if sig != signal.SIGTERM or not self._drain_s or loop is None or self._admission.draining:
            super().handle_exit(sig, frame)
            return
        self._admission.draining = True

        async def drain_and_exit() -> None:
            await self._admission.drain(self._drain_s)
            super(_Server, self).handle_exit(sig, frame)

        loop.call_soon_threadsafe(lambda: self._farewells.add(loop.create_task(drain_and_exit())))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        if self.started:
            # Messages are many small objects without cycles. Looking for cycles among everything
            # that was ever imported would make players wait now and then.
            gc.freeze()
            gc.set_threshold(20_000, 20, 50)
            # The thread that writes needs the interpreter for moments only, many times per write;
            # with the usual 5 ms it would wait that long each time while the server is busy.
            sys.setswitchinterval(0.0005)
            self._on_start()


def _check_database(address: str) -> None:
    """See in advance whether the database can be used: then a sentence says why not."""
    engine = open_engine(address)
    try:
        check_shape(engine)
    except SQLAlchemyError:
        pass  # it is away; starting the server reports it
    finally:
        engine.dispose()


def serve(
    settings: Settings,
    listener: socket.socket,
    *,
    on_start: Callable[[], None],
    log_level: str = "info",
) -> bool:
    """Serve on `listener` until interrupted; return whether the server could start.

    Raises:
        NewerDatabase: the database is of a newer version.
    """
    _check_database(settings.database)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        **server_options(app),
        log_config=log_config(log_level),
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    server = _Server(config, on_start, app.state.admission, settings.drain_s)
    # uvicorn ends in good order on Ctrl-C and then raises it once more.
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=config.get_loop_factory()) as runner,
    ):
        runner.run(server.serve(sockets=[listener]))
    return server.started
