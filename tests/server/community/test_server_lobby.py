"""Strangers find each other in the lobby, and nobody learns or takes more than is theirs."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest
from lobby_guests import Guest, listed, look, withdraw
from private_postgresql import Cluster
from seat_client import RefusedByServer, random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import event, select

from sommet.seeding import Random
from sommet.server.community import lobby as lobby_module
from sommet.server.community import open_seats
from sommet.server.community.lobby import Lobby
from sommet.server.community.open_seats import SeatSearch
from sommet.server.storage import schema
from sommet.server.tokens import hash_token

#: Every test plays by a clock of its own, so that nobody of another test waits for the same.
_clocks = iter(range(1, 1000))


@pytest.fixture
def wish() -> dict[str, Any]:
    return {"clock": {"minutes": 30, "increment_s": next(_clocks) % 180}}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is asked anew each time."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)


class Known:
    """What a process knows of tables: whose opener is there."""

    def __init__(self, is_opener_here: Callable[[str], bool]) -> None:
        self.is_opener_here = is_opener_here

    def is_aside(self, _: str) -> bool:
        return False


def later(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let periods be over at once."""
    for name in names:
        monkeypatch.setattr(open_seats, name, -60_000)


async def tidy(server: ThreadServer) -> None:
    """Tidy on the server's own loop, as it does by itself."""
    lobby = cast(Lobby, server.app.state.lobby)
    assert lobby._tidying is not None
    loop = lobby._tidying.get_loop()
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(lobby.tidy(), loop))


async def test_two_strangers_meet_and_play(api: Api, wish: dict[str, Any]) -> None:
    first = await Guest(api).find(**wish)
    assert not first["playing"]
    assert first["seat"]["links"]["invite"] is None
    async with api.seat(first["seat"]) as one:
        assert one.snapshot["status"] == "waiting"
        seat = next(s for s in (await look(api))["seats"] if s["table"] == first["seat"]["table"])
        assert (seat["game"], seat["options"]["preset"]) == ("pylos", "standard")
        assert seat["clock"]["initial_ms"] == 30 * 60_000
        second = await Guest(api).find(**wish)
        assert second["playing"]
        assert second["seat"]["table"] == first["seat"]["table"]
        async with api.seat(second["seat"]) as two:
            await one.until(lambda: one.snapshot["status"] == "playing")
            assert first["seat"]["table"] not in await listed(api)
            mover = one if "play" in one.can else two
            await mover.play(random_move(mover.snapshot["board"], Random(1)))
            games = {game["table"]: game for game in (await look(api))["games"]}
            game = games[first["seat"]["table"]]
            assert game["ply"] == 1
            assert game["position"] == mover.snapshot["board"]["position"]
            async with api.spectator(first["seat"]) as watcher:
                assert watcher.snapshot["you"]["seats"] == []
            await two.ask("resign")
            await one.until(lambda: one.over)
            shown = await look(api)
            assert first["seat"]["table"] not in [game["table"] for game in shown["games"]]


async def test_only_who_wants_the_same_game_meets(api: Api, wish: dict[str, Any]) -> None:
    tables = {
        (await Guest(api).find(**{**wish, **changes}))["seat"]["table"]
        for changes in (
            {},
            {"game": "pacal"},
            {"preset": "expert"},
            {"rulings": {"repetition": 5}},
            {"clock": {"minutes": 29.5, "increment_s": 7}},
        )
    }
    assert len(tables) == 5
    # What is said in other words is the same.
    meant = await Guest(api).find(**wish, preset="standard", rulings={"repetition": 3})
    assert meant["playing"]
    # Two rulebooks that agree are the same game, in whichever language it is read.
    assert (await Guest(api).find(**wish, game="pacal", preset="nl"))["playing"]
    assert not (await Guest(api).find(**wish, game="pacal", preset="fr"))["playing"]


async def test_a_repeated_request_gives_the_same_seat(api: Api, wish: dict[str, Any]) -> None:
    one, two, three = (Guest(api) for _ in range(3))
    first = await one.find(**wish)
    assert await one.find(**wish, again=True) == first
    second = await two.find(**wish)
    assert await two.find(**wish, again=True) == second
    assert await one.find(**wish, again=True) == {**first, "playing": True}
    third = await three.find(**wish)
    assert third["seat"]["table"] != first["seat"]["table"]


