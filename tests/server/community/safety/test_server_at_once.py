"""Two processes are asked for the same at the same moment: what only one may have, one gets."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator

import pytest
from private_postgresql import Cluster
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, SoftPasskey
from sqlalchemy import Engine, select, text

from sommet.server.storage import player_relations, schema
from sommet.server.web.identity import COOKIE

BLOCKED = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = :it"


@pytest.fixture(scope="module")
def processes(
    postgresql: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ThreadServer, ThreadServer]]:
    """Two servers on one database."""
    folder, database = tmp_path_factory.mktemp("two"), postgresql.migrated_database()
    settings = quick_settings(folder, lobby=True, database=database)
    with ThreadServer(settings) as one, ThreadServer(settings) as two:
        yield one, two


@pytest.fixture
async def devices(processes: tuple[ThreadServer, ThreadServer]) -> AsyncIterator[list[Device]]:
    """Somebody who is signed in, at both processes."""
    async with Device(processes[0].url) as here, Device(processes[1].url) as there:
        await here.register(f"Ada-{secrets.token_hex(4)}")
        there.http.cookies.set(COOKIE, here.http.cookies[COOKIE])
        yield [here, there]


@pytest.fixture
def engine(processes: tuple[ThreadServer, ThreadServer]) -> Engine:
    found: Engine = processes[0].app.state.registry.services.store.engine
    return found


async def ask_both(
    engine: Engine, hold: str, devices: list[Device], path: str, *bodies: object
) -> list[tuple[int, str | None]]:
    """Ask both processes, and let neither go on before both wait for what `hold` holds."""

    async def ask(device: Device, body: object) -> tuple[int, str | None]:
        answer = await device.http.post(path, json=body)
        return answer.status_code, answer.json().get("code")

    with engine.connect() as holding:
        holding.execute(text(hold))
        asked = [
            asyncio.create_task(ask(device, body))
            for device, body in zip(devices, bodies, strict=True)
        ]
        async with asyncio.timeout(60):
            while _blocked(engine) < len(asked):
                assert not any(task.done() for task in asked), "one did not wait for the other"
                await asyncio.sleep(0.01)
    return sorted(await asyncio.gather(*asked))


def _blocked(engine: Engine) -> int:
    with engine.connect() as connection:
        found = connection.execute(text(BLOCKED), {"it": engine.url.database})
        return int(found.scalar_one())


ACCOUNTS = "SELECT id FROM accounts FOR UPDATE"


async def test_the_last_device_stays(devices: list[Device], engine: Engine) -> None:
    """Each process is asked to remove another one of two."""
    here = devices[0]
    first = (await here.me()).json()["devices"][0]["device"]
    here.passkey = SoftPasskey(here.origin)
    second = (await here.add_passkey())["devices"][1]["device"]
    bodies = ({"device": first}, {"device": second})
    answers = await ask_both(engine, ACCOUNTS, devices, "/api/account/devices/remove", *bodies)
    assert (409, "last_device") in answers
    with engine.connect() as connection:
        left = connection.execute(select(schema.passkeys.c.id)).scalars().all()
    assert len({first, second} & set(left)) == 1


async def test_limits_of_an_account_are_those_of_all_processes(
    processes: tuple[ThreadServer, ThreadServer],
    devices: list[Device],
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One more report, and one more tournament, is allowed: not one at each process."""
    monkeypatch.setattr(player_relations, "REPORTS_PER_DAY", 1)
    name = f"Bob-{secrets.token_hex(4)}"
    async with Device(processes[0].url) as other:
        await other.register(name)
    report = {"name": name, "reason": "name"}
    answers = await ask_both(engine, ACCOUNTS, devices, "/api/account/report", report, report)
    assert answers == [(200, None), (429, "too_many_reports")]
    wish = {"kind": "swiss", "game": "pylos", "clock": {"minutes": 5, "increment_s": 0}}
    for _ in range(2):
        await devices[0].done("/api/tournaments", **wish)
    answers = await ask_both(engine, ACCOUNTS, devices, "/api/tournaments", wish, wish)
    assert answers == [(201, None), (409, "too_many_tournaments")]


async def test_nobody_takes_over_both_seats(devices: list[Device], engine: Engine) -> None:
    async with Api(str(devices[0].http.base_url).rstrip("/")) as api:
        seats = await api.friends("pylos")
    bodies = [{"seats": [{"table": each["table"], "token": each["token"]}]} for each in seats]
    path = "/api/account/take-over"
    await ask_both(engine, "SELECT table_id FROM seats FOR UPDATE", devices, path, *bodies)
    with engine.connect() as connection:
        seated = select(schema.seats.c.account).where(schema.seats.c.table_id == seats[0]["table"])
        found = list(connection.execute(seated).scalars())
    assert sorted(each is None for each in found) == [False, True]
