"""Malformed, oversized, out-of-turn, illegal and replayed messages change nothing."""

import asyncio
import contextlib
import json
import threading
from pathlib import Path
from typing import Any

import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from seat_client import RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings

from sommet.match.refused import Refused
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.refusals import REFUSALS
from sommet.server.tables.live import LiveTable
from sommet.server.tables.registry import TableRegistry
from sommet.server.web.connection import Connection, read_message


async def refused_after(seat: Seat, text: str | bytes) -> dict[str, Any]:
    """Send something and return the refusal that comes back."""
    before = len(seat.raw)
    await seat.send_raw(text)
    await seat.until(lambda: any('"refused"' in raw for raw in seat.raw[before:]) or seat.closed)
    refusals = [json.loads(raw) for raw in seat.raw[before:] if '"type":"refused"' in raw]
    assert refusals, "no answer"
    return dict(refusals[0])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        "null",
        '{"type":"explode"}',
        '{"type":"play"}',
        '{"type":"play","id":0,"game_number":1,"ply":0,"move":"1a1"}',
        '{"type":"play","id":true,"game_number":1,"ply":0,"move":"1a1"}',
        '{"type":"play","id":1,"game_number":true,"ply":false,"move":"1a1"}',
        '{"type":"play","id":1,"game_number":1,"ply":0,"move":""}',
        '{"type":"play","id":1,"game_number":1,"ply":0,"move":"1a1","more":1}',
        '{"type":"play","id":1,"game_number":1,"ply":-1,"move":"1a1"}',
        '{"type":"play","id":1,"game_number":1,"ply":0,"move":"' + "x" * 41 + '"}',
        '{"type":"propose","id":1,"game_number":1,"ply":0,"what":"money"}',
        "{" * 1000,
        '{"type":"ping","id":1e999}',
        '{"type":"ping","id":"\\ud800"}',
        b"\x00\xff\x00",
    ],
)
async def test_what_cannot_be_read_is_refused(api: Api, text: str | bytes) -> None:
    light, _ = await api.friends("pylos", seat="light")
    async with api.seat(light) as seat:
        before = seat.snapshot
        answer = await refused_after(seat, text)
        assert answer["refusal"]["code"] == "malformed"
        assert not answer["fatal"]
        numbered = isinstance(text, str) and '"id":1,' in text
        assert answer["id"] == (1 if numbered else 0 if '"id":0' in str(text) else None)
        seat.answers.clear()
        await seat.play("1a1")
        assert seat.snapshot["seq"] == before["seq"] + 1, "nothing else has happened"


@given(st.text(max_size=200) | st.binary(max_size=50).map(lambda b: b.decode("latin-1")))
def test_reading_any_text_gives_a_message_or_a_refusal(text: str) -> None:
    with pytest.raises(Refused):
        read_message(text)


