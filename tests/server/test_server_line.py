"""The line of a WebSocket: what is left of it after the handshake, and how it speaks."""

import asyncio
import contextlib
import gc
import json
from pathlib import Path

import pytest
import uvicorn
import websockets
from server_client import Api, ProcessServer, ThreadServer, quick_settings
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from sommet.server.line import SCOPE_KEY, Handshake, Line
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.run import LINES

#: Measured: 13 to 18 kB; 66 kB while the handshake was kept.
MOST_KB_PER_GAME = 40
WISHES: tuple[dict, ...] = ({}, {"clock": {"minutes": 5}})


async def test_nothing_is_left_of_the_handshake(server: ThreadServer, api: Api) -> None:
    created = await api.open("pylos", "hotseat")
    async with api.seat(created), api.seat(created), api.spectator(created):
        gc.collect()
        assert not [each for each in gc.get_objects() if isinstance(each, Handshake)]
        state = server.server.server_state
        assert sum(isinstance(each, Line) for each in state.connections) == 3
        assert not state.tasks


@pytest.fixture
async def raw(api: Api):
    """A connection that has said hello, below the level of messages."""
    created = await api.open("pylos", "hotseat")
    url = api.url.replace("http", "ws", 1) + f"/ws/{created['table']}"
    async with websockets.connect(url, compression=None) as socket:
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": created["token"]}
        await socket.send(json.dumps(hello))
        assert json.loads(await socket.recv())["type"] == "welcome"
        yield socket


async def next_of(socket: websockets.ClientConnection, kind: str) -> dict:
    async with asyncio.timeout(10):
        while (message := json.loads(await socket.recv()))["type"] != kind:
            pass
    return dict(message)


async def test_a_message_may_come_in_parts(raw: websockets.ClientConnection) -> None:
    await raw.send(iter(['{"type":', '"pi', 'ng","id":7}']))
    assert (await next_of(raw, "pong"))["id"] == 7
    await raw.send('{"type":"ping","id":8}')
    assert (await next_of(raw, "pong"))["id"] == 8


async def test_a_frame_may_come_byte_by_byte(raw: websockets.ClientConnection) -> None:
    frame = Frame(Opcode.TEXT, b'{"type":"ping","id":9}').serialize(mask=True)
    for byte in frame:
        raw.transport.write(bytes((byte,)))
        await asyncio.sleep(0)
    assert (await next_of(raw, "pong"))["id"] == 9


async def test_a_ping_is_answered_between_the_parts_of_a_message(
    raw: websockets.ClientConnection,
) -> None:
    async def parts():
        yield '{"type":"ping",'
        await asyncio.wait_for(await raw.ping(), 5)
        yield '"id":3}'

    await raw.send(parts())
    assert (await next_of(raw, "pong"))["id"] == 3


async def closing_code(socket: websockets.ClientConnection) -> int | None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async with asyncio.timeout(10):
            while True:
                await socket.recv()
    return socket.close_code


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"unmasked").serialize(mask=False), 1002),
        (Frame(Opcode.CONT, b"of nothing").serialize(mask=True), 1002),
        (b"\x83\x80\0\0\0\0", 1002),
        (Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True), 1009),
    ],
    ids=["no text", "unmasked", "loose end", "no such frame", "absurdly long"],
)
async def test_what_is_no_websocket_ends_it(
    raw: websockets.ClientConnection, frame: bytes, code: int
) -> None:
    raw.transport.write(frame)
    assert await closing_code(raw) == code


async def test_a_close_is_answered_and_leaves_the_table(
    raw: websockets.ClientConnection, server: ThreadServer
) -> None:
    assert raw.request is not None
    table = server.app.state.hall._tables[raw.request.path.removeprefix("/ws/")]
    assert table.is_watched
    await raw.close(1001)
    assert raw.close_code == 1001
    async with asyncio.timeout(10):
        while table.is_watched:
            await asyncio.sleep(0.01)


class DeafTransport(asyncio.Transport):
    """Keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.protocol: asyncio.BaseProtocol | None = None
        self.reads = True

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def close(self) -> None:
        raise AssertionError("the handshake closed a line that is not its own any more")


class Nobody:
    def arrived(self, message: str | bytes) -> None:
        raise AssertionError(f"{message!r} came before the handshake was over")

    def lost(self) -> None:
        pass


@pytest.mark.parametrize(
    "early",
    [b"", Frame(Opcode.TEXT, b"{}").serialize(mask=True), b"\x81"],
    ids=["silent", "a message", "a byte"],
)
async def test_whoever_speaks_before_the_handshake_is_over_is_closed(early: bytes) -> None:
    spoke = asyncio.Event()
    lines: list[Line] = []

    async def app(scope, receive, send) -> None:
        await receive()
        await spoke.wait()
        await send({"type": "websocket.accept"})
        lines.append(scope[SCOPE_KEY].hand_over(Nobody()))

    config = uvicorn.Config(app, **LINES, lifespan="off", log_config=None)
    config.load()
    state, transport = ServerState(), DeafTransport()
    handshake = Handshake(config=config, server_state=state, app_state={})
    handshake.connection_made(transport)
    handshake.data_received(
        b"GET /ws/AAAABBBBCCCC HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n"
    )
    await asyncio.sleep(0)
    if early:
        handshake.data_received(early)
    spoke.set()
    await asyncio.gather(*state.tasks)
    (line,) = lines
    assert transport.protocol is line
    assert state.connections == {line}
    assert transport.reads
    assert line.is_open == (not early)
    assert transport.written.endswith(b"\x88\x02\x03\xea") == bool(early)
    line.connection_lost(None)


async def test_only_the_silent_are_probed_where_no_clock_runs(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, probe_every_s=0.2)) as server:
        async with Api(server.url) as api:
            free, timed = [await api.open("pylos", "hotseat", **wish) for wish in WISHES]
            async with api.seat(free) as busy, api.seat(free) as silent, api.seat(timed) as clocked:
                for _ in range(40):
                    await asyncio.gather(busy.ask("ping"), clocked.ask("ping"))
                    await asyncio.sleep(0.05)
                probes = [
                    sum('"probe"' in text for text in seat.raw) for seat in (busy, silent, clocked)
                ]
    assert probes[0] <= 2
    assert probes[1] >= 3
    assert probes[2] >= 3


async def test_an_idle_game_is_small(tmp_path: Path) -> None:
    """Two hundred games with two connections each: what they add to the server's memory."""
    limits = ("tables_per_minute", "max_open_tables_per_address", "requests_per_second",
              "request_burst", "max_connections_per_address")  # fmt: skip
    options = [part for name in limits for part in ("--limit", f"{name}=100000")]
    with ProcessServer(tmp_path / "games.sqlite3", *options) as server:
        async with Api(server.url) as api, contextlib.AsyncExitStack() as stack:
            await open_games(api, stack, 50)
            before = server.resident_kb()
            await open_games(api, stack, 200)
            assert (server.resident_kb() - before) / 200 < MOST_KB_PER_GAME


async def open_games(api: Api, stack: contextlib.AsyncExitStack, count: int) -> None:
    for _ in range(count):
        created = await api.open("pylos", "friend")
        for holder in (created, await api.join(created)):
            url = api.url.replace("http", "ws", 1) + f"/ws/{holder['table']}"
            socket = await stack.enter_async_context(
                websockets.connect(url, compression=None, close_timeout=0.1)
            )
            hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": holder["token"]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["type"] == "welcome"
