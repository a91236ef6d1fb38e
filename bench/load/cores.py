"""Who uses how much processor time: whole trees of processes, and the machine as a check."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
#: Ticks are coarse, and the parts are not read in the same moment as the whole.
_TOLERANCE = 0.03


def tree_seconds(root: int) -> float:
    """Return what a process and all below it have used, those that ended included."""
    parents: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended just now
        pid = int(entry.parent.name)
        parents.setdefault(int(fields[1]), []).append(pid)
        # Its own time, and that of children that ended (each is counted in one place only).
        used[pid] = sum(map(int, fields[11:15])) / _TICKS
    total = 0.0
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        total += used.get(pid, 0.0)
        waiting += parents.get(pid, ())
    return total


def machine_seconds() -> float:
    """Return how long the machine's cores have been busy, all together."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / _TICKS


def cores_used(
    before: dict[str, float], after: dict[str, float], seconds: float
) -> dict[str, float]:
    """Return how many cores each part kept busy, and `others`: what else the machine did.

    Raises:
        ValueError: the parts have used more than the machine: something is counted twice.
    """
    spent = {name: (after[name] - before[name]) / seconds for name in after}
    machine = spent.pop("machine")
    parts = sum(spent.values())
    if parts > machine * (1 + _TOLERANCE) + _TOLERANCE:
        raise ValueError(f"{spent} are more than the {machine:.2f} cores that were busy")
    spent["others"] = max(0.0, machine - parts)
    return {name: round(value, 2) for name, value in {**spent, "machine": machine}.items()}


def ms_per_move(cores: float, moves_per_second: float) -> float | None:
    """Return the milliseconds of processor time that a move took where `cores` were busy."""
    return round(1000 * cores / moves_per_second, 2) if moves_per_second else None
