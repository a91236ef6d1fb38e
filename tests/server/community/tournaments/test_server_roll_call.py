"""Who is there in a tournament: an arena pairs nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from passing_days import on_server, pass_days
from server_client import Api, ThreadServer
from soft_passkey import NewDevice
from sqlalchemy import Connection, select, update
from tournament_players import PATH, begun, look, names_of, open_games, resign, show, visit

from sommet.server.community.tournaments import roll_call
from sommet.server.storage.tournaments import schema

MINUTES = 1 / (24 * 60)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is noted whenever they are heard of."""
    monkeypatch.setattr(roll_call, "EVERY_S", -1.0)


def read(server: ThreadServer, query: Any) -> list[Any]:
    with server.app.state.registry.services.store.engine.connect() as connection:
        return list(connection.execute(query))


async def test_an_arena_pairs_only_those_who_are_there(
    api: Api, server: ThreadServer, device: NewDevice
) -> None:
    tournament, everybody = await begun(device, 4, "arena", minutes=60)
    one, two, three, four = everybody.values()
    await pass_days(server, 3 * MINUTES)
    for each in (one, two):
        await visit(server, each, tournament)
    page = await one.done(f"{PATH}/{tournament}/start")
    names = names_of(page)
    (game,) = open_games(page)
    assert {names[game["first"]], names[game["second"]]} == set(list(everybody)[:2])
    # Whoever comes back is paired with the next look.
    for each in (three, four):
        await visit(server, each, tournament)
    await look(server)
    games = open_games(await show(api, tournament))
    assert len(games) == 2
    # Those who play are not asked to look at the tournament; when they are done they come back.
    await pass_days(server, 3 * MINUTES)
    for game in games:
        await resign(api, page, game, game["first"], everybody)
    await look(server)
    assert open_games(await show(api, tournament)) == []
    for each in everybody.values():
        await visit(server, each, tournament)
    await look(server)
    assert len(open_games(await show(api, tournament))) == 2


async def test_whom_an_earlier_version_let_in_is_paired(
    api: Api, server: ThreadServer, device: NewDevice
) -> None:
    tournament, everybody = await begun(device, 2, "arena", minutes=60)
    with server.app.state.registry.services.store.engine.begin() as connection:
        connection.execute(
            update(schema.tournament_entrants)
            .where(schema.tournament_entrants.c.tournament == tournament)
            .values(seen_ms=None)
        )
    await pass_days(server, 30 * MINUTES)
    await next(iter(everybody.values())).done(f"{PATH}/{tournament}/start")
    assert len(open_games(await show(api, tournament))) == 1


async def test_nobody_begins_before_their_last_game_was_over(
    api: Api, server: ThreadServer, device: NewDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes to read how an arena stands."""
    tournament, everybody = await begun(device, 2, "arena", minutes=60)
    page = await next(iter(everybody.values())).done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    services = server.app.state.registry.services
    ordinary = services.store.read

    async def slow(query: Callable[[Connection], Any]) -> Any:
        services.server_clock.slew(5000)
        return await ordinary(query)

    async def look_slowly() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(services.store, "read", slow)
            await server.app.state.director.take_due_steps()

    await resign(api, page, game, game["first"], everybody)
    await on_server(server, look_slowly())
    columns = schema.tournament_games.c
    first, second = read(
        server,
        select(columns.started_ms, columns.finished_ms)
        .where(columns.tournament == tournament)
        .order_by(columns.number),
    )
    assert second.started_ms >= first.finished_ms + 5000


async def test_a_table_knows_its_tournament(
    api: Api, server: ThreadServer, device: NewDevice
) -> None:
    tournament, everybody = await begun(device, 2, "arena", minutes=60)
    page = await next(iter(everybody.values())).done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    found = (await api.http.get(f"/api/tables/{game['table']}/ratings")).json()
    assert found["tournament"] == tournament
    other, _ = await api.friends("pylos")
    found = (await api.http.get(f"/api/tables/{other['table']}/ratings")).json()
    assert found["tournament"] is None
