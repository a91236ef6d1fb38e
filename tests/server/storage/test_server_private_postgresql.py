"""PostgreSQL for tests does not outlive the tests, however they end."""

import os
import subprocess
import sys
import time
from pathlib import Path

SUPPORT = Path(__file__).parents[1] / "support"
#: Starts a cluster, says where it is, and would never end.
HOLDER = f"""
import sys, time
sys.path.insert(0, {str(SUPPORT)!r})
from private_postgresql import FAST, Cluster
with Cluster(*FAST) as running:
    print(running.pid, running._folder, flush=True)
    time.sleep(3600)
"""


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_ends_with_tests_that_are_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        pid, _, folder = holder.stdout.readline().decode().strip().partition(" ")
        assert _runs(int(pid))
        assert Path(folder).is_dir()
        holder.kill()
    end = time.monotonic() + 120
    while (_runs(int(pid)) or Path(folder).exists()) and time.monotonic() < end:
        time.sleep(0.02)
    assert not _runs(int(pid))
    assert not Path(folder).exists()
