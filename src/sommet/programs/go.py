"""How long to think about a move: the `go` line of the engine protocol."""

from collections.abc import Iterable
from dataclasses import dataclass

from sommet.errors import SommetError

_LIMITS = ("movetime", "nodes", "level")


@dataclass(frozen=True, slots=True)
class Go:
    """How to think about a position: one of the limits, or none; 0 means none."""

    movetime: int = 0
    nodes: int = 0
    level: int = 0
    seed: int | None = None


def parse_go(words: Iterable[str]) -> Go:
    """Return the limits of a `go` line; raise SommetError where it makes no sense."""
    found: dict[str, int] = {}
    rest = iter(words)
    for name in rest:
        number = next(rest, "")
        if name not in (*_LIMITS, "seed"):
            raise SommetError(f"go knows {', '.join(_LIMITS)} and seed, not {name!r}")
        if not number.isdecimal() or len(number) > 18:
            raise SommetError(f"go {name} needs a number, not {number!r}")
        found[name] = int(number)
    if sum(name in found for name in _LIMITS) > 1:
        raise SommetError("go takes one of movetime, nodes and level")
    return Go(**found)
