"""What ratings, sign-ins and listening programs cost a server, in processor time.

Ratings: results are counted as a server counts them. Sign-ins: a real `sommet serve` with accounts,
and a device with a passkey made of code that signs in again and again. Programs: so many listen to
their streams while nothing happens. Processor time, because a machine is rarely idle.

    python bench/load/community.py
    python bench/load/community.py --results 2000 --sign-ins 200 --programs 300 --postgresql
"""

import argparse
import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "server" / "support"))
from seat_client import new_client
from soft_passkey import Device

from slow_games import SETUP, Server, databases
from sommet.server.storage import schema
from sommet.server.storage.bots import create_bot
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.ratings import AT_ONCE, Result, bot_player, count_results, store_result
from sommet.server.storage.setup import format_setup

LISTEN_S = 20.0
#: Everything comes from one address.
LIMITS = (
    *("requests_per_second", "request_burst", "tables_per_minute"),
    *("max_http_connections_per_address", "connects_per_second", "connect_burst"),
)


def count_all(engine: Engine, results: int) -> float:
    """Return the milliseconds of processor time for counting a result."""
    setup, table = format_setup(SETUP), "rated0000000"
    with engine.begin() as connection:
        row = {"id": table, "setup": setup, "invite_hash": "", "seq": 0}
        connection.execute(insert(schema.tables).values(**row, created_ms=0, updated_ms=0))
        for number in range(results):
            one, two = (bot_player(f"bot{(number + more) % 97}") for more in (0, 1 + number % 13))
            result = Result("pool", setup, one, two, score=number % 3)
            connection.execute(store_result(table, number, number, result))
    began, counted = time.process_time(), AT_ONCE
    while counted == AT_ONCE:
        with engine.begin() as connection:
            counted = count_results(connection, 1)
    return 1000 * (time.process_time() - began) / results


async def sign_in_often(server: Server, times: int) -> float:
    """Return the milliseconds of the server's processor time for a sign-in."""
    async with Device(server.url) as device:
        await device.register("Often")
        began = server.processor_s()
        for _ in range(times):
            await device.sign_in()
        return 1000 * (server.processor_s() - began) / times


async def listen(server: Server, tokens: list[str]) -> float:
    """Return the share of a core that a server uses while so many programs listen."""
    async with AsyncExitStack() as stack:
        for token in tokens:
            client = await stack.enter_async_context(new_client(server.url, timeout=None))
            headers = {"Authorization": f"Bearer {token}"}
            await stack.enter_async_context(
                client.stream("GET", "/api/bot/stream", headers=headers)
            )
        began = server.processor_s()
        await asyncio.sleep(LISTEN_S)
        return (server.processor_s() - began) / LISTEN_S


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What ratings, sign-ins and programs cost.")
    parser.add_argument("--results", type=int, default=2000)
    parser.add_argument("--sign-ins", type=int, default=100)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    args = parser.parse_args()
    figures: dict[str, Any] = {}
    with databases(postgresql=args.postgresql) as new_database:
        address = new_database("community")
        engine = open_engine(address)
        upgrade(engine)
        figures["processor_ms_a_result"] = round(count_all(engine, args.results), 2)
        tokens = [create_bot(engine, f"Program {number}", 1) for number in range(args.programs)]
        server = Server(
            address, *(part for name in LIMITS for part in ("--limit", f"{name}=100000"))
        )
        try:
            signed_in = asyncio.run(sign_in_often(server, args.sign_ins))
            figures["processor_ms_a_sign_in"] = round(signed_in, 1)
            figures["cores_while_one_listens"] = round(asyncio.run(listen(server, tokens[:1])), 3)
            figures["cores_while_all_listen"] = round(asyncio.run(listen(server, tokens)), 3)
        finally:
            server.close()
            engine.dispose()
    print(json.dumps(figures, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
