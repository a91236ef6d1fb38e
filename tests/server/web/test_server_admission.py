"""Limits by address and by seat, origins, and hashes of addresses."""

import asyncio
import contextlib
import hmac
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import websockets
from private_postgresql import Cluster
from raw_socket import RawSocket
from seat_client import Seat
from server_client import Api, ThreadServer, quick_settings, wait_until

from sommet.errors import InvalidOptions
from sommet.seeding import Random
from sommet.server import tokens
from sommet.server.settings import LIMITS, Settings, parse_limit, parse_origin, read_settings
from sommet.server.web.admission import Admission
from sommet.server.web.rate_limits import NETWORK_SHARE, Buckets, Counts
from sommet.server.web.security import client_of, is_own_host, is_own_origin


def scope(address: str, forwarded: str | None = None, **more) -> dict:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    return {"type": "http", "client": (address, 1), "headers": headers, **more}


def who(address: str, forwarded: str | None = None, *, proxies: int = 0) -> str:
    return client_of(scope(address, forwarded), proxies=proxies).address


def test_an_address_is_known_by_a_hash_only() -> None:
    assert "203.0.113.7" not in who("203.0.113.7")
    assert who("203.0.113.7") == who("203.0.113.7") != who("203.0.113.8")
    assert who("::ffff:203.0.113.7") == who("203.0.113.7")


