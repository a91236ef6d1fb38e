"""Programs wait in the lobby under their name, and get no more than is theirs."""

import asyncio
import gc
import json
import secrets
import threading
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, listed, look, withdraw
from passing_days import on_server
from seat_client import Json, random_move
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Connection, select

from sommet.cli.main import main
from sommet.match.refused import Refused
from sommet.seeding import Random
from sommet.server.community import bot_service
from sommet.server.community import lobby as lobby_module
from sommet.server.community.bot_service import BotService
from sommet.server.storage import bots, schema

#: Every test has bots of its own.
_names = (f"Bot {number}" for number in range(1000))
_clocks = iter(range(1, 1000))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is asked anew each time, and streams look often."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    monkeypatch.setattr(bot_service, "LOOK_EVERY_S", 0.02)


@pytest.fixture
def wish() -> Json:
    """A game that nobody else wants."""
    return {"clock": {"minutes": 31, "increment_s": next(_clocks) % 180}}


def admitted(server: ThreadServer, api: Api) -> tuple[str, str, BotByHand]:
    """Return the name and the token of a program, and the program."""
    name = next(_names)
    token = new_bot(server, name)
    return name, token, BotByHand(api, token)


async def seat_of(api: Api, table: str) -> Json:
    return next(dict(seat) for seat in (await look(api))["seats"] if seat["table"] == table)


async def test_a_guest_chooses_a_bot_and_plays_it(
    server: ThreadServer, api: Api, wish: Json
) -> None:
    name, _, bot = admitted(server, api)
    account = (await bot.get("/api/bot")).json()
    assert (account["name"], account["limits"]["open_seats"]) == (name, 20)
    created = await bot.open(**wish)
    table = created["table"]
    async with api.seat(created) as program:
        assert (await seat_of(api, table))["bot"] == name
        assert [game["status"] for game in (await bot.games()).values()] == ["waiting"]
        # Who looks for anybody at all does not meet a program.
        seeker = Guest(api)
        found = await seeker.find(**wish)
        assert not found["playing"]
        assert (await seat_of(api, found["seat"]["table"]))["bot"] is None
        answer = await Guest(api).take(table)
        assert answer.status_code == 200, answer.text
        async with api.seat(answer.json()["seat"]) as person:
            await program.until(lambda: program.snapshot["status"] == "playing")
            kinds = {(p["kind"], p["name"]) for p in person.snapshot["players"]}
            assert kinds == {("bot", name), ("human", None)}
            mover = program if "play" in program.can else person
            game = (await bot.games())[table]
            assert (game["status"], game["your_turn"]) == ("playing", mover is program)
            assert game["token"] == created["token"]
            await mover.play(random_move(mover.snapshot["board"], Random(1)))
            shown = {game["table"]: game for game in (await look(api))["games"]}
            assert shown[table]["bots"] == [name]
            await person.ask("resign")
            await program.until(lambda: program.over)
        record = (await api.http.get(f"/api/tables/{table}/record")).text
        assert f'"bot {name}"' in record
        summary = (await api.http.get(f"/api/tables/{table}")).json()
        assert {player["kind"] for player in summary["players"]} == {"bot", "human"}


async def test_bots_sit_down_opposite_bots_only(server: ThreadServer, api: Api, wish: Json) -> None:
    name, _, bot = admitted(server, api)
    other_name, _, other = admitted(server, api)
    waiting = (await Guest(api).find(**wish))["seat"]["table"]
    refused = await bot.take(waiting)
    assert (refused.status_code, refused.json()["code"]) == (403, "bots_meet_bots")
    assert waiting in await listed(api)
    created = await bot.open(**wish)
    own = await bot.take(created["table"])
    assert (own.status_code, own.json()["code"]) == (409, "own_seat")
    taken = await other.take(created["table"])
    assert taken.status_code == 200, taken.text
    assert taken.json()["playing"]
    players = (await api.http.get(f"/api/tables/{created['table']}")).json()["players"]
    assert {(p["kind"], p["name"]) for p in players} == {("bot", name), ("bot", other_name)}
    # Each holds its own seat and no other.
    games = (await bot.games())[created["table"]], (await other.games())[created["table"]]
    assert games[0]["token"] != games[1]["token"]
    assert games[0]["your_turn"] != games[1]["your_turn"]


PATHS = (
    ("GET", "/api/bot"),
    ("GET", "/api/bot/games"),
    ("GET", "/api/bot/stream"),
    ("POST", "/api/bot/seats"),
    ("POST", "/api/bot/seats/{table}/take"),
)


