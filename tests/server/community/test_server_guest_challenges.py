"""Challenges to a person by a guest: by name, never rated, few, and only where they are welcome."""

import asyncio
import secrets
from typing import Any

import httpx
import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, watchable, withdraw
from passing_days import on_server
from seat_client import Json, RefusedByServer
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person
from sqlalchemy import select, update

from sommet.server.community import lobby as lobby_module
from sommet.server.storage import player_relations, schema
from sommet.server.web.rate_limits import Buckets

PATH = "/api/lobby/challenges"
THEIRS = "/api/account/challenges"
NOBODY = (404, "no_such_challenge")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)


def key() -> str:
    return secrets.token_urlsafe(32)


async def ask(api: Api, name: str, **more: Any) -> httpx.Response:
    body = {"game": "pylos", "name": name, "guest": key(), "key": key(), **more}
    return await api.http.post(PATH, json=body)


async def challenge(api: Api, name: str, **more: Any) -> Json:
    answer = await ask(api, name, **more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


async def refused(api: Api, name: str, **more: Any) -> tuple[int, str]:
    answer = await ask(api, name, **more)
    return answer.status_code, answer.json()["code"]


async def waiting(who: Device) -> list[Json]:
    answer = await who.http.get(THEIRS)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["challenges"])


async def test_a_guests_challenge_is_for_one_person_and_never_counts(
    device: NewDevice, api: Api, server: ThreadServer
) -> None:
    (mine, name), (other, _) = await person(device), await person(device)
    program = BotByHand(api, new_bot(server, f"Third {name}"))
    same = {"guest": key(), "key": key()}
    made = await challenge(api, name.upper(), **same)
    assert await challenge(api, name, **same) == made
    table = made["table"]
    (got,) = await waiting(mine)
    assert (got["table"], got["name"], got["guest"]) == (table, "", True)
    assert (got["mine"], got["rated"]) == (False, False)
    # Somebody else, a guest and a program learn nothing of it, and get no seat there.
    assert await waiting(other) == []
    for path in (f"{THEIRS}/{table}/accept", f"{THEIRS}/{table}/decline"):
        body = {"key": key()} if path.endswith("accept") else {}
        assert await other.refused(path, **body) == NOBODY
        assert (await api.http.post(path, json=body)).status_code == 401
        assert (await api.http.post(path, json=body, headers=program.headers)).status_code == 401
    assert (await Guest(api).take(table)).status_code == 409
    assert (await program.take(table)).status_code == 409
    joined = await api.http.post(f"/api/tables/{table}/join", json={"invite": key()})
    assert joined.status_code in (403, 409)
    assert (await withdraw(api, table, key())).status_code == 403
    with pytest.raises(RefusedByServer):
        async with api.seat({"table": table, "token": key()}):
            pass
    again = {"key": key()}
    seat = await mine.done(f"{THEIRS}/{table}/accept", **again)
    assert await mine.done(f"{THEIRS}/{table}/accept", **again) == seat
    assert await waiting(mine) == []
    assert not (await api.http.get(f"/api/tables/{table}/ratings")).json()["rated"]
    assert table not in await watchable(api)
    async with api.seat(made) as here:
        assert {each["name"] for each in here.snapshot["players"]} == {None, name}


async def test_guests_challenge_little(
    device: NewDevice, api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One at a time each, few from one address in a day, and few for one person."""
    monkeypatch.setattr(player_relations, "GUESTS_PER_PERSON_AND_DAY", 2)
    (mine, name), (_, other) = await person(device), await person(device)
    guest = {"guest": key()}
    made = await challenge(api, name, **guest)
    for whom in (name, other):
        assert await refused(api, whom, **guest) == (409, "too_many_challenges")
    assert (await withdraw(api, made["table"], made["token"])).json() == {"withdrawn": True}
    assert await waiting(mine) == []
    second = await challenge(api, name, **guest)
    # Taken back or declined, it has notified somebody.
    await mine.done(f"{THEIRS}/{second['table']}/decline")
    assert (await api.http.get(f"/api/tables/{second['table']}")).status_code == 404
    assert await refused(api, name, **guest) == (429, "guests_enough")
    third = await challenge(api, other, **guest)
    services = server.app.state.registry.services
    late_ms = services.server_clock.now_ms() - player_relations._DAY_MS - 1
    with services.store.engine.begin() as connection:
        connection.execute(update(schema.guest_challenges).values(made_ms=late_ms))
    async with api.seat(third) as seat:
        await on_server(server, server.app.state.lobby.tidy())
        await seat.until(lambda: seat.closed)
    assert (await api.http.get(f"/api/tables/{third['table']}")).status_code == 404
    await challenge(api, name, **guest)
    assert await refused(api, "No-One") == (404, "no_such_player")
    monkeypatch.setattr(server.app.state.admission, "_guests", Buckets(1e-9, 1))
    await challenge(api, other)
    assert await refused(api, other) == (429, "guests_enough")


async def test_whoever_wants_no_guests_has_none(
    device: NewDevice, api: Api, server: ThreadServer
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    tables = [(await challenge(api, name))["table"] for _ in range(2)]
    from_other = await other.done(THEIRS, game="pylos", name=name, key=key())
    assert (await api.http.post(f"{THEIRS}/guests", json={"welcome": False})).status_code == 401
    left = await mine.done(f"{THEIRS}/guests", welcome=False)
    assert [each["table"] for each in left["challenges"]] == [from_other["table"]]
    assert not left["guests"]
    for table in tables:
        assert (await api.http.get(f"/api/tables/{table}")).status_code == 404
    assert await refused(api, name) == (403, "no_guests")
    exported = (await mine.http.get("/api/account/export")).json()["account"]
    assert exported["guests_may_challenge"] is False
    # It is theirs alone, and can be changed again.
    await challenge(api, theirs)
    assert (await mine.done(f"{THEIRS}/guests", welcome=True))["guests"]
    last = (await challenge(api, name))["table"]
    # Whoever is signed in challenges as the account, so that blocks apply.
    await mine.done("/api/account/blocked", name=theirs)
    body = {"game": "pylos", "guest": key(), "key": key()}
    assert await other.refused(PATH, **body, name=name) == (409, "kept_apart")
    assert await other.refused(PATH, **body, name=theirs) == (409, "own_name")
    # Whoever goes leaves none behind.
    await mine.done("/api/account/delete", name=name)
    async with asyncio.timeout(90):
        while (await api.http.get(f"/api/tables/{last}")).status_code != 404:
            await asyncio.sleep(0.01)
    engine = server.app.state.registry.services.store.engine
    with engine.connect() as connection:
        left_over = select(schema.guest_challenges.c.table_id)
        assert last not in connection.execute(left_over).scalars().all()
