"""Tournaments from signing up to the winner, on both kinds of database."""

import asyncio
import csv
import io
from collections import Counter

import pytest
from bot_tokens import BotByHand, new_bot
from lobby_guests import watchable
from passing_days import on_server, pass_days
from seat_client import Json
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice
from sqlalchemy import select, update
from tournament_players import (
    PATH,
    look,
    make,
    names_of,
    open_games,
    people,
    resign,
    seat_of,
    show,
)

from sommet.server.settings import Settings
from sommet.server.storage.retention import DAY_MS, Retention, tidy
from sommet.server.storage.tournaments import schema
from sommet.tournaments.model import LOSS, WIN

MINUTES = 1 / (24 * 60)


async def entered(everybody: dict[str, Device], tournament: str) -> None:
    for each in everybody.values():
        await each.done(f"{PATH}/{tournament}/enter")


async def test_a_round_robin_from_signing_up_to_the_winner(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 3)
    names = list(everybody)
    organiser = everybody[names[0]]
    tournament = await make(organiser, "round-robin")
    listed = (await api.http.get(PATH)).json()
    assert listed["tournaments"][0]["id"] == tournament
    assert listed["may_make"]
    assert await organiser.refused(f"{PATH}/{tournament}/start") == (409, "too_few_entrants")
    await entered(everybody, tournament)
    await organiser.done(f"{PATH}/{tournament}/enter")
    page = await organiser.done(f"{PATH}/{tournament}/start")
    assert (page["state"], page["round"], page["rounds"], page["entrants"]) == ("running", 1, 3, 3)
    begun: Counter[tuple[int, int]] = Counter()
    for _ in range(6):
        page = await show(api, tournament)
        (game,) = open_games(page)
        begun[game["first"], game["second"]] += 1
        assert game["table"] in await watchable(api)
        await look(server)  # nothing happens while it is played
        assert await show(api, tournament) == page
        # Whoever signed up later loses.
        await resign(api, page, game, max(game["first"], game["second"]), everybody)
        await look(server)
    # Everybody has met everybody from both sides.
    assert begun == Counter({(a, b): 1 for a in (1, 2, 3) for b in (1, 2, 3) if a != b})
    page = await show(api, tournament)
    assert (page["state"], page["winners"], open_games(page)) == ("finished", [names[0]], [])
    assert [(row["rank"], row["name"], row["points"]) for row in page["standings"]] == [
        (1, names[0], 4.0),
        (2, names[1], 2.0),
        (3, names[2], 0.0),
    ]
    byes = [game for game in page["games"] if game["how"] == "bye"]
    assert [game["points"][0] for game in byes] == [0.0] * 3
    # Every game counts for the ratings, and its page leads to it.
    player = (await api.http.get(f"/api/players/{names[0]}")).json()
    assert (player["wins"], player["losses"]) == (4, 0)
    assert await organiser.refused(f"{PATH}/{tournament}/enter") == (409, "tournament_over")
    # Somebody deletes their account: the results stay.
    await everybody[names[0]].done("/api/account/delete", name=names[0])
    page = await show(api, tournament)
    assert (page["organiser"], page["winners"], page["standings"][0]["name"]) == (
        None,
        [None],
        None,
    )
    text = (await api.http.get(f"{PATH}/{tournament}/results.csv")).text
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[1][:4] == ["1", "1", "deleted player", "4"]
    assert len(rows) == 1 + 3 + 1 + 1 + 9


