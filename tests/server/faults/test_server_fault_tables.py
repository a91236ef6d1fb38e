"""The largest permitted tables are opened, replayed and taken back in; nobody else notices."""

import asyncio
import gc
import time
from pathlib import Path

import pytest
from both_seats import BothSeats
from fault_sizes import FULL, SIZES
from long_tables import (
    PACAL_SETUP,
    SETUP,
    long_game,
    long_pacal_game,
    longest_history,
    store_friends_table,
)
from other_players import Felt, OtherPlayers, in_background
from seat_client import Seat
from server_client import Api, ProcessServer, ThreadServer, quick_settings
from sqlalchemy import Engine

from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade

#: What a clock may be charged beyond the time that the player took.
MOST_CHARGED_MS = 50
MOST_LATENCY_MS = 100
#: A measurement while the machine kept even those players waiting is made again. Others count.
MOST_STALLED_MS = 10
TRIES = 5
#: All come from one address here.
_LIMITS = [
    f"--limit={name}=100000"
    for name in (
        *("requests_per_second", "request_burst", "connects_per_second", "connect_burst"),
        *("messages_per_second_per_address", "message_burst_per_address"),
        *("messages_per_second", "message_burst", "tables_per_minute"),
    )
]


def store_largest(engine: Engine, count: int) -> list[tuple[str, list[str]]]:
    """Keep tables with the longest histories, of both games in turn; return ids and tokens."""
    games = (
        (longest_history(0, long_game), SETUP),
        (longest_history(0, long_pacal_game), PACAL_SETUP),
    )
    return [
        store_friends_table(engine, history, 0, setup)
        for history, setup in (games[number % 2] for number in range(count))
    ]


async def weigh_down(api: Api, table: str, tokens: list[str]) -> None:
    """Open a table, look at all of it and take moves back in it, all at once."""
    answers, _ = await asyncio.gather(
        asyncio.gather(
            api.http.get(f"/api/tables/{table}"),
            api.http.get(f"/api/tables/{table}/record"),
        ),
        take_back(api, table, tokens),
    )
    assert [answer.status_code for answer in answers] == [200, 200]


async def take_back(api: Api, table: str, tokens: list[str]) -> None:
    async with BothSeats(*(Seat(api.url, table, token) for token in tokens)) as both:
        for _ in range(5):
            moves = [entry["move"] for entry in both.snapshot["moves"]]
            await both.agree("takeback")
            for move in moves[both.snapshot["ply"] :]:
                await both.play(move)


def weigh_all_down(url: str, tables: list[tuple[str, list[str]]]) -> None:
    """Weigh a server down with one table of each game, then with all others at once."""

    async def weigh() -> None:
        async with Api(url) as api:
            for table, tokens in tables[:2]:
                await weigh_down(api, table, tokens)
            await asyncio.gather(*(weigh_down(api, *each) for each in tables[2:]))

    asyncio.run(weigh())


async def measure(database: Path) -> Felt:
    """Return what others feel of a server with the largest tables."""
    engine = open_engine(f"sqlite:///{database}")
    upgrade(engine)
    tables = store_largest(engine, SIZES.long_tables)
    engine.dispose()
    with ProcessServer(database, *_LIMITS) as server:
        async with OtherPlayers(server.url) as others:
            await in_background(weigh_all_down, server.url, tables)
    felt = others.felt
    print(felt)
    assert min(felt.asked, felt.moves) > 5 * len(tables)
    return felt


@pytest.mark.skipif(SIZES is not FULL, reason="times need a machine with nothing else to do")
async def test_the_largest_tables_hold_nobody_up(tmp_path: Path) -> None:
    """Each game's alone, then all others at once; clocks are looked at all the time."""
    for number in range(TRIES):
        felt = await measure(tmp_path / f"{number}.sqlite3")
        if felt.stalled_ms <= MOST_STALLED_MS:
            assert felt.livez_ms <= MOST_LATENCY_MS
            assert felt.charged_ms <= MOST_CHARGED_MS
            return
    pytest.fail("the machine was never quiet enough to measure anything")


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
        # What the clients of the test leave behind would be collected on the server's account.
        gc.collect()
        gc.disable()
        self._loop.call_soon_threadsafe(self._begin)
        return self

    def __exit__(self, *_: object) -> None:
        gc.enable()
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
        tables = store_largest(engine, 4)
        async with Api(server.url) as api:
            for table, tokens in tables[:2]:
                await weigh_down(api, table, tokens)  # whatever is made once is made
            with Beat(server) as beat:
                for table, tokens in tables[2:]:
                    await weigh_down(api, table, tokens)
    print(f"{beat.worst_ms:.0f} ms of processor between two turns")
    assert 0 < beat.worst_ms < MOST_CHARGED_MS
