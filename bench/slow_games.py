"""What slow games that sleep cost a server: starting, memory, and deadlines that are kept.

A database is filled with slow games that run, a real `sommet serve` is started on it and on an
empty one, and both are compared: processor time until it answers, and memory once it has looked for
what is due a few times. Then the deadlines of some games are moved into the next seconds, and
for each it is measured how long after it the game was over.
Bars: starts as fast as on an empty database (by processor time), less than 300 bytes for a sleeping
game, deadlines within 5 s.

    python bench/slow_games.py
    python bench/slow_games.py --games 100000
    python bench/slow_games.py --games 100000 --postgresql
    python bench/slow_games.py --games 100000 --postgresql --due 1000 --at-once
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, insert, select, update

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server" / "support"))
from private_postgresql import Cluster

from sommet.match import events as ev
from sommet.match.clock import DAY_MS, TimeControl
from sommet.server.storage import schema
from sommet.server.storage.chain import first_link, links_after
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade
from sommet.server.storage.notices.schema import slow_turns
from sommet.server.storage.queries import format_events
from sommet.server.storage.setup import TableSetup, format_setup

SETUP = TableSetup("pylos", "friend", "standard", control=TimeControl.days(3))
#: A start may cost so many processor seconds more than on an empty database: they vary by half one.
BARS = {"bytes": 300, "seconds": 5.0, "start_s": 1.0}
#: Two processes differ by some hundred kilobytes however many games there are.
LEAST_GAMES = 5000
AT_ONCE = 5000


def fill(engine: Engine, games: int) -> None:
    """Open games in which light has three days for the first move."""
    now_ms = round(time.time() * 1000)
    texts = format_events([ev.Joined(now_ms, 1, None), ev.Started(now_ms, 0)])
    setup = format_setup(SETUP)
    for start in range(0, games, AT_ONCE):
        rows: dict[Any, list[dict[str, Any]]] = {
            table: [] for table in (schema.tables, schema.seats, schema.events, slow_turns)
        }
        for number in range(start, min(start + AT_ONCE, games)):
            table = f"slow{number:08}"
            due_ms = now_ms + 3 * DAY_MS
            rows[schema.tables].append(
                {
                    "id": table,
                    "created_ms": now_ms,
                    "updated_ms": now_ms,
                    "setup": setup,
                    "invite_hash": "",
                    "seq": len(texts),
                    "due_ms": due_ms,
                    "chain": links_after(first_link(table), texts)[-1],
                }
            )
            for player in (0, 1):
                seat = {"table_id": table, "player": player, "token_hash": f"{number}-{player}"}
                rows[schema.seats].append(seat)
            for seq, text in enumerate(texts, 1):
                rows[schema.events].append({"table_id": table, "seq": seq, "data": text})
            rows[slow_turns].append({"table_id": table, "player": 0, "due_ms": due_ms})
        with engine.begin() as connection:
            for table_, values in rows.items():
                connection.execute(insert(table_), values)
    with engine.begin() as connection:
        connection.exec_driver_sql("ANALYZE")  # as it happens by itself after a while


class Server:
    """A `sommet serve` of its own."""

    def __init__(self, database: str, *more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        options = ["--port", str(port), "--database", database, "--lobby", *more]
        began = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sommet.cli.main", "serve", *options, "--log-level", "error"],
            stdout=subprocess.DEVNULL,
        )
        while not self._answers():
            time.sleep(0.02)
        self.wall_s = time.monotonic() - began
        self.start_s = self.processor_s()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def processor_s(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def close(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait()


def late_by(engine: Engine, due: int, spread_ms: int) -> list[float]:
    """Let games be due within so long, a while from now; return how late each of them ended."""
    now_ms = round(time.time() * 1000)
    first_ms = now_ms + 5000 + 10 * due  # time to write it down
    moments = {f"slow{number:08}": first_ms + number * spread_ms // due for number in range(due)}
    for table, due_ms in moments.items():
        # As if the turn had begun now, with little time for it.
        texts = format_events([ev.Joined(now_ms, 1, None), ev.Started(now_ms, 0)])
        short = replace(SETUP, control=TimeControl(due_ms - now_ms, per_move=True))
        values = {
            "due_ms": due_ms,
            "chain": links_after(first_link(table), texts)[-1],
            "setup": format_setup(short),
        }
        with engine.begin() as connection:
            where = schema.tables.c.id == table
            connection.execute(update(schema.tables).where(where).values(**values))
            for seq, text in enumerate(texts, 1):
                events = schema.events.c
                here = (events.table_id == table, events.seq == seq)
                connection.execute(update(schema.events).where(*here).values(data=text))
    found: dict[str, float] = {}
    end = time.monotonic() + 120
    while len(found) < due and time.monotonic() < end:
        with engine.connect() as connection:
            query = select(schema.records.c.table_id, schema.records.c.finished_ms)
            for row in connection.execute(query):
                found[row.table_id] = (row.finished_ms - moments[row.table_id]) / 1000
        time.sleep(0.2)
    assert len(found) == due, f"only {len(found)} of {due} games ended"
    return sorted(found.values())


@contextlib.contextmanager
def databases(*, postgresql: bool) -> Iterator[Callable[[str], str]]:
    """Return how to make a new database by a name: files, or in a PostgreSQL of its own."""
    if postgresql:
        with Cluster("shared_buffers=128MB", "max_wal_size=2GB") as cluster:
            yield lambda _: cluster.new_database()
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield lambda name: f"sqlite:///{folder}/{name}.sqlite3"


def main() -> int:
    """Measure, print, and say whether the bars are kept."""
    parser = argparse.ArgumentParser(description="What slow games that sleep cost a server.")
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--due", type=int, default=200, help="deadlines within eight seconds")
    parser.add_argument("--at-once", action="store_true", help="all of them at the same moment")
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    args = parser.parse_args()
    figures: dict[str, Any] = {"games": args.games}
    with databases(postgresql=args.postgresql) as new_database:
        for name, games in (("empty", 0), ("full", args.games)):
            address = new_database(name)
            engine = open_engine(address)
            upgrade(engine)
            fill(engine, games)
            Server(address).close()  # once, so that both have files that were read before
            server = Server(address)
            time.sleep(7)
            figures[name] = {
                "start_processor_s": round(server.start_s, 2),
                "start_wall_s": round(server.wall_s, 2),
                "resident_mb": round(server.resident_bytes() / 1e6, 1),
                "idle_processor_s_in_7_s": round(server.processor_s() - server.start_s, 2),
            }
            grown = server.resident_bytes()
            if name == "empty":
                base = grown
            else:
                figures["bytes_a_game"] = round((grown - base) / args.games, 1)
                before_s = server.processor_s()
                late = late_by(engine, args.due, 0 if args.at_once else 8000)
                figures["late_s"] = {"median": late[len(late) // 2], "most": late[-1]}
                used_ms = 1000 * (server.processor_s() - before_s) / args.due
                figures["processor_ms_a_deadline"] = round(used_ms, 1)
            server.close()
            engine.dispose()
    print(json.dumps(figures, indent=2))
    kept = figures["late_s"]["most"] < BARS["seconds"]
    more_s = figures["full"]["start_processor_s"] - figures["empty"]["start_processor_s"]
    kept &= more_s < BARS["start_s"]
    if args.games >= LEAST_GAMES:
        kept &= figures["bytes_a_game"] < BARS["bytes"]
    else:
        print(f"memory is not judged: fewer than {LEAST_GAMES} games are lost in its noise")
    print("bars kept" if kept else "bars not kept")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
