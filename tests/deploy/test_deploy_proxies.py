"""Two real nginx in a row in front of a server: limits still go by the visitor's own address.

And nobody hides a request in another one, which only the server would see.
"""

import contextlib
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from own_ports import free_port
from seat_client import PATIENCE_S
from server_client import ProcessServer, wait_until
from test_deploy_nginx import CONFIGURATION, ROOT, end, is_open
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

WISH = {"game": "pylos", "mode": "friend"}


@dataclass
class Entrance:
    """The address of the outer nginx, and of the server behind both."""

    url: str
    server: str


def configure(folder: Path, port: int, upstream: int, connections: int) -> Path:
    """Write an nginx as compose.yaml has it, that passes everything on to one port.

    A visitor may have so many connections.
    """
    folder.mkdir()
    text = (CONFIGURATION / "compose.conf").read_text("utf-8")
    for before, after in (
        ("/etc/nginx/sommet-proxy.conf", str(CONFIGURATION / "sommet-proxy.conf")),
        ("    server server-1:8420 max_fails=1 fail_timeout=2s;\n", ""),
        ("server-2:8420", f"127.0.0.1:{upstream}"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/dev/stdout", str(folder / "access.log")),
        ("limit_conn sommet_visitors 700;", f"limit_conn sommet_visitors {connections};"),
    ):
        assert before in text, before
        text = text.replace(before, after)
    (folder / "site.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"  {kind}_temp_path {folder / kind};\n" for kind in kinds)
    main = folder / "nginx.conf"
    main.write_text(
        f"daemon off;\npid {folder / 'pid'};\nerror_log {folder / 'error.log'};\n"
        + "worker_processes 1;\nevents { worker_connections 64; }\nhttp {\n"
        + places
        + f"  include {folder / 'site.conf'};\n}}\n"
    )
    return main


@pytest.fixture(scope="module")
def entrance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Entrance]:
    folder = tmp_path_factory.mktemp("proxies")
    found = subprocess.run(
        [ROOT / "scripts" / "ensure-nginx"], capture_output=True, text=True, check=True
    )
    outer, inner = free_port(), free_port()
    options = ("--behind-proxy", "2", "--limit", "tables_per_minute=3")
    patient = {"SOMMET_HELLO_TIMEOUT_S": "300"}
    with (
        ProcessServer(folder / "games.sqlite3", *options, env=patient) as server,
        contextlib.ExitStack() as stack,
    ):
        for name, port, upstream, connections in (
            ("inner", inner, server.port, 3),
            ("outer", outer, inner, 700),
        ):
            main = configure(folder / name, port, upstream, connections)
            command = [found.stdout.strip(), "-e", str(folder / name / "error.log")]
            running = subprocess.Popen(
                [*command, "-p", str(folder / name), "-c", str(main)],
                start_new_session=True,
                text=True,
            )
            stack.callback(end, running)
        wait_until(lambda: is_open(outer) and is_open(inner))
        yield Entrance(f"http://127.0.0.1:{outer}", server.url)


def statuses(url: str, address: str, count: int, **headers: str) -> list[int]:
    """Open tables as a visitor from `address`."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(
        transport=transport, base_url=url, headers=headers, timeout=PATIENCE_S
    ) as client:
        return [client.post("/api/tables", json=WISH).status_code for _ in range(count)]


def test_each_visitor_has_limits_of_his_own(entrance: Entrance) -> None:
    assert statuses(entrance.url, "127.0.0.3", 4) == [201, 201, 201, 429]
    assert statuses(entrance.url, "127.0.0.4", 1) == [201], "both count as one address"
    claimed = {"X-Forwarded-For": "203.0.113.9"}
    assert statuses(entrance.url, "127.0.0.3", 1, **claimed) == [429], (
        "what a visitor claims is believed"
    )


def test_each_visitor_has_connections_of_his_own(entrance: Entrance) -> None:
    url = entrance.url.replace("http", "ws", 1) + "/ws/" + "A" * 12

    def go_in(address: str, claimed: str = "") -> ClientConnection:
        headers = {"X-Forwarded-For": claimed} if claimed else None
        return connect(url, additional_headers=headers, source_address=(address, 0))

    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(go_in("127.0.0.3"))
        for claimed in ("", "203.0.113.9", "2001:db8::1"):
            with pytest.raises(InvalidStatus) as refused:
                go_in("127.0.0.3", claimed)
            assert refused.value.response.status_code == 429
        stack.enter_context(go_in("127.0.0.4"))


#: Refused by nginx to visitors: the server hears of it only if it was hidden in something else.
HIDDEN = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
CHUNKS = b"0\r\n\r\n" + HIDDEN
LENGTH = b"Content-Length: %d\r\n" % len(HIDDEN)
#: Headers about which two servers could disagree where the body ends, and a body for them.
AMBIGUOUS = (
    (b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", CHUNKS),
    (b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n" % len(CHUNKS), CHUNKS),
    (b"Content-Length: 0\r\n" + LENGTH, HIDDEN),
    (LENGTH + b"Content-Length: 0\r\n", HIDDEN),
    (b"Content-Length: 0, %d\r\n" % len(HIDDEN), HIDDEN),
    (b"Content-Length: +%d\r\n" % len(HIDDEN), HIDDEN),
    (b"Content-Length : %d\r\n" % len(HIDDEN), HIDDEN),
    (b"Transfer-Encoding: xchunked\r\n" + LENGTH, CHUNKS),
    (b"Transfer-Encoding : chunked\r\n" + LENGTH, CHUNKS),
    (b"Transfer-Encoding:\x0bchunked\r\n" + LENGTH, CHUNKS),
    (b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", CHUNKS),
    (b"Transfer-Encoding: identity, chunked\r\n", CHUNKS),
    (b"X: y\r\n Transfer-Encoding: chunked\r\n" + LENGTH, CHUNKS),
    (b"X: y\nTransfer-Encoding: chunked\r\n" + LENGTH, CHUNKS),
    (b"Transfer-Encoding: chunked\r\n", b"0x0\r\n\r\n" + HIDDEN),
    (b"Transfer-Encoding: chunked\r\n", b"-1\r\n\r\n" + HIDDEN),
    (b"Transfer-Encoding: chunked\r\n", b"0;x\n\r\n\r\n" + HIDDEN),
    (b"Transfer-Encoding: chunked\r\n", b"10000000000000000\r\n\r\n" + HIDDEN),
    (b"Connection: Content-Length\r\n" + LENGTH, HIDDEN),
    (b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n", HIDDEN),
    (b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 9\r\n", HIDDEN),
    (b"Expect: 100-continue\r\n" + LENGTH, HIDDEN),
)


@pytest.mark.parametrize("path", [b"POST /api/tables", b"GET /api/games", b"GET /ws/AAAAAAAAAAAA"])
def test_no_request_is_hidden_in_another(entrance: Entrance, path: bytes) -> None:
    host, port = entrance.url.removeprefix("http://").split(":")
    for headers, body in AMBIGUOUS:
        with socket.create_connection((host, int(port)), 90, ("127.0.0.3", 0)) as line:
            line.sendall(path + b" HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n" + body)
            line.shutdown(socket.SHUT_WR)
            answer = b""
            while data := line.recv(65536):
                answer += data
        assert answer.startswith((b"HTTP/1.1 ", b"<html>")) or not answer, (headers, answer)
    # The server is asked by others over the same connections meanwhile: nobody gets a wrong answer.
    assert httpx.get(entrance.url + "/api/games", timeout=PATIENCE_S).json()["games"]
    figures = httpx.get(entrance.server + "/metrics", timeout=PATIENCE_S).text
    assert 'route="/livez"' not in figures
