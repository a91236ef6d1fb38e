"""Faults that three servers on one PostgreSQL survive: nothing acknowledged is lost or doubled."""

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from cut_line import Line
from fault_ledger import Field, Ledger
from fault_sizes import SIZES
from private_postgresql import Cluster
from seat_client import Json, RefusedByServer, Seat, random_move
from server_client import Api, ProcessServer, wait_until

from sommet.seeding import Random

GAMES = SIZES.games
#: Games at once make each other slower.
PATIENCE_S = 120.0 + 3 * GAMES


class Site:
    """Three servers behind a line to a PostgreSQL that may crash."""

    def __init__(self, cluster: Cluster, line: Line) -> None:
        self.cluster = cluster
        self.line = line
        self.database = cluster.migrated_database()
        name = self.database.rpartition("/")[2]
        self.servers = [
            ProcessServer(
                f"postgresql://sommet@127.0.0.1:{line.port}/{name}",
                *("--limit", "tables_per_minute=100000"),
                *("--limit", "requests_per_second=100000", "--limit", "request_burst=100000"),
                *("--limit", "max_open_tables_per_address=100000"),
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
            wait_until(server.answers)

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
    field = Field(site.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    for number in range(SIZES.kills):
        await field.grow(20)
        victim = site.servers[(1 + number) % 3]
        losses = field.ledger.losses
        victim.kill()
        await field.grow(40)
        await field.notice(losses)
        await asyncio.to_thread(victim.start)
    await field.finish(PATIENCE_S)
    field.ledger.check(site.database)
    assert len(field.ledger.endings) == GAMES


async def test_postgresql_is_restarted_in_mid_game(site: Site) -> None:
    field = Field(site.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    for number in range(SIZES.restarts):
        await field.grow(20)
        if number % 2:
            # It just dies, with everything that was in its memory.
            site.cluster.stop(signal.SIGQUIT)
        else:
            refusals = field.ledger.refusals["unavailable"]
            site.cluster.stop(signal.SIGINT)
            await field.suffer(refusals)
        site.cluster.start()
    await field.finish(PATIENCE_S)
    field.ledger.check(site.database)
    assert set(field.ledger.refusals) <= {"unavailable", "stale"}


#: How long each fault lasts. Silence: more than a client waits for an answer; down: so long that
#: clocks show whether it was counted.
SILENCE_S = SIZES.silence_s
REFUSING_S = 3.0
DOWN_S = 6.0
#: On clocks: more than any machine needs for a few moves.
MINUTES = 60


async def test_the_database_is_unreachable_for_a_while(site: Site) -> None:
    """Cut the line: nothing is acknowledged, clients are told, clocks stand still."""
    clock = {"minutes": MINUTES, "increment_s": 0}
    async with Api(site.urls[0]) as api:
        timed = await api.friends("pylos", seat="light", clock=clock)
    field = Field(site.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    async with Api(site.urls[0]) as api, api.seat(timed[0]) as light, api.seat(timed[1]) as dark:
        begun_at = time.monotonic()
        await light.play("1a1")
        await dark.until(lambda: dark.snapshot["ply"] == 1)
        site.line.cut()
        cut_at = time.monotonic()
        with pytest.raises(RefusedByServer) as told:
            await dark.play("1b1")
        assert told.value.code == "unavailable"
        before = len(field.ledger.acknowledged)
        await asyncio.sleep(max(0.0, cut_at + SILENCE_S - time.monotonic()))
        assert len(field.ledger.acknowledged) == before
        mended_at = time.monotonic()
        site.line.mend()
        await play_when_possible(dark, "1b1")
        # However long this machine took for the rest.
        others_s = cut_at - begun_at + time.monotonic() - mended_at
        assert charged_s(dark) < others_s + SILENCE_S - 1, "the outage counts for nobody"
    await field.grow(20)
    await field.finish(PATIENCE_S)
    field.ledger.check(site.database)


async def play_when_possible(seat: Seat, move: str) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                await seat.play(move)
                return
            except RefusedByServer as refused:
                assert refused.code == "unavailable"  # noqa: PT017
                await asyncio.sleep(0.2)


def charged_s(seat: Seat) -> float:
    """Return how much of their time a player with `MINUTES` has used."""
    left_ms = seat.snapshot["clock"]["remaining_ms"][seat.snapshot["you"]["seat"]]
    return float(60 * MINUTES - left_ms / 1000)


async def test_the_database_refuses_for_a_while(site: Site) -> None:
    field = Field(site.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    await field.grow(20)
    async with Api(site.urls[0]) as api:
        friends = await api.friends("pylos", seat="light")
        async with api.seat(friends[0]) as light:
            site.line.refuse()
            with pytest.raises(RefusedByServer) as told:
                await light.play("1a1")
            assert told.value.code == "unavailable"
            await asyncio.sleep(REFUSING_S)
            site.line.mend()
    await field.finish(PATIENCE_S)
    field.ledger.check(site.database)


async def test_everything_is_restarted(site: Site) -> None:
    clock = {"minutes": MINUTES, "increment_s": 0}
    field = Field(site.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    for _ in range(SIZES.restarts_of_all):
        async with Api(site.urls[0]) as api:
            await field.grow(20)
            timed = await api.friends("pylos", seat="light", clock=clock)
            async with api.seat(timed[0]) as light:
                begun_at = time.monotonic()
                await light.play("1a1")
        site.kill()
        killed_at = time.monotonic()
        site.cluster.stop(signal.SIGQUIT)
        await asyncio.sleep(DOWN_S)
        down_s = time.monotonic() - killed_at
        site.cluster.start()
        await asyncio.to_thread(site.start)
        async with Api(site.urls[2]) as api, api.seat(timed[1]) as dark:
            await play_when_possible(dark, "1b1")
            others_s = time.monotonic() - begun_at - down_s
            assert charged_s(dark) < others_s + down_s / 2, "the break counts for nobody"
    await field.finish(PATIENCE_S)
    field.ledger.check(site.database)
    assert len(field.ledger.endings) == GAMES


# Two seats at the same millisecond.

PLIES = 10


async def rival_game(site: Site, number: int, ledger: Ledger) -> None:
    """At each ply both seats move at once, through three processes; one of them counts."""
    urls = site.urls[number % 3 :] + site.urls[: number % 3]
    async with Api(urls[0]) as api:
        first, second = await api.friends("pylos", seat="light")
    random = Random(number)
    async with (
        Seat(urls[0], first["table"], first["token"]) as light,
        Seat(urls[1], second["table"], second["token"]) as dark,
        Seat(urls[2], first["table"], first["token"]) as light_again,
        Seat(urls[0], second["table"], second["token"]) as dark_again,
    ):
        seats = (light, dark, light_again, dark_again)
        for ply in range(PLIES):
            for seat in seats:
                await seat.until(lambda seat=seat, ply=ply: seat.snapshot["ply"] == ply)
            board = seats[ply % 2].snapshot["board"]
            moves = [random_move(board, random) for _ in seats]
            key = (first["table"], 1, ply)
            for who, move in enumerate(moves):
                if who % 2 == ply % 2:
                    ledger.note_sent(key, move)
            answers: list[Json | BaseException] = await asyncio.gather(
                *(
                    seat.ask("play", ply=ply, move=move)
                    for seat, move in zip(seats, moves, strict=True)
                ),
                return_exceptions=True,
            )
            for who, (answer, move) in enumerate(zip(answers, moves, strict=True)):
                if isinstance(answer, RefusedByServer):
                    ledger.refusals[answer.code] += 1
                elif isinstance(answer, BaseException):
                    raise answer
                else:
                    assert who % 2 == ply % 2, "it was not their turn"
                    ledger.note_acknowledged(key, move)
            assert key in ledger.acknowledged, "nobody's move counted"


async def test_two_seats_move_at_the_same_millisecond_on_different_processes(site: Site) -> None:
    ledger = Ledger()
    await asyncio.gather(*(rival_game(site, number, ledger) for number in range(SIZES.rivals)))
    ledger.check(site.database)
    assert len(ledger.acknowledged) == SIZES.rivals * PLIES
    assert set(ledger.refusals) == {"stale", "not_your_turn"}
    assert ledger.refusals.total() == 3 * len(ledger.acknowledged)
