"""Accounts deleted while requests of theirs are running: nothing of them is left."""

import asyncio
import logging
import secrets
from collections.abc import Iterator
from dataclasses import replace

import pytest
from passing_days import on_server
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person
from sqlalchemy import Connection, select, update
from tournament_players import PATH, begun, make, people, show

from sommet.match.refused import Refused
from sommet.server.community.tournaments import director as directing
from sommet.server.community.tournaments import service
from sommet.server.protocol import http
from sommet.server.storage import schema
from sommet.server.storage.accounts import LoginSession, find_session
from sommet.server.storage.tournaments.schema import tournaments
from sommet.server.tables.seats import SeatHolder
from sommet.tournaments.progress import advance


@pytest.fixture(scope="module", autouse=True)
def by_hand() -> Iterator[None]:
    """Directors look when a test says so, and pages are read anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directing, "LOOK_EVERY_S", 1e6)
        patch.setattr(service, "_FRESH_S", -1.0)
        yield


def session_of(server: ThreadServer, who: Device) -> LoginSession:
    """Return what the server makes of somebody's cookie, while it is still good."""
    with server.app.state.registry.services.store.engine.connect() as connection:
        found = find_session(connection, who.http.cookies["sommet_session"], 0)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("kind", ["swiss", "arena"])
async def test_no_tournament_begins_with_somebody_who_goes(
    server: ThreadServer, device: NewDevice, api: Api, kind: str
) -> None:
    """The account goes after a process has planned the first round, and before it keeps it."""
    tournament, everybody = await begun(device, 2, kind)
    services = server.app.state.registry.services
    director, now_ms = server.app.state.director, services.server_clock.now_ms()
    with services.store.engine.connect() as connection:
        known = directing.read_snapshot(connection, tournament)
    assert known is not None
    entrants = [each.entrant for each in known.entrants]
    terms = replace(known.row.terms, start_ms=now_ms)
    step = advance(terms, entrants, [], known.tallies, now_ms)
    assert step is not None
    assert step.games
    name = list(everybody)[1]
    await everybody[name].done("/api/account/delete", name=name)
    await on_server(server, director._take(known, step, now_ms))
    page = await show(api, tournament)
    assert (page["state"], page["games"], page["entrants"]) == ("open", [], 1)
    with services.store.engine.connect() as connection:
        kept = connection.execute(select(schema.seats).where(schema.seats.c.name == name)).all()
    assert kept == []


async def test_nobody_enters_who_is_gone(server: ThreadServer, device: NewDevice, api: Api) -> None:
    everybody = await people(device, 2)
    organiser, gone = everybody.values()
    tournament = await make(organiser, "swiss")
    session = session_of(server, gone)
    await gone.done("/api/account/delete", name=list(everybody)[1])
    desk = service.TournamentService(server.app.state.registry, server.app.state.director)

    async def enter() -> None:
        with pytest.raises(Refused) as refused:
            await desk.enter(session, tournament)
        assert refused.value.code == "signed_out"

    await on_server(server, enter())
    assert (await show(api, tournament))["entrants"] == 0


async def test_a_tournament_that_cannot_go_on_holds_no_other_up(
    server: ThreadServer,
    device: NewDevice,
    api: Api,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    everybody = await people(device, 2)
    first, second = [await make(next(iter(everybody.values())), "swiss") for _ in range(2)]
    for tournament in (first, second):
        for each in everybody.values():
            await each.done(f"{PATH}/{tournament}/enter")
    services, director = server.app.state.registry.services, server.app.state.director
    with services.store.engine.begin() as connection:
        connection.execute(update(tournaments).values(start_ms=1))
    read = directing.read_snapshot

    def broken(connection: Connection, tournament: str) -> object:
        if tournament == first:
            raise ValueError("nobody thought of this")
        return read(connection, tournament)

    with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
        patch.setattr(directing, "read_snapshot", broken)
        # Whichever of them comes first.
        await on_server(server, director.take_due_steps())
    assert (await show(api, first))["state"] == "open"
    assert (await show(api, second))["state"] == "running"
    await on_server(server, director.take_due_steps())
    assert (await show(api, first))["state"] == "running"


async def test_a_seat_taken_while_its_account_goes_is_somebodys(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    """By a request that was let in before and is kept after: sitting down, and opening a table."""
    mine, name = await person(device)
    registry = server.app.state.registry
    holder = SeatHolder(name, account=session_of(server, mine).account.id, counts=True)
    opened = (await api.http.post("/api/tables", json={"game": "pylos"})).json()
    invite = opened["links"]["invite"].partition("#")[2]
    await mine.done("/api/account/delete", name=name)
    waiting: list[str] = []

    async def arrive_late() -> None:
        wish = http.JoinTable(invite=invite, key=secrets.token_urlsafe(32))
        await registry.join(opened["table"], wish, holder)
        waiting.append((await registry.open(http.CreateTable(game="pylos"), holder)).table)

    await on_server(server, arrive_late())
    async with api.seat(opened) as opposite:
        assert name in [each["name"] for each in opposite.snapshot["players"]]
        await on_server(server, server.app.state.late_seats.forget())
        await opposite.until(
            lambda: name not in [each["name"] for each in opposite.snapshot["players"]]
        )
        await opposite.ask("resign")
    seats = schema.seats.c
    with registry.services.store.engine.connect() as connection:
        kept = connection.execute(
            select(seats.name).where((seats.name == name) | (seats.account == holder.account))
        ).all()
    assert kept == []
    async with asyncio.timeout(60):
        while (await api.http.get(f"/api/tables/{waiting[0]}")).status_code != 404:
            await asyncio.sleep(0.02)
