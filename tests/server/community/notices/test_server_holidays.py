"""Days off: deadlines stand still for whoever is away, and for nobody else. Time is passed in."""

import asyncio

import pytest
from passing_days import on_server, pass_days
from seat_client import Json, RefusedByServer
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person

from sommet.match.clock import DAY_MS
from sommet.server.storage import accounts
from sommet.server.storage.notices import holidays

PATH = "/api/account/holiday"
HOUR = 1 / 24


async def slow_game(
    mine: Device, other: Device, days: int = 3, game: str = "pylos"
) -> tuple[Json, Json]:
    """Return the seats of a game between two accounts; the first begins."""
    clock = {"days_per_move": days}
    seat = {"seat": "light"} if game == "pylos" else {}
    made = await mine.done("/api/tables", game=game, mode="friend", clock=clock, **seat)
    invite = made["links"]["invite"].partition("#")[2]
    return made, await other.done(f"/api/tables/{made['table']}/join", invite=invite)


async def left_ms(api: Api, seat: Json) -> int:
    body = {"seats": [{"table": seat["table"], "token": seat["token"]}]}
    (game,) = (await api.http.post("/api/your-games", json=body)).json()["games"]
    return int(game["left_ms"])


async def outcome(api: Api, server: ThreadServer, seat: Json) -> Json | None:
    """Return how a game ended, after the server has looked at what is overdue."""
    await on_server(server, server.app.state.registry.deadlines.settle_due())
    table = (await api.http.get(f"/api/tables/{seat['table']}")).json()
    return table["outcome"]  # type: ignore[no-any-return]


async def until_over(api: Api, server: ThreadServer, seat: Json) -> Json:
    async with asyncio.timeout(90):
        while (found := await outcome(api, server, seat)) is None:
            await asyncio.sleep(0.05)
    return found


