"""Verify a table: checksums, and every position checked against its successors.

Shares no code with the propagation: the checker walks all moves of every position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sommet.engine import solver
from sommet.pylos import format_position
from sommet.tablebase.full_table import byte_value
from sommet.tablebase.rules_tag import InvalidTable
from sommet.tablebase.table_file import damaged_blocks, map_table

#: Called with the stage (`checksums`, `positions`) and the share of it that is done; False stops.
Progress = Callable[[str, float], bool]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker found.

    Attributes:
        checked: The number of positions checked.
        mismatches: How many differ from the table.
        examples: Those, or as many as were asked for, in words.
        damaged: First and last position of each block with a wrong checksum.
    """

    checked: int
    mismatches: int
    examples: tuple[str, ...]
    damaged: tuple[tuple[int, int], ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.mismatches and not self.damaged


def describe_stored(base: int, index: int, stored: int) -> str:
    """Return a position and what the table says about it."""
    own, other = solver.positions_at(base, np.array([index], np.uint64))
    where = f"position {index}"
    if base == 4:
        where += f" ({format_position((int(own[0]), int(other[0]), 0))})"
    return f"{where}: stored {byte_value(int(stored))}"


def describe_mismatch(base: int, index: int, stored: int, derived: int) -> str:
    """Return one line about a wrong position."""
    return f"{describe_stored(base, index, stored)}, successors say {byte_value(derived)}"


def verify_table(
    path: Path,
    *,
    threads: int,
    device: str = "cpu",
    progress: Progress | None = None,
    most: int = 100,
) -> Verdict:
    """Check a finished table from end to end; raise InvalidTable if it is not finished.

    Up to `most` wrong positions are described; a GPU finds only the first.
    """
    header, table = map_table(path)
    if not header.complete:
        raise InvalidTable(f"{path.name} is not finished: run sommet solve again")
    base, rules = header.rules["base"], header.options.core_rules

    def stage(name: str) -> Callable[[float], bool]:
        return lambda share: progress is None or progress(name, share)

    damaged = tuple(damaged_blocks(path, stage("checksums")))
    texts: tuple[str, ...]
    if device == "gpu":
        from sommet.tablebase.gpu import check_on_gpu

        checked, mismatches, first = check_on_gpu(base, rules, table, stage("positions"))
        texts = () if first < 0 else (f"first wrong: {describe_stored(base, first, table[first])}",)
    else:
        checked, mismatches, examples = solver.check_table(
            base, rules, table, threads, stage("positions"), most
        )
        texts = tuple(describe_mismatch(base, *example) for example in sorted(examples))
    return Verdict(checked, mismatches, texts, damaged)
