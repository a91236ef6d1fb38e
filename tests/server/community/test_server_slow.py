"""Slow games on a server: they sleep, wake, end in time, and lead from one to the next."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, listed
from passing_days import on_server, pass_days
from private_postgresql import Cluster
from seat_client import Json, RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import NewDevice, person
from sqlalchemy import select

from sommet.match.clock import DAY_MS, TimeControl
from sommet.server.cluster.membership import Membership
from sommet.server.community import lobby as lobby_module
from sommet.server.community import open_seats
from sommet.server.services import Services
from sommet.server.storage import queries, schema
from sommet.server.storage.setup import TableSetup, format_setup, parse_setup
from sommet.server.tables.slow import deadlines


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ThreadServer]:
    settings: dict[str, Any] = {"lobby": True, "idle_table_s": 0.0}
    if request.param == "postgresql":
        running: Cluster = request.getfixturevalue("postgresql")
        settings["database"] = running.migrated_database()
    with ThreadServer(quick_settings(tmp_path_factory.mktemp("slow"), **settings)) as server:
        yield server


async def friends(api: Api, days: int, **wishes: Any) -> tuple[Json, Json]:
    clock = {"days_per_move": days}
    return await api.friends("pylos", seat="light", clock=clock, **wishes)


async def your_games(api: Api, *seats: Json) -> list[Json]:
    body = {"seats": [{"table": seat["table"], "token": seat["token"]} for seat in seats]}
    answer = await api.http.post("/api/your-games", json=body)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["games"])


async def fall_asleep(server: ThreadServer, *tables: str) -> None:
    """Wait until nothing of the tables is in memory."""
    registry = server.app.state.registry
    async with asyncio.timeout(90):
        while any(table in registry._tables for table in tables):
            await on_server(server, registry._sweep())
            await asyncio.sleep(0.01)


async def test_a_game_over_days_while_nobody_looks(api: Api, server: ThreadServer) -> None:
    light, dark = await friends(api, 3)
    for seat, move in ((light, "1a1"), (dark, "1d4"), (light, "1b1")):
        async with api.seat(seat) as player:
            assert player.snapshot["clock"]["initial_ms"] == 3 * DAY_MS
            await play_patiently(player, move)
        await fall_asleep(server, light["table"])
        await pass_days(server, 2.9)
    async with api.seat(dark) as player:
        assert player.snapshot["status"] == "playing"
    await fall_asleep(server, light["table"])
    await pass_days(server, 0.2)
    # Whoever asked the server for the table would wake it.
    async with asyncio.timeout(90):
        while stored_record(server, light["table"]) is None:
            await asyncio.sleep(0.05)
        # It is kept a moment before the table knows that it is.
        table = (await api.http.get(f"/api/tables/{light['table']}")).json()
        while table["outcome"] is None:
            await asyncio.sleep(0.05)
            table = (await api.http.get(f"/api/tables/{light['table']}")).json()
    assert (table["outcome"]["winner"], table["outcome"]["reason"]) == (0, "time")


async def test_more_deadlines_at_once_than_are_read_at_once(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "_AT_ONCE", 2)
    monkeypatch.setattr(Membership, "is_steady", True)  # also on a machine that is very busy
    tables = [(await friends(api, 1))[0]["table"] for _ in range(5)]
    await fall_asleep(server, *tables)
    await pass_days(server, 1.01)
    await on_server(server, server.app.state.registry.deadlines.settle_due())
    assert all(stored_record(server, table) for table in tables), "one look sees to all"


async def test_a_process_sees_to_its_share_and_to_what_others_left(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that is due by a moment is one process's; a while later it is anybody's."""
    tables = [(await friends(api, 1))[0]["table"] for _ in range(4)]
    await fall_asleep(server, *tables)
    mine = set(tables[:2])
    monkeypatch.setattr(deadlines, "_OVERDUE_MS", 7 * DAY_MS)
    monkeypatch.setattr(deadlines.Deadlines, "_is_mine", lambda _self, table, _alive: table in mine)
    await pass_days(server, 1)
    await look_until_over(server, tables[:2])
    assert not any(stored_record(server, table) for table in tables[2:])
    monkeypatch.setattr(deadlines, "_OVERDUE_MS", 0)
    await look_until_over(server, tables)


async def look_until_over(server: ThreadServer, tables: list[str]) -> None:
    async with asyncio.timeout(90):
        while not all(stored_record(server, table) for table in tables):
            await on_server(server, server.app.state.registry.deadlines.settle_due())
            await asyncio.sleep(0.05)


