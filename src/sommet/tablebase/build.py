"""Build a table: backward induction on the CPU or on a GPU, with checks of what the machine has."""

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sommet.engine import solver
from sommet.errors import SommetError
from sommet.pylos import Options
from sommet.tablebase.memory import free_memory
from sommet.tablebase.rules_tag import (
    InvalidTable,
    Rules,
    RulesTag,
    check_rules,
    rules_name,
    rules_tag,
)
from sommet.tablebase.table_file import (
    Bytes,
    TableHeader,
    damaged_blocks,
    map_table,
    read_header,
    write_table,
)

#: Called with the distance being worked on, the share of its pass that is done, and how many
#: positions are decided; False interrupts.
Progress = Callable[[int, float, int], bool]

#: Longest distance and CPU-seconds (an EPYC at 2.6 GHz; at most) per rule set, as measured.
MEASURED: dict[str, tuple[int, float]] = {
    "children": (38, 30.0),
    "standard": (64, 90.0),
    "expert": (72, 170.0),
}
GIB = 1 << 30
MIB = 1 << 20
#: What the solver takes of a GPU's memory, rounded up from what was measured.
GPU_BYTES = {3: 100 * MIB, 4: 6 * GIB}


class Interrupted(SommetError):  # noqa: N818 - not a failure
    """The work was stopped; what is known so far was kept."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What building a table takes, in bytes and seconds, beside what the machine has."""

    memory: int
    disk: int
    seconds: float
    memory_free: int
    disk_free: int
    gpu_memory: int = 0
    gpu_memory_free: int = 0

    def _rows(self) -> list[tuple[str, int, int]]:
        rows = [
            ("memory", self.memory, self.memory_free),
            ("GPU memory", self.gpu_memory, self.gpu_memory_free),
            ("disk", self.disk, self.disk_free),
        ]
        return [row for row in rows if row[1]]

    def __str__(self) -> str:
        parts = [
            f"{_size(need)} of {what} ({_size(free)} free)" for what, need, free in self._rows()
        ]
        time = f"about {self.seconds:.0f} s" if self.seconds >= 1 else "less than a second"
        return f"needs {', '.join(parts)}, {time}"

    def check(self) -> None:
        """Raise SommetError where memory or disk is short."""
        for what, need, free in self._rows():
            if need > free:
                raise SommetError(f"not enough {what}: {_size(need)} needed, {_size(free)} free")


def _size(count: int) -> str:
    return f"{count / GIB:.1f} GiB" if count >= GIB / 10 else f"{max(count / MIB, 0.1):.1f} MiB"


def needs(options: Options, out: Path, threads: int, device: str = "cpu", base: int = 4) -> Needs:
    """Return what building a table for these rules takes."""
    positions = solver.first_by_balls(base)[-1]
    sweep = solver.sweep_memory(base, options.core_rules)
    memory = positions + (sweep if device == "cpu" else 0)
    _, cpu_seconds = MEASURED.get(options.preset_name, (0, 0.0))
    seconds = cpu_seconds / threads if device == "cpu" else 2.0
    if base == 3:
        seconds = 0.1
    gpu = gpu_free = 0
    if device == "gpu":
        from sommet.tablebase.gpu import free_gpu_memory

        gpu, gpu_free = GPU_BYTES[base], free_gpu_memory()
    folder = out
    while not folder.exists():
        folder = folder.parent
    disk = shutil.disk_usage(folder).free
    seconds += positions / 1e9
    return Needs(memory, positions + MIB, seconds, free_memory(), disk, gpu, gpu_free)


def expected_longest(options: Options) -> int:
    """Return about how many distances there are to work through."""
    return MEASURED[options.preset_name][0] + 2


def table_path(out: Path, options: Options, base: int = 4) -> Path:
    """Return where the table for these rules lies in a folder."""
    size = "" if base == 4 else f"-base{base}"
    return out / f"pylos-{rules_name(options)}{size}.table"


