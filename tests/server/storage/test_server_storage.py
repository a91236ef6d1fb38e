"""The database: migrations up and down, writes that are on disk, hashes instead of tokens."""

import asyncio
import itertools
import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from private_postgresql import Cluster
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import IntegrityError

from sommet.match import events as ev
from sommet.match.clock import TimeControl
from sommet.server.storage import chain, migrate, queries, schema
from sommet.server.storage import store as store_module
from sommet.server.storage.archive import back_up
from sommet.server.storage.engine import open_engine, parse_address, psycopg_arguments
from sommet.server.storage.notices import schema as _notices  # noqa: F401 - adds its tables
from sommet.server.storage.postgresql.news import pack_news
from sommet.server.storage.setup import TableSetup, format_setup, parse_setup
from sommet.server.storage.store import Conflict, Store, Write
from sommet.server.tokens import hash_token, matches, new_id, new_token

#: What a migration may remove: no version from the newest one on names it.
UNUSED = "events.chain"
SETUP = TableSetup("pylos", "hotseat", "standard", {"repetition": None})


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        engine = open_engine(f"sqlite:///{tmp_path / 'deep' / 'games.sqlite3'}")
        yield engine
        engine.dispose()
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    url = cluster.new_database()
    engine = open_engine(url)
    yield engine
    engine.dispose()
    cluster.drop_database(url)


def test_migrations_go_up_down_and_up_again(engine: Engine) -> None:
    assert migrate.revision_of(engine) is None
    migrate.upgrade(engine)
    assert migrate.revision_of(engine) == migrate.HEAD
    migrate.downgrade(engine)
    assert set(inspect(engine).get_table_names()) <= {"alembic_version", "schema_version"}
    migrate.upgrade(engine)
    migrate.upgrade(engine)
    assert set(schema.metadata.tables) < set(inspect(engine).get_table_names())


def test_going_back_keeps_what_refers_to_a_table_that_is_changed(engine: Engine) -> None:
    migrate.upgrade(engine)
    with engine.begin() as connection:
        connection.execute(queries.open_table("t" * 12, SETUP, "", 1))
        connection.execute(queries.take_seat("t" * 12, queries.SeatRow(0, "hash", None)))
    migrate.downgrade(engine, "0002")  # changes `tables`, to which seats refer
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM seats")).scalar() == 1
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_migrations_end_at_the_schema_of_the_code(engine: Engine) -> None:
    migrate.upgrade(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "include_name": lambda name, *_: name not in (migrate.OLDEST, migrate.VERSIONS),
                # SQLite has a key instead of the index; the column is no longer used since 0024.
                "include_object": lambda what, name, *_: (
                    (engine.dialect.name == "postgresql" or name != "ix_events_table")
                    and str(what) != UNUSED
                ),
            },
        )
        assert compare_metadata(context, schema.metadata) == []
    folder = Path(migrate.__file__).parent / "migrations"
    scripts = ScriptDirectory(str(folder), recursive_version_locations=True)
    assert scripts.get_current_head() == migrate.HEAD


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2, "FULL"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


def test_addresses_of_postgresql_are_understood_as_people_write_them() -> None:
    for address in ("postgres://h/d", "postgresql://h/d", "postgresql+psycopg://h/d"):
        assert parse_address(address).drivername == "postgresql+psycopg"


def test_several_servers_of_postgresql_are_named_as_its_manual_does() -> None:
    for address in (
        "postgresql://sommet:s@one:5432,two:5433/games",
        "postgresql://sommet:s@/games?host=one:5432&host=two:5433",
    ):
        engine = open_engine(address)
        found = psycopg_arguments(engine)
        assert found == {
            "host": "one,two",
            "port": "5432,5433",
            "dbname": "games",
            "user": "sommet",
            "password": "s",
            "target_session_attrs": "read-write",
        }
        engine.dispose()
    told = parse_address("postgresql://one,two/games?target_session_attrs=any&sslmode=require")
    assert dict(told.query) == {
        "host": ("one", "two"),
        "target_session_attrs": "any",
        "sslmode": "require",
    }


