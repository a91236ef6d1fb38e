"""Fills a database with open games without playing them through a server."""

import hashlib
import json
import random
import secrets
import time

from sqlalchemy import insert

from sommet.match.clock import TimeControl
from sommet.pylos import State
from sommet.server.storage import chain, migrate, schema
from sommet.server.storage.engine import open_engine
from sommet.server.storage.setup import TableSetup, format_setup
from sommet.server.tokens import new_id


def fill(database: str, games: int, moves: int, *, clocks: bool) -> list[tuple[str, str, str]]:
    """Add open games between friends; return table and both tokens of each."""
    engine = open_engine(database)
    migrate.upgrade(engine)
    chance = random.Random(1)
    control = TimeControl(10 * 60_000) if clocks else None
    setup = format_setup(TableSetup("pylos", "friend", "standard", control=control))
    now_ms = time.time_ns() // 1_000_000
    found = []
    tables, seats, events = [], [], []
    for _ in range(games):
        table = new_id()
        tokens = [secrets.token_urlsafe(32) for _ in range(2)]
        found.append((table, *tokens))
        log: list[dict[str, object]] = [
            {"kind": "joined", "at_ms": now_ms, "player": 1, "name": None},
            {"kind": "started", "at_ms": now_ms, "first": 0},
        ]
        state = State.start()
        for _ in range(moves):
            move = chance.choice(state.legal_moves)
            log.append(
                {
                    "kind": "moved",
                    "at_ms": now_ms,
                    "seat": state.side,
                    "move": str(move),
                    "lag_ms": 0,
                }
            )
            state = state.play(move)
        due = now_ms + 10 * 60_000 if clocks else None
        texts = [json.dumps(event, separators=(",", ":")) for event in log]
        links = chain.check_links(table, texts, ())
        tables.append(
            {
                **{"id": table, "created_ms": now_ms, "updated_ms": now_ms, "setup": setup},
                **{"invite_hash": "", "seq": len(log), "due_ms": due},
                "chain": links[-1],
            }
        )
        seats += [
            {
                **{"table_id": table, "player": player, "name": None},
                "token_hash": hashlib.sha256(token.encode()).hexdigest(),
            }
            for player, token in enumerate(tokens)
        ]
        events += [
            {"table_id": table, "seq": seq, "data": text, "mark": chain.mark_of(before)}
            for seq, (text, before) in enumerate(
                zip(texts, (chain.first_link(table), *links), strict=False), 1
            )
        ]
    with engine.begin() as connection:
        for target, values in (
            (schema.tables, tables),
            (schema.seats, seats),
            (schema.events, events),
        ):
            for start in range(0, len(values), 5000):
                connection.execute(insert(target), values[start : start + 5000])
    engine.dispose()
    return found