@given(
    st.dictionaries(
        st.sampled_from(
            [
                "type",
                "id",
                "game_number",
                "ply",
                "move",
                "what",
                "accept",
                "seat",
                "proposal",
                "request",
            ]
        ),
        st.none()
        | st.booleans()
        | st.integers()
        | st.sampled_from(["play", "propose", "answer", "resign", "draw", "1a1"]),
    )
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_reading_near_messages_never_breaks(message: dict[str, Any]) -> None:
    with contextlib.suppress(Refused):
        assert read_message(json.dumps(message)).type == message["type"]


async def test_an_oversized_message_ends_the_connection(api: Api) -> None:
    async with api.seat(await api.open("pylos", "friend")) as seat:
        answer = await refused_after(seat, '{"type":"ping","id":1,"x":"' + "x" * 5000 + '"}')
        assert answer["refusal"]["code"] == "too_large"
        assert answer["fatal"]
        await seat.until(lambda: seat.closed)


async def test_illegal_moves_name_the_clause(api: Api) -> None:
    async with api.both(await api.open_both("pylos")) as both:
        await both.play("1a1")
        for move, code, clause, reason in (
            ("1a1", "illegal_move", "PYL-2", "occupied"),
            ("2a1", "illegal_move", "PYL-2", "unsupported"),
            ("pass", "illegal_move", "PYL-4", "passing"),
            ("1b1-1a1", "illegal_move", "PYL-5", "not-earned"),
            ("9z9", "unreadable_move", None, None),
            ("offer 1 2", "unreadable_move", None, None),
        ):
            with pytest.raises(RefusedByServer) as refused:
                await both.play(move)
            refusal = refused.value.message["refusal"]
            assert (refusal["code"], refusal["clause"]) == (code, clause), move
            assert refusal["key"] == f"refused.{code}"
            assert refusal["params"].get("reason") == reason, move
        assert both.snapshot["ply"] == 1


async def test_out_of_turn_stale_and_replayed_messages_change_nothing(api: Api) -> None:
    first, second = await api.friends("pylos", seat="light")
    async with api.seat(first) as light, api.seat(second) as dark:
        with pytest.raises(RefusedByServer, match="not your turn"):
            await dark.play("1a1")
        await light.play("1a1")
        await dark.until(lambda: dark.snapshot["ply"] == 1)
        with pytest.raises(RefusedByServer, match="moved on"):
            await dark.ask("play", ply=0, move="1b1")
        with pytest.raises(RefusedByServer, match="moved on"):
            await dark.ask("play", ply=1, move="1b1", game_number=2)
        again = '{"type":"play","id":%d,"game_number":1,"ply":1,"move":"1b1"}'
        answer = await refused_after(dark, again % 1)
        assert answer["refusal"]["code"] == "replayed"
        await dark.play("1b1")
        answer = await refused_after(dark, again % dark._id)
        assert answer["refusal"]["code"] == "replayed"
        assert dark.snapshot["ply"] == 2


async def test_requests_without_an_occasion_are_refused(api: Api) -> None:
    first, second = await api.friends("pylos", seat="light")
    async with api.seat(first) as light, api.seat(second):
        for kind, fields, code in (
            ("answer", {"proposal": 3, "accept": True}, "no_proposal"),
            ("withdraw", {"proposal": 3}, "no_proposal"),
            ("propose", {"what": "takeback", "ply": 0}, "nothing_to_take_back"),
            ("propose", {"what": "rematch", "ply": 0}, "game_running"),
            ("next_round", {"sha256": "0" * 64, "number": "1" * 64}, "round_running"),
        ):
            with pytest.raises(RefusedByServer) as refused:
                await light.ask(kind, **fields)
            assert refused.value.code == code


async def test_hello_comes_first_and_once(api: Api) -> None:
    created = await api.open("pylos", "friend")
    url = api.url.replace("http", "ws", 1) + f"/ws/{created['table']}"
    for text, code in (
        ('{"type":"ping","id":1}', "hello_expected"),
        ('{"type":"hello","protocol":99}', "protocol_version"),
        ("rubbish", "malformed"),
    ):
        async with websockets.connect(url) as socket:
            await socket.send(text)
            answer = json.loads(await socket.recv())
            assert (answer["refusal"]["code"], answer["fatal"]) == (code, True)
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
    async with api.seat(created) as seat:
        answer = await refused_after(seat, '{"type":"hello","protocol":2}')
        assert answer["refusal"]["code"] == "hello_repeated"


async def test_another_site_cannot_connect(api: Api) -> None:
    created = await api.open("pylos", "friend")
    url = api.url.replace("http", "ws", 1) + f"/ws/{created['table']}"
    async with websockets.connect(url, origin="https://evil.example") as socket:  # type: ignore[arg-type]
        assert json.loads(await socket.recv())["refusal"]["code"] == "origin"
    async with websockets.connect(url, origin=api.url) as socket:  # type: ignore[arg-type]
        await socket.send('{"type":"hello","protocol":2}')
        assert json.loads(await socket.recv())["type"] == "welcome"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "pylos", "mode": "hotseat"}, "plays_in_page"),
        ({"game": "pacal", "mode": "solo", "preset": "fr"}, "plays_in_page"),
        ({"game": "pacal", "mode": "computer", "opponent": "level:3"}, "plays_in_page"),
        ({"game": "pylos", "mode": "friend", "preset": "fr"}, "no_such_preset"),
        ({"game": "pylos", "mode": "friend", "rulings": {"tie": "largest"}}, "no_such_ruling"),
        ({"game": "pylos", "mode": "friend", "rulings": {"takeback": "no"}}, "no_such_setting"),
        ({"game": "pylos", "mode": "friend", "rulings": {"repetition": 1}}, "no_such_setting"),
        ({"game": "pacal", "mode": "friend", "rulings": {"tie": None}}, "no_such_setting"),
        ({"game": "pacal", "mode": "friend", "opponent": "level:3"}, "malformed"),
        ({"game": "pacal", "mode": "chess"}, "malformed"),
        ({"game": "go", "mode": "friend"}, "malformed"),
        ({"game": "pylos", "mode": "friend", "clock": {"minutes": -1}}, "malformed"),
        ({"game": "pylos", "mode": "friend", "clock": {"minutes": True}}, "malformed"),
        ({"game": "pylos", "mode": "friend", "name": "x" * 25}, "malformed"),
        ({"game": "pylos", "mode": "friend", "extra": 1}, "malformed"),
    ],
)
async def test_impossible_tables_are_refused(api: Api, wish: dict[str, Any], code: str) -> None:
    answer = await api.http.post("/api/tables", json=wish)
    assert answer.json()["code"] == code
    assert answer.status_code == REFUSALS[code][0]


