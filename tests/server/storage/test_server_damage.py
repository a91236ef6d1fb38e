"""A table that cannot be read is set aside by itself: no other table or chore waits for it."""

import asyncio
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from both_seats import BothSeats
from lobby_guests import Guest, listed
from long_tables import (
    SETUP,
    damage_event,
    damage_setup,
    long_game,
    longest_history,
    store_friends_table,
    store_table,
)
from passing_days import on_server, pass_days
from seat_client import RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings, wait_until
from sqlalchemy import Engine, update

from sommet.match import events as ev
from sommet.match import limits
from sommet.match.clock import DAY_MS
from sommet.match.records.parser import parse_record
from sommet.server.community import lobby as lobby_module
from sommet.server.community.lobby import Lobby
from sommet.server.observe.metrics import Metrics
from sommet.server.storage import queries, schema
from sommet.server.storage.engine import open_engine
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.storage.tournaments.reading import STILL_AT_ONCE
from sommet.server.storage.tournaments.schema import tournament_games, tournaments
from sommet.server.tables import folding
from sommet.server.tables.damage import DamagedTables
from sommet.server.tokens import new_id

MINUTE_MS = 60_000


def engine_of(server: ThreadServer) -> Any:
    return server.app.state.registry.services.store.engine


def damaged_tables(server: ThreadServer) -> float:
    metrics = server.app.state.registry.services.metrics
    return float(metrics.registry.get_sample_value("sommet_tables_damaged") or 0)


def short_history() -> list[ev.Event]:
    return [ev.Started(0, 0), ev.Moved(0, 0, "1a1"), ev.Moved(0, 1, "1b1")]


def break_table(server: ThreadServer, how: str) -> str:
    """Keep a table and damage it; return its id."""
    engine = engine_of(server)
    history = longest_history(0) if how == "long" else short_history()
    table, _ = store_table(engine, history, 0)
    if how in ("move", "long"):
        damage_event(engine, table, len(history))
    elif how == "text":
        damage_event(engine, table, 2, kind="nonsense")
    elif how == "setup":
        damage_setup(engine, table)
    elif how == "seat":
        with engine.begin() as connection:
            connection.execute(
                update(schema.seats).where(schema.seats.c.table_id == table).values(player=7)
            )
    return table


@pytest.mark.parametrize("how", ["move", "text", "setup", "seat", "long"])
async def test_neighbours_of_a_damaged_table_are_loaded(
    api: Api, server: ThreadServer, how: str
) -> None:
    before = damaged_tables(server)
    healthy = [store_table(engine_of(server), short_history(), 0)[0] for _ in range(8)]
    broken = break_table(server, how)
    ids = [*healthy[:4], broken, *healthy[4:]]
    answers = await asyncio.gather(*(api.http.get(f"/api/tables/{each}") for each in ids))
    found = {each: answer.status_code for each, answer in zip(ids, answers, strict=True)}
    assert {found.pop(broken)} == {500}
    assert set(found.values()) == {200}
    assert answers[4].json()["code"] == "table_damaged"
    assert damaged_tables(server) == before + 1
    together = (await api.http.get("/api/tables", params={"id": ids})).json()["tables"]
    assert [each["table"] for each in together] == healthy
    with pytest.raises(RefusedByServer) as refused:
        async with Seat(api.url, broken):
            pass
    assert refused.value.code == "table_damaged"
    record = await api.http.get(f"/api/tables/{broken}/record")
    assert record.json()["code"] == "table_damaged"


async def test_overdue_tables_behind_damaged_ones_are_looked_after(
    api: Api, server: ThreadServer
) -> None:
    """More damaged ones than are looked after at once, and all of them due earlier."""
    engine = engine_of(server)
    broken = [store_table(engine, short_history(), 0)[0] for _ in range(60)]
    for table in broken:
        damage_event(engine, table, 3)
    first, _ = await api.friends("pylos", seat="light", clock={"minutes": 0.05})
    async with api.seat(first) as light:
        await light.play("1a1")
    # Forgotten as if its process had died, so that nobody but the chore lets its clock run out.
    await on_server(server, forget(server, first["table"]))
    with engine.begin() as connection:
        for table in broken:
            connection.execute(queries.set_due(table, 3, 1))

    def is_over() -> bool:
        with engine.connect() as connection:
            return queries.read_record(connection, first["table"], 1) is not None

    await asyncio.to_thread(wait_until, is_over)


