"""HTTP connections that are slow, silent, too many or without end."""

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from raw_socket import RawSocket
from seat_client import PATIENCE_S
from server_client import ThreadServer, quick_settings, wait_until

from sommet.server.web.http_guard import MAX_HEAD_BYTES

#: How long a client keeps a connection without a request.
PAUSE_S = 0.1
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    settings = quick_settings(
        tmp_path_factory.mktemp("hasty"),
        request_timeout_s=2.0,
    )
    with ThreadServer(settings) as server:
        yield server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    """For requests that are answered however slow this machine is."""
    settings = quick_settings(tmp_path_factory.mktemp("patient"), request_timeout_s=PATIENCE_S)
    with ThreadServer(settings) as server:
        yield server


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET /livez HTTP/1.1\r\nHost: local", b"HTTP/1.1 408"),
        (POST + b"Content-Type: application/json\r\n\r\n{", b"HTTP/1.1 408"),
    ],
    ids=["silent", "half-sent headers", "half-sent body"],
)
def test_a_request_has_to_come_in_time(hasty: ThreadServer, sent: bytes, answer: bytes) -> None:
    with RawSocket(hasty.url) as line:
        line.socket.sendall(sent)
        assert line.seconds_until_closed() < PATIENCE_S
        assert line.received.startswith(answer)
        assert bool(line.received) == bool(answer)


def test_a_second_request_has_to_come_in_time_too(hasty: ThreadServer) -> None:
    with RawSocket(hasty.url) as line:
        line.socket.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.read_head() == 200
        line.socket.sendall(b"GET /li")
        assert line.seconds_until_closed() < PATIENCE_S
        assert b"HTTP/1.1 408" in line.received


def test_headers_have_an_end(patient: ThreadServer) -> None:
    with RawSocket(patient.url) as line:
        line.socket.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n")
        with contextlib.suppress(ConnectionError):
            for number in range(MAX_HEAD_BYTES // 1000 + 10):
                line.socket.sendall(b"X-%d: " % number + b"x" * 1000 + b"\r\n")
        assert line.read_all().startswith(b"HTTP/1.1 431")


def test_a_body_may_come_in_pieces(patient: ThreadServer) -> None:
    wish = b'{"game": "pylos", "mode": "friend"}     '
    with RawSocket(patient.url) as line:
        line.socket.sendall(POST + b"Content-Type: application/json\r\n\r\n")
        for start in range(0, len(wish), 10):
            line.socket.sendall(wish[start : start + 10])
        assert line.read_head() == 201


def test_requests_may_follow_one_another(patient: ThreadServer) -> None:
    """Three at once, then one after a pause that is shorter than the limit."""
    ask = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with RawSocket(patient.url) as line:
        line.socket.sendall(ask * 3)
        while line.received.count(b"HTTP/1.1 200") < 3:
            line.received += line.socket.recv(65536)
        time.sleep(PAUSE_S)
        line.received = b""
        line.socket.sendall(ask)
        assert line.read_head() == 200


def test_an_answer_has_to_be_read(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("x")
    with (tmp_path / "static" / "large.js").open("wb") as file:
        file.truncate(64 << 20)
    with ThreadServer(quick_settings(tmp_path, request_timeout_s=2.0)) as server:
        admission = server.app.state.admission
        with RawSocket(server.url, receive_buffer=4096) as line:
            line.socket.sendall(b"GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.read_head() == 200  # and nothing after it
            wait_until(lambda: admission._open_sockets == 0)


def test_an_address_may_have_so_many_connections(tmp_path: Path) -> None:
    settings = quick_settings(tmp_path, max_http_connections_per_address=20)
    with ThreadServer(settings) as server, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(RawSocket(server.url)) for _ in range(25)]
        for line in lines:
            with contextlib.suppress(ConnectionError):
                line.socket.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
        statuses = [status_of(line) for line in lines]
        assert statuses == [200] * 20 + [0] * 5
        stack.close()
        wait_until(lambda: server.app.state.admission._open_sockets == 0)
        assert httpx.get(server.url + "/livez", timeout=PATIENCE_S).status_code == 200


def status_of(line: RawSocket) -> int:
    try:
        return line.read_head()
    except ConnectionError:
        return 0


def test_an_absurd_length_is_refused(patient: ThreadServer) -> None:
    with RawSocket(patient.url) as line:
        line.socket.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: ")
        line.socket.sendall(b"9" * 5000 + b"\r\n\r\n")
        assert line.read_head() in (400, 413)
