"""The fitted evaluation weights that come with the package, by rules."""

import functools
import lzma
from importlib.resources import files

from sommet.engine import search as core
from sommet.pylos import Options

#: Which fit serves which rules; rulings without a fit of their own use their preset's.
_FOLDER = files("sommet.bots") / "data"


def weights_for(options: Options) -> core.Weights | None:
    """Return the weights for these rules, or None where the package has none."""
    if options.takeback == "optional" and options.squares:
        return _load(f"{options.preset_name}-optional") or _load(options.preset_name)
    return _load(options.preset_name)


@functools.cache
def _load(name: str) -> core.Weights | None:
    file = _FOLDER / f"pylos-weights-{name}.xz"
    if not file.is_file():
        return None
    return core.Weights(lzma.decompress(file.read_bytes()))