async def test_swiss_with_a_bye_an_absence_and_a_late_entry(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 5)
    names = list(everybody)
    late = names.pop()
    organiser = everybody[names[0]]
    pacal = {"game": "pacal", "rounds": 3, "rated": False}
    tournament = await make(organiser, "swiss", **pacal)
    await entered({name: everybody[name] for name in names}, tournament)
    absent = everybody[names[3]]
    await absent.done(f"{PATH}/{tournament}/absent", absent=True)
    page = await organiser.done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    (bye,) = [each for each in page["games"] if each["how"] == "bye"]
    assert (bye["first"], bye["points"]) == (3, [1.0, 0.0])
    table = game["table"]
    # Nobody is given a rating for it, and the cards are dealt as at any table.
    assert not (await api.http.get(f"/api/tables/{table}/ratings")).json()["rated"]
    one, other = (everybody[names_of(page)[game[seat]]] for seat in ("first", "second"))
    async with (
        api.seat(await seat_of(one, table)) as here,
        api.seat(await seat_of(other, table)) as there,
    ):
        await here.until(lambda: here.snapshot["board"] is not None)
        assert [each["name"] for each in here.snapshot["players"]] == [
            names_of(page)[game["first"]],
            names_of(page)[game["second"]],
        ]
        await there.ask("resign")
    await absent.done(f"{PATH}/{tournament}/absent", absent=False)
    await everybody[late].done(f"{PATH}/{tournament}/enter")
    for number in (2, 3):
        await look(server)
        page = await show(api, tournament)
        assert page["round"] == number
        assert len(page["standings"]) == 5
        assert sorted(
            each
            for game in page["games"]
            if game["round"] == number
            for each in (game["first"], game["second"])
            if each is not None
        ) == [1, 2, 3, 4, 5]
        for game in open_games(page):
            await resign(api, page, game, game["second"], everybody)
    await look(server)
    page = await show(api, tournament)
    assert page["state"] == "finished"
    byes = [game["first"] for game in page["games"] if game["how"] == "bye"]
    assert len(byes) == len(set(byes)) == 3
    met = [frozenset((g["first"], g["second"])) for g in page["games"] if g["second"]]
    assert len(met) == len(set(met))


async def test_an_arena_of_programs(server: ThreadServer, device: NewDevice, api: Api) -> None:
    (organiser,) = (await people(device, 1)).values()
    tournament = await make(organiser, "arena", programs=True, minutes=1)
    bots = [BotByHand(api, new_bot(server, f"Arena {tournament} {n}")) for n in range(3)]
    for bot in bots:
        assert (await bot.post(f"/api/bot/tournaments/{tournament}/enter")).status_code == 200
    assert await organiser.refused(f"{PATH}/{tournament}/enter") == (403, "for_programs")
    await organiser.done(f"{PATH}/{tournament}/start")
    met: list[tuple[int, int]] = []
    for _ in range(4):
        (game,) = open_games(await show(api, tournament))
        seats = [(await bot.games()).get(game["table"]) for bot in bots]
        playing = [seat for seat in seats if seat is not None]
        assert len(playing) == 2
        # The same seat at every asking.
        assert [(await bot.games()).get(game["table"]) for bot in bots] == seats
        met.append((game["first"], game["second"]))
        async with api.seat(playing[0]) as seat:
            await seat.ask("resign")
        await look(server)
    # Both play both sides, and then somebody else; when time is up there is no return game.
    assert (met[1], met[3]) == (met[0][::-1], met[2][::-1])
    assert set(met[0]) != set(met[2])
    left = await bots[0].post(f"/api/bot/tournaments/{tournament}/leave")
    assert left.json() == {"entered": False}
    await pass_days(server, 2 * MINUTES)
    await look(server)
    page = await show(api, tournament)
    assert page["state"] == "running"
    (game,) = open_games(page)
    number = game["number"]
    playing = [
        games[game["table"]] for bot in bots if game["table"] in (games := await bot.games())
    ]
    async with api.seat(playing[0]) as seat:
        await seat.ask("resign")
    await look(server)
    page = await show(api, tournament)
    assert (page["state"], len(page["games"]), number) == ("finished", 5, 5)
    assert sum(row["points"] for row in page["standings"]) == 5.0
    assert sum(row["withdrawn"] for row in page["standings"]) == 1


