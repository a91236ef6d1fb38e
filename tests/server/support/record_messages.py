"""Records messages of a real server, for tests of those who fold them: `python record_messages.py`.

web/tests/messages holds messages as they came over the wire, and after each the hash of the
snapshot that folding makes of them. Python (table_fold.py) and the page (web/src/table/live) are
held to it.
"""

import asyncio
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

from earlier_tables import store_earlier_table
from seat_client import Seat, hear_the_same, random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Engine
from table_fold import TableFold

from sommet.seeding import Random

Json = dict[str, Any]
FOLDER = Path(__file__).parents[3] / "web/tests/messages"
_KINDS = ("welcome", "change", "presence")


def hash_of(snapshot: Json) -> str:
    """Return what names a snapshot, without what depends on the moment."""
    plain = {name: value for name, value in snapshot.items() if name != "server_ms"}
    stall, thinking = snapshot["stall"], snapshot["thinking"]
    plain["stall"] = stall and {"seat": stall["seat"], "may_claim": stall["may_claim"]}
    plain["thinking"] = thinking and thinking["seat"]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fold(messages: list[Json]) -> list[str]:
    """Return the hash of the snapshot after each message."""
    table, hashes = TableFold(), []
    for message in messages:
        getattr(table, message["type"])(message)
        hashes.append(hash_of(table.snapshot()))
    return hashes


def sent_to(seat: Seat) -> list[Json]:
    messages = [json.loads(raw) for raw in seat.raw]
    return [message for message in messages if message["type"] in _KINDS]


async def pylos(api: Api) -> dict[str, list[Json]]:
    """A game with a clock, a takeback, an offered draw, a resignation and a rematch."""
    setup = {"clock": {"minutes": 5, "increment_s": 2}, "rulings": {"reserve": "may-raise"}}
    one, two = await api.friends("pylos", seat="light", **setup)
    random = Random(5)
    async with api.seat(one) as light, api.seat(two) as dark:
        for _ in range(12):
            for seat in (light, dark):
                await seat.until(lambda seat=seat: "play" in seat.can)
                await seat.play(random_move(seat.snapshot["board"], random))
        await light.ask("propose", what="takeback", ply=light.snapshot["ply"])
        await dark.answer("takeback", accept=True)
        await dark.ask("propose", what="draw", ply=dark.snapshot["ply"])
        await light.answer("draw", accept=False)
        await light.ask("resign")
        await dark.until(lambda: dark.over)
        await dark.ask("propose", what="rematch", ply=dark.snapshot["ply"])
        await light.answer("rematch", accept=True)
        await dark.until(lambda: "play" in dark.can)
        await dark.play("1b2")
        await asyncio.gather(light.ask("ping"), dark.ask("ping"))
    return {"pylos": sent_to(light)}


async def duel(api: Api) -> dict[str, list[Json]]:
    """Two rounds of a match, as a seat and as somebody who watches."""
    one, two = await api.friends("pacal")
    random = Random(8)
    async with api.seat(one) as ada, api.seat(two) as bob, api.spectator(one) as eve:
        while not ada.over and len(ada.fold.deals) < 3:
            for seat in (ada, bob):
                await hear_the_same(ada, bob)
                if seat.wants_round():
                    await seat.next_round()
                elif "play" in seat.can:
                    await seat.play(random_move(seat.snapshot["board"], random))
            await hear_the_same(ada, bob)
        await bob.ask("resign")
        await eve.until(lambda: eve.over)
        await ada.until(lambda: ada.over)
    return {"duel": sent_to(ada), "duel-watched": sent_to(eve)}


async def looked_at(api: Api, engine: Engine) -> dict[str, list[Json]]:
    """Tables alone, which only earlier versions opened, at several moments of the game."""
    sent = []
    for plies in (0, 1, 2, 3, 4, 400):
        table, _ = store_earlier_table(engine, "solo", plies)
        async with Seat(api.url, table) as watcher:
            sent += sent_to(watcher)
    return {"solo": sent}


async def record_all(server: ThreadServer) -> None:
    engine = server.app.state.registry.services.store.engine
    async with Api(server.url) as api:
        sent = [await pylos(api), await duel(api), await looked_at(api, engine)]
        for each in sent:
            for name, messages in each.items():
                lines = zip(messages, fold(messages), strict=True)
                text = "".join(f"{json.dumps([*line], ensure_ascii=False)}\n" for line in lines)
                (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ThreadServer(quick_settings(Path(folder))) as server,
    ):
        asyncio.run(record_all(server))
