"""What the Pylos search judges with, as it comes with the package: networks and tables."""

import functools
import lzma
from importlib.resources import files

from sommet.bots.weights_file import WeightsFile, parse_weights
from sommet.engine import search as core
from sommet.pylos import Options

_FOLDER = files("sommet.bots") / "data"


def weights_for(options: Options) -> core.EvaluationWeights | None:
    """Return the fitted tables for these rules; rulings without a fit use their preset's."""
    if options.takeback == "optional" and options.squares:
        return _load(f"{options.preset_name}-optional") or _load(options.preset_name)
    return _load(options.preset_name)


def network_for(options: Options) -> core.Network | None:
    """Return the network of these rules, or None for the children's game.

    It has learnt the default rulings and serves the others too; the expert game with optional
    take-back has one of its own (docs/search-pylos.md).
    """
    if options.takeback == "optional" and options.lines:
        return _load_network(f"{options.preset_name}-optional")
    return _load_network(options.preset_name)


def shipped_network(name: str) -> WeightsFile | None:
    """Return a network's file, checked, or None: standard, expert or expert-optional."""
    file = _FOLDER / f"pylos-network-{name}.xz"
    return parse_weights(lzma.decompress(file.read_bytes())) if file.is_file() else None


@functools.cache
def _load_network(name: str) -> core.Network | None:
    file = shipped_network(name)
    return None if file is None else core.Network(file.numbers)


@functools.cache
def _load(name: str) -> core.EvaluationWeights | None:
    file = _FOLDER / f"pylos-weights-{name}.xz"
    if not file.is_file():
        return None
    return core.EvaluationWeights(lzma.decompress(file.read_bytes()))
