"""Positions that searches ask the network about: the processor searches while the GPU learns.

These positions differ from those of games and from random ones: in most of them one side has played
badly, but so little that the search must look. This is where a better evaluation counts.
"""

import ctypes
import threading
import time
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from sommet.errors import SommetError
from sommet.learn.pylos_samples import Drawn, Samples
from sommet.tablebase.gpu import Rules

#: Nodes of one search, and which fraction of its positions is kept (one in so many).
NODES, ONE_IN = 70_000, 24
#: Of one call of the core, and the most positions that it may find.
CALL_SECONDS, MOST = 3.0, 8_000_000
#: Positions kept for training; the oldest give way.
STORED = 96_000_000
FIRST_SECONDS = 120.0
TEST_BATCH = 50_000


class Searches:
    """Searches on a thread of their own, with the newest weights that they were given."""

    def __init__(
        self,
        library: ctypes.CDLL,
        rules: Rules,
        roots: npt.NDArray[np.uint32],
        seed: int,
        threads: int,
    ) -> None:
        self._search = library.pylos_searched
        self._search.restype = ctypes.c_long
        self._rules = np.array(rules, np.uint8)
        self._roots = np.ascontiguousarray(roots, np.uint32)
        self._seed, self._threads = seed, threads
        self._network = b""
        self._found: list[npt.NDArray[np.int32]] = []
        self._error: BaseException | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Searches":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._thread.ident:
            self._thread.join()

    def use(self, network: bytes) -> None:
        """Search with these weights from now on."""
        self._network = network
        if not self._thread.ident:
            self._thread.start()

    def take(self) -> list[npt.NDArray[np.int32]]:
        """Return what was found since the last time.

        Raises:
            SommetError: searching failed.
        """
        if self._error:
            raise SommetError(f"searching for positions failed: {self._error}")
        with self._lock:
            found, self._found = self._found, []
        return found

    def _run(self) -> None:
        try:
            call = 0
            while not self._ended.is_set():
                found = self._call(call)
                with self._lock:
                    self._found.append(found)
                call += 1
        except (SommetError, ctypes.ArgumentError, MemoryError) as error:
            self._error = error

    def _call(self, call: int) -> npt.NDArray[np.int32]:
        out = np.empty((MOST, 2), np.int32)
        network, count = self._network, len(self._roots)
        pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (self._rules, self._roots, out)]
        # A call searches far fewer roots than this; what is left of them comes around again.
        first = call * (count // 97 + 1) % count
        found = self._search(
            network, ctypes.c_long(len(network)), pointers[0], pointers[1], ctypes.c_long(count),
            ctypes.c_long(first), ctypes.c_long(NODES), ctypes.c_int(ONE_IN),
            ctypes.c_long(self._seed * 10**6 + call), ctypes.c_double(CALL_SECONDS),
            ctypes.c_int(self._threads), pointers[2], ctypes.c_long(MOST),
        )  # fmt: skip
        return out[:found].copy()


class SearchedStore:
    """What the searches found, with exact values, on the GPU; the first of it is held out."""

    searches: Searches

    def __init__(self, samples: Samples, held_out: int) -> None:
        self._samples = samples
        self._positions = torch.empty((STORED, 2), dtype=torch.int32, device="cuda")
        self._targets = torch.empty(STORED, device="cuda")
        self._stages = torch.empty(STORED, dtype=torch.int8, device="cuda")
        self._held_out: list[Drawn] = []
        self._to_hold_out = held_out
        #: Positions found for training so far.
        self.count = 0

    def use(self, network: bytes) -> None:
        """Let the searches use these weights."""
        self.searches.use(network)

    def wait(self) -> None:
        """Wait for the first positions.

        Raises:
            SommetError: none came.
        """
        began = time.monotonic()
        while not self.count:
            if time.monotonic() - began > FIRST_SECONDS:
                raise SommetError(f"no search found anything within {FIRST_SECONDS:.0f} s")
            time.sleep(0.1)
            self.gather()

    def gather(self) -> None:
        """Take over what was found since the last time."""
        for found in self.searches.take():
            if not len(found):
                continue
            drawn = self._samples.tell(torch.from_numpy(found).cuda())
            if self._to_hold_out > 0:
                pieces = zip(*(part.split(TEST_BATCH) for part in drawn), strict=True)
                self._held_out += pieces
                self._to_hold_out -= len(found)
            else:
                self._add(drawn)

    def _add(self, drawn: Drawn) -> None:
        count = len(drawn[0])
        at = (self.count + torch.arange(count, device="cuda")) % STORED
        stores: tuple[Any, ...] = (self._positions, self._targets, self._stages)
        for store, new in zip(stores, drawn, strict=True):
            store[at] = new.to(store.dtype)
        self.count += count

    def draw(self, count: int) -> Drawn:
        """Return some at random."""
        at = torch.randint(min(self.count, STORED), (count,), device="cuda")
        return self._positions[at], self._targets[at], self._stages[at].long()

    def held_out(self) -> list[Drawn]:
        """Return those that training does not see."""
        return self._held_out