@pytest.mark.parametrize("setup", ["{}", "nonsense", '{"game":"pylos"}', "[]", None])
async def test_open_seats_besides_an_unreadable_one_are_listed_and_given(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch, setup: str | None
) -> None:
    """The unreadable one waits longest for the same game."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    lobby: Lobby = server.app.state.lobby
    engine, before = engine_of(server), damaged_tables(server)
    # Somebody plays by rules that this version does not have, or nothing can be read at all.
    setup = setup or format_setup(TableSetup("pylos", "friend", "of another version"))
    wish = {"clock": {"minutes": 7, "increment_s": next(_increments)}}
    broken = (await Guest(api).find(**wish))["seat"]["table"]
    other = (await Guest(api).find(game="pacal", **wish))["seat"]["table"]
    damage_setup(engine, broken, setup)
    await on_server(server, forget(server, broken))
    # Whoever looks for the same game waits at a table of their own, and is met there.
    waiting = await Guest(api).find(**wish)
    assert waiting["seat"]["table"] != broken
    assert not waiting["playing"]
    assert damaged_tables(server) == before + 1
    met = await Guest(api).find(**wish)
    assert (met["seat"]["table"], met["playing"]) == (waiting["seat"]["table"], True)
    refused = await Guest(api).take(broken)
    assert (refused.status_code, refused.json()["code"]) == (500, "table_damaged")
    # As a process that does not know yet.
    server.app.state.registry.damaged.discard(broken)
    shown = await listed(api)
    assert other in shown
    assert broken not in shown
    assert damaged_tables(server) == before + 1
    await on_server(server, lobby.tidy())


_increments = iter(range(1, 180))


async def test_still_games_behind_damaged_ones_are_judged(api: Api, server: ThreadServer) -> None:
    """More damaged games of tournaments than are looked at once, and all of them still longer."""
    engine = engine_of(server)
    broken = [store_table(engine, short_history(), 0)[0] for _ in range(STILL_AT_ONCE + 1)]
    for table in broken:
        damage_setup(engine, table)
    started = server.app.state.registry.services.server_clock.now_ms()
    healthy, _ = store_friends_table(engine, [ev.Started(started, 0)], started)
    add_tournament(engine, [*broken, healthy])
    await pass_days(server, 4 * MINUTE_MS / DAY_MS)
    await on_server(server, server.app.state.director.referee())
    outcome = (await api.http.get(f"/api/tables/{healthy}")).json()["outcome"]
    assert outcome is not None


def add_tournament(engine: Engine, tables: list[str]) -> None:
    """Keep a running tournament whose games are played at some tables."""
    tournament = new_id()
    values = {"kind": "swiss", "setup": "{}", "state": "running", "version": 1}
    numbers = ("created_ms", "programs", "rated", "rounds", "duration_ms", "pause_ms", "round")
    with engine.begin() as connection:
        connection.execute(
            tournaments.insert().values(id=tournament, **values, **dict.fromkeys(numbers, 0))
        )
        for number, table in enumerate(tables, 1):
            connection.execute(
                tournament_games.insert().values(
                    tournament=tournament,
                    number=number,
                    round=1,
                    pairing=number,
                    first=1,
                    second=2,
                    table_id=table,
                    how="played",
                    started_ms=0,
                )
            )


async def forget(server: ThreadServer, table: str) -> None:
    """Remove a table from a server's memory; for the server's own event loop."""
    server.app.state.registry.forget(table)


def test_a_damaged_table_is_read_again_after_a_while() -> None:
    now_s = 0.0
    metrics = Metrics()
    aside = DamagedTables(metrics, lambda: now_s)
    aside.add("A", ValueError("nonsense"))
    with pytest.raises(Exception, match="damaged"):
        aside.check("A")
    aside.check("B")
    assert metrics.registry.get_sample_value("sommet_tables_damaged") == 1
    now_s = 61.0
    aside.check("A")
    aside.discard("A")
    assert metrics.registry.get_sample_value("sommet_tables_damaged") == 0


async def test_a_table_that_breaks_while_it_is_in_use_is_set_aside(tmp_path: Path) -> None:
    """What another process appended cannot follow: everybody there is told, nobody else."""
    with ThreadServer(quick_settings(tmp_path)) as server:
        async with Api(server.url) as api:
            created, _ = await api.friends("pylos", seat="light")
            async with api.seat(created) as seat:
                await seat.play("1a1")
                engine = engine_of(server)
                (text,) = queries.format_events([ev.Moved(0, 0, "1a1")])
                with engine.begin() as connection:
                    connection.execute(
                        schema.events.insert().values(table_id=created["table"], seq=4, data=text)
                    )
                    connection.execute(
                        update(schema.tables)
                        .where(schema.tables.c.id == created["table"])
                        .values(seq=4)
                    )
                with pytest.raises(AssertionError, match="closed instead"):
                    await seat.ask("resign")
            answer = await api.http.get(f"/api/tables/{created['table']}")
            assert answer.json()["code"] == "table_damaged"
            assert damaged_tables(server) == 1
            other, _ = await api.friends("pylos", seat="light")
            async with api.seat(other) as seat:
                await seat.play("1a1")


async def test_a_long_history_is_folded_elsewhere_and_from_the_last_game(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = longest_history(0)
    assert limits.MAX_EVENTS < len(history) < 2 * limits.MAX_EVENTS
    table, tokens = store_friends_table(engine_of(server), history, 0)
    threads, parsed = [], []
    original = folding.parse_events

    def parse(texts: Any) -> Any:
        threads.append(threading.current_thread().name)
        parsed.append(len(texts))
        return original(texts)

    monkeypatch.setattr(folding, "parse_events", parse)
    async with BothSeats(*(Seat(api.url, table, token) for token in tokens)) as both:
        assert both.snapshot["ply"] == limits.MAX_PLIES - 1
        assert both.snapshot["seq"] == len(history) + 1, "a friend joined first"
        assert parsed == [len(long_game(0))], "the last game only"
        assert threads[0].startswith("heavy")
        await both.agree("takeback")
        assert both.snapshot["ply"] == limits.MAX_PLIES - 2
        await both.play("1b2-1b2")
        await both.play("1c3-1c3")
        assert both.snapshot["outcome"]["reason"] == "move-limit"
        with pytest.raises(RefusedByServer) as refused:
            await both.ask("propose", what="rematch", ply=both.snapshot["ply"])
        assert refused.value.code == "table_full"
    record = parse_record((await api.http.get(f"/api/tables/{table}/record")).text)
    assert len(record.moves) == limits.MAX_PLIES


async def test_long_histories_are_read_one_at_a_time(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many at once would fill the memory and keep the interpreter; short ones come together."""
    engine, read = engine_of(server), []
    long = [store_table(engine, long_game(0)[: folding.SHORT + 1], 0)[0] for _ in range(3)]
    short = [store_table(engine, short_history(), 0)[0] for _ in range(3)]
    original = queries.read_tables

    def read_tables(connection: Any, ids: Sequence[str]) -> dict[str, queries.TableRow]:
        read.append(set(ids))
        return original(connection, ids)

    monkeypatch.setattr(queries, "read_tables", read_tables)
    found = await api.http.get("/api/tables", params={"id": [*long, *short]})
    assert {each["table"] for each in found.json()["tables"]} == {*long, *short}
    assert sorted(map(len, read)) == [1, 1, 1, 3]
    assert {*short} in read


