"""Old games are removed at volume while others play; what is to stay stays."""

import asyncio
import time

import pytest
from fault_ledger import Field
from fault_sizes import FULL, SIZES
from server_client import ThreadServer
from sqlalchemy import Engine, func, insert, select

from sommet.server.storage import schema
from sommet.server.storage.retention import DAY_MS, Removed, Retention, tidy
from sommet.server.storage.setup import TableSetup, format_setup

#: Events of one stored table.
EVENTS = 40
_AT_ONCE = 250


def fill(engine: Engine, tables: int, now_ms: int) -> None:
    """Store games: every second one is a year old, and every third has no finished game."""
    setup = format_setup(TableSetup("pacal", "friend", "en"))
    texts = [
        f'{{"kind":"moved","at_ms":{n},"seat":{n % 2},"move":"decline"}}' for n in range(EVENTS)
    ]
    for start in range(0, tables, _AT_ONCE):
        some = range(start, min(tables, start + _AT_ONCE))
        with engine.begin() as connection:
            kept = [
                {
                    "id": f"V{number:011}",
                    "created_ms": (at_ms := now_ms - (400 if number % 2 else 1) * DAY_MS),
                    "updated_ms": at_ms,
                    "setup": setup,
                    "invite_hash": "",
                    "seq": EVENTS,
                }
                for number in some
            ]
            connection.execute(insert(schema.tables), kept)
            connection.execute(
                insert(schema.seats),
                [
                    {"table_id": one["id"], "player": player, "token_hash": "0" * 64}
                    for one in kept
                    for player in (0, 1)
                ],
            )
            connection.execute(
                insert(schema.events),
                [
                    {"table_id": one["id"], "seq": number, "data": text}
                    for one in kept
                    for number, text in enumerate(texts, 1)
                ],
            )
            connection.execute(
                insert(schema.records),
                [
                    {"table_id": f"V{number:011}", "game_number": 1, "finished_ms": 1, "text": "x"}
                    for number in some
                    if number % 3
                ],
            )


def count(engine: Engine, table: schema.Table) -> int:
    with engine.connect() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def counts(engine: Engine) -> list[int]:
    """How many filled tables, seats, events and records there are."""
    with engine.connect() as connection:
        return [
            int(
                connection.execute(
                    select(func.count()).select_from(table).where(column.like("V0%"))
                ).scalar_one()
            )
            for table, column in (
                (schema.tables, schema.tables.c.id),
                (schema.seats, schema.seats.c.table_id),
                (schema.events, schema.events.c.table_id),
                (schema.records, schema.records.c.table_id),
            )
        ]


async def test_old_games_go_while_others_play(
    server: ThreadServer, capsys: pytest.CaptureFixture[str]
) -> None:
    services = server.app.state.registry.services
    engine, now_ms = services.store.engine, services.server_clock.now_ms()
    tables = SIZES.stored_events // EVENTS
    await asyncio.to_thread(fill, engine, tables, now_ms)
    old = [number for number in range(tables) if number % 2]
    finished = sum(number % 3 > 0 for number in old)
    field = Field([server.url], pause_s=0.1)
    await field.open(4)
    field.start()
    await field.grow(4)
    retention = Retention(finished=365, abandoned=365, uploads=365)
    expected = Removed(finished=finished, abandoned=len(old) - finished)
    assert await asyncio.to_thread(tidy, engine, retention, now_ms, dry=True) == expected
    began = time.monotonic()
    assert await asyncio.to_thread(tidy, engine, retention, now_ms) == expected
    seconds = time.monotonic() - began
    if SIZES is FULL:
        with capsys.disabled():
            print(f" {engine.dialect.name}: {len(old)} tables removed in {seconds:.1f} s", end=" ")
    left = tables - len(old)
    with_record = sum(number % 3 > 0 for number in range(0, tables, 2))
    assert counts(engine) == [left, 2 * left, EVENTS * left, with_record]
    await field.finish()
    field.ledger.check(services.settings.database)
    assert len(field.ledger.endings) == 4