def test_the_hash_is_another_in_another_process() -> None:
    program = (
        "from sommet.server.web.security import client_of as c;"
        "print(c({'client': ('203.0.113.7', 1), 'headers': []}, proxies=0).address)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert len(told.stdout.strip()) == len(who("203.0.113.7"))
    assert told.stdout.strip() != who("203.0.113.7")


def test_a_network_of_ipv6_counts_as_one() -> None:
    assert who("2001:db8:1:2::1") == who("2001:db8:1:2:ffff::9")
    assert who("2001:db8:1:2::1") != who("2001:db8:1:3::1")


def test_a_customer_of_ipv6_has_a_limit_over_all_networks() -> None:
    """65,536 networks of 64 bits, a budget each, and one of 16 for all of them."""
    buckets = Buckets(0.001, 10)
    clients = [client_of(scope(f"2001:db8:1:{number:x}::1"), proxies=0) for number in range(200)]
    assert sum(buckets.take_for(client, 0.0) for client in clients) == 10 * NETWORK_SHARE
    assert buckets.take_for(client_of(scope("2001:db8:2::1"), proxies=0), 0.0)
    counts = Counts(10, 1_000_000)
    for client in clients[: 10 * NETWORK_SHARE]:
        assert not counts.is_full(client)
        counts.add(client, 1)
    assert counts.is_full(clients[-1])
    for client in clients[: 10 * NETWORK_SHARE]:
        counts.add(client, -1)
    assert not len(counts)


@pytest.mark.parametrize(
    ("limits", "most"),
    [({}, 1250), ({"max_connections_per_address": 20}, 320), ({"max_connections": 1000}, 500)],
)
def test_a_customer_of_ipv6_leaves_room_for_others(limits: dict[str, int], most: int) -> None:
    """A quarter of all connections at most, however many networks it has; as for HTTP."""
    settings = Settings(**limits)
    admission = Admission(settings)
    networks = settings.max_connections // settings.max_connections_per_address
    inside = 0
    for number in range(settings.max_connections - 1):
        meter = admission.enter(scope(f"2001:db8:1:{number % networks:x}::1"), "A" * 12)
        inside += meter.refused is None
        if meter.refused is not None:
            assert meter.refused.code == "server_busy"
            meter.leave()
    assert inside == most
    for address in ("2001:db8:2::1", "203.0.113.7"):
        assert admission.enter(scope(address), "A" * 12).refused is None
    if not limits:
        peers = (f"2001:db8:1:{number % 10:x}::1" for number in range(2000))
        assert sum(map(admission.open_socket, peers)) == 500
        assert admission.open_socket("2001:db8:2::1")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8420", "", "[::1", "127.0.0.1.nip.io"]
)
def test_a_name_that_is_not_ours_is_refused(host: str) -> None:
    """Whoever may choose what a name means can have it mean this machine."""
    asked = {"headers": [(b"host", host.encode()), (b"origin", f"http://{host}".encode())]}
    assert not is_own_host(asked, ())
    assert not is_own_host(asked, ("https://play.example.org",))
    assert not is_own_origin(asked, ("https://play.example.org",))


@pytest.mark.parametrize("host", ["127.0.0.1:8420", "[::1]:8420", "localhost", "box", "box.local"])
def test_a_server_without_a_public_name_answers_local_ones(host: str) -> None:
    asked = {"headers": [(b"host", host.encode()), (b"origin", f"http://{host}".encode())]}
    assert is_own_host(asked, ())
    assert is_own_origin(asked, ())
    assert not is_own_host(asked, ("https://play.example.org",))


async def test_a_public_server_answers_to_its_own_name_only(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, origins=("https://play.example.org",))
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            own = {"Host": "play.example.org", "Origin": "https://play.example.org"}
            other = {"Host": "evil.example", "Origin": "http://evil.example"}
            wish = {"game": "pylos", "mode": "friend"}
            opened = await api.http.post("/api/tables", json=wish, headers=own)
            assert opened.status_code == 201
            refused = await api.http.post("/api/tables", json=wish, headers=other)
            assert (refused.status_code, refused.json()["code"]) == (403, "origin")
            assert (await api.http.get("/api/games", headers=other)).status_code == 403
            assert (await api.http.get("/metrics", headers=other)).status_code == 200
        for host, status in (("play.example.org", 101), ("evil.example", 403)):
            with RawSocket(server.url) as line:
                asked = line.request().replace(
                    b"Host: 127.0.0.1:", b"Host: " + host.encode() + b"#"
                )
                line.socket.sendall(re.sub(rb"#\d+", b"", asked))
                assert line.read_head() == status


async def test_connects_of_an_address_are_limited(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, connects_per_second=0.01, connect_burst=5)
    with ThreadServer(settings) as server:
        statuses = []
        for _ in range(8):
            with RawSocket(server.url) as line:
                statuses.append(line.open_websocket())
        assert statuses == [101] * 5 + [429] * 3


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://Play.example.org:443/", "https://play.example.org"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_origins_are_read_as_browsers_write_them(text: str, origin: str) -> None:
    assert parse_origin(text) == origin
    for wrong in ("play.example.org", "ftp://x", "https://", "https://x/y", "https://x:y"):
        with pytest.raises(InvalidOptions, match="looks like"):
            parse_origin(wrong)


def test_only_the_proxy_is_believed_and_only_its_own_entry() -> None:
    assert who("10.0.0.1", "203.0.113.7") == who("10.0.0.1")
    behind = who("10.0.0.1", "6.6.6.6, 203.0.113.7", proxies=1)
    assert behind == who("203.0.113.7")


def test_proxies_in_a_row_leave_the_visitor_his_address() -> None:
    row = "6.6.6.6, 203.0.113.7, 10.0.0.9"
    assert who("10.0.0.1", row, proxies=2) == who("203.0.113.7")
    assert who("10.0.0.1", "203.0.113.7", proxies=2) == who("203.0.113.7")
    assert who("10.0.0.1", None, proxies=2) == who("10.0.0.1")
    several = scope("10.0.0.1", "203.0.113.7")
    several["headers"].append((b"x-forwarded-for", b"10.0.0.9"))
    assert client_of(several, proxies=2).address == who("203.0.113.7")


def test_tokens_are_compared_in_constant_time(monkeypatch) -> None:
    compared = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", compare)
    token = tokens.new_token()
    hashed = tokens.hash_token(token)
    assert token not in hashed
    assert tokens.matches(token, hashed)
    assert not tokens.matches(token + "x", hashed)
    assert len(compared) == 2
    # What is compared are hashes: their likeness tells nothing about the token.
    assert all(len(side) == 64 for pair in compared for side in pair)


def test_buckets_forget_the_longest_unused() -> None:
    buckets = Buckets(0.001, 1, keep=2)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 1.0)
    assert buckets.take("b", 1.0)
    assert buckets.take("c", 1.0)
    assert buckets.take("a", 2.0)


