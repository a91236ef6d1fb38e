"""Folders that take long to fill: one process of the tests fills them for all."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def shared_folder(
    factory: pytest.TempPathFactory, name: str, fill: Callable[[Path], object]
) -> Path:
    """Return a folder that `fill` has filled, here or in another process of this run."""
    together = "PYTEST_XDIST_WORKER" in os.environ
    base = factory.getbasetemp().parent if together else factory.getbasetemp()
    folder, filled = base / name, base / f"{name}.filled"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not filled.exists():
            folder.mkdir(exist_ok=True)
            fill(folder)
            filled.touch()
    return folder
