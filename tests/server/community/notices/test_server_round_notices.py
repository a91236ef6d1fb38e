"""Games of a tournament that begin: told by Web Push to those who are not looking."""

import secrets
from collections.abc import Iterator

import pytest
from passing_days import on_server, pass_days
from push_service import PushService, SoftBrowser, push_service
from server_client import Api, ThreadServer
from soft_passkey import Device, NewDevice
from sqlalchemy import select
from tournament_players import PATH, begun, look, open_games, resign, show, visit

from sommet.match.clock import DAY_MS
from sommet.server.community.tournaments import director, roll_call
from sommet.server.community.tournaments import service as tournament_service
from sommet.server.storage.notices.schema import slow_turns

MINUTES = 1 / (24 * 60)


@pytest.fixture(scope="module", autouse=True)
def by_hand() -> Iterator[None]:
    """The director looks when a test says so, and everybody is noted whenever they are heard of."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(director, "LOOK_EVERY_S", 1e6)
        patch.setattr(director, "REFEREE_EVERY_S", 1e6)
        patch.setattr(tournament_service, "_FRESH_S", -1.0)
        patch.setattr(roll_call, "EVERY_S", -1.0)
        yield


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


async def subscribe(who: Device, service: PushService) -> SoftBrowser:
    browser = service.browser(secrets.token_hex(8))
    answer = await who.http.post("/api/notices", json={**browser.subscription, "seats": []})
    assert answer.status_code == 200, answer.text
    return browser


async def send_notices(server: ThreadServer, after_s: float) -> None:
    await pass_days(server, after_s * 1000 / DAY_MS)

    async def all_of_it() -> None:
        while await server.app.state.notice_sender.send_due():
            pass

    await on_server(server, all_of_it())


async def test_a_round_that_begins_is_told_to_those_who_are_not_looking(
    api: Api, server: ThreadServer, device: NewDevice, service: PushService
) -> None:
    tournament, everybody = await begun(device, 2, "swiss", rounds=1)
    here, away = everybody.values()
    phones = [await subscribe(each, service) for each in (here, away)]
    await pass_days(server, MINUTES)
    await visit(server, here, tournament)
    page = await here.done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    await send_notices(server, 1)
    (notice,) = phones[1].next()["notices"]
    assert (notice["kind"], notice["table"]) == ("round", game["table"])
    assert notice["opponent"] == next(iter(everybody))
    assert phones[0].got.empty()
    # Whose game is over meanwhile is told nothing: the second half goes to nobody who left.
    await resign(api, page, game, game["first"], everybody)
    await look(server)
    (second,) = open_games(await show(api, tournament))
    await resign(api, page, second, second["first"], everybody)
    await send_notices(server, 60)
    assert phones[1].got.empty()


async def test_slow_games_of_a_tournament_call_whoever_begins(
    api: Api, server: ThreadServer, device: NewDevice, service: PushService
) -> None:
    tournament, everybody = await begun(
        device, 2, "swiss", rounds=1, clock={"days_per_move": 2}, game="pacal"
    )
    organiser = next(iter(everybody.values()))
    phone = await subscribe(organiser, service)
    page = await organiser.done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    await send_notices(server, 21)
    (notice,) = phone.next()["notices"]
    assert (notice["kind"], notice["table"]) == ("move", game["table"])
    waits = select(slow_turns.c.player).where(slow_turns.c.table_id == game["table"])
    with server.app.state.registry.services.store.engine.connect() as connection:
        assert sorted(connection.execute(waits).scalars()) == [0, 1]  # both shuffle
