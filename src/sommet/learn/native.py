"""The compiled half of training: self-play and feature expansion on all cores.

The C++ sources of the checkout are compiled on first use, with the machine's own compiler and for
the machine's own processor, so training runs where only torch and a compiler are installed.
"""

import ctypes
import hashlib
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from sommet.errors import SommetError
from sommet.pacal import Options

ENGINE = Path(__file__).parents[3] / "engine"
SOURCES = (
    "pacal_players/training/duel.cpp",
    "pacal_players/training/solo.cpp",
    "pylos_search/make/searched.cpp",
)
Floats = npt.NDArray[np.float32]
Samples = npt.NDArray[Any]
#: The English book, without other rulings.
ENGLISH = Options()

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


def own_folder() -> Path:
    """Return the folder for compiled files: a private one, because its contents are executed.

    Raises:
        SommetError: other users could write to it.
    """
    folder = user_cache_path("sommet", appauthor=False)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid"):
        found = folder.stat()
        if found.st_uid != os.getuid() or found.st_mode & 0o022:
            raise SommetError(f"{folder} must be yours, and nobody else may write to it")
    return folder


def compile_core() -> ctypes.CDLL:
    """Return the training library, compiled if the sources changed since the last time."""
    digest = hashlib.sha256()
    for source in sorted(ENGINE.rglob("*.[ch]pp")):
        digest.update(source.read_bytes())
    target = own_folder() / f"training-{digest.hexdigest()[:16]}.so"
    if not target.exists():
        flags = ["-std=c++20", "-O3", "-march=native", "-shared", "-fPIC", "-pthread"]
        scratch = target.with_suffix(f".{os.getpid()}")
        subprocess.run(
            [os.environ.get("CXX", "c++"), *flags, f"-I{ENGINE}", "-o", str(scratch)]
            + [str(ENGINE / source) for source in SOURCES],
            check=True,
        )
        scratch.replace(target)
    return _with_errors(ctypes.CDLL(str(target)))


#: Everything of the library that can fail.
_CALLS = (
    "pacal_self_play",
    "pacal_expand",
    "pacal_evaluate",
    "pacal_match",
    "pacal_league",
    "solo_count_successors",
    "solo_fill_successors",
    "solo_fill_inputs",
    "solo_fill_fields",
    "solo_trial",
    "pylos_searched",
)


def _with_errors(library: ctypes.CDLL) -> ctypes.CDLL:
    """Return the library with calls that raise an exception on errors."""
    library.training_error.restype = ctypes.c_char_p
    for count in (library.pacal_floats, library.pacal_wide_floats, library.solo_floats):
        count.restype = ctypes.c_long

    def check(result: Any, _function: Any, _arguments: Any) -> Any:
        error = library.training_error()
        if error:
            raise SommetError(f"training: {error.decode()}")
        return result

    for name in _CALLS:
        getattr(library, name).errcheck = check
    return library


def _weights(array: Floats | None, floats: int) -> Floats | None:
    """Return weights in the library's form; raise SommetError if they are for another shape."""
    if array is None:
        return None
    if array.size != floats:
        raise SommetError(f"this network has {floats} weights, not {array.size}")
    return np.ascontiguousarray(array, np.float32)


def _samples(array: Samples) -> Samples:
    if array.dtype != DUEL_SAMPLE or array.ndim != 1:
        raise SommetError("these are not samples of self-play")
    return np.ascontiguousarray(array)


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
    def of(cls, player: Player, core: "DuelCore") -> "_Side":
        """Return the player in the library's form; the weights must outlive it."""
        if player.method not in METHODS:
            raise SommetError(f"there is no method {player.method!r}: {', '.join(METHODS)}")
        if player.method in ("net", "reader") and player.weights is None:
            raise SommetError(f"the method {player.method} needs weights")
        floats = core.wide_floats if player.method == "reader" else core.floats
        for network in (player.weights, player.second):
            if _weights(network, floats) is not network:
                raise SommetError("weights must be float32 numbers in a row")
        networks = (player.weights, player.second)
        pointers = [None if n is None else n.ctypes.data for n in networks]
        return cls(
            METHODS.index(player.method),
            player.effort,
            player.temperature,
            (ctypes.c_void_p * 2)(*pointers),
        )


METHODS = ("random", "greedy", "gaps", "mc", "ismcts", "net", "reader")


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
        self.floats = int(library.pacal_floats())
        self.wide_floats = int(library.pacal_wide_floats())
        self._weakened_levels = int(library.pacal_weakened_levels())
        library.pacal_temperature.restype = ctypes.c_float

    def self_play(
        self, weights: Floats | None, *, seed: int, rounds: int, explore: float = 1.0
    ) -> Samples:
        """Return positions of `rounds` rounds; without weights, the player `gaps` plays."""
        out = np.zeros(rounds * 30, DUEL_SAMPLE)
        random_moves = 0.15 if weights is None else 0.02 * explore
        weights = _weights(weights, self.floats)
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
        samples = _samples(samples)
        rows = np.empty((len(samples), self.most_rows), np.uint16)
        dense = np.empty((len(samples), self.dense), np.float32)
        count = ctypes.c_long(len(samples))
        self._library.pacal_expand(_at(samples), count, self._threads, _at(rows), _at(dense))
        return rows, dense

    def evaluate(self, weights: Floats, samples: Samples) -> Floats:
        """Return the compiled network's chances of win, draw and loss for each sample."""
        samples = _samples(samples)
        checked = _weights(weights, self.floats)
        out = np.empty((len(samples), 3), np.float32)
        self._library.pacal_evaluate(
            _at(checked),
            _at(samples),
            ctypes.c_long(len(samples)),
            _at(out),
        )
        return out

    def match(
        self, a: Player, b: Player, *, deals: int, seed: int, options: Options = ENGLISH
    ) -> tuple[int, int, int]:
        """Return (a's wins, b's wins, draws) over `deals` deals, each played from both seats."""
        result = (ctypes.c_long * 3)()
        self._library.pacal_match(
            ctypes.byref(_Side.of(a, self)),
            ctypes.byref(_Side.of(b, self)),
            options.code,
            ctypes.c_ulonglong(seed),
            ctypes.c_long(deals),
            self._threads,
            result,
        )
        return result[0], result[1], result[2]

    def temperatures(self) -> list[float]:
        """Return the temperatures of all levels but the best, level 1 first."""
        return [
            float(self._library.pacal_temperature(n)) for n in range(1, self._weakened_levels + 1)
        ]

    def play_league(
        self, sides: Any, league: Any, rounds: int, *, samples: Any, counts: Any
    ) -> None:
        """Play `rounds` rounds of a league: see sommet.learn.rounds."""
        self._library.pacal_league(
            sides,
            len(sides),
            ctypes.byref(league),
            ctypes.c_ulonglong(rounds),
            self._threads,
            _at(samples),
            counts,
        )


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
    checked = _weights(weights, int(library.solo_floats()))
    library.solo_trial(
        _at(checked),
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
