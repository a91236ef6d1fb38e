"""`sommet bot` and the bot of the docs against a real server: whole games, and coming back."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bot_tokens import new_bot
from lobby_guests import Guest, look
from seat_client import Json, Seat, random_move
from server_client import Api, ProcessServer, ThreadServer, quick_settings
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

from sommet import bots
from sommet.cli.main import main
from sommet.client import Challenge, LobbyBot, Offer, RefusedByServer, Server, challenges
from sommet.client.seat import Seat as ClientSeat
from sommet.seeding import Random
from sommet.server.community import bot_service
from sommet.server.community import lobby as lobby_module
from sommet.server.storage.bots import create_bot
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.tokens import new_token

ROOT = Path(__file__).parents[3]
PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "_FRESH_S", -1.0)
    monkeypatch.setattr(bot_service, "LOOK_EVERY_S", 0.05)


@pytest.fixture
def public(tmp_path: Path) -> Iterator[ThreadServer]:
    with ThreadServer(quick_settings(tmp_path, lobby=True)) as running:
        yield running


def first_legal(view: Any, _: threading.Event) -> Any:
    return view.legal_moves[0]


@contextlib.asynccontextmanager
async def living(bot: LobbyBot) -> AsyncIterator[asyncio.Task[None]]:
    """A bot that plays meanwhile."""
    task = asyncio.create_task(bot.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def eventually(look_for: Callable[[], Any]) -> Any:
    """Return what a question comes to answer."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            found = await look_for()
            if found:
                return found
            await asyncio.sleep(0.05)


async def offered(api: Api, name: str) -> Json:
    """Return the seat in the lobby at which a bot waits."""

    async def find() -> Json | None:
        seats = (await look(api))["seats"]
        return next((seat for seat in seats if seat["bot"] == name), None)

    return dict(await eventually(find))


@pytest.mark.parametrize("game", ["pylos", "pacal"])
async def test_two_bots_play_each_other(public: ThreadServer, game: str) -> None:
    said: list[str] = []
    tokens = [new_bot(public, name) for name in ("One", "Two")]

    def bot(token: str, **more: Any) -> LobbyBot:
        return LobbyBot(
            public.url,
            token,
            lambda: first_legal,
            Offer(game),
            say=said.append,
            last_game=1,
            **more,
        )

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(bot(tokens[0]).run(), bot(tokens[1], against_bots=True).run())
    results = [line.split(": ")[1].split()[0] for line in said if " after " in line]
    assert not any("fair" in line for line in said), said
    assert sorted(results) in (["lost", "won"], ["drawn", "drawn"]), said
    async with Server(public.url, tokens[0]) as server:
        assert [each.status for each in await server.games()] == ["finished"]
        assert [seat for seat in await server.lobby() if seat["bot"]] == []


async def test_a_bot_challenges_another_one_that_is_asked_whether_it_wants_to(
    public: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "AGAIN_S", 0.01)
    said: list[str] = []
    asked: list[Challenge] = []

    def accepts(challenge: Challenge) -> bool:
        asked.append(challenge)
        return len(asked) > 1

    def bot(name: str, **more: Any) -> LobbyBot:
        offer = Offer("pylos", "expert", {"repetition": 4}, minutes=7)
        token = new_bot(public, name)
        return LobbyBot(public.url, token, lambda: first_legal, offer, last_game=1, **more)

    challenged = bot("Asked", accepts=accepts, say=said.append)
    challenger = bot("Asks", challenge="Asked")
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(challenged.run(), challenger.run())
    assert asked == [Challenge("Asks", True, "expert", {"repetition": 4}, 420_000, 5000)] * 2
    answers = [line for line in said if "challenge by Asks" in line]
    assert [line.split()[0] for line in answers] == ["declines", "accepts"]
    # Whoever is not there does not answer; whom nobody knows ends the search.
    with pytest.raises(RefusedByServer, match="Nobody here has this name"):
        await bot("Lost", challenge="No One").run()


