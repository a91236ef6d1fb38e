"""Everything of somebody's, asked for by everybody else: nothing changes, and nothing is told.

Every operation of the interface with the ids of real things: tables that wait and that run, a
challenge, a tournament, a device. Those who ask are a guest, another account, one who was blocked,
and a program; they send tokens that are good, for something else.
"""

import secrets
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from bot_tokens import new_bot
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, person
from tournament_players import PATH, make

CHALLENGES = "/api/account/challenges"
SLOW: Json = {"game": "pylos", "clock": {"days_per_move": 3}}
#: What anybody may do, for themselves or towards another, without a thing of the other's; tested
#: elsewhere. The stream does not end.
NOT_ASKED = {
    *("/api/bot/stream", "/api/replays", "/api/replays/{replay}/record", "/api/bots/challenges"),
    *("/api/tables", "/api/lobby/find", "/api/bot/seats", "/api/bot/challenges", CHALLENGES),
    "/api/lobby/challenges",
    *("/api/account/blocked", "/api/account/blocked/remove", "/api/account/report"),
    *("/api/account/register", "/api/account/register/options", "/api/account/sign-in"),
    *("/api/account/sign-in/options", "/api/account/devices", "/api/notices", PATH),
    *("/api/tournaments/{tournament}/enter", "/api/account/sign-out"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """On one kind of database: it is not what decides here."""
    settings = quick_settings(tmp_path_factory.mktemp("strangers"), lobby=True)
    with ThreadServer(settings) as running:
        yield running


def bodies(victim: Json, table: str, token: str) -> Json:
    """Return what is sent, by path: what is the other's, with a token of one's own."""
    held = [{"table": table, "token": token}]
    lobby, seat = "/api/lobby/seats/{table}", "/api/tables/{table}/seat"
    return {
        "/api/tables/{table}/join": {"invite": token},
        f"{seat}/ask": {"invite": token, "seat": 0, "key": token},
        f"{seat}/take-up": {"key": token},
        "/api/your-games": {"seats": held},
        "/api/notices/remove": {"endpoint": "https://push.example.org/theirs"},
        "/api/account/recover": {"code": "A" * 26},
        "/api/account/link/use": {"token": token},
        "/api/account/devices/remove": {"device": victim["device"]},
        "/api/account/take-over": {"seats": held},
        "/api/account/delete": {"name": victim["name"]},
        "/api/account/holiday": {"days": 1},
        f"{lobby}/take": {"guest": token, "key": token},
        f"{lobby}/withdraw": {"token": token},
        "/api/bot/seats/{table}/take": {"key": token},
        f"{CHALLENGES}/{{table}}/accept": {"key": token},
        f"{CHALLENGES}/guests": {"welcome": False},
        "/api/tournaments/{tournament}/absent": {"absent": True},
    }


async def known_of(api: Api, victim: Device, tables: list[str], tournament: str) -> list[Any]:
    """Return everything that nobody else may change."""
    paths = [*(f"/api/tables/{each}" for each in tables), f"{PATH}/{tournament}"]
    public = [(await api.http.get(path)).json() for path in paths]
    exported = (await victim.http.get("/api/account/export")).json()
    return [*public, exported]


async def test_nobody_else_changes_or_learns_anything(
    server: ThreadServer, api: Api, device: NewDevice
) -> None:
    (mine, name), (friend, theirs) = await person(device), await person(device)
    (stranger, _), (blocked, blocked_name), guest = (
        await person(device),
        await person(device),
        device(),
    )
    program = device()
    program.http.headers["Authorization"] = f"Bearer {new_bot(server, f'Stranger {name}')}"
    await mine.done("/api/account/blocked", name=blocked_name)
    waiting = await mine.done("/api/tables", **SLOW, seat="light")
    running = await mine.done("/api/tables", **SLOW, seat="light")
    joined = await friend.done(
        f"/api/tables/{running['table']}/join",
        invite=running["links"]["invite"].partition("#")[2],
    )
    wanted = await mine.done(CHALLENGES, **SLOW, name=theirs, key=secrets.token_urlsafe(32))
    tournament = await make(mine, "swiss")
    for each in (mine, friend):
        await each.done(f"{PATH}/{tournament}/enter")
    (own,) = (await mine.me()).json()["devices"]
    tables = [each["table"] for each in (waiting, running, wanted)]
    passes = [each["token"] for each in (await mine.done("/api/account/seats"))["seats"]]
    tokens = [*(each["token"] for each in (waiting, running, wanted, joined)), *passes]
    others = (await api.http.post("/api/tables", json={"game": "pylos"})).json()["token"]
    before = await known_of(api, mine, tables, tournament)
    victim = {"name": name, "device": own["device"]}
    described = server.app.openapi()["paths"]
    asked = 0
    for path, who in product(
        sorted(described.keys() - NOT_ASKED), (guest, stranger, blocked, program)
    ):
        for table in tables if "{table}" in path else tables[:1]:
            place = path.replace("{table}", table).replace("{tournament}", tournament)
            for method in described[path]:
                answer = await who.http.request(
                    method,
                    place.replace("{name}", name),
                    json=bodies(victim, table, others).get(path, {}) if method == "post" else None,
                )
                assert answer.status_code < 500, (path, answer.text)
                assert answer.status_code != 422, (path, answer.text)
                assert not [each for each in tokens if each in answer.text], path
                asked += 1
    assert asked > 250
    assert await known_of(api, mine, tables, tournament) == before
    for each in (waiting, running, wanted):
        async with api.seat(each) as seat:
            assert seat.snapshot["you"]["role"] == "player"
