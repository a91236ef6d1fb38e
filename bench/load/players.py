"""Thousands of players in one process: bare WebSockets, as cheap as Python allows."""

import asyncio
import base64
import json
import os
import random
import struct
import time
from collections import Counter
from typing import Any

from known_table import KnownTable

Key = tuple[str, int, int]
_FIRST_WAIT_S, _LONGEST_WAIT_S = 0.25, 4.0


class Crowd:
    """All games, and everything that was promised to their players."""

    def __init__(self, ports: list[int], every_s: float, seed: int) -> None:
        self.ports = ports
        self.every_s = every_s
        self.random = random.Random(seed)
        self.sent: dict[Key, set[str]] = {}
        self.sent_at: dict[Key, float] = {}
        self.arrived: set[Key] = set()
        self.acknowledged: dict[Key, str] = {}
        self.doubled: list[Key] = []
        self.endings: dict[tuple[str, int], tuple[Any, Any]] = {}
        self.disagreements: list[str] = []
        self.latencies: list[tuple[float, float]] = []
        self.refusals: Counter[str] = Counter()
        self.losses = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.connected = 0
        self.bytes_in = 0
        self.playing = False
        self.stopping = False


class Player(asyncio.Protocol):
    """One seat: plays when it is its turn, and comes back when the line is lost."""

    __slots__ = (
        "_buffer", "_crowd", "_id", "_open", "_pending", "_planned", "_port", "_table", "_timer",
        "_token", "_transport", "_wait_s", "table",
    )  # fmt: skip

    def __init__(self, crowd: Crowd, table: str, token: str) -> None:
        self._crowd = crowd
        self._table = table
        self._token = token
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._open = False
        self._id = 0
        self._pending: dict[int, tuple[Key, str]] = {}
        self._planned: tuple[int, int] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._wait_s = _FIRST_WAIT_S
        self._port = 0
        self.table: KnownTable | None = None

    # The line.

    async def connect(self) -> None:
        crowd = self._crowd
        while not crowd.stopping:
            # As a load balancer would: any process that takes the connection.
            for port in crowd.random.sample(crowd.ports, len(crowd.ports)):
                try:
                    self._port = port
                    await asyncio.get_running_loop().create_connection(
                        lambda: self, "127.0.0.1", port
                    )
                    return
                except OSError:
                    continue
            await asyncio.sleep(0.5)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]  # uvloop's own kind
        self._buffer = b""
        self._open = False
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(  # type: ignore[union-attr]
            f"GET /ws/{self._table} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        crowd = self._crowd
        if self._open:
            crowd.connected -= 1
            self._open = False
        self._transport = None
        self._pending.clear()
        self._planned = None
        if self._timer is not None:
            # Planned anew after coming back: else the move would be sent twice.
            self._timer.cancel()
        if not crowd.stopping:
            crowd.losses += 1
            asyncio.get_running_loop().call_later(
                self._wait_s * random.uniform(0.75, 1.25), self._again
            )
            self._wait_s = min(self._wait_s * 1.8, _LONGEST_WAIT_S)

    def _again(self) -> None:
        tasks = self._crowd.tasks
        task = asyncio.ensure_future(self.connect())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def data_received(self, data: bytes) -> None:
        self._crowd.bytes_in += len(data)
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head[:20]:
                assert self._transport is not None
                self._transport.abort()
                return
            self._open = True
            self._crowd.connected += 1
            self._id = 0
            self.send(f'{{"type":"hello","protocol":2,"token":"{self._token}"}}')
        at = 0
        while len(buffer) - at >= 2:
            size, head_size = buffer[at + 1] & 127, 2
            if size == 126:
                if len(buffer) - at < 4:
                    break
                size, head_size = struct.unpack_from("!H", buffer, at + 2)[0], 4
            elif size == 127:
                if len(buffer) - at < 10:
                    break
                size, head_size = struct.unpack_from("!Q", buffer, at + 2)[0], 10
            end = at + head_size + size
            if len(buffer) < end:
                break
            if buffer[at] & 15 == 1:
                self._received(buffer[at + head_size : end])
            elif buffer[at] & 15 == 8 and self._transport is not None:
                self._transport.close()
            at = end
        self._buffer = buffer[at:]

    def send(self, text: str) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        data = text.encode()
        # A mask of zeros leaves the text as it is.
        head = (
            bytes((0x81, 0x80 | len(data)))
            if len(data) < 126
            else struct.pack("!BBH", 0x81, 0xFE, len(data))
        )
        self._transport.write(head + b"\0\0\0\0" + data)

    # The game.

    def _received(self, text: bytes) -> None:
        kind = text[9:13]
        if kind == b"prob":
            self.send(f'{{"type":"echo","probe":{json.loads(text)["probe"]}}}')
        elif kind in (b"chan", b"welc"):
            self._wait_s = _FIRST_WAIT_S
            now, message = time.perf_counter(), json.loads(text)
            if self.table is None or kind == b"welc":
                self.table = KnownTable(message)
            else:
                self.table.change(message)
            self._seen(self.table, now, kind == b"chan")
        elif kind == b'ack"':
            self._acknowledged(json.loads(text)["id"])
        elif kind == b"refu":
            message = json.loads(text)
            self._crowd.refusals[message["refusal"]["code"]] += 1
            self._pending.pop(message["id"], None)
            self._planned = None
            if self.table is not None and message["refusal"]["code"] == "unavailable":
                self._plan(self.table, 1.0)

    def _acknowledged(self, number: int) -> None:
        key, move = self._pending.pop(number, (None, ""))
        if key is not None:
            if key in self._crowd.acknowledged:
                self._crowd.doubled.append(key)
            self._crowd.acknowledged[key] = move

    def _seen(self, table: KnownTable, now: float, live: bool) -> None:
        crowd = self._crowd
        key = (self._table, table.game_number, table.ply - 1)
        if not table.is_own and (live or crowd.playing):
            crowd.arrived.add(key)
            sent = crowd.sent_at.pop(key, None)
            if sent is not None:
                crowd.latencies.append((sent, now - sent))
        outcome = table.outcome
        if outcome is not None:
            told = (outcome["winner"], outcome["reason"])
            game = (self._table, table.game_number)
            if crowd.endings.setdefault(game, told) != told:
                crowd.disagreements.append(f"{game}: {crowd.endings[game]} and {told}")
        if crowd.playing:
            self.plan()

    def plan(self) -> None:
        """Decide what to do next, and when."""
        table = self.table
        if table is None or self._transport is None:
            return
        if table.can_play:
            self._plan(table, self._crowd.every_s * self._crowd.random.uniform(0.5, 1.5))
        elif table.can_rematch:
            self._plan(table, self._crowd.random.uniform(0.2, 2.0))

    def _plan(self, table: KnownTable, wait_s: float) -> None:
        moment = (table.game_number, table.ply)
        if self._planned != moment:
            self._planned = moment
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._act, moment)

    def _act(self, moment: tuple[int, int]) -> None:
        table, crowd = self.table, self._crowd
        if table is None or moment != self._planned or not crowd.playing:
            return
        self._id += 1
        base = f'"id":{self._id},"game_number":{moment[0]},"ply":{moment[1]}'
        if table.can_play:
            move = table.choose(crowd.random)
            key = (self._table, *moment)
            crowd.sent.setdefault(key, set()).add(move)
            if key not in crowd.arrived:  # else it is sent once more by mistake, and refused
                crowd.sent_at.setdefault(key, time.perf_counter())
            self._pending[self._id] = (key, move)
            self.send(f'{{"type":"play",{base},"move":"{move}"}}')
        elif table.can_rematch:
            self.send(f'{{"type":"propose",{base},"what":"rematch"}}')
