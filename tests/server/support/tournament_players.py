"""People who play tournaments, and a director that looks when a test says so."""

from collections.abc import Mapping
from typing import Any

from passing_days import on_server
from seat_client import Json
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice, person
from sqlalchemy import select

from sommet.server.storage.tournaments import schema

PATH = "/api/tournaments"
#: Nobody waits between rounds.
QUICK: Json = {"game": "pylos", "clock": {"minutes": 5, "increment_s": 2}, "pause_s": 0}
People = dict[str, Device]


async def people(device: NewDevice, many: int) -> People:
    """Return so many people with an account, by name."""
    return {name: made for made, name in [await person(device) for _ in range(many)]}


async def make(organiser: Device, kind: str, **terms: Any) -> str:
    """Make a tournament and return its id."""
    return str((await organiser.done(PATH, kind=kind, **{**QUICK, **terms}))["id"])


async def show(api: Api, tournament: str) -> Json:
    """Look at a tournament as anybody may."""
    answer = await api.http.get(f"{PATH}/{tournament}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def look(server: ThreadServer) -> None:
    """Let the director look."""
    await on_server(server, server.app.state.director.take_due_steps())


def names_of(page: Json) -> dict[int, str]:
    return {row["number"]: row["name"] for row in page["standings"]}


def open_games(page: Json) -> list[Json]:
    return [game for game in page["games"] if game["points"] is None]


async def seat_of(who: Device, table: str) -> Json:
    """Return somebody's seat at a table, as their browser finds it."""
    seats = (await who.done("/api/account/seats"))["seats"]
    (found,) = [seat for seat in seats if seat["table"] == table]
    return dict(found)


async def resign(
    api: Api, page: Json, game: Json, loser: int, everybody: Mapping[str, Device]
) -> None:
    """Let somebody give up a game."""
    who = everybody[names_of(page)[loser]]
    async with api.seat(await seat_of(who, game["table"])) as seat:
        await seat.ask("resign")
        await seat.until(lambda: seat.over)


async def begun(
    device: NewDevice, many: int, kind: str, **terms: Any
) -> tuple[str, dict[str, Device]]:
    """Return a tournament that so many people entered; the first of them made it."""
    everybody = await people(device, many)
    organiser = next(iter(everybody.values()))
    tournament = await make(organiser, kind, **terms)
    for each in everybody.values():
        await each.done(f"{PATH}/{tournament}/enter")
    return tournament, everybody


async def visit(server: ThreadServer, who: Device, tournament: str) -> None:
    """Look at the tournament as somebody's page does; return when that is noted."""
    assert (await who.http.get(f"{PATH}/{tournament}")).status_code == 200
    store = server.app.state.registry.services.store
    await on_server(server, store.write(select(schema.tournaments.c.id).limit(1)))
