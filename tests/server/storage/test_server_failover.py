"""A standby takes over from a PostgreSQL that is killed under load.

`make faults` runs this; two databases and three servers are more than `make test` can afford.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import psycopg
import pytest
from cut_line import Line
from fault_ledger import Field, Ledger, stored_games
from fault_sizes import SIZES
from private_postgresql import Cluster
from server_client import ProcessServer, wait_until
from sqlalchemy import select

from sommet.server.storage import queries, schema
from sommet.server.storage.engine import open_engine

pytestmark = pytest.mark.skipif(
    os.environ.get("SOMMET_FAULTS") != "full", reason="only in `make faults`"
)
GAMES = SIZES.games
PATIENCE_S = 120.0 + 3 * GAMES


class Pair:
    """Three servers, a PostgreSQL and its standby, and the line between the two."""

    def __init__(self, primary: Cluster, standby: Cluster, line: Line) -> None:
        self.primary, self.standby, self.line = primary, standby, line
        name = primary.new_database().rpartition("/")[2]
        self.database = standby.url(name)
        hosts = ",".join(f"127.0.0.1:{cluster.port}" for cluster in (primary, standby))
        self.servers = [
            ProcessServer(
                f"postgresql://sommet@{hosts}/{name}",
                *("--limit", "tables_per_minute=100000"),
                *("--limit", "requests_per_second=100000", "--limit", "request_burst=100000"),
                *("--limit", "max_open_tables_per_address=100000"),
            )
            for _ in range(3)
        ]

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    def caught_up(self) -> bool:
        """Return whether the standby has all that the primary has."""
        with psycopg.connect(self.primary.url()) as connection:
            found = connection.execute(
                "SELECT count(*) FROM pg_stat_replication"
                " WHERE state = 'streaming' AND replay_lsn >= pg_current_wal_lsn()"
            ).fetchone()
        return found == (1,)

    def fail_over(self) -> None:
        """Kill the primary, and let the standby take over."""
        self.primary.stop(signal.SIGQUIT)
        self.standby.promote()


@pytest.fixture
def pair() -> Iterator[Pair]:
    with ExitStack() as stack:
        # What was committed must be there after a crash of PostgreSQL, though not of the machine.
        primary = stack.enter_context(Cluster("fsync=off"))
        line = stack.enter_context(Line(primary.port))
        standby = Cluster("fsync=off")
        stack.callback(standby.remove)
        standby.copy(line.port)
        standby.start()
        found = Pair(primary, standby, line)
        wait_until(found.caught_up)
        for server in found.servers:
            stack.callback(server.kill)
            server.begin()
        for server in found.servers:
            wait_until(server.answers)
        yield found


async def test_with_synchronous_replication_nothing_acknowledged_is_lost(pair: Pair) -> None:
    pair.primary.set("synchronous_standby_names", "*")
    field = Field(pair.urls, pause_s=SIZES.pause_s)
    await field.open(GAMES)
    field.start()
    await field.grow(2 * GAMES)
    await asyncio.to_thread(pair.fail_over)
    before = len(field.ledger.acknowledged)
    await field.grow(GAMES, 90)
    assert len(field.ledger.acknowledged) > before
    await field.finish(PATIENCE_S)
    field.ledger.check(pair.database)
    assert len(field.ledger.endings) == GAMES


@dataclass
class LossyLedger(Ledger):
    """Moves may be acknowledged, lost and made again; the last time counts."""

    again: int = 0

    def note_acknowledged(self, key: tuple[str, int, int], move: str) -> None:
        self.again += key in self.acknowledged
        self.acknowledged[key] = move


async def test_without_it_every_table_has_one_history_that_everybody_sees(pair: Pair) -> None:
    """The standby is behind, so that acknowledged moves are lost for certain."""
    field = Field(pair.urls, pause_s=SIZES.pause_s)
    field.ledger = ledger = LossyLedger()
    await field.open(GAMES)
    field.start()
    await field.grow(2 * GAMES)
    await asyncio.to_thread(wait_until, pair.caught_up)
    pair.line.cut()
    await field.grow(2 * GAMES)
    await asyncio.to_thread(pair.fail_over)
    await field.finish(PATIENCE_S)
    assert ledger.again > 0, "nothing was lost"
    assert ledger.rewritten > 0, "nobody was told"
    stored, results = stored_games(pair.database)
    engine = open_engine(pair.database)
    with engine.connect() as connection:
        ids = list(connection.execute(select(schema.tables.c.id)).scalars())
        tables = queries.read_tables(connection, ids)
    engine.dispose()
    assert len(tables) == GAMES
    plies = Counter(table for table, _, _ in stored)
    for table, row in tables.items():
        assert row.stored_chain == row.links[-1]
        kept = [stored[table, 1, ply] for ply in range(plies[table])]
        assert ledger.seen[table, 0] == ledger.seen[table, 1] == kept
        told = ledger.endings[table]
        assert (told["winner"], told["reason"]) == results[table, 1]
    for key, move in stored.items():
        assert move in ledger.sent[key], f"{key}: nobody sent {move}"