async def test_nobody_but_a_bot_gets_in(server: ThreadServer, api: Api, wish: Json) -> None:
    name, token, bot = admitted(server, api)
    created = await bot.open(**wish)
    person = await Guest(api).find(**wish)
    revoked_name, revoked, gone = admitted(server, api)
    lost = await gone.open(**wish)
    bots.revoke_bot(server.app.state.registry.services.store.engine, revoked_name, 1)
    assert lost["table"] not in await listed(api)
    given = [
        *(None, "x", secrets.token_urlsafe(32), token[:-1] + "é", "Bearer " + token),
        *(created["token"], person["seat"]["token"], revoked, name),
    ]
    for method, path in PATHS:
        for credentials in given:
            headers = {} if credentials is None else {"Authorization": f"Bearer {credentials}"}
            body = {"game": "pylos", "key": secrets.token_urlsafe(32)}
            if path.endswith("take"):
                del body["game"]
            answer = await api.http.request(
                method,
                path.format(table=created["table"]),
                headers={key: value.encode() for key, value in headers.items()},
                json=body if method == "POST" else None,
            )
            assert (answer.status_code, answer.json()["code"]) == (401, "no_bot"), credentials
            assert answer.headers["www-authenticate"] == "Bearer"
    assert created["table"] in await listed(api)


async def test_a_bots_token_opens_nothing_else(server: ThreadServer, api: Api, wish: Json) -> None:
    _, token, bot = admitted(server, api)
    _, _, other = admitted(server, api)
    created, others = await bot.open(**wish), await other.open(**wish)
    person = (await Guest(api).find(**wish))["seat"]
    assert list(await bot.games()) == [created["table"]]
    for table in (others["table"], person["table"]):
        for guess in (token, created["token"]):
            refused = await withdraw(api, table, guess)
            assert (refused.status_code, refused.json()["code"]) == (403, "bad_token")
    # Nor does it hold its own seats: what is said at a table is never the bot's token.
    assert (await withdraw(api, created["table"], token)).status_code == 403
    assert (await withdraw(api, created["table"], created["token"])).json() == {"withdrawn": True}
    assert await bot.games() == {}


async def test_a_request_repeated_opens_one_seat(
    server: ThreadServer, api: Api, wish: Json
) -> None:
    _, _, bot = admitted(server, api)
    key = secrets.token_urlsafe(32)
    first, again, more = [await bot.open(**wish, key=each) for each in (key, key, key[::-1])]
    assert first == again
    assert more["table"] != first["table"]
    assert set(await bot.games()) == {first["table"], more["table"]}


async def test_bots_have_limits(tmp_path: Path) -> None:
    limits = {"max_open_seats_per_bot": 2, "max_games_per_bot": 3, "max_streams_per_bot": 1}
    with ThreadServer(quick_settings(tmp_path, lobby=True, **limits)) as server:
        async with Api(server.url) as api:
            name, _, bot = admitted(server, api)
            _, _, other = admitted(server, api)
            assert (await bot.get("/api/bot")).json() == {
                "name": name,
                "limits": {"open_seats": 2, "games": 3, "challenges": 10},
            }
            seats = [await bot.open() for _ in range(2)]

            async def refused() -> None:
                answer = await bot.post("/api/bot/seats", game="pylos")
                assert (answer.status_code, answer.json()["code"]) == (429, "too_many_bot_games")

            await refused()
            for seat in seats:
                assert (await Guest(api).take(seat["table"])).status_code == 200
            await bot.open()
            await refused()
            spare = await other.open()
            assert (await bot.take(spare["table"])).json()["code"] == "too_many_bot_games"
            async with api.http.stream("GET", "/api/bot/stream", headers=bot.headers) as stream:
                lines = stream.aiter_lines()  # held on to: without it the stream would be closed
                await anext(lines)
                second = await bot.get("/api/bot/stream")
                assert (second.status_code, second.json()["code"]) == (429, "too_many_requests")


async def test_of_two_streams_at_once_one_is_too_many(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, max_streams_per_bot=1)) as server:
        registry, lobby = server.app.state.registry, server.app.state.lobby
        async with Api(server.url) as api:
            _, token, _ = admitted(server, api)

        async def listen_twice() -> None:
            service = BotService(registry, lobby)
            bot = await service.admit(token)
            both = (service.listen(bot, token) for _ in range(2))
            found = await asyncio.gather(*both, return_exceptions=True)
            codes = [each.code for each in found if isinstance(each, Refused)]
            assert codes == ["too_many_requests"]
            # Whoever goes before the first line is fetched is counted out all the same.
            del found, both
            gc.collect()
            async with asyncio.timeout(60):
                while service._watch.count(bot.id):
                    await asyncio.sleep(0)
            stream = await service.listen(bot, token)
            assert await anext(stream) == b"\n"
            await stream.aclose()  # type: ignore[attr-defined]
            assert service._watch.count(bot.id) == 0

        await on_server(server, listen_twice())


