"""Floods of frames, and frames that are broken: bounded memory, closed with a reason, no crash."""

import asyncio
import contextlib
import itertools
import json
import random
import re
import select
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fault_sizes import FULL, SIZES
from raw_socket import RawSocket
from real_things import Maker
from seat_client import PATIENCE_S, Seat
from server_client import Api, ProcessServer
from websockets.frames import Frame, Opcode

from sommet.server.protocol.base import PROTOCOL_VERSION

#: So that the fuzzer is not refused before it is read.
UNLIMITED = ("connects_per_second", "connect_burst", "requests_per_second", "request_burst",
             "messages_per_second", "message_burst", "messages_per_second_per_address",
             "message_burst_per_address", "max_connections_per_address")  # fmt: skip
FLOODS = {
    "pings": Frame(Opcode.PING, b"").serialize(mask=True),
    "long pings": Frame(Opcode.PING, b"x" * 125).serialize(mask=True),
    "pongs": Frame(Opcode.PONG, b"").serialize(mask=True),
    "empty parts": Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
}


def peak_kb(server: ProcessServer, *, anew: bool = False) -> int:
    """Return the most memory that the server has had; since now, if `anew`."""
    assert server._process is not None
    folder = Path(f"/proc/{server._process.pid}")
    if not folder.exists():
        pytest.skip("this system does not say how much memory a process has")
    if anew:
        (folder / "clear_refs").write_text("5")
    return int((folder / "status").read_text().partition("VmHWM:")[2].split()[0])


#: How long a flood may last; `make test` has other things to do meanwhile.
MOST_S = 5.0 if SIZES is FULL else 60.0


@pytest.fixture(scope="module")
def default_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProcessServer]:
    """A server with the limits that it has unless told otherwise."""
    with ProcessServer(tmp_path_factory.mktemp("flood") / "games.sqlite3") as server:
        for _ in range(20):
            with RawSocket(server.url) as line:
                line.open_websocket()
                line.socket.sendall(FLOODS["pings"] * 20)
        yield server


def seconds_until_hung_up(line: socket.socket, patience_s: float) -> float:
    """Return how long the other side takes to close, without reading anything."""
    began = time.monotonic()
    watcher = select.poll()
    watcher.register(line, select.POLLRDHUP)
    assert watcher.poll(patience_s * 1000), "still open"
    return time.monotonic() - began


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_from_a_client_that_reads_nothing(default_server: ProcessServer, kind: str) -> None:
    """400,000 frames: less than 1 MB more memory, and closed within 5 s of a free machine."""
    with RawSocket(default_server.url, receive_buffer=4096) as line:
        assert line.open_websocket() == 101
        before = peak_kb(default_server, anew=True)
        began = time.monotonic()
        if kind == "empty parts":
            line.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        with contextlib.suppress(ConnectionError, TimeoutError):
            for _ in range(400):
                line.socket.sendall(FLOODS[kind] * 1000)
        seconds_until_hung_up(line.socket, MOST_S)
        took_s = time.monotonic() - began
        more_kb = peak_kb(default_server) - before
    print(f"400,000 {kind}: {more_kb} kB more, closed after {took_s:.1f} s")
    assert more_kb < 1000
    assert took_s < MOST_S
    figures = httpx.get(default_server.url + "/metrics", timeout=PATIENCE_S).text
    assert 'sommet_connection_failures_total{reason="frames"}' in figures


