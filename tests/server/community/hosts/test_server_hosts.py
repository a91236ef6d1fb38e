"""What hosts may do and what is noted of it; a device that signs out has nothing open any more."""

import asyncio
import json
import time
from pathlib import Path

import pytest
from passing_days import on_server
from server_client import Api, ThreadServer, wait_until
from soft_passkey import NewDevice, person
from sqlalchemy import Engine, insert, select

from sommet.cli.main import main
from sommet.match.clock import DAY_MS
from sommet.server.storage import accounts, bots, schema
from sommet.server.storage.account_seats import delete_account, read_gone
from sommet.server.storage.engine import open_engine
from sommet.server.storage.hosts import audit
from sommet.server.storage.hosts.roles import read_role
from sommet.server.storage.hosts.schema import audit_log
from sommet.server.storage.migrate import upgrade
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
    entries = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    mine_noted = [(entry["actor"], entry["detail"]) for entry in entries if entry["about"] == name]
    assert mine_noted == [("host", "organiser"), ("host", "none")]
    # Whoever goes takes their name along.
    await mine.done("/api/account/delete", name=name)
    assert main(["audit", address]) == 0
    told = capsys.readouterr().out
    assert name not in told
    assert "host role: organiser" in told


async def test_the_host_renames_an_account_and_deletes_it(
    device: NewDevice, api: Api, server: ThreadServer, capsys: pytest.CaptureFixture[str]
) -> None:
    (mine, name), (_, theirs) = await person(device), await person(device)
    database = ("--database", engine_of(server).url.render_as_string(hide_password=False))

    def host(*asked: str) -> int:
        return main(["account", *asked, *database])

    assert host("No-One", "--delete") == host(name, "--rename", theirs.upper()) == 2
    assert host(name, "--rename", "host") == 2
    told = capsys.readouterr().err
    for each in ("nobody here is called No-One", "is taken", "'host' is no name"):
        assert each in told
    assert host(name, "--rename", "Polite-1") == 0
    assert (await mine.me()).json()["name"] == "Polite-1"
    assert (await api.http.get(f"/api/players/{name}")).status_code == 404
    assert host("polite-1", "--delete") == 0
    assert (await mine.http.get("/api/account/export")).status_code == 401
    assert (await api.http.get("/api/players/Polite-1")).status_code == 404
    entries = [(entry.what, entry.about) for entry in audit.list_entries(engine_of(server))]
    assert entries[-2:] == [("renamed", None), ("deleted", None)]


async def test_a_running_server_forgets_whom_the_host_deleted(
    device: NewDevice, api: Api, server: ThreadServer
) -> None:
    (mine, name), (other, _) = await person(device), await person(device)
    keys = {"guest": "g" * 43, "clock": {"minutes": 71, "increment_s": 7}}
    await mine.done("/api/lobby/find", game="pylos", **keys, key="k" * 43)
    found = await other.done("/api/lobby/find", game="pylos", **keys, key="l" * 43)
    table = found["seat"]["table"]
    address = engine_of(server).url.render_as_string(hide_password=False)
    assert main(["account", name, "--delete", "--database", address]) == 0
    await on_server(server, server.app.state.late_seats.forget())
    live = server.app.state.registry._tables[table]
    await asyncio.to_thread(wait_until, lambda: None in live.accounts)
    shown = (await api.http.get(f"/api/tables/{table}/ratings")).json()["seats"]
    assert None in [each["name"] for each in shown]
    async with api.seat(found["seat"]) as seat:
        assert name not in json.dumps(seat.snapshot)
    with engine_of(server).connect() as connection:
        assert read_gone(connection) == []


def test_what_is_deleted_is_not_in_the_file(tmp_path: Path) -> None:
    """SQLite would keep it in pages that are free, until they are used again."""
    file = tmp_path / "games.sqlite3"
    engine = open_engine(f"sqlite:///{file}")
    upgrade(engine)
    with engine.begin() as connection:
        for number in range(300):
            name = f"Removed{number}"
            code = accounts.new_recovery_code()
            accounts.add_account(connection, f"account{number:05}", name, code, 0)

    def contents() -> bytes:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").all()
        return b"".join(each.read_bytes() for each in tmp_path.iterdir())

    assert contents().lower().count(b"removed") >= 600
    with engine.begin() as connection:
        for number in range(300):
            delete_account(connection, f"account{number:05}")
    assert b"removed" not in contents().lower()
    engine.dispose()


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
