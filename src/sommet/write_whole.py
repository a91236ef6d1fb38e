"""Files that are complete or absent, and never change while they are mapped."""

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from sommet.errors import SommetError


def write_whole(path: Path, parts: Iterable[bytes | bytearray | memoryview]) -> None:
    """Write a file beside its place, then put it there; raise SommetError where the disk refuses.

    What was there before stays as it is for everybody who has it open or mapped, and after a power
    failure either it or all of the new is there. A pipe or a device is written into.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.writelines(parts)
        else:
            _write_beside(path.resolve(), parts)
    except OSError as error:
        raise SommetError(f"cannot write {path}: {error.strerror}") from error


def _write_beside(path: Path, parts: Iterable[bytes | bytearray | memoryview]) -> None:
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            if path.exists():
                beside.chmod(stat.S_IMODE(path.stat().st_mode))  # before others could read it
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