async def test_nobody_meets_themselves_or_waits_twice(api: Api, wish: dict[str, Any]) -> None:
    guest = Guest(api)
    first = await guest.find(**wish)
    own = await guest.take(first["seat"]["table"])
    assert (own.status_code, own.json()["code"]) == (409, "own_seat")
    second = await guest.find(**wish)
    assert not second["playing"]
    shown = await listed(api)
    assert second["seat"]["table"] in shown
    assert first["seat"]["table"] not in shown


async def test_a_seat_is_taken_once(api: Api, wish: dict[str, Any]) -> None:
    opened = await Guest(api).find(**wish)
    table = opened["seat"]["table"]
    guests = [Guest(api) for _ in range(8)]
    answers = await asyncio.gather(*(guest.take(table) for guest in guests))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    winner = next(i for i, answer in enumerate(answers) if answer.status_code == 200)
    again = await guests[winner].take(table, again=True)
    assert again.json() == answers[winner].json()
    assert {a.json()["code"] for a in answers if a.status_code == 409} == {"invite_used"}


async def test_who_left_is_not_in_the_lobby(
    api: Api, server: ThreadServer, wish: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = await Guest(api).find(**wish)
    table = opened["seat"]["table"]
    async with api.seat(opened["seat"]):
        later(monkeypatch, "ARRIVAL_MS")
        await until_listed(api, table, True)
        await tidy(server)
    await until_listed(api, table, False)
    # Not there, so not met: whoever comes now waits.
    assert not (await Guest(api).find(**wish))["playing"]
    gone = await Guest(api).take(table)
    assert (gone.status_code, gone.json()["code"]) == (409, "invite_used")
    async with api.seat(opened["seat"]):
        await until_listed(api, table, True)  # back from reloading the page
    await until_listed(api, table, False)
    later(monkeypatch, "RETURN_MS")
    await tidy(server)
    assert (await api.http.get(f"/api/tables/{table}")).status_code in (200, 404)
    with server.app.state.registry.services.store.engine.connect() as connection:
        kept = connection.execute(select(schema.tables).where(schema.tables.c.id == table))
        assert kept.first() is None


async def until_listed(api: Api, table: str, expected: bool) -> None:
    """Wait until the lobby has heard who is there."""
    async with asyncio.timeout(90):
        while (table in await listed(api)) != expected:
            await asyncio.sleep(0.02)


async def test_only_the_opener_withdraws_a_seat(api: Api, wish: dict[str, Any]) -> None:
    guest = Guest(api)
    table, token = (opened := (await guest.find(**wish))["seat"])["table"], opened["token"]
    stranger = (await Guest(api).find(game="pacal", **wish))["seat"]
    for wrong in (stranger["token"], guest.secret, guest.key):
        answer = await withdraw(api, table, wrong)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_token")
    assert table in await listed(api)
    assert (await withdraw(api, table, token)).json() == {"withdrawn": True}
    assert table not in await listed(api)
    assert (await api.http.get(f"/api/tables/{table}")).status_code == 404
    assert (await withdraw(api, table, token)).status_code == 404
    assert not (await Guest(api).find(**wish))["playing"]


async def test_a_game_that_began_is_not_withdrawn(api: Api, wish: dict[str, Any]) -> None:
    opened = (await Guest(api).find(**wish))["seat"]
    taker = (await Guest(api).find(**wish))["seat"]
    assert (await withdraw(api, opened["table"], opened["token"])).json() == {"withdrawn": False}
    assert (await withdraw(api, opened["table"], taker["token"])).status_code == 403
    async with api.seat(taker) as seat:
        assert seat.snapshot["status"] == "playing"


async def test_private_tables_stay_private(api: Api) -> None:
    """Tables of friends are no part of the lobby."""
    waiting = await api.open("pylos", "friend", name="Ada")
    first, _second = await api.friends("pacal", name="Ada")
    shown = json.dumps(await look(api))
    for table in (waiting, first):
        assert table["table"] not in shown
    assert "Ada" not in shown
    taken = await Guest(api).take(waiting["table"])
    assert (taken.status_code, taken.json()["code"]) == (409, "invite_used")
    answer = await withdraw(api, waiting["table"], waiting["token"])
    assert answer.json() == {"withdrawn": False}
    assert (await api.http.get(f"/api/tables/{waiting['table']}")).json()["status"] == "waiting"


async def test_the_lobby_tells_no_secrets(api: Api, wish: dict[str, Any]) -> None:
    """Neither tokens nor keys nor who is who, in the clear or hashed; of Pacal no card."""
    one, two, three = (Guest(api) for _ in range(3))
    open_seat = (await one.find(**wish))["seat"]
    first = (await two.find(game="pacal", **wish))["seat"]
    second = (await three.find(game="pacal", **wish))["seat"]
    async with api.seat(first) as a, api.seat(second) as b:
        for seat in (a, b):
            await seat.until(lambda seat=seat: seat.snapshot["board"] is not None)
        shown, more = await look(api), await api.http.get("/api/lobby/games")
    text = json.dumps(shown) + more.text
    secrets = [g.secret for g in (one, two, three)] + [g.key for g in (one, two, three)]
    secrets += [open_seat["token"], first["token"], second["token"]]
    for secret in secrets:
        assert secret not in text
        assert hash_token(secret) not in text
    game = next(game for game in shown["games"] if game["table"] == first["table"])
    assert game in more.json()["games"]
    # Nothing is built yet, and whatever is lies face up.
    seen = {"position": None, "pyramids": [[None] * 10] * 2, "bots": [], "names": []}
    assert seen.items() <= game.items()
    assert set(game) == {"table", "game", "options", "clock", "ply", "watchers", *seen}
    seat = next(seat for seat in shown["seats"] if seat["table"] == open_seat["table"])
    # Of a guest nothing is told, and so no rating.
    nothing = ("bot", "name", "rating", "least", "most")
    assert [seat[about] for about in nothing] == [None] * 5
    told = {"table", "game", "options", "clock", "opened_ms", "provisional", *nothing}
    assert set(seat) == told


async def test_who_opened_a_seat_is_forgotten_once_it_is_taken(
    api: Api, server: ThreadServer, wish: dict[str, Any]
) -> None:
    guest = Guest(api)
    table = (await guest.find(**wish))["seat"]["table"]
    hashes = select(schema.public_tables.c.guest_hash).where(
        schema.public_tables.c.table_id == table
    )
    engine = server.app.state.registry.services.store.engine
    with engine.connect() as connection:
        assert connection.execute(hashes).scalar() == hash_token(guest.secret)
    await Guest(api).find(**wish)
    with engine.connect() as connection:
        assert connection.execute(hashes).scalar() == ""


async def test_a_seat_claimed_by_a_process_that_died_is_given_again(
    api: Api, server: ThreadServer, wish: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = (await Guest(api).find(**wish))["seat"]["table"]
    services = server.app.state.registry.services
    search = SeatSearch(
        open_seats.Guest("dead", "dead"), services.server_clock.now_ms(), Known(lambda _: True)
    )
    with services.store.engine.begin() as connection:
        search.take(table).run(connection)
    assert search.given is not None
    assert not (await Guest(api).find(**wish))["playing"]
    assert table not in await listed(api)
    later(monkeypatch, "CLAIM_MS")
    assert (await Guest(api).find(**wish))["seat"]["table"] == table


async def test_no_more_seats_are_read_than_are_shown(api: Api, server: ThreadServer) -> None:
    """Those whose opener is gone for the moment do not take the place of others."""
    clocks = [{"minutes": 29, "increment_s": 101 + number} for number in range(6)]
    tables = [(await Guest(api).find(clock=clock))["seat"]["table"] for clock in clocks]
    engine, public = server.app.state.registry.services.store.engine, schema.public_tables
    with engine.begin() as connection:
        for number, table in enumerate(tables):  # before those of all others
            row = public.update().where(public.c.table_id == table)
            connection.execute(row.values(opened_ms=number))
    read: list[str] = []
    with engine.connect() as connection:
        event.listen(connection, "after_cursor_execute", lambda *told: read.append(told[2]))
        now_ms = server.app.state.registry.services.server_clock.now_ms()
        found = open_seats.read_open(connection, now_ms, Known(tables[3:].__contains__), 2)
    assert [each.table for each in found] == tables[3:5]
    assert len(read) == 3  # two who are gone, one who is and one who is not, and two more
    assert all("LIMIT" in statement for statement in read)


async def test_an_unchanged_lobby_is_not_sent_again(api: Api) -> None:
    first = await api.http.get("/api/lobby")
    again = await api.http.get("/api/lobby", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    opened = await Guest(api).find(preset="children")
    changed = await api.http.get("/api/lobby", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert opened["seat"]["table"] in changed.text


async def test_searches_are_counted_and_limited(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, lobby=True, tables_per_minute=4)
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            for _ in range(4):
                await Guest(api).find()
            await look(api)
            refused = await Guest(api).ask()
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
            figures = (await api.http.get("/metrics")).text
    assert 'sommet_pairings_total{game="pylos"} 2.0' in figures
    assert "sommet_open_seats 0.0" in figures


#: What a server of a family or school serves: tables by invitation, and records.
FOR_FRIENDS = {
    *("/livez", "/readyz", "/healthz", "/metrics", "/api/games", "/api/your-games"),
    *("/api/tables", "/api/tables/{table}", "/api/tables/{table}/join"),
    *("/api/tables/{table}/seat/ask", "/api/tables/{table}/seat/take-up"),
    *("/api/tables/{table}/record", "/api/replays", "/api/replays/{replay}/record"),
}


async def test_a_server_without_a_lobby_shows_none_of_it(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path)) as server:
        async with Api(server.url) as api:
            offered = (await api.http.get("/api/games")).json()
            parts = ("lobby", "accounts", "bots", "ratings", "tournaments", "greetings", "push")
            assert [offered[part] for part in parts] == [False] * 7
            assert (await api.http.get("/api/lobby")).status_code == 404
            assert (await Guest(api).ask()).status_code == 405  # as everywhere that is only read
            assert (await api.http.get("/openapi.json")).json()["paths"].keys() == FOR_FRIENDS
            opened, _ = await api.friends("pylos", clock={"days_per_move": 3})
            async with api.seat(opened) as seat:
                assert seat.snapshot["status"] == "playing"
                with pytest.raises(RefusedByServer) as refused:
                    await seat.ask("greet", what="hello")
                assert refused.value.code == "no_greetings"


async def test_each_part_of_a_lobby_can_be_switched_off(tmp_path: Path) -> None:
    parts = ("bots", "ratings", "greetings", "push", "slow_games")
    off = {**dict.fromkeys(parts, False), "tournaments": "off"}
    with ThreadServer(quick_settings(tmp_path, lobby=True, **off)) as server:
        async with Api(server.url) as api:
            offered = (await api.http.get("/api/games")).json()
            assert [offered[part] for part in ("lobby", "accounts")] == [True, True]
            assert [offered[part] for part in (*parts, "tournaments")] == [False] * 6
            described = (await api.http.get("/openapi.json")).json()["paths"].keys()
            for word in ("bot", "ratings", "leaderboard", "program", "tournament", "notices"):
                assert {p for p in described if word in p} <= {"/api/tables/{table}/ratings"}, word
            seats = [(await Guest(api).find())["seat"] for _ in range(2)]
            async with api.seat(seats[1]) as seat:
                with pytest.raises(RefusedByServer) as refused:
                    await seat.ask("greet", what="hello")
                assert refused.value.code == "no_greetings"


@pytest.fixture(scope="module")
def three(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[ThreadServer]]:
    folder, url = tmp_path_factory.mktemp("three"), postgresql.migrated_database()
    with ExitStack() as stack:
        yield [
            stack.enter_context(ThreadServer(quick_settings(folder, database=url, lobby=True)))
            for _ in range(3)
        ]


async def test_a_crowd_at_three_processes_is_paired_at_once(three: list[ThreadServer]) -> None:
    """Nobody twice, nobody with themselves, and of 61 one is left over."""
    apis = [Api(server.url) for server in three]
    for api in apis:
        # Routes are made when they are first looked for; not by several threads at once.
        assert (await api.http.get("/api/nowhere")).status_code == 404
    guests = [Guest(apis[number % 3]) for number in range(61)]
    found = await asyncio.gather(*(guest.find() for guest in guests))
    tables: dict[str, list[str]] = {}
    for each in found:
        tables.setdefault(each["seat"]["table"], []).append(each["seat"]["token"])
    assert sorted(len(tokens) for tokens in tables.values()) == [1, *[2] * 30]
    assert all(len(set(tokens)) == len(tokens) for tokens in tables.values())
    # Whoever came in the same moment as their opponent is told so at once.
    assert 30 <= sum(each["playing"] for each in found) <= 60
    left = next(table for table, tokens in tables.items() if len(tokens) == 1)
    for api in apis:
        assert await listed(api) == [left]
    for api in apis:
        await api.http.aclose()
