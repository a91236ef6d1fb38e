"""An arena of programs while server processes die: is every result counted once?

Starts a PostgreSQL with all its safety on and three servers, lets programs enter an arena and play
quick games (whoever is to move gives up after a moment), and kills a server again and again, which
is then started anew. Afterwards the database is read: each game of the arena has one table and the
points that the events of that table say, nobody sat at two games at once, everything that a program
was told is kept, and each rated result moved two ratings once. All on this machine; ends by itself.

    python bench/arena.py
    python bench/arena.py --bots 300 --minutes 10 --kill-every 60
"""

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import uvloop
import websockets
from sqlalchemy import Engine, create_engine, func, select, text

sys.path.insert(0, str(Path(__file__).parent / "load"))
from site_under_load import Site, raise_file_limit

from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.storage import accounts, bots, queries, schema
from sommet.server.storage.engine import parse_address
from sommet.server.storage.tournaments import schema as arena
from sommet.server.tables.folding import fold_table
from sommet.server.tables.scored import score_of
from sommet.server.tokens import new_id, new_token
from sommet.server.web.identity import COOKIE

#: When a game was begun and when its result was kept: by the clock of the database at the commit,
#: so that it does not matter what servers take the time to be. The first event of a table and the
#: row of a finished game are as the transactions left them that wrote them.
COMMITS = """
    SELECT games.number, games.first, games.second,
        pg_xact_commit_timestamp(events.xmin) AS begun,
        CASE WHEN first_points IS NOT NULL THEN pg_xact_commit_timestamp(games.xmin) END AS over,
        started_ms, finished_ms
    FROM tournament_games AS games
    JOIN events ON events.table_id = games.table_id AND events.seq = 1
    ORDER BY begun, games.number
"""
TROUBLE = (OSError, httpx.HTTPError, websockets.WebSocketException, TimeoutError)


class Crowd:
    """All programs, and what they were told."""

    def __init__(self, ports: list[int], tokens: dict[str, str], think_s: float) -> None:
        self.ports = ports
        self.tokens = tokens
        self.think_s = think_s
        self.given_up: dict[str, int] = {}
        self.troubles: Counter[str] = Counter()
        self.http = httpx.AsyncClient(timeout=10, limits=httpx.Limits(max_connections=60))
        self.playing: dict[str, asyncio.Task[None]] = {}

    def any_url(self) -> str:
        return f"http://127.0.0.1:{random.choice(self.ports)}"

    async def ask(self, method: str, path: str, patience_s: float = 60.0, **more: Any) -> Any:
        """Ask any server until one answers."""
        end = time.monotonic() + patience_s
        while True:
            try:
                answer = await self.http.request(method, self.any_url() + path, **more)
                if answer.status_code < 500:
                    return answer.json()
            except TROUBLE as error:
                self.troubles[type(error).__name__] += 1
            if time.monotonic() > end:
                raise TimeoutError(path)
            await asyncio.sleep(0.3)

    async def as_bot(self, name: str, method: str, path: str) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[name]}"}
        return await self.ask(
            method, path, headers=headers, **({"json": {}} if method == "POST" else {})
        )

    async def play(self, table: str, names: tuple[str, str]) -> None:
        """Let both take their seats, and whoever begins give up after a moment."""
        seats = {}
        for name in names:
            games = (await self.as_bot(name, "GET", "/api/bot/games"))["games"]
            seats[name] = next(each["token"] for each in games if each["table"] == table)
        await asyncio.sleep(self.think_s * random.uniform(0.5, 1.5))
        loser = random.choice(names)
        while True:
            try:
                async with asyncio.timeout(20):
                    await self.give_up(table, seats[loser])
                self.given_up[table] = names.index(loser)
                return
            except TROUBLE as error:
                self.troubles[type(error).__name__] += 1
                await asyncio.sleep(0.3)

    async def give_up(self, table: str, token: str) -> None:
        """Resign; return once the server says that it is kept."""
        url = f"{self.any_url().replace('http', 'ws')}/ws/{table}"
        async with websockets.connect(url, compression=None) as line:
            hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": token}
            await line.send(json.dumps(hello))
            async for text in line:
                message = json.loads(text)
                if message["type"] == "probe":
                    await line.send(json.dumps({"type": "echo", "probe": message["probe"]}))
                elif message["type"] == "welcome":
                    asked = {"type": "resign", "id": 1, "game_number": 1}
                    await line.send(json.dumps(asked))
                elif message["type"] == "ack":
                    return
                elif message["type"] == "refused":
                    if message["refusal"]["code"] == "game_over":
                        return  # it was kept, and the answer lost
                    raise OSError(message["refusal"]["code"])
        raise OSError("closed")

    async def follow(self, tournament: str) -> dict[str, Any]:
        """Play every game that begins, until the arena is over; return its page."""
        while True:
            page = await self.ask("GET", f"/api/tournaments/{tournament}")
            names = {row["number"]: row["name"] for row in page["standings"]}
            for game in page["games"]:
                table = game["table"]
                if game["points"] is None and table not in self.playing:
                    both = (names[game["first"]], names[game["second"]])
                    self.playing[table] = asyncio.ensure_future(self.play(table, both))
            for task in self.playing.values():
                if task.done() and task.exception():
                    raise task.exception()  # type: ignore[misc]
            if page["state"] == "finished":
                return dict(page)
            await asyncio.sleep(1.0)


