"""The largest permitted tables are opened, replayed and taken back in; nobody else notices."""

import asyncio
import contextlib
import time
from pathlib import Path

import httpx
import pytest
from both_seats import BothSeats
from fault_sizes import FULL, SIZES
from long_tables import longest_history, store_friends_table
from seat_client import PATIENCE_S, Json, RefusedByServer, Seat
from server_client import Api, ProcessServer, ThreadServer, quick_settings

from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade

#: What a clock may be charged beyond the time that the player took.
MOST_CHARGED_MS = 50
MOST_LATENCY_MS = 100
#: A machine on which others work as well can spoil a measurement, never make it better.
TRIES = 3
_CELLS = [f"1{column}{row}" for row in range(1, 5) for column in "abcd"]


class Watch:
    """Asks `/livez` all the time, and notes how long the answers took."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.worst_ms = 0.0
        self.asked = 0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Watch":
        self._task = asyncio.create_task(self._ask())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _ask(self) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=PATIENCE_S) as client:
            await client.get("/livez")  # the line is there
            while True:
                began = time.perf_counter()
                answer = await client.get("/livez")
                took_ms = 1000 * (time.perf_counter() - began)
                assert answer.status_code == 200
                self.asked += 1
                self.worst_ms = max(self.worst_ms, took_ms)
                await asyncio.sleep(0.02)


async def play_timed(api: Api, created: tuple[Json, Json], stop: asyncio.Event) -> float:
    """Play with a clock until told to stop; return the most that a move was charged too much."""
    worst_ms = 0.0
    moves = iter(_CELLS[:14])
    async with api.seat(created[0]) as light, api.seat(created[1]) as dark:
        for ply, move in enumerate(moves):
            if stop.is_set():
                break
            seat = light if ply % 2 == 0 else dark
            await seat.until(lambda seat=seat: "play" in seat.can)
            clock = seat.snapshot["clock"]
            had_ms = clock["remaining_ms"][ply % 2]
            began = time.perf_counter()
            await asyncio.sleep(0.1)
            with contextlib.suppress(RefusedByServer):
                await seat.play(move)
            took_ms = 1000 * (time.perf_counter() - began)
            left_ms = seat.snapshot["clock"]["remaining_ms"][ply % 2]
            if ply > 0:
                worst_ms = max(worst_ms, had_ms - left_ms - took_ms)
    return worst_ms


async def weigh_down(api: Api, table: str, tokens: list[str]) -> None:
    """Open a table, look at all of it and take moves back in it, all at once."""
    await asyncio.gather(
        api.http.get(f"/api/tables/{table}"),
        api.http.get(f"/api/tables/{table}/record"),
        api.http.get(f"/api/replays/{table}/record"),
        take_back(api, table, tokens),
    )


async def take_back(api: Api, table: str, tokens: list[str]) -> None:
    async with BothSeats(*(Seat(api.url, table, token) for token in tokens)) as both:
        for _ in range(5):
            await both.agree("takeback")
            await both.play("1b2-1b2" if both.snapshot["ply"] % 2 == 0 else "1c3-1c3")


async def measure(url: str, tables: list[tuple[str, list[str]]]) -> tuple[float, float]:
    """Return the longest that `/livez` took and the most that a clock was charged, in ms."""
    async with Api(url) as api, Watch(url) as watch:
        created = await api.friends("pylos", seat="light", clock={"minutes": 5})
        stop = asyncio.Event()
        timed = asyncio.create_task(play_timed(api, created, stop))
        for table, tokens in tables:
            await weigh_down(api, table, tokens)
        stop.set()
        charged_ms = await timed
    assert watch.asked >= len(tables)
    return watch.worst_ms, charged_ms


@pytest.mark.skipif(SIZES is not FULL, reason="times need a machine with nothing else to do")
async def test_the_largest_tables_hold_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    engine = open_engine(f"sqlite:///{path}")
    upgrade(engine)
    history = longest_history(0)
    tables = [store_friends_table(engine, history, 0) for _ in range(TRIES * SIZES.long_tables)]
    engine.dispose()
    measured = []
    with ProcessServer(path, *_LIMITS) as server:
        for number in range(TRIES):
            some = tables[number * SIZES.long_tables : (number + 1) * SIZES.long_tables]
            measured.append(await measure(server.url, some))
            latency_ms, charged_ms = measured[-1]
            print(f"{len(history)} events: /livez {latency_ms:.0f} ms, clock {charged_ms:.0f} ms")
            if latency_ms <= MOST_LATENCY_MS and charged_ms <= MOST_CHARGED_MS:
                return
    raise AssertionError(f"/livez and clock in ms, each time: {measured}")


_LIMITS = ("--limit", "requests_per_second=1000", "--limit", "request_burst=10000")


class Beat:
    """Looks, in the server's event loop, how much processor time lies between two of its turns.

    Other programs on the machine make no difference to that, as they do to time.
    """

    def __init__(self, server: ThreadServer) -> None:
        self._loop: asyncio.AbstractEventLoop = server.app.state.registry._chores[0].get_loop()
        self._last_s = 0.0
        self._going = True
        self.worst_ms = 0.0

    def __enter__(self) -> "Beat":
        self._loop.call_soon_threadsafe(self._begin)
        return self

    def __exit__(self, *_: object) -> None:
        self._going = False

    def _begin(self) -> None:
        self._last_s = time.thread_time()
        self._turn()

    def _turn(self) -> None:
        now_s = time.thread_time()
        self.worst_ms = max(self.worst_ms, 1000 * (now_s - self._last_s))
        self._last_s = now_s
        if self._going:
            self._loop.call_later(0.0005, self._turn)


async def test_the_largest_tables_do_not_keep_the_event_loop_busy(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        engine = server.app.state.registry.services.store.engine
        tables = [store_friends_table(engine, longest_history(0), 0) for _ in range(2)]
        async with Api(server.url) as api:
            (first, *rest) = tables
            await weigh_down(api, *first)  # whatever is made once is made
            with Beat(server) as beat:
                for table, tokens in rest:
                    await weigh_down(api, table, tokens)
    print(f"{beat.worst_ms:.0f} ms of processor between two turns")
    assert 0 < beat.worst_ms < MOST_CHARGED_MS
