"""Killing the server with -9 loses nothing: games, seats and clocks go on."""

import asyncio
from pathlib import Path

from seat_client import random_move
from server_client import Api, ProcessServer

from sommet.seeding import Random

#: How long the server is away: long enough to be seen on a clock that went on.
BREAK_S = 1.5


async def test_games_seats_and_clocks_survive_a_kill(tmp_path: Path) -> None:
    server = ProcessServer(tmp_path / "games.sqlite3")
    clock = {"minutes": 5, "increment_s": 0}
    with server:
        async with Api(server.url) as api:
            friends = await api.friends("pylos", seat="light", clock=clock)
            pacal = await api.open_both("pacal")
            waiting = await api.open("pacal", "friend")
            async with api.seat(friends[0]) as light, api.seat(friends[1]) as dark:
                await light.play("1a1")
                await dark.until(lambda: dark.snapshot["ply"] == 1)
                await dark.play("1b1")
                await light.until(lambda: light.snapshot["ply"] == 2)
                moves = [entry["move"] for entry in light.snapshot["moves"]]
                left = light.snapshot["clock"]["remaining_ms"]
            async with api.both(pacal) as both:
                boards = [seat.snapshot["board"] for seat in both.seats]
        server.kill()
        await asyncio.sleep(BREAK_S)
        server.start()
        async with Api(server.url) as api:
            async with api.seat(friends[0]) as light, api.seat(friends[1]) as dark:
                assert [entry["move"] for entry in light.snapshot["moves"]] == moves
                now = light.snapshot["clock"]
                assert now["running"] == 0
                assert now["remaining_ms"] == left
                assert now["at_ms"] >= light.snapshot["server_ms"], "the break counts for nobody"
                await light.play("1c1")
                await dark.until(lambda: dark.snapshot["ply"] == 3)
            async with api.both(pacal) as both:
                assert [seat.snapshot["board"] for seat in both.seats] == boards, "the same cards"
            friend = await api.join(waiting)
            async with api.seat(waiting), api.seat(friend) as seat:
                await seat.until(lambda: seat.snapshot["status"] == "playing")


async def test_every_acknowledged_move_is_there_after_a_kill(tmp_path: Path) -> None:
    """Kills in the middle of play, many times: what was acknowledged is never lost."""
    server = ProcessServer(tmp_path / "games.sqlite3")
    random = Random(2)
    with server:
        async with Api(server.url) as api:
            created = await api.open_both("pylos")
        acknowledged: list[str] = []
        for _ in range(2):
            async with Api(server.url) as api, api.both(created) as both:
                moves = [entry["move"] for entry in both.snapshot["moves"]]
                assert moves[: len(acknowledged)] == acknowledged
                for _ in range(4):
                    move = random_move(both.snapshot["board"], random)
                    await both.play(move)
                    moves.append(move)
                acknowledged = moves
                server.kill()
            server.start()
        async with Api(server.url) as api, api.seat(created) as seat:
            assert [entry["move"] for entry in seat.snapshot["moves"]] == acknowledged
