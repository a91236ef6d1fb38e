"""Where the pyramid's cells appear in a picture: a camera above one corner, without perspective."""

from math import cos, radians, sin, sqrt
from typing import NamedTuple

from sommet.pylos.cells import PLACES

#: Balls of diameter 1 on a 4 by 4 board touch; each level lies this much higher.
LEVEL_HEIGHT = sqrt(0.5)
_TURN, _TILT = radians(-24), radians(48)


class Spot(NamedTuple):
    """A point of the picture, x to the right and y down, and how near the camera it is."""

    x: float
    y: float
    depth: float


def project(x: float, y: float, z: float) -> Spot:
    """Return where a point appears: x and y count columns and rows from 0, z upwards."""
    # Turn about the middle of the board, then tilt the camera down.
    dx, dy = x - 1.5, y - 1.5
    across = dx * cos(_TURN) - dy * sin(_TURN)
    towards = dx * sin(_TURN) + dy * cos(_TURN)
    return Spot(
        across,
        towards * sin(_TILT) - z * cos(_TILT),
        towards * cos(_TILT) + z * sin(_TILT),
    )


def project_cell(cell: int) -> Spot:
    """Return where the middle of a ball on `cell` appears."""
    level, x, y = PLACES[cell]
    return project(x + level / 2, y + level / 2, 0.5 + level * LEVEL_HEIGHT)
