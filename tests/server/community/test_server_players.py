"""People with an account are rated, find opponents of their strength, and have a page."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, look
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, person
from sqlalchemy import select

from sommet.server.community import lobby as lobby_module
from sommet.server.community import rater
from sommet.server.community.player_pages.views import best_streak, current_streak
from sommet.server.storage import schema

_clocks = iter(range(1, 1000))


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    monkeypatch.setattr(rater, "COUNT_EVERY_S", 3600.0)


@pytest.fixture
def wish() -> Json:
    """A game that nobody else wants."""
    return {"game": "pylos", "clock": {"minutes": 51, "increment_s": next(_clocks) % 180}}


def keys() -> Json:
    return {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}


async def find(who: Device, wish: Json, **more: Any) -> Json:
    return await who.done("/api/lobby/find", **wish, **keys(), **more)


async def play(api: Api, winner: Device, loser: Device, wish: Json) -> Json:
    """Let two meet in the lobby, and the second resign; return the winner's seat."""
    one = (await find(winner, wish))["seat"]
    async with api.seat(one) as there:
        found = await find(loser, wish)
        assert found["playing"]
        async with api.seat(found["seat"]) as here:
            await here.ask("resign")
            await there.until(lambda: there.over)
    return dict(one)


async def count(server: ThreadServer) -> None:
    """Count what is to be counted, as a server does every few seconds."""
    import asyncio

    registry = server.app.state.registry
    loop = registry._chores[0].get_loop()
    await asyncio.wrap_future(
        asyncio.run_coroutine_threadsafe(rater.Rater(registry.services).count(), loop)
    )


