"""A slow disk moves nobody's clock: turns begin when they are sent out, and end on arrival."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from server_client import Api, ThreadServer

from sommet.match import events as ev
from sommet.server.storage import queries
from sommet.server.storage.store import Write

DISK_MS = 200
THINK_MS = 1000


class Time:
    """The server's time, which passes only while a table's events are written."""

    def __init__(self, server: ThreadServer, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
        services = server.app.state.registry.services
        self.now_ms = services.server_clock.now_ms()
        #: Whether a write is about to be confirmed.
        self.may_confirm: Callable[[], bool] = lambda: True
        put = services.store.put

        async def put_slowly(write: Write) -> None:
            await put(write)
            if write.key != table:
                return
            async with asyncio.timeout(90):
                while not self.may_confirm():
                    await asyncio.sleep(0.001)
            self.now_ms += DISK_MS

        monkeypatch.setattr(services.server_clock, "now_ms", lambda: self.now_ms)
        monkeypatch.setattr(services.store, "put", put_slowly)


async def moves_of(server: ThreadServer, table: str) -> list[ev.Moved]:
    store = server.app.state.registry.services.store
    row = await asyncio.to_thread(lambda: _read(store, table))
    return [event for event in row.events if isinstance(event, ev.Moved)]


def _read(store: Any, table: str) -> queries.TableRow:
    with store.engine.connect() as connection:
        row = queries.read_table(connection, table)
    assert row is not None
    return row


async def test_what_a_move_takes_to_be_on_disk_counts_for_nobody(
    server: ThreadServer, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await api.open_both("pylos", clock={"minutes": 5})
    async with api.both(created) as both:
        await both.play("1a1")
        time = Time(server, created["table"], monkeypatch)
        await both.play("1b1")
        time.now_ms += THINK_MS
        await both.play("1c1")
        left_ms = both.snapshot["clock"]["remaining_ms"][0]
    *_, begun, ended = await moves_of(server, created["table"])
    assert ended.at_ms - begun.at_ms == DISK_MS + THINK_MS
    assert ended.lag_ms >= DISK_MS
    assert left_ms >= 300_000 - THINK_MS


async def test_a_move_counts_from_when_it_arrives(
    server: ThreadServer, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for the answer to the message before it."""
    first, second = await api.friends("pylos", seat="light", clock={"minutes": 5})
    async with api.seat(first) as light, api.seat(second):
        registry = server.app.state.registry
        (mine,) = (
            one
            for one in registry._tables[first["table"]].audience._listeners
            if one.viewer.player == 0
        )
        time = Time(server, first["table"], monkeypatch)
        time.may_confirm = lambda: bool(mine._inbox)
        asked = asyncio.create_task(light.ask("propose", what="draw", ply=0))
        before_ms = time.now_ms
        played = asyncio.create_task(light.play("1a1"))
        await asked
        time.may_confirm = lambda: True
        await played
    (move,) = await moves_of(server, first["table"])
    assert move.at_ms == before_ms
