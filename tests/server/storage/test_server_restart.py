"""Killing the server with -9 loses nothing: games, seats, clocks and the computer go on."""

import asyncio
from pathlib import Path

from server_client import Api, ProcessServer, random_move

from sommet.seeding import Random


async def test_games_seats_and_clocks_survive_a_kill(tmp_path: Path) -> None:
    server = ProcessServer(tmp_path / "games.sqlite3")
    random = Random(1)
    clock = {"minutes": 5, "increment_s": 0}
    with server:
        async with Api(server.url) as api:
            friends = await api.friends("pylos", seat="light", clock=clock)
            computer = await api.open("pylos", "computer", seat="dark", opponent="level:1")
            pacal = await api.open("pacal", "hotseat")
            waiting = await api.open("pacal", "friend")
            async with api.seat(friends[0]) as light, api.seat(friends[1]) as dark:
                await light.play("1a1")
                await dark.until(lambda: dark.snapshot["ply"] == 1)
                await dark.play("1b1")
                await light.until(lambda: light.snapshot["ply"] == 2)
                moves = [entry["move"] for entry in light.snapshot["moves"]]
                left = light.snapshot["clock"]["remaining_ms"]
            async with api.seat(computer) as seat:
                await seat.until(lambda: "play" in seat.can)
                await seat.play(random_move(seat.snapshot["board"], random))
                # The computer is to move now: the kill comes while it may be thinking.
            async with api.seat(pacal) as seat:
                await seat.ask("lift_curtain", seat=seat.snapshot["you"]["curtain"])
                board = seat.snapshot["board"]
        server.kill()
        await asyncio.sleep(1.5)
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
            async with api.seat(computer) as seat:
                await seat.until(lambda: "play" in seat.can)
                assert seat.snapshot["ply"] == 3
            async with api.seat(pacal) as seat:
                assert seat.snapshot["you"]["curtain"] is not None
                await seat.ask("lift_curtain", seat=seat.snapshot["you"]["curtain"])
                assert seat.snapshot["board"] == board, "the same cards"
            friend = await api.join(waiting)
            async with api.seat(waiting), api.seat(friend) as seat:
                await seat.until(lambda: seat.snapshot["status"] == "playing")


async def test_every_acknowledged_move_is_there_after_a_kill(tmp_path: Path) -> None:
    """Kills in the middle of play, many times: what was acknowledged is never lost."""
    server = ProcessServer(tmp_path / "games.sqlite3")
    random = Random(2)
    with server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "hotseat")
        acknowledged: list[str] = []
        for _ in range(2):
            async with Api(server.url) as api, api.seat(created) as seat:
                moves = [entry["move"] for entry in seat.snapshot["moves"]]
                assert moves[: len(acknowledged)] == acknowledged
                for _ in range(4):
                    move = random_move(seat.snapshot["board"], random)
                    await seat.play(move)
                    moves.append(move)
                acknowledged = moves
                server.kill()
            server.start()
        async with Api(server.url) as api, api.seat(created) as seat:
            assert [entry["move"] for entry in seat.snapshot["moves"]] == acknowledged
