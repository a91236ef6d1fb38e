"""`python -m sommet.learn.ship`: put trained weights into the package, with their provenance."""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sommet.bots.weights_file import WeightsFile, format_weights
from sommet.learn.pylos_network_file import network_bytes
from sommet.write_whole import write_whole

NAMES = (
    "pacal-duel-1",
    "pacal-duel-2",
    "pacal-reader",
    "pacal-solo",
    "pylos-standard",
    "pylos-expert",
    "pylos-expert-optional",
)
DATA = Path(__file__).parents[1] / "bots" / "data"


def ship(name: str, trained: Path, curve: Path, command: str) -> Path:
    """Write the package's file NAME from the output of `sommet.learn`; return its path."""
    learnt = json.loads(curve.read_text())
    provenance: dict[str, Any] = {"network": name.replace("-", " ", 1), "command": command}
    if name.startswith("pylos-"):
        return _ship_pylos(name, trained, {**provenance, "curve": learnt})
    provenance["generations"] = len(learnt)
    if "samples" in learnt[0]:
        provenance["samples"] = sum(line["samples"] for line in learnt)
    provenance["curve"] = learnt
    numbers: npt.NDArray[Any] = np.fromfile(trained, "<f4")
    # Half the size, and no measurable difference in play.
    provenance["numbers"] = "float16"
    numbers = numbers.astype("<f2")
    target = DATA / f"{name}.weights"
    write_whole(target, [format_weights(WeightsFile(provenance, numbers.tobytes()))])
    return target


def _ship_pylos(name: str, trained: Path, provenance: dict[str, Any]) -> Path:
    target = DATA / f"{name.replace('-', '-network-', 1)}.xz"
    numbers = network_bytes(np.fromfile(trained, "<i2"))
    file = format_weights(WeightsFile(provenance, numbers))
    write_whole(target, [lzma.compress(file, preset=9 | lzma.PRESET_EXTREME)])
    return target


def main() -> None:
    """Parse the command line and write the file."""
    parser = argparse.ArgumentParser(prog="python -m sommet.learn.ship", description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("trained", type=Path, help="such as out/learn/pacal.f32")
    parser.add_argument("curve", type=Path, help="such as out/learn/pacal-curve.json")
    parser.add_argument("--command", required=True, help="the command that trained it")
    args = parser.parse_args()
    print(ship(args.name, args.trained, args.curve, args.command))


if __name__ == "__main__":
    main()
