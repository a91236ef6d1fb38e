"""Challenges to and from programs: by name, answered or gone, and never more than is allowed."""

import asyncio
import json
import secrets
import time
from pathlib import Path
from typing import Any

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, look, withdraw
from passing_days import on_server
from seat_client import Json, RefusedByServer
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import NewDevice, person
from sqlalchemy import event

from sommet.server.community import bot_service
from sommet.server.community import lobby as lobby_module
from sommet.server.storage import bots

PATH = "/api/bot/challenges"
WISH = {"game": "pylos", "clock": {"minutes": 3, "increment_s": 2}}
_names = (f"Challenged {number}" for number in range(1000))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is asked anew each time, and streams look often."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    monkeypatch.setattr(bot_service, "LOOK_EVERY_S", 0.02)


def admitted(server: ThreadServer, api: Api) -> tuple[str, BotByHand]:
    name = next(_names)
    return name, BotByHand(api, new_bot(server, name))


async def challenge(by: BotByHand, name: str, path: str = PATH, **more: Any) -> Json:
    answer = await by.post(path, **WISH, bot=name, **more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def refused(by: BotByHand, path: str, **body: Any) -> tuple[int, str]:
    answer = await by.post(path, **body)
    return answer.status_code, answer.json()["code"]


async def answer(by: BotByHand, table: str, how: str) -> tuple[int, Json]:
    given = await by.api.http.post(f"{PATH}/{table}/{how}", headers=by.headers)
    return given.status_code, given.json()


async def test_one_program_challenges_another_and_their_game_counts(
    server: ThreadServer, api: Api
) -> None:
    (one, challenger), (two, other) = admitted(server, api), admitted(server, api)
    async with api.http.stream("GET", "/api/bot/stream", headers=other.headers) as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == ""
        key = secrets.token_urlsafe(32)
        made = await challenge(challenger, two, key=key)
        table = made["table"]
        assert await challenge(challenger, two, key=key) == made
        told = json.loads(await anext(lines))
        assert (told["table"], told["status"]) == (table, "challenge")
        assert told["challenge"]["name"] == one
        assert told["challenge"]["bot"]
        assert told["challenge"]["clock"] == {"initial_ms": 180_000, "increment_ms": 2000}
        # It is in nobody's lobby, and the seat is nobody's before it is accepted.
        assert table not in {seat["table"] for seat in (await look(api))["seats"]}
        with pytest.raises(RefusedByServer):
            async with api.seat(told):
                pass
        async with api.seat(made) as first:
            status, seat = await answer(other, table, "accept")
            assert (status, seat["token"]) == (200, told["token"])
            assert (await answer(other, table, "accept"))[1] == seat
            assert json.loads(await anext(lines))["status"] == "playing"
            await first.until(lambda: first.snapshot["status"] == "playing")
            async with api.seat(seat) as second:
                assert {each["name"] for each in second.snapshot["players"]} == {one, two}
                await second.ask("resign")
            await first.until(lambda: first.over)
        assert [game["status"] for game in (await other.games()).values()] == ["finished"]
    assert (await answer(other, table, "decline"))[1]["code"] == "no_such_challenge"
    engine = server.app.state.registry.services.store.engine
    with engine.connect() as connection:
        (counted,) = connection.exec_driver_sql(
            f"SELECT count(*) FROM rated_games WHERE table_id = '{table}'"
        ).one()
    assert counted == 1


async def test_a_challenge_accepted_while_it_is_looked_for_is_never_gone(
    server: ThreadServer, api: Api
) -> None:
    (_, challenger), (two, other) = admitted(server, api), admitted(server, api)
    engine = server.app.state.registry.services.store.engine
    loop = asyncio.get_running_loop()

    def accept_after(statement: int, table: str, now_ms: int) -> tuple[int, dict[str, int]]:
        """Return how many statements a look needs, and what it finds if one is followed by this."""
        done = 0

        def accept(*_: object) -> None:
            nonlocal done
            done += 1
            if done == statement:
                accepting = asyncio.run_coroutine_threadsafe(answer(other, table, "accept"), loop)
                assert accepting.result()[0] == 200

        with engine.connect() as connection:
            bot = bots.find_by_name(connection, two)
            assert bot is not None
            event.listen(connection, "after_cursor_execute", accept)
            found = bots.read_places(connection, [bot.id], now_ms)
        return done, found[bot.id]

    statement, statements = 1, 1
    while statement <= statements:
        table = (await challenge(challenger, two))["table"]
        now_ms = server.app.state.registry.services.server_clock.now_ms()
        statements, found = await asyncio.to_thread(accept_after, statement, table, now_ms)
        assert table in found
        statement += 1


async def test_guests_and_accounts_challenge_a_program_which_may_decline(
    server: ThreadServer, api: Api, device: NewDevice
) -> None:
    name, bot = admitted(server, api)
    (account, own_name), nobody = await person(device), BotByHand(api, None)
    tables = [
        await challenge(nobody, name, "/api/bots/challenges"),
        await account.done("/api/bots/challenges", **WISH, bot=name, key=secrets.token_urlsafe(32)),
    ]
    wanted = await bot.games()
    assert {each["table"] for each in tables} == wanted.keys()
    assert [each["challenge"]["name"] for each in wanted.values()] == [None, own_name]
    async with api.seat(tables[0]) as guest, api.seat(tables[1]) as signed_in:
        assert (await answer(bot, tables[0]["table"], "decline")) == (200, {"declined": True})
        await guest.until(lambda: guest.closed)
        assert (await answer(bot, tables[1]["table"], "accept"))[0] == 200
        await signed_in.until(lambda: signed_in.snapshot["status"] == "playing")
        await signed_in.ask("resign")
    assert (await api.http.get(f"/api/tables/{tables[0]['table']}")).status_code == 404


async def test_a_challenge_is_for_one_program_and_gone_after_a_minute(
    server: ThreadServer, api: Api
) -> None:
    (one, challenger), (two, other), (_, third) = (admitted(server, api) for _ in range(3))
    made = await challenge(challenger, two)
    table = made["table"]
    for how in ("accept", "decline"):
        for stranger in (third, challenger):
            assert (await answer(stranger, table, how))[1]["code"] == "no_such_challenge"
        assert (await answer(BotByHand(api, made["token"]), table, how))[1]["code"] == "no_bot"
    taken = await Guest(api).take(table)
    assert taken.json()["code"] == "invite_used"
    # Whoever made it takes it back, and nobody else.
    assert (await withdraw(api, table, "x" * 43)).status_code == 403
    assert (await withdraw(api, table, made["token"])).json() == {"withdrawn": True}
    assert await other.games() == {}
    assert await refused(challenger, PATH, **WISH, bot=one) == (409, "own_name")
    assert await refused(challenger, PATH, **WISH, bot="Nobody") == (404, "no_such_player")
    # Nobody answers.
    late = await challenge(challenger, two)
    async with api.seat(late) as waiting:
        clock = server.app.state.registry.services.server_clock
        with pytest.MonkeyPatch.context() as patch:
            later_ms = clock.now_ms() + bots.CHALLENGE_MS + 1
            patch.setattr(clock, "now_ms", lambda: later_ms)
            assert (await answer(other, late["table"], "accept"))[1]["code"] == "no_such_challenge"
            await on_server(server, server.app.state.lobby.tidy())
        await waiting.until(lambda: waiting.closed)
    assert await challenger.games() == {}
    bots.revoke_bot(server.app.state.registry.services.store.engine, two, round(time.time() * 1000))
    assert await refused(challenger, PATH, **WISH, bot=two) == (404, "no_such_player")


async def test_challenges_have_limits(tmp_path: Path) -> None:
    limits = {"max_challenges_per_bot": 2, "max_games_per_bot": 3}
    with ThreadServer(quick_settings(tmp_path, lobby=True, **limits)) as server:
        async with Api(server.url) as api:
            (_, one), (two, other), (three, third) = (admitted(server, api) for _ in range(3))
            assert (await one.get("/api/bot")).json()["limits"]["challenges"] == 2
            made = [await challenge(one, two) for _ in range(2)]
            # So many by one program, and so many to one.
            assert await refused(one, PATH, **WISH, bot=three) == (409, "too_many_challenges")
            busy = (429, "too_many_bot_games")
            assert await refused(third, PATH, **WISH, bot=two) == busy
            guest = BotByHand(api, None)
            assert await refused(guest, "/api/bots/challenges", **WISH, bot=two) == busy
            for each in made:
                assert (await answer(other, each["table"], "accept"))[0] == 200
            # Games that run count: one more, and no more.
            last = await challenge(third, two)
            await challenge(one, two)
            assert await refused(one, PATH, **WISH, bot=three) == busy
            await other.open()
            assert (await answer(other, last["table"], "accept"))[1]["code"] == busy[1]


async def test_challenges_count_as_opened_tables(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, tables_per_minute=2)) as server:
        async with Api(server.url) as api:
            name, bot = admitted(server, api)
            guest = BotByHand(api, None)
            for _ in range(2):
                made = await challenge(guest, name, "/api/bots/challenges")
                assert (await answer(bot, made["table"], "decline"))[0] == 200
            path = "/api/bots/challenges"
            assert await refused(guest, path, **WISH, bot=name) == (429, "too_many_requests")
            assert await refused(bot, PATH, **WISH, bot=name) == (429, "too_many_requests")
