"""The nginx configuration that we ship, in front of two servers on one PostgreSQL."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import websockets
from own_ports import free_port
from private_postgresql import cluster
from seat_client import PATIENCE_S, Seat
from server_client import Api, ProcessServer, wait_until

from sommet.seeding import Random
from sommet.server.protocol.base import PROTOCOL_VERSION

ROOT = Path(__file__).parents[2]
CONFIGURATION = ROOT / "deploy" / "nginx"


@dataclass
class Site:
    """Two servers, and nginx in front of them: plain for containers, with TLS for a host."""

    plain: str
    secure: str
    redirecting: str
    visitors: str
    servers: list[ProcessServer]


def _has_ipv6() -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        return True
    return False


#: Otherwise a host leaves those lines out.
HAS_IPV6 = _has_ipv6()


def certify(folder: Path) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=play.example.org"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        capture_output=True,
    )


def write_configuration(
    folder: Path, ports: list[int], plain: int, tls: int, redirect: int, visitors: int
) -> Path:
    """Lay out what a host would have in /etc/nginx; only places and ports are others."""
    one, two = ports
    include = ("/etc/nginx/sommet-proxy.conf", str(folder / "sommet-proxy.conf"))
    changes = {
        # So that whoever is slow need not be waited for.
        "sommet-proxy.conf": [
            ("client_header_timeout 10s;", "client_header_timeout 500ms;"),
            ("client_body_timeout 10s;", "client_body_timeout 500ms;"),
        ],
        "sommet.conf": [
            include,
            ("127.0.0.1:8421", f"127.0.0.1:{one}"),
            ("127.0.0.1:8422", f"127.0.0.1:{two}"),
            ("listen 80;", f"listen {redirect};"),
            ("listen [::]:80;", f"listen [::1]:{redirect};" if HAS_IPV6 else ""),
            ("listen 443 ssl http2;", f"listen {tls} ssl http2;"),
            ("listen [::]:443 ssl http2;", f"listen [::1]:{tls} ssl http2;" if HAS_IPV6 else ""),
            ("/etc/letsencrypt/live/play.example.org", str(folder)),
            ("/var/log/nginx", str(folder)),
        ],
        "compose.conf": [
            include,
            ("upstream sommet {", "upstream sommet_compose {"),
            ("$http_upgrade $sommet_upgrade {", "$http_upgrade $sommet_compose_upgrade {"),
            (
                "map $sommet_upgrade $sommet_connection {",
                "map $sommet_compose_upgrade $sommet_compose_connection {",
            ),
            ("log_format sommet_private", "log_format sommet_compose"),
            ("$sommet_visitor", "$sommet_compose_visitor"),
            ("sommet_visitors", "sommet_compose_visitors"),
            ("/dev/stdout sommet_private", f"{folder / 'compose.log'} sommet_compose"),
            ("server-1:8420", f"127.0.0.1:{one}"),
            ("server-2:8420", f"127.0.0.1:{two}"),
            ("listen 80;", f"listen {plain};"),
        ],
    }
    for name, replaced in changes.items():
        text = (CONFIGURATION / name).read_text("utf-8")
        for before, after in replaced:
            assert before in text, before
            text = text.replace(before, after)
        (folder / name).write_text(text)
    # Both in one nginx: the names that are there twice are the only difference.
    places = "".join(
        f"  {kind}_temp_path {folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'};\n"
        + ("user root;\n" if os.getuid() == 0 else "")
        + "worker_processes 1;\nevents { worker_connections 512; }\nhttp {\n"
        + places
        + f"  include {folder / 'sommet.conf'};\n  include {folder / 'compose.conf'};\n"
        # Says for whom a limit would count who comes from the address in a header.
        + f"  server {{ listen {visitors}; set_real_ip_from 127.0.0.1; "
        + "real_ip_header X-Real-IP; return 200 $sommet_visitor; }\n}\n"
    )
    return main


def end(process: "subprocess.Popen[str]") -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("nginx")
    found = subprocess.run(
        [ROOT / "scripts" / "ensure-nginx"], capture_output=True, text=True, check=True
    )
    nginx = found.stdout.strip()
    certify(folder)
    plain, tls, redirect, visitors = (free_port() for _ in range(4))
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(cluster()).migrated_database()
        options = ("--behind-proxy", "--drain", "1.5")
        started = [ProcessServer(database, *options) for _ in range(2)]
        for server in started:
            stack.enter_context(server)
        ports = [server.port for server in started]
        main = write_configuration(folder, ports, plain, tls, redirect, visitors)
        command = [nginx, "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(main)]
        subprocess.run([*command, "-t"], check=True, capture_output=True, timeout=120)
        running = subprocess.Popen(command, start_new_session=True, text=True)
        stack.callback(end, running)
        wait_until(lambda: is_open(plain) and is_open(tls))
        yield Site(
            f"http://127.0.0.1:{plain}",
            f"https://127.0.0.1:{tls}",
            f"http://127.0.0.1:{redirect}",
            f"http://127.0.0.1:{visitors}",
            started,
        )
        log = (folder / "sommet.log").read_text() + (folder / "compose.log").read_text()
        assert "/api/tables" in log
        assert "127.0.0.1" not in log, "an address in the log"


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_whole_game_goes_through(site: Site) -> None:
    """Opened and played through nginx, whichever of the two servers it picks each time."""
    async with Api(site.plain) as api:
        one, two = await api.friends("pylos", preset="children")
        async with api.seat(one) as first, api.seat(two) as second:
            await asyncio.gather(first.play_on(Random(1)), second.play_on(Random(2)))
            assert first.over
            assert second.over
        record = await api.http.get(f"/api/tables/{one['table']}/record")
        assert "children" in record.text
    urls = [server.url for server in site.servers]
    figures = [httpx.get(url + "/metrics", timeout=PATIENCE_S).text for url in urls]
    assert all("sommet_requests_total{" in text for text in figures), "one of the two idled"


async def test_tls_answers_and_plain_http_is_sent_there(site: Site) -> None:
    context = ssl.create_default_context(cafile=None)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    async with httpx.AsyncClient(
        verify=context, base_url=site.secure, timeout=PATIENCE_S
    ) as client:
        opened = await client.post("/api/tables", json={"game": "pylos", "mode": "friend"})
        assert opened.status_code == 201
        assert "max-age" in opened.headers["Strict-Transport-Security"]
        assert len(opened.headers["X-Request-ID"]) == 32, "the id is nginx's"
        address = site.secure.replace("http", "ws", 1) + f"/ws/{opened.json()['table']}"
        async with websockets.connect(address, ssl=context, origin=site.secure) as live:
            hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": opened.json()["token"]}
            await live.send(json.dumps(hello))
            assert json.loads(await live.recv())["type"] == "welcome"
        sent = httpx.get(site.redirecting + "/play/x", follow_redirects=False, timeout=PATIENCE_S)
        assert sent.status_code == 308
        assert sent.headers["Location"].startswith("https://127.0.0.1")


def test_figures_are_for_the_operator_alone(site: Site) -> None:
    assert httpx.get(site.plain + "/metrics", timeout=PATIENCE_S).status_code == 200
    elsewhere = httpx.HTTPTransport(local_address="127.0.0.3")
    with httpx.Client(transport=elsewhere, timeout=PATIENCE_S) as client:
        for path in ("/metrics", "/readyz"):
            assert client.get(site.plain + path).status_code == 403
        assert client.get(site.plain + "/api/games").status_code == 200
    through = {"X-Forwarded-For": "203.0.113.9"}
    passed_on = httpx.get(site.plain + "/metrics", headers=through, timeout=PATIENCE_S)
    assert passed_on.status_code == 403, "whoever comes through another proxy is not the operator"


@pytest.mark.parametrize(
    ("address", "visitor"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::6", "2001:db8:1:2::"),
        ("2001:db8:1:0:3:4:5:6", "2001:db8:1:0::"),
        ("2001:db8:1::6", "2001:db8:1::"),
        ("2001:db8::3:4:5:6", "2001:db8::"),
        ("::1", "::"),
    ],
)
def test_limits_are_for_an_address_or_a_household(site: Site, address: str, visitor: str) -> None:
    told = httpx.get(site.visitors, headers={"X-Real-IP": address}, timeout=PATIENCE_S)
    assert told.text == visitor


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: play.example.org\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: play.example.org\r\nContent-Length: 90\r\n\r\n{",
    ],
    ids=["header", "body"],
)
def test_whoever_sends_half_a_request_makes_room(site: Site, sent: bytes) -> None:
    address = ("127.0.0.1", int(site.plain.rpartition(":")[2]))
    with socket.create_connection(address, PATIENCE_S) as slow:
        slow.sendall(sent)
        with contextlib.suppress(ConnectionResetError):
            while slow.recv(4096):
                pass


async def test_players_move_to_the_other_server_when_one_ends(site: Site) -> None:
    async with Api(site.plain) as api:
        created, joined = await api.friends("pylos", seat="light")
        seats = [Seat(site.plain, created["table"], created["token"]) for _ in range(4)]
        async with contextlib.AsyncExitStack() as stack:
            for seat in seats:
                await stack.enter_async_context(seat)
            await seats[0].play("1b2")
            moved = 0
            await asyncio.to_thread(site.servers[0].end)
            for seat in seats:
                if seat.closed or await closes(seat):
                    moved += 1
            assert 1 <= moved < len(seats), "the seats were on both servers"
        async with api.seat(joined) as other:
            assert other.snapshot["ply"] == 1
            await other.play("1c3")


async def closes(seat: Seat) -> bool:
    try:
        await seat.until(lambda: seat.closed, 1.0)
    except TimeoutError:
        return False
    return True
