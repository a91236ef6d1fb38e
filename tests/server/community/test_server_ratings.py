"""Programs are rated by their games with each other: each result counts once, by game and rules."""

import asyncio
import json
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import Guest, look
from seat_client import Json
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import select

from sommet import pacal
from sommet.match import events as ev
from sommet.seeding import Random
from sommet.server.community import lobby as lobby_module
from sommet.server.community import rater
from sommet.server.storage import bots, players, ratings, schema
from sommet.server.storage.rating_model import DRAW, LOSS, WIN, Forecast, Rating, rate
from sommet.server.storage.setup import TableSetup
from sommet.server.tables.folding import begin_session
from sommet.server.tables.rated import result_of

_player = schema.rating_history.c.player
_names = (f"Rated {number}" for number in range(1000))


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby is asked anew each time, and results are counted when a test says so."""
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    monkeypatch.setattr(rater, "COUNT_EVERY_S", 3600.0)


@pytest.fixture(scope="module")
def quiet() -> Iterator[None]:
    """Before the module's server starts."""
    before, rater.COUNT_EVERY_S = rater.COUNT_EVERY_S, 3600.0
    yield
    rater.COUNT_EVERY_S = before


@pytest.fixture
def pair(quiet: None, server: ThreadServer, api: Api) -> tuple[str, BotByHand, str, BotByHand]:
    """Two programs with their names."""
    one, two = next(_names), next(_names)
    return one, BotByHand(api, new_bot(server, one)), two, BotByHand(api, new_bot(server, two))


async def beat(api: Api, winner: BotByHand, loser: BotByHand, **wish: Any) -> str:
    """Let a program resign against another one; return the table."""
    seat = await winner.open(**wish)
    taken = (await loser.take(seat["table"])).json()["seat"]
    async with api.seat(taken) as losing:
        await losing.until(lambda: losing.snapshot["status"] == "playing")
        await losing.ask("resign")
    return str(seat["table"])


def engine_of(server: ThreadServer) -> Any:
    return server.app.state.registry.services.store.engine


def count_all(server: ThreadServer) -> int:
    counted = 0
    while True:
        with engine_of(server).begin() as connection:
            some = ratings.count_results(connection, 1)
        counted += some
        if some < ratings.AT_ONCE:
            return counted


async def standings(api: Api) -> dict[tuple[str, str, str], Json]:
    """Return who is how strong, by name, game and preset."""
    answer = await api.http.get("/api/ratings")
    assert answer.status_code == 200, answer.text
    return {
        (bot["name"], pool["game"], pool["options"]["preset"]): bot
        for pool in answer.json()["pools"]
        for bot in pool["bots"]
    }


async def test_programs_are_rated_by_game_and_rules(
    server: ThreadServer, api: Api, pair: tuple[str, BotByHand, str, BotByHand]
) -> None:
    one, winner, two, loser = pair
    for wish in ({}, {}, {"preset": "expert"}, {"clock": {"minutes": 9, "increment_s": 0}}):
        await beat(api, winner, loser, **wish)
    count_all(server)
    found = await standings(api)
    standard = found[one, "pylos", "standard"], found[two, "pylos", "standard"]
    # Whatever the clock, it is the same game; by other rules it is another one.
    assert [bot["games"] for bot in standard] == [3, 3]
    assert standard[0]["rating"] > 1500 > standard[1]["rating"]
    assert all(bot["provisional"] for bot in standard)
    assert found[one, "pylos", "expert"]["games"] == 1
    assert not [key for key in found if key[0] == one and key[1] == "pacal"]
    # The lobby tells how strong whoever waits is, by the rules of that seat.
    seats = {}
    for wish in ({}, {"preset": "expert"}, {"game": "pacal"}):
        seat = await winner.open(**wish)
        seats[seat["table"]] = seat
    shown = [seat for seat in (await look(api))["seats"] if seat["table"] in seats]
    assert [(seat["rating"], seat["provisional"]) for seat in shown] == [
        (standard[0]["rating"], True),
        (found[one, "pylos", "expert"]["rating"], True),
        (None, False),
    ]