def append(table: str, before: Sequence[ev.Event], *events: ev.Event, marked: bool = True) -> Write:
    links = (chain.first_link(table), *links_of(table, before))
    head = queries.Head(len(before), links[-1], marked)
    return queries.append(table, head, queries.format_events(events), 9, None)


def links_of(table: str, events: Sequence[ev.Event]) -> tuple[str, ...]:
    return chain.links_after(chain.first_link(table), queries.format_events(events))


async def test_what_is_written_can_be_read(engine: Engine) -> None:
    migrate.upgrade(engine)
    store = Store(engine)
    store.start()
    table = new_id()
    events: list[ev.Event] = [ev.Started(1, 0), ev.Moved(2, 0, "1a1", 15)]
    await store.write(
        queries.open_table(table, SETUP, "", 1),
        queries.take_seat(table, queries.SeatRow(0, "hash", "Ada")),
    )
    await store.put(append(table, (), *events))
    row = await store.read(lambda connection: queries.read_table(connection, table))
    assert row is not None
    assert (row.setup, row.events, row.updated_ms) == (SETUP, tuple(events), 9)
    assert row.seats == (queries.SeatRow(0, "hash", "Ada"),)
    links = links_of(table, events)
    assert row.links == links
    found = await store.read(lambda c: chain.read_after(c, table, 1, links[0]))
    assert found is not None
    assert (queries.parse_events(found.texts), found.links, found.marked) == (
        (events[1],),
        links[1:],
        True,
    )
    others = [ev.Started(1, 1), events[1]]
    for before in ([], events[:1], [*events, events[1]], others):
        for marked in (True, False):
            with pytest.raises(Conflict):
                await store.put(append(table, before, ev.Moved(3, 1, "1b1"), marked=marked))
    row = await store.read(lambda connection: queries.read_table(connection, table))
    assert row is not None
    assert len(row.events) == 2, "history is never written over"
    store.close()


async def test_of_two_who_append_at_once_one_does(engine: Engine) -> None:
    """Nothing but the guard keeps numbers apart in PostgreSQL."""
    migrate.upgrade(engine)
    stores = [Store(engine), Store(engine)]
    for store in stores:
        store.start()
    table = new_id()
    await stores[0].write(queries.open_table(table, SETUP, "", 1))
    events: list[ev.Event] = []
    for at_ms in range(12):
        rivals = [ev.Proposed(at_ms, seat, "draw") for seat in (0, 1)]
        done = await asyncio.gather(
            *(
                store.put(append(table, events, event))
                for store, event in zip(stores, rivals, strict=True)
            ),
            return_exceptions=True,
        )
        assert sorted(type(each).__name__ for each in done) == ["Conflict", "NoneType"]
        events.append(rivals[done.index(None)])
    row = await stores[0].read(lambda connection: queries.read_table(connection, table))
    assert row is not None
    assert row.events == tuple(events)
    for store in stores:
        store.close()


async def test_a_write_in_doubt_is_settled_by_what_is_there(engine: Engine) -> None:
    """A line that broke during a commit: the same write again is neither lost nor doubled."""
    migrate.upgrade(engine)
    store = Store(engine)
    store.start()
    table = new_id()
    await store.write(queries.open_table(table, SETUP, "", 1))
    await store.put(append(table, (), ev.Started(1, 0)))
    kept = append(table, (), ev.Started(1, 0))
    kept.doubtful = True
    await store.put(kept)
    foreign = append(table, (), ev.Started(2, 0))
    foreign.doubtful = True
    with pytest.raises(Conflict):
        await store.put(foreign)
    twice = [Write((queries.store_replay("a" * 12, 1, "one"),)) for _ in range(2)]
    await store.put(twice[0])
    twice[1].doubtful = True
    await store.put(twice[1])
    heads = await store.read(lambda c: queries.read_heads(c, [table]))
    assert heads == {table: (1, links_of(table, [ev.Started(1, 0)])[-1])}
    store.close()


