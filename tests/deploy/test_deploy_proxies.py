"""Two real nginx in a row in front of a server: limits still go by the visitor's own address."""

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from own_ports import free_port
from seat_client import PATIENCE_S
from server_client import ProcessServer, wait_until
from test_deploy_nginx import CONFIGURATION, ROOT, end, is_open

WISH = {"game": "pylos", "mode": "friend"}


def configure(folder: Path, port: int, upstream: int) -> Path:
    """Write an nginx as compose.yaml has it, that passes everything on to one port."""
    folder.mkdir()
    text = (CONFIGURATION / "compose.conf").read_text("utf-8")
    for before, after in (
        ("/etc/nginx/sommet-proxy.conf", str(CONFIGURATION / "sommet-proxy.conf")),
        ("    server server-1:8420 max_fails=1 fail_timeout=2s;\n", ""),
        ("server-2:8420", f"127.0.0.1:{upstream}"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/dev/stdout", str(folder / "access.log")),
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
def entrance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the outer nginx."""
    folder = tmp_path_factory.mktemp("proxies")
    found = subprocess.run(
        [ROOT / "scripts" / "ensure-nginx"], capture_output=True, text=True, check=True
    )
    outer, inner = free_port(), free_port()
    options = ("--behind-proxy", "2", "--limit", "tables_per_minute=3")
    with (
        ProcessServer(folder / "games.sqlite3", *options) as server,
        contextlib.ExitStack() as stack,
    ):
        for name, port, upstream in (("inner", inner, server.port), ("outer", outer, inner)):
            main = configure(folder / name, port, upstream)
            command = [found.stdout.strip(), "-e", str(folder / name / "error.log")]
            running = subprocess.Popen(
                [*command, "-p", str(folder / name), "-c", str(main)],
                start_new_session=True,
                text=True,
            )
            stack.callback(end, running)
        wait_until(lambda: is_open(outer) and is_open(inner))
        yield f"http://127.0.0.1:{outer}"


def statuses(url: str, address: str, count: int, **headers: str) -> list[int]:
    """Open tables as a visitor from `address`."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(
        transport=transport, base_url=url, headers=headers, timeout=PATIENCE_S
    ) as client:
        return [client.post("/api/tables", json=WISH).status_code for _ in range(count)]


def test_each_visitor_has_limits_of_his_own(entrance: str) -> None:
    assert statuses(entrance, "127.0.0.3", 4) == [201, 201, 201, 429]
    assert statuses(entrance, "127.0.0.4", 1) == [201], "both count as one address"
    claimed = {"X-Forwarded-For": "203.0.113.9"}
    assert statuses(entrance, "127.0.0.3", 1, **claimed) == [429], (
        "what a visitor claims is believed"
    )
