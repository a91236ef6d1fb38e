"""Clients beside a fault: how soon the server answers them, and what their clocks are charged.

They are in a process of their own, so that whatever the test itself does cannot delay them.
"""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import httpx
from seat_client import PATIENCE_S
from server_client import Api

_CELLS = [f"1{column}{row}" for row in range(1, 5) for column in "abcd"]
_THINK_S = 0.03


@dataclass
class Felt:
    """The worst of everything.

    Attributes:
        livez_ms: How long `/livez` took.
        charged_ms: By how much a clock was charged something else than the time that was thought.
        stalled_ms: How long the machine kept these players themselves from running.
        asked: How often `/livez` was asked.
        moves: How many moves were timed.
    """

    livez_ms: float = 0.0
    charged_ms: float = 0.0
    stalled_ms: float = 0.0
    asked: int = 0
    moves: int = 0


async def in_background(work: Callable[..., None], *arguments: Any) -> None:
    """Do something in a process that lets all others go first: the test's own work counts least."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=_do_last, args=(work, *arguments), daemon=True)
    process.start()
    await asyncio.to_thread(process.join)
    assert process.exitcode == 0


def _do_last(work: Callable[..., None], *arguments: Any) -> None:
    os.nice(10)
    work(*arguments)


class OtherPlayers:
    """Players of other games and a prober, from `async with` until its end; then `felt`."""

    def __init__(self, url: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.felt = Felt()
        self._stop, self._ready = context.Event(), context.Event()
        self._answers: Any = context.Queue()
        told = (url, self._ready, self._stop, self._answers)
        self._process = context.Process(target=_look_on, args=told, daemon=True)

    async def __aenter__(self) -> Self:
        self._process.start()
        assert await asyncio.to_thread(self._ready.wait, PATIENCE_S)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.set()
        self.felt = await asyncio.to_thread(self._answers.get, True, PATIENCE_S)
        await asyncio.to_thread(self._process.join, PATIENCE_S)


def _look_on(url: str, ready: Any, stop: Any, answers: Any) -> None:
    felt = Felt()
    asyncio.run(_feel(url, ready, stop, felt))
    answers.put(felt)


async def _feel(url: str, ready: Any, stop: Any, felt: Felt) -> None:
    async with Api(url) as api, httpx.AsyncClient(base_url=url, timeout=PATIENCE_S) as client:
        await client.get("/livez")  # the line is there
        stall = asyncio.create_task(_stall(stop, felt))
        players = [asyncio.create_task(_play(api, ready, stop, felt)) for _ in range(2)]
        await _ask(client, stop, felt)
        await asyncio.gather(stall, *players)


async def _ask(client: httpx.AsyncClient, stop: Any, felt: Felt) -> None:
    while not stop.is_set():
        began = time.perf_counter()
        answer = await client.get("/livez")
        felt.livez_ms = max(felt.livez_ms, 1000 * (time.perf_counter() - began))
        assert answer.status_code == 200
        felt.asked += 1
        await asyncio.sleep(0.01)


async def _stall(stop: Any, felt: Felt) -> None:
    while not stop.is_set():
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        felt.stalled_ms = max(felt.stalled_ms, 1000 * (time.perf_counter() - began) - 5)


async def _play(api: Api, ready: Any, stop: Any, felt: Felt) -> None:
    """Play games with a clock, one after the other; compare each move's charge with its time."""
    while not stop.is_set():
        first, second = await api.friends("pylos", seat="light", clock={"minutes": 5})
        async with api.seat(first) as light, api.seat(second) as dark:
            for ply, move in enumerate(_CELLS[:14]):
                seat = light if ply % 2 == 0 else dark
                await seat.until(lambda seat=seat: "play" in seat.can)
                seen = time.perf_counter()
                had_ms = seat.snapshot["clock"]["remaining_ms"][ply % 2]
                await asyncio.sleep(_THINK_S)
                thought_ms = 1000 * (time.perf_counter() - seen)
                await seat.play(move)
                left_ms = seat.snapshot["clock"]["remaining_ms"][ply % 2]
                if ply > 0:  # before that no clock runs
                    felt.charged_ms = max(felt.charged_ms, abs(had_ms - left_ms - thought_ms))
                    felt.moves += 1
                    ready.set()
                if stop.is_set():
                    return
