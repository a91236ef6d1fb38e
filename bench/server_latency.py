"""From one player's click to the opponent's screen, with 200 games running on this machine.

A server runs in a process of its own; both players of every game are WebSocket clients here, and
each thinks about a second per move, as quick people would. Measured is the time from sending a
move until the opponent's client has read the new position. Bar: median 50 ms, 99 % under 150 ms.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "load"))

import httpx
import websockets
from known_table import KnownTable
from site_under_load import LIMITS

from sommet.server.protocol.base import PROTOCOL_VERSION

GAMES, SECONDS, THINK_S = 200, 20.0, 1.0
#: Everybody connects at once at the start, as nobody would; that is not measured.
WARM_UP_S = 3.0
MEDIAN_BAR_MS, P99_BAR_MS = 50, 150


def serve(port: int, folder: str) -> None:
    from sommet.server import run
    from sommet.server.settings import Settings

    settings = Settings(database=f"sqlite:///{folder}/games.sqlite3", **LIMITS)
    with run.bind("127.0.0.1", port) as listener:
        run.serve(settings, listener, on_start=lambda: None, log_level="error")


class Bench:
    """All clients; `sent` holds when each move went out, by table and ply."""

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.start = time.perf_counter() + WARM_UP_S
        self.end = self.start + seconds
        self.sent: dict[tuple[str, int, int], float] = {}
        self.latencies_ms: list[float] = []
        self.games = 0
        self.chance = random.Random()

    async def player(self, table: str, token: str) -> None:
        url = self.url.replace("http", "ws", 1) + f"/ws/{table}"
        async with websockets.connect(url, compression=None) as connection:
            hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": token}
            await connection.send(json.dumps(hello))
            number = 0
            known: KnownTable | None = None
            while time.perf_counter() < self.end:
                try:
                    text = await asyncio.wait_for(connection.recv(), self.end - time.perf_counter())
                except TimeoutError:
                    return
                arrived = time.perf_counter()
                message = json.loads(text)
                if message["type"] == "probe":
                    await connection.send(json.dumps({"type": "echo", "probe": message["probe"]}))
                if message["type"] == "welcome":
                    known = KnownTable(message)
                elif message["type"] == "change" and known is not None:
                    known.change(message)
                else:
                    continue
                key = (table, known.game_number, known.ply)
                if known.can_play and message["type"] == "change" and key in self.sent:
                    sent = self.sent.pop(key)
                    if sent > self.start:
                        self.latencies_ms.append((arrived - sent) * 1000)
                if not known.can_play and not known.can_rematch:
                    continue
                await asyncio.sleep(random.uniform(0.5, 1.5) * THINK_S)
                number += 1
                intent: dict[str, Any] = {"id": number, "game_number": known.game_number}
                if known.can_rematch:
                    self.games += 1
                    intent |= {"type": "propose", "what": "rematch", "ply": known.ply}
                else:
                    move = known.choose(self.chance)
                    intent |= {"type": "play", "ply": known.ply, "move": move}
                    self.sent[(table, known.game_number, known.ply + 1)] = time.perf_counter()
                await connection.send(json.dumps(intent))


async def measure(url: str, games: int, seconds: float) -> Bench:
    seats: list[tuple[str, str]] = []
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        for _ in range(games):
            wish = {"game": "pylos", "mode": "friend"}
            opened = (await client.post("/api/tables", json=wish)).json()
            invite = opened["links"]["invite"].partition("#")[2]
            joined = await client.post(
                f"/api/tables/{opened['table']}/join", json={"invite": invite}
            )
            seats += [(opened["table"], opened["token"]), (opened["table"], joined.json()["token"])]
    bench = Bench(url, seconds)
    await asyncio.gather(*(bench.player(*seat) for seat in seats))
    return bench


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "FOLDER"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(int(args.serve[0]), args.serve[1])
        return 0
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(Path(__file__)), "--serve", str(port), folder]
        server = subprocess.Popen(command)
        try:
            wait_for(url)
            bench = asyncio.run(measure(url, args.games, args.seconds))
            busy_s = cpu_seconds(server.pid)
        finally:
            server.kill()
            server.wait()
    report(bench, args.games, args.seconds)
    if busy_s is not None:
        print(f"the server used {busy_s:.1f} s of processor time")
    return 0


def cpu_seconds(pid: int) -> float | None:
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(url: str) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            httpx.get(url + "/healthz")
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server did not start")


def report(bench: Bench, games: int, seconds: float) -> None:
    values = sorted(bench.latencies_ms)
    median = statistics.median(values)
    p99 = values[int(len(values) * 0.99)]
    print(
        f"{games} games, {len(values)} moves in {seconds:.0f} s ({len(values) / seconds:.0f}/s): "
        f"click to opponent median {median:.1f} ms (bar {MEDIAN_BAR_MS}), "
        f"99 % {p99:.1f} ms (bar {P99_BAR_MS}), worst {values[-1]:.1f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