async def test_whoever_never_moves_has_lost_and_is_absent(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 2)
    names = list(everybody)
    for game_name, both in (("pylos", False), ("pacal", True)):
        tournament = await make(everybody[names[0]], "swiss", rounds=1, game=game_name)
        await entered(everybody, tournament)
        page = await everybody[names[0]].done(f"{PATH}/{tournament}/start")
        (game,) = open_games(page)
        director = server.app.state.director
        await on_server(server, director.referee())
        assert open_games(await show(api, tournament))
        await pass_days(server, 4 * MINUTES)
        await on_server(server, director.referee())
        page = await show(api, tournament)
        judged = page["games"][0]
        assert (judged["how"], judged["points"]) == ("no-show", [0.0, 0.0 if both else 1.0])
        absent = {row["number"] for row in page["standings"] if row["absent"]}
        assert absent == ({1, 2} if both else {game["first"]})
        await look(server)
        await look(server)
        page = await show(api, tournament)
        assert page["state"] == "finished"
        if not both:
            # The other half of the pairing was not even begun.
            assert page["games"][1]["how"] == "walkover"
            assert page["standings"][0]["points"] == 2.0


async def test_slow_rounds_run_at_once_and_at_their_time(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 3)
    names = list(everybody)
    now_ms = server.app.state.registry.services.server_clock.now_ms()
    slow = {"clock": {"days_per_move": 2}, "start_ms": now_ms + DAY_MS}
    tournament = await make(everybody[names[0]], "round-robin", **slow)
    await entered(everybody, tournament)
    await look(server)
    assert (await show(api, tournament))["state"] == "open"
    await pass_days(server, 1.1)
    await look(server)
    page = await show(api, tournament)
    assert (page["state"], len(open_games(page))) == ("running", 6)
    # Whoever has to move and does not has lost: the clock runs from the start.
    await pass_days(server, 2.1)
    registry = server.app.state.registry
    await on_server(server, registry.deadlines.settle_due())
    await look(server)
    page = await show(api, tournament)
    assert page["state"] == "finished"
    assert [row["points"] for row in page["standings"]] == [2.0, 2.0, 2.0]
    assert [row["rank"] for row in page["standings"]] == [1, 1, 1]


def keep(server: ThreadServer, table: str, first: int | None, second: int | None) -> None:
    """Write the points of a game into the database."""
    games = schema.tournament_games
    change = update(games).where(games.c.table_id == table)
    with server.app.state.registry.services.store.engine.begin() as connection:
        connection.execute(change.values(first_points=first, second_points=second))


