"""The Pacal networks that come with the package.

Their numbers come in the order of engine/pacal_players/net.hpp: little-endian float32, or float16
where the file's first line says so.
"""

import functools
from importlib.resources import files

from sommet.bots.weights_file import WeightsFile, parse_weights
from sommet.engine import pacal_players as core

_FOLDER = files("sommet.bots") / "data"


def shipped(name: str) -> WeightsFile:
    """Return the weights file `pacal-NAME.weights` of the package, checked."""
    return parse_weights((_FOLDER / f"pacal-{name}.weights").read_bytes())


@functools.cache
def duel_brain() -> core.DuelBrain:
    """Return the duel's two networks, read once: trained apart, they judge together."""
    return core.DuelBrain(shipped("duel-1").floats, shipped("duel-2").floats)


@functools.cache
def reader_brain() -> core.DuelBrain:
    """Return the network of the player that reads the opponent, read once."""
    return core.DuelBrain(shipped("reader").floats)


@functools.cache
def solo_brain() -> core.SoloBrain:
    """Return the network of the solo game with covering, read once."""
    return core.SoloBrain(shipped("solo").floats)
