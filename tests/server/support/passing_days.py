"""Letting days pass on a server in a moment."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any

from server_client import ThreadServer

from sommet.match.clock import DAY_MS


def jump(server: ThreadServer, days: float) -> "Future[None]":
    """Let it be `days` later for the server, which does not count as a time without it."""
    registry = server.app.state.registry
    by_ms = round(days * DAY_MS)

    async def forward() -> None:
        registry.services.server_clock.slew(by_ms)
        registry.membership._heartbeat_ms += by_ms
        registry.membership._written_ms += by_ms

    return _begin(server, forward())


async def pass_days(server: ThreadServer, days: float) -> None:
    """Let it be `days` later for the server."""
    await asyncio.wrap_future(jump(server, days))


async def on_server(server: ThreadServer, work: Coroutine[Any, Any, None]) -> None:
    """Do something on the server's own event loop."""
    await asyncio.wrap_future(_begin(server, work))


def _begin(server: ThreadServer, work: Coroutine[Any, Any, None]) -> "Future[None]":
    loop = server.app.state.registry._chores[0].get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop)