async def test_a_bot_that_connects_while_others_are_looked_for_is_let_in(
    server: ThreadServer, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    (_, early, _), (_, late, _) = admitted(server, api), admitted(server, api)
    read_places, begun, entered = bots.read_places, threading.Event(), threading.Event()

    def read_slowly(connection: Connection, asked: Sequence[str], now_ms: int) -> Json:
        begun.set()
        assert entered.wait(60)
        return read_places(connection, asked, now_ms)

    async def connect_during_a_look() -> None:
        service = BotService(server.app.state.registry, server.app.state.lobby)
        one, other = [await service.admit(token) for token in (early, late)]
        monkeypatch.setattr(bots, "read_places", read_slowly)
        first = asyncio.ensure_future(service.listen(one, early))
        await asyncio.to_thread(begun.wait, 60)
        second = asyncio.ensure_future(service.listen(other, late))
        async with asyncio.timeout(60):
            while not service._watch.count(other.id):
                await asyncio.sleep(0)
            entered.set()
            for stream in (await first, await second):
                assert await anext(stream) == b"\n"
                await stream.aclose()  # type: ignore[attr-defined]

    await on_server(server, connect_during_a_look())


async def news(lines: AsyncIterator[str], table: str, status: str) -> Json:
    """Return the line that tells a table's new status: what it was before may be told once more."""
    before = {
        "waiting": (),
        "playing": ("waiting",),
        "finished": ("playing",),
        "gone": ("waiting",),
    }
    async for line in lines:
        if line and json.loads(line)["table"] == table:
            told = dict(json.loads(line))
            if told["status"] == status:
                return told
            assert told["status"] in before[status]
    raise AssertionError("the stream ended")


async def test_a_stream_tells_what_concerns_a_bot(
    server: ThreadServer, api: Api, wish: Json
) -> None:
    name, _, bot = admitted(server, api)
    early = await bot.open(**wish)
    async with api.http.stream("GET", "/api/bot/stream", headers=bot.headers) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        lines = stream.aiter_lines()
        await news(lines, early["table"], "waiting")
        late = await bot.open(**wish)
        await news(lines, late["table"], "waiting")
        async with api.seat(late) as program:
            taken = (await Guest(api).take(late["table"])).json()["seat"]
            told = await news(lines, late["table"], "playing")
            await program.until(lambda: program.snapshot["status"] == "playing")
            assert told["token"] == late["token"]
            assert told["your_turn"] == ("play" in program.can)
            async with api.seat(taken) as person:
                await person.ask("resign")
            await news(lines, late["table"], "finished")
        await withdraw(api, early["table"], early["token"])
        await news(lines, early["table"], "gone")
        bots.revoke_bot(server.app.state.registry.services.store.engine, name, 1)
        assert [line async for line in lines if line] == []


async def test_a_game_that_was_over_rests_until_it_goes_on(
    server: ThreadServer, api: Api, wish: Json
) -> None:
    """However many games a program has played, a look costs what those cost that go on."""
    _, _, bot = admitted(server, api)
    seat = await bot.open(**wish)
    guest = (await Guest(api).take(seat["table"])).json()["seat"]
    registry = server.app.state.registry
    engine = registry.services.store.engine

    def resting() -> list[int]:
        seats = schema.seats.c
        with engine.connect() as connection:
            found = connection.execute(
                select(seats.rests).where(seats.table_id == seat["table"], seats.bot.is_not(None))
            )
            return list(found.scalars())

    async def later() -> None:
        with engine.begin() as connection:
            now_ms = registry.services.server_clock.now_ms() + bots.REST_MS + 1000
            bots.mark_dormant(connection, now_ms)
        registry._tables[seat["table"]].updated_ms -= bots.REST_MS + 1000

    async with api.seat(seat) as mine, api.seat(guest) as other:
        await mine.until(lambda: "resign" in mine.can)
        await later()
        assert resting() == [0]  # it is being played
        await other.ask("resign")
        await mine.until(lambda: mine.over)
        await later()
        assert resting() == [1]
        assert seat["table"] not in await bot.games()
        # A rematch: now the program is told again.
        await other.ask("propose", what="rematch", ply=other.snapshot["ply"])
        assert resting() == [0]
        assert seat["table"] in await bot.games()


async def test_a_host_can_do_without_bots(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, bots=False)) as server:
        async with Api(server.url) as api:
            _, _, bot = admitted(server, api)
            for path in ("/api/bot", "/api/bot/games", "/api/bot/stream"):
                assert (await bot.get(path)).status_code == 404
            assert (await api.http.get("/api/lobby")).status_code == 200


def test_tokens_are_made_listed_and_revoked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'games.sqlite3'}"]
    assert main(["token", "new", "Gentle", *database]) == 0
    token = capsys.readouterr().out.strip()
    assert len(token) == 43
    assert main(["token", "new", "gentle", *database]) == 2
    assert "already" in capsys.readouterr().err
    for name in ("", " ", "x" * 25, "a\nb"):
        assert main(["token", "new", name, *database]) == 2
        assert "a name has" in capsys.readouterr().err
    assert main(["token", "list", *database]) == 0
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert capsys.readouterr().out == f"Gentle: since {today}, 0 tables\n"
    assert token.encode() not in (tmp_path / "games.sqlite3").read_bytes()
    assert main(["token", "revoke", "Gentle", *database]) == 0
    assert main(["token", "revoke", "Gentle", *database]) == 2
    assert "no bot 'Gentle'" in capsys.readouterr().err
    assert main(["token", "new", "Gentle", *database]) == 0
    assert main(["token", "list", *database]) == 0
    assert "revoked" in capsys.readouterr().out