async def page(api: Api, name: str) -> Json:
    answer = await api.http.get(f"/api/players/{name}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


@pytest.mark.parametrize(
    ("points", "now", "best"),
    [
        ([], 0, 0),
        ([2, 2, 1, 2], 2, 2),
        ([0, 0, 2, 2, 2, 0], -2, 3),
        ([1, 2], 0, 1),
        ([0], -1, 0),
        ([2, 2], 2, 2),
    ],
)
def test_streaks(points: list[int], now: int, best: int) -> None:
    assert (current_streak(points), best_streak(points)) == (now, best)


async def test_games_between_accounts_count_and_are_told_of(
    device: NewDevice, api: Api, server: ThreadServer, wish: Json
) -> None:
    (strong, strongs), (weak, weaks) = await person(device), await person(device)
    new = await page(api, strongs)
    assert (new["ratings"], new["games"], new["streak"]) == ([], [], 0)
    seats = [await play(api, strong, weak, wish) for _ in range(2)]
    await count(server)
    found = await page(api, strongs.upper())
    assert (found["name"], found["wins"], found["losses"]) == (strongs, 2, 0)
    assert (found["streak"], found["best_streak"]) == (2, 2)
    assert found["opponents"] == [{"opponent": weaks, "wins": 2, "draws": 0, "losses": 0}]
    assert [(game["table"], game["result"]) for game in found["games"]] == [
        (seat["table"], "win") for seat in reversed(seats)
    ]
    path = f"/api/players/{strongs}/games"
    between = (await api.http.get(path, params={"against": weaks})).json()["games"]
    assert between == found["games"]
    assert (await api.http.get(path, params={"against": strongs})).json()["games"] == []
    assert (await api.http.get(path, params={"against": "No-One"})).status_code == 404
    (rating,) = found["ratings"]
    assert (rating["game"], rating["games"], rating["provisional"]) == ("pylos", 2, True)
    curve = [moment["rating"] for moment in rating["history"]]
    assert 1500 < curve[0] < curve[1] == rating["rating"]
    assert (await page(api, weaks))["streak"] == -2
    (pool,) = [
        pool
        for pool in (await api.http.get("/api/leaderboard")).json()["pools"]
        if strongs in [each["name"] for each in pool["players"]]
    ]
    order = [each["name"] for each in pool["players"]]
    assert order.index(strongs) < order.index(weaks)
    # At the table and in the lobby.
    told = (await api.http.get(f"/api/tables/{seats[0]['table']}/ratings")).json()
    assert told["rated"]
    assert {each["name"]: each["rating"] for each in told["seats"]} == {
        strongs: rating["rating"],
        weaks: (await page(api, weaks))["ratings"][0]["rating"],
    }
    waiting = (await find(strong, wish))["seat"]
    async with api.seat(waiting):
        shown = {seat["table"]: seat for seat in (await look(api))["seats"]}[waiting["table"]]
    assert (shown["name"], shown["rating"], shown["provisional"]) == (
        strongs,
        rating["rating"],
        True,
    )
    # The first game of a table still names both after a rematch, and nobody once they are gone.
    record = (await api.http.get(f"/api/tables/{seats[0]['table']}/record?game=1")).text
    assert strongs in record
    await strong.done("/api/account/delete", name=strongs)
    assert (await api.http.get(f"/api/players/{strongs}")).status_code == 404
    assert strongs not in (await api.http.get("/api/leaderboard")).text
    left = await page(api, weaks)
    assert left["opponents"] == [{"opponent": None, "wins": 0, "draws": 0, "losses": 2}]
    assert len(left["ratings"][0]["history"]) == 2


async def test_a_page_counts_every_game_however_many_there_are(
    device: NewDevice, api: Api, server: ThreadServer, wish: Json
) -> None:
    """2,500 games by one player: the oldest ones are the streak, and count like the others."""
    (mine, name), (other, theirs) = await person(device), await person(device)
    table = (await play(api, mine, other, wish))["table"]
    games = schema.rated_games
    with server.app.state.registry.services.store.engine.begin() as connection:
        row = connection.execute(select(games).where(games.c.table_id == table)).one()._asdict()
        # Won at first, then lost and drawn in turn; the winner of the one game may have begun it.
        points = [2] * 1500 + [0, 1] * 500
        scores = [each if row["score"] == 2 else 2 - each for each in points]
        rows = [
            {**row, "game_number": number, "score": score, "finished_ms": number, "rated": 1}
            for number, score in enumerate(scores, 1)
        ]
        connection.execute(games.delete().where(games.c.table_id == table))
        connection.execute(games.insert(), rows)
    found = await page(api, name)
    assert [found[part] for part in ("wins", "draws", "losses")] == [1500, 500, 500]
    assert (found["streak"], found["best_streak"]) == (0, 1500)
    assert found["opponents"] == [{"opponent": theirs, "wins": 1500, "draws": 500, "losses": 500}]
    assert [game["game_number"] for game in found["games"]] == list(range(2500, 2450, -1))
    assert found["games"][0]["result"] == "draw"
    # Older games come fifty at a time, each once.
    numbers, more = [], found["more"]
    while more is not None:
        older = await api.http.get(f"/api/players/{name}/games", params={"before": more})
        assert older.status_code == 200, older.text
        numbers += [game["game_number"] for game in older.json()["games"]]
        more = older.json()["more"]
    assert numbers == list(range(2450, 0, -1))


async def test_without_ratings_people_have_pages_and_meet_by_name(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, ratings=False)) as quiet:
        async with Api(quiet.url) as api, Device(quiet.url) as mine, Device(quiet.url) as other:
            name, theirs = "Ada", "Grace"
            await mine.register(name)
            await other.register(theirs)
            found = await page(api, theirs)
            assert (found["name"], found["ratings"], found["games"]) == (theirs, [], [])
            wish = {"game": "pylos", "clock": {"days_per_move": 3}}
            made = await mine.done(
                "/api/account/challenges", **wish, name=theirs, key=keys()["key"]
            )
            path = f"/api/account/challenges/{made['table']}/accept"
            await other.done(path, key=keys()["key"])
            told = (await api.http.get(f"/api/tables/{made['table']}/ratings")).json()
            assert told["rated"] is None
            assert {each["name"] for each in told["seats"]} == {name, theirs}
            assert [each["rating"] for each in told["seats"]] == [None, None]
            assert (await api.http.get("/api/leaderboard")).status_code == 404
            offered = (await api.http.get("/api/games")).json()
            assert (offered["accounts"], offered["ratings"]) == (True, False)


