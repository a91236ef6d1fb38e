"""A private PostgreSQL for tests: a temporary cluster on a free port.

It ends with the process that started it, even if that process is killed: a shell waits for the end
of a pipe that only this process holds, and then stops the server and removes its folder.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self
from uuid import uuid4

import psycopg
from own_ports import free_port

from sommet.server.storage.engine import open_engine
from sommet.server.storage.migrate import upgrade

ROOT = Path(__file__).parents[3]
#: Nothing has to survive a power cut here; tests that kill PostgreSQL itself keep these on.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
#: Its arguments: pg_ctl, the data folder, the folder to remove. A server that has not written its
#: pid file yet is not found by pg_ctl; it ends by itself when it misses its files.
_CLEAN_UP = 'read -r _; "$1" stop --silent --mode=immediate -D "$2"; rm -rf "$3"'


def programs() -> Path:
    """Return the folder of PostgreSQL's programs, which `make` has seen to."""
    found = subprocess.run(
        [ROOT / "scripts" / "ensure-postgresql"], capture_output=True, text=True, check=True
    )
    return Path(found.stdout.strip())


def _unprivileged() -> dict[str, Any]:
    """Return how to start a program as somebody else than root, which PostgreSQL insists on."""
    if os.getuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            found = pwd.getpwnam(name)
            return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    raise RuntimeError("no unprivileged user to run PostgreSQL as")


class Cluster:
    """A running PostgreSQL that can be stopped, killed and started again."""

    def __init__(
        self, *options: str, port: int | None = None, env: dict[str, str] | None = None
    ) -> None:
        self._env = {**os.environ, **(env or {})}
        self._programs = programs()
        self._who = _unprivileged()
        # Not below pytest's own folders, which others than root may not enter.
        self._folder = Path(tempfile.mkdtemp(prefix="sommet-postgresql-"))
        if self._who:
            os.chown(self._folder, self._who["user"], self._who["group"])
        self._data = self._folder / "data"
        self._watcher = self._watch()
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.port = port or free_port()
        self._migrated: str | None = None

    def _watch(self) -> subprocess.Popen[bytes]:
        """Start the shell that cleans up if this process ends without doing so."""
        paths = (self._programs / "pg_ctl", self._data, self._folder)
        return subprocess.Popen(
            ["sh", "-c", _CLEAN_UP, "clean-up", *paths],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            **self._who,
        )

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://sommet@127.0.0.1:{self.port}/{database}"

    def make(self) -> None:
        subprocess.run(
            [
                *(self._programs / "initdb", "-D", self._data, "-U", "sommet"),
                *("-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **self._who,
        )

    def copy(self, port: int) -> None:
        """Begin as a standby of the PostgreSQL that answers on `port`."""
        whence = f"host=127.0.0.1 port={port} user=sommet"
        subprocess.run(
            [
                *(self._programs / "pg_basebackup", "-D", self._data, "-d", whence),
                *("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast"),
            ],
            check=True,
            cwd=self._folder,
            **self._who,
        )

    def promote(self) -> None:
        """Stop being a standby; return when writes are taken."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            answer = connection.execute("SELECT pg_promote(wait_seconds => 60)").fetchone()
        assert answer == (True,)

    def set(self, name: str, value: str) -> None:
        """Change a setting of the running server."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")  # type: ignore[call-overload]
            connection.execute("SELECT pg_reload_conf()")

    def start(self) -> None:
        options = (
            *(f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories="),
            *("max_connections=200", "shared_buffers=64MB", "logging_collector=off"),
            *self._options,
        )
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(self._programs / "postgres", "-D", self._data),
                    *(part for option in options for part in ("-c", option)),
                ],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=self._env,
                start_new_session=True,
                **self._who,
            )
        end = time.monotonic() + 90
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=10).close()
                return
            except psycopg.OperationalError as error:
                if time.monotonic() > end or self._process.poll() is not None:
                    log_text = (self._folder / "log").read_text()
                    raise RuntimeError(f"PostgreSQL did not start: {log_text}") from error
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        """The first of its processes: the others are below it."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: int = signal.SIGINT) -> None:
        """End it; SIGINT throws everybody out and closes in good order, SIGQUIT just ends."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=120)
            self._process = None

    def new_database(self, *, encoding: str = "UTF8", like: str = "template0") -> str:
        """Return the address of a new database, empty or like another one."""
        name = f"t{uuid4().hex}"
        how = f"ENCODING '{encoding}' TEMPLATE {like}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {how}")  # type: ignore[call-overload]
        return self.url(name)

    def migrated_database(self) -> str:
        """Return the address of a new database with every migration, each made only once."""
        if self._migrated is None:
            address = self.new_database()
            engine = open_engine(address)
            upgrade(engine)
            engine.dispose()
            self._migrated = address.rpartition("/")[2]
        return self.new_database(like=self._migrated)

    def drop_database(self, url: str) -> None:
        name = url.rpartition("/")[2]
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[call-overload]

    def __enter__(self) -> Self:
        try:
            self.make()
            self.start()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        try:
            if self._process is not None and self._process.poll() is None:
                self.stop(signal.SIGQUIT)
        finally:
            self._watcher.kill()
            self._watcher.communicate()
            shutil.rmtree(self._folder, ignore_errors=True)


@contextlib.contextmanager
def cluster(*options: str) -> Iterator[Cluster]:
    with Cluster(*(options or FAST)) as running:
        yield running
