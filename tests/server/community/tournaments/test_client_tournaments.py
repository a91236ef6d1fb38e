"""`sommet bot` and `sommet.client` in tournaments on a real server: from entering to the winner."""

import asyncio
import re
import threading
from typing import Any

import pytest
from bot_tokens import new_bot
from server_client import Api, ThreadServer
from soft_passkey import NewDevice
from tournament_players import PATH, look, make, people, show

from sommet.cli.main import main
from sommet.client import LobbyBot, RefusedByServer, Server, entry, lobby_bot
from sommet.server.community import bot_service

PATIENCE_S = 90.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_service, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(entry, "LOOK_EVERY_S", 0.2)
    monkeypatch.setattr(lobby_bot, "LEAVE_WITHIN_S", PATIENCE_S)


def last_legal(view: Any, _: threading.Event) -> Any:
    return view.legal_moves[-1]


async def until_entered(api: Api, tournament: str, many: int) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await show(api, tournament))["entrants"] < many:
            await asyncio.sleep(0.1)


async def test_bots_play_a_tournament_to_its_end(
    api: Api, server: ThreadServer, device: NewDevice
) -> None:
    (organiser,) = (await people(device, 1)).values()
    tournament = await make(organiser, "round-robin", programs=True)
    names = ["Tour One", "Tour Two"]
    said: list[str] = []
    bots = [
        LobbyBot(
            server.url,
            new_bot(server, name),
            lambda: last_legal,
            tournament=tournament,
            say=said.append,
        )
        for name in names
    ]
    async with asyncio.timeout(PATIENCE_S):
        runs = [asyncio.create_task(bot.run()) for bot in bots]
        await until_entered(api, tournament, 2)
        await organiser.done(f"{PATH}/{tournament}/start")
        while not all(run.done() for run in runs):
            await look(server)
            await asyncio.sleep(0.1)
        await asyncio.gather(*runs)
    page = await show(api, tournament)
    assert page["state"] == "finished"
    assert [game["how"] for game in page["games"]] == ["played", "played"]
    assert sum(row["points"] for row in page["standings"]) == 2
    # In the lobby nobody waits, and both were told how it ended.
    assert sum(line.startswith("the tournament is over") for line in said) == 2
    assert sum(line.startswith("takes part: ") for line in said) == 2
    assert not any("waiting for an opponent" in line for line in said)


async def test_a_bot_that_ends_leaves_and_may_come_back(
    api: Api, server: ThreadServer, device: NewDevice
) -> None:
    (organiser,) = (await people(device, 1)).values()
    tournament = await make(organiser, "swiss", programs=True)
    token = new_bot(server, "Tour Three")
    for _ in range(2):
        bot = LobbyBot(server.url, token, lambda: last_legal, tournament=tournament)
        run = asyncio.create_task(bot.run())
        await until_entered(api, tournament, 1)
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        assert (await show(api, tournament))["entrants"] == 0


async def test_a_bot_that_ends_before_it_hears_that_it_takes_part_leaves_too(
    api: Api, server: ThreadServer, device: NewDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (organiser,) = (await people(device, 1)).values()
    tournament = await make(organiser, "swiss", programs=True)
    enter = Server.enter

    async def enter_and_hear_nothing(client: Server, tournament: str) -> None:
        await enter(client, tournament)
        await asyncio.Event().wait()

    monkeypatch.setattr(Server, "enter", enter_and_hear_nothing)
    bot = LobbyBot(
        server.url, new_bot(server, "Tour Five"), lambda: last_legal, tournament=tournament
    )
    run = asyncio.create_task(bot.run())
    await until_entered(api, tournament, 1)
    run.cancel()
    await asyncio.gather(run, return_exceptions=True)
    assert (await show(api, tournament))["entrants"] == 0


async def test_what_a_bot_may_not_enter(api: Api, server: ThreadServer, device: NewDevice) -> None:
    (organiser,) = (await people(device, 1)).values()
    for_people = await make(organiser, "swiss")
    async with Server(server.url, new_bot(server, "Tour Four")) as client:
        for tournament, code in ((for_people, "for_people"), ("a" * 12, "no_such_tournament")):
            with pytest.raises(RefusedByServer) as refused:
                await client.enter(tournament)
            assert refused.value.code == code
        with pytest.raises(RefusedByServer) as refused:
            await client.leave(for_people)
        assert refused.value.code == "not_entered"
        page = await client.tournament(for_people)
        assert page["state"] == "open"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--tournament", "https://x/tournament/abc"], "the end of its link"),
        (["--tournament", "abcdefghijkl", "--against-bots"], "finds the opponents"),
    ],
)
def test_sommet_bot_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], options: list[str], complaint: str
) -> None:
    assert main(["bot", "http://localhost:1", "--token", "x" * 43, *options]) != 0
    assert re.search(complaint, capsys.readouterr().err)