async def stay(crowd: Crowd, every_s: float = 45.0) -> None:
    """Let every program be heard of now and then, as one that listens is, so that it is paired."""
    names = list(crowd.tokens)
    while True:
        for name in names:
            await crowd.as_bot(name, "GET", "/api/bot")
            await asyncio.sleep(every_s / len(names))


async def kill_often(site: Site, every_s: float, until: asyncio.Event) -> int:
    """Kill one server after the other, and start it again."""
    killed = 0
    while True:
        try:
            async with asyncio.timeout(every_s):
                await until.wait()
            return killed
        except TimeoutError:
            server = site.servers[killed % len(site.servers)]
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(2.0)
            server.start()
            await asyncio.to_thread(server.wait)
            killed += 1


def organiser(engine: Engine) -> str:
    """Make an account, and return its cookie."""
    token, now_ms, account = new_token(), round(time.time() * 1000), new_id()
    with engine.begin() as connection:
        code = accounts.new_recovery_code()
        accounts.add_account(connection, account, "Chair", code, now_ms)
        accounts.begin_session(connection, account, None, now_ms, token)
    return token


def check_one_at_a_time(engine: Engine, games: int) -> list[str]:
    """Return who was given a game before the result of the one before it was on disk."""
    with engine.connect() as connection:
        found = connection.execute(text(COMMITS)).all()
    wrong = [] if len(found) == games else [f"{len(found)} of {games} games have a first event"]
    before: dict[int, Any] = {}
    early_ms = [0]
    for game in found:
        for who in (game.first, game.second):
            last = before.get(who)
            if last is not None and (last.over is None or last.over > game.begun):
                wrong.append(
                    f"{who} sat at games {last.number} and {game.number} at once: "
                    f"{last.over} {game.begun}"
                )
            elif last is not None:
                early_ms.append(last.finished_ms - game.started_ms)
            before[who] = game
    print(
        f"by the clocks of the servers {sum(ms > 0 for ms in early_ms)} games began before the one "
        f"before was over, by up to {max(early_ms)} ms; by the database's those named below"
    )
    return wrong


