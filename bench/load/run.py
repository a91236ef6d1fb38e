"""Thousands of live games on several server processes that are killed one after the other.

Starts a PostgreSQL with all its safety on and three servers, lets every game make a move every few
seconds over two WebSockets, kills a server each minute and starts it again, and at the end compares
every acknowledged move and every result with the database. All on this machine, loopback only.

    python bench/load/run.py                          2,000 games for ten minutes (the bar)
    python bench/load/run.py --seconds 90 --kill-every 30
    python bench/load/run.py --ramp 500,1000,2000,3000 --seconds 40    latency over load
    python bench/load/run.py --idle 2000              memory per idle live game
    python bench/load/run.py --restart 10000          a restart with many open games
"""

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import uvloop
from cores import cores_used, ms_per_move
from fill import fill
from players import Crowd, Key, Player
from plot import plot
from site_under_load import Site, raise_file_limit

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "server" / "support" / "faults"))
from fault_ledger import stored_games

BAR_MS, AFTER_KILL_S = 250.0, 5.0
WARM_UP_S = 8.0


async def connect_all(players: list[Player], per_second: float) -> None:
    for number, player in enumerate(players):
        await player.connect()
        if number % 20 == 19:
            await asyncio.sleep(20 / per_second)


async def load(site: Site, args: argparse.Namespace, games: int, seconds: float) -> dict[str, Any]:
    """Run one load and return its figures."""
    seats = fill(site.database, games, 0, clocks=args.clock)
    site.start()
    crowd = Crowd([server.port for server in site.servers], args.every, args.seed)
    players = [Player(crowd, table, token) for table, *tokens in seats for token in tokens]
    began = time.perf_counter()
    await connect_all(players, args.connect_rate)
    while crowd.connected < len(players) and time.perf_counter() < began + 120:
        await asyncio.sleep(0.2)
    connect_s = time.perf_counter() - began
    print(f"{crowd.connected} connections after {connect_s:.1f} s", flush=True)
    crowd.playing = True
    for player in players:
        # Everybody's first move at another moment, as if they had begun one after the other.
        asyncio.get_running_loop().call_later(random.uniform(0, args.every), player.plan)
    await asyncio.sleep(WARM_UP_S)
    start = time.perf_counter()
    used = site.cpu_seconds()
    measured_from = time.perf_counter()
    kills = await disturb(site, start, seconds, args.kill_every)
    spent = site.cpu_seconds()
    measured_s = time.perf_counter() - measured_from
    crowd.playing = False
    await asyncio.sleep(4.0)
    crowd.stopping = True
    figures = summarise(crowd, start, seconds, kills, games)
    figures["connect_s"] = round(connect_s, 1)
    try:
        cores = cores_used(used, spent, measured_s)
        figures["cores_used"] = cores
        figures["server_ms_per_move"] = ms_per_move(cores["servers"], figures["moves_per_second"])
    except ValueError as error:
        figures |= {"cores_used": str(error), "cores_wrong": 1}
    figures["resident_mb"] = [round(server.resident_kb() / 1024) for server in site.servers]
    for player in players:
        if player._transport is not None:
            player._transport.abort()
    await asyncio.sleep(0.5)
    figures |= compare(crowd, site.database, start + seconds)
    figures["crowd"] = crowd
    figures["kills"] = [round(kill, 1) for kill in kills]
    return figures


async def disturb(site: Site, start: float, seconds: float, every_s: float) -> list[float]:
    """Kill one server after the other, each minute, and start it again; return when."""
    kills: list[float] = []
    victim = 0
    while (now := time.perf_counter() - start) < seconds:
        # The last kill leaves time to see what comes of it.
        due = every_s * (len(kills) + 1) - every_s / 2
        if every_s and now >= due and due < seconds - AFTER_KILL_S:
            server = site.servers[victim % len(site.servers)]
            victim += 1
            server.kill()
            kills.append(time.perf_counter() - start)
            await asyncio.sleep(1.0)  # a supervisor notices
            server.start()
        await asyncio.sleep(0.1)
    return kills


