"""Account deletion and signing out: connections close, nothing is left, warnings come first."""

import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, person

from sommet.server.storage import accounts, schema

CHALLENGES = "/api/account/challenges"
PYLOS = {"game": "pylos", "clock": {"minutes": 67, "increment_s": 3}}


def key() -> str:
    return secrets.token_urlsafe(32)


@pytest.fixture(scope="module")
def elsewhere(
    server: ThreadServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ThreadServer]:
    """Another process where the database allows one; else the same."""
    services = server.app.state.registry.services
    if not services.store.shared:
        yield server
        return
    settings = {"lobby": True, "database": services.settings.database}
    with ThreadServer(quick_settings(tmp_path_factory.mktemp("other"), **settings)) as other:
        yield other


async def further_device(mine: Device, device: NewDevice) -> Device:
    """Return another device that is signed in."""
    link = (await mine.done("/api/account/link"))["link"]
    second = device()
    await second.done("/api/account/link/use", token=link.partition("#")[2])
    return second


async def friends(mine: Device, api: Api) -> tuple[Json, Json]:
    """Return the seats of an account and of a guest in a game."""
    opened = await mine.done("/api/tables", game="pylos", mode="friend", seat="light")
    invite = opened["links"]["invite"].partition("#")[2]
    joined = await api.http.post(f"/api/tables/{opened['table']}/join", json={"invite": invite})
    return opened, dict(joined.json())


async def until_gone(api: Api, table: str) -> None:
    """Wait until a process has noticed that a table was removed."""
    async with asyncio.timeout(60):
        while (await api.http.get(f"/api/tables/{table}")).status_code != 404:
            await asyncio.sleep(0.02)