async def test_games_with_guests_programs_and_friends_do_not_count(
    device: NewDevice, api: Api, server: ThreadServer, wish: Json
) -> None:
    (mine, name), (other, _) = await person(device), await person(device)
    # A guest, also one who takes the game over afterwards.
    guest = Guest(api)
    one = (await find(mine, wish))["seat"]
    async with api.seat(one) as there:
        seat = (await guest.take(one["table"])).json()["seat"]
        held = {"table": seat["table"], "token": seat["token"]}
        assert (await other.done("/api/account/take-over", seats=[held]))["tables"]
        told = (await api.http.get(f"/api/tables/{one['table']}/ratings")).json()
        assert not told["rated"]
        async with api.seat(seat) as here:
            await here.ask("resign")
            await there.until(lambda: there.over)
    # A program.
    bot = BotByHand(api, new_bot(server, f"Prog{name}"))
    created = await bot.open(**wish)
    async with api.seat(created) as program:
        taken = await mine.done(f"/api/lobby/seats/{created['table']}/take", **keys())
        async with api.seat(taken["seat"]) as here:
            await program.ask("resign")
            await here.until(lambda: here.over)
    # A friend.
    opened = await mine.done("/api/tables", game="pylos")
    invite = opened["links"]["invite"].partition("#")[2]
    joined = await other.done(f"/api/tables/{opened['table']}/join", invite=invite)
    async with api.seat(opened) as there, api.seat(joined) as here:
        await here.ask("resign")
        await there.until(lambda: there.over)
    await count(server)
    found = await page(api, name)
    assert (found["ratings"], found["games"]) == ([], [])
    assert name not in (await api.http.get("/api/leaderboard")).text


async def test_a_seat_for_some_ratings_is_for_nobody_else(
    device: NewDevice, api: Api, server: ThreadServer, wish: Json
) -> None:
    (strong, strongs), (weak, _) = await person(device), await person(device)
    (new, _), guest = await person(device), Guest(api)
    await play(api, strong, weak, wish)
    await count(server)
    rating = (await page(api, strongs))["ratings"][0]["rating"]
    above = {"least": 1501, "most": 5000}
    # Guests have no rating, so they cannot ask for one.
    asked = await guest.ask(**wish, opponents=above)
    assert (asked.status_code, asked.json()["code"]) == (401, "signed_out")
    opened = (await find(strong, wish, opponents=above))["seat"]
    take = f"/api/lobby/seats/{opened['table']}/take"
    async with api.seat(opened):
        shown = {seat["table"]: seat for seat in (await look(api))["seats"]}[opened["table"]]
        assert (shown["least"], shown["most"]) == (1501, 5000)
        for refused in (await guest.take(opened["table"]), await weak.post(take, **keys())):
            assert (refused.status_code, refused.json()["code"]) == (409, "out_of_range")
        # Whoever looks for anybody does not get it either, and waits.
        waiting = await find(new, wish)
        assert not waiting["playing"]
    # Whoever waits is passed over by those who want somebody else.
    async with api.seat(waiting["seat"]):
        passed = await find(weak, wish, opponents=above)
        assert not passed["playing"]
        async with api.seat(passed["seat"]):
            found = await find(strong, wish, opponents={"least": 0, "most": rating})
            assert (found["playing"], found["seat"]["table"]) == (True, waiting["seat"]["table"])


async def test_nobody_has_no_page(api: Api) -> None:
    for path, code in (("Nobody-Here", 404), ("Nobody-Here/games", 404), ("a", 422)):
        assert (await api.http.get(f"/api/players/{path}")).status_code == code
    wrong = {"before": "yesterday"}
    assert (await api.http.get("/api/players/Nobody/games", params=wrong)).status_code == 422
    assert (await api.http.get(f"/api/tables/{'A' * 12}/ratings")).status_code == 404
