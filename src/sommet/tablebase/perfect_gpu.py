"""The passes that make and prove the perfect player, on a GPU (extra `gpu`).

The same work as `sommet.engine.perfect.Work`, with the same methods:
engine/pylos_perfect/make/exceptions.hpp and prove/proof.hpp say what each does.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sommet.tablebase.gpu import DRAW, GpuCheck, GpuSweep, Rules, compile_kernels
from sommet.tablebase.perfect_make import Exceptions

CHUNK = 2048
THREADS = 128
PIECE = 1 << 28
OPEN = 0xFFFF


class GpuWork:
    """Everything about the player's choice in all positions, in the GPU's memory."""

    def __init__(
        self, base: int, rules: Rules, table: Any, weights: Any, exceptions: Exceptions
    ) -> None:
        """Compile the kernels and take all that is known into the GPU's memory.

        Args:
            base: Side of the pyramid's base.
            rules: The core's rule switches.
            table: A full table, one byte per position; None to solve first.
            weights: The rank's weights (int16), or None.
            exceptions: Those that are known already.
        """
        sweep = GpuSweep(base, rules)
        self.cp = cp = sweep.cp
        if table is None:
            sweep.run()
            self.table = sweep.table
        else:
            self.table = cp.asarray(table)
        for big in ("won", "lost", "_place", "_high", "_one", "_two", "table"):
            setattr(sweep, big, None)
        cp.get_default_memory_pool().free_all_blocks()
        self._index = GpuCheck(base, rules, sweep)
        self._module = compile_kernels(cp, base, rules, "pylos_perfect/make/exceptions.cu")
        self._prover = compile_kernels(cp, base, rules, "pylos_perfect/prove/proof.cu")
        count = int(sweep.masks.size)
        self._mirrors = cp.zeros(count, cp.uint8)
        self._launch(
            "find_mirrors", -(-count // 64), 64, sweep.geometry, sweep.masks, np.uint32(count),
            self._mirrors,
        )  # fmt: skip
        self._geometry = sweep.geometry
        self._weights = None if weights is None else cp.asarray(np.asarray(weights, np.int16))
        self._exceptions = cp.asarray(exceptions.numbers)
        self._places = cp.asarray(exceptions.places)
        self.positions = sweep.positions
        self.rank = cp.zeros(self.positions, cp.uint16)
        self.outlook = cp.zeros(self.positions, cp.uint16)
        self.choice = cp.zeros(self.positions, cp.uint32)
        self.settled = cp.zeros(self.positions, cp.uint16)
        self._finder = [array.data.ptr for array in (*self._index.arrays, self._mirrors)]
        self._weighed: tuple[Any, ...] = ()
        self._write_work()
        masks = sweep.masks.get()
        chunks = []
        for stack in range(count - 1, -1, -1):
            begins = np.arange(0, 1 << int(masks[stack]).bit_count(), CHUNK, dtype=np.uint32)
            chunks.append(np.stack([np.full_like(begins, stack), begins], axis=1))
        self._chunks = cp.asarray(np.concatenate(chunks))
        self._list = cp.zeros(0, cp.uint64)

    def _write_work(self) -> None:
        """Return the pointers that the kernels need: struct PlayerWork."""
        arrays = (self.rank, self.outlook, self.choice, self.settled, *self._weighed)
        self._work = self.cp.asarray(
            np.array(
                [
                    self._geometry.data.ptr,
                    *self._finder,
                    self.table.data.ptr,
                    0 if self._weights is None else self._weights.data.ptr,
                    self._exceptions.data.ptr,
                    self._places.data.ptr,
                    self._exceptions.size,
                    *(array.data.ptr for array in arrays),
                    *([0] * 4)[len(self._weighed) :],
                ],
                np.uint64,
            )
        )

    def _launch(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        self._module.get_function(name)((blocks,), (threads,), arguments)

    def _over_chunks(self, name: str, *arguments: Any) -> None:
        self._launch(name, len(self._chunks), THREADS, self._work, self._chunks, *arguments)

    def _over_list(self, name: str, *arguments: Any) -> None:
        size = int(self._list.size)
        if size:
            self._launch(
                name, -(-size // THREADS), THREADS, self._work, self._list, np.uint64(size),
                *arguments,
            )  # fmt: skip

    def watch(self, watcher: Callable[[float], bool] | None, /) -> None:
        """Do nothing: a pass takes a second."""

    def find_choices(self) -> None:
        """Work out the player's choice in all won positions."""
        for name in ("ranks", "nearest", "outlooks", "choices"):
            self._over_chunks(name)
        count = self.cp.zeros(1, self.cp.uint64)
        self._list = self.cp.zeros(0, self.cp.uint64)
        room = self.cp.empty(self.positions, self.cp.uint64)
        self._over_chunks("gather", room, count)
        self._list = room[: int(count[0])]

    def thin_out(self) -> int:
        """Drop what is settled from the list; return how many positions are open."""
        count = self.cp.zeros(1, self.cp.uint64)
        room = self.cp.empty(self._list.size, self.cp.uint64)
        self._over_list("thin_out", room, count)
        self._list = room[: int(count[0])].copy()
        return int(count[0])

    def settle(self) -> int:
        """Go once through the list; return how many positions were settled."""
        news = self.cp.zeros(1, self.cp.uint64)
        self._over_list("settle_all", news)
        return int(news[0])

    def weigh(self, steps: int) -> None:
        """Find out how much would be settled with each open won position, `steps` moves back."""
        if not self._weighed:
            score, gain, more = (self.cp.empty(self.positions, self.cp.uint32) for _ in "sgm")
            self._weighed = (score, gain, more, self.cp.zeros(self.positions, self.cp.uint8))
            self._write_work()
        self._weighed[0].fill(0)
        self._over_list("score_all")
        for step in range(steps + 1):
            self._over_list("start_all_gains")
            if step:
                self._over_list("add_all_gains")
            self._over_list("keep_all_gains")

    def make_exceptions(self, least_gain: int) -> Any:
        """Make exceptions of what gains most; return them as number | place << 32."""
        self._over_list("mark_exceptions", np.uint32(least_gain))
        room = self.cp.empty(max(1, self._list.size), self.cp.uint64)
        count = self.cp.zeros(1, self.cp.uint64)
        self._over_list("make_exceptions", room, count)
        return room[: int(count[0])].get()

    def lengths(self) -> tuple[int, int, int, int]:
        """Return, over settled won positions: moves at most, at best, how many, the longest."""
        cp, sums = self.cp, [0, 0, 0, 0]
        for at in range(0, self.positions, PIECE):
            values, settled = self.table[at : at + PIECE], self.settled[at : at + PIECE]
            here = (values != DRAW) & (values % 2 == 1) & (settled != OPEN) & (settled != 0)
            sums[0] += int(settled[here].sum(dtype=cp.uint64))
            sums[1] += int(values[here].sum(dtype=cp.uint64))
            sums[2] += int(here.sum(dtype=cp.uint64))
            sums[3] = max(sums[3], int(cp.where(here, settled, 0).max()))
        return sums[0], sums[1], sums[2], sums[3]

    def prove(self, exceptions: Any, places: Any) -> tuple[int, int, int]:
        """Return how many positions are proved, how many are wrong, the first of those or -1."""
        cp = self.cp
        listed = cp.asarray(np.asarray(exceptions, np.uint32))
        taken = cp.asarray(np.asarray(places, np.uint8))
        proof = cp.asarray(
            np.array(
                [
                    self._geometry.data.ptr,
                    *self._finder,
                    self.table.data.ptr,
                    *(a.data.ptr for a in (self.rank, self.outlook, self.settled, listed, taken)),
                    listed.size,
                ],
                np.uint64,
            )
        )
        counts = cp.zeros(3, cp.uint64)
        counts[2] = np.uint64(2**64 - 1)
        self._prover.get_function("prove_all")(
            (len(self._chunks),), (THREADS,), (proof, self._chunks, counts)
        )
        proved, wrong, first = (int(value) for value in counts.get())
        return proved, wrong, first if wrong else -1