async def test_one_bad_write_does_not_take_others_with_it(engine: Engine) -> None:
    migrate.upgrade(engine)
    store = Store(engine)
    writes = [
        store.write(queries.store_replay("a" * 12, 1, "one")),
        store.write(queries.take_seat("no table", queries.SeatRow(0, "hash", None))),
        store.put(append("no table", (), ev.Agreed(1))),
        store.write(queries.store_replay("b" * 12, 1, "two")),
    ]
    waiting = [asyncio.ensure_future(write) for write in writes]
    await asyncio.sleep(0)
    store.start()
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [
        type(None),
        IntegrityError,
        Conflict,
        type(None),
    ]
    assert await store.read(lambda c: queries.read_replay(c, "b" * 12)) == "two"
    store.close()


def test_news_fit_into_notifications() -> None:
    news = [["h", "p", "t" * 12, number, "link", ["x" * 1000]] for number in range(40)]
    packed = pack_news(news)
    assert [item for text in packed for item in json.loads(text)] == news
    assert len(packed) > 1
    assert max(map(len, packed)) < 8000


@pytest.mark.parametrize(
    "setup",
    [
        SETUP,
        TableSetup("pacal", "computer", "fr", {"tie": "largest"}, "level:1"),
        TableSetup("pacal", "friend", "en", control=TimeControl(60_000, 1_000)),
    ],
)
def test_a_setup_reads_as_it_was_written(setup: TableSetup) -> None:
    assert parse_setup(format_setup(setup)) == setup


def test_tokens_are_long_different_and_only_their_own() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}
    token = tokens.pop()
    assert matches(token, hash_token(token))
    assert not matches(token + "x", hash_token(token))
    assert not matches("", hash_token(token))


async def test_the_database_holds_no_token(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            friend = await api.join(created)
    dump = "\n".join(sqlite3.connect(tmp_path / "games.sqlite3").iterdump())
    for secret in (created["token"], friend["token"], created["links"]["invite"][-43:]):
        assert secret not in dump
        assert hash_token(secret) in dump or secret == created["links"]["invite"][-43:]


async def test_idle_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        registry = server.app.state.registry
        async with Api(server.url) as api:
            created, _ = await api.friends("pylos", seat="light")
            async with api.seat(created) as seat:
                await seat.play("1a1")
                assert not registry._tables[created["table"]].is_idle
            registry._tables.clear()
            async with api.seat(created) as seat:
                assert seat.snapshot["ply"] == 1


async def test_the_log_of_sqlite_is_begun_anew_while_everybody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a pause between writes, it would only ever grow."""
    monkeypatch.setattr(store_module, "_COPY_EVERY_S", 0.1)
    monkeypatch.setattr(store_module, "_LOG_PAGES", 50)
    file = tmp_path / "games.sqlite3"
    engine = open_engine(f"sqlite:///{file}")
    migrate.upgrade(engine)
    store = Store(engine)
    store.start()
    log = file.with_name(file.name + "-wal")
    sizes = []

    def shrunk() -> int:
        return sum(after < before for before, after in itertools.pairwise(sizes))

    async def write() -> None:
        while shrunk() < 3:
            await store.write(queries.store_replay(new_id(), 1, "x" * 3000))
            sizes.append(log.stat().st_size)

    async with asyncio.timeout(60):  # else the log only grows
        await asyncio.gather(*(write() for _ in range(8)))
    store.close()


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o777


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
async def test_only_the_owner_reads_the_files(tmp_path: Path) -> None:
    """The database, its log, and what was readable for all before."""
    folder = tmp_path / "new"
    before = os.umask(0o022)
    try:
        with ThreadServer(quick_settings(folder)) as server:
            async with Api(server.url) as api:
                await api.open("pylos", "friend")
            files = sorted(folder.glob("games.sqlite3*"))
            assert len(files) == 3
            assert [oct(rights(file)) for file in files] == [oct(0o600)] * 3
        assert rights(folder) == 0o700
        database = folder / "games.sqlite3"
        database.chmod(0o644)
        open_engine(f"sqlite:///{database}").dispose()
        assert rights(database) == 0o600
        database.chmod(0o640)
        open_engine(f"sqlite:///{database}").dispose()
        assert rights(database) == 0o640, "a group that the host chose"
        backup = tmp_path / "games.backup"
        engine = open_engine(f"sqlite:///{database}")
        back_up(engine, backup)
        engine.dispose()
        assert rights(backup) == 0o600
    finally:
        os.umask(before)
