"""What hosts may do and what is noted of it; a device that signs out has nothing open any more."""

import json
import time

import pytest
from server_client import Api, ThreadServer
from soft_passkey import NewDevice, person
from sqlalchemy import Engine, insert, select

from sommet.cli.main import main
from sommet.match.clock import DAY_MS
from sommet.server.storage import accounts, bots, schema
from sommet.server.storage.hosts import audit
from sommet.server.storage.hosts.roles import read_role
from sommet.server.storage.hosts.schema import audit_log
from sommet.server.storage.retention import Retention, tidy


def engine_of(server: ThreadServer) -> Engine:
    engine: Engine = server.app.state.registry.services.store.engine
    return engine


def role_of(server: ThreadServer, name: str) -> str | None:
    with engine_of(server).connect() as connection:
        found = accounts.find_by_name(connection, name)
        assert found is not None
        return read_role(connection, found.id)


async def test_roles_are_given_by_the_host_and_noted(
    device: NewDevice, server: ThreadServer, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, name = await person(device)
    address = engine_of(server).url.render_as_string(hide_password=False)
    assert main(["role", name, "organiser", "--database", address]) == 0
    assert role_of(server, name) == "organiser"
    assert main(["role", "--database", address]) == 0
    assert f"{name}: organiser" in capsys.readouterr().out
    assert main(["role", "No-One", "organiser", "--database", address]) == 2
    assert "nobody here is called No-One" in capsys.readouterr().err
    assert main(["role", name, "--database", address]) == 2
    assert main(["role", name, "none", "--database", address]) == 0
    assert role_of(server, name) is None
    capsys.readouterr()
    assert main(["audit", address, "--json"]) == 0
    deeds = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    mine_noted = [(entry["actor"], entry["detail"]) for entry in deeds if entry["about"] == name]
    assert mine_noted == [("host", "organiser"), ("host", "none")]
    # Whoever goes takes their name along.
    await mine.done("/api/account/delete", name=name)
    assert main(["audit", address]) == 0
    told = capsys.readouterr().out
    assert name not in told
    assert "host role: organiser" in told


def test_tokens_and_tidying_are_noted_and_kept_for_a_stated_time(server: ThreadServer) -> None:
    engine, now_ms = engine_of(server), round(time.time() * 1000)
    bots.create_bot(engine, "Noted", now_ms)
    bots.revoke_bot(engine, "Noted", now_ms)
    details = [entry.detail for entry in audit.list_entries(engine)]
    assert {"new Noted", "revoked Noted"} <= set(details)
    old_ms = now_ms - 400 * DAY_MS
    with engine.begin() as connection:
        audit.note(connection, old_ms, "server", "tidy", detail="long ago")
        values = {"name": "Rita", "name_key": "rita", "recovery_hash": "r", "created_ms": 0}
        connection.execute(insert(schema.accounts).values(id="ritaritarita", **values))
        for number, at_ms in enumerate((old_ms, now_ms)):
            connection.execute(
                insert(schema.reports).values(
                    id=f"report{number:06}", at_ms=at_ms, reported="ritaritarita", reason="name"
                )
            )
    kept = Retention(reports=365, audit=365)
    assert tidy(engine, kept, now_ms, dry=True).reports == 1
    removed = tidy(engine, kept, now_ms)
    assert (removed.reports, removed.audit) == (1, 1)
    assert tidy(engine, kept, now_ms).reports == 0
    with engine.connect() as connection:
        left = connection.execute(select(schema.reports.c.id)).scalars().all()
        assert left == ["report000001"]
        noted = set(connection.execute(select(audit_log.c.detail)).scalars())
    assert "long ago" not in noted
    assert "1 reports, 1 audit" in noted


async def test_a_socket_does_not_outlive_the_sign_out(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    (mine, _), second = await person(device), device()
    link = (await mine.done("/api/account/link"))["link"]
    await second.done("/api/account/link/use", token=link.partition("#")[2])
    opened = await mine.done("/api/tables", game="pylos", mode="friend", seat="light")
    invite = opened["links"]["invite"].partition("#")[2]
    joined = await api.http.post(f"/api/tables/{opened['table']}/join", json={"invite": invite})
    assert joined.status_code == 200
    (held,) = (await second.done("/api/account/seats"))["seats"]
    async with api.seat(held) as seat:
        assert seat.snapshot["you"]["role"] == "player"
        await second.done("/api/account/sign-out")
        await seat.until(lambda: seat.closed)
    again = await api.http.post(
        "/api/your-games",
        json={"seats": [{"table": held["table"], "token": held["token"]}]},
    )
    assert again.json()["games"] == []
    async with api.seat(opened) as still:
        assert still.snapshot["you"]["role"] == "player"
