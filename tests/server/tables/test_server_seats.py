"""Seats: joining twice is joining once, and a lost seat is handed back."""

import asyncio
import contextlib
import json
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

import pytest
from lobby_guests import Guest
from seat_client import PATIENCE_S, Json, RefusedByServer, Seat
from server_client import Api, ThreadServer, quick_settings, wait_until

from sommet.seeding import Random
from sommet.server.storage import queries
from sommet.server.storage.store import Unavailable
from sommet.server.tokens import hash_token, new_token, token_from

JOINS = 100


def invite_of(created: Json) -> str:
    return str(created["links"]["invite"]).partition("#")[2]


async def post_join(api: Api, created: Json, **wish: Any) -> Any:
    return await api.http.post(
        f"/api/tables/{created['table']}/join", json={"invite": invite_of(created), **wish}
    )


async def test_a_join_repeated_with_its_key_gives_the_same_seat(api: Api) -> None:
    created, key = await api.open("pylos", "friend"), new_token()
    first = await post_join(api, created, key=key, name="Ada")
    again = await post_join(api, created, key=key, name="Ada")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    other = await post_join(api, created, key=new_token())
    assert (other.status_code, other.json()["code"]) == (409, "invite_used")
    async with Seat(api.url, created["table"], first.json()["token"]) as seat:
        assert seat.snapshot["you"]["role"] == "player"
        assert seat.snapshot["seq"] == 2, "joined and started, once"


async def test_the_same_join_many_times_at_once_is_one_join(api: Api) -> None:
    created, key = await api.open("pylos", "friend"), new_token()
    answers = await asyncio.gather(*(post_join(api, created, key=key) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["token"] for answer in answers}) == 1


def test_a_token_tells_nothing_about_its_key() -> None:
    key = new_token()
    token = token_from(key, "AAAABBBBCCCC")
    assert len(token) == len(key) == 43
    assert token != key
    assert token == token_from(key, "AAAABBBBCCCC")
    assert token != token_from(key, "AAAABBBBCCCD")


def cut_request(url: str, created: Json, key: str, random: Random, *, heard: bool) -> None:
    """Send a join and break the line: in the middle of sending, or while it is being answered.

    Where it is `heard`, the answer has begun to come.
    """
    body = json.dumps({"invite": invite_of(created), "key": key}).encode()
    head = (
        f"POST /api/tables/{created['table']}/join HTTP/1.1\r\nHost: x\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    request = head + body
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port)) as line:
        sent_whole = heard or random.below(4) > 0
        line.sendall(request if sent_whole else request[: random.below(len(request))])
        line.settimeout(PATIENCE_S if heard else max(random.below(15), 1) / 1000)
        if heard or random.below(2):
            with contextlib.suppress(TimeoutError):
                line.recv(1 + random.below(200))
        # Reset: the server hears at once that nobody is there any more.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


async def test_interrupted_joins_leave_every_seat_with_one_holder(
    api: Api, server: ThreadServer
) -> None:
    random = Random(14)
    held = 0
    for number in range(JOINS):
        created, key = await api.open("pylos", "friend"), new_token()
        for _ in range(1 + random.below(2)):
            heard = number % 5 < 3
            await asyncio.to_thread(cut_request, api.url, created, key, random, heard=heard)
        mine, rival = await asyncio.gather(
            post_join(api, created, key=key), post_join(api, created, key=new_token())
        )
        # Whoever came first has the seat, and whoever has it knows its token.
        assert sorted((mine.status_code, rival.status_code)) == [200, 409]
        held += mine.status_code == 200
        assert mine.status_code == 200 or not heard, "the first one had arrived"
        token = (mine if mine.status_code == 200 else rival).json()["token"]
        seats, _ = await _read(server, lambda c, t=created["table"]: queries.read_seats(c, t))
        held_by = {seat.player: seat.token_hash for seat in seats}
        assert sorted(seat.player for seat in seats) == [0, 1]
        assert held_by[1] == hash_token(token)
        if number % 10 == 0:
            async with Seat(api.url, created["table"], token) as seat:
                assert seat.snapshot["you"]["role"] == "player"
                assert seat.snapshot["seq"] == 2
    assert held > JOINS // 2, "interrupted or not, most joins had arrived"


