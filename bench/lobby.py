"""How fast a crowd of guests who look for an opponent at the same moment is paired.

Starts a PostgreSQL with all its safety on and three servers, and lets every guest ask one of them
at once. A guest is paired when they know that the game has begun: with the answer, or, where they
had to wait in the lobby, with what their WebSocket says. All on this machine, loopback only; ends
by itself. Bar: of 500 guests 99 % within 2 s, nobody twice, nobody left over but one.

    python bench/lobby.py
    python bench/lobby.py --guests 1001 --servers 2
"""

import argparse
import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uvloop
import websockets

sys.path.insert(0, str(Path(__file__).parent / "load"))
from site_under_load import Site, raise_file_limit

from sommet.server.protocol.base import PROTOCOL_VERSION

BAR_S, BAR_SHARE = 2.0, 0.99
PATIENCE_S = 30.0


async def ask(port: int, wish: dict[str, Any]) -> dict[str, Any]:
    """Look for an opponent, over a connection of its own as a browser would."""
    secret = {"guest": secrets.token_urlsafe(32), "key": secrets.token_urlsafe(32)}
    body = json.dumps({**wish, **secret}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /api/lobby/find HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise RuntimeError(f"refused: {answer!r}")
    return dict(json.loads(content))


async def wait_for_game(port: int, seat: dict[str, Any]) -> None:
    """Wait at an open seat until somebody sits down."""
    hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": seat["token"]}
    url = f"ws://127.0.0.1:{port}/ws/{seat['table']}"
    async with websockets.connect(url, compression=None) as line:
        await line.send(json.dumps(hello))
        async for text in line:
            message = json.loads(text)
            if message["type"] == "probe":
                await line.send(json.dumps({"type": "echo", "probe": message["probe"]}))
            elif '"status":"playing"' in str(text):
                return


async def guest(port: int, wish: dict[str, Any], began: float) -> tuple[str, str, float | None]:
    """Return the table, the token and after how long the game began, None if it did not."""
    found = await ask(port, wish)
    seat = found["seat"]
    if not found["playing"]:
        try:
            async with asyncio.timeout(PATIENCE_S - (time.perf_counter() - began)):
                await wait_for_game(port, seat)
        except TimeoutError:
            return seat["table"], seat["token"], None
    return seat["table"], seat["token"], time.perf_counter() - began


async def crowd(ports: list[int], guests: int, wish: dict[str, Any]) -> list[Any]:
    began = time.perf_counter()
    return await asyncio.gather(
        *(guest(ports[number % len(ports)], wish, began) for number in range(guests))
    )


async def run(site: Site, guests: int) -> int:
    ports = [server.port for server in site.servers]
    # Every process has answered once: what it makes for its first guest is not measured.
    for _ in range(3):
        await crowd(ports, 2 * len(ports), {"game": "pylos", "preset": "children"})
    before = site.cpu_seconds()
    found = await crowd(ports, guests, {"game": "pylos"})
    used = {part: seconds - before[part] for part, seconds in site.cpu_seconds().items()}
    times = sorted(seconds for _, _, seconds in found if seconds is not None)
    at_table = Counter(table for table, _, _ in found)
    twice = [table for table, count in at_table.items() if count > 2]
    alone = sum(count == 1 for count in at_table.values())
    # Of an odd number one is left over, and nobody is to blame.
    share = sum(seconds <= BAR_S for seconds in times) / (guests - guests % 2)
    print(f"{guests} guests at {len(ports)} processes, {len(times)} paired, {alone} left over")
    for part in (0.5, 0.9, 0.99, 1.0):
        print(f"  {part:4.0%} within {times[max(0, round(part * len(times)) - 1)]:.2f} s")
    parts = ", ".join(f"{part} {seconds:.2f}" for part, seconds in used.items())
    print(f"  seconds of processor time: {parts}")
    kept = not twice and alone == guests % 2 and share >= BAR_SHARE
    print(f"{share:.1%} within {BAR_S:.0f} s: {'ok' if kept else 'NOT KEPT'}")
    return 0 if kept else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=500, help="at least two")
    parser.add_argument("--servers", type=int, default=3)
    args = parser.parse_args()
    if args.guests < 2:
        parser.error("--guests is at least 2")
    raise_file_limit()
    with Site(args.servers, "--lobby") as site:
        site.start()
        return uvloop.run(run(site, args.guests))


if __name__ == "__main__":
    sys.exit(main())
