"""Who may do what with a tournament: everybody may look, and nobody may act for somebody else."""

import csv
import io
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from bot_tokens import BotByHand, new_bot
from seat_client import RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings
from soft_passkey import Device, NewDevice, person
from tournament_players import PATH, QUICK, make, open_games, people, seat_of, show

from sommet.server.community.tournaments import service, views
from sommet.server.storage.hosts.audit import list_entries
from sommet.server.storage.hosts.roles import set_role
from sommet.server.storage.tournaments import reading

#: What people do, and programs; with what they send.
_ACTIONS = {"enter": {}, "leave": {}, "absent": {"absent": True}, "start": {}, "cancel": {}}


async def test_guests_and_programs_may_only_look(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    organiser, _ = await person(device)
    tournament = await make(organiser, "swiss")
    guest = Device(server.url)
    bot = BotByHand(api, new_bot(server, f"Rights {tournament}"))
    async with guest:
        guest.http.cookies.set("sommet_session", secrets.token_urlsafe(32), path="/api")
        assert await guest.refused(PATH, kind="swiss", **QUICK) == (401, "signed_out")
        for action, body in _ACTIONS.items():
            path = f"{PATH}/{tournament}/{action}"
            assert await guest.refused(path, **body) == (401, "signed_out")
            # A program's token is nobody's cookie.
            answer = await api.http.post(path, json=body, headers=bot.headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "signed_out")
    for action in ("enter", "leave"):
        path = f"/api/bot/tournaments/{tournament}/{action}"
        for headers in ({}, {"Authorization": f"Bearer {secrets.token_urlsafe(32)}"}):
            answer = await api.http.post(path, json={}, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, "no_bot")
        # An account is no program, and a program does not meet people who did not choose it.
        assert await organiser.refused(path) == (401, "no_bot")
    answer = await bot.post(f"/api/bot/tournaments/{tournament}/enter")
    assert (answer.status_code, answer.json()["code"]) == (403, "for_people")
    answer = await bot.post(f"/api/bot/tournaments/{tournament}/leave")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_entered")
    page = await show(api, tournament)
    assert (page["state"], page["entrants"]) == ("open", 0)
    for path in (PATH, f"{PATH}/{tournament}", f"{PATH}/{tournament}/results.csv"):
        assert (await api.http.get(path)).status_code == 200


async def test_only_the_organiser_starts_and_cancels(device: NewDevice, api: Api) -> None:
    everybody = await people(device, 3)
    organiser, other, third = everybody.values()
    tournament = await make(organiser, "swiss")
    for action in ("start", "cancel"):
        for who in (other, third):
            refused = await who.refused(f"{PATH}/{tournament}/{action}")
            assert refused == (403, "not_organiser")
    for action in ("leave", "absent"):
        refused = await third.refused(f"{PATH}/{tournament}/{action}", **_ACTIONS[action])
        assert refused == (409, "not_entered")
    for who in (organiser, other):
        await who.done(f"{PATH}/{tournament}/enter")
    await organiser.done(f"{PATH}/{tournament}/start")
    assert await organiser.refused(f"{PATH}/{tournament}/start") == (409, "tournament_begun")
    # Nobody enters a round robin that has begun, but whoever left comes back.
    tournament = await make(organiser, "round-robin")
    for who in (organiser, other):
        await who.done(f"{PATH}/{tournament}/enter")
    await organiser.done(f"{PATH}/{tournament}/start")
    assert await third.refused(f"{PATH}/{tournament}/enter") == (409, "tournament_begun")
    left = await other.done(f"{PATH}/{tournament}/leave")
    assert left["entrants"] == 1
    assert (await other.done(f"{PATH}/{tournament}/enter"))["entrants"] == 2


async def test_only_what_is_done_makes_whoever_pairs_read_again(
    device: NewDevice, server: ThreadServer
) -> None:
    """Else anybody could hold a tournament up by asking for what they may not."""
    everybody = await people(device, 3)
    organiser, other, third = everybody.values()
    tournament = await make(organiser, "swiss")

    def version() -> int:
        with server.app.state.registry.services.store.engine.connect() as connection:
            row = reading.find_tournament(connection, tournament)
        assert row is not None
        return row.version

    seen = [version()]
    for who, action in (
        (organiser, "enter"),
        (other, "enter"),
        (other, "absent"),
        (other, "leave"),
    ):
        for refused in ("start", "cancel", "leave", "absent"):
            await third.refused(f"{PATH}/{tournament}/{refused}", **_ACTIONS[refused])
        assert version() == seen[-1]
        await who.done(f"{PATH}/{tournament}/{action}", **_ACTIONS[action])
        seen.append(version())
    # A round that was planned before must not begin after all.
    await organiser.done(f"{PATH}/{tournament}/cancel")
    seen.append(version())
    assert seen == sorted(set(seen))


async def test_somebody_whom_the_organiser_blocked_cannot_enter(device: NewDevice) -> None:
    everybody = await people(device, 3)
    organiser, blocked, blocking = everybody.values()
    names = list(everybody)
    tournament = await make(organiser, "swiss")
    await organiser.done("/api/account/blocked", name=names[1])
    await blocking.done("/api/account/blocked", name=names[0])
    for who in (blocked, blocking):
        assert await who.refused(f"{PATH}/{tournament}/enter") == (409, "kept_apart")


async def test_a_seat_of_a_tournament_is_its_players_alone(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 3)
    one, other, third = everybody.values()
    tournament = await make(one, "swiss", rounds=1)
    for who in (one, other):
        await who.done(f"{PATH}/{tournament}/enter")
    page = await one.done(f"{PATH}/{tournament}/start")
    (game,) = open_games(page)
    table = game["table"]
    tokens = {(await seat_of(who, table))["token"] for who in (one, other)}
    assert len(tokens) == 2
    assert (await third.done("/api/account/seats"))["seats"] == []
    for token in ("", secrets.token_urlsafe(32)):
        with pytest.raises(RefusedByServer) as refused:
            async with Seat(server.url, table, token or "x" * 43):
                pass
        assert refused.value.code == "bad_token"
    joined = await api.http.post(f"/api/tables/{table}/join", json={"invite": "x" * 43})
    assert joined.status_code == 409
    # A program cannot take up a seat that is a person's, nor another program's.
    bot = BotByHand(api, new_bot(server, f"Seat {tournament}"))
    assert table not in await bot.games()
    programs = await make(one, "arena", programs=True)
    others = [BotByHand(api, new_bot(server, f"Own {tournament} {n}")) for n in range(2)]
    for each in others:
        await each.post(f"/api/bot/tournaments/{programs}/enter")
    page = await one.done(f"{PATH}/{programs}/start")
    (game,) = open_games(page)
    assert await bot.games() == {}
    seats = [(await each.games())[game["table"]]["token"] for each in others]
    assert len(set(seats)) == 2


async def test_on_a_clubs_server_only_organisers_make_tournaments(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, lobby=True, tournaments="host")
    with ThreadServer(settings) as server:
        async with Device(server.url) as member, Device(server.url) as chair:
            await member.register("Member")
            await chair.register("Chair")
            assert await chair.refused(PATH, kind="swiss", **QUICK) == (403, "may_not_organise")
            set_role(server.app.state.registry.services.store.engine, "chair", "organiser", 0)
            assert await member.refused(PATH, kind="swiss", **QUICK) == (403, "may_not_organise")
            assert not (await member.http.get(PATH)).json()["may_make"]
            assert (await chair.http.get(PATH)).json()["may_make"]
            await member.done(f"{PATH}/{await make(chair, 'swiss')}/enter")


async def test_a_host_runs_tournaments_of_others_and_that_is_noted(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    everybody = await people(device, 4)
    organiser, host, helper, _ = everybody.values()
    names, engine = list(everybody), server.app.state.registry.services.store.engine
    tournaments = [await make(organiser, "swiss") for _ in range(3)]
    set_role(engine, names[1], "host", 0)
    set_role(engine, names[2], "organiser", 0)

    async def may_run(who: Device) -> bool:
        return bool((await who.http.get(f"{PATH}/{tournaments[0]}")).json()["may_run"])

    assert [await may_run(each) for each in everybody.values()] == [True, True, False, False]
    assert not (await show(api, tournaments[0]))["may_run"]
    for action in ("start", "cancel"):
        refused = await helper.refused(f"{PATH}/{tournaments[0]}/{action}")
        assert refused == (403, "not_organiser")
    for each in everybody.values():
        await each.done(f"{PATH}/{tournaments[0]}/enter")
    page = await host.done(f"{PATH}/{tournaments[0]}/start")
    assert (page["state"], page["may_run"]) == ("running", True)
    # What is refused, and one's own, is not noted.
    too_few = await host.refused(f"{PATH}/{tournaments[1]}/start")
    assert too_few == (409, "too_few_entrants")
    await organiser.done(f"{PATH}/{tournaments[2]}/cancel")
    await organiser.done("/api/account/delete", name=names[0])
    assert (await host.done(f"{PATH}/{tournaments[1]}/cancel"))["state"] == "cancelled"
    noted = [each for each in list_entries(engine) if each.actor == "account"]
    assert [(each.about, each.what, each.detail) for each in noted] == [
        (names[1], "tournament", f"started {tournaments[0]}"),
        (names[1], "tournament", f"cancelled {tournaments[1]}"),
    ]
    # Without the role it is over.
    set_role(engine, names[1], None, 0)
    assert not await may_run(host)
    assert await host.refused(f"{PATH}/{tournaments[0]}/cancel") == (403, "not_organiser")


async def test_no_name_is_a_formula_in_a_spreadsheet(
    server: ThreadServer, device: NewDevice, api: Api
) -> None:
    organiser, _ = await person(device)
    tournament = await make(organiser, "arena", programs=True)
    names = [f"{sign}1 {tournament}" for sign in ("=", "+", "-", "@")]
    for name in (*names, f"Fair {tournament}"):
        bot = BotByHand(api, new_bot(server, name))
        entered = await bot.post(f"/api/bot/tournaments/{tournament}/enter")
        assert entered.status_code == 200
    await organiser.done(f"{PATH}/{tournament}/start")
    results = (await api.http.get(f"{PATH}/{tournament}/results.csv")).text
    cells = [cell for row in csv.reader(io.StringIO(results)) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "@")]
    assert {f"'{name}" for name in names} | {f"Fair {tournament}"} <= set(cells)


async def test_however_many_look_the_database_is_asked_once(
    device: NewDevice, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_FRESH_S", 3600.0)
    organiser, _ = await person(device)
    tournament = await make(organiser, "swiss")
    read: list[str] = []

    def noting(name: str, result: object) -> Callable[..., object]:
        def note(*_: object) -> object:
            read.append(name)
            return result

        return note

    for name, result in (("read_list", []), ("read_page", None), ("read_csv", None)):
        monkeypatch.setattr(views, name, noting(name, result))
    for path in (PATH, f"{PATH}/{tournament}", f"{PATH}/{tournament}/results.csv"):
        answers = [(await api.http.get(path)).status_code for _ in range(3)]
        assert len(set(answers)) == 1
    # The page was read before, when it was made.
    assert sorted(set(read)) == ["read_csv", "read_list"]
    assert len(read) == 2
