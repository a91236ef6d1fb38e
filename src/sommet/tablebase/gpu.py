"""The solver and its checker on a GPU, through CuPy and NVRTC (extra `gpu`).

The kernels are engine/pylos_solve/sweep.cu and check.cu; they include the same rules headers as the
compiled core. Nothing else of the compiled core is needed here.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from sommet.errors import SommetError

Rules = tuple[bool, bool, bool, bool]

DRAW = 255
CHUNK = 256
WORDS = 8
SLOTS = 1 << 18
LOW_BITS = 10
MAX_HIGH = 20
GEOMETRY_BYTES = 4096
STACK_BYTES = 32
EDGE_BYTES = 120
CHUNK_BYTES = 16


def kernel_folder() -> Path:
    """Return the engine's folder with the kernels: the installed copy or the source tree's."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "engine" / "include", package.parents[1] / "engine"):
        if (folder / "pylos_solve" / "sweep.cu").exists():
            return folder
    raise SommetError("the GPU kernels are not installed")


def load_cupy() -> Any:
    """Return the cupy module, or raise SommetError where there is none or no GPU."""
    try:
        import cupy
    except ImportError as error:
        raise SommetError("--device gpu needs CuPy: install Sommet with its extra [gpu]") from error
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise SommetError(f"no usable GPU: {error}") from error
    return cupy


def free_gpu_memory() -> int:
    """Return the bytes of the GPU's memory that are free; raise SommetError without one."""
    free, _ = load_cupy().cuda.runtime.memGetInfo()
    return int(free)


def compile_kernels(cp: Any, base: int, rules: Rules, *names: str) -> Any:
    """Return the kernels of some files of the engine, as one module for these rules."""
    folder = kernel_folder()
    switches = zip(("SQUARES", "LINES", "OPTIONAL", "MAY_RAISE"), rules, strict=True)
    return cp.RawModule(
        code="".join((folder / name).read_text() for name in names),
        options=(
            "-std=c++20",
            f"-I{folder}",
            f"-DBASE={base}",
            *(f"-D{key}={int(on)}" for key, on in switches),
        ),
    )