@pytest.mark.parametrize(
    ("wish", "reason", "where"),
    [
        ({"mode": "friend"}, "missing", "body.game"),
        ({"game": "go", "mode": "friend"}, "value", "body.game"),
        ({"game": "pylos", "mode": "friend", "name": "x" * 25}, "too-long", "body.name"),
        ({"game": "pylos", "mode": "friend", "extra": 1}, "unknown", "body.extra"),
    ],
)
async def test_a_malformed_message_is_told_by_key(
    api: Api, wish: dict[str, Any], reason: str, where: str
) -> None:
    answer = await api.http.post("/api/tables", json=wish)
    params = answer.json()["params"]
    assert (params["reason"], params["where"]) == (reason, where)


async def test_rates_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    strict = quick_settings(
        tmp_path_factory.mktemp("strict"),
        tables_per_minute=3,
        messages_per_second=1.0,
        message_burst=5,
        requests_per_second=0.01,
        request_burst=8,
        max_connections_per_address=1,
    )
    with ThreadServer(strict) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            async with api.seat(created) as seat:
                with pytest.raises(RefusedByServer) as busy:
                    async with api.spectator(created):
                        pass
                assert busy.value.code == "server_busy"
                with contextlib.suppress(websockets.ConnectionClosed):
                    for _ in range(10):
                        await seat.send_raw('{"type":"echo","probe":99}')
                await seat.until(lambda: seat.closed)
                assert seat.fatal is not None
                assert seat.fatal["refusal"]["code"] == "too_many_requests"
            wish = {"game": "pylos", "mode": "friend"}
            codes = [(await api.http.post("/api/tables", json=wish)) for _ in range(3)]
            assert [answer.status_code for answer in codes] == [201, 201, 429]
            answers = [(await api.http.get("/api/games")).status_code for _ in range(6)]
            assert answers[-1] == 429


@pytest.mark.parametrize(
    ("limits", "said", "kind", "reason"),
    [
        ({"hello_timeout_s": 0.2}, [], "hello", "no hello in time"),
        (
            {"silence_limit_s": 0.2, "probe_every_s": 0.2},
            [{"type": "hello", "protocol": PROTOCOL_VERSION}],
            "silence",
            "silent for too long",
        ),
    ],
)
async def test_a_connection_that_says_nothing_is_closed(
    tmp_path: Path, limits: dict[str, Any], said: list[Any], kind: str, reason: str
) -> None:
    with ThreadServer(quick_settings(tmp_path, **limits)) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            url = server.url.replace("http", "ws", 1) + f"/ws/{created['table']}"
            async with websockets.connect(url) as socket:
                for message in said:
                    await socket.send(json.dumps(message))
                await socket.wait_closed()
            figures = (await api.http.get("/metrics")).text
    assert (socket.close_code, socket.close_reason) == (1008, reason)
    assert f'sommet_connection_failures_total{{reason="{kind}"}} 1.0' in figures


async def test_whoever_said_hello_may_wait_for_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read from the database, and others are before it."""
    looked = threading.Semaphore(0)
    look_after, find = Connection._look_after, TableRegistry.find

    def look_and_tell(connection: Connection) -> None:
        look_after(connection)
        looked.release()

    async def find_late(registry: TableRegistry, table_id: str) -> LiveTable:
        for _ in range(2):
            assert await asyncio.to_thread(looked.acquire, timeout=60)
        return await find(registry, table_id)

    monkeypatch.setattr(Connection, "_look_after", look_and_tell)
    with ThreadServer(quick_settings(tmp_path, hello_timeout_s=0.1)) as server:
        async with Api(server.url) as api:
            created = await api.open("pylos", "friend")
            monkeypatch.setattr(TableRegistry, "find", find_late)
            async with api.seat(created) as seat:
                assert seat.snapshot["status"] == "waiting"
