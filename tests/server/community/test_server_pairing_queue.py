"""Guests who look for an opponent at the same moment share a transaction, and begin at once."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from lobby_guests import Guest, listed, look
from seat_client import random_move
from server_client import Api, ThreadServer
from sqlalchemy import func, select

from sommet.match.refused import Refused
from sommet.seeding import Random
from sommet.server.community import lobby as lobby_module
from sommet.server.community.lobby import visitor_of
from sommet.server.community.pairing_queue import PairingQueue, PairingSearch, Seeker
from sommet.server.protocol.community import FindOpponent
from sommet.server.storage import schema
from sommet.server.storage.store import Unavailable, Write

SECRETS = [f"secret-of-guest-{number:04d}".ljust(43, "x") for number in range(40)]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is asked anew each time."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)


class Door:
    """Seekers at the crowd of a server, on its loop: all of them come before any is answered."""

    def __init__(self, server: ThreadServer, increment_s: int, game: str = "pylos") -> None:
        self.registry = server.app.state.registry
        self.lobby = server.app.state.lobby
        self.loop = self.lobby._tidying.get_loop()
        self.wish = {"game": game, "clock": {"minutes": 20, "increment_s": increment_s}}

    def seeker(self, guest: str, key: str) -> Seeker:
        wish = FindOpponent.model_validate({**self.wish, "guest": guest, "key": key})
        visitor = visitor_of(guest, key)
        return Seeker(visitor.guest, self.lobby._prepare(visitor, wish), visitor.hash_at)

    async def come(self, *who: tuple[str, str]) -> list[Any]:
        async def all_at_once() -> list[Any]:
            crowd = PairingQueue(self.registry)
            return await asyncio.gather(
                *(crowd.find(self.seeker(*each)) for each in who), return_exceptions=True
            )

        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(all_at_once(), self.loop))


def pairs_of(given: list[Any]) -> list[int]:
    return sorted(Counter(each.table for each in given).values())


async def test_a_crowd_shares_one_transaction(
    server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(server, 91)
    writes = []
    put = door.registry.services.store.put

    async def counted(write: Write) -> None:
        # Not the signs of life that the process keeps meanwhile.
        if isinstance(getattr(write.check, "__self__", None), PairingSearch):
            writes.append(write)
        await put(write)

    monkeypatch.setattr(door.registry.services.store, "put", counted)
    given = await door.come(*((secret, secret[::-1]) for secret in SECRETS[:31]))
    assert len(writes) == 1
    assert pairs_of(given) == [1, *[2] * 15]
    assert sum(each.begun for each in given) == 30
    assert sum(each.opened for each in given) == 16
    # Asked again, everybody has what they had, and nothing is given twice.
    again = await door.come(*((secret, secret[::-1]) for secret in SECRETS[:31]))
    assert [(each.table, each.opened) for each in again] == [
        (each.table, each.opened) for each in given
    ]
    # Whoever is left over is met by the next one, who sits down there.
    (last,) = await door.come((SECRETS[31], SECRETS[31][::-1]))
    alone = next(each for each in given if not each.begun)
    assert (last.table, last.opened, last.begun) == (alone.table, False, False)


async def test_nobody_of_a_crowd_meets_themselves(server: ThreadServer) -> None:
    door = Door(server, 92)
    one, two = SECRETS[:2]
    given = await door.come((one, "a" * 43), (one, "b" * 43), (two, "c" * 43), (one, "d" * 43))
    # In the order in which they came: the first with the first of somebody else, and so on.
    assert given[0].table == given[2].table
    assert given[0].table not in (given[1].table, given[3].table)
    assert given[0].begun
    assert given[2].begun
    assert not given[1].begun
    assert not given[3].begun
    with door.registry.services.store.engine.connect() as connection:
        waiting = connection.execute(
            select(func.count())
            .select_from(schema.public_tables.join(schema.tables))
            .where(
                schema.tables.c.seq == 0,
                schema.tables.c.id.in_([given[1].table, given[3].table]),
            )
        ).scalar()
    assert waiting == 1  # the newer search took the older one's place


@pytest.mark.parametrize("game", ["pylos", "pacal"])
async def test_two_of_a_crowd_play_and_their_clocks_run(
    api: Api, server: ThreadServer, game: str
) -> None:
    door = Door(server, 93, game)
    keys = [game.ljust(43, "e"), game.ljust(43, "f")]
    given = await door.come(*zip(SECRETS[:2], keys, strict=True))
    table = given[0].table
    assert {each.table for each in given} == {table}
    tokens = [
        visitor_of(secret, key).token_at(table)
        for secret, key in zip(SECRETS[:2], keys, strict=True)
    ]
    seats = [{"table": table, "token": token} for token in tokens]
    async with api.seat(seats[0]) as one, api.seat(seats[1]) as two:
        assert one.snapshot["status"] == two.snapshot["status"]
        assert table not in await listed(api)
        assert table in [each["table"] for each in (await look(api))["games"]]
        if game == "pylos":
            mover, other = (one, two) if "play" in one.can else (two, one)
            for seat in (mover, other):
                await seat.until(lambda seat=seat: "play" in seat.can)
                await seat.play(random_move(seat.snapshot["board"], Random(1)))
            live = await asyncio.wrap_future(
                asyncio.run_coroutine_threadsafe(door.registry.find(table), door.loop)
            )
            assert live.clock_watch.is_running
        else:
            for seat in (one, two):
                await seat.until(lambda seat=seat: seat.snapshot["board"] is not None)
    with door.registry.services.store.engine.connect() as connection:
        opener = connection.execute(
            select(schema.public_tables.c.guest_hash).where(
                schema.public_tables.c.table_id == table
            )
        ).scalar()
    assert opener == ""  # nobody need know any more


async def test_a_crowd_is_told_when_nothing_is_kept(
    server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = Door(server, 94)

    async def away(_: Write) -> None:
        raise Unavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(door.registry.services.store, "put", away)
        refused = await door.come(*((secret, secret) for secret in SECRETS[:3]))
    assert [isinstance(each, Refused) and each.code for each in refused] == ["unavailable"] * 3
    given = await door.come(*((secret, secret) for secret in SECRETS[:2]))
    assert given[0].table == given[1].table


async def test_nobody_of_a_crowd_gets_a_seat_that_is_for_others(
    api: Api, server: ThreadServer
) -> None:
    """Neither that of a program, nor one for certain ratings."""
    door = Door(server, 95)
    waiting = await Guest(api).find(**door.wish)
    table = waiting["seat"]["table"]
    store = door.registry.services.store
    with store.engine.begin() as connection:
        connection.execute(
            schema.public_tables.update()
            .where(schema.public_tables.c.table_id == table)
            .values(least=1500, most=1700)
        )
    (given,) = await door.come((SECRETS[5], SECRETS[6]))
    assert given.opened
    assert given.table != table
