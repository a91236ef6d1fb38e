"""What one game costs a server: events, bytes in the database, messages and bytes on the wire.

Whole games by random play over real WebSockets, two seats each, on SQLite and on a PostgreSQL of
its own, one game after the other or some at once. Bytes are what the whole database grew by,
indexes and room left in pages included, PostgreSQL's after a plain VACUUM, which autovacuum does on
a real site. With few games its statistics, made meanwhile, weigh in. None of it depends on how busy
the machine is.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server" / "support"))

from private_postgresql import cluster
from server_client import Api, ThreadServer, quick_settings
from sqlalchemy import Engine, text

from sommet.seeding import Random
from sommet.server.storage.archive import read_contents


async def play(api: Api, game: str, seed: int) -> tuple[int, int]:
    """Play a game between friends; return messages and bytes that the server sent."""
    one, two = await api.friends(game)
    async with api.seat(one) as first, api.seat(two) as second:
        await asyncio.gather(first.play_on(Random(seed)), second.play_on(Random(seed + 1)))
        raw = first.raw + second.raw
        return len(raw), sum(len(text.encode()) for text in raw)


async def play_all(url: str, game: str, games: int, at_once: int) -> tuple[float, float]:
    free = asyncio.Semaphore(at_once)

    async def play_one(api: Api, seed: int) -> tuple[int, int]:
        async with free:
            return await play(api, game, seed)

    async with Api(url) as api:
        sent = await asyncio.gather(*(play_one(api, 2 * number) for number in range(games)))
    return sum(n for n, _ in sent) / games, sum(size for _, size in sent) / games


def size_of(engine: Engine) -> int:
    """Return the bytes that the database takes on disk."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.execute(text("VACUUM"))
            query = "SELECT pg_database_size(current_database())"
            return int(connection.execute(text(query)).scalar_one())
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        return Path(str(engine.url.database)).stat().st_size


def measure(game: str, games: int, at_once: int, folder: Path, **settings: str) -> str:
    with ThreadServer(quick_settings(folder, **settings)) as server:
        engine = server.app.state.registry.services.store.engine
        before = size_of(engine)
        messages, size = asyncio.run(play_all(server.url, game, games, at_once))
        events = read_contents(engine)["events"].rows / games
        stored = (size_of(engine) - before) / games
        kind = engine.dialect.name
    return (
        f"{game} on {kind}: {events:.1f} events, {stored / 1000:.1f} kB stored, {messages:.0f} "
        f"messages and {size / 1000:.0f} kB sent to both players, per game ({games} games)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--at-once", type=int, default=1, help="so many games side by side")
    parser.add_argument("--game", choices=("pylos", "pacal"), help="only this one")
    parser.add_argument("--postgresql", action="store_true", help="not on SQLite")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        running = stack.enter_context(cluster())
        for game in (args.game,) if args.game else ("pylos", "pacal"):
            for settings in ({}, {"database": running.new_database()})[args.postgresql :]:
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                print(measure(game, args.games, args.at_once, folder, **settings), flush=True)


if __name__ == "__main__":
    main()
