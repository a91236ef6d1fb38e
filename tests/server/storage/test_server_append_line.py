"""The short way to the disk: one transaction for many moves, and nothing lost or doubled on it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest
from cut_line import Line
from private_postgresql import Cluster
from sqlalchemy import Engine
from sqlalchemy.engine import make_url

from sommet.server.storage import chain, queries
from sommet.server.storage.engine import open_engine
from sommet.server.storage.postgresql import append_line
from sommet.server.storage.postgresql.append_line import AppendLine
from sommet.server.storage.setup import TableSetup
from sommet.server.storage.store import Conflict, Store, Write
from sommet.server.tokens import new_id

SETUP = TableSetup("pylos", "friend", "standard")


@asynccontextmanager
async def opened(engine: Engine) -> AsyncIterator[tuple[Store, AppendLine]]:
    """Make a store whose appends go the short way, from the first one on."""
    store = Store(engine)
    store.start()
    line = AppendLine(store)
    line.start()
    while line._connection is None:
        await asyncio.sleep(0.01)
    yield store, line
    await line.close()
    await asyncio.to_thread(store.close)


def event_of(table: str, texts: list[str], text: str) -> Write:
    """Return the write of one more event after `texts`."""
    link = (chain.first_link(table), *chain.links_after(chain.first_link(table), texts))[-1]
    write = queries.append(table, queries.Head(len(texts), link), [text], 7, None)
    write.news = [["h", "process", table, len(texts) + 1, link, None]]
    return write


async def kept(store: Store, table: str) -> tuple[str, ...]:
    row = await store.read(lambda connection: queries.read_table(connection, table))
    assert row is not None
    assert row.stored_chain == (row.links or (chain.first_link(table),))[-1]
    return row.texts


async def test_many_tables_go_in_one_transaction_and_the_guard_holds(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_engine(postgresql.migrated_database())
    async with opened(engine) as (store, _):
        tables = [new_id() for _ in range(20)]
        await store.write(*(queries.open_table(table, SETUP, "", 1) for table in tables))
        by_thread: list[object] = []
        monkeypatch.setattr(store, "_commit", by_thread.append)
        for number in range(18):
            before = [f"event {n}" for n in range(number)]
            writes = [event_of(table, before, f"event {number}") for table in tables]
            await asyncio.gather(*map(store.put, writes))
        assert by_thread == []
        monkeypatch.undo()
        rivals = [event_of(tables[0], [f"event {n}" for n in range(18)], who) for who in "ab"]
        stale = event_of(tables[1], ["another history"], "c")
        done = await asyncio.gather(*map(store.put, [*rivals, stale]), return_exceptions=True)
        assert [type(each) for each in done] == [type(None), Conflict, Conflict]
        events = tuple(f"event {n}" for n in range(18))
        assert await kept(store, tables[0]) == (*events, "a")
        assert await kept(store, tables[1]) == events


@pytest.mark.parametrize("arrives", [True, False])
async def test_a_line_that_breaks_loses_and_doubles_nothing(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch, *, arrives: bool
) -> None:
    """The commit arrived and its answer did not, or nothing did: the thread finds out.

    Where no commit was sent there is no doubt: players are told at once that nothing was kept.
    """
    monkeypatch.setattr(append_line, "_AGAIN_S", 0.05)
    database = postgresql.migrated_database()
    with Line(postgresql.port) as line:
        engine = open_engine(database)
        through = make_url(database).set(port=line.port)
        async with opened(engine) as (store, short):
            table = new_id()
            await store.write(queries.open_table(table, SETUP, "", 1))
            await short.close()
            store.engine = open_engine(through.render_as_string(hide_password=False))
            broken = AppendLine(store)
            broken.start()
            while broken._connection is None:
                await asyncio.sleep(0.01)
            store.engine = engine
            if arrives:
                send = broken._sync

                def send_and_go_deaf() -> None:
                    send()
                    if broken._before_commit is not None:
                        asyncio.get_running_loop().remove_reader(broken._socket)

                monkeypatch.setattr(broken, "_sync", send_and_go_deaf)
            else:
                line.cut()
            one = event_of(table, [], "one")
            waiting = [asyncio.ensure_future(store.put(one))]
            while not broken._flying:
                await asyncio.sleep(0)
            waiting.append(asyncio.ensure_future(store.put(event_of(table, ["one"], "two"))))
            while not broken._waiting:
                await asyncio.sleep(0)
            while arrives and await kept(store, table) == ():
                await asyncio.sleep(0.01)
            assert not any(each.done() for each in waiting)
            broken._break_off()
            done = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(each) for each in done] == [type(None), type(None)]
            assert await kept(store, table) == ("one", "two")
            assert one.doubtful is arrives
            await broken.close()


async def test_what_the_fast_writer_cannot_do_takes_the_other(postgresql: Cluster) -> None:
    """Several events, further statements, an unmarked history: no difference for who waits."""
    engine = open_engine(postgresql.migrated_database())
    async with opened(engine) as (store, line):
        table = new_id()
        await store.write(queries.open_table(table, SETUP, "", 1))
        head = queries.Head(0, chain.first_link(table))
        two = queries.append(table, head, ["one", "two"], 1, None)
        more = event_of(table, ["one", "two"], "three")
        more.statements = (*more.statements, queries.store_replay(new_id(), 1, "x"))
        links = chain.links_after(chain.first_link(table), ["one", "two", "three"])
        unmarked = queries.append(table, queries.Head(3, links[-1], False), ["four"], 1, None)
        for write in (two, more, unmarked):
            assert not line.take(write)
            await store.put(write)
        assert await kept(store, table) == ("one", "two", "three", "four")


async def test_a_line_that_ends_in_the_moment_it_is_opened(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a server that is told to end just then never would."""
    store = Store(open_engine(postgresql.migrated_database()))
    line = AppendLine(store)
    connect = psycopg.AsyncConnection.connect

    async def connect_and_end(**arguments: Any) -> psycopg.AsyncConnection[Any]:
        connection = await connect(**arguments)
        assert line._keeper is not None
        asyncio.get_running_loop().call_soon(line._keeper.cancel)
        return connection

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect_and_end)
    line.start()
    assert line._keeper is not None
    ended, _ = await asyncio.wait([line._keeper], timeout=90)
    assert ended
