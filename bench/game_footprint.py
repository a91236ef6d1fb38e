"""What one game costs a server: rows and bytes in the database, messages and bytes on the wire.

Whole games by random play over real WebSockets, two seats each; computers' thinking is not in it.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_client import Api, ThreadServer, quick_settings

from sommet.seeding import Random
from sommet.server.storage.archive import read_contents


async def play(api: Api, game: str, seed: int) -> tuple[int, int]:
    """Play a game between friends; return messages and bytes that the server sent."""
    one, two = await api.friends(game)
    async with api.seat(one) as first, api.seat(two) as second:
        await asyncio.gather(first.play_on(Random(seed)), second.play_on(Random(seed + 1)))
        raw = first.raw + second.raw
        return len(raw), sum(len(text.encode()) for text in raw)


async def measure(url: str, game: str, games: int) -> tuple[float, float]:
    async with Api(url) as api:
        sent = [await play(api, game, 2 * seed) for seed in range(games)]
    return sum(n for n, _ in sent) / games, sum(size for _, size in sent) / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    games = parser.parse_args().games
    for game in ("pylos", "pacal"):
        with tempfile.TemporaryDirectory() as folder:
            settings = quick_settings(Path(folder))
            with ThreadServer(settings) as server:
                messages, size = asyncio.run(measure(server.url, game, games))
                contents = read_contents(server.app.state.hall.services.store.engine)
            stored = (Path(folder) / "games.sqlite3").stat().st_size
        events = contents["events"].rows / games
        print(
            f"{game}: {events:.1f} events and {stored / games / 1024:.1f} kB stored per game, "
            f"{messages:.0f} messages and {size / 1024:.0f} kB sent to both players per game "
            f"({games} games)"
        )


if __name__ == "__main__":
    main()