async def _read(server: ThreadServer, query: Any) -> Any:
    def read() -> Any:
        with server.app.state.registry.services.store.engine.connect() as connection:
            return query(connection)

    return await asyncio.to_thread(read)


async def test_a_refused_join_leaves_nothing_behind(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = await api.open("pylos", "friend", name="Ada")

    async def away(*_: object) -> None:
        raise Unavailable("no database today")

    async with api.seat(created) as opener:
        with monkeypatch.context() as patch:
            patch.setattr(server.app.state.registry.services.store, "put", away)
            answer = await post_join(api, created, name="Bob")
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            summary = (await api.http.get(f"/api/tables/{created['table']}")).json()
            assert [player["name"] for player in summary["players"]] == ["Ada", None]
        await api.join(created, name="Cleo")
        await opener.until(lambda: opener.snapshot["status"] == "playing")
        names = {player["name"] for player in opener.snapshot["players"]}
        assert names == {"Ada", "Cleo"}


async def test_a_game_counts_as_finished_when_that_is_kept(
    api: Api, server: ThreadServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = server.app.state.registry.services

    def finished() -> float:
        value = services.metrics.registry.get_sample_value(
            "sommet_games_finished_total", {"game": "pylos", "reason": "resignation"}
        )
        return float(value or 0)

    async def away(*_: object) -> None:
        raise Unavailable("no database today")

    before = finished()
    opened, _ = await api.friends("pylos")
    async with api.seat(opened) as seat:
        with monkeypatch.context() as patch:
            patch.setattr(services.store, "put", away)
            for _ in range(3):
                with pytest.raises(RefusedByServer) as refused:
                    await seat.ask("resign")
                assert refused.value.code == "unavailable"
        assert finished() == before
        await seat.ask("resign")
    assert finished() == before + 1


async def ask_seat(api: Api, created: Json, seat: int, key: str, **wish: Any) -> Json:
    body = {"invite": invite_of(created), "seat": seat, "key": key, **wish}
    answer = await api.http.post(f"/api/tables/{created['table']}/seat/ask", json=body)
    return {"status": answer.status_code, **answer.json()}


async def take_up(api: Api, created: Json, key: str) -> Json:
    path = f"/api/tables/{created['table']}/seat/take-up"
    return dict((await api.http.post(path, json={"key": key})).json())


@pytest.mark.parametrize("lost", ["opener", "friend"])
async def test_a_lost_seat_is_handed_back(api: Api, lost: str) -> None:
    opened, joined = await api.friends("pylos", seat="light")
    there, gone, seat_lost = (joined, opened, 0) if lost == "opener" else (opened, joined, 1)
    key = new_token()
    async with api.seat(there) as opposite:
        assert (await take_up(api, opened, key))["state"] == "declined", "nobody has asked"
        assert (await ask_seat(api, opened, seat_lost, key))["state"] == "waiting"
        await opposite.until(lambda: "hand_back" in opposite.can)
        request = opposite.snapshot["seat_request"]
        assert request["seat"] == seat_lost
        assert (await take_up(api, opened, key))["state"] == "waiting"
        await opposite.ask("hand_back", request=request["id"], accept=True)
        answer = await take_up(api, opened, key)
        assert answer["state"] == "handed_back"
        assert opposite.snapshot["seat_request"] is None
        async with Seat(api.url, opened["table"], answer["seat"]["token"]) as back:
            assert back.snapshot["you"]["seats"] == [seat_lost]
            with pytest.raises(RefusedByServer) as refused:
                async with api.seat(gone):
                    pass
            assert refused.value.code == "bad_token", "the old token is worth nothing"


async def test_a_seat_is_not_handed_back_to_whom_one_does_not_know(api: Api) -> None:
    opened, joined = await api.friends("pylos", seat="light")
    key = new_token()
    async with api.seat(opened) as opposite:
        await ask_seat(api, opened, 1, key)
        await opposite.until(lambda: "hand_back" in opposite.can)
        request = opposite.snapshot["seat_request"]["id"]
        await opposite.ask("hand_back", request=request, accept=False)
        assert (await take_up(api, opened, key))["state"] == "declined"
        async with api.seat(joined) as holder:
            assert holder.snapshot["you"]["seats"] == [1], "nothing has changed"


async def test_a_seat_where_somebody_sits_cannot_be_asked_for(api: Api) -> None:
    opened, joined = await api.friends("pylos", seat="light")
    async with api.seat(opened) as opposite, api.seat(joined) as holder:
        assert (await ask_seat(api, opened, 1, new_token()))["code"] == "seat_held"
        await holder.leave()
        await opposite.until(lambda: not opposite.presence["connected"][1])
        assert (await ask_seat(api, opened, 1, new_token()))["state"] == "waiting"
        async with api.seat(joined):
            await opposite.until(lambda: bool(opposite.presence["connected"][1]))
            request = opposite.snapshot["seat_request"]["id"]
            with pytest.raises(RefusedByServer) as refused:
                await opposite.ask("hand_back", request=request, accept=True)
            assert refused.value.code == "seat_held", "they came back"


async def test_seats_of_tables_without_an_invitation_are_not_handed_back(api: Api) -> None:
    first, second = Guest(api), Guest(api)
    opened = (await first.find(clock={"minutes": 3, "increment_s": 14}))["seat"]
    assert (await second.find(clock={"minutes": 3, "increment_s": 14}))["playing"]
    body = {"invite": new_token(), "seat": 1, "key": new_token()}
    answer = await api.http.post(f"/api/tables/{opened['table']}/seat/ask", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "no_invitation")


async def test_only_the_invitation_asks_and_only_the_opposite_answers(api: Api) -> None:
    opened, joined = await api.friends("pylos", seat="light")
    wrong = await ask_seat(api, opened, 1, new_token(), invite="A" * 43)
    assert (wrong["status"], wrong["code"]) == (403, "bad_invite")
    async with api.seat(joined) as loser, api.spectator(opened) as watcher:
        assert (await ask_seat(api, opened, 0, new_token()))["state"] == "waiting"
        await watcher.until(lambda: watcher.snapshot["seat_request"] is not None)
        request = watcher.snapshot["seat_request"]["id"]
        with pytest.raises(RefusedByServer) as refused:
            await watcher.ask("hand_back", request=request, accept=True)
        assert refused.value.code == "spectator"
        assert "hand_back" in loser.can
        # Whoever asked with another key is given nothing.
        assert (await take_up(api, opened, new_token())) == {"state": "declined", "seat": None}


async def test_a_seat_handed_back_at_one_process_is_known_at_the_other(
    api: Api, server: ThreadServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = server.app.state.registry.services.store
    if not store.shared:
        pytest.skip("one process only")
    address = store.engine.url.render_as_string(hide_password=False)
    folder = tmp_path_factory.mktemp("second")
    with ThreadServer(quick_settings(folder, database=address)) as second:
        async with Api(second.url) as elsewhere:
            opened, joined = await api.friends("pylos", seat="light")
            key = new_token()
            async with elsewhere.seat(opened) as opposite:
                assert (await ask_seat(api, opened, 1, key))["state"] == "waiting"
                await opposite.until(lambda: "hand_back" in opposite.can)
                request = opposite.snapshot["seat_request"]["id"]
                await opposite.ask("hand_back", request=request, accept=True)
                answer = await take_up(api, opened, key)
                while answer["state"] == "waiting":  # as the page asks
                    await asyncio.sleep(0.02)
                    answer = await take_up(api, opened, key)
                assert answer["state"] == "handed_back"
                async with Seat(api.url, opened["table"], answer["seat"]["token"]) as back:
                    assert back.snapshot["you"]["seats"] == [1]
                table = server.app.state.registry._tables[opened["table"]]
                wait_until(lambda: table.token_hashes[1] == hash_token(answer["seat"]["token"]))
                with pytest.raises(RefusedByServer) as refused:
                    async with api.seat(joined):
                        pass
                assert refused.value.code == "bad_token"
