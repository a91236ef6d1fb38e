"""Challenges, blocks, reports and greetings: for whom they are, and for nobody else."""

import asyncio
import json
import secrets

import pytest
from lobby_guests import Guest, watchable
from seat_client import Json, RefusedByServer, Seat
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person
from sqlalchemy import update

from sommet.server.community import lobby as lobby_module
from sommet.server.storage import player_relations, schema

_names = (f"Bea{number}" for number in range(1000))
_clocks = iter(range(1, 1000))
PATH = "/api/account/challenges"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)


@pytest.fixture
def wish() -> Json:
    """A game that nobody else wants."""
    return {"game": "pylos", "clock": {"minutes": 61, "increment_s": next(_clocks) % 180}}


def key() -> str:
    return secrets.token_urlsafe(32)


async def challenges(who: Device) -> list[Json]:
    answer = await who.http.get(PATH)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["challenges"])


async def test_a_challenge_is_for_one_person_and_counts(
    device: NewDevice, api: Api, wish: Json
) -> None:
    (mine, name), (other, theirs), (third, _) = [await person(device) for _ in range(3)]
    made = await mine.done(PATH, **wish, name=theirs.upper(), key=key())
    table = made["table"]
    (sent,), (got,) = await challenges(mine), await challenges(other)
    assert (sent["name"], sent["mine"], got["name"], got["mine"]) == (theirs, True, name, False)
    assert (got["game"], got["clock"]["initial_ms"]) == ("pylos", 61 * 60_000)
    assert (sent["rated"], got["rated"]) == (True, True)
    assert await challenges(third) == []
    # Nobody else sits down there, whatever they try.
    nobody = (404, "no_such_challenge")
    assert await third.refused(f"{PATH}/{table}/accept", key=key()) == nobody
    assert await third.refused(f"{PATH}/{table}/decline") == nobody
    assert await mine.refused(f"{PATH}/{table}/accept", key=key()) == nobody
    taken = await Guest(api).take(table)
    assert taken.status_code == 409
    joined = await api.http.post(f"/api/tables/{table}/join", json={"invite": key()})
    assert joined.status_code in (403, 409)
    again = {"key": key()}
    seat = await other.done(f"{PATH}/{table}/accept", **again)
    assert await other.done(f"{PATH}/{table}/accept", **again) == seat
    assert (await challenges(mine), await challenges(other)) == ([], [])
    assert (await api.http.get(f"/api/tables/{table}/ratings")).json()["rated"]
    assert table in await watchable(api)
    async with api.seat(made) as here, api.seat(seat) as there:
        assert {each["name"] for each in here.snapshot["players"]} == {name, theirs}
        await there.ask("resign")
        await here.until(lambda: here.over)


async def test_a_game_for_fun_does_not_count(device: NewDevice, api: Api, wish: Json) -> None:
    """In the lobby and by a challenge: a game counts where both want it to."""
    (mine, _), (other, theirs) = await person(device), await person(device)
    made = await mine.done(PATH, **wish, name=theirs, key=key(), rated=False)
    (got,) = await challenges(other)
    assert not got["rated"]
    await other.done(f"{PATH}/{made['table']}/accept", key=key())
    tables = [made["table"]]
    for one, two in ((True, False), (False, True), (True, True)):
        seats = [
            await who.done("/api/lobby/find", **wish, guest=key(), key=key(), rated=rated)
            for who, rated in ((mine, one), (other, two))
        ]
        assert [seat["playing"] for seat in seats] == [False, True]
        tables.append(seats[0]["seat"]["table"])
    rated = [
        (await api.http.get(f"/api/tables/{table}/ratings")).json()["rated"] for table in tables
    ]
    assert rated == [False, False, False, True]
    # A challenge for fun is theirs alone; who met in the lobby may be watched.
    assert set(await watchable(api)) & set(tables) == set(tables[1:])


