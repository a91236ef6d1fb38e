"""Fit the weights of the Pylos search's evaluation to exact values.

usage: python scripts/data/fit_pylos_evaluation.py --rules standard --table FILE

Writes src/sommet/bots/data/pylos-weights-RULES.xz. The shipped weights come from this script with
the settings below; engine/pylos_search/make/evaluation_fit.hpp says how the fit works.
"""

import argparse
import lzma
import sys
from pathlib import Path

from sommet.engine import perfect
from sommet.errors import SommetError
from sommet.pylos import Options
from sommet.tablebase.full_table import FullTable
from sommet.tablebase.table_file import check_sums
from sommet.write_whole import write_whole

DATA = Path(__file__).parents[2] / "src/sommet/bots/data"
#: Positions and epochs by rules: the simpler the game, the less it takes.
SETTINGS = {
    "children": (8_000_000, 3),
    "standard": (20_000_000, 4),
    "expert": (24_000_000, 4),
}
SEED = 17


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rules", choices=list(SETTINGS), required=True)
    parser.add_argument("--takeback", choices=["compulsory", "optional"], default="compulsory")
    parser.add_argument("--table", type=Path, required=True)
    args = parser.parse_args()
    options = Options.preset(args.rules, takeback=args.takeback)
    table = FullTable(args.table, options)
    check_sums(args.table)
    positions, epochs = SETTINGS[args.rules]
    weights, losses, right = perfect.fit_evaluation(
        options.core_rules, table.bytes, positions, epochs, SEED, lambda _: True
    )
    for epoch, (loss, share) in enumerate(zip(losses, right, strict=True), 1):
        print(
            f"epoch {epoch}: log loss {loss:.4f}, {100 * share:.2f} % of the decided ones on the "
            "right side"
        )
    name = args.rules + ("-optional" if args.takeback == "optional" else "")
    packed = lzma.compress(weights.astype("<i2").tobytes(), preset=9 | lzma.PRESET_EXTREME)
    write_whole(DATA / f"pylos-weights-{name}.xz", [packed])
    print(f"{len(packed)} bytes of weights for {name}")


if __name__ == "__main__":
    try:
        main()
    except SommetError as error:
        sys.exit(f"fit_pylos_evaluation: {error}")
