"""One seat at a table, over its WebSocket."""

import asyncio
import json
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sommet.arguments import check_text
from sommet.client.errors import Away, RefusedByServer, problem_of
from sommet.client.promises import Promises
from sommet.client.remote_table import Json, RemoteTable, View

_PROTOCOL = 2
_PATIENCE_S = 30.0


class Seat:
    """A seat at a table, opened by its token; an asynchronous context manager.

    Attributes:
        table: The table's id.
        remote: The table as far as its messages have described it.
        promises: The seat's numbers for deals of Pacal, and what is wrong with deals that do not
            follow from them (`promises.faults`).
    """

    def __init__(self, url: str, table: str, token: str, promises: Promises | None = None) -> None:
        """Prepare a connection; nothing is sent yet.

        Whoever connects again passes on the `promises` of the seat before.
        """
        check_text(token, "a token")
        self.table = check_text(table, "a table's id")
        self.remote = RemoteTable()
        self.promises = Promises() if promises is None else promises
        server = check_text(url, "an address").rstrip("/").removeprefix("http")
        self._address = f"ws{server}/ws/{table}"
        self._token = token
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._welcomed = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._last_id = 0
        self._ended: Exception | None = None

    def __repr__(self) -> str:
        return f"<Seat at {self._address}>"

    async def __aenter__(self) -> Self:
        """Sit down.

        Raises:
            Away: the server cannot be reached.
            RefusedByServer: there is no such table, or the token does not hold a seat.
        """
        try:
            await self._sit_down()
        except BaseException:  # also when cancelled
            await self._leave()
            raise
        return self

    async def _sit_down(self) -> None:
        hello = {"type": "hello", "protocol": _PROTOCOL, "token": self._token}
        try:
            self._socket = await connect(self._address, open_timeout=_PATIENCE_S)
            await self._socket.send(json.dumps(hello))
        except (OSError, WebSocketException, TimeoutError) as error:
            raise Away(f"table {self.table} cannot be reached: {error}") from error
        self._reader = asyncio.create_task(self._read(self._socket))
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._welcomed.wait()
        except TimeoutError:
            raise Away(f"table {self.table} does not answer") from None
        self._check()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._leave()

    async def _leave(self) -> None:
        try:
            if self._reader is not None:
                self._reader.cancel()
                await asyncio.gather(self._reader, return_exceptions=True)
            if self._socket is not None:
                await self._socket.close()
        except BaseException:  # when cancelled, do not wait for an answer
            if self._socket is not None:
                self._socket.transport.abort()
            raise

    def _check(self) -> None:
        if self._ended is not None:
            raise self._ended

    # Hearing.

    async def _read(self, socket: ClientConnection) -> None:
        ended: Exception = Away(f"the connection to table {self.table} was lost")
        try:
            async for text in socket:
                await self._hear(socket, json.loads(text))
                self._check()
        except (Away, RefusedByServer) as error:
            ended = error
        except (OSError, WebSocketException, ValueError, KeyError) as error:
            ended = Away(f"the connection to table {self.table} was lost: {error}")
        self._ended = ended
        self._welcomed.set()
        self._news.set()
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ended)

    async def _hear(self, socket: ClientConnection, message: Json) -> None:
        match message["type"]:
            case "probe":
                await socket.send(json.dumps({"type": "echo", "probe": message["probe"]}))
            case "welcome":
                self.remote.welcome(message)
                self._check_deals(message)
                self._welcomed.set()
                self._news.set()
            case "change":
                self.remote.change(message)
                self._check_deals(message)
                self._news.set()
            case "ack" | "refused":
                waiting = self._answers.pop(message["id"] or 0, None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
                if message.get("fatal"):
                    self._ended = problem_of(message["refusal"])

    def _check_deals(self, message: Json) -> None:
        for part in message.get("deals", ()):
            deal = self.remote.deals[part["round"]]
            self.promises.see(self.game_number, deal, self.remote.seat)

    async def wait_for_news(self, patience_s: float | None = None) -> bool:
        """Wait for news since the last call; return False if there was none in time.

        Raises:
            Away: the connection was lost.
        """
        try:
            async with asyncio.timeout(patience_s):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        self._check()
        return True

    # What the table is like.

    def view(self) -> View | None:
        """Return this seat's view if it has to move, or None."""
        return self.remote.view()

    @property
    def game_number(self) -> int:
        """Which game of the table this is; a rematch is the next."""
        return int(self.remote.standing["game_number"])

    # Acting.

    async def _ask(self, kind: str, **fields: Any) -> None:
        """Send an intent and wait for the answer.

        Raises:
            RefusedByServer: nothing changed.
            Away: the connection was lost; nobody knows whether it was done.
        """
        self._check()
        assert self._socket is not None
        self._last_id += 1
        number = self._last_id
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        message = {"type": kind, "id": number, "game_number": self.game_number, **fields}
        try:
            await self._socket.send(json.dumps(message))
            async with asyncio.timeout(_PATIENCE_S):
                reply = await answer
        except (OSError, WebSocketException, TimeoutError) as error:
            raise Away(f"table {self.table} does not answer: {error}") from error
        finally:
            self._answers.pop(number, None)
        if reply["type"] == "refused":
            raise RefusedByServer(reply["refusal"])

    async def play(self, move: object, ply: int | None = None) -> None:
        """Play a move, as the one after `ply` others; after those on the table by default."""
        await self._ask("play", ply=self.remote.ply if ply is None else ply, move=str(move))

    async def add_number(self, deal: Json) -> None:
        """Add a random number to a deal of Pacal: both players do before cards are dealt.

        The number is remembered, and the deal checked when it is opened (`promises`).
        """
        game, round_number, sha256 = self.game_number, deal["round"], deal["sha256"]
        number = self.promises.number_for(game, round_number, sha256)
        await self._ask("next_round", sha256=sha256, number=number)
        self.promises.note_taken(game, round_number)

    async def answer(self, proposal: Json, *, accept: bool) -> None:
        """Answer the opponent's proposal."""
        await self._ask("answer", proposal=proposal["id"], accept=accept)

    async def resign(self) -> None:
        """Resign the game."""
        await self._ask("resign")

    async def end_standstill(self) -> None:
        """Claim the game from an absent opponent, or end it before it began. Rule TAB-5."""
        await self._ask("claim" if self.remote.ply else "leave")
