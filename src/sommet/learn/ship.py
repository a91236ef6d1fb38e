"""`python -m sommet.learn.ship`: put trained weights into the package, with their provenance."""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sommet.bots.pacal_weights import WeightsFile, format_weights

DATA = Path(__file__).parents[1] / "bots" / "data"


def ship(name: str, trained: Path, curve: Path, command: str) -> Path:
    """Write `pacal-NAME.weights` from what `sommet.learn` left behind; return its path."""
    generations = json.loads(curve.read_text())
    provenance: dict[str, Any] = {
        "network": f"pacal {name}",
        "command": command,
        "generations": len(generations),
        "samples": sum(line["samples"] for line in generations),
        "curve": generations,
    }
    numbers: npt.NDArray[Any] = np.fromfile(trained, "<f4")
    # Half the size, and no measurable difference in play.
    provenance["numbers"] = "float16"
    numbers = numbers.astype("<f2")
    target = DATA / f"pacal-{name}.weights"
    target.write_bytes(format_weights(WeightsFile(provenance, numbers.tobytes())))
    return target


def main() -> None:
    """Parse the command line and write the file."""
    parser = argparse.ArgumentParser(prog="python -m sommet.learn.ship", description=__doc__)
    parser.add_argument("name", choices=("duel-1", "duel-2", "solo"))
    parser.add_argument("trained", type=Path, help="such as out/learn/pacal.f32")
    parser.add_argument("curve", type=Path, help="such as out/learn/pacal-curve.json")
    parser.add_argument("--command", required=True, help="the command that trained it")
    args = parser.parse_args()
    print(ship(args.name, args.trained, args.curve, args.command))


if __name__ == "__main__":
    main()