async def test_no_socket_outlives_its_account(
    api: Api, device: NewDevice, elsewhere: ThreadServer
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    second = await further_device(mine, device)
    opened, guest = await friends(mine, api)
    (held,) = (await second.done("/api/account/seats"))["seats"]
    waiting = await mine.done(CHALLENGES, **PYLOS, name=theirs, key=key())
    wanted = await other.done(CHALLENGES, **PYLOS, name=name, key=key())
    async with (
        Api(elsewhere.url) as there,
        there.seat(held) as by_pass,
        api.seat(opened) as by_token,
        there.seat(waiting) as challenger,
        there.seat(wanted) as challenged,
        there.seat(guest) as opposite,
    ):
        await mine.done("/api/account/delete", name=name)
        for gone in (by_pass, by_token, challenger, challenged):
            await gone.until(lambda seat=gone: seat.closed)  # type: ignore[misc]
        # Whoever sits opposite sees who is gone, and stays.
        await opposite.until(
            lambda: [p["name"] for p in opposite.snapshot["players"]] == [None] * 2
        )
        await opposite.ask("resign")
        assert not opposite.closed
        for table in (waiting["table"], wanted["table"]):
            for process in (api, there):
                await until_gone(process, table)
        lost = {"seats": [{"table": held["table"], "token": held["token"]}]}
        assert (await there.http.post("/api/your-games", json=lost)).json()["games"] == []


async def test_whoever_is_signed_out_to_make_room_has_nothing_open(
    api: Api, device: NewDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "SESSIONS_PER_ACCOUNT", 2)
    mine, _ = await person(device)
    code = (await mine.done("/api/account/recovery-code"))["recovery_code"]
    await friends(mine, api)
    for way_in in ("link", "code", "passkey"):
        (held,) = (await mine.done("/api/account/seats"))["seats"]
        async with api.seat(held) as seat:
            newest = await further_device(mine, device)
            assert not seat.closed
            if way_in == "link":
                newest = await further_device(newest, device)
            elif way_in == "code":
                newest = device()
                await newest.done("/api/account/recover", code=code)
            else:
                newest.passkey = mine.passkey
                await newest.sign_in()
            await seat.until(lambda seat=seat: seat.closed)  # type: ignore[misc]
        assert (await mine.me()).status_code == 401
        newest.passkey, mine = mine.passkey, newest


async def test_whoever_goes_while_asking_gets_an_answer(device: NewDevice) -> None:
    """Each answer is one that the interface knows; nothing fails inside."""
    _, theirs = await person(device)
    asked = (
        (CHALLENGES, {**PYLOS, "name": theirs, "key": key()}),
        ("/api/account/blocked", {"name": theirs}),
        ("/api/account/report", {"name": theirs, "reason": "name"}),
        ("/api/account/holiday", {"days": 1}),
        ("/api/account/holiday/end", {}),
        ("/api/account/link", {}),
        ("/api/account/seats", {}),
        ("/api/account/recovery-code", {}),
        ("/api/tournaments", {"kind": "swiss", **PYLOS}),
        ("/api/tables", {"game": "pylos"}),
        ("/api/lobby/find", {**PYLOS, "guest": key(), "key": key()}),
    )
    for late in (0, 2):
        mine, name = await person(device)

        async def delete(mine: Device = mine, name: str = name, late: int = late) -> None:
            for _ in range(late):
                await mine.me()
            await mine.done("/api/account/delete", name=name)

        answers, _ = await asyncio.gather(
            asyncio.gather(*(mine.post(path, **body) for path, body in asked)), delete()
        )
        for answer in answers:
            assert answer.status_code < 500 or answer.json()["code"] == "unavailable", answer.text


#: Which part of an export tells of a table that points to accounts; and what is not told, and why.
TOLD = {
    "passkeys": "devices",
    "account_sessions": "sessions",
    "blocks": "blocked",
    "challenges": "challenges",
    "challenges_made": "challenges_made",
    "guest_challenges": "challenges",
    "reports": "reports",
    "roles": "role",
    "audit_log": "noted",
    "holidays": "holidays",
    "tournaments": "organised",
    "push_devices": "notices",
    "seats": "games",
    "tournament_entrants": "tournaments",
}
#: Of ten minutes' life, or the other half of something told: passes of sessions.
NOT_TOLD = {"account_tickets", "seat_passes"}


async def test_an_export_tells_of_everything_that_points_to_an_account(device: NewDevice) -> None:
    mine, _ = await person(device)
    exported = (await mine.http.get("/api/account/export")).json()["account"]
    assert set(TOLD.values()) <= set(exported)
    pointing = {
        table.name
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if any(
            foreign.column.table.name in ("accounts", "account_sessions")
            for foreign in column.foreign_keys
        )
        or column.name == "account"
    }
    assert pointing <= set(TOLD) | NOT_TOLD


async def test_an_export_is_whole(
    api: Api, device: NewDevice, server: ThreadServer, tmp_path: Path
) -> None:
    from sommet.server.storage.hosts.roles import set_role

    (mine, name), (_, theirs) = await person(device), await person(device)
    set_role(server.app.state.registry.services.store.engine, name, "organiser", 1)
    await mine.done(CHALLENGES, **PYLOS, name=theirs, key=key())
    await mine.done("/api/account/report", name=theirs, reason="cheating")
    await mine.done("/api/tournaments", kind="swiss", **PYLOS)
    point = (
        "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
    )
    device_wish = {"endpoint": "https://push.example.org/mine", "p256dh": point, "auth": "A" * 22}
    await mine.done("/api/notices", **device_wish)
    exported = (await mine.http.get("/api/account/export")).json()["account"]
    assert exported["role"] == "organiser"
    assert [each["detail"] for each in exported["noted"]] == ["organiser"]
    assert [(each["about"], each["reason"]) for each in exported["reports"]] == [
        (theirs, "cheating")
    ]
    assert [each["made"] for each in exported["challenges"]] == [True]
    assert [each["kind"] for each in exported["organised"]] == ["swiss"]
    assert [each["endpoint"] for each in exported["notices"]] == ["https://push.example.org/mine"]
