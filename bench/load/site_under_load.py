"""The site under load: a PostgreSQL of its own with all its safety on, and server processes."""

import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "server" / "support"))
from cores import machine_seconds, tree_seconds
from private_postgresql import Cluster

LIMITS = {
    "tables_per_minute": 10_000_000,
    "max_open_tables_per_address": 10_000_000,
    "requests_per_second": 1_000_000,
    "request_burst": 1_000_000,
    "messages_per_second_per_address": 1_000_000,
    "message_burst_per_address": 1_000_000,
    "max_connections": 100_000,
    "max_connections_per_address": 100_000,
    "connects_per_second": 100_000,
    "connect_burst": 100_000,
    "max_http_connections": 100_000,
    "max_http_connections_per_address": 100_000,
}


def raise_file_limit() -> int:
    """Allow as many open files as the machine lets us."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Server:
    """One `sommet serve`, which can be killed and started again."""

    def __init__(self, database: str, *options: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._command = [
            *(sys.executable, "-m", "sommet.cli.main", "serve", "--port", str(self.port)),
            *("--database", database, "--log-level", "error"),
            *(part for name, value in LIMITS.items() for part in ("--limit", f"{name}={value}")),
            *options,
        ]
        self.process: subprocess.Popen[bytes] | None = None
        self._cpu_before = 0.0

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/livez", timeout=2) as reply:
                return bool(reply.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait(self, patience_s: float = 60.0) -> None:
        end = time.monotonic() + patience_s
        while not self.answers():
            if time.monotonic() > end:
                raise TimeoutError("a server did not start")
            time.sleep(0.05)

    def kill(self) -> None:
        if self.process is not None:
            self._cpu_before += tree_seconds(self.process.pid)
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def cpu_seconds(self) -> float:
        return self._cpu_before + (0.0 if self.process is None else tree_seconds(self.process.pid))

    def resident_kb(self) -> int:
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(
            next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]
        )


class Site:
    """A PostgreSQL and `count` servers on it, with further options for each.

    `database` are further settings of PostgreSQL.
    """

    def __init__(self, count: int, *options: str, database: tuple[str, ...] = ()) -> None:
        self._cluster = Cluster("shared_buffers=128MB", "max_wal_size=2GB", *database)
        self._count = count
        self._options = options
        self.servers: list[Server] = []
        self.database = ""

    def __enter__(self) -> "Site":
        self._cluster.__enter__()
        self.database = self._cluster.new_database()
        return self

    def start(self) -> None:
        self.servers = [Server(self.database, *self._options) for _ in range(self._count)]
        for server in self.servers:
            server.start()
        for server in self.servers:
            server.wait()

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            server.kill()
        self._cluster.remove()

    def cpu_seconds(self) -> dict[str, float]:
        """Return what each part of it has used, this process and the machine included."""
        return {
            "servers": sum(server.cpu_seconds() for server in self.servers),
            "postgresql": tree_seconds(self._cluster.pid),
            # What was started from here is counted above.
            "generator": time.process_time(),
            "machine": machine_seconds(),
        }
