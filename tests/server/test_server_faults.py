"""Faults that three servers on one PostgreSQL survive: nothing acknowledged is lost or doubled."""

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from cut_line import Line
from fault_ledger import Field
from private_postgresql import Cluster
from server_client import Api, ProcessServer, RefusedByServer, wait_until

GAMES = 8


class Site:
    """Three servers behind a line to a PostgreSQL that may crash."""

    def __init__(self, cluster: Cluster, line: Line) -> None:
        self.cluster = cluster
        self.line = line
        self.database = cluster.new_database()
        name = self.database.rpartition("/")[2]
        self.servers = [
            ProcessServer(
                f"postgresql://sommet@127.0.0.1:{line.port}/{name}",
                *("--thinkers", "1", "--limit", "tables_per_minute=100000"),
                *("--limit", "requests_per_second=100000", "--limit", "request_burst=100000"),
            )
            for _ in range(3)
        ]

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def start(self) -> None:
        for server in self.servers:
            server.begin()
        for server in self.servers:
            wait_until(server.answers, 60)

    def kill(self) -> None:
        for server in self.servers:
            server.kill()


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    # What was committed must be there after a crash of PostgreSQL, though not of the machine.
    with Cluster("fsync=off") as cluster, Line(cluster.port) as line, ExitStack() as stack:
        found = Site(cluster, line)
        stack.callback(found.kill)
        found.start()
        yield found


async def test_one_of_three_servers_is_killed_under_load(site: Site) -> None:
    field = Field(site.urls)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    site.servers[1].kill()
    await field.grow(40)
    assert field.ledger.losses > 0, "nobody noticed"
    site.servers[1].start()
    await field.finish()
    field.ledger.check(site.database)
    assert len(field.ledger.endings) == GAMES


async def test_postgresql_is_restarted_in_mid_game(site: Site) -> None:
    field = Field(site.urls)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    site.cluster.stop(signal.SIGINT)
    await asyncio.sleep(1.0)
    site.cluster.start()
    await field.grow(20)
    # The second time it just dies, with everything that was in its memory.
    site.cluster.stop(signal.SIGQUIT)
    site.cluster.start()
    await field.finish()
    field.ledger.check(site.database)
    assert set(field.ledger.refusals) <= {"unavailable", "stale"}


async def unreachable(site: Site, silence_s: float) -> None:
    """Cut the line for a while: nothing is acknowledged, clients are told, clocks stand still."""
    clock = {"minutes": silence_s / 60, "increment_s": 0}
    async with Api(site.urls[0]) as api:
        timed = await api.friends("pylos", seat="light", clock=clock)
    field = Field(site.urls)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    async with Api(site.urls[0]) as api, api.seat(timed[0]) as light, api.seat(timed[1]) as dark:
        await light.play("1a1")
        await dark.until(lambda: dark.snapshot["ply"] == 1)
        site.line.cut()
        cut_at = time.monotonic()
        await asyncio.sleep(0.5)
        before = len(field.ledger.acknowledged)
        with pytest.raises(RefusedByServer) as told:
            await dark.play("1b1")
        assert told.value.code == "unavailable"
        await asyncio.sleep(max(0.0, cut_at + silence_s - time.monotonic()))
        assert len(field.ledger.acknowledged) == before
        site.line.mend()
        for _ in range(100):
            try:
                await dark.play("1b1")
                break
            except RefusedByServer as refused:
                assert refused.code == "unavailable"  # noqa: PT017
                await asyncio.sleep(0.2)
        assert not dark.over
        left_ms = dark.snapshot["clock"]["remaining_ms"][1]
        assert left_ms > 1000 * (silence_s - 4), "the outage counts for nobody"
    await field.grow(20)
    await field.finish()
    field.ledger.check(site.database)
    assert field.ledger.refusals["unavailable"] > 0


async def test_the_database_is_unreachable_for_a_while(site: Site) -> None:
    await unreachable(site, 9.0)


@pytest.mark.soak
async def test_the_database_is_unreachable_for_twenty_seconds(site: Site) -> None:
    await unreachable(site, 20.0)


async def test_the_database_refuses_for_a_while(site: Site) -> None:
    field = Field(site.urls)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    site.line.refuse()
    await asyncio.sleep(3.0)
    site.line.mend()
    await field.finish()
    field.ledger.check(site.database)
    assert field.ledger.refusals["unavailable"] > 0


async def test_everything_is_restarted(site: Site) -> None:
    clock = {"minutes": 0.1, "increment_s": 0}
    field = Field(site.urls)
    await field.open(GAMES)
    async with Api(site.urls[0]) as api:
        timed = await api.friends("pylos", seat="light", clock=clock)
        async with api.seat(timed[0]) as light:
            await light.play("1a1")
        computer = await api.open("pylos", "computer", seat="dark", opponent="level:1")
    field.start()
    await field.grow(20)
    site.kill()
    site.cluster.stop(signal.SIGQUIT)
    await asyncio.sleep(4.0)
    site.cluster.start()
    site.start()
    async with Api(site.urls[2]) as api, api.seat(timed[1]) as dark:
        # Six seconds on the clock, more than six seconds of nothing: it did not count.
        await dark.play("1b1")
        async with api.seat(computer) as seat:
            await seat.until(lambda: "play" in seat.can)
    await field.finish()
    field.ledger.check(site.database)
    assert len(field.ledger.endings) == GAMES