def test_every_deadline_is_the_share_of_one_process() -> None:
    alive = ["a", "b", "c"]
    shares = {}
    for process in alive:
        services = SimpleNamespace(process=process)
        own = deadlines.Deadlines(services, *[None] * 3)  # type: ignore[arg-type]
        shares[process] = {n for n in range(300) if own._is_mine(f"table{n}", alive)}
    assert sum(map(len, shares.values())) == len(set.union(*shares.values())) == 300
    assert all(60 < len(share) < 140 for share in shares.values())


async def play_patiently(seat: Seat, move: str) -> None:
    """Play, also where a busy machine kept the server from giving signs of life for a moment."""
    async with asyncio.timeout(90):
        while True:
            try:
                await seat.play(move)
                return
            except RefusedByServer as refused:
                if refused.code != "unavailable":
                    raise
                await asyncio.sleep(0.1)


def stored_record(server: ThreadServer, table: str) -> str | None:
    with server.app.state.registry.services.store.engine.connect() as connection:
        return queries.read_record(connection, table, 1)


async def test_your_move_leads_from_game_to_game(api: Api) -> None:
    slower, urgent, done = [(await friends(api, days))[0] for days in (7, 1, 2)]
    theirs = (await friends(api, 3))[1]
    async with api.seat(done) as seat:
        await seat.play("1a1")
    games = await your_games(api, slower, theirs, done, urgent)
    assert [game["table"] for game in games if game["your_turn"]] == [
        urgent["table"],
        slower["table"],
    ]
    assert len(games) == 4
    assert 0.99 * DAY_MS < games[0]["left_ms"] <= DAY_MS
    assert games[-1]["left_ms"] is None


async def test_other_tokens_learn_nothing_of_your_games(api: Api) -> None:
    mine, theirs = await friends(api, 3)
    stranger, _ = await friends(api, 3)
    wrong = {"table": mine["table"], "token": stranger["token"]}
    missing = {"table": "A" * 12, "token": mine["token"]}
    assert await your_games(api, wrong, missing) == []
    seen = await your_games(api, theirs)
    assert [(game["table"], game["your_turn"]) for game in seen] == [(mine["table"], False)]
    unknown = await api.http.post("/api/your-games", json={"seats": [{"table": mine["table"]}]})
    assert unknown.status_code == 422
    many = [{"table": mine["table"], "token": mine["token"]}] * 51
    assert (await api.http.post("/api/your-games", json={"seats": many})).status_code == 422


@pytest.mark.parametrize("days", [0, 15, 1.5, True])
async def test_a_move_has_one_to_fourteen_days(api: Api, days: Any) -> None:
    body = {"game": "pylos", "mode": "friend", "clock": {"days_per_move": days}}
    answer = await api.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


