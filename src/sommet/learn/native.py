"""The compiled half of training: self-play and feature expansion on all cores.

The C++ sources of the checkout are compiled on first use, with the machine's own compiler and for
the machine's own processor, so training runs where only torch and a compiler are installed.
"""

import ctypes
import hashlib
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

ENGINE = Path(__file__).parents[3] / "engine"
SOURCES = ("pacal_players/training/duel.cpp", "pacal_players/training/solo.cpp")
Floats = npt.NDArray[np.float32]
Samples = npt.NDArray[Any]

#: `struct Sample` of engine/pacal_players/training/duel.cpp.
DUEL_SAMPLE = np.dtype(
    [
        ("hand", "<u8"),
        ("unseen", "<u8"),
        ("own", "u1", 10),
        ("other", "u1", 10),
        ("other_cards", "u1"),
        ("offers", "u1"),
        ("rules", "u1"),
        ("turn", "u1"),
        ("target", "<f4", 3),
        ("unused", "<u4"),
    ]
)


def compile_core() -> ctypes.CDLL:
    """Return the training library, compiled if the sources changed since the last time."""
    digest = hashlib.sha256()
    for source in sorted(ENGINE.rglob("*.[ch]pp")):
        digest.update(source.read_bytes())
    target = Path(tempfile.gettempdir()) / f"sommet-training-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        flags = ["-std=c++20", "-O3", "-march=native", "-shared", "-fPIC", "-pthread"]
        scratch = target.with_suffix(f".{os.getpid()}")
        subprocess.run(
            [os.environ.get("CXX", "c++"), *flags, f"-I{ENGINE}", "-o", str(scratch)]
            + [str(ENGINE / source) for source in SOURCES],
            check=True,
        )
        scratch.replace(target)
    return ctypes.CDLL(str(target))


def _at(array: npt.NDArray[Any] | None) -> ctypes.c_void_p | None:
    return None if array is None else array.ctypes.data_as(ctypes.c_void_p)


@dataclass(frozen=True, slots=True)
class Player:
    """One side of a match: `method` is a name in METHODS."""

    method: str
    effort: int = 0
    temperature: float = 0.0
    weights: Floats | None = None
    second: Floats | None = None


class _Side(ctypes.Structure):
    """`struct Side` of engine/pacal_players/training/duel.cpp."""

    _fields_: ClassVar = [
        ("method", ctypes.c_int),
        ("effort", ctypes.c_int),
        ("temperature", ctypes.c_float),
        ("weights", ctypes.c_void_p * 2),
    ]

    @classmethod
    def of(cls, player: Player) -> "_Side":
        """Return the player as the library reads it; the weights must outlive it."""
        networks = (player.weights, player.second)
        pointers = [None if n is None else n.ctypes.data for n in networks]
        return cls(
            METHODS.index(player.method),
            player.effort,
            player.temperature,
            (ctypes.c_void_p * 2)(*pointers),
        )


METHODS = ("random", "greedy", "gaps", "mc", "ismcts", "net")


class DuelCore:
    """Self-play rounds of the duel."""

    name = "pacal"
    outputs = 3

    def __init__(self, library: ctypes.CDLL, threads: int) -> None:
        self._library = library
        self._threads = threads
        library.pacal_self_play.restype = ctypes.c_long
        self.rows = int(library.pacal_rows())
        self.most_rows = int(library.pacal_most_rows())
        self.dense = int(library.pacal_dense())
        self.wide = int(library.pacal_wide())
        self.narrow = int(library.pacal_narrow())

    def self_play(
        self, weights: Floats | None, *, seed: int, rounds: int, explore: float = 1.0
    ) -> Samples:
        """Return positions of `rounds` rounds; without weights the gap counter plays."""
        out = np.zeros(rounds * 30, DUEL_SAMPLE)
        random_moves = 0.15 if weights is None else 0.02 * explore
        count = self._library.pacal_self_play(
            _at(weights),
            ctypes.c_ulonglong(seed),
            ctypes.c_long(rounds),
            self._threads,
            ctypes.c_float(0.04 * explore),
            ctypes.c_float(random_moves),
            ctypes.c_float(0.9),
            _at(out),
            ctypes.c_long(len(out)),
        )
        return out[:count]

    def expand(self, samples: Samples) -> tuple[npt.NDArray[np.uint16], Floats]:
        """Return the network's inputs: padded row numbers, and dense inputs."""
        rows = np.empty((len(samples), self.most_rows), np.uint16)
        dense = np.empty((len(samples), self.dense), np.float32)
        count = ctypes.c_long(len(samples))
        self._library.pacal_expand(
            _at(np.ascontiguousarray(samples)), count, self._threads, _at(rows), _at(dense)
        )
        return rows, dense

    def evaluate(self, weights: Floats, samples: Samples) -> Floats:
        """Return the compiled network's chances of win, draw and loss for each sample."""
        out = np.empty((len(samples), 3), np.float32)
        self._library.pacal_evaluate(
            _at(weights),
            _at(np.ascontiguousarray(samples)),
            ctypes.c_long(len(samples)),
            _at(out),
        )
        return out

    def match(
        self, a: Player, b: Player, *, deals: int, seed: int, rules: int = 16
    ) -> tuple[int, int, int]:
        """Return (a's wins, b's wins, draws) over `deals` deals, each played from both seats."""
        result = (ctypes.c_long * 3)()
        self._library.pacal_match(
            ctypes.byref(_Side.of(a)),
            ctypes.byref(_Side.of(b)),
            rules,
            ctypes.c_ulonglong(seed),
            ctypes.c_long(deals),
            self._threads,
            result,
        )
        return result[0], result[1], result[2]


def solo_trial(
    library: ctypes.CDLL,
    weights: Floats,
    *,
    deals: int,
    seed: int,
    ahead: int = 0,
    threads: int = 1,
) -> tuple[float, float]:
    """Return the share of solo deals completed, and the mean number of cards in those."""
    result = (ctypes.c_long * 2)()
    library.solo_trial(
        _at(weights),
        ahead,
        ctypes.c_ulonglong(seed),
        ctypes.c_long(deals),
        threads,
        result,
    )
    return result[0] / deals, result[1] / max(1, result[0])


def read_floats(path: Path) -> Floats:
    """Return weights that `learn` wrote, or those of a weights file of the package."""
    data = path.read_bytes()
    kind = "<f4"
    if path.suffix == ".weights":
        head, _, data = data.partition(b"\n")
        kind = "<f2" if json.loads(head).get("numbers") == "float16" else kind
    return np.frombuffer(data, kind).astype(np.float32)