async def test_what_is_decided_once_stays(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    """A rematch at the same table is for fun; two who look at once pair nobody twice."""
    everybody = await people(device, 4)
    names = list(everybody)
    tournament = await make(everybody[names[0]], "swiss", rounds=3, game="pacal")
    await entered(everybody, tournament)
    page = await everybody[names[0]].done(f"{PATH}/{tournament}/start")
    game = page["games"][0]
    one, other = (everybody[names_of(page)[game[seat]]] for seat in ("first", "second"))
    async with (
        api.seat(await seat_of(one, game["table"])) as here,
        api.seat(await seat_of(other, game["table"])) as there,
    ):
        await here.until(lambda: here.snapshot["board"] is not None)
        await here.ask("resign")
        await there.until(lambda: there.over)
        assert (await show(api, tournament))["games"][0]["points"] == [0.0, 1.0]
        # Even where nothing was kept, a later game is not taken for the first.
        keep(server, game["table"], None, None)
        await here.ask("propose", what="rematch", ply=here.snapshot["ply"])
        await there.answer("rematch", accept=True)
        await there.until(lambda: there.snapshot["game_number"] == 2)
        await there.until(lambda: there.snapshot["board"] is not None)
        await there.ask("resign")
        await there.until(lambda: there.over)
    page = await show(api, tournament)
    assert page["games"][0]["points"] is None
    keep(server, game["table"], LOSS, WIN)
    await resign(api, page, page["games"][1], page["games"][1]["first"], everybody)
    director = server.app.state.director

    async def both() -> None:
        await asyncio.gather(*(director.go_on(tournament) for _ in range(5)))

    await on_server(server, both())
    page = await show(api, tournament)
    assert (page["round"], len(page["games"])) == (2, 4)


async def test_deleting_an_account_leaves_a_tournament_without_it(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 3)
    names = list(everybody)
    tournament = await make(everybody[names[0]], "swiss", rounds=2)
    await entered(everybody, tournament)
    gone = everybody.pop(names[2])
    exported = (await gone.http.get("/api/account/export")).json()["account"]
    assert [each["tournament"] for each in exported["tournaments"]] == [tournament]
    await gone.done("/api/account/delete", name=names[2])
    page = await show(api, tournament)
    assert [row["name"] for row in page["standings"]] == names[:2]
    await everybody[names[0]].done(f"{PATH}/{tournament}/start")
    await everybody[names[1]].done("/api/account/delete", name=names[1])
    page = await show(api, tournament)
    assert [row["name"] for row in page["standings"]] == [names[0], None]
    assert page["standings"][1]["withdrawn"]


async def test_limits_wrong_wishes_and_figures(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    (organiser,) = (await people(device, 1)).values()
    wrong: list[tuple[Json, int, str]] = [
        ({"kind": "arena", "clock": {"days_per_move": 1}}, 422, "arena_needs_clock"),
        ({"kind": "swiss", "start_ms": 1}, 422, "bad_start"),
        ({"kind": "swiss", "preset": "fr"}, 422, "no_such_preset"),
        ({"kind": "swiss", "rulings": {"colour": 1}}, 422, "no_such_ruling"),
        ({"kind": "swiss", "rounds": 0}, 422, "malformed"),
        ({"kind": "knockout"}, 422, "malformed"),
        ({"kind": "swiss", "clock": None}, 422, "malformed"),
        ({"kind": "swiss", "name": "My cup"}, 422, "malformed"),
    ]
    usual = {"game": "pylos", "clock": {"minutes": 5}}
    for wish, status, code in wrong:
        assert await organiser.refused(PATH, **{**usual, **wish}) == (status, code), wish
    made = [await make(organiser, "swiss") for _ in range(3)]
    assert await organiser.refused(PATH, kind="swiss", **usual) == (409, "too_many_tournaments")
    cancelled = await organiser.done(f"{PATH}/{made[0]}/cancel")
    assert cancelled["state"] == "cancelled"
    await make(organiser, "arena")
    figures = (await api.http.get("/metrics")).text
    assert 'sommet_tournaments_total{what="made"}' in figures
    assert "sommet_tournament_games_total" in figures
    missing = "A" * 12
    assert (await api.http.get(f"{PATH}/{missing}")).json()["code"] == "no_such_tournament"
    assert (await api.http.get(f"{PATH}/{missing}/results.csv")).status_code == 404


async def test_old_tournaments_go_with_old_games(server: ThreadServer, device: NewDevice) -> None:
    (organiser,) = (await people(device, 1)).values()
    kept = await make(organiser, "swiss")
    old = await make(organiser, "swiss")
    await organiser.done(f"{PATH}/{old}/cancel")
    services = server.app.state.registry.services
    later_ms = services.server_clock.now_ms() + 40 * DAY_MS
    engine = services.store.engine
    assert tidy(engine, Retention(finished=30), later_ms, dry=True).tournaments >= 1
    tidy(engine, Retention(finished=30), later_ms)
    with engine.connect() as connection:
        left = set(connection.execute(select(schema.tournaments.c.id)).scalars())
    assert kept in left
    assert old not in left


@pytest.mark.parametrize(
    "settings", [{"tournaments": "off"}, {"lobby": False}, {"accounts": False}]
)
def test_a_server_without_tournaments_shows_none(settings: Json) -> None:
    assert not Settings(**{"lobby": True, **settings}).has_tournaments
