"""A player made of code: one seat of a table, speaking the protocol over a real WebSocket."""

import asyncio
import contextlib
import json
import secrets
import ssl
from collections.abc import Callable
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx
import websockets
from table_fold import TableFold
from websockets.asyncio.client import ClientConnection

from sommet.seeding import Random
from sommet.server.protocol.base import PROTOCOL_VERSION

Json = dict[str, Any]
PATIENCE_S = 90.0


@cache
def _trusted() -> ssl.SSLContext:
    """Return what every client trusts: reading it anew for each takes 30 ms of processor."""
    return httpx.create_ssl_context()


def new_client(url: str, **options: Any) -> httpx.AsyncClient:
    """Return an HTTP client for the server at `url`."""
    return httpx.AsyncClient(base_url=url, verify=_trusted(), **options)


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
        self._socket = await websockets.connect(self._url, max_size=None, open_timeout=PATIENCE_S)
        # A server that refuses the connection may have closed it already, after saying why.
        with contextlib.suppress(websockets.ConnectionClosed):
            await self._socket.send(json.dumps(self._hello))
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.snapshot) or self.closed)
        if self.fatal is not None:
            await self.leave()
            raise RefusedByServer(self.fatal)
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
            if self.wants_round():
                if not until_over:
                    return
                await self.next_round()
            else:
                await self.play(random_move(self.snapshot["board"], random))

    def _has_to_act(self) -> bool:
        return "play" in self.can or self.wants_round()

    def has_cards(self) -> bool:
        """Return whether there is a board: in Pacal, whether the first cards are dealt."""
        return self.closed or self.snapshot.get("board") is not None

    def wants_round(self) -> bool:
        """Return whether a further round waits for this seat; the first is asked for by itself."""
        return "next_round" in self.can and self.snapshot["board"] is not None


async def hear_the_same(*seats: Seat) -> None:
    """Wait until each connection has heard of everything that any of them has."""
    while len({seat.snapshot["seq"] for seat in seats}) > 1:
        newest = max(int(seat.snapshot["seq"]) for seat in seats)
        for seat in seats:
            await seat.until_seq(newest)


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
