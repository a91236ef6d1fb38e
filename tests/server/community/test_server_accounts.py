"""Accounts by passkey: made, used on several devices, exported, deleted; and nobody else's."""

import json
import secrets
from pathlib import Path
from typing import Any

import pytest
from bot_tokens import new_bot
from lobby_guests import Guest
from seat_client import Json, Seat, hear_the_same, random_move
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, SoftPasskey, encode
from sqlalchemy import text

from sommet.seeding import Random
from sommet.server.storage import accounts

_names = (f"Zo\u00e9-{number}" for number in range(1000))


@pytest.fixture
def name() -> str:
    return next(_names)


async def test_an_account_is_made_and_used_again(device: NewDevice, name: str) -> None:
    mine = device()
    code = await mine.register(name, "Laptop")
    info = (await mine.me()).json()
    assert (info["name"], [each["label"] for each in info["devices"]]) == (name, ["Laptop"])
    assert info["devices"][0]["current"]
    cookie = next(iter(mine.http.cookies.jar))
    assert cookie.path == "/api"
    assert cookie.has_nonstandard_attr("HttpOnly")
    assert str(cookie.get_nonstandard_attr("SameSite")).lower() == "strict"
    assert code not in json.dumps(info)
    await mine.done("/api/account/sign-out")
    assert (await mine.me()).status_code == 401
    assert (await mine.sign_in())["name"] == name
    assert (await mine.me()).json()["name"] == name


async def test_a_name_is_given_once(device: NewDevice, server: ThreadServer, name: str) -> None:
    mine, other = device(), device()
    # Both ask before either has it.
    asked = [
        (each, (await each.done("/api/account/register/options", name=wanted))["options"])
        for each, wanted in ((mine, name), (other, name.upper()))
    ]
    for each, options in asked:
        answer = await each.post(
            "/api/account/register", credential=each.passkey.make(options), label=""
        )
        assert answer.status_code == (201 if each is mine else 409), answer.text
    assert await other.refused("/api/account/register/options", name=name.lower()) == (
        409,
        "name_taken",
    )
    assert await other.refused("/api/account/register/options", name="a b") == (422, "bad_name")
    look = f"{name}-Al", f"{name}-a1"
    await device().register(look[0])
    assert await other.refused("/api/account/register/options", name=look[1]) == (409, "name_taken")
    new_bot(server, f"Gentle{name[4:]}")
    assert (await other.refused("/api/account/register/options", name=f"gentle{name[4:]}"))[
        1
    ] == "name_taken"


async def test_another_device_by_link_by_code_and_by_its_own_passkey(
    device: NewDevice, name: str
) -> None:
    mine, phone, tablet = device(), device(), device()
    code = await mine.register(name)
    link = (await mine.done("/api/account/link"))["link"]
    assert (await phone.done("/api/account/link/use", token=link.partition("#")[2]))["name"] == name
    # Once.
    assert await tablet.refused("/api/account/link/use", token=link.partition("#")[2]) == (
        403,
        "bad_link",
    )
    assert (await tablet.done("/api/account/recover", code=code.lower()))["name"] == name
    info = await phone.add_passkey("Phone")
    assert [(each["label"], each["current"]) for each in info["devices"]] == [
        ("test", False),
        ("Phone", True),
    ]
    await phone.done("/api/account/sign-out")
    assert (await phone.sign_in())["name"] == name
    # Removing a device signs it out, and its passkey opens nothing any more.
    removed = info["devices"][1]["device"]
    left = await mine.done("/api/account/devices/remove", device=removed)
    assert [each["label"] for each in left["devices"]] == ["test"]
    assert (await phone.me()).status_code == 401
    options = (await phone.done("/api/account/sign-in/options"))["options"]
    used = phone.passkey.use(options)
    assert await phone.refused("/api/account/sign-in", credential=used) == (403, "unknown_passkey")
    last = left["devices"][0]["device"]
    assert await mine.refused("/api/account/devices/remove", device=last) == (409, "last_device")
    # Another code ends the one before.
    fresh = (await mine.done("/api/account/recovery-code"))["recovery_code"]
    assert await phone.refused("/api/account/recover", code=code) == (403, "bad_code")
    assert (await phone.done("/api/account/recover", code=fresh))["name"] == name


