"""How much memory programs can still take here: the machine's, a container's, the shell's limit."""

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

PROC = Path("/proc")
GROUPS = Path("/sys/fs/cgroup")


def free_memory(proc: Path = PROC, groups: Path = GROUPS) -> int:
    """Return the bytes of memory that this program can still take."""
    rooms = [_machine_room(proc), *_group_rooms(proc, groups), *_shell_room(proc)]
    return max(min(rooms), 0)


def _shell_room(proc: Path) -> Iterator[int]:
    try:
        import resource  # there is none on Windows
    except ImportError:
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit - _field(proc / "self" / "status", "VmSize:", 0) * 1024


def _machine_room(proc: Path) -> int:
    known = _field(proc / "meminfo", "MemAvailable:", 0) * 1024
    if known:
        return known
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return windows_room(getattr(ctypes, "windll").kernel32)  # noqa: B009  # only there is it


class _MemoryStatus(ctypes.Structure):
    """`MEMORYSTATUSEX` of Windows."""

    _fields_: ClassVar = [
        ("length", ctypes.c_uint32),
        ("load_percent", ctypes.c_uint32),
        ("physical", ctypes.c_uint64),
        ("physical_free", ctypes.c_uint64),
        ("paged", ctypes.c_uint64),
        ("paged_free", ctypes.c_uint64),
        ("virtual", ctypes.c_uint64),
        ("virtual_free", ctypes.c_uint64),
        ("extended_free", ctypes.c_uint64),
    ]


def windows_room(kernel: Any) -> int:
    """Return the bytes of memory that are free on Windows, as its `kernel32` says."""
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    if not kernel.GlobalMemoryStatusEx(ctypes.byref(status)):
        raise OSError("Windows does not say how much memory is free")
    return int(status.physical_free)


def _group_rooms(proc: Path, groups: Path) -> Iterator[int]:
    """Yield what each control group around this process leaves it, versions 1 and 2."""
    for line in _text(proc / "self" / "cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers:
            names = ("memory.max", "memory.current", "file")
            top = groups
        elif "memory" in controllers.split(","):
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache")
            top = groups / "memory"
        else:
            continue
        # A container may see its own group as the top, under the path it has outside.
        inner = Path(path.lstrip("/"))
        for folder in {top / part for part in (inner, *inner.parents)}:
            limit, used = (_text(folder / name).strip() for name in names[:2])
            if limit.isdecimal() and used.isdecimal():
                cached = _field(folder / "memory.stat", names[2], 0)
                yield int(limit) - int(used) + cached


def _field(file: Path, name: str, default: int) -> int:
    """Return the number after a name in a file of the kernel's."""
    for line in _text(file).splitlines():
        words = line.split()
        if len(words) > 1 and words[0] == name:
            return int(words[1])
    return default


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
