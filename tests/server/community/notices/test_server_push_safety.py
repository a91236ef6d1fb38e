"""Push services that are none: addresses inside, names that change, answers without end, floods."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import httpcore
import pytest
from push_service import PushService, SoftBrowser, push_service
from seat_client import Json
from server_client import Api, ThreadServer
from sqlalchemy import func, select

from sommet.server.community.notices import push_client
from sommet.server.community.notices.addresses import PrivateAddress, PublicNetwork, is_public
from sommet.server.community.notices.push_client import Answer, PushClient, new_key
from sommet.server.storage.notices import devices
from sommet.server.storage.notices import schema as kept
from sommet.server.storage.notices.devices import Device

PATH = "/api/notices"


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "0.0.0.0",
        "100.64.0.1",
        "192.168.1.1",
        "224.0.0.1",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2001:0:53aa:64c::1",
        "fe80::1%eth0",
        "fec0::1",
        "fd00::1",
        "ff02::1",
    ],
)
def test_what_only_the_server_can_reach_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2a00:1450:4001:81b::200a"])
def test_what_everybody_can_reach_is_public(address: str) -> None:
    assert is_public(address)


class Names:
    """Looks names up as a test says: one list of addresses for each time."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers = list(answers)
        self.asked = 0

    async def getaddrinfo(self, _: str, port: int, **__: Any) -> list[Any]:
        self.asked += 1
        found = self._answers[min(self.asked, len(self._answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]


class Wire(httpcore.AsyncNetworkBackend):
    """Notes where somebody connects to."""

    def __init__(self) -> None:
        self.hosts: list[str] = []

    async def connect_tcp(self, host: str, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        self.hosts.append(host)
        raise httpcore.ConnectError


async def connect(names: Names, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return where a name led to in the end."""
    network, wire = PublicNetwork(anywhere=False), Wire()
    monkeypatch.setattr(network, "_inner", wire)
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", names.getaddrinfo)
    with pytest.raises(httpcore.ConnectError):
        await network.connect_tcp("push.example.org", 443)
    return wire.hosts


async def test_a_name_that_changes_leads_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked up once, and the connection goes to the very address that was checked."""
    names = Names(["93.184.216.34"], ["127.0.0.1"])
    assert await connect(names, monkeypatch) == ["93.184.216.34"]
    assert names.asked == 1


@pytest.mark.parametrize("found", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"]])
async def test_a_name_that_also_leads_into_the_house_is_not_followed(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PrivateAddress):
        await connect(Names(found), monkeypatch)


@asynccontextmanager
async def office_for(browser: SoftBrowser | None, endpoint: str = "") -> AsyncIterator[Any]:
    """Return how to send something to a browser, or to an address with keys of no matter."""
    client = PushClient(new_key(), "mailto:host@example.org", anywhere=True)
    keys = {"p256dh": devices_key(), "auth": "A" * 22, "endpoint": endpoint}
    device = Device(**(keys if browser is None else browser.subscription), language="en")
    try:
        yield lambda: client.send(device, b"{}", "t")
    finally:
        await client.close()


def devices_key() -> str:
    return PushClient(new_key(), "", anywhere=False).public_key


async def test_redirections_are_not_followed(service: PushService) -> None:
    first, second = service.browser("first"), service.browser("second")
    first.answers = [(307, {"Location": second.endpoint}), (302, {"Location": second.endpoint})]
    async with office_for(first) as send:
        assert await send() == Answer("refused")
        assert await send() == Answer("refused")
    assert second.got.empty()


async def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that always says a little more never falls silent."""
    monkeypatch.setattr(push_client, "_IN_ALL_S", 0.3)

    given_up = asyncio.Event()

    async def go_on(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                writer.write(b"HTTP/1.1 103 Early Hints\r\n\r\n")
                await writer.drain()
                await asyncio.sleep(0.01)
        writer.close()
        given_up.set()

    server = await asyncio.start_server(go_on, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with office_for(None, f"http://127.0.0.1:{port}/x") as send, asyncio.timeout(90):
        assert await send() == Answer("later")
        await given_up.wait()
    server.close()


def count(server: ThreadServer, browsers: list[SoftBrowser]) -> int:
    ids = [devices.hash_endpoint(browser.endpoint) for browser in browsers]
    with server.app.state.registry.services.store.engine.connect() as connection:
        table = kept.push_devices
        query = select(func.count()).select_from(table).where(table.c.id.in_(ids))
        return connection.execute(query).scalar_one()


async def test_a_guests_seat_has_a_few_devices(
    api: Api, server: ThreadServer, service: PushService
) -> None:
    """Nobody makes this server send to thousands by one seat; a guest without a seat has none."""

    async def want(browser: SoftBrowser, *seats: Json) -> None:
        held = [{"table": seat["table"], "token": seat["token"]} for seat in seats]
        body = {**browser.subscription, "seats": held}
        answer = await api.http.post(PATH, json=body)
        assert answer.status_code == 200, answer.text

    light, dark = await api.friends("pylos", seat="light", clock={"days_per_move": 3})
    crowd = [service.browser(f"crowd-{number}") for number in range(8)]
    await want(crowd[0], dark)
    for browser in crowd:
        await want(browser, light)
    assert count(server, crowd) == devices.DEVICES_PER_SEAT
    assert count(server, crowd[-1:]) == 1, "the last to ask is told"
    # A device that is told of another seat as well is kept for that.
    both = service.browser("both")
    await want(both, light, dark)
    for browser in crowd:
        await want(browser, light)
    assert count(server, [both]) == 1
    stranger = service.browser("stranger")
    await want(stranger)
    await want(stranger, {"table": light["table"], "token": "x" * 43})
    assert count(server, [stranger]) == 0
    # Whoever has no seat any more is forgotten.
    await want(both)
    assert count(server, [both]) == 0
