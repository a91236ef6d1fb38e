"""A player made of code, speaking the protocol over a real WebSocket, and a server to speak to."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn
import websockets
from server_nursery import Child, nursery
from table_fold import TableFold
from websockets.asyncio.client import ClientConnection

from sommet.seeding import Random
from sommet.server.app import create_app
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.run import server_options
from sommet.server.settings import Settings

Json = dict[str, Any]
PATIENCE_S = 30.0


def quick_settings(folder: Path, **changes: Any) -> Settings:
    """Return settings for tests: no pauses, no rate limits, a database of their own."""
    return Settings(
        **{
            "database": f"sqlite:///{folder / 'games.sqlite3'}",
            "static": folder / "static",
            "computer_pause_s": 0.0,
            "thinkers": 1,
            "warm_thinker": False,
            "tables_per_minute": 1_000_000,
            "messages_per_second": 1e6,
            "message_burst": 1_000_000,
            "messages_per_second_per_address": 1e6,
            "message_burst_per_address": 1_000_000,
            "max_open_tables_per_address": 1_000_000,
            "requests_per_second": 1e6,
            "request_burst": 1_000_000,
            "uploads_per_day": 1_000_000,
            "connects_per_second": 1e6,
            "connect_burst": 1_000_000,
            "max_http_connections_per_address": 1_000_000,
            **changes,
        }
    )


class ThreadServer:
    """A real server on a real port, in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.app = create_app(settings)
        config = uvicorn.Config(
            self.app, **server_options(self.app), log_level="warning", lifespan="on"
        )
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=lambda: self.server.run(sockets=[self._listener]), daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self.server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(10)
        self._listener.close()
        assert not self._thread.is_alive(), "the server did not end"


class ProcessServer:
    """`sommet serve` in a process of its own, which can be killed and started again."""

    def __init__(
        self, database: Path | str, *options: str, env: dict[str, str] | None = None
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        address = database if isinstance(database, str) else f"sqlite:///{database}"
        self._env = env
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = [
            *("serve", "--port", str(self.port), "--database", address),
            *("--log-level", "error", *options),
        ]
        self._process: subprocess.Popen[bytes] | Child | None = None

    def start(self) -> None:
        self.begin()
        wait_until(self.answers)

    def begin(self) -> None:
        """Start it, and do not wait until it answers."""
        if self._env is None:
            self._process = nursery().start(self._arguments, dict(os.environ))
        else:  # perhaps a library to be loaded first: a program of its own
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sommet.cli.main", *self._arguments],
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, **self._env},
            )

    def answers(self) -> bool:
        try:
            return httpx.get(self.url + "/healthz", timeout=1).status_code == 200
        except httpx.HTTPError:
            return False

    def resident_kb(self) -> int:
        """Return how much memory it has, 0 where the system does not say."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        return int(status.read_text().partition("VmRSS:")[2].split()[0]) if status.exists() else 0

    def kill(self) -> None:
        """End it as a power cut would: no handler runs."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def wait_until(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    end = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class RefusedByServer(Exception):  # noqa: N818
    def __init__(self, message: Json) -> None:
        self.message = message
        self.code: str = message["refusal"]["code"]
        super().__init__(message["refusal"]["sentence"])


