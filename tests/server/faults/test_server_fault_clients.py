"""Clients that behave badly, and a disk that is full: games go on."""

import asyncio
import contextlib
import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets
from fault_ledger import Field
from fault_sizes import SIZES
from hostile import Attacker
from seat_client import random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import event

from sommet.seeding import Random
from sommet.server.protocol.base import PROTOCOL_VERSION

# A client that reads nothing.


async def test_a_client_that_reads_nothing_is_closed(tmp_path: Path) -> None:
    """It asks for its table again and again: what it does not fetch is kept for a while only."""
    impatient = quick_settings(tmp_path, probe_every_s=3.0, silence_limit_s=10.0)
    with ThreadServer(impatient) as server:
        async with Api(server.url) as api:
            await stop_reading(server, api)


async def stop_reading(server: ThreadServer, api: Api) -> None:
    field = Field([server.url], pause_s=0.02)
    await field.open(2)
    field.start()
    created = await api.open_both("pylos", seat="light")
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
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": created["token"]}
        await deaf.send(json.dumps(hello))
        assert json.loads(await deaf.recv())["type"] == "welcome"
        table = server.app.state.registry._tables[created["table"]]
        # Refusals are the longest answers to be had.
        for number in range(1, 100_000):
            ask = {"type": "play", "id": number, "game_number": 1, "ply": 0, "move": "?" * 40}
            try:
                await asyncio.wait_for(deaf.send(json.dumps(ask)), 1)
            except TimeoutError:
                pass  # the server reads no more than it can answer
            except websockets.ConnectionClosed:
                break
            if not table.is_watched:
                break
        assert not table.is_watched, "it is still there"
    assert resident_kb() - before < 40_000, "what nobody fetches was kept"
    async with api.both(created) as both:
        await both.play(random_move(both.snapshot["board"], Random(1)))
    await field.finish()
    field.ledger.check(str(server.app.state.registry.services.settings.database))
    assert len(field.ledger.endings) == 2


def resident_kb() -> int:
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


# A client that sends nonsense.

ATTACKERS = 3


async def test_hostile_messages_change_nothing_else(server: ThreadServer) -> None:
    """Fuzzed from the schema and at random, and every one of them answered, while others play."""
    database = str(server.app.state.registry.services.settings.database)
    field = Field([server.url], pause_s=0.05)
    await field.open(2)
    field.start()
    before = resident_kb()
    attackers = [Attacker(server.url, seed) for seed in range(ATTACKERS)]
    # However busy the machine is: enough that something is promised, too.
    each = (SIZES.hostile // ATTACKERS + 1, SIZES.hostile // 400 // ATTACKERS + 1)
    await asyncio.gather(*(one.attack(*each) for one in attackers))
    await field.finish()
    field.ledger.check(database)
    for one in attackers:
        one.check(database)
    assert sum(one.answered for one in attackers) >= SIZES.hostile
    assert sum(len(one.promised) for one in attackers) > SIZES.hostile / 400, "all was refused"
    assert resident_kb() - before < 100_000, "what was refused was kept"
    async with Api(server.url) as api:
        text = (await api.http.get("/metrics")).text
    assert 'sommet_refusals_total{code="internal"}' not in text
    refused = set(re.findall(r'sommet_refusals_total{code="(\w+)"}', text))
    assert {"malformed", "illegal_move", "stale", "replayed", "too_large"} <= refused


# A full disk.

#: Enough moves to need more room than there is before the games are over.
GAMES = SIZES.disk_games
_DISK_MB = 64 + 2 * GAMES


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """Mount a disk of a few megabytes, where one may; else yield None."""
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={_DISK_MB}m", "sommet-test", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


class Ballast:
    """Takes all the room that a disk has left."""

    def __init__(self, disk: Path) -> None:
        self._file = disk / "ballast"

    def lay(self) -> None:
        with self._file.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def clear(self) -> None:
        self._file.unlink()


class FewPages:
    """The next best thing where no disk can be mounted: SQLite itself finds no room."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._full = False
        event.listen(engine, "connect", self._limit)

    def _limit(self, connection: Any, _record: Any) -> None:
        if self._full:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count={pages}").close()

    def lay(self) -> None:
        self._full = True
        self._engine.dispose()

    def clear(self) -> None:
        self._full = False
        self._engine.dispose()


@pytest.mark.parametrize("means", ["disk", "pages"])
async def test_a_full_disk_with_sqlite(tmp_path: Path, means: str) -> None:
    """Moves are refused while there is no room and accepted again when there is."""
    with small_disk(tmp_path / "disk") as disk:
        folder = disk if disk is not None and means == "disk" else tmp_path
        database = f"sqlite:///{folder / 'games.sqlite3'}"
        with ThreadServer(quick_settings(folder)) as server:
            field = Field([server.url], pause_s=0.1)
            await field.open(GAMES)
            field.start()
            await field.grow(20)
            engine = server.app.state.registry.services.store.engine
            weight = FewPages(engine) if folder is tmp_path else Ballast(folder)
            weight.lay()
            async with asyncio.timeout(90):
                while field.ledger.refusals["unavailable"] < 3:
                    await asyncio.sleep(0.05)
            kept = len(field.ledger.acknowledged)
            weight.clear()
            await field.finish(120 + 3 * GAMES)
            field.ledger.check(database)
            assert len(field.ledger.endings) == GAMES
            assert len(field.ledger.acknowledged) > kept
