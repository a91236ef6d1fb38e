"""Files that are complete or absent, and never change while they are mapped."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from sommet.errors import SommetError


def write_whole(path: Path, parts: Iterable[bytes | bytearray | memoryview]) -> None:
    """Write a file beside its place, then put it there; raise SommetError where the disk refuses.

    What was there before stays as it is for everybody who has it open or mapped.
    """
    beside = path.with_name(path.name + ".part")
    try:
        with beside.open("wb") as file:
            for part in parts:
                file.write(part)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SommetError(f"cannot write {path}: {error.strerror}") from error
