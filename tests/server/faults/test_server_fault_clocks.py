"""A wall clock that jumps, the servers' or the database's, changes nobody's time."""

import asyncio
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fault_ledger import Ledger
from private_postgresql import Cluster
from seat_client import Seat
from server_client import Api, ProcessServer

HOUR = 3600
#: Less than any jump, and far more than any machine needs for a few moves.
CLOCK = {"minutes": 60, "increment_s": 0}
#: Nothing tells a jump but time: so long a process has to fall for it, were it ever to.
NOTICED_S = 0.2
#: Heartbeats, sent each second, are where processes compare their clocks.
TWO_HEARTBEATS_S = 2.5


class Jumps:
    """A shim for programs whose wall clock is to jump."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)
        self._library = folder / "shim.so"
        self._file = folder / "jump"
        subprocess.run(
            [
                *("cc", "-shared", "-fPIC", "-O1", "-o", self._library),
                *(Path(__file__).parents[1] / "support" / "faults" / "clock_shim.c", "-ldl"),
            ],
            check=True,
        )
        self.to(0)
        self.env = {"LD_PRELOAD": str(self._library), "SOMMET_TEST_CLOCK": str(self._file)}

    def to(self, seconds: int) -> None:
        self._file.write_text(str(seconds))


@pytest.fixture
def jumps() -> Iterator[Jumps]:
    # Not below pytest's folder: PostgreSQL runs as somebody else, who must be able to read it.
    with tempfile.TemporaryDirectory(prefix="sommet-clock-") as folder:
        yield Jumps(Path(folder))


async def play_through(light: Seat, dark: Seat, ledger: Ledger, jumps: Jumps) -> None:
    """Play one move each after each jump of the clock, with an hour on it."""
    cells = iter(f"1{column}{row}" for row in range(1, 5) for column in "abcd")
    for seconds in (0, 2 * HOUR, -2 * HOUR, 30 * 24 * HOUR):
        jumps.to(seconds)
        await asyncio.sleep(NOTICED_S)
        for seat in (light, dark):
            other = dark if seat is light else light
            await seat.until(lambda seat=seat: "play" in seat.can or seat.over)
            assert not seat.over, seat.snapshot["outcome"]
            ply = seat.snapshot["ply"]
            move = next(cells)
            key = (seat.snapshot["table"], 1, ply)
            ledger.note_sent(key, move)
            await seat.play(move)
            ledger.note_acknowledged(key, move)
            await other.until(lambda ply=ply, other=other: other.snapshot["ply"] == ply + 1)
            assert min(seat.snapshot["clock"]["remaining_ms"]) > HOUR * 1000 / 2
            assert max(seat.snapshot["clock"]["remaining_ms"]) <= HOUR * 1000


async def test_a_jump_of_the_servers_clock(tmp_path: Path, jumps: Jumps) -> None:
    database = tmp_path / "games.sqlite3"
    server = ProcessServer(database, env=jumps.env)
    ledger = Ledger()
    with server:
        async with Api(server.url) as api:
            seats = await api.friends("pylos", seat="light", clock=CLOCK)
            async with api.seat(seats[0]) as light, api.seat(seats[1]) as dark:
                await play_through(light, dark, ledger, jumps)
        # Killed, and the clock goes back a month before it is started again.
        server.kill()
        jumps.to(0)
        server.start()
        async with Api(server.url) as api, api.seat(seats[0]) as light:
            left = light.snapshot["clock"]
            assert left["remaining_ms"][0] > HOUR * 1000 / 2
            assert left["at_ms"] >= light.snapshot["server_ms"] - 10 * 60_000
            ledger.note_sent((seats[0]["table"], 1, 8), "2a1")
            await light.play("2a1")
            assert light.snapshot["clock"]["remaining_ms"][0] > HOUR * 1000 / 2
    ledger.check(f"sqlite:///{database}")


async def test_a_jump_of_the_databases_clock(jumps: Jumps) -> None:
    ledger = Ledger()
    with Cluster("fsync=off", env=jumps.env) as cluster:
        database = cluster.migrated_database()
        with ProcessServer(database) as one:
            async with Api(one.url) as api:
                seats = await api.friends("pylos", seat="light", clock=CLOCK)
                async with api.seat(seats[0]) as light:
                    # The second process comes after the jump and agrees with the first.
                    jumps.to(5 * HOUR)
                    await asyncio.sleep(TWO_HEARTBEATS_S)
                    with ProcessServer(database) as two:
                        async with Seat(two.url, seats[1]["table"], seats[1]["token"]) as dark:
                            apart = dark.snapshot["server_ms"] - light.snapshot["server_ms"]
                            assert abs(apart) < 10 * 60_000, "they disagree about the time"
                            await play_through(light, dark, ledger, jumps)
        ledger.check(database)
