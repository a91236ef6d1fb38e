"""A crowd of programs on three processes that are killed in turn: every result counts once."""

import asyncio
import contextlib
import os
import threading
import time
from typing import Any

import pytest
from private_postgresql import Cluster
from seat_client import PATIENCE_S
from server_client import ProcessServer
from sqlalchemy import func, select

from sommet.client import LobbyBot
from sommet.server.storage import schema
from sommet.server.storage.bots import create_bot
from sommet.server.storage.engine import open_engine

pytestmark = pytest.mark.soak

BOTS = int(os.environ.get("SOMMET_CROWD", "16"))
SECONDS = float(os.environ.get("SOMMET_CROWD_SECONDS", "40"))
KILL_EVERY_S = SECONDS / 5
LIMITS = (
    "tables_per_minute",
    "requests_per_second",
    "request_burst",
    "connects_per_second",
    "connect_burst",
    "messages_per_second_per_address",
    "message_burst_per_address",
    "max_open_tables_per_address",
)


def any_move(view: Any, _: threading.Event) -> Any:
    return view.legal_moves[len(view.history) % len(view.legal_moves)]


async def test_every_result_of_a_crowd_counts_once(postgresql: Cluster) -> None:
    address = postgresql.migrated_database()
    engine = open_engine(address)
    tokens = [create_bot(engine, f"PairingQueue {number}", number) for number in range(BOTS)]
    options = [word for name in LIMITS for word in ("--limit", f"{name}=100000")]
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(ProcessServer(address, "--lobby", *options)) for _ in range(3)
        ]
        crowd = [
            LobbyBot(
                servers[number % 3].url,
                token,
                lambda: any_move,
                games=4,
                against_bots=number % 2 == 1,
            )
            for number, token in enumerate(tokens)
        ]
        tasks = [asyncio.create_task(bot.run()) for bot in crowd]
        for number in range(4):
            await asyncio.sleep(KILL_EVERY_S)
            servers[number % 3].kill()
            await asyncio.to_thread(servers[number % 3].start)
        await asyncio.sleep(KILL_EVERY_S)
        async with asyncio.timeout(PATIENCE_S):
            while not played(engine):  # however slow the machine is
                await asyncio.sleep(0.2)
        assert not [task for task in tasks if task.done()], "a bot gave up"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        end = time.monotonic() + 60
        while left_to_count(engine):
            assert time.monotonic() < end, "results are not counted"
            await asyncio.sleep(0.2)
    check(engine)
    engine.dispose()


def played(engine: Any) -> int:
    with engine.connect() as connection:
        found = select(func.count()).select_from(schema.rated_games)
        return int(connection.execute(found).scalar_one())


def left_to_count(engine: Any) -> int:
    with engine.connect() as connection:
        open_ = select(func.count()).where(schema.rated_games.c.rated == 0)
        return int(connection.execute(open_).scalar_one())


def check(engine: Any) -> None:
    """Compare the games that were finished with those that were counted."""
    records = schema.records.c
    with engine.connect() as connection:
        finished = set(connection.execute(select(records.table_id, records.game_number)).all())
        counted = connection.execute(select(schema.rated_games)).all()
        played = connection.execute(select(func.sum(schema.ratings.c.games))).scalar()
        in_pools = connection.execute(select(func.sum(schema.rating_pools.c.games))).scalar()
        left = connection.execute(
            select(records.table_id, records.game_number).where(records.text.contains('"left"'))
        ).all()
    assert counted, "nothing was played"
    assert {(row.table_id, row.game_number) for row in counted} == finished - set(left)
    assert all(row.rated == 1 for row in counted)
    assert in_pools == len(counted)
    assert played == 2 * len(counted)
    by_player: dict[str, int] = {}
    for row in counted:
        for player in (row.first, row.second):
            by_player[player] = by_player.get(player, 0) + 1
    with engine.connect() as connection:
        ratings = connection.execute(select(schema.ratings)).all()
    assert {row.player: row.games for row in ratings} == by_player
    print(f"{len(counted)} games of {len(by_player)} programs, each counted once")
