"""A WebSocket: what is left of it after the handshake, what it reads, and how it ends."""

import asyncio
import contextlib
import gc
import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import websockets
from raw_socket import RawSocket
from seat_client import PATIENCE_S, Seat
from server_client import Api, ProcessServer, ThreadServer, quick_settings
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from sommet.seeding import Random
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.web.http_guard import HttpGuard
from sommet.server.web.websocket_transport import (
    MAX_MESSAGE_BYTES,
    WebSocketTransport,
    read_text,
    text_frame,
)

MOST_KB_PER_GAME = 25
OPENING = ("1a1", "1d4", "1b1", "1d3", "1c2", "1c4")
WISHES: tuple[dict, ...] = ({}, {"clock": {"minutes": 5}})


async def test_nothing_is_left_of_the_handshake(server: ThreadServer, api: Api) -> None:
    created = await api.open("pylos", "friend")
    async with api.seat(created), api.seat(created), api.spectator(created):
        await api.http.aclose()
        gc.collect()
        guards = [each for each in gc.get_objects() if isinstance(each, HttpGuard)]
        assert not [guard for guard in guards if guard._upgraded is not None]
        state = server.server.server_state
        assert sum(isinstance(each, WebSocketTransport) for each in state.connections) == 3
        assert not state.tasks


@pytest.fixture
async def raw(api: Api):
    """A connection that has said hello, below the level of messages."""
    created = await api.open("pylos", "friend")
    url = api.url.replace("http", "ws", 1) + f"/ws/{created['table']}"
    async with websockets.connect(url, compression=None) as socket:
        hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": created["token"]}
        await socket.send(json.dumps(hello))
        assert json.loads(await socket.recv())["type"] == "welcome"
        yield socket


async def next_of(socket: ClientConnection, kind: str) -> dict:
    async with asyncio.timeout(PATIENCE_S):
        while (message := json.loads(await socket.recv()))["type"] != kind:
            pass
    return dict(message)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_the_library_would_write(size: int) -> None:
    text = "é" * (size // 2) + "x" * (size % 2)
    assert text_frame(text) == Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


async def test_a_message_may_come_in_parts(raw: ClientConnection) -> None:
    await raw.send(iter(['{"type":', '"pi', 'ng","id":7}']))
    assert (await next_of(raw, "pong"))["id"] == 7
    await raw.send('{"type":"ping","id":8}')
    assert (await next_of(raw, "pong"))["id"] == 8


async def test_a_frame_may_come_byte_by_byte(raw: ClientConnection) -> None:
    frame = Frame(Opcode.TEXT, b'{"type":"ping","id":9}').serialize(mask=True)
    for byte in frame:
        raw.transport.write(bytes((byte,)))
        await asyncio.sleep(0)
    assert (await next_of(raw, "pong"))["id"] == 9


async def test_a_ping_is_answered_between_the_parts_of_a_message(
    raw: ClientConnection,
) -> None:
    async def parts():
        yield '{"type":"ping",'
        await asyncio.wait_for(await raw.ping(), PATIENCE_S)
        yield '"id":3}'

    await raw.send(parts())
    assert (await next_of(raw, "pong"))["id"] == 3


async def closing_code(socket: ClientConnection) -> int | None:
    with contextlib.suppress(websockets.ConnectionClosed):
        async with asyncio.timeout(PATIENCE_S):
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
async def test_what_is_no_websocket_ends_it(raw: ClientConnection, frame: bytes, code: int) -> None:
    raw.transport.write(frame)
    assert await closing_code(raw) == code


async def test_a_close_is_answered_and_leaves_the_table(
    raw: ClientConnection, server: ThreadServer
) -> None:
    assert raw.request is not None
    table = server.app.state.registry._tables[raw.request.path.removeprefix("/ws/")]
    assert table.is_watched
    await raw.close(1001)
    assert raw.close_code == 1001
    async with asyncio.timeout(PATIENCE_S):
        while table.is_watched:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    "early", [Frame(Opcode.TEXT, b"{}").serialize(mask=True), b"\x81"], ids=["a message", "a byte"]
)
async def test_whoever_speaks_before_the_handshake_is_over_is_closed(
    server: ThreadServer, early: bytes
) -> None:
    with RawSocket(server.url) as line:
        line.socket.sendall(line.request() + early)
        line.read_head()
        assert line.close_code() == 1002


