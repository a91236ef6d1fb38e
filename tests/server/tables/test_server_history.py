"""One history: whoever finds another one than it knew begins again from it and splices nothing."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from private_postgresql import Cluster
from seat_client import Json, RefusedByServer, Seat, random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Engine, delete, event, update
from table_fold import TableFold

from sommet.match import events as ev
from sommet.seeding import Random
from sommet.server.storage import chain, queries, schema
from sommet.server.storage import store as store_module
from sommet.server.storage.chain import BrokenHistory
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.postgresql.news import CHANNEL
from sommet.server.storage.setup import TableSetup
from sommet.server.storage.store import Store, Unsettled, Write
from sommet.server.tables.live import LiveTable
from sommet.server.tables.recent_changes import KEPT
from sommet.server.tables.registry import TableRegistry


@pytest.fixture(scope="module")
def site(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ThreadServer, Engine]]:
    url = postgresql.migrated_database()
    settings = quick_settings(tmp_path_factory.mktemp("history"), database=url)
    engine = open_engine(url)
    with ThreadServer(settings) as server:
        yield server, engine
    engine.dispose()


def row_of(engine: Engine, table: str) -> queries.TableRow:
    with engine.connect() as connection:
        row = queries.read_table(connection, table)
    assert row is not None
    return row


def restore(engine: Engine, table: str, seq: int) -> None:
    """Make a table what an older copy of the database says, with `seq` events."""
    links = (chain.first_link(table), *row_of(engine, table).links)
    events, tables = schema.events.c, schema.tables.c
    with engine.begin() as connection:
        connection.execute(delete(schema.events).where(events.table_id == table, events.seq > seq))
        connection.execute(
            update(schema.tables).where(tables.id == table).values(seq=seq, chain=links[seq])
        )


def append_elsewhere(
    engine: Engine, table: str, *events: ev.Event, news: Sequence[str] = ()
) -> None:
    """Append as another process would, with or without telling anybody."""
    row = row_of(engine, table)
    texts = queries.format_events(events)
    seq, before = len(row.texts), (chain.first_link(table), *row.links)[-1]
    write = queries.append(table, queries.Head(seq, before), texts, 9, None)
    link = chain.links_after(before, texts)[-1]
    items: dict[str, list[Any]] = {
        "h": ["h", "another", table, seq + len(texts), link, texts],
    }
    with engine.begin() as connection:
        assert write.run(connection) is None
        for kind in news:
            payload = json.dumps([items[kind]])
            connection.exec_driver_sql(f"SELECT pg_notify('{CHANNEL}', %s)", (payload,))


async def come_back(api: Api, created: Json, left: Seat) -> Seat:
    """Come back as the page does, with what was seen last."""
    seat = api.seat(created)
    seat.resume(left)
    return await seat.__aenter__()


@pytest.mark.parametrize("news", [(), ("h",)], ids=" ".join)
async def test_a_lost_move_is_not_spliced_over(
    site: tuple[ThreadServer, Engine], news: tuple[str, ...]
) -> None:
    """The last acknowledged move is gone after a failover, and another process played on."""
    server, engine = site
    async with Api(server.url) as api:
        first, second = await api.friends("pylos", seat="light")
        table = first["table"]
        async with api.seat(first) as light, api.seat(second) as dark:
            for seat, move in ((light, "1a1"), (dark, "1b1"), (light, "1c1")):
                await seat.until(lambda seat=seat: "play" in seat.can)
                await seat.play(move)
            await dark.until(lambda: dark.snapshot["ply"] == 3)
            restore(engine, table, len(row_of(engine, table).texts) - 1)
            append_elsewhere(engine, table, ev.Moved(5, 0, "1d1"), ev.Moved(6, 1, "1d2"), news=news)
            # What both remember is a free cell; in the history that is kept, it is taken.
            with pytest.raises((RefusedByServer, AssertionError)) as told:
                await dark.play("1d1")
            if isinstance(told.value, RefusedByServer):
                assert told.value.code == "history_changed"
            await dark.until(lambda: dark.closed)
            await light.until(lambda: light.closed)
        kept = row_of(engine, table)
        assert [event.move for event in kept.events if isinstance(event, ev.Moved)] == [
            *("1a1", "1b1", "1d1", "1d2")
        ]
        for created, left in ((first, light), (second, dark)):
            seat = await come_back(api, created, left)
            assert seat.rewritten
            assert seat.missed == []
            assert [entry["move"] for entry in seat.snapshot["moves"]] == [
                *("1a1", "1b1", "1d1", "1d2")
            ]
            await seat.leave()
        async with api.seat(first) as light:
            with pytest.raises(RefusedByServer) as taken:
                await light.play("1d1")
            assert taken.value.code == "illegal_move"
            await light.play("1c1")


async def test_a_shorter_history_is_noticed_when_the_line_comes_back(
    site: tuple[ThreadServer, Engine],
) -> None:
    """Nobody writes: the process compares its tables once it hears the others again."""
    server, engine = site
    async with Api(server.url) as api:
        created = await api.open_both("pylos")
        async with api.both(created) as both:
            await both.play("1a1")
            await both.play("1b1")
            restore(engine, created["table"], 3)
            with engine.begin() as connection:
                connection.exec_driver_sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'sommet listens' AND datname = current_database()"
                )
            for seat in both.seats:
                await seat.until(lambda seat=seat: seat.closed)
        again = await come_back(api, created, both.seats[0])
        assert again.rewritten
        assert again.snapshot["ply"] == 1
        await again.leave()


async def test_whoever_comes_back_is_told_whether_the_history_is_theirs(
    server: ThreadServer, api: Api
) -> None:
    """Also about a moment longer ago than the server remembers."""
    created = await api.open_both("pylos")
    random = Random(8)
    async with api.both(created) as first:
        await first.play("1a1")
        async with api.both(created) as later:
            await first.leave()
            for _ in range(KEPT + 2):
                await later.play(random_move(later.snapshot["board"], random))
    early = first.seats[0]
    for left in (early, later.seats[0]):
        back = await come_back(api, created, left)
        assert not back.rewritten
        await back.leave()
        left.chain = "0" * 32
        back = await come_back(api, created, left)
        assert back.rewritten
        assert back.missed == []
        await back.leave()
    early.snapshot["seq"] = 1000
    back = await come_back(api, created, early)
    assert back.rewritten
    await back.leave()


async def test_whoever_comes_back_to_another_history_goes_on_with_it(
    server: ThreadServer, api: Api
) -> None:
    """What is in memory is not what is stored either, and that is noticed by the greeting."""
    engine = server.app.state.registry.services.store.engine
    created = await api.open_both("pylos")
    async with api.both(created) as both:
        await both.play("1a1")
        await both.play("1b1")
    (left, _) = both.seats
    restore(engine, created["table"], 3)
    left.snapshot["seq"] += 1  # seen through a process that is gone
    seat = await come_back(api, created, left)
    assert seat.rewritten
    assert seat.snapshot["ply"] == 1
    await seat.leave()


async def test_a_table_that_changes_during_the_greeting_is_loaded_anew(
    server: ThreadServer, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = await api.friends("pylos", seat="light")
    original = TableRegistry.find_player
    found: list[LiveTable] = []

    async def find_player(registry: TableRegistry, table: LiveTable, token: str) -> int:
        player = await original(registry, table, token)
        if not found:
            table.leave_behind("somebody restored a copy")
        found.append(table)
        return player

    monkeypatch.setattr(TableRegistry, "find_player", find_player)
    async with api.seat(first) as seat:
        await seat.play("1a1")
        assert len(set(map(id, found))) == 2


async def test_whoever_comes_back_without_a_chain_gets_everything(
    server: ThreadServer, api: Api
) -> None:
    """Whether it is the same history cannot be compared, so nothing is taken to be known."""
    created = await api.open_both("pylos")
    async with api.both(created) as both:
        await both.play("1a1")
        await both.play("1b1")
    (left, _) = both.seats
    left.chain = None
    seat = api.seat(created)
    seat.resume(left)
    seat.fold = TableFold()
    async with seat:
        assert (seat.missed, seat.rewritten) == ([], False)
        assert [entry["move"] for entry in seat.snapshot["moves"]] == ["1a1", "1b1"]


async def test_histories_of_the_version_before_go_on(server: ThreadServer, api: Api) -> None:
    """It kept no chain: the first write compares all events, and the following have one again."""
    engine = server.app.state.registry.services.store.engine
    created = await api.open_both("pylos")
    table = created["table"]
    async with api.both(created) as both:
        await both.play("1a1")
    links = row_of(engine, table).links
    with engine.begin() as connection:
        connection.execute(
            update(schema.events).where(schema.events.c.table_id == table).values(mark=None)
        )
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(chain=None)
        )
    server.app.state.registry._tables.clear()
    async with api.both(created) as both:
        assert [seat.chain for seat in both.seats] == [links[-1]] * 2
        await both.play("1b1")
        # And in the middle of a game, beside a server that knows of it.
        with engine.begin() as connection:
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == table).values(chain=links[0])
            )
        await both.play("1c1")
    row = row_of(engine, table)
    assert row.links[: len(links)] == links
    assert row.stored_chain == row.links[-1]
    assert row.marks == (
        *(None for _ in links),
        *map(chain.mark_of, row.links[len(links) - 1 : -1]),
    )


async def test_events_of_two_histories_are_no_history(server: ThreadServer, api: Api) -> None:
    engine = server.app.state.registry.services.store.engine
    created = await api.open_both("pylos")
    table = created["table"]
    async with api.both(created) as both:
        await both.play("1a1")
        await both.play("1b1")
    (other,) = queries.format_events([ev.Moved(1, 0, "1d1")])
    last = len(row_of(engine, table).texts)
    for changed, found in ((last, "stands at another"), (last - 1, f"event {last} of table")):
        with engine.begin() as connection:
            connection.execute(
                update(schema.events)
                .where(schema.events.c.table_id == table, schema.events.c.seq == changed)
                .values(data=other)
            )
        with pytest.raises(BrokenHistory, match=found):
            _ = row_of(engine, table).links


async def test_a_table_that_is_written_to_while_it_is_read_is_whole(
    site: tuple[ThreadServer, Engine],
) -> None:
    """PostgreSQL shows each query what was committed before it: the row may be ahead of events."""
    server, engine = site
    async with Api(server.url) as api:
        table = (await api.friends("pylos", seat="light"))[0]["table"]
    before = len(row_of(engine, table).texts)
    cells = iter(["1a1", "1b1"])

    with engine.connect() as connection:

        @event.listens_for(connection, "after_cursor_execute")
        def write(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if "FROM events" in statement and (cell := next(cells, None)) is not None:
                append_elsewhere(engine, table, ev.Moved(1, 0, cell))

        row = queries.read_table(connection, table)
    assert row is not None
    assert len(row.texts) == before + 2
    assert row.stored_chain == row.links[-1]


def test_every_event_is_kept_with_a_hash_and_tells_where_histories_part(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    upgrade(engine)
    table, texts = "A" * 12, [f'{{"number":{number}}}' for number in range(1, 11)]
    links = (chain.first_link(table), *chain.links_after(chain.first_link(table), texts))
    with engine.begin() as connection:
        connection.execute(queries.open_table(table, TableSetup("pylos", "friend", "en"), "", 1))
        for seq, text in enumerate(texts):
            write = queries.append(table, queries.Head(seq, links[seq]), [text], 1, None)
            assert write.run(connection) is None
            assert write.proof is not None
            assert write.proof(connection)
        for seq in range(12):
            found = [chain.has_history(connection, table, seq, link) for link in links]
            assert found == [number == seq for number in range(11)]
    row = row_of(engine, table)
    assert row.links == links[1:]
    assert row.marks == tuple(map(chain.mark_of, links[:-1]))
    with pytest.raises(BrokenHistory, match="event 8 of table"):
        chain.check_links(table, [*texts[:6], "another", *texts[7:]], row.marks)
    engine.dispose()


def test_the_same_event_after_another_history_is_not_what_was_written(tmp_path: Path) -> None:
    """The database failed over while a write was in doubt, and somebody played the same there."""
    engine = open_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    upgrade(engine)
    setup = TableSetup("pylos", "friend", "en")
    texts = ['{"number":1}', '{"number":2}', '{"number":3}']
    for start, is_same in (("1", True), ("9", False)):
        table = start * 12
        link = chain.first_link(table)
        with engine.begin() as connection:
            connection.execute(queries.open_table(table, setup, "", 1))
            head = queries.Head(1, chain.next_link(link, texts[0]))
            doubtful = queries.append(table, head, texts[1:], 1, None)
            stored = [texts[0] if is_same else '{"number":9}', *texts[1:]]
            assert (
                queries.append(table, queries.Head(0, link), stored, 1, None).run(connection)
                is None
            )
            assert doubtful.run(connection) is not None, "nobody doubts"
            doubtful.doubtful = True
            assert (doubtful.run(connection) is None) == is_same
    engine.dispose()


async def test_a_write_in_doubt_at_the_end_is_not_called_undone(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database vanished during the commit, and the process has to end: nobody knows."""
    monkeypatch.setattr(store_module, "_AGAIN_S", 0.01)
    store = Store(open_engine(postgresql.url("nowhere")))
    write = Write((queries.store_replay("a" * 12, 1, "one"),))
    write.doubtful = True
    waiting = asyncio.ensure_future(store.put(write))
    await asyncio.sleep(0)
    store.start()
    await asyncio.to_thread(store.close)
    with pytest.raises(Unsettled):
        await waiting


def test_a_link_tells_every_event_before_it() -> None:
    one = chain.links_after(chain.first_link("A" * 12), ["a", "b", "c"])
    assert len({*one, chain.first_link("A" * 12)}) == 4
    assert {len(link) for link in one} == {chain.DIGITS}
    assert one[-1] != chain.links_after(chain.first_link("A" * 12), ["a", "B", "c"])[-1]
    assert one[-1] != chain.links_after(chain.first_link("B" * 12), ["a", "b", "c"])[-1]
    assert one[1] != chain.links_after(chain.first_link("A" * 12), ["a\nb"])[-1]