def percentile(values: list[float], part: float) -> float:
    return values[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def summarise(
    crowd: Crowd, start: float, seconds: float, kills: list[float], games: int
) -> dict[str, Any]:
    inside, outside = [], []
    for sent, latency in crowd.latencies:
        at = sent - start
        if 0 <= at < seconds:
            after_kill = any(kill - 0.5 <= at < kill + AFTER_KILL_S for kill in kills)
            (inside if after_kill else outside).append(latency * 1000)
    inside.sort()
    outside.sort()
    within = sum(value <= BAR_MS for value in outside) / max(1, len(outside))
    return {
        "games": games,
        "seconds": seconds,
        "moves": len(inside) + len(outside),
        "moves_per_second": round((len(inside) + len(outside)) / seconds, 1),
        "outside_ms": {
            "p50": round(percentile(outside, 0.5), 1),
            "p99": round(percentile(outside, 0.99), 1),
            "worst": round(outside[-1], 1) if outside else None,
            "within_250_ms": round(100 * within, 3),
        },
        "after_kill_ms": {
            "p50": round(percentile(inside, 0.5), 1),
            "p99": round(percentile(inside, 0.99), 1),
            "worst": round(inside[-1], 1) if inside else None,
        },
        "connections_lost": crowd.losses,
        "refusals": dict(crowd.refusals),
        "never_arrived": len(overdue(crowd, start + seconds)),
    }


def overdue(crowd: Crowd, end: float) -> list[Key]:
    """Return the moves that were sent in time and that the opponent never saw."""
    return [key for key, sent in crowd.sent_at.items() if sent < end - 10]


def compare(crowd: Crowd, database: str, end: float) -> dict[str, Any]:
    """Compare what was promised with what is kept."""
    stored, results = stored_games(database)
    lost = [key for key, move in crowd.acknowledged.items() if stored.get(key) != move]
    invented = [key for key, move in stored.items() if move not in crowd.sent.get(key, ())]
    wrong = [game for game, told in crowd.endings.items() if results.get(game) != told]
    return {
        "acknowledged": len(crowd.acknowledged),
        "lost": len(lost),
        "doubled": len(crowd.doubled),
        "invented": len(invented),
        "kept_but_unseen": sum(key in stored for key in overdue(crowd, end)),
        "games_finished": len(crowd.endings),
        "wrong_results": len(wrong) + len(crowd.disagreements),
    }


def by_second(crowd: Crowd, width_s: float = 2.0) -> dict[str, Any]:
    start = min(sent for sent, _ in crowd.latencies) + WARM_UP_S
    bins: dict[int, list[float]] = {}
    for sent, latency in crowd.latencies:
        if sent >= start:
            bins.setdefault(int((sent - start) / width_s), []).append(latency * 1000)
    series: dict[str, list[tuple[float, float]]] = {"p50": [], "p99": []}
    for number, values in sorted(bins.items()):
        values.sort()
        series["p50"].append((number * width_s, percentile(values, 0.5)))
        series["p99"].append((number * width_s, percentile(values, 0.99)))
    return series


def idle(site: Site, games: int) -> dict[str, Any]:
    """Measure what an idle live game costs: a game of 12 moves with both players connected."""
    seats = fill(site.database, games + 200, 12, clocks=False)
    site.start()

    async def measure() -> dict[str, Any]:
        crowd = Crowd([server.port for server in site.servers], 5.0, 1)
        warm = [Player(crowd, table, token) for table, *both in seats[:200] for token in both]
        await connect_all(warm, 400)
        await asyncio.sleep(5)
        before = sum(server.resident_kb() for server in site.servers)
        rest = [Player(crowd, table, token) for table, *both in seats[200:] for token in both]
        await connect_all(rest, 400)
        await asyncio.sleep(15)
        assert crowd.connected == len(warm) + len(rest)
        after = sum(server.resident_kb() for server in site.servers)
        crowd.stopping = True
        return {
            "idle_games": games,
            "processes": len(site.servers),
            "kb_per_idle_game": round((after - before) / games, 1),
            "resident_mb": [round(server.resident_kb() / 1024) for server in site.servers],
        }

    return uvloop.run(measure())


def restart(site: Site, games: int) -> dict[str, Any]:
    """Measure how long a server takes that starts with many open games, clocks running."""
    seats = fill(site.database, games, 12, clocks=True)
    site.start()
    site.servers[0].kill()
    time.sleep(5)
    began = time.perf_counter()
    site.servers[0].start()
    site.servers[0].wait()
    answers_s = time.perf_counter() - began

    async def first_games() -> float:
        crowd = Crowd([site.servers[0].port], 5.0, 1)
        some = random.Random(1).sample(seats, 100)
        players = [Player(crowd, table, token) for table, *both in some for token in both]
        await asyncio.gather(*(player.connect() for player in players))
        while any(player.table is None for player in players):
            await asyncio.sleep(0.02)
        crowd.stopping = True
        return time.perf_counter() - began

    return {
        "open_games": games,
        "answers_after_s": round(answers_s, 2),
        "serves_100_games_after_s": round(uvloop.run(first_games()), 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between moves of a game")
    parser.add_argument("--kill-every", type=float, default=60.0, help="0: nobody is killed")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--clock", action="store_true", help="every game with a clock")
    parser.add_argument("--connect-rate", type=float, default=300.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ramp", help="several numbers of games, one after the other")
    parser.add_argument("--idle", type=int, help="measure memory of this many idle games")
    parser.add_argument("--restart", type=int, help="measure a start with this many open games")
    parser.add_argument("--out", type=Path, default=Path("build/load"))
    args = parser.parse_args()
    raise_file_limit()
    # Whoever ends it ends what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    args.out.mkdir(parents=True, exist_ok=True)
    if args.idle or args.restart:
        with Site(1) as site:
            figures = idle(site, args.idle) if args.idle else restart(site, args.restart)
        return finish(figures, args.out / ("idle.json" if args.idle else "restart.json"))
    if args.ramp:
        return ramp(args)
    with Site(args.servers) as site:
        figures = uvloop.run(load(site, args, args.games, args.seconds))
    crowd = figures.pop("crowd")
    picture = plot(
        f"{args.games} games, {figures['moves_per_second']} moves a second, {args.servers} servers",
        "seconds (dashed: a server is killed)",
        by_second(crowd),
        figures["kills"],
        BAR_MS,
    )
    (args.out / "load.svg").write_text(picture)
    return finish(figures, args.out / "load.json")


def ramp(args: argparse.Namespace) -> int:
    series: dict[str, list[tuple[float, float]]] = {"p50": [], "p99": []}
    results = []
    for games in map(int, args.ramp.split(",")):
        with Site(args.servers) as site:
            args.kill_every = 0
            figures = uvloop.run(load(site, args, games, args.seconds))
        del figures["crowd"]
        results.append(figures)
        for name, values in series.items():
            values.append((figures["moves_per_second"], figures["outside_ms"][name]))
        print(json.dumps(figures), flush=True)
    picture = plot("From one player to the other", "moves a second", series, (), BAR_MS)
    (args.out / "ramp.svg").write_text(picture)
    return finish({"ramp": results}, args.out / "ramp.json")


def finish(figures: dict[str, Any], path: Path) -> int:
    text = json.dumps(figures, indent=2)
    path.write_text(text + "\n")
    print(text)
    faults = ("lost", "doubled", "invented", "kept_but_unseen", "wrong_results", "cores_wrong")
    bad = sum(figures.get(name, 0) for name in faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