async def test_only_the_right_signature_for_this_page_and_challenge_opens(
    device: NewDevice, name: str
) -> None:
    mine, thief = device(), device()
    await mine.register(name)
    path = "/api/account/sign-in"

    async def options() -> Json:
        return dict((await thief.done("/api/account/sign-in/options"))["options"])

    async def refuse(credential: Json) -> None:
        assert await thief.refused(path, credential=credential) == (403, "bad_passkey")
        assert (await thief.me()).status_code == 401

    # Somebody else's key under the same name.
    forged = SoftPasskey(mine.origin)
    forged.id, forged.user = mine.passkey.id, mine.passkey.user
    await refuse(forged.use(await options()))
    # The right key, asked by another page, for another site, or for a challenge nobody set.
    elsewhere = mine.passkey.origin
    mine.passkey.origin = "https://evil.example"
    await refuse(mine.passkey.use(await options()))
    mine.passkey.origin = elsewhere
    await refuse(mine.passkey.use({**await options(), "rpId": "evil.example"}))
    await refuse(
        mine.passkey.use({**await options(), "challenge": encode(secrets.token_bytes(32))})
    )
    # A challenge for something else.
    naming = (await thief.done("/api/account/register/options", name=f"{name}x"))["options"]
    await refuse(mine.passkey.use({"challenge": naming["challenge"], "rpId": "localhost"}))
    # An answer is good once.
    used = mine.passkey.use(await options())
    assert (await mine.done(path, credential=used))["name"] == name
    await refuse(used)
    # A copy of the key that was used less often.
    mine.passkey.uses = 0
    await refuse(mine.passkey.use(await options()))
    deep = {"response": {"clientDataJSON": encode(b"[" * 40_000)}}
    for broken in (
        {},
        {"response": 1},
        {"response": {"clientDataJSON": "%%%"}},
        {"rawId": None},
        deep,
    ):
        await refuse(broken)


async def test_a_passkey_is_not_longer_than_passkeys_are(device: NewDevice, name: str) -> None:
    mine = device()
    mine.passkey.id = secrets.token_bytes(2000)
    options = (await mine.done("/api/account/register/options", name=name))["options"]
    made = mine.passkey.make(options)
    assert await mine.refused("/api/account/register", credential=made) == (403, "bad_passkey")