@pytest.mark.parametrize(
    ("wish", "accepted"),
    [({"preset": "expert"}, False), ({"game": "pacal"}, False), ({"clock": None}, True)],
)
async def test_a_bot_accepts_its_own_game_from_anybody_while_it_has_room(
    public: ThreadServer, wish: Json, accepted: bool
) -> None:
    token = new_bot(public, "Choosy")
    bot = LobbyBot(public.url, token, lambda: first_legal, games=1)
    body = {"game": "pylos", "bot": "Choosy", **wish}
    async with Api(public.url) as api, living(bot):
        await offered(api, "Choosy")
        for begins in (accepted, False):
            made = await api.http.post("/api/bots/challenges", json={**body, "key": new_token()})
            assert made.status_code == 201, made.text
            # The table is gone where it declines; it has room for one game.
            path = f"/api/tables/{made.json()['table']}"

            async def answered(path: str = path) -> str | None:
                found = await api.http.get(path)
                if found.status_code == 404:
                    return "gone"
                return None if found.json()["status"] == "waiting" else "playing"

            assert await eventually(answered) == ("playing" if begins else "gone")


async def play_out(person: Seat) -> None:
    """Play any moves until the game is over."""
    await asyncio.wait_for(person.play_on(Random(5)), PATIENCE_S)


async def test_a_guest_plays_a_bot_from_the_lobby_and_a_rematch(public: ThreadServer) -> None:
    token = new_bot(public, "Gentle")

    def new_chooser() -> Any:
        level = bots.make("pylos", "level:1")
        return lambda view, unwanted: level.choose(view, seed=1, cancel=unwanted)

    async with Api(public.url) as api, living(LobbyBot(public.url, token, new_chooser)) as task:
        table = (await offered(api, "Gentle"))["table"]
        taken = (await Guest(api).take(table)).json()["seat"]
        async with api.seat(taken) as person:
            await person.until(lambda: person.snapshot["status"] == "playing")
            # Another seat waits already, and the bot takes no gifts.
            assert (await offered(api, "Gentle"))["table"] != table
            await person.ask("propose", what="draw", ply=person.snapshot["ply"])
            await person.until(lambda: not person.snapshot["proposals"])
            assert not person.over
            await play_out(person)
            await person.ask("propose", what="rematch", ply=person.snapshot["ply"])
            await person.until(lambda: person.snapshot["game_number"] == 2)
            await person.ask("resign")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # Whoever ends withdraws what waits.
        assert (await look(api))["seats"] == []


async def test_a_bot_that_finds_no_move_resigns(public: ThreadServer) -> None:
    said: list[str] = []
    token = new_bot(public, "Broken")

    def fail(view: Any, _: threading.Event) -> Any:
        raise ValueError("out of ideas")

    answers = iter((fail, lambda *_: "9z9"))
    bot = LobbyBot(public.url, token, lambda: next(answers), last_game=2, say=said.append)
    async with Api(public.url) as api, living(bot):
        for reason in ("out of ideas", "9z9"):
            table = (await offered(api, "Broken"))["table"]
            async with api.seat((await Guest(api).take(table)).json()["seat"]) as person:
                await person.until(lambda: person.over or "play" in person.can)
                if not person.over:
                    await person.play(random_move(person.snapshot["board"], Random(1)))
                await person.until(lambda: person.over)
                assert person.snapshot["outcome"]["reason"] == "resignation"
            assert any(reason in line for line in said), said


async def test_whoever_is_cancelled_while_sitting_down_leaves_no_connection() -> None:
    """A table that never welcomes anybody; what it sees is that the connection ends."""
    heard, left = asyncio.Event(), asyncio.Event()

    async def never_welcome(socket: ServerConnection) -> None:
        await socket.recv()
        heard.set()
        await socket.wait_closed()
        left.set()

    async with serve(never_welcome, "127.0.0.1", 0) as table:
        port = next(iter(table.sockets)).getsockname()[1]
        sitting = asyncio.create_task(ClientSeat(f"http://127.0.0.1:{port}", "t", "x").__aenter__())
        await asyncio.wait_for(heard.wait(), PATIENCE_S)
        sitting.cancel()
        await asyncio.gather(sitting, return_exceptions=True)
        await asyncio.wait_for(left.wait(), PATIENCE_S)


async def test_whoever_is_cancelled_while_leaving_leaves_no_connection() -> None:
    """Such as a bot that ends while a game that is over is being left."""

    async def listen(socket: ServerConnection) -> None:
        await socket.wait_closed()

    async with serve(listen, "127.0.0.1", 0) as table:
        port = next(iter(table.sockets)).getsockname()[1]
        seat = ClientSeat(f"http://127.0.0.1:{port}", "t", "x")
        socket = seat._socket = await connect(f"ws://127.0.0.1:{port}/ws/t")
        leaving = asyncio.create_task(seat._leave())
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        assert leaving.cancelled()
        assert socket.transport.is_closing()