async def test_challenges_are_declined_taken_back_and_limited(
    device: NewDevice, api: Api, wish: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    monkeypatch.setattr(player_relations, "CHALLENGES_PER_ACCOUNT", 2)
    made = [await mine.done(PATH, **wish, name=theirs, key=key()) for _ in range(2)]
    assert await mine.refused(PATH, **wish, name=theirs, key=key()) == (409, "too_many_challenges")
    assert await mine.refused(PATH, **wish, name=name, key=key()) == (409, "own_name")
    assert await mine.refused(PATH, **wish, name="No-One", key=key()) == (404, "no_such_player")
    left = await other.done(f"{PATH}/{made[0]['table']}/decline")
    assert [each["table"] for each in left["challenges"]] == [made[1]["table"]]
    await mine.done(f"{PATH}/{made[1]['table']}/decline")
    for each in made:
        assert (await api.http.get(f"/api/tables/{each['table']}")).status_code == 404
    # Whoever goes leaves no challenge behind, made or received.
    one = await mine.done(PATH, **wish, name=theirs, key=key())
    two = await other.done(PATH, **wish, name=name, key=key())
    await other.done("/api/account/delete", name=theirs)
    assert await challenges(mine) == []
    for each in (one, two):
        assert await api.http.post(f"{PATH}/{each['table']}/accept", json={"key": key()})


async def test_nobody_is_challenged_again_and_again(
    device: NewDevice, wish: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken back or declined, a challenge has notified somebody; one that was accepted is fine."""
    (mine, _), (other, theirs), (_, third) = [await person(device) for _ in range(3)]
    monkeypatch.setattr(player_relations, "CHALLENGES_PER_PAIR_AND_DAY", 2)

    async def challenge(name: str = theirs) -> str:
        return str((await mine.done(PATH, **wish, name=name, key=key()))["table"])

    async def is_enough() -> bool:
        answer = await mine.post(PATH, **wish, name=theirs, key=key())
        return (answer.status_code, answer.json()["code"]) == (429, "challenged_enough")

    await other.done(f"{PATH}/{await challenge()}/accept", key=key())
    await mine.done(f"{PATH}/{await challenge()}/decline")
    await other.done(f"{PATH}/{await challenge()}/decline")
    assert await is_enough()
    await challenge(third)
    exported = (await mine.http.get("/api/account/export")).json()["account"]
    told = [each["to"] for each in exported["challenges_made"]]
    assert told == [theirs, theirs, third]
    monkeypatch.setattr(player_relations, "_DAY_MS", -1)
    await challenge()


async def test_a_challenge_made_twice_is_one_and_ends_after_a_week(
    device: NewDevice, api: Api, server: ThreadServer, wish: Json
) -> None:
    """A page that heard no answer asks again, perhaps at the same moment."""
    (mine, _), (other, theirs) = await person(device), await person(device)
    same = {**wish, "name": theirs, "key": key()}
    made = await asyncio.gather(*(mine.done(PATH, **same) for _ in range(3)))
    assert made[0] == made[1] == made[2] == await mine.done(PATH, **same)
    table = made[0]["table"]
    assert [each["table"] for each in await challenges(other)] == [table]
    services = server.app.state.registry.services
    row = schema.challenges.c
    with services.store.engine.begin() as connection:
        late_ms = services.server_clock.now_ms() - player_relations.CHALLENGE_MS - 1
        connection.execute(
            update(schema.challenges).where(row.table_id == table).values(created_ms=late_ms)
        )
    assert (await challenges(mine), await challenges(other)) == ([], [])
    nobody = (404, "no_such_challenge")
    assert await other.refused(f"{PATH}/{table}/accept", key=key()) == nobody


async def test_the_blocked_meet_nobody_who_blocked_them(
    device: NewDevice, api: Api, wish: Json
) -> None:
    (mine, name), (other, theirs), (third, _) = [await person(device) for _ in range(3)]
    waiting = await mine.done(PATH, **wish, name=theirs, key=key())
    assert (await other.done("/api/account/blocked", name=name))["names"] == [name]
    assert (await mine.http.get("/api/account/blocked")).json()["names"] == []
    assert await challenges(other) == []
    for one, called in ((mine, theirs), (other, name)):
        assert await one.refused(PATH, **wish, name=called, key=key()) == (409, "kept_apart")
    accept = f"{PATH}/{waiting['table']}/accept"
    assert await other.refused(accept, key=key()) == (404, "no_such_challenge")
    await mine.done(f"{PATH}/{waiting['table']}/decline")

    async def find(who: Device) -> Json:
        return await who.done("/api/lobby/find", **wish, guest=key(), key=key())

    seat = (await find(mine))["seat"]
    async with api.seat(seat):
        path = f"/api/lobby/seats/{seat['table']}/take"
        assert await other.refused(path, guest=key(), key=key()) == (409, "kept_apart")
        found = await find(other)
        assert not found["playing"]
        async with api.seat(found["seat"]):
            assert (await find(third))["playing"]
    assert (await other.done("/api/account/blocked/remove", name=name))["names"] == []
    waiting = await mine.done(PATH, **wish, name=theirs, key=key())
    assert [each["name"] for each in await challenges(other)] == [name]
    # Whoever knows the table of a challenge gets no seat there once they are blocked.
    await mine.done("/api/account/blocked", name=theirs)
    accept = f"{PATH}/{waiting['table']}/accept"
    assert await other.refused(accept, key=key()) == (404, "no_such_challenge")


async def test_reports_reach_the_host_alone(
    device: NewDevice,
    server: ThreadServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (mine, name), (other, theirs) = await person(device), await person(device)
    monkeypatch.setattr(player_relations, "REPORTS_PER_DAY", 1)
    path = "/api/account/report"
    assert (await mine.post(path, name=theirs, reason="rude words")).status_code == 422
    await mine.done(path, name=theirs, reason="cheating", table="A" * 12)
    assert await mine.refused(path, name=theirs, reason="name") == (429, "too_many_reports")
    engine = server.app.state.registry.services.store.engine
    kept = [each for each in player_relations.list_reports(engine) if each.reported == theirs]
    assert [(each.reporter, each.reason, each.table) for each in kept] == [
        (name, "cheating", "A" * 12)
    ]
    assert "cheating" not in (await other.http.get("/api/account/export")).text
    await mine.done("/api/account/delete", name=name)
    kept = [each for each in player_relations.list_reports(engine) if each.reported == theirs]
    assert [each.reporter for each in kept] == [None]
    await other.done("/api/account/delete", name=theirs)
    assert [each for each in player_relations.list_reports(engine) if each.reported == theirs] == []


def heard(seat: Seat) -> list[str]:
    """Return the greetings that a connection was sent."""
    told = [json.loads(text) for text in seat.raw]
    return [message["what"] for message in told if message["type"] == "greeting"]


async def refusal(seat: Seat, what: str) -> str:
    with pytest.raises(RefusedByServer) as caught:
        await seat.ask("greet", what=what)
    return caught.value.code


async def test_greetings_are_heard_and_kept_nowhere(
    device: NewDevice, api: Api, wish: Json
) -> None:
    (mine, _), (other, theirs) = await person(device), await person(device)
    made = await mine.done(PATH, **wish, name=theirs, key=key())
    seat = await other.done(f"{PATH}/{made['table']}/accept", key=key())
    async with api.seat(made) as here, api.seat(seat) as there, api.spectator(made) as watcher:
        seq = here.snapshot["seq"]
        assert (await here.ask("greet", what="hello"))["seq"] == seq
        for everybody in (here, there, watcher):
            await everybody.until(lambda seat=everybody: heard(seat) == ["hello"])  # type: ignore[misc]
        assert await refusal(watcher, "hello") == "spectator"
        assert await refusal(here, "you fool") == "malformed"
        for _ in range(2):
            await here.ask("greet", what="thanks")
        assert await refusal(here, "thanks") == "too_many_greetings"
        # Whoever blocked somebody does not hear them.
        await mine.done("/api/account/blocked", name=theirs)
        await there.ask("greet", what="goodbye")
        await here.ask("ping")
        assert "goodbye" not in heard(here)
    async with api.seat(seat) as there:
        assert heard(there) == []


async def test_nobody_greets_an_empty_chair(api: Api) -> None:
    async with api.seat(await api.open("pylos", "friend")) as alone:
        assert await refusal(alone, "hello") == "waiting"