def check(engine: Engine, crowd: Crowd, page: dict[str, Any]) -> list[str]:
    """Return what is wrong in the database."""
    wrong: list[str] = []
    columns = arena.tournament_games.c
    with engine.connect() as connection:
        games = connection.execute(select(arena.tournament_games).order_by(columns.number)).all()
        tables = list(connection.execute(select(schema.tables.c.id)).scalars())
        rated = connection.execute(select(schema.rated_games.c.table_id)).scalars().all()
        moved = connection.execute(select(func.sum(schema.ratings.c.games))).scalar() or 0
        rows = queries.read_tables(connection, tables)
    if sorted(tables) != sorted(game.table_id for game in games):
        wrong.append("tables and games of the arena are not the same")
    if sorted(rated) != sorted(tables):
        wrong.append(f"{len(rated)} rated results, {len(tables)} tables")
    if moved != 2 * len(games):
        wrong.append(f"ratings moved {moved} times for {len(games)} games")
    for game in games:
        folded = fold_table(rows[game.table_id])
        before, after = folded.before, folded.steps[-1][1]
        if len(folded.steps) > 1:
            before = folded.steps[-2][1]
        if after.outcome is None or score_of(before, after)[0] != (
            game.first_points,
            game.second_points,
        ):
            wrong.append(f"game {game.number} has other points than its table")
        lost = crowd.given_up.get(game.table_id)
        if lost is None or (game.first_points, game.second_points)[lost] != 0:
            wrong.append(f"game {game.number} is not what its players were told")
    wrong += check_one_at_a_time(engine, len(games))
    if sum(row["points"] for row in page["standings"]) != len(games):
        wrong.append("the standings do not add up")
    return wrong


async def run(site: Site, args: argparse.Namespace) -> int:
    engine = create_engine(parse_address(site.database))
    cookie = organiser(engine)
    now_ms = round(time.time() * 1000)
    names = [f"Bot {number}" for number in range(args.bots)]
    tokens = {name: bots.create_bot(engine, name, now_ms) for name in names}
    crowd = Crowd([server.port for server in site.servers], tokens, args.think)
    wish = {
        "kind": "arena",
        "game": "pylos",
        "clock": {"minutes": 5, "increment_s": 0},
        "minutes": args.minutes,
        "programs": True,
    }
    headers = {"Cookie": f"{COOKIE}={cookie}"}
    made = await crowd.ask("POST", "/api/tournaments", json=wish, headers=headers)
    tournament = made["id"]
    for start in range(0, len(names), 20):
        path = f"/api/bot/tournaments/{tournament}/enter"
        await asyncio.gather(
            *(crowd.as_bot(name, "POST", path) for name in names[start : start + 20])
        )
    await crowd.ask("POST", f"/api/tournaments/{tournament}/start", json={}, headers=headers)
    over = asyncio.Event()
    killing = asyncio.ensure_future(kill_often(site, args.kill_every, over))
    staying = asyncio.ensure_future(stay(crowd))
    page = await crowd.follow(tournament)
    staying.cancel()
    over.set()
    killed = await killing
    await asyncio.gather(*crowd.playing.values())
    await asyncio.sleep(10)  # the last results are rated
    await crowd.http.aclose()
    wrong = check(engine, crowd, page)
    played = len(crowd.playing)
    print(
        f"{args.bots} programs at {args.servers} processes for {args.minutes} min, {killed} kills: "
        f"{played} games, {sum(crowd.troubles.values())} requests failed and were repeated"
    )
    for each in wrong[:20]:
        print("  WRONG:", each)
    print("every result counted once: " + ("ok" if not wrong else "NOT KEPT"))
    engine.dispose()
    return 1 if wrong else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=60)
    parser.add_argument("--minutes", type=int, default=3)
    parser.add_argument("--kill-every", type=float, default=30.0, metavar="SECONDS")
    parser.add_argument("--think", type=float, default=10.0, metavar="SECONDS")
    parser.add_argument("--servers", type=int, default=3)
    args = parser.parse_args()
    raise_file_limit()
    with Site(args.servers, "--lobby", database=("track_commit_timestamp=on",)) as site:
        site.start()
        return uvloop.run(run(site, args))


if __name__ == "__main__":
    sys.exit(main())