async def test_a_seat_for_a_slow_game_waits_without_its_opener(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    wish = {"clock": {"days_per_move": 14}}
    table = (await Guest(api).find(**wish))["seat"]["table"]
    await pass_days(server, 13)
    await on_server(server, server.app.state.lobby.tidy())
    assert table in await listed(api)
    found = await Guest(api).find(**wish)
    assert (found["playing"], found["seat"]["table"]) == (True, table)
    left = (await Guest(api).find(**wish))["seat"]["table"]
    await pass_days(server, 15)
    assert left not in await listed(api)
    await on_server(server, server.app.state.lobby.tidy())
    with server.app.state.registry.services.store.engine.connect() as connection:
        kept = select(schema.tables.c.id).where(schema.tables.c.id.in_([table, left]))
        assert list(connection.execute(kept).scalars()) == [table]


async def test_a_guest_has_a_few_slow_seats(api: Api) -> None:
    guest = Guest(api)
    for number in range(10):
        found = await guest.find(clock={"days_per_move": number + 1})
        assert not found["playing"]
    refused = await guest.ask(clock={"days_per_move": 11})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_seats")


def test_setups_are_kept_and_those_of_before_stay_readable() -> None:
    slow = TableSetup("pylos", "friend", "standard", control=TimeControl.days(3))
    assert parse_setup(format_setup(slow)) == slow
    quick = TableSetup("pylos", "friend", "standard", control=TimeControl(60_000, 2_000))
    assert parse_setup(format_setup(quick)) == quick
    assert "per_move" not in format_setup(quick), "the version before would not read it"


async def test_the_lobby_forgets_games_that_are_over_and_no_others(
    api: Api, server: ThreadServer
) -> None:
    async def play(**wish: Any) -> tuple[Json, Json]:
        first = (await Guest(api).find(**wish))["seat"]
        return first, (await Guest(api).find(**wish))["seat"]

    over, _ = await play(clock={"minutes": 60})
    running, _ = await play(clock={"days_per_move": 9})
    async with api.seat(over) as seat:
        await seat.ask("resign")
    await pass_days(server, 0.2)
    await on_server(server, server.app.state.lobby.tidy())
    with server.app.state.registry.services.store.engine.connect() as connection:
        kept = set(connection.execute(select(schema.public_tables.c.table_id)).scalars())
        stored = set(connection.execute(select(schema.tables.c.id)).scalars())
    assert over["table"] not in kept
    assert running["table"] in kept
    assert {over["table"], running["table"]} <= stored, "the games themselves stay"


REFUSED = (403, "no_slow_games")
UNKEYED = ("/api/tables", "/api/tournaments")


def key() -> str:
    return secrets.token_urlsafe(32)


@contextmanager
def switched(services: Services, **parts: bool) -> Iterator[None]:
    """Let a running server have other settings for a while."""
    before = services.settings
    object.__setattr__(services, "settings", before.model_copy(update=parts))
    try:
        yield
    finally:
        object.__setattr__(services, "settings", before)


async def test_a_host_can_switch_slow_games_off(
    api: Api, server: ThreadServer, device: NewDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No way leads to a new one, and those that run are played to their end."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    (mine, _), (other, theirs) = await person(device), await person(device)
    program = BotByHand(api, new_bot(server, "Patient"))
    slow: Json = {"game": "pylos", "clock": {"days_per_move": 5}}
    challenge: Json = {**slow, "name": theirs}
    ways: list[tuple[Any, str, Json]] = [
        (mine.post, "/api/tables", {**slow, "mode": "friend"}),
        (mine.post, "/api/lobby/find", {**slow, "guest": key()}),
        (mine.post, "/api/account/challenges", challenge),
        (mine.post, "/api/tournaments", {**slow, "kind": "swiss"}),
        (program.post, "/api/bot/challenges", {**slow, "bot": "Gentle"}),
        (program.post, "/api/bot/seats", slow),
        (mine.post, "/api/bots/challenges", {**slow, "bot": "Gentle"}),
    ]
    new_bot(server, "Gentle")
    light, dark = await friends(api, 5)
    tables = {"game": "pylos", "mode": "friend", "clock": {"days_per_move": 5}}
    waiting = (await api.http.post("/api/tables", json=tables)).json()
    seat = (await Guest(api).find(clock={"days_per_move": 13}))["seat"]["table"]
    made = await mine.done("/api/account/challenges", **challenge, key=key())
    assert (await api.http.get("/api/games")).json()["slow_games"]

    services = server.app.state.registry.services
    with switched(services, slow_games=False):
        offered = (await api.http.get("/api/games")).json()
        assert not offered["slow_games"]
        assert [clock["name"] for clock in offered["clocks"] if clock["days"]] == []
        for ask, path, body in ways:
            sent = body if path in UNKEYED else {**body, "key": key()}
            answer = await ask(path, **sent)
            assert (answer.status_code, answer.json()["code"]) == REFUSED, path
        joins = {"invite": waiting["links"]["invite"].partition("#")[2], "key": key()}
        with monkeypatch.context() as patch:
            patch.setattr(open_seats, "clear_out", lambda *_, **__: 0)  # the seat is still there
            for path, body in (
                (f"/api/tables/{waiting['table']}/join", joins),
                (f"/api/lobby/seats/{seat}/take", {"guest": key(), "key": key()}),
                (f"/api/account/challenges/{made['table']}/accept", {"key": key()}),
            ):
                assert await other.refused(path, **body) == REFUSED, path
        await on_server(server, server.app.state.lobby.tidy())
        assert seat not in await listed(api)
        assert not (await other.http.get("/api/account/holiday")).json()["matters"]
        # Whoever has a game can still take days off, and finish it.
        await other.done("/api/account/take-over", seats=[{k: dark[k] for k in ("table", "token")}])
        assert (await other.http.get("/api/account/holiday")).json()["matters"]
        async with api.seat(light) as one, api.seat(dark) as two:
            await play_patiently(one, "1a1")
            await two.until(lambda: two.snapshot["ply"] == 1)
            await two.ask("resign")
            await one.until(lambda: one.over)
            assert "rematch" not in one.can
            with pytest.raises(RefusedByServer) as refused:
                await one.ask("propose", what="rematch", ply=1)
            assert refused.value.code == "no_slow_games"
        assert not (await other.http.get("/api/account/holiday")).json()["matters"]
    async with api.seat(light) as one, api.seat(dark) as two:
        assert "rematch" in one.can
        await one.ask("propose", what="rematch", ply=1)
        await two.until(lambda: bool(two.snapshot["proposals"]))
        proposal = two.snapshot["proposals"][0]["id"]
        with switched(services, slow_games=False), pytest.raises(RefusedByServer) as refused:
            await two.ask("answer", proposal=proposal, accept=True)
        assert refused.value.code == "no_slow_games"
