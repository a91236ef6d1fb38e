"""A server of one's own, and its HTTP interface."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

import uvicorn
from both_seats import BothSeats
from forked_servers import Child, fork_server
from own_ports import free_port
from seat_client import PATIENCE_S, Json, Seat, new_client

from sommet.server.app import create_app
from sommet.server.run import server_options
from sommet.server.settings import Settings
from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade


@cache
def _new_database() -> bytes:
    """Return the file of a database with every migration: making it again takes longer."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite3"
        engine = open_engine(f"sqlite:///{file}")
        upgrade(engine)
        engine.dispose()
        assert [each.name for each in file.parent.iterdir()] == [file.name]
        return file.read_bytes()


def place_database(file: Path) -> None:
    """Make a file a database with every migration, unless it is there already."""
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(_new_database())


def quick_settings(folder: Path, **changes: Any) -> Settings:
    """Return settings for tests: no pauses, no rate limits, a database of their own."""
    database = folder / "games.sqlite3"
    if "database" not in changes and folder.is_dir():
        place_database(database)
    return Settings(
        **{
            "database": f"sqlite:///{database}",
            "static": folder / "static",
            "tables_per_minute": 1_000_000,
            "messages_per_second": 1e6,
            "message_burst": 1_000_000,
            "messages_per_second_per_address": 1e6,
            "message_burst_per_address": 1_000_000,
            "max_open_tables_per_address": 1_000_000,
            "requests_per_second": 1e6,
            "request_burst": 1_000_000,
            "uploads_per_day": 1_000_000,
            "accounts_per_day": 1_000_000,
            "guest_challenges_per_day": 1_000_000,
            "connects_per_second": 1e6,
            "connect_burst": 1_000_000,
            "max_http_connections_per_address": 1_000_000,
            **changes,
        }
    )


class ThreadServer:
    """A real server on a real port, in a thread of this process."""

    def __init__(self, settings: Settings) -> None:
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.app = create_app(settings)
        # Without uvicorn's own logging: setting it up closes every handler, and absl's (imported
        # with OpenSpiel) closes the stream of the test run with it.
        config = uvicorn.Config(
            self.app,
            **server_options(self.app),
            log_config=None,
            log_level="warning",
            lifespan="on",
        )
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=lambda: self.server.run(sockets=[self._listener]), daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        wait_until(lambda: self.server.started)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._listener.close()
        assert not self._thread.is_alive(), "the server did not end"


class ProcessServer:
    """`sommet serve` in a process of its own, which can be killed and started again."""

    def __init__(
        self, database: Path | str, *options: str, env: dict[str, str] | None = None
    ) -> None:
        self.port = free_port()
        if isinstance(database, Path):
            place_database(database)
            database = f"sqlite:///{database}"
        self._env = env
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = [
            *("serve", "--port", str(self.port), "--database", database),
            *("--log-level", "error", *options),
        ]
        self._process: subprocess.Popen[bytes] | Child | None = None

    def start(self) -> None:
        self.begin()
        wait_until(self.answers)

    def begin(self) -> None:
        """Start it, and do not wait until it answers."""
        if self._env is None:
            self._process = fork_server().start(self._arguments, dict(os.environ))
        else:  # perhaps a library to be loaded first: a program of its own
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sommet.cli.main", *self._arguments],
                stdout=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, **self._env},
            )

    def answers(self) -> bool:
        # Asked many times while it starts, when its processor time is better spent there.
        line = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            line.close()

    def resident_kb(self) -> int:
        """Return how much memory it has, 0 where the system does not say."""
        assert self._process is not None
        status = Path(f"/proc/{self._process.pid}/status")
        return int(status.read_text().partition("VmRSS:")[2].split()[0]) if status.exists() else 0

    def kill(self) -> None:
        """End it as a power cut would: no handler runs."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def end(self) -> None:
        """Let it end by itself, as a supervisor does; return when it has."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


def wait_until(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    end = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Api:
    """The HTTP interface of a server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = new_client(url, timeout=PATIENCE_S)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def open(self, game: str, mode: str, **wishes: Any) -> Json:
        answer = await self.http.post("/api/tables", json={"game": game, "mode": mode, **wishes})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    async def join(self, created: Json, **wishes: Any) -> Json:
        invite = created["links"]["invite"].partition("#")[2]
        answer = await self.http.post(
            f"/api/tables/{created['table']}/join", json={"invite": invite, **wishes}
        )
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def friends(self, game: str, **wishes: Any) -> tuple[Json, Json]:
        created = await self.open(game, "friend", **wishes)
        return created, await self.join(created)

    async def open_both(self, game: str, **wishes: Any) -> Json:
        """Open a table and take both of its seats; `both` plays it."""
        created = await self.open(game, "friend", **wishes)
        return {**created, "other": await self.join(created)}

    def both(self, created: Json) -> BothSeats:
        """Return both seats of a table that `open_both` opened."""
        return BothSeats(self.seat(created), self.seat(created["other"]))

    def seat(self, created: Json) -> Seat:
        return Seat(self.url, created["table"], created["token"])

    def spectator(self, created: Json) -> Seat:
        return Seat(self.url, created["table"])