async def flood(seat: Seat, count: int) -> None:
    with contextlib.suppress(websockets.ConnectionClosed):
        for _ in range(count):
            await seat.send_raw('{"type":"echo","probe":99}')


async def test_a_seat_is_limited_over_all_its_connections(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, messages_per_second=0.1, message_burst=20)
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            created, joined = await api.friends("pylos")
            async with (
                api.seat(created) as one,
                api.seat(created) as two,
                api.seat(joined) as other,
            ):
                await flood(one, 12)
                await flood(two, 12)
                await two.until(lambda: two.closed)
                assert two.fatal is not None
                assert two.fatal["refusal"]["code"] == "too_many_requests"
                await other.ask("ping")


async def test_an_address_is_limited_over_all_its_seats(tmp_path: Path) -> None:
    settings = quick_settings(
        tmp_path, messages_per_second_per_address=0.1, message_burst_per_address=20
    )
    with ThreadServer(settings) as server:
        async with Api(server.url) as api:
            one, two = await api.open("pylos", "friend"), await api.open("pylos", "friend")
            async with api.seat(one) as first, api.seat(two) as second:
                await flood(first, 10)
                await flood(second, 10)
                await second.until(lambda: second.closed)
                assert second.fatal is not None
                assert second.fatal["refusal"]["code"] == "too_many_requests"


async def test_open_games_of_an_address_are_limited_until_they_are_finished(tmp_path: Path) -> None:
    with ThreadServer(quick_settings(tmp_path, max_open_tables_per_address=2)) as server:
        async with Api(server.url) as api:
            first = await api.open_both("pylos", preset="children")
            await api.open("pylos", "friend")
            wish = {"game": "pylos", "mode": "friend"}
            refused = await api.http.post("/api/tables", json=wish)
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many_games")
            async with api.both(first) as both:
                await both.play_on(Random(3))
            assert (await api.http.post("/api/tables", json=wish)).status_code == 201
            assert (await api.http.post("/api/tables", json=wish)).status_code == 429


async def opens(api: Api, status: int = 201) -> dict:
    answer = await api.http.post("/api/tables", json={"game": "pylos", "mode": "friend"})
    assert answer.status_code == status, answer.text
    return dict(answer.json())


def agree(servers: list[ThreadServer]) -> None:
    """Wait until the processes know addresses by the same names."""
    gates = [server.app.state.admission for server in servers]
    wait_until(lambda: len({admission._key for admission in gates}) == 1)


async def test_open_games_count_over_all_processes(postgresql: Cluster, tmp_path: Path) -> None:
    url = postgresql.migrated_database()
    settings = quick_settings(tmp_path, database=url, max_open_tables_per_address=4)
    with ThreadServer(settings) as one, ThreadServer(settings) as two:
        agree([one, two])
        async with Api(one.url) as here, Api(two.url) as there:
            first = await opens(here)
            first["other"] = await here.join(first)
            for api in (there, here, there):
                await opens(api)
            opened = [server.app.state.admission._opened for server in (one, two)]
            await asyncio.to_thread(
                wait_until, lambda: [sum(map(len, o.values())) for o in opened] == [4, 4]
            )
            for api in (here, there):
                assert (await opens(api, 429))["code"] == "too_many_games"
            # Whoever comes later hears of it from the others.
            with ThreadServer(settings) as three:
                agree([one, two, three])
                await asyncio.to_thread(
                    wait_until, lambda: any(three.app.state.admission._opened.values())
                )
                async with Api(three.url) as late:
                    assert (await opens(late, 429))["code"] == "too_many_games"
                    async with here.both(first) as both:
                        await both.play_on(Random(3))
                    await opens(late)
                    assert (await opens(late, 429))["code"] == "too_many_games"