async def test_an_account_has_so_many_devices(
    device: NewDevice, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where many were begun while there was room for one."""
    monkeypatch.setattr(accounts, "DEVICES_PER_ACCOUNT", 2)
    mine = device()
    await mine.register(name)
    path = "/api/account/devices"
    asked = [(await mine.done(f"{path}/options"))["options"] for _ in range(2)]
    made = [SoftPasskey(mine.origin).make(options) for options in asked]
    await mine.done(path, credential=made[0])
    assert await mine.refused(path, credential=made[1]) == (409, "too_many_devices")
    assert await mine.refused(f"{path}/options") == (409, "too_many_devices")


async def test_a_ticket_ends(device: NewDevice, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mine, other = device(), device()
    await mine.register(name)
    monkeypatch.setattr(accounts, "TICKET_MS", -1)
    link = (await mine.done("/api/account/link"))["link"]
    assert await other.refused("/api/account/link/use", token=link.partition("#")[2]) == (
        403,
        "bad_link",
    )


async def test_nobody_reaches_into_somebody_elses_account(device: NewDevice, name: str) -> None:
    mine, other = device(), device()
    await mine.register(name)
    await other.register(next(_names))
    theirs = (await mine.me()).json()["devices"][0]["device"]
    assert await other.refused("/api/account/devices/remove", device=theirs) == (
        404,
        "no_such_device",
    )
    assert await other.refused("/api/account/delete", name=name) == (409, "other_name")
    # A passkey asked for by one account cannot be added to another.
    options = (await mine.done("/api/account/devices/options"))["options"]
    made = SoftPasskey(mine.origin).make(options)
    assert await other.refused("/api/account/devices", credential=made) == (403, "bad_passkey")
    # Nor can one that belongs to somebody already.
    options = (await other.done("/api/account/devices/options"))["options"]
    stolen = mine.passkey.make(options)
    assert await other.refused("/api/account/devices", credential=stolen) == (403, "bad_passkey")
    # Another page cannot ask in somebody's name.
    answer = await mine.http.post(
        "/api/account/link", json={}, headers={"Origin": "https://evil.example"}
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    exported = (await other.http.get("/api/account/export")).json()
    assert name not in json.dumps(exported)


async def sit(api: Api, first: Device, second: Device | Guest) -> tuple[Json, Json]:
    """Return the seats of two who meet in the lobby."""
    wish = {"game": "pylos", "clock": {"minutes": 41, "increment_s": 7}}
    keys = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
    one = await first.done("/api/lobby/find", **wish, **keys)
    keys = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
    path = f"/api/lobby/seats/{one['seat']['table']}/take"
    async with api.seat(one["seat"]):
        if isinstance(second, Guest):
            answer = await second.take(one["seat"]["table"])
            assert answer.is_success, answer.text
            return one["seat"], dict(answer.json()["seat"])
        return one["seat"], (await second.done(path, **keys))["seat"]


def mover_of(*seats: Seat) -> Seat:
    return next(seat for seat in seats if "play" in seat.can)


async def test_a_game_goes_on_on_another_device_and_survives_its_account(
    device: NewDevice, api: Api, server: ThreadServer, name: str
) -> None:
    mine, phone, other = device(), device(), device()
    code = await mine.register(name)
    theirs = next(_names)
    await other.register(theirs)
    one, two = await sit(api, mine, other)
    table = one["table"]
    players = (await api.http.get(f"/api/tables/{table}")).json()["players"]
    assert {player["name"] for player in players} == {name, theirs}
    await phone.done("/api/account/recover", code=code)
    seats = {seat["table"]: seat for seat in (await phone.done("/api/account/seats"))["seats"]}
    assert seats[table]["token"] != one["token"]
    again = (await phone.done("/api/account/seats"))["seats"]
    assert again == list(seats.values())
    async with api.seat(seats[table]) as here, api.seat(two) as there:
        for _ in range(2):
            mover = mover_of(here, there)
            await mover.play(random_move(mover.snapshot["board"], Random(1)))
            await hear_the_same(here, there)
        assert {each["name"] for each in there.snapshot["players"]} == {name, theirs}
        # The name goes while they look on.
        exported = (await mine.http.get("/api/account/export")).json()["account"]
        assert (exported["name"], [game["table"] for game in exported["games"]]) == (name, [table])
        await mine.done("/api/account/delete", name=name)
        await there.until(
            lambda: {each["name"] for each in there.snapshot["players"]} == {None, theirs}
        )
    # The pass of the phone went with its session; the seat itself stays with who opened it.
    async with api.seat(one) as here, api.seat(two) as there:
        await there.ask("resign")
        await here.until(lambda: here.over)
    record = (await api.http.get(f"/api/tables/{table}/record")).text
    assert name not in record
    assert theirs in record
    engine = server.app.state.registry.services.store.engine
    assert_nowhere(engine, name, code)
    kept = {
        "tables": "SELECT text FROM records WHERE table_id = :it",
        "history": "SELECT data FROM events WHERE table_id = :it",
    }
    with engine.connect() as connection:
        for query in kept.values():
            assert theirs not in str(connection.execute(text(query), {"it": table}).all())
    link = await api.http.get(f"/api/tables/{table}")
    assert link.status_code == 200


def assert_nowhere(engine: Any, *secrets_: str) -> None:
    """See that a whole database knows nothing of some texts."""
    from sommet.server.storage import schema

    with engine.connect() as connection:
        for table in schema.metadata.sorted_tables:
            for row in connection.execute(table.select()):
                for secret in secrets_:
                    assert secret not in str(row), table.name


async def test_a_pass_ends_with_its_session(device: NewDevice, api: Api, name: str) -> None:
    mine, phone = device(), device()
    code = await mine.register(name)
    one, _ = await sit(api, mine, Guest(api))
    await phone.done("/api/account/recover", code=code)
    seat = (await phone.done("/api/account/seats"))["seats"][0]
    held = [{"table": seat["table"], "token": seat["token"]}]
    ask = await api.http.post("/api/your-games", json={"seats": held})
    assert [game["table"] for game in ask.json()["games"]] == [one["table"]]
    await phone.done("/api/account/sign-out")
    ask = await api.http.post("/api/your-games", json={"seats": held})
    assert ask.json()["games"] == []


async def test_nobody_plays_themselves(device: NewDevice, api: Api, name: str) -> None:
    mine, phone = device(), device()
    code = await mine.register(name)
    await phone.done("/api/account/recover", code=code)
    wish = {"game": "pylos", "clock": {"minutes": 43, "increment_s": 7}}
    keys = [
        {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)} for _ in range(2)
    ]
    seat = (await mine.done("/api/lobby/find", **wish, **keys[0]))["seat"]
    path = f"/api/lobby/seats/{seat['table']}/take"
    assert await phone.refused(path, **keys[1]) == (409, "own_seat")
    opened = await mine.done("/api/tables", game="pylos", name="Somebody else")
    invite = opened["links"]["invite"].partition("#")[2]
    path = f"/api/tables/{opened['table']}/join"
    assert await phone.refused(path, invite=invite) == (409, "own_seat")
    summary = (await api.http.get(f"/api/tables/{opened['table']}")).json()
    assert summary["players"][0]["name"] == name


async def test_a_guests_games_are_taken_over_by_their_tokens(
    device: NewDevice, api: Api, name: str
) -> None:
    mine, other = device(), device()
    await mine.register(name)
    await other.register(next(_names))
    opened = await api.open("pylos", "friend")
    joined = await api.join(opened)
    held = {"table": opened["table"], "token": opened["token"]}
    wrong = {"table": opened["table"], "token": secrets.token_urlsafe(32)}
    assert (await other.done("/api/account/take-over", seats=[wrong]))["tables"] == []
    async with api.seat(joined) as seat:
        taken = await mine.done("/api/account/take-over", seats=[wrong, held])
        assert taken["tables"] == [opened["table"]]
        await seat.until(lambda: name in {each["name"] for each in seat.snapshot["players"]})
    # It is somebody's now, and nobody sits on both sides.
    assert (await other.done("/api/account/take-over", seats=[held]))["tables"] == []
    opposite = {"table": joined["table"], "token": joined["token"]}
    assert (await mine.done("/api/account/take-over", seats=[opposite]))["tables"] == []


async def test_limits_and_switching_off(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, accounts_per_day=1)) as server:
        async with Device(server.url) as one, Device(server.url) as two:
            await one.register("One")
            options = (await two.done("/api/account/register/options", name="Two"))["options"]
            made = two.passkey.make(options)
            path = "/api/account/register"
            assert await two.refused(path, credential=made) == (429, "too_many_accounts")
            # Numbers have no passkeys.
            two.http.headers["Host"] = "127.0.0.1:80"
            del two.http.headers["Origin"]
            assert await two.refused(f"{path}/options", name="Two") == (422, "passkeys_need_name")
            # A restart of the same server without accounts knows of none.
            cookies = dict(one.http.cookies)
    with ThreadServer(quick_settings(tmp_path, lobby=True, accounts=False)) as server:
        async with Device(server.url) as one:
            one.http.cookies.update(cookies)
            assert (await one.me()).status_code == 404
            assert not (await one.http.get("/api/games")).json()["accounts"]
            opened = await one.done("/api/tables", game="pylos")
            summary = (await one.http.get(f"/api/tables/{opened['table']}")).json()
            assert summary["players"][0]["name"] is None
