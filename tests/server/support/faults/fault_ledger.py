"""Robots that play through any fault, and a ledger of what they were promised."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import websockets
from seat_client import Json, RefusedByServer, Seat, pick, random_move
from server_client import Api
from sqlalchemy import create_engine, select

from sommet import pylos
from sommet.seeding import Random
from sommet.server.storage import schema
from sommet.server.storage.engine import parse_address

#: What a robot sees when a server, a line or a database fails.
TROUBLE = (OSError, websockets.WebSocketException, TimeoutError, AssertionError)


_EXPECTED = ("unavailable", "stale", "game_over", "history_changed")


@dataclass
class Ledger:
    """Every move that was sent, and every one that was acknowledged."""

    sent: dict[tuple[str, int, int], set[str]] = field(default_factory=dict)
    acknowledged: dict[tuple[str, int, int], str] = field(default_factory=dict)
    refusals: Counter[str] = field(default_factory=Counter)
    endings: dict[str, Any] = field(default_factory=dict)
    losses: int = 0
    #: How often a robot that came back was told that its history is not the one that is kept.
    rewritten: int = 0
    #: The moves that each robot saw at the end of its game.
    seen: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def note_sent(self, key: tuple[str, int, int], move: str) -> None:
        self.sent.setdefault(key, set()).add(move)

    def note_acknowledged(self, key: tuple[str, int, int], move: str) -> None:
        assert key not in self.acknowledged, f"{key} was acknowledged twice"
        self.acknowledged[key] = move

    def check(self, database: str) -> None:
        """Compare everything with what is stored."""
        stored, results = stored_games(database)
        assert self.rewritten == 0, "a history changed"
        for key, move in self.acknowledged.items():
            assert stored.get(key) == move, f"{key}: {move} was promised, {stored.get(key)} is kept"
        tables = {table for table, _, _ in self.sent}
        for key, move in stored.items():
            if key[0] in tables:
                assert move in self.sent.get(key, ()), f"{key}: nobody sent {move}"
        for table, told in self.endings.items():
            assert (told["winner"], told["reason"]) == results.get((table, 1)), table


def stored_moves(database: str) -> dict[tuple[str, int, int], str]:
    """Return every move that is kept, by table, game number and ply; each ply once."""
    return stored_games(database)[0]


def stored_games(
    database: str,
) -> tuple[dict[tuple[str, int, int], str], dict[tuple[str, int], tuple[Any, Any]]]:
    """Return every move that is kept, and how each game of Pylos ended by the rules."""
    engine = create_engine(parse_address(database))
    moves: dict[tuple[str, int, int], str] = {}
    results: dict[tuple[str, int], tuple[Any, Any]] = {}
    game: Counter[str] = Counter()
    line: dict[str, list[pylos.State]] = {}
    last: dict[str, int] = {}
    if engine.dialect.name == "postgresql":
        # One moment for all of it: servers may still be writing what waited.
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with engine.connect() as connection:
        events = schema.events.c
        setups = connection.execute(select(schema.tables.c.id, schema.tables.c.setup))
        pylos_tables = {row.id for row in setups if json.loads(row.setup)["game"] == "pylos"}
        for row in connection.execute(select(schema.events).order_by(events.table_id, events.seq)):
            assert row.seq == last.get(row.table_id, 0) + 1, "a gap in the history"
            last[row.table_id] = row.seq
            event = json.loads(row.data)
            if row.table_id not in pylos_tables:
                continue
            if event["kind"] == "started":
                game[row.table_id] += 1
                line[row.table_id] = [pylos.State.start()]
            elif event["kind"] == "taken_back":
                for ply in range(event["ply"], len(line[row.table_id]) - 1):
                    del moves[row.table_id, game[row.table_id], ply]
                del line[row.table_id][event["ply"] + 1 :]
            elif event["kind"] == "moved":
                key = (row.table_id, game[row.table_id], len(line[row.table_id]) - 1)
                assert key not in moves, "two moves for one"
                moves[key] = event["move"]
                after = line[row.table_id][-1].play(event["move"])
                line[row.table_id].append(after)
                if after.outcome is not None:
                    ended = (after.outcome.winner, after.outcome.reason)
                    results[row.table_id, game[row.table_id]] = ended
        for row in connection.execute(select(schema.tables.c.id, schema.tables.c.seq)):
            assert row.seq == last.get(row.id, 0), "the count of events is wrong"
    engine.dispose()
    return moves, results


class Robot:
    """One player of one game, who comes back wherever there is a server."""

    def __init__(
        self, urls: Sequence[str], seat: Json, seed: int, ledger: Ledger, *, pause_s: float
    ) -> None:
        self._urls = urls
        self._created = seat
        self._random = Random(seed)
        self._ledger = ledger
        self._pause_s = pause_s
        self._left: Seat | None = None

    async def play(self, stop: Callable[[], bool]) -> None:
        """Play until the game is over or `stop` says so."""
        while not stop():
            url = pick(list(self._urls), self._random)
            try:
                async with asyncio.timeout(20):
                    seat = await self._come(url)
            except RefusedByServer as refused:
                self._ledger.refusals[refused.code] += 1
                raise
            except TROUBLE:
                self._ledger.losses += 1
                await asyncio.sleep(0.1)
                continue
            self._ledger.rewritten += seat.rewritten
            self._left = seat
            try:
                if await self._sit(seat, stop):
                    return
            except TROUBLE:
                self._ledger.losses += 1
            finally:
                await seat.leave()

    async def _come(self, url: str) -> Seat:
        """Connect; after the first time with what was seen last, as the page does."""
        seat = Seat(url, self._created["table"], self._created["token"])
        if self._left is not None:
            seat.resume(self._left)
        return await seat.__aenter__()

    async def _sit(self, seat: Seat, stop: Callable[[], bool]) -> bool:
        while not stop():
            await seat.until(lambda: seat.over or "play" in seat.can or seat.closed, 60)
            if seat.closed:
                self._ledger.losses += 1
                return False
            snapshot = seat.snapshot
            if seat.over:
                self._ledger.endings[snapshot["table"]] = snapshot["outcome"]
                place = (snapshot["table"], snapshot["you"]["seat"])
                self._ledger.seen[place] = [entry["move"] for entry in snapshot["moves"]]
                return True
            await asyncio.sleep(self._pause_s * (0.5 + self._random.below(1000) / 1000))
            move = random_move(snapshot["board"], self._random)
            key = (snapshot["table"], snapshot["game_number"], snapshot["ply"])
            self._ledger.note_sent(key, move)
            try:
                await seat.ask("play", ply=snapshot["ply"], move=move)
                self._ledger.note_acknowledged(key, move)
            except RefusedByServer as refused:
                self._ledger.refusals[refused.code] += 1
                if refused.code not in _EXPECTED:
                    raise
                await asyncio.sleep(0.2)
        return True


class Field:
    """Many games at once between robots."""

    def __init__(self, urls: Sequence[str], *, pause_s: float = 0.1) -> None:
        self.urls = list(urls)
        self.ledger = Ledger()
        self._pause_s = pause_s
        self._seats: list[Json] = []
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, games: int) -> None:
        for number in range(games):
            async with Api(self.urls[number % len(self.urls)]) as api:
                self._seats += await api.friends("pylos")

    def start(self) -> None:
        self._stopping = False
        self._tasks = [
            asyncio.create_task(
                Robot(self.urls, seat, number, self.ledger, pause_s=self._pause_s).play(
                    lambda: self._stopping
                )
            )
            for number, seat in enumerate(self._seats)
        ]

    async def grow(self, moves: int, patience_s: float = 120.0) -> None:
        """Wait until this many more moves were acknowledged, or all games are over."""
        goal = len(self.ledger.acknowledged) + moves
        async with asyncio.timeout(patience_s):
            while len(self.ledger.acknowledged) < goal:
                if all(task.done() for task in self._tasks):
                    await asyncio.gather(*self._tasks)
                    return
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.05)

    async def notice(self, losses: int, patience_s: float = 120.0) -> None:
        """Wait until robots have lost more connections than `losses`."""
        async with asyncio.timeout(patience_s):
            while self.ledger.losses <= losses:
                await asyncio.sleep(0.05)

    async def suffer(self, refusals: int, patience_s: float = 120.0) -> None:
        """Wait until robots heard `unavailable` more often than this, or all games are over."""
        async with asyncio.timeout(patience_s):
            while self.ledger.refusals["unavailable"] <= refusals:
                if all(task.done() for task in self._tasks):
                    return
                await asyncio.sleep(0.05)

    async def finish(self, patience_s: float = 120.0) -> None:
        """Play every game to its end."""
        async with asyncio.timeout(patience_s):
            await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        self._stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
