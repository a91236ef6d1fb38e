"""What a slow twin works out, kept in build/ until the twin itself changes."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
KEPT = Path(__file__).parents[2] / "build" / "kept-results"


def keep(work: Callable[..., T], *arguments: Any) -> T:
    """Return `work(*arguments)`, or what the same module gave for the same arguments before."""
    source = Path(work.__code__.co_filename)
    digest = hashlib.sha256(source.read_bytes() + repr((work.__name__, arguments)).encode())
    kept = KEPT / f"{source.stem}-{digest.hexdigest()[:16]}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    result = work(*arguments)
    KEPT.mkdir(parents=True, exist_ok=True)
    scratch = kept.with_suffix(f".{os.getpid()}")
    scratch.write_bytes(pickle.dumps(result))
    scratch.replace(kept)
    return result