EVERY_S = 0.5


async def test_only_the_silent_are_probed_where_no_clock_runs(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, probe_every_s=EVERY_S)) as server:
        async with Api(server.url) as api:
            free, timed = [await api.open("pylos", "friend", **wish) for wish in WISHES]
            async with api.seat(free) as busy, api.seat(free) as silent, api.seat(timed) as clocked:

                def probes(seat: Seat) -> int:
                    return sum('"probe"' in text for text in seat.raw)

                pauses, asked_at = 0, time.monotonic()
                async with asyncio.timeout(PATIENCE_S):
                    while min(probes(silent), probes(clocked)) < 4:
                        await asyncio.gather(busy.ask("ping"), clocked.ask("ping"))
                        await asyncio.sleep(0.05)
                        # A machine that stood still for a moment made the busy one silent, too.
                        pauses += round((time.monotonic() - asked_at) / EVERY_S)
                        asked_at = time.monotonic()
                assert probes(busy) <= 2 + pauses


async def test_an_idle_game_is_small() -> None:
    """Two hundred games with two connections and some moves each: what they add after as many."""
    limits = ("tables_per_minute", "max_open_tables_per_address", "requests_per_second",
              "request_burst", "max_connections_per_address", "connect_burst")  # fmt: skip
    options = [part for name in limits for part in ("--limit", f"{name}=100000")]
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None  # a thousand moves without a disk
    with (
        TemporaryDirectory(dir=place) as folder,
        ProcessServer(Path(folder) / "games.sqlite3", *options) as server,
    ):
        async with Api(server.url) as api, contextlib.AsyncExitStack() as stack:
            await open_games(api, stack, 200)
            before = server.resident_kb()
            await open_games(api, stack, 200)
            each_kb = (server.resident_kb() - before) / 200
    print(f"{each_kb:.1f} kB for a game with {len(OPENING)} moves")
    assert each_kb < MOST_KB_PER_GAME


async def open_games(api: Api, stack: contextlib.AsyncExitStack, count: int) -> None:
    for _ in range(count):
        created = await api.open("pylos", "friend", seat="light")
        sockets: list[ClientConnection] = []
        for holder in (created, await api.join(created)):
            url = api.url.replace("http", "ws", 1) + f"/ws/{holder['table']}"
            socket = await stack.enter_async_context(
                websockets.connect(url, compression=None, close_timeout=0.1)
            )
            hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": holder["token"]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["type"] == "welcome"
            sockets.append(socket)
        for ply, move in enumerate(OPENING):
            intent = {"type": "play", "id": ply + 1, "game_number": 1, "ply": ply, "move": move}
            await sockets[ply % 2].send(json.dumps(intent))
            await next_of(sockets[ply % 2], "ack")


def test_whole_messages_are_read_as_the_library_reads_them() -> None:
    """Every other frame, and every part of one, is left to it."""
    random = Random(8)
    for size in [*range(12), 124, 125, 126, 127, 200, 3000]:
        text = "".join(chr(0x20 + random.below(0x230)) for _ in range(size))
        frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
        assert read_text(b"xy" + frame + frame, 2) == (text, 2 + len(frame))
        for length in {0, 1, 2, 5, len(frame) // 2, len(frame) - 1} - {len(frame)}:
            assert read_text(frame[:length], 0) is None
    others = [
        Frame(Opcode.TEXT, b"part", fin=False).serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"flag").serialize(mask=True)[1:],
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * (MAX_MESSAGE_BYTES + 1)).serialize(mask=True),
        *(Frame(kind, b"").serialize(mask=True) for kind in Opcode if kind is not Opcode.TEXT),
    ]
    for frame in others:
        assert read_text(frame, 0) is None, frame[:8]
