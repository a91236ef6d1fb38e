"""Several servers on one PostgreSQL: any of them serves any seat."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from lobby_guests import Guest
from passing_days import on_server
from private_postgresql import Cluster
from seat_client import RefusedByServer, Seat, random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import delete

from sommet.seeding import Random
from sommet.server.community import open_seats
from sommet.server.storage import queries, schema
from sommet.server.storage.store import Store, Unavailable, Write


@pytest.fixture(scope="module")
def servers(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ThreadServer]]:
    url = postgresql.migrated_database()
    folder = tmp_path_factory.mktemp("servers")
    with ExitStack() as stack:
        yield [
            stack.enter_context(ThreadServer(quick_settings(folder, database=url, lobby=True)))
            for _ in range(3)
        ]


@pytest.fixture
async def apis(servers: list[ThreadServer]) -> AsyncIterator[list[Api]]:
    found = [Api(server.url) for server in servers]
    yield found
    for api in found:
        await api.__aexit__()


async def test_a_game_between_processes(apis: list[Api]) -> None:
    """Opened here, joined there, played on both and watched through a third."""
    one, two, three = apis
    created = await one.open("pylos", "friend", seat="light")
    async with one.seat(created) as light:
        friend = await two.join(created, name="Bo")
        async with two.seat(friend) as dark, three.spectator(created) as watcher:
            await light.until(lambda: light.snapshot["status"] == "playing")
            assert light.snapshot["players"][1]["name"] == "Bo"
            random = Random(5)
            for ply in range(12):
                mover = (light, dark)[ply % 2]
                await mover.until(lambda ply=ply, mover=mover: mover.snapshot["ply"] == ply)
                await mover.play(random_move(mover.snapshot["board"], random))
            for seat in (light, dark, watcher):
                await seat.until(lambda seat=seat: seat.snapshot["ply"] == 12)
            boards = [seat.snapshot["board"]["position"] for seat in (light, dark, watcher)]
            assert len(set(boards)) == 1
            await dark.ask("resign")
            for seat in (light, watcher):
                await seat.until(lambda seat=seat: seat.over)
    answers = [await api.http.get(f"/api/tables/{created['table']}/record") for api in apis]
    assert len({answer.text for answer in answers}) == 1


async def test_a_match_of_pacal_between_processes(apis: list[Api]) -> None:
    """Deals stay secret and the same for both, wherever they are read."""
    first = await apis[0].open("pacal", "friend")
    second = await apis[1].join(first)
    async with apis[2].seat(first) as one, apis[1].seat(second) as two:
        await asyncio.gather(one.play_on(Random(1)), two.play_on(Random(2)))
        assert one.snapshot["outcome"] == two.snapshot["outcome"]
        assert one.snapshot["match"] == two.snapshot["match"]


async def test_presence_crosses_processes(apis: list[Api]) -> None:
    first, second = await apis[0].friends("pylos", seat="light")
    async with apis[0].seat(first) as light:
        async with apis[1].seat(second) as dark:
            await dark.until(lambda: connected(dark) == [True, True])
            await light.until(lambda: connected(light)[1])
            async with apis[2].spectator(first):
                await light.until(lambda: watchers(light) == 1)
            await light.until(lambda: watchers(light) == 0)
        await light.until(lambda: not connected(light)[1])


def connected(seat: Seat) -> list[bool]:
    return list(seat.presence.get("connected", (False, False)))


def watchers(seat: Seat) -> int:
    return int(seat.presence.get("watchers", 0))


async def test_the_same_move_at_once_on_three_processes_is_played_once(apis: list[Api]) -> None:
    for _ in range(8):
        first, _second = await apis[0].friends("pylos", seat="light")
        async with (
            apis[0].seat(first) as a,
            apis[1].seat(first) as b,
            apis[2].seat(first) as c,
        ):
            moves = ("1a1", "1a1", "1b1")
            answers = await asyncio.gather(
                *(seat.play(move) for seat, move in zip((a, b, c), moves, strict=True)),
                return_exceptions=True,
            )
            refused = [answer for answer in answers if isinstance(answer, RefusedByServer)]
            assert [answer.code for answer in refused] == ["stale", "stale"]
            for seat in (a, b, c):
                await seat.until_seq(3)
                assert seat.snapshot["ply"] == 1


async def test_both_seats_in_the_same_millisecond(apis: list[Api]) -> None:
    """One moves, the other resigns or proposes: whatever comes second is judged after the first."""
    for what in ("resign", "propose") * 10:
        first, second = await apis[0].friends("pylos", seat="light")
        async with apis[1].seat(first) as light, apis[2].seat(second) as dark:
            await light.play("1a1")
            await dark.until(lambda dark=dark: dark.snapshot["ply"] == 1)
            other = (
                light.ask("resign")
                if what == "resign"
                else light.ask("propose", what="draw", ply=1)
            )
            answers = await asyncio.gather(dark.play("1b1"), other, return_exceptions=True)
            codes = {answer.code for answer in answers if isinstance(answer, RefusedByServer)}
            assert codes <= {"game_over", "stale"}
            seq = max(light.snapshot["seq"], dark.snapshot["seq"])
            await light.until_seq(seq)
            await dark.until_seq(seq)
            assert light.snapshot["moves"] == dark.snapshot["moves"]
            assert len(light.snapshot["moves"]) == (1 if "game_over" in codes else 2)


async def test_a_clock_runs_out_once(apis: list[Api]) -> None:
    clock = {"minutes": 0.02, "increment_s": 0}
    first, second = await apis[0].friends("pylos", seat="light", clock=clock)
    async with apis[1].seat(first) as light, apis[2].seat(second) as dark:
        await light.play("1a1")
        await light.until(lambda: light.over)
        await dark.until(lambda: dark.over)
        assert light.snapshot["outcome"]["reason"] == "time"
        assert light.snapshot["outcome"]["winner"] == 0
        ended = [event for event in dark.events if event["type"] == "ended"]
        assert len(ended) == 1


async def test_a_clock_runs_out_although_nobody_is_there(
    apis: list[Api], servers: list[ThreadServer]
) -> None:
    """The process that knew of it has forgotten; another notices."""
    clock = {"minutes": 0.02, "increment_s": 0}
    first, _second = await apis[0].friends("pylos", seat="light", clock=clock)
    async with apis[1].seat(first) as light:
        await light.play("1a1")
    for server in servers:
        server.app.state.registry.forget(first["table"])
    for _ in range(600):
        answer = (await apis[2].http.get(f"/api/tables/{first['table']}")).json()
        if answer["status"] == "finished":
            break
        for server in servers:
            server.app.state.registry.forget(first["table"])
        await asyncio.sleep(0.1)
    assert answer["outcome"]["reason"] == "time"


async def test_what_was_missed_is_looked_up(apis: list[Api], servers: list[ThreadServer]) -> None:
    """News that never arrived: the next thing that happens here is judged by what is true."""
    first, second = await apis[0].friends("pylos", seat="light")
    async with apis[0].seat(first) as light, apis[1].seat(second) as dark:
        table = servers[1].app.state.registry._tables[first["table"]]
        table.follower.receive = lambda *_: None
        await light.play("1a1")
        assert dark.snapshot["ply"] == 0
        with pytest.raises(RefusedByServer) as stale:
            await dark.ask("propose", what="draw", ply=0)
        assert stale.value.code == "stale"
        assert dark.snapshot["ply"] == 1, "and told before that"
        await dark.play("1b1")
        await light.until(lambda: light.snapshot["ply"] == 2)


async def test_a_table_that_was_removed_is_gone_everywhere(
    apis: list[Api], servers: list[ThreadServer]
) -> None:
    first, second = await apis[0].friends("pylos", seat="light")
    store = servers[0].app.state.registry.services.store
    async with apis[0].seat(first) as light, apis[1].seat(second):
        await store.write(delete(schema.tables).where(schema.tables.c.id == first["table"]))
        await light.send_raw('{"type":"play","id":1,"game_number":1,"ply":0,"move":"1a1"}')
        await light.until(lambda: light.closed)
        assert not any('"ack"' in text for text in light.raw)
    with pytest.raises(RefusedByServer) as gone:
        await apis[0].seat(first).__aenter__()
    assert gone.value.code == "no_such_table"


async def test_whoever_is_met_before_their_table_is_in_memory_is_told(
    apis: list[Api], servers: list[ThreadServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their seat is on disk, and elsewhere somebody sits down before this process goes on."""
    registry = servers[0].app.state.registry
    store = registry.services.store
    put, hear = store.put, registry._receive_events
    told: set[str] = set()  # also of tables of other tests
    opened: set[str] = set()

    async def put_slowly(write: Write) -> None:
        await put(write)
        while write.check is not None and not told & opened:
            await asyncio.sleep(0.01)

    def listen(table: str, *news: object, **more: object) -> None:
        hear(table, *news, **more)
        told.add(table)

    monkeypatch.setattr(open_seats, "ARRIVAL_MS", 600_000)
    others = await asyncio.to_thread(read_waiting, store)
    monkeypatch.setattr(store, "put", put_slowly)
    monkeypatch.setattr(registry, "_receive_events", listen)
    wish = {"clock": {"minutes": 17, "increment_s": 3}}
    waiting = asyncio.ensure_future(Guest(apis[0]).find(**wish))
    async with asyncio.timeout(90):
        while not opened:
            opened |= await asyncio.to_thread(read_waiting, store) - others
            await asyncio.sleep(0.01)
    other = await Guest(apis[1]).find(**wish)
    assert other["playing"]
    seat = (await waiting)["seat"]
    assert {seat["table"]} == {other["seat"]["table"]} == opened
    async with apis[0].seat(seat) as one:
        await one.until(lambda: one.snapshot["status"] == "playing")


