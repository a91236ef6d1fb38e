"""How often `perfect` shortens a loss, by the exact distances.

    sommet solve pylos --rules standard --out tables
    python bench/solution/pylos_shortened_losses.py tables [--rules standard] [--positions 1120]

Random lost positions, after 4 to 14 random moves, from which more than one move is possible. The
player knows the shipped tables only; the full table in the folder says how long each loss takes.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sommet import bots
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tablebase.build import table_path
from sommet.tablebase.probe import open_table
from sommet.workers import add_pool_options, make_pool

AT_ONCE = 40


def draw_lost(options: Options, random: Random) -> Iterator[State]:
    shipped = open_table(options)
    while True:
        state = State.start(options)
        for _ in range(4 + random.below(11)):
            if state.outcome is None:
                moves = state.legal_moves
                state = state.play(moves[random.below(len(moves))])
        open_game = state.outcome is None and len(state.legal_moves) > 1
        if open_game and shipped.value(state).word == "loss":
            yield state


def choose(rules: str, folder: Path, seed: int) -> list[tuple[int, int]]:
    """Return for each position how many moves the longest loss and the chosen one take."""
    options = Options.preset(rules)
    table = open_table(options, table_path(folder, options))
    random = Random(seed)
    found = []
    for _, state in zip(range(AT_ONCE), draw_lost(options, random), strict=False):
        moves = state.legal_moves
        values = table.values([state.play(move) for move in moves])
        # The distance after a move, and the move itself.
        lengths = {m: 1 + (v.distance or 0) for m, v in zip(moves, values, strict=True)}
        chosen = bots.make("pylos", "perfect").choose(state, seed=random.next64())
        found.append((max(lengths.values()), lengths[chosen]))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tables", type=Path, help="the folder of full tables")
    parser.add_argument("--rules", choices=("children", "standard", "expert"), default="standard")
    parser.add_argument("--positions", type=int, default=1120)
    parser.add_argument("--seed", type=int, default=118000)
    add_pool_options(parser)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + max(1, args.positions // AT_ONCE))
    with make_pool(args) as pool:
        parts = pool.map(partial(choose, args.rules, args.tables), seeds)
        found = [lengths for part in parts for lengths in part]
    shorter = [longest - chosen for longest, chosen in found]
    print(
        f"{args.rules}, {len(found)} lost positions: the longest loss in "
        f"{shorter.count(0) / len(found):.1%}; {sum(shorter) / len(found):.2f} moves shorter on "
        f"average, of {sum(longest for longest, _ in found) / len(found):.1f}; more than four "
        f"moves shorter in {sum(s > 4 for s in shorter) / len(found):.1%}, more than ten in "
        f"{sum(s > 10 for s in shorter) / len(found):.1%}"
    )


if __name__ == "__main__":
    main()