async def test_a_program_has_a_page_as_people_have(
    server: ThreadServer, api: Api, pair: tuple[str, BotByHand, str, BotByHand]
) -> None:
    one, winner, two, loser = pair
    tables = [await beat(api, winner, loser) for _ in range(3)]
    count_all(server)
    page = (await api.http.get(f"/api/programs/{one.upper()}")).json()
    assert (page["name"], page["wins"], page["losses"], page["streak"]) == (one, 3, 0, 3)
    assert page["opponents"] == [{"opponent": two, "wins": 3, "draws": 0, "losses": 0}]
    assert [game["table"] for game in page["games"]] == tables[::-1]
    (rating,) = page["ratings"]
    assert len(rating["history"]) == rating["games"] == 3
    assert rating["history"][-1]["rating"] == rating["rating"] > 1500
    games = (await api.http.get(f"/api/programs/{one}/games")).json()
    assert games == {"games": page["games"], "more": None}
    # Its name at the table is a program's; nobody learns more of it than of a person.
    told = (await api.http.get(f"/api/tables/{tables[0]}/ratings")).json()
    assert told["rated"]
    assert {each["bot"]: each["name"] for each in told["seats"]} == {one: None, two: None}
    assert rating["rating"] in [each["rating"] for each in told["seats"]]
    assert (await api.http.get(f"/api/players/{one.replace(' ', '-')}")).status_code == 404
    # Once its token is revoked it has no page, and is somebody to others.
    bots.revoke_bot(engine_of(server), two, 1)
    for path in ("", "/games"):
        assert (await api.http.get(f"/api/programs/{two}{path}")).status_code == 404
    page = (await api.http.get(f"/api/programs/{one}")).json()
    assert [each["opponent"] for each in page["opponents"]] == [None]


def test_a_long_history_is_told_in_few_points(server: ThreadServer) -> None:
    rows = [
        {"player": "bot long", "pool": pool, "games": number, "at_ms": number, "rating": number}
        for pool, count in (("a", 1234), ("b", 3))
        for number in range(1, count + 1)
    ]
    with engine_of(server).begin() as connection:
        connection.execute(schema.rating_history.insert(), rows)
        found = players.read_history(connection, "bot long", 100)
        connection.execute(schema.rating_history.delete().where(_player == "bot long"))
    numbers = [number for number, _ in found["a"]]
    assert 90 <= len(numbers) <= 100
    assert numbers[-1] == 1234
    assert {later - sooner for sooner, later in pairwise(numbers)} == {13}
    assert [number for number, _ in found["b"]] == [1, 2, 3]


async def test_games_with_people_and_games_left_do_not_count(
    server: ThreadServer, api: Api, pair: tuple[str, BotByHand, str, BotByHand]
) -> None:
    one, bot, _, _ = pair
    count_all(server)
    seat = await bot.open()
    taken = (await Guest(api).take(seat["table"])).json()["seat"]
    async with api.seat(taken) as person:
        await person.until(lambda: person.snapshot["status"] == "playing")
        await person.ask("resign")
    assert count_all(server) == 0
    assert not [key for key in await standings(api) if key[0] == one]


async def test_a_result_counts_once_whoever_dies(
    server: ThreadServer, api: Api, pair: tuple[str, BotByHand, str, BotByHand]
) -> None:
    one, winner, two, loser = pair
    count_all(server)
    for _ in range(3):
        await beat(api, winner, loser)
    # Whoever dies in the middle has counted nothing.
    with engine_of(server).connect() as connection:
        assert ratings.count_results(connection, 1) == 3
        connection.rollback()
    assert not [key for key in await standings(api) if key[0] == one]
    counted: list[int] = []
    if engine_of(server).dialect.name == "postgresql":
        # Two processes at the same moment.
        ready = threading.Barrier(2)

        def count() -> None:
            ready.wait()
            counted.append(count_all(server))

        threads = [threading.Thread(target=count) for _ in range(2)]
        for thread in threads:
            thread.start()
        await asyncio.to_thread(lambda: [thread.join() for thread in threads])
    else:
        counted += [count_all(server), count_all(server)]
    assert sum(counted) == 3
    found = await standings(api)
    assert [found[name, "pylos", "standard"]["games"] for name in (one, two)] == [3, 3]
    with engine_of(server).connect() as connection:
        rows = connection.execute(select(schema.rated_games)).all()
    assert all(row.rated == 1 for row in rows)