def test_the_oldest_key_counts_and_is_told_to_newcomers() -> None:
    settings = Settings(max_open_tables_per_address=4)
    old, new = Admission(settings), Admission(settings)
    old._key = (1, "aa" * 32)
    said: list = []
    old.publish = new.publish = said.extend
    old.note_opened(scope("203.0.113.7"), "A" * 12)
    assert [item[0] for item in said] == ["l"]
    assert "203.0.113.7" not in str(said)
    said.clear()
    new.announce()
    old.receive(said.pop())
    assert said[0] == ["k", 1, "aa" * 32]
    for item in list(said):
        new.receive(item)
    assert new.unfinished(scope("203.0.113.7")) == ("A" * 12,)
    assert new.unfinished(scope("203.0.113.8")) == ()
    # What one says oneself is heard too, and changes nothing.
    for item in list(said):
        old.receive(item)
    assert old.unfinished(scope("203.0.113.7")) == ("A" * 12,)


async def test_other_pages_may_read_but_not_post(api: Api) -> None:
    evil = {"Origin": "https://evil.example"}
    wish = {"game": "pylos", "mode": "friend"}
    refused = await api.http.post("/api/tables", json=wish, headers=evil)
    assert (refused.status_code, refused.json()["code"]) == (403, "origin")
    assert (await api.http.get("/api/games", headers=evil)).status_code == 200
    own = {"Origin": api.url}
    assert (await api.http.post("/api/tables", json=wish, headers=own)).status_code == 201
    null = await api.http.post("/api/tables", json=wish, headers={"Origin": "null"})
    assert null.status_code == 403


def test_limits_can_be_set_by_name() -> None:
    for name in LIMITS:
        assert getattr(read_settings(**dict([parse_limit(f"{name}=7")])), name) == 7
    assert read_settings(messages_per_second="2.5").messages_per_second == 2.5
    for wrong in ("0", "-1", "many", "", "inf", "2.5"):
        with pytest.raises(InvalidOptions, match=f"max_connections: .* is '{wrong}'"):
            read_settings(**dict([parse_limit(f"max_connections={wrong}")]))
    with pytest.raises(InvalidOptions, match="there is no limit 'nothing'"):
        parse_limit("nothing=1")


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMMET_DATABASE_URL", "sqlite:///games")
    monkeypatch.setenv("SOMMET_LOBBY", "yes")
    monkeypatch.setenv("SOMMET_ORIGINS", '["HTTPS://play.example.org:443"]')
    monkeypatch.setenv("SOMMET_MAX_CONNECTIONS", "")
    monkeypatch.setenv("SOMMET_SLOW_GAMES", "no")
    found = read_settings(request_burst="7")
    assert (found.database, found.lobby, found.request_burst) == ("sqlite:///games", True, 7)
    assert found.origins == ("https://play.example.org",)
    assert found.max_connections == 5000
    assert (found.accounts, found.push, found.slow_games) == (True, True, False)
    assert read_settings(lobby=False, database="sqlite:///other").database == "sqlite:///other"
    monkeypatch.setenv("SOMMET_REQUEST_BURST", "none")
    with pytest.raises(InvalidOptions, match=r"request_burst: .* is 'none'"):
        read_settings()


def test_accounts_and_notices_come_with_the_lobby_and_the_lobby_with_an_address() -> None:
    def parts(**chosen: Any) -> tuple[bool, bool, bool]:
        found = read_settings(**chosen)
        return found.lobby, found.accounts, found.push

    public = {"origins": ("https://play.example.org",)}
    assert parts() == parts(**public, lobby=False) == (False, False, False)
    assert parts(**public) == parts(lobby=True) == (True, True, True)
    assert parts(accounts=True) == (False, True, False)
    assert parts(push=True) == (False, False, True)
    assert parts(lobby=True, accounts=False, push=False) == (True, False, False)
    # What is wrong is named, and nothing that depends on it.
    with pytest.raises(InvalidOptions, match=r"^origins: [^;]* is \('here',\)$"):
        read_settings(origins=("here",))


def test_every_limit_is_documented_with_its_default() -> None:
    page = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")
    for name in LIMITS:
        assert f"| `{name}` | {getattr(Settings(), name):g} |" in page, name
