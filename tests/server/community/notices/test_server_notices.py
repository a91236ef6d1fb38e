"""Notices by Web Push: who is told what, once, encrypted for them, and to which addresses."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bot_tokens import new_bot
from long_tables import damage_setup
from passing_days import on_server, pass_days
from push_service import PushService, SoftBrowser, push_service
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, person
from sqlalchemy import func, select

from sommet.match.clock import DAY_MS
from sommet.match.refused import Refused
from sommet.server.community.notices import addresses
from sommet.server.community.notices.notice_sender import AGAIN_S, NoticeSender
from sommet.server.community.notices.push_client import PushClient, new_key
from sommet.server.storage.notices import devices, turns
from sommet.server.storage.notices import schema as kept
from sommet.server.storage.notices.devices import Device as PushDevice

PATH = "/api/notices"
NewBrowser = Callable[[], SoftBrowser]


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture
def browser(service: PushService) -> NewBrowser:
    return lambda: service.browser(secrets.token_hex(8))


async def slow_game(api: Api, days: int = 3) -> tuple[Json, Json]:
    return await api.friends("pylos", seat="light", clock={"days_per_move": days})


async def want(api: Api | Device, browser: SoftBrowser, *seats: Json, **more: Any) -> Json:
    held = [{"table": seat["table"], "token": seat["token"]} for seat in seats]
    body = {**browser.subscription, "seats": held, **more}
    answer = await api.http.post(PATH, json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def play(api: Api, seat: Json, move: str) -> None:
    async with api.seat(seat) as player:
        await player.play(move)


def sender_of(server: ThreadServer) -> NoticeSender:
    notice_sender: NoticeSender = server.app.state.notice_sender
    return notice_sender


async def send_notices(server: ThreadServer, after_s: float = 21) -> None:
    """Let some time pass, and everything be sent that is due then."""
    await pass_days(server, after_s * 1000 / DAY_MS)

    async def all_of_it() -> None:
        while await sender_of(server).send_due():
            pass

    await on_server(server, all_of_it())


def count(server: ThreadServer, browser: SoftBrowser) -> int:
    """Return how often a browser is kept."""
    known = kept.push_devices.c.id == devices.hash_endpoint(browser.endpoint)
    with server.app.state.registry.services.store.engine.connect() as connection:
        query = select(func.count()).select_from(kept.push_devices).where(known)
        return connection.execute(query).scalar_one()


async def test_a_guest_is_told_of_the_move_and_of_the_deadline(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    light, dark = await slow_game(api)
    phone = browser()
    assert await want(api, phone, dark, language="fr") == {
        "account": False,
        "tables": [dark["table"]],
    }
    await play(api, light, "1a1")
    await send_notices(server)
    got = phone.next()
    headers = phone.headers.get_nowait()
    assert got["language"] == "fr"
    assert got["waiting"] == 1
    (notice,) = got["notices"]
    assert (notice["kind"], notice["table"], notice["game"]) == ("move", dark["table"], "pylos")
    assert (headers["urgency"], len(headers["topic"])) == ("normal", 32)
    assert not set(str(got)) & {"#"}
    assert dark["token"] not in str(got)
    # Nothing more until the deadline is near, and that once.
    await send_notices(server, after_s=2 * 24 * 3600)
    assert phone.got.empty()
    await send_notices(server, after_s=17 * 3600)
    (near,) = phone.next()["notices"]
    assert near["kind"] == "deadline"
    assert near["due_ms"] == notice["due_ms"]
    await send_notices(server, after_s=3600)
    assert phone.got.empty()
    await play(api, dark, "1d4")
    await send_notices(server)
    assert phone.got.empty(), "it is the other's turn"


async def test_whoever_looks_or_has_moved_is_told_nothing(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    light, dark = await slow_game(api)
    phone = browser()
    await want(api, phone, dark)
    async with api.seat(dark) as looking:
        await play(api, light, "1a1")
        await send_notices(server)
        await looking.play("1d4")
    await play(api, light, "1b1")
    await play(api, dark, "1c1")
    await send_notices(server)
    assert phone.got.empty()


async def test_several_games_come_together(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    phone = browser()
    games = [await slow_game(api) for _ in range(3)]
    await want(api, phone, *(dark for _, dark in games))
    for light, _ in games:
        await play(api, light, "1a1")
    await send_notices(server)
    got = phone.next()
    assert got["waiting"] == 3
    assert {each["table"] for each in got["notices"]} == {dark["table"] for _, dark in games}
    assert phone.got.empty()


async def test_notices_besides_those_of_unreadable_tables_are_sent(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    """Also where the unreadable ones alone would fill a message."""
    registry = server.app.state.registry
    phone, other = browser(), browser()
    healthy, *broken = [await slow_game(api) for _ in range(devices.NOTICES_AT_ONCE + 1)]
    await want(api, phone, *(dark for _, dark in (healthy, *broken)))
    await want(api, other, healthy[1])
    for light, _ in (healthy, *broken):
        await play(api, light, "1a1")
    for light, _ in broken:
        damage_setup(registry.services.store.engine, light["table"])
    await send_notices(server)
    assert [each["table"] for each in other.next()["notices"]] == [healthy[0]["table"]]
    await send_notices(server)
    assert [each["table"] for each in phone.next()["notices"]] == [healthy[0]["table"]]
    assert all(registry.is_aside(light["table"]) for light, _ in broken)
    for light, _ in broken:
        registry.damaged.discard(light["table"])


async def test_an_account_is_told_on_every_device_until_it_signs_out(
    api: Api, device: NewDevice, server: ThreadServer, browser: NewBrowser
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    phone, laptop = browser(), browser()
    assert await want(mine, phone) == {"account": True, "tables": []}
    second = device()
    link = (await mine.done("/api/account/link"))["link"]
    await second.done("/api/account/link/use", token=link.partition("#")[2])
    await want(second, laptop)
    made = await other.done(
        "/api/account/challenges",
        name=name,
        key=secrets.token_urlsafe(32),
        game="pylos",
        clock={"days_per_move": 2},
    )
    await send_notices(server, after_s=0)
    for each in (phone, laptop):
        (notice,) = each.next()["notices"]
        assert (notice["kind"], notice["opponent"]) == ("challenge", theirs)
    await second.done("/api/account/sign-out")
    assert count(server, laptop) == 0
    await mine.done(
        f"/api/account/challenges/{made['table']}/accept", key=secrets.token_urlsafe(32)
    )
    async with api.seat(made) as seat:
        if seat._has_to_act():
            await seat.play("1a1")
    await send_notices(server)
    (notice,) = phone.next()["notices"]
    assert (notice["kind"], notice["opponent"]) == ("move", theirs)
    assert laptop.got.empty()
    await mine.done("/api/account/delete", name=name)
    assert count(server, phone) == 0


async def test_a_challenge_of_somebody_blocked_is_not_told(
    api: Api, device: NewDevice, server: ThreadServer, browser: NewBrowser
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    phone = browser()
    await want(mine, phone)
    await mine.done("/api/account/blocked", name=theirs)
    wish = {"game": "pylos", "clock": {"days_per_move": 2}, "key": secrets.token_urlsafe(32)}
    refused = await other.refused("/api/account/challenges", name=name, **wish)
    assert refused == (409, "kept_apart")
    await mine.done("/api/account/blocked/remove", name=theirs)
    await other.done("/api/account/challenges", name=name, **wish)
    await mine.done("/api/account/blocked", name=theirs)
    await send_notices(server, after_s=0)
    assert phone.got.empty()


async def test_other_tokens_and_programs_are_told_nothing(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    light, dark = await slow_game(api)
    stranger, _ = await slow_game(api)
    phone = browser()
    wrong = {"table": dark["table"], "token": stranger["token"]}
    assert (await want(api, phone, wrong))["tables"] == []
    token = new_bot(server, "Nosy")
    bearer = {"Authorization": f"Bearer {token}"}
    body = {**phone.subscription, "seats": [wrong]}
    as_bot = await api.http.post(PATH, json=body, headers=bearer)
    assert as_bot.json() == {"account": False, "tables": []}
    await play(api, light, "1a1")
    await send_notices(server)
    assert phone.got.empty()


async def test_a_device_can_be_told_nothing_any_more(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    light, dark = await slow_game(api)
    phone = browser()
    await want(api, phone, dark)
    gone = await api.http.post(f"{PATH}/remove", json={"endpoint": phone.endpoint})
    assert gone.status_code == 200
    again = await api.http.post(f"{PATH}/remove", json={"endpoint": phone.endpoint})
    assert (again.status_code, again.json()["code"]) == (404, "no_such_push")
    await play(api, light, "1a1")
    await send_notices(server)
    assert phone.got.empty()


async def test_a_service_that_is_busy_is_asked_again_and_one_that_forgot_never(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    light, dark = await slow_game(api)
    phone = browser()
    await want(api, phone, dark)
    phone.answers = [(503, {}), (429, {"Retry-After": "900"}), (201, {})]
    await play(api, light, "1a1")
    await send_notices(server)
    phone.next()
    await send_notices(server, after_s=AGAIN_S[0] - 2)
    assert phone.got.empty()
    await send_notices(server, after_s=3)
    phone.next()
    await send_notices(server, after_s=800)
    assert phone.got.empty(), "the service said when"
    await send_notices(server, after_s=110)
    phone.next()
    await play(api, dark, "1d4")
    phone.answers = [(410, {})]
    await play(api, light, "1b1")
    await send_notices(server)
    phone.next()
    assert count(server, phone) == 0


async def test_two_processes_tell_it_once(
    api: Api, server: ThreadServer, browser: NewBrowser
) -> None:
    registry = server.app.state.registry
    games = [await slow_game(api) for _ in range(5)]
    phones = [browser() for _ in games]
    for (light, dark), phone in zip(games, phones, strict=True):
        await want(api, phone, dark)
        await play(api, light, "1a1")

    async def both() -> None:
        other = NoticeSender(registry)
        try:
            assert await other.public_key() == await sender_of(server).public_key()
            await asyncio.gather(other.send_due(), sender_of(server).send_due(), other.send_due())
            await asyncio.gather(other.send_due(), sender_of(server).send_due())
        finally:
            await other.close()

    await pass_days(server, turns.WAIT_MS / DAY_MS)
    await on_server(server, both())
    for phone in phones:
        phone.next()
        assert phone.got.empty()


async def test_addresses_are_checked_when_a_device_asks(
    tmp_path_factory: pytest.TempPathFactory, service: PushService
) -> None:
    settings = quick_settings(tmp_path_factory.mktemp("strict"), push=True)
    phone = service.browser("strict")
    with ThreadServer(settings) as strict:
        async with Api(strict.url) as api:
            answer = await api.http.post(PATH, json=phone.subscription)
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_push_address")
            fine = {**phone.subscription, "endpoint": "https://push.example.com/a"}
            assert (await api.http.post(PATH, json=fine)).status_code == 200
            bent = {**fine, "p256dh": "B" + "A" * 86}
            refused = await api.http.post(PATH, json=bent)
            assert refused.json()["code"] == "bad_push_address"
            key = (await api.http.get(PATH)).json()["key"]
            assert len(key) == 87


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/a",
        "https://push.example.com:8443/a",
        "https://somebody@push.example.com/a",
        "https://localhost/a",
        "https://box/a",
        "https://box.local/a",
        "https://127.0.0.1/a",
        "https://10.0.0.1/a",
        "https://169.254.169.254/latest",
        "https://[::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://[64:ff9b::a00:1]/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
    ],
)
def test_private_addresses_are_refused(endpoint: str) -> None:
    with pytest.raises(Refused) as refused:
        addresses.check_endpoint(endpoint, anywhere=False)
    assert refused.value.code == "bad_push_address"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://93.184.216.34/a",
    ],
)
def test_public_addresses_are_taken(endpoint: str) -> None:
    addresses.check_endpoint(endpoint, anywhere=False)


async def test_a_name_that_leads_into_the_house_is_not_followed(service: PushService) -> None:
    phone = service.browser("inside")
    client = PushClient(new_key(), "mailto:host@example.com", anywhere=False)
    taken = PushDevice(**phone.subscription, language="en")
    try:
        assert (await client.send(taken, b"{}", "t")).result == "gone"
        assert phone.got.empty()
    finally:
        await client.close()


async def test_switched_off_there_is_nothing_of_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    settings = quick_settings(tmp_path_factory.mktemp("silent"), lobby=True, push=False)
    with ThreadServer(settings) as silent:
        async with Api(silent.url) as api:
            assert (await api.http.get(PATH)).status_code == 404
            assert not (await api.http.get("/api/games")).json()["push"]
            light, _ = await slow_game(api)
            await play(api, light, "1a1")
        with silent.app.state.registry.services.store.engine.connect() as connection:
            assert connection.execute(select(kept.slow_turns)).first() is None