class GpuSweep:
    """The whole backward induction on one GPU. `table` (a device array of bytes) is the result."""

    def __init__(self, base: int, rules: Rules) -> None:
        """Compile the kernels and lay out all stacks."""
        self.cp = cp = load_cupy()
        self.base = base
        self.places, self.balls = (29, 15) if base == 4 else (13, 7)
        self.takes = rules[0] or rules[1]
        self._module = compile_kernels(cp, base, rules, "pylos_solve/sweep.cu")
        self.geometry = cp.zeros(GEOMETRY_BYTES, cp.uint8)
        self._launch("geometry", 1, 1, self.geometry)
        self._lay_out()
        units = self.units * WORDS
        self.won, self.lost, self._place, self._high = (cp.zeros(units, cp.uint32) for _ in "wlph")
        self._one, self._two = (cp.zeros(units if self.takes else 1, cp.uint32) for _ in "12")
        self.table = cp.empty(self.positions, cp.uint8)

    def _launch(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        self._module.get_function(name)((blocks,), (threads,), arguments)

    def _count(self, balls: int) -> int:
        owned = range(max(0, balls - self.balls), min(balls, self.balls) + 1)
        return sum(math.comb(balls, own) for own in owned)

    def _lay_out(self) -> None:
        cp = self.cp
        level = [0]
        masks = cp.zeros(1, cp.uint32)
        all_masks = []
        for _ in range(self.places + 1):
            all_masks.append(masks)
            level.append(level[-1] + masks.size)
            fuller = cp.full(masks.size * 32, 0xFFFFFFFF, cp.uint32)
            self._launch(
                "grow",
                -(-masks.size // 64),
                64,
                self.geometry,
                masks,
                np.uint32(masks.size),
                fuller,
            )
            masks = cp.unique(fuller)[:-1]
        self.masks = masks = cp.concatenate(all_masks)
        count = int(masks.size)
        blocks = -(-count // 64)
        self.level = cp.asarray(np.array(level, np.uint32))
        host_masks = masks.get()
        balls = np.repeat(np.arange(self.places + 1), np.diff(level))
        upper = np.array([int(mask >> 8).bit_count() for mask in host_masks])
        units = 1 << upper.astype(np.uint64)
        sizes = np.array([self._count(n) for n in range(self.places + 1)], np.uint64)[balls]
        chunks = np.maximum(units // CHUNK, 1)
        self.units, self.positions, self.chunks = (int(a.sum()) for a in (units, sizes, chunks))
        self.first_by_balls = [int(sizes[: level[n]].sum()) for n in range(self.places + 2)]

        def before(sizes: Any) -> Any:
            return cp.asarray((np.cumsum(sizes) - sizes).astype(np.uint64))

        self.position_offsets = before(sizes)
        edges = cp.zeros(count, cp.uint64)
        self._launch("edge_counts", blocks, 64, self.geometry, masks, np.uint32(count), edges)
        edge_sizes = edges.get()
        self._stacks = cp.zeros(count * STACK_BYTES, cp.uint8)
        self._edges = cp.zeros(int(edge_sizes.sum()) * EDGE_BYTES, cp.uint8)
        self._launch(
            "join", blocks, 64, self.geometry, masks, self.level, np.uint32(count),
            before(edge_sizes), before(units), self.position_offsets, self._stacks, self._edges,
        )  # fmt: skip
        self._chunks = cp.zeros(self.chunks * CHUNK_BYTES, cp.uint8)
        self._launch(
            "cut", -(-self.chunks // 64), 64, self._stacks, np.uint32(count), before(chunks),
            np.uint32(self.chunks), self._chunks,
        )  # fmt: skip

    def run(self, between: Callable[[int, int], bool] | None = None) -> list[int]:
        """Fill the table; return how many positions have each distance.

        `between` gets each distance and how many were found, and stops the work by returning False.
        """
        cp = self.cp
        self.table.fill(DRAW)
        self.won.fill(0)
        self.lost.fill(0)
        finished = cp.zeros(self.chunks, cp.uint8)
        found: list[int] = []
        plan = (self._chunks, self._stacks, self._edges)
        threads = 256
        # The counts are looked at late, so that launches never wait for the host.
        counts = cp.zeros(DRAW, cp.uint64)
        while len(found) < DRAW and (len(found) < 2 or found[-1] or found[-2]):
            start = len(found)
            for distance in range(start, min(start + 4, DRAW)):
                odd = distance % 2
                source = self.lost if odd else self.won
                flip = np.uint32(0 if odd else 0xFFFFFFFF)
                if self.takes:
                    self._launch("take_one", self.chunks, threads, *plan, source, flip, self._one)
                    self._launch("take_two", self.chunks, threads, *plan, self._one, self._two)
                self._launch(
                    "place_high", self.chunks, threads, *plan, source, flip, self._two,
                    self._place, self._high,
                )  # fmt: skip
                self._launch(
                    "decide", self.chunks, threads, *plan, self.won, self.lost,
                    self.won if odd else self.lost, np.uint32(distance), self._two, self._place,
                    self._high, self.table, finished, counts[distance:],
                )  # fmt: skip
            for distance, number in enumerate(counts[start : start + 4].get().tolist(), start):
                found.append(number)
                if between is not None and not between(distance, number):
                    return found
        while found and found[-1] == 0:
            found.pop()
        return found


class GpuCheck:
    """Checks every position of a table on one GPU."""

    def __init__(self, base: int, rules: Rules, layout: GpuSweep) -> None:
        """Compile the checker; the numbering of stacks comes from `layout`."""
        self.cp = cp = load_cupy()
        self._layout = layout
        self._module = compile_kernels(cp, base, rules, "pylos_solve/check.cu")
        places = layout.places
        highs = [1 << max(n - LOW_BITS, 0) for n in range(places + 1)]
        first = cp.asarray(np.concatenate([[0], np.cumsum(highs)[:-1]]).astype(np.uint32))
        rows = (places + 1) * (MAX_HIGH + 1)
        low = cp.zeros(rows << LOW_BITS, cp.uint16)
        sizes = cp.zeros(rows, cp.uint32)
        high = cp.zeros(sum(highs), cp.uint32)
        self._launch("rank_low", -(-rows // 32), 32, low, sizes)
        self._launch("rank_high", places + 1, 1, first, sizes, high)
        keys = cp.full(SLOTS, 0xFFFFFFFF, cp.uint32)
        values = cp.zeros(SLOTS, cp.uint32)
        turned = cp.zeros(8 * 4 * 256, cp.uint32)
        count = int(layout.masks.size)
        self._launch(
            "hash_stacks", -(-count // 64), 64, layout.geometry, layout.masks, np.uint32(count),
            keys, values, turned,
        )  # fmt: skip
        self.arrays = (
            layout.masks,
            layout.position_offsets,
            first,
            high,
            low,
            keys,
            values,
            turned,
        )
        pointers = [array.data.ptr for array in self.arrays]
        self._index = cp.asarray(np.array(pointers, np.uint64))

    def _launch(self, name: str, blocks: int, threads: int, *arguments: Any) -> None:
        self._module.get_function(name)((blocks,), (threads,), arguments)

    def run(
        self, table: Any, between: Callable[[float], bool] | None = None
    ) -> tuple[int, int, int]:
        """Return how many positions were checked, how many differ, and the first of those or -1."""
        cp = self.cp
        counts = cp.zeros(3, cp.uint64)
        counts[2] = np.uint64(2**64 - 1)
        masks = self._layout.masks.get()
        done, total = 0, sum(1 << int(m).bit_count() for m in masks)
        for stack, mask in enumerate(masks):
            colourings = 1 << int(mask).bit_count()
            blocks = min(-(-colourings // 256), 1 << 16)
            self._launch(
                "check", blocks, 256, self._layout.geometry, self._index, np.uint32(stack), table,
                counts, counts[1:], counts[2:],
            )  # fmt: skip
            done += colourings
            if between is not None and stack % 64 == 0:
                cp.cuda.get_current_stream().synchronize()
                if not between(done / total):
                    break
        checked, mismatches, example = (int(value) for value in counts.get())
        return checked, mismatches, example if mismatches else -1


def check_on_gpu(
    base: int, rules: Rules, table: Any, between: Callable[[float], bool] | None = None
) -> tuple[int, int, int]:
    """Check every position of a table: how many, how many differ, the first of those or -1."""
    cp = load_cupy()
    return GpuCheck(base, rules, GpuSweep(base, rules)).run(cp.asarray(np.asarray(table)), between)