async def test_a_deadline_stands_still_and_runs_on_afterwards(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    (mine, _), (other, _) = await person(device), await person(device)
    light, dark = await slow_game(mine, other)
    await pass_days(server, 1)
    taken = await mine.done(PATH, days=10)
    assert taken["days_left"] == 18
    assert taken["kept"] == []
    ratings = (await api.http.get(f"/api/tables/{light['table']}/ratings")).json()
    assert ratings["seats"][0]["away_until_ms"] == taken["until_ms"]
    assert ratings["seats"][1]["away_until_ms"] is None
    assert abs(await left_ms(api, light) - 2 * DAY_MS) < 60_000
    async with api.seat(dark) as seat:
        clock = seat.snapshot["clock"]
    assert clock["rests_until_ms"] == taken["until_ms"]
    shown = clock["remaining_ms"][0] - (clock["rests_until_ms"] - clock["at_ms"])
    assert abs(shown - 2 * DAY_MS) < 60_000
    table = (await api.http.get(f"/api/tables/{light['table']}")).json()
    assert table["clock"]["rests_until_ms"] == taken["until_ms"]
    told = (await api.http.get("/metrics")).text
    assert all(f'sommet_holidays_total{{what="{what}"}}' in told for what in ("begun", "deadline"))
    await pass_days(server, 10)
    assert await outcome(api, server, light) is None
    assert abs(await left_ms(api, light) - 2 * DAY_MS) < 60_000
    await pass_days(server, 1.99)
    assert await outcome(api, server, light) is None
    # The other is not on holiday: their own time runs as ever.
    async with api.seat(light) as seat:
        await seat.play("1a1")
        await seat.until(lambda: seat.snapshot["clock"]["running"] == 1)
        assert seat.snapshot["clock"]["rests_until_ms"] is None
    await pass_days(server, 3.001)
    assert (await until_over(api, server, dark))["winner"] == 0


async def test_a_turn_that_begins_during_a_holiday_waits_for_its_end(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    (mine, _), (other, _) = await person(device), await person(device)
    light, dark = await slow_game(mine, other, days=1)
    await other.done(PATH, days=5)
    await pass_days(server, 0.5)
    async with api.seat(light) as seat:
        await seat.play("1a1")
    await pass_days(server, 4.6)
    assert await outcome(api, server, dark) is None
    assert await left_ms(api, dark) > 0.85 * DAY_MS
    # Whoever is away may move all the same.
    async with api.seat(dark) as seat:
        await seat.play("1d4")
    await pass_days(server, 1.001)
    assert (await until_over(api, server, light))["winner"] == 1


async def test_nothing_can_be_claimed_from_somebody_away_while_no_clock_runs(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    """In Pacal the clock stands while the cards of a round are waited for."""
    (mine, _), (other, _) = await person(device), await person(device)
    light, dark = await slow_game(mine, other, days=2, game="pacal")
    async with api.seat(light) as seat:
        await seat.until(lambda: any(each["ready"] for each in seat.snapshot["players"]))
        await pass_days(server, 1)
        await other.done(PATH, days=5)
        # It would have been time without the holiday, and the time goes on after it.
        for days, seconds in ((1.5, 4.5 * 24 * 3600), (4.4, 0.1 * 24 * 3600)):
            await pass_days(server, days)
            with pytest.raises(RefusedByServer) as early:
                await seat.ask("leave")
            assert early.value.code == "too_early"
            assert abs(early.value.message["refusal"]["params"]["seconds"] - seconds) < 60
        await pass_days(server, 0.11)
        await seat.ask("leave")
        await seat.until(lambda: seat.over)
    assert (await until_over(api, server, dark))["reason"] == "left"


async def test_coming_back_early_gives_days_back_and_lets_deadlines_run(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    (mine, _), (other, _) = await person(device), await person(device)
    light, _ = await slow_game(mine, other)
    await mine.done(PATH, days=20)
    assert await mine.refused(PATH, days=1) == (409, "on_holiday")
    await pass_days(server, 4)
    back = await mine.done(f"{PATH}/end")
    assert (back["until_ms"], back["days_left"]) == (None, 24 - (back["days_left"] == 23))
    assert await mine.refused(f"{PATH}/end") == (409, "no_holiday")
    assert abs(await left_ms(api, light) - 3 * DAY_MS) < 60_000
    await pass_days(server, 3.001)
    assert (await until_over(api, server, light))["reason"] == "time"
    assert await mine.refused(PATH, days=25) == (409, "too_many_holidays")


async def test_nobody_comes_and_goes_without_end(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    """A day that has begun is taken: else each way would add to the history of every table."""
    (mine, _), (other, _) = await person(device), await person(device)
    light, _ = await slow_game(mine, other)
    for left in (27, 26, 25):
        await mine.done(PATH, days=3)
        assert (await mine.done(f"{PATH}/end"))["days_left"] == left
    await mine.done(PATH, days=3)
    await pass_days(server, 1.5)
    assert (await mine.done(f"{PATH}/end"))["days_left"] == 23
    assert abs(await left_ms(api, light) - 3 * DAY_MS) < 60_000


async def test_no_holiday_saves_a_game_in_its_last_hour(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    (mine, _), (other, _) = await person(device), await person(device)
    light, _ = await slow_game(mine, other, days=1)
    later, _ = await slow_game(mine, other, days=2)
    await pass_days(server, 1 - 0.9 * HOUR)
    taken = await mine.done(PATH, days=2)
    assert taken["kept"] == [light["table"]]
    await pass_days(server, 1 * HOUR)
    assert (await until_over(api, server, light))["reason"] == "time"
    assert await outcome(api, server, later) is None


async def test_a_holiday_that_reached_no_clock_counts_all_the_same(
    api: Api, device: NewDevice, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that began it died before it saw to the tables."""
    (mine, _), (other, _) = await person(device), await person(device)
    light, _ = await slow_game(mine, other, days=1)

    async def die(*_: object) -> list[str]:
        return []

    service = "sommet.server.community.holidays.service.HolidayService._attend"
    with monkeypatch.context() as patched:
        patched.setattr(service, die)
        await mine.done(PATH, days=3)
    await pass_days(server, 1.01)
    assert await outcome(api, server, light) is None
    await pass_days(server, 2.9)
    assert await outcome(api, server, light) is None
    await pass_days(server, 0.2)
    assert (await until_over(api, server, light))["reason"] == "time"


async def test_days_off_are_for_accounts_and_come_back_after_a_year(
    api: Api, device: NewDevice, server: ThreadServer
) -> None:
    guest = await api.http.post(PATH, json={"days": 1})
    assert (guest.status_code, guest.json()["code"]) == (401, "signed_out")
    assert (await api.http.get(PATH)).status_code == 401
    assert (await api.http.post(f"{PATH}/end")).status_code == 401
    mine, _ = await person(device)
    for days in (0, 29, 1.5, True):
        assert await mine.refused(PATH, days=days) == (422, "malformed")
    await mine.done(PATH, days=28)
    await pass_days(server, 28.1)
    assert await mine.refused(PATH, days=1) == (409, "too_many_holidays")
    assert (await mine.http.get(PATH)).json()["days_left"] == 0
    exported = (await mine.http.get("/api/account/export")).json()
    assert len(exported["account"]["holidays"]) == 1
    account = exported["account"]["name"]
    engine = server.app.state.registry.services.store.engine
    now_ms = server.app.state.registry.services.server_clock.now_ms()
    with engine.connect() as connection:
        found = accounts.find_by_name(connection, account)
        assert found is not None
        for later, left in ((330, 0), (350, 13), (400, 28)):
            at_ms = now_ms + later * DAY_MS
            assert holidays.read_left_ms(connection, found.id, at_ms) // DAY_MS == left