@pytest.mark.parametrize("kind", ["pings", "empty parts"])
def test_whoever_reads_is_told_why(default_server: ProcessServer, kind: str) -> None:
    with RawSocket(default_server.url) as line:
        assert line.open_websocket() == 101
        if kind == "empty parts":
            line.socket.sendall(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        line.socket.sendall(FLOODS[kind] * 200)
        assert line.close_code() == 1008
        assert b"too many control frames or parts" in line.received


class FrameFuzzer:
    """Frames of every kind, some of them broken."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _bytes(self, most: int) -> bytes:
        return self._random.randbytes(self._random.randrange(most + 1))

    def frame(self) -> bytes:
        below = self._random.randrange
        kind = below(12)
        if kind < 4:
            texts = [b'{"type":"ping","id":%d}' % below(1 << 20), b"{}", b"", b'{"type":"hello"}']
            data = Frame(Opcode.TEXT, texts[kind]).serialize(mask=True)
        elif kind == 4:
            data = Frame(Opcode.BINARY, self._bytes(300)).serialize(mask=True)
        elif kind < 7:
            opcode = (Opcode.PING, Opcode.PONG)[below(2)]
            data = Frame(opcode, self._bytes(125)).serialize(mask=True)
        elif kind < 10:
            first = Frame(Opcode.TEXT, b'{"type":', fin=False).serialize(mask=True)
            rest = Frame(Opcode.CONT, b'"ping","id":7}', fin=True).serialize(mask=True)
            data = first + Frame(Opcode.CONT, b"", fin=False).serialize(mask=True) * below(3) + rest
        elif kind == 10:
            data = Frame(Opcode.TEXT, b"x" * below(5000)).serialize(mask=True)
        else:
            data = Frame(Opcode.TEXT, b"[" * below(2000)).serialize(mask=True)
        return self._mutated(data) if below(25) == 0 else data

    def _mutated(self, data: bytes) -> bytes:
        below = self._random.randrange
        match below(6):
            case 0:
                return self._bytes(40)
            case 1:
                return data[: below(len(data) + 1)]
            case 2:  # says that it is longer than anything
                return bytes((data[0], 0xFF)) + (below(1 << 30) << 30).to_bytes(8, "big") + data[2:]
            case 3:  # a close, with any code
                return Frame(Opcode.CLOSE, below(70000).to_bytes(3, "big")[1:]).serialize(mask=True)
        changed = bytearray(data)
        for _ in range(1 + below(4)):
            changed[below(min(len(changed), 16))] ^= 1 << below(8)
        return bytes(changed)


def fuzz(url: str, places: list[tuple[str, str]], frames: int, seed: int) -> None:
    """Send frames over one connection after the other, fifty over each, to tables in turn."""
    fuzzer = FrameFuzzer(seed)
    for number, (table, token) in zip(range(0, frames, 50), itertools.cycle(places), strict=False):
        hello = json.dumps({"type": "hello", "protocol": PROTOCOL_VERSION, "token": token}).encode()
        with RawSocket(url) as line, contextlib.suppress(ConnectionError):
            assert line.open_websocket(f"/ws/{table}") == 101
            if number // 50 % 4:
                line.socket.sendall(Frame(Opcode.TEXT, hello).serialize(mask=True))
            data = b"".join(fuzzer.frame() for _ in range(50))
            cut = len(data) // 3
            line.socket.sendall(data[:cut])
            line.socket.sendall(data[cut:])
            with contextlib.suppress(OSError):  # it may be gone already
                line.socket.shutdown(socket.SHUT_WR)
            line.read_all()


async def test_broken_frames_break_nothing(tmp_path: Path) -> None:
    """Random and mutated frames: no crash, no internal error, and memory as before.

    At tables of every kind: of friends, in the lobby, slow, with programs, of tournaments.
    """
    options = [part for name in UNLIMITED for part in ("--limit", f"{name}=1000000")]
    with ProcessServer(tmp_path / "games.sqlite3", "--lobby", *options) as server:
        async with Api(server.url) as api:
            created, _ = await api.friends("pylos", seat="light")
            maker = Maker(server.url, f"sqlite:///{tmp_path / 'games.sqlite3'}")
            seats = (await asyncio.to_thread(maker.make)).seats
            assert {each.kind for each in seats} >= {"lobby", "slow", "bot", "tournament"}
            places = [(created["table"], created["token"])]
            places += [(each.table, each.token) for each in seats]
            await asyncio.to_thread(fuzz, server.url, places, 2_000, 1)
            before = server.resident_kb()
            await asyncio.to_thread(fuzz, server.url, places, SIZES.frames, 2)
            more_kb = server.resident_kb() - before
            print(f"{SIZES.frames} frames: {more_kb} kB more")
            assert more_kb < 16_000
            async with api.seat(created) as seat:
                await seat.ask("ping")
            for each in seats:
                async with Seat(server.url, each.table, each.token) as seat:
                    await seat.ask("ping")
            figures = (await api.http.get("/metrics")).text
    assert 'code="internal"' not in figures
    assert 'status="500"' not in figures
    broken = re.search(r'connection_failures_total{reason="protocol"} (\S+)', figures)
    assert broken is not None
    assert float(broken[1]) > SIZES.frames / 500
    assert 'sommet_messages_total{type="ping"}' in figures
