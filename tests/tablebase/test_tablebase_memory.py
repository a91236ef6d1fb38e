"""How much memory is free, told by a machine, a container or a shell with a limit."""

import ctypes
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from sommet.tablebase import memory

GIB = 1 << 30


@pytest.fixture
def machine(tmp_path):
    """Files as a kernel shows them: 8 GiB free, and no group."""
    (tmp_path / "proc" / "self").mkdir(parents=True)
    (tmp_path / "proc" / "meminfo").write_text(f"MemTotal: 1 kB\nMemAvailable: {8 << 20} kB\n")

    def ask():
        return memory.free_memory(tmp_path / "proc", tmp_path / "groups")

    ask.folder = tmp_path
    return ask


def limit(machine, where, **files):
    folder = machine.folder / "groups" / where
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(f"{text}\n")


def test_a_machine_without_groups_tells_what_is_available(machine):
    assert machine() == 8 * GIB


def test_a_container_has_what_its_limit_leaves(machine):
    (machine.folder / "proc" / "self" / "cgroup").write_text("0::/a/b\n")
    limit(machine, "a/b", memory__max="max", memory__current=GIB)
    assert machine() == 8 * GIB
    (machine.folder / "groups" / "a" / "memory.max").write_text(str(3 * GIB))
    (machine.folder / "groups" / "a" / "memory.current").write_text(str(2 * GIB))
    (machine.folder / "groups" / "a" / "memory.stat").write_text(f"anon 1\nfile {GIB}\n")
    assert machine() == 2 * GIB


def test_the_older_groups_count_too_under_the_path_outside(machine):
    (machine.folder / "proc" / "self" / "cgroup").write_text("4:memory:/docker/x\n1:cpu:/\n")
    limit(machine, "memory", memory__limit_in_bytes=2 * GIB, memory__usage_in_bytes=GIB)
    assert machine() == GIB
    (machine.folder / "groups" / "memory" / "memory.usage_in_bytes").write_text(str(5 * GIB))
    assert machine() == 0


def test_a_shell_with_a_limit_is_told_before_any_work(tmp_path):
    command = [sys.executable, "-m", "sommet.cli.main", "solve", "pylos", "--out", str(tmp_path)]
    script = f'ulimit -v {2 << 20}; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "solve", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "not enough memory: 3.7 GiB needed" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_windows_is_asked_in_its_own_way(machine, monkeypatch):
    """There is no os.sysconf; the kernel fills a structure whose third number is what is free."""

    class Kernel:
        def GlobalMemoryStatusEx(self, status):  # noqa: N802
            numbers = (ctypes.c_uint32 * 2).from_address(ctypes.addressof(status._obj))
            assert numbers[0] == ctypes.sizeof(status._obj) == 64
            (ctypes.c_uint64 * 7).from_address(ctypes.addressof(status._obj) + 8)[1] = 3 * GIB
            return 1

    (machine.folder / "proc" / "meminfo").unlink()
    monkeypatch.delattr(os, "sysconf")
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=Kernel()), raising=False)
    assert machine() == 3 * GIB