def is_complete(path: Path, options: Options, base: int = 4) -> bool:
    """Return whether a table file is finished; raise InvalidTable if it is not for these rules."""
    header = read_header(path)
    if header.rules["base"] != base:
        raise InvalidTable(f"{path.name} is for a pyramid of another size")
    check_rules(path.name, header.rules, options)
    return header.complete


def build_table(
    options: Options,
    out: Path,
    *,
    threads: int,
    base: int = 4,
    device: str = "cpu",
    progress: Progress | None = None,
    save_seconds: float = 300.0,
) -> Path:
    """Solve, or resume interrupted work, and return the table file.

    Raises:
        Interrupted: `progress` returned False; calling again continues from there.
        InvalidTable: what is there is damaged, or for other rules.
        SommetError: the machine lacks memory, disk or a GPU.
    """
    out.mkdir(parents=True, exist_ok=True)
    path = table_path(out, options, base)
    if path.exists() and is_complete(path, options, base):
        return path
    work = _Work(path, rules_tag(options, base), base)
    if path.exists():
        work.resume()
    if device == "gpu":
        _sweep_on_gpu(base, options.core_rules, work.table, progress)
        work.distance = solver.DRAW
    else:
        sweep = solver.Sweep(base, options.core_rules, work.table, threads)
        work.sweep(sweep, progress, save_seconds)
    work.save(complete=True)
    return path


class _Work:
    """A table on its way: its bytes, and the distance that the next pass decides."""

    def __init__(self, path: Path, tag: RulesTag, base: int) -> None:
        self.path = path
        self.tag = tag
        self.positions = solver.first_by_balls(base)[-1]
        self.table: Bytes = np.full(self.positions, solver.DRAW, np.uint8)
        self.distance = 0
        self.decided = 0

    def resume(self) -> None:
        """Resume from what an interrupted run stored; raise InvalidTable if it is damaged."""
        if next(damaged_blocks(self.path), None) is not None:
            raise InvalidTable(f"{self.path.name} is damaged: remove it to start again")
        self.distance = read_header(self.path).distance
        self.table[:] = map_table(self.path)[1]
        counts = solver.count_bytes(self.table, 0, self.positions)
        self.decided = sum(counts[: self.distance])

    def save(self, *, complete: bool) -> None:
        """Write the table as it is."""
        header = TableHeader(self.tag, self.positions, self.distance, complete)
        write_table(self.path, header, self.table)

    def sweep(self, sweep: solver.Sweep, progress: Progress | None, save_seconds: float) -> None:
        """Decide one distance after the other, until two in a row decide nothing.

        Wins have odd distances and losses even ones, so one quiet pass is not the end.
        """
        if self.distance:
            sweep.resume(self.distance)

        def go_on(share: float) -> bool:
            return progress is None or progress(self.distance, share, self.decided)

        saved, quiet = time.monotonic(), 0
        while quiet < 2:
            if self.distance >= solver.DRAW:
                raise _too_far()
            found = sweep.run_pass(go_on)
            if found is None:
                self.save(complete=False)
                raise Interrupted(
                    f"interrupted at distance {self.distance}; the same command continues"
                )
            self.decided += found
            quiet = 0 if found else quiet + 1
            self.distance += 1
            if time.monotonic() - saved > save_seconds:
                self.save(complete=False)
                saved = time.monotonic()


def _too_far() -> SommetError:
    return SommetError(f"distances above {solver.DRAW - 1} do not fit into a table")


def _sweep_on_gpu(base: int, rules: Rules, table: Bytes, progress: Progress | None) -> None:
    from sommet.tablebase.gpu import GpuSweep

    sweep = GpuSweep(base, rules)
    decided = 0

    def between(distance: int, found: int) -> bool:
        nonlocal decided
        decided += found
        return progress is None or progress(distance, 1.0, decided)

    found = sweep.run(between)
    if len(found) >= solver.DRAW:
        raise _too_far()
    if progress is not None and not progress(len(found), 1.0, decided):
        raise Interrupted("interrupted; nothing was kept")
    table[:] = sweep.table.get()