def read_waiting(store: Store) -> set[str]:
    with store.engine.connect() as connection:
        return set(open_seats.read_waiting(connection))


async def test_a_new_table_never_takes_the_place_of_one_in_use(
    apis: list[Api], servers: list[ThreadServer]
) -> None:
    """Somebody else came to it before whoever opened it was answered."""
    registry = servers[0].app.state.registry
    first, _ = await apis[1].friends("pylos", seat="light")
    async with apis[0].seat(first):
        known = registry._tables[first["table"]]
        seats = (queries.SeatRow(0, known.token_hashes[0], None),)
        row = queries.new_table(known.id, 0, known.setup, "", seats[0])

        async def keep() -> None:
            assert registry.register_new(row) is known

        await on_server(servers[0], keep())
        assert registry._tables[first["table"]] is known


async def test_what_is_heard_while_others_look_it_up_is_not_missed(
    apis: list[Api], servers: list[ThreadServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = servers[0].app.state.registry
    store, read = registry.services.store, registry.services.store.read
    first, second = await apis[0].friends("pylos", seat="light")
    async with apis[0].seat(first) as light, apis[1].seat(second) as dark:
        table = registry._tables[first["table"]]
        asked = []

        async def read_slowly(query: Any) -> Any:
            found = await read(query)
            if table.lock.locked():  # else somebody else reads something else
                asked.append(query)
                while len(asked) == 1 and not table.follower.is_behind:
                    await asyncio.sleep(0.01)
            return found

        with monkeypatch.context() as patch:
            patch.setattr(store, "read", read_slowly)
            looking = asyncio.ensure_future(on_server(servers[0], table.follower.look_up()))
            async with asyncio.timeout(90):
                while not asked:
                    await asyncio.sleep(0.01)
            await dark.ask("resign")
            await looking
        assert len(asked) > 1
        await light.until(lambda: light.over)


async def test_what_cannot_be_looked_up_is_looked_up_later(
    apis: list[Api], servers: list[ThreadServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = servers[0].app.state.registry
    store, read, failed = registry.services.store, registry.services.store.read, []

    async def read_in_vain(query: Any) -> Any:
        if len(failed) < 2 and registry._tables[created["table"]].lock.locked():
            failed.append(query)
            raise Unavailable("away for a moment")
        return await read(query)

    created = await apis[0].open("pylos", "friend", seat="light")
    async with apis[0].seat(created) as light:
        monkeypatch.setattr(store, "read", read_in_vain)
        await apis[1].join(created)
        await light.until(lambda: light.snapshot["status"] == "playing")
    assert len(failed) == 2


async def test_without_its_database_a_server_says_so(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    url = postgresql.migrated_database()
    settings = quick_settings(tmp_path_factory.mktemp("away"), database=url)
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            postgresql.drop_database(url)
            store = server.app.state.registry.services.store
            with pytest.raises(Unavailable):
                await store.read(queries.ping)
            answer = await api.http.get(f"/api/tables/{'A' * 12}")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            assert (await api.http.get("/healthz")).status_code == 503
            assert (await api.http.get(f"/api/tables/{created['table']}")).status_code == 200


async def test_a_database_that_does_not_know_its_encoding(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What a container without a language makes; names are what they were all the same."""
    url = postgresql.new_database(encoding="SQL_ASCII")
    folder = tmp_path_factory.mktemp("ascii")
    with (
        ThreadServer(quick_settings(folder, database=url)) as one,
        ThreadServer(quick_settings(folder, database=url)) as two,
    ):
        async with Api(one.url) as here, Api(two.url) as there:
            created = await here.open("pylos", "friend", seat="light", name="Zoë 🎲")
            await there.join(created, name="Đorđe")
            async with there.seat(created) as seat:
                names = [player["name"] for player in seat.snapshot["players"]]
            assert names == ["Zoë 🎲", "Đorđe"]
