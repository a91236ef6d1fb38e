"""Players that do not learn: levels, `council`, `reader`, and networks from files."""

import math
from pathlib import Path
from typing import Any

import numpy as np

from sommet.errors import SommetError
from sommet.learn.native import DuelCore, Floats, read_floats
from sommet.learn.rounds import NetPlayer

#: Offers that `council` examines in full.
THOROUGH = 10
#: Evaluations per decision of level 8: engine/pacal_players/levels.hpp.
LEVEL_8_READING = 8_000
_DATA = Path(__file__).parents[1] / "bots" / "data"


def today() -> tuple[Floats, ...]:
    """Return the two networks of levels 1 to 7."""
    return tuple(read_floats(_DATA / f"pacal-duel-{number}.weights") for number in (1, 2))


def reader_network() -> Floats:
    """Return the network of level 8."""
    return read_floats(_DATA / "pacal-reader.weights")


def find_player(core: DuelCore, spec: str) -> NetPlayer:
    """Return `level:1` to `level:8`, `council`, `reader:N`, or the player of a weights file.

    Two weights files that judge together are joined by `+`. `reader:N` uses about N evaluations
    per decision, `reader:0` looks ahead with the same network without reading; `reader` is
    level 8.

    Raises:
        SommetError: There is no such player.
    """
    kind, _, number = spec.partition(":")
    if spec == "council":
        return NetPlayer(today(), effort=THOROUGH)
    if kind == "reader" or spec == "level:8":
        if kind == "reader" and number and not number.isdecimal():
            raise SommetError(f"reader:N spends N evaluations, not {spec!r}")
        evaluations = int(number) if kind == "reader" and number else LEVEL_8_READING
        return NetPlayer((reader_network(),), effort=THOROUGH, reading=evaluations)
    if kind == "level":
        temperatures = core.temperatures()
        if not number.isdecimal() or not 1 <= int(number) <= len(temperatures):
            raise SommetError(f"there are level:1 to level:8, not {spec!r}")
        return NetPlayer(today(), effort=0, temperature=temperatures[int(number) - 1])
    paths = [Path(part) for part in spec.split("+")]
    for path in paths:
        if not path.is_file():
            raise SommetError(f"{spec!r} is neither a player nor a weights file")
    return NetPlayer(tuple(read_floats(path) for path in paths), effort=THOROUGH)


def join_networks(core: DuelCore, first: Floats, second: Floats) -> Floats:
    """Return one network twice as wide that judges by the mean of two networks' logits."""
    wide, narrow = core.wide, core.narrow
    shapes = [
        (core.rows, wide),
        (core.dense, wide),
        (wide,),
        (wide, narrow),
        (narrow,),
        (core.outputs, narrow),
        (core.outputs,),
    ]
    parts: list[list[Any]] = []
    for floats in (first, second):
        at, found = 0, []
        for shape in shapes:
            size = math.prod(shape)
            found.append(floats[at : at + size].reshape(shape))
            at += size
        parts.append(found)
    a, b = parts
    between = np.zeros((2 * wide, 2 * narrow), np.float32)
    between[:wide, :narrow], between[wide:, narrow:] = a[3], b[3]
    joined = [
        np.concatenate([a[0], b[0]], axis=1),
        np.concatenate([a[1], b[1]], axis=1),
        np.concatenate([a[2], b[2]]),
        between,
        np.concatenate([a[4], b[4]]),
        np.concatenate([a[5], b[5]], axis=1) / 2,
        (a[6] + b[6]) / 2,
    ]
    return np.concatenate([part.ravel() for part in joined]).astype(np.float32)
