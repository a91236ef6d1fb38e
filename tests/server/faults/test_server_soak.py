"""Many games at once over WebSockets, every result checked against the engine."""

import asyncio
import hashlib
from collections import Counter
from typing import Any

import pytest
from seat_client import Seat
from server_client import Api, ThreadServer

from sommet import bots, pylos
from sommet.match.records.parser import parse_record
from sommet.match.records.replay import replay_record
from sommet.seeding import Random

MIX = ("pylos", "pacal", "pylos")


async def play_pylos(seat: Seat, spec: str, options: pylos.Options, seed: int) -> None:
    """Play one side with a bot that follows the game in the engine."""
    bot, state = bots.make("pylos", spec), pylos.State.start(options)
    while not seat.over:
        await seat.until(lambda: seat.over or "play" in seat.can)
        if seat.over:
            return
        for entry in seat.snapshot["moves"][state.ply :]:
            state = state.play(entry["move"])
        assert state.format() == seat.snapshot["board"]["position"]
        await seat.play(str(bot.choose(state, seed=seed + state.ply)))


async def check_result(api: Api, seat: Seat, game: str) -> None:
    """Compare what the players were told with what the engine makes of the record."""
    table = seat.snapshot["table"]
    record = parse_record((await api.http.get(f"/api/tables/{table}/record")).text)
    assert record.game == game
    assert record.moves == tuple(entry["move"] for entry in seat.snapshot["moves"])
    outcome = replay_record(record).outcome
    assert outcome is not None
    told = seat.snapshot["outcome"]
    assert (told["winner"], told["reason"]) == (outcome.winner, outcome.reason)
    if game == "pacal":
        match = seat.snapshot["match"]
        assert [played.deal for played in record.rounds] == [
            finished["commitment"]["deal"] for finished in match["finished"]
        ]
        for finished in match["finished"]:
            commitment = finished["commitment"]
            assert (
                hashlib.sha256(commitment["opening"].encode()).hexdigest() == (commitment["sha256"])
            )


async def play_one(api: Api, game: str, number: int) -> str:
    """Open a table, play it to the end, check it; return how it ended."""
    preset = ("children", "standard", "expert")[number % 3]
    options = pylos.Options.preset(preset)
    wishes: dict[str, Any] = {"preset": preset} if game == "pylos" else {}
    first, second = await api.friends(game, **wishes)
    async with api.seat(first) as one, api.seat(second) as two:
        if game == "pylos":
            await asyncio.gather(
                play_pylos(one, "random", options, number),
                play_pylos(two, "greedy" if number % 4 == 0 else "random", options, number),
            )
        else:
            await asyncio.gather(one.play_on(Random(number)), two.play_on(Random(number + 1)))
        assert one.snapshot["outcome"] == two.snapshot["outcome"]
        await check_result(api, one, game)
        return str(one.snapshot["outcome"]["reason"])


async def play_many(api: Api, count: int) -> Counter[str]:
    endings = await asyncio.gather(
        *(play_one(api, MIX[number % len(MIX)], number) for number in range(count))
    )
    return Counter(endings)


async def test_games_at_once(api: Api) -> None:
    assert (await play_many(api, 6)).total() == 6


@pytest.mark.soak
async def test_two_hundred_games_at_once(server: ThreadServer) -> None:
    async with Api(server.url) as api:
        endings = await play_many(api, 200)
    assert endings.total() == 200
    assert {"summit", "three-rounds"} <= set(endings)
