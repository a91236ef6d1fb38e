"""Tables that only earlier versions opened: they can be looked at, and nothing goes on there."""

import asyncio
import json
from typing import Any

import pytest
from earlier_tables import SETUPS, store_earlier_table
from seat_client import RefusedByServer, Seat
from server_client import Api, ThreadServer, wait_until
from sqlalchemy import select

from sommet.match.records.parser import parse_record
from sommet.server.storage import queries, schema
from sommet.server.tables.checking import check_database
from sommet.server.tokens import new_token


def engine_of(server: ThreadServer) -> Any:
    return server.app.state.registry.services.store.engine


@pytest.mark.parametrize("kind", SETUPS)
async def test_an_earlier_table_can_be_looked_at(server: ThreadServer, api: Api, kind: str) -> None:
    table, token = store_earlier_table(engine_of(server), kind)
    shown = (await api.http.get(f"/api/tables/{table}")).json()
    assert (shown["mode"], shown["ply"]) == (SETUPS[kind].mode, 3)
    text = (await api.http.get(f"/api/replays/{table}/record")).text
    assert len(parse_record(text).moves) == 3
    assert (await api.http.get(f"/api/tables/{table}/record")).text == text
    async with Seat(api.url, table, token) as seat, Seat(api.url, table) as watcher:
        assert seat.snapshot["ply"] == 3
        assert seat.snapshot["board"] == watcher.snapshot["board"]
        assert seat.snapshot["you"]["role"] == "spectator"
        assert seat.can == []


@pytest.mark.parametrize("kind", SETUPS)
async def test_nothing_goes_on_at_an_earlier_table(
    server: ThreadServer, api: Api, kind: str
) -> None:
    table, token = store_earlier_table(engine_of(server), kind)
    async with Seat(api.url, table, token) as seat:
        for wish in (
            {"kind": "play", "ply": 3, "move": "1a1"},
            {"kind": "propose", "what": "takeback", "ply": 3},
            {"kind": "resign"},
        ):
            with pytest.raises(RefusedByServer, match="in the page itself") as refused:
                await seat.ask(**wish)
            assert refused.value.code == "plays_in_page"
            assert refused.value.message["refusal"]["key"] == "refused.plays_in_page"
        assert seat.snapshot["ply"] == 3
    for path, wish in (
        ("join", {"invite": new_token()}),
        ("seat/ask", {"invite": new_token(), "seat": 1, "key": new_token()}),
    ):
        answer = await api.http.post(f"/api/tables/{table}/{path}", json=wish)
        assert (answer.status_code, answer.json()["code"]) == (410, "plays_in_page")
    games = {"seats": [{"table": table, "token": token}]}
    assert (await api.http.post("/api/your-games", json=games)).json() == {"games": []}


async def test_no_hand_of_an_earlier_table_is_shown(server: ThreadServer, api: Api) -> None:
    table, token = store_earlier_table(engine_of(server), "hotseat", plies=2)
    async with Seat(api.url, table, token) as seat:
        assert [hand["cards"] for hand in seat.snapshot["board"]["hands"]] == [None, None]
        assert all(json.loads(raw).get("deals", [{}])[0].get("hand") is None for raw in seat.raw)


async def test_no_clock_of_an_earlier_table_runs_out(server: ThreadServer, api: Api) -> None:
    engine = engine_of(server)
    table, token = store_earlier_table(engine, "hotseat-clock")
    with engine.begin() as connection:
        connection.execute(queries.set_due(table, 4, 1))

    def is_due() -> bool:
        with engine.connect() as connection:
            found = select(schema.tables.c.due_ms).where(schema.tables.c.id == table)
            return connection.execute(found).scalar_one() is not None

    assert is_due()
    await asyncio.to_thread(wait_until, lambda: not is_due())
    async with Seat(api.url, table, token) as seat:
        assert not seat.over
        assert seat.snapshot["clock"]["running"] is None


async def test_earlier_tables_are_checked_like_all_others(server: ThreadServer, api: Api) -> None:
    engine = engine_of(server)
    tables = [store_earlier_table(engine, kind, plies)[0] for kind in SETUPS for plies in (2, 400)]
    report = check_database(engine)
    assert not [each for each in report.problems if each.where.split()[-1] in tables]
    finished = [
        table
        for table in tables
        if (await api.http.get(f"/api/tables/{table}")).json()["outcome"] is not None
    ]
    assert len(finished) == 3, "all but the round of Pacal, after which comes another"