async def test_a_host_can_do_without_ratings(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, lobby=True, ratings=False)) as server:
        async with Api(server.url) as api:
            one, two = (BotByHand(api, new_bot(server, name)) for name in ("One", "Two"))
            await beat(api, one, two)
            assert (await api.http.get("/api/ratings")).status_code == 404
            await one.open()
            assert (await look(api))["seats"][0]["rating"] is None
            with engine_of(server).connect() as connection:
                assert connection.execute(select(schema.rated_games)).all() == []


async def test_results_are_counted_without_being_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater, "COUNT_EVERY_S", 0.02)
    with ThreadServer(quick_settings(tmp_path, lobby=True)) as server:
        async with Api(server.url) as api:
            one, two = (BotByHand(api, new_bot(server, name)) for name in ("One", "Two"))
            await beat(api, one, two)
            async with asyncio.timeout(90):
                while not await standings(api):
                    await asyncio.sleep(0.02)


@pytest.mark.clause("PAC-2")
@pytest.mark.parametrize("beginner", [0, 1])
def test_in_pacal_the_cards_say_who_began(server: ThreadServer, beginner: int) -> None:
    setup = TableSetup("pacal", "friend", "en")
    deals = (pacal.Deal.from_seed(seed) for seed in range(99))
    deal = next(each for each in deals if pacal.Match.start(deal=each).round.beginner == beginner)
    _, session = begin_session(setup, 1, 0)
    dealt = ev.Dealt(0, 1, str(deal), session.secret or "", "")
    over = session.apply_all([dealt, ev.Resigned(1, beginner)])
    ids = f"one {beginner}", f"two {beginner}"
    result = result_of(setup, over, ids)
    assert result is not None
    # Player 1 has the first seat; whoever began resigned.
    assert (result.first, result.second) == (f"bot {ids[1]}", f"bot {ids[0]}")
    assert (result.beginner, result.score) == (beginner, 2 * beginner)
    with engine_of(server).connect() as connection:
        ratings._count(connection, result, 1)
        query = select(schema.rating_pools.c.forecast).where(
            schema.rating_pools.c.pool == result.pool
        )
        forecast = Forecast(*json.loads(connection.execute(query).scalar_one()))
        rated = {each.player: each.rating.shown for each in ratings.read_ratings(connection)}
        connection.rollback()
    assert forecast.edge < 0, "whoever began lost"
    loser, winner = sorted((result.first, result.second), key=lambda each: rated[each])
    assert loser == (result.first, result.second)[beginner]
    assert rated[loser] < 1500 < rated[winner]


def test_results_move_ratings_the_right_way() -> None:
    new, plain = Rating(), Forecast()
    assert (new.shown, new.provisional) == (1500, True)
    better, worse = rate(new, new, WIN, plain)
    assert better.shown > 1500 > worse.shown
    assert better.sigma < new.sigma
    assert rate(new, new, LOSS, plain)[0].mu == pytest.approx(worse.mu)
    drawn, _ = rate(new, new, DRAW, plain)
    assert drawn.mu == pytest.approx(new.mu)
    # Who loses although beginning is good loses more.
    edge = Forecast(edge=0.5)
    assert rate(new, new, LOSS, edge)[0].mu < rate(new, new, LOSS, plain)[0].mu
    assert edge.chance(new, new) > 0.6


def test_the_forecast_learns_what_beginning_is_worth() -> None:
    chance = Random(7)
    forecast, one, two = Forecast(), Rating(), Rating()
    for _ in range(3000):
        # Equals, of whom the first wins two games in five.
        score = WIN if chance.below(5) < 2 else LOSS
        learnt = forecast.learn(one, two, score)
        one, two = rate(one, two, score, forecast)
        one, two = two, one
        forecast = learnt
    assert forecast.chance(Rating(), Rating()) == pytest.approx(0.4, abs=0.05)
    assert abs(one.shown - two.shown) < 120
    assert not one.provisional