class Seat:
    """One connection: keeps every raw message, answers probes, waits for what is wanted."""

    def __init__(self, url: str, table: str, token: str | None = None) -> None:
        self._url = url.replace("http", "ws", 1) + f"/ws/{table}"
        self._hello: Json = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": token}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._id = 0
        self.raw: list[str] = []
        self.answers: dict[int, Json] = {}
        self.fold = TableFold()
        self.snapshot: Json = {}
        self.presence: Json = {}
        self.events: list[Json] = []
        self.missed: list[Json] = []
        self.chain: str | None = None
        self.rewritten = False
        self.closed = False
        self.fatal: Json | None = None
        #: Whether it asks for the first cards of a game by itself.
        self.adds_numbers = True
        self._added: set[str] = set()

    def resume(self, left: "Seat") -> None:
        """Say hello with what another connection saw last."""
        self.fold = left.fold
        self._hello["resume_from"] = left.snapshot["seq"]
        self._hello["resume_chain"] = left.chain

    async def __aenter__(self) -> Self:
        self._socket = await websockets.connect(self._url, max_size=None)
        # A server that refuses the connection may have closed it already, after saying why.
        with contextlib.suppress(websockets.ConnectionClosed):
            await self._socket.send(json.dumps(self._hello))
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.snapshot) or self.closed)
        if self.fatal is not None:
            await self.leave()
            raise RefusedByServer(self.fatal)
        if self.adds_numbers and self.snapshot.get("mode") != "friend":
            await self.until(lambda: self.snapshot.get("next_deal") is None or self.closed)
        return self

    async def _ask_for_first_cards(self) -> None:
        """Do by itself what the page does by itself."""
        wanted = self.adds_numbers and "next_round" in self.can and self.snapshot["board"] is None
        if not wanted or self.snapshot["next_deal"]["sha256"] in self._added:
            return
        sha256 = self.snapshot["next_deal"]["sha256"]
        self._added.add(sha256)
        self._id += 1
        message = {"type": "next_round", "id": self._id, "sha256": sha256}
        game = self.snapshot["game_number"]
        number = secrets.token_hex(32)
        await self.send_raw(json.dumps({**message, "game_number": game, "number": number}))

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.leave()

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.raw.append(text)
                await self._take(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind == "probe":
            self.fold.hear_time(message["server_ms"])
            await self.send_raw(json.dumps({"type": "echo", "probe": message["probe"]}))
            return
        async with self._news:
            if kind in ("welcome", "change"):
                (self.fold.welcome if kind == "welcome" else self.fold.change)(message)
                self.snapshot = self.fold.snapshot()
                seats = [player["connected"] for player in self.snapshot["players"]]
                self.presence = {"connected": seats, "watchers": self.snapshot["watchers"]}
                self.events.extend(message.get("events", ()))
                self.missed = message.get("missed", self.missed)
                self.chain = message.get("chain")
                self.rewritten = message.get("rewritten", self.rewritten)
            elif kind == "presence":
                self.presence = message
                self.fold.presence(message)
                self.snapshot = self.fold.snapshot()
            elif kind in ("ack", "refused", "pong"):
                if message["id"] is not None:
                    self.answers[message["id"]] = message
                if message.get("fatal"):
                    self.fatal = message
            self._news.notify_all()
        if kind in ("welcome", "change"):
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._ask_for_first_cards()

    async def until(self, done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        async with asyncio.timeout(patience_s), self._news:
            await self._news.wait_for(done)

    async def until_seq(self, seq: int) -> None:
        """Wait until this connection has heard of event number `seq`."""
        await self.until(lambda: int(self.snapshot["seq"]) >= seq)

    async def send_raw(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send an intent and return its ack; raise if it was refused."""
        self._id += 1
        number = self._id
        message = {"type": kind, "id": number, "game_number": self.snapshot["game_number"]}
        if kind == "ping":
            del message["game_number"]
        await self.send_raw(json.dumps({**message, **fields}))
        await self.until(lambda: number in self.answers or self.closed)
        assert number in self.answers, "the connection was closed instead of an answer"
        answer = self.answers.pop(number)
        if answer["type"] == "refused":
            raise RefusedByServer(answer)
        return answer

    async def next_round(self) -> Json:
        """Add a number to the next deal, as the page does."""
        sha256 = self.snapshot["next_deal"]["sha256"]
        return await self.ask("next_round", sha256=sha256, number=secrets.token_hex(32))

    async def play(self, move: str) -> Json:
        return await self.ask("play", ply=self.snapshot["ply"], move=move)

    async def answer(self, what: str, *, accept: bool) -> Json:
        """Answer the other's proposal once it is there."""
        await self.until(lambda: what in {each["what"] for each in self.snapshot["proposals"]})
        proposal = next(p["id"] for p in self.snapshot["proposals"] if p["what"] == what)
        return await self.ask("answer", proposal=proposal, accept=accept)

    @property
    def can(self) -> list[str]:
        return list(self.snapshot["you"]["can"])

    @property
    def over(self) -> bool:
        return self.snapshot["outcome"] is not None

    async def play_on(self, random: Random, *, until_over: bool = True) -> None:
        """Play random legal moves until the game is over, asking for further rounds."""
        while not self.over:
            await self.until(lambda: self.over or self._has_to_act())
            if self.over:
                return
            if self.snapshot["you"]["curtain"] is not None:
                await self.ask("lift_curtain", seat=self.snapshot["you"]["curtain"])
            elif self._wants_round():
                if not until_over:
                    return
                await self.next_round()
            else:
                await self.play(random_move(self.snapshot["board"], random))

    def _has_to_act(self) -> bool:
        curtain = self.snapshot["you"]["curtain"] is not None
        return curtain or "play" in self.can or self._wants_round()

    def _wants_round(self) -> bool:
        """Return whether a further round waits for this seat; the first is asked for by itself."""
        return "next_round" in self.can and self.snapshot["board"] is not None


def random_move(board: Json, random: Random) -> str:
    """Return a legal move, put together from what the board offers."""
    if board["kind"] == "pylos":
        landing = pick(board["landings"], random)
        move = landing["target"]
        if landing["source"] is not None:
            move = f"{landing['source']}>{move}"
        if landing["takes"] and not (landing["may_stop"] and random.below(2)):
            take = pick(landing["takes"], random)
            move += f"-{take['cell']}"
            if take["then"] and random.below(2):
                move += f"-{pick(take['then'], random)}"
        return str(move)
    choices = board["choices"]
    if choices["offerable"]:
        cards = list(choices["offerable"])
        random.shuffle(cards)
        return f"offer {cards[0]} {cards[1]}"
    if choices["takeable"]:
        return f"take {pick(choices['takeable'], random)}"
    fields = [choice["field"] for choice in choices["fields"] if choice["allowed"]]
    return f"build {pick(fields, random)}" if fields else "decline"


def pick(items: list[Any], random: Random) -> Any:
    return items[random.below(len(items))]


class Api:
    """The HTTP interface of a server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def open(self, game: str, mode: str, **wishes: Any) -> Json:
        answer = await self.http.post("/api/tables", json={"game": game, "mode": mode, **wishes})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def join(self, created: Json, **wishes: Any) -> Json:
        invite = created["links"]["invite"].partition("#")[2]
        answer = await self.http.post(
            f"/api/tables/{created['table']}/join", json={"invite": invite, **wishes}
        )
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def friends(self, game: str, **wishes: Any) -> tuple[Json, Json]:
        created = await self.open(game, "friend", **wishes)
        return created, await self.join(created)

    def seat(self, created: Json) -> Seat:
        return Seat(self.url, created["table"], created["token"])

    def spectator(self, created: Json) -> Seat:
        return Seat(self.url, created["table"])