async def test_a_wrong_token_ends_a_bot_at_once(public: ThreadServer) -> None:
    with pytest.raises(RefusedByServer, match="not a program's"):
        await LobbyBot(public.url, "x" * 43, lambda: first_legal).run()


async def test_bot_and_server_are_killed_and_go_on(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    engine = open_engine(f"sqlite:///{database}")
    upgrade(engine)
    environment = {**os.environ, "SOMMET_TOKEN": create_bot(engine, "Steady", 1)}
    engine.dispose()
    # A program by the engine protocol, in any language: the one of the docs.
    path = tmp_path / "mybot.py"
    path.write_text(code_in("docs/engine-protocol.md"))
    program = f"{sys.executable} {path}"

    def start(url: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "sommet.cli.main", "bot", url, "--player", f"program:{program}"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    with ProcessServer(database, "--lobby") as server:
        bot = start(server.url)
        try:
            async with Api(server.url) as api:
                table = (await offered(api, "Steady"))["table"]
                taken = (await Guest(api).take(table)).json()["seat"]
                async with api.seat(taken) as person:
                    await move_once(person)
                    bot.kill()
                    bot.communicate()
                    bot = start(server.url)
                    # The second move answers one that only the new bot can have played.
                    await move_once(person)
                    await move_once(person)
            server.kill()
            server.start()
            async with Api(server.url) as api, api.seat(taken) as person:
                await move_once(person)
                await move_once(person)
        finally:
            bot.send_signal(signal.SIGINT)
            said, _ = bot.communicate(timeout=120)
    assert bot.returncode == 0
    assert "playing as Steady" in said
    assert "trying again" in said
    assert "running games: 1" in said
    assert said.rstrip().endswith("ended")


def code_in(page: str) -> str:
    """Return the bot of a page of the docs."""
    docs = (ROOT / page).read_text("utf-8")
    (code,) = re.findall(r"^```bot\n(.*?)^```$", docs, re.M | re.S)
    return str(code)


async def move_once(person: Seat) -> None:
    """Play a move as soon as the bot has played its own."""
    await person.until(lambda: "play" in person.can, patience_s=PATIENCE_S)
    await person.play(random_move(person.snapshot["board"], Random(person.snapshot["ply"])))


def test_the_bot_of_the_docs_plays(public: ThreadServer, tmp_path: Path) -> None:
    code = code_in("docs/bots.md")
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    path = tmp_path / "mybot.py"
    path.write_text(code)
    environment = {**os.environ, "SOMMET_TOKEN": new_bot(public, "Climber")}
    bot = subprocess.Popen(
        [sys.executable, str(path), public.url], env=environment, stdout=subprocess.PIPE, text=True
    )

    async def play_a_game() -> None:
        async with Api(public.url) as api:
            table = (await offered(api, "Climber"))["table"]
            async with api.seat((await Guest(api).take(table)).json()["seat"]) as person:
                await play_out(person)

    try:
        asyncio.run(play_a_game())
    finally:
        bot.send_signal(signal.SIGINT)
        said, _ = bot.communicate(timeout=120)
    assert bot.returncode == 0
    assert "playing as Climber" in said


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("ftp://x",), "a server looks like"),
        (("http://localhost:1", "--player", "nobody"), "no bot 'nobody'"),
        (("http://localhost:1", "--rules", "fr"), "pylos has the rules"),
        (("http://localhost:1", "--days", "15"), "from 1 to 14"),
        (("http://localhost:1", "--seats", "0"), "--seats is at least 1"),
        (("http://localhost:1", "--token", "ü"), "and nothing else"),
        (("http://localhost:1", "--challenge", "A", "--against-bots"), "leave the other ways out"),
        (("http://localhost:1", "--token", ""), "needs a token"),
    ],
)
def test_wrong_arguments_are_told_at_once(
    arguments: tuple[str, ...],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("SOMMET_TOKEN", "" if problem == "needs a token" else "x" * 43)
    assert main(["bot", *arguments]) == 2
    assert problem in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bot", "--help"])
    assert "sommet bot https://play.example.org --player level:5" in capsys.readouterr().out
