"""Clients that behave badly, a disk that is full, and a worker that dies: games go on."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from fault_ledger import Field, stored_moves
from private_postgresql import Cluster
from server_client import (
    Api,
    Json,
    ThreadServer,
    quick_settings,
    random_move,
    wait_until,
)
from sqlalchemy import create_engine, event, text

from sommet.seeding import Random
from sommet.server.storage.engine import parse_address

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "web" / "schema" / "protocol.schema.json").read_text()
)


# A client that reads nothing.


async def test_a_client_that_reads_nothing_is_closed(server: ThreadServer, api: Api) -> None:
    """It asks for its table again and again: what it does not fetch is kept for a while only."""
    created = await api.open("pacal", "hotseat")
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    before = resident_kb()
    async with await websockets.connect(
        f"ws://{host}:{port}/ws/{created['table']}",
        sock=line,
        compression=None,
        max_queue=1,
        close_timeout=0.2,
    ) as deaf:
        await deaf.send(json.dumps({"type": "hello", "protocol": 1, "token": created["token"]}))
        seat = json.loads(await deaf.recv())["snapshot"]["you"]["curtain"]
        with contextlib.suppress(websockets.ConnectionClosed, TimeoutError):
            for number in range(1, 20_000):
                ask = {"type": "lift_curtain", "id": number, "game_number": 1, "seat": seat}
                await asyncio.wait_for(deaf.send(json.dumps(ask)), 2)
        hall = server.app.state.hall
        table = hall._tables[created["table"]]
        for _ in range(300):
            if not table.is_watched:
                break
            await asyncio.sleep(0.05)
        assert not table.is_watched, "it is still there"
    assert resident_kb() - before < 40_000, "what nobody fetches was kept"
    async with api.seat(created) as seat_again:
        await seat_again.ask("lift_curtain", seat=seat)
        await seat_again.play(random_move(seat_again.snapshot["board"], Random(1)))


def resident_kb() -> int:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


# A client that sends nonsense.


class Nonsense:
    """Messages made from the schema and broken, and messages made of nothing."""

    def __init__(self, seed: int, token: str) -> None:
        self._random = Random(seed)
        self._token = token
        definitions = SCHEMA["$defs"]
        self._kinds = [
            definition
            for name, definition in definitions.items()
            if name
            in {"Hello", "Play", "Propose", "Answer", "Withdraw", "Resign", "NextRound"}
            | {"LiftCurtain", "Ping", "Echo"}
        ]
        assert len(self._kinds) == 10

    def message(self) -> str | bytes:
        kind = self._random.below(10)
        if kind == 0:
            return bytes(self._random.below(256) for _ in range(self._random.below(200)))
        if kind == 1:
            return "".join(chr(32 + self._random.below(0x2000)) for _ in range(100))
        if kind == 2:
            return "[" * self._random.below(3000)
        message = self._valid()
        for _ in range(self._random.below(3)):
            self._break(message)
        written = json.dumps(message)
        if kind == 3:
            return written[: self._random.below(len(written) + 1)]
        return written

    def _valid(self) -> Json:
        definition = self._kinds[self._random.below(len(self._kinds))]
        return {
            name: self._value(name, rule)
            for name, rule in definition["properties"].items()
            if name in definition.get("required", ()) or self._random.below(2)
        }

    def _value(self, name: str, rule: Json) -> Any:
        if "const" in rule:
            return rule["const"]
        if name == "token":
            return self._token
        if name == "move":
            cells = [
                f"{1 + self._random.below(4)}{column}{row}" for column in "abcd" for row in "1234"
            ]
            return cells[self._random.below(len(cells))]
        if name in ("ply", "game_number"):
            return self._random.below(8)
        if name == "what":
            return ("takeback", "draw", "rematch")[self._random.below(3)]
        if name == "seat":
            return self._random.below(2)
        if name == "accept":
            return bool(self._random.below(2))
        return 1 + self._random.below(1 << 20)

    def _break(self, message: Json) -> None:
        odd: list[Any] = [None, -1, 2**63, 1e308, "", "x" * 5000, [], {}, [[[]]], True, "\ud800"]
        odd += ["'; DROP TABLE events; --", "\u0000", {"$ref": "#"}, "play"]
        names = [*message, "extra", "__proto__"]
        name = names[self._random.below(len(names))]
        if self._random.below(3):
            message[name] = odd[self._random.below(len(odd))]
        else:
            message.pop(name, None)


async def attack(server: ThreadServer, messages: int) -> None:
    """Send nonsense from a seat while others play; then everything adds up."""
    async with Api(server.url) as api:
        victim = await api.friends("pylos", seat="light")
        field = Field([server.url], pause_s=0.05)
        await field.open(2)
        field.start()
        nonsense = Nonsense(7, victim[0]["token"])
        accepted: list[Json] = []
        sent = 0
        while sent < messages:
            sent += await send_nonsense(server.url, victim[0], nonsense, messages - sent, accepted)
        await field.finish()
        field.ledger.check(str(server.app.state.hall.services.settings.database))
        answer = await api.http.get(f"/api/tables/{victim[0]['table']}")
        assert answer.status_code == 200
        async with api.seat(victim[0]) as seat:
            assert seat.snapshot["seq"] >= max((ack["seq"] for ack in accepted), default=0)
        text = (await api.http.get("/metrics")).text
        assert 'sommet_refusals_total{code="internal"}' not in text


async def send_nonsense(
    url: str, created: Json, nonsense: Nonsense, count: int, accepted: list[Json]
) -> int:
    """Send until the server closes the line or all is sent; return how many were sent."""
    address = url.replace("http", "ws", 1) + f"/ws/{created['table']}"
    sent = 0
    async with websockets.connect(address, compression=None, max_size=None) as line:
        hello = {"type": "hello", "protocol": 1, "token": created["token"]}

        async def read() -> None:
            with contextlib.suppress(websockets.ConnectionClosed):
                async for text in line:
                    message = json.loads(text)
                    if message["type"] == "ack":
                        accepted.append(message)

        reader = asyncio.create_task(read())
        with contextlib.suppress(websockets.ConnectionClosed):
            await line.send(json.dumps(hello))
            while sent < count:
                sent += 1
                await line.send(nonsense.message())
        with contextlib.suppress(websockets.ConnectionClosed):
            await line.close()
        await reader
    return sent


async def test_nonsense_and_hostile_messages_change_nothing_else(server: ThreadServer) -> None:
    await attack(server, 3_000)


@pytest.mark.soak
async def test_a_hundred_thousand_hostile_messages(server: ThreadServer) -> None:
    await attack(server, 100_000)


# A full disk.

#: Enough moves to need more room than there is before the games are over.
GAMES = 12


async def test_a_full_disk_with_sqlite(tmp_path: Path) -> None:
    """Moves are refused while there is no room and accepted again when there is."""
    database = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with ThreadServer(quick_settings(tmp_path)) as server:
        engine = server.app.state.hall.services.store.engine
        field = Field([server.url], pause_s=0.1)
        await field.open(GAMES)
        field.start()
        await field.grow(20)
        full = True

        def limit(connection: Any, _record: Any) -> None:
            if full:
                pages = connection.execute("PRAGMA page_count").fetchone()[0]
                connection.execute(f"PRAGMA max_page_count={pages}").close()

        event.listen(engine, "connect", limit)
        engine.dispose()
        async with asyncio.timeout(30):
            while field.ledger.refusals["unavailable"] < 3:
                await asyncio.sleep(0.05)
        full = False
        engine.dispose()
        await field.finish()
        field.ledger.check(database)
        assert len(field.ledger.endings) == GAMES


# A worker that dies.


@contextlib.contextmanager
def worker(database: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "sommet.cli.main", "worker", "--database", database),
            *("--thinkers", "1", "--log-level", "error"),
        ],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        assert b"works" in process.stdout.readline()
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def test_a_worker_is_killed_in_mid_thought(postgresql: Cluster, tmp_path: Path) -> None:
    """The other worker takes its job over, and the computer moves exactly once."""
    database = postgresql.new_database()
    settings = quick_settings(tmp_path, database=database, thinkers=0)
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            with worker(database) as first:
                created = await api.open("pylos", "computer", opponent="level:8", seat="dark")
                # It stops in mid-thought, holding its job, and never comes back.
                await asyncio.to_thread(wait_until, lambda: workers_of(database) != set())
                os.kill(first.pid, signal.SIGSTOP)
                holding = workers_of(database)
            with worker(database) as second:
                async with api.seat(created) as seat:
                    await seat.until(lambda: "play" in seat.can, 40)
                    assert seat.snapshot["ply"] == 1
                    await seat.play(random_move(seat.snapshot["board"], Random(2)))
                    await seat.until(lambda: seat.snapshot["ply"] == 3, 40)
                second.send_signal(signal.SIGTERM)
                assert second.wait(30) == 0
            assert len(holding) <= 1
            assert workers_of(database) == set()
        assert len(stored_moves(database)) == 3


def workers_of(database: str) -> set[str]:
    engine = create_engine(parse_address(database))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT worker FROM jobs WHERE worker <> ''"))
        workers = {row.worker for row in found}
    engine.dispose()
    return workers