async def test_whoever_asks_for_many_long_histories_waits_longest(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who comes later with one table, also one of those, is next."""
    engine, read, may_read = engine_of(server), [], threading.Event()
    long = [store_table(engine, long_game(0)[: folding.SHORT + 1], 0)[0] for _ in range(5)]
    loader, original = server.app.state.registry._loader, queries.read_tables

    def read_tables(connection: Any, ids: Sequence[str]) -> dict[str, queries.TableRow]:
        read.extend(ids)
        assert may_read.wait(60)
        return original(connection, ids)

    monkeypatch.setattr(queries, "read_tables", read_tables)
    many = asyncio.create_task(api.http.get("/api/tables", params={"id": long[:4]}))
    async with asyncio.timeout(60):
        while not read:
            await asyncio.sleep(0.01)
        ones = []
        for table in (long[4], long[3]):
            ones.append(asyncio.create_task(api.http.get(f"/api/tables/{table}")))
            while not any(list(waiting) == [table] for waiting in loader._turns.values()):
                await asyncio.sleep(0.01)
        may_read.set()
        answers = await asyncio.gather(many, *ones)
    assert [answer.status_code for answer in answers] == [200] * 3
    assert read == [long[0], long[4], long[3], long[1], long[2]]


def test_folding_from_the_last_game_gives_what_folding_everything_gives(tmp_path: Path) -> None:
    from sommet.server.storage.migrate import upgrade

    engine = open_engine(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    upgrade(engine)
    game = [*long_game(0, takebacks=3)[:40], ev.TakenBack(5, 0, 38), ev.Resigned(5, 0)]
    tail: list[ev.Event] = []
    for event in (None, ev.Started(6, 1), *(ev.Moved(7, n % 2, m) for n, m in enumerate(MOVES))):
        tail += [event] if event is not None else []
        history = [*game, *game, *tail]
        table, _ = store_table(engine, history, 0)
        with engine.connect() as connection:
            row = queries.read_table(connection, table)
        assert row is not None
        folded = folding.fold_table(row)
        session = folding.make_session(SETUP).apply_all(history)
        after = folded.steps[-1][1]
        # Each has its own way to begin a game; everything else is compared.
        assert json.dumps(_plain(after)) == json.dumps(_plain(session))


MOVES = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4", "1b2-1b2", "1c3-1c3", "1b2-1b2", "1c3-1c3")


def _plain(session: Any) -> dict[str, Any]:
    names = [name for name in session.__dataclass_fields__ if name != "setup"]
    return {name: str(getattr(session, name)) for name in names}
