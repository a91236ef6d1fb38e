"""How the perfect player wins: games from random won positions against the slowest defence.

    python bench/solution/pylos_perfect_games.py TABLES RULES GAMES

TABLES holds a full table (sommet solve), which the defender plays by; the player has only what is
shipped.
"""

import os
import sys
from pathlib import Path

import numpy as np

from sommet.bots import make
from sommet.engine import solver
from sommet.pylos import Options, State
from sommet.tablebase.build import table_path
from sommet.tablebase.full_table import FullTable


def slowest(state: State, table: FullTable) -> object:
    values = table.values([state.play(move) for move in state.legal_moves])
    far = [value.distance or 0 for value in values]
    return state.legal_moves[far.index(max(far))]


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, rules, games = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    os.environ.pop("SOMMET_TABLES", None)
    options = Options.preset(rules)
    table = FullTable(table_path(folder, options), options)
    rng = np.random.default_rng(2026)
    player = make("pylos", "perfect")
    won = played = best = lengths = 0
    worst = 0.0
    while played < games:
        index = rng.integers(0, len(table.bytes), 1, dtype=np.uint64)
        byte = int(table.bytes[index][0])
        if byte == solver.DRAW or byte % 2 == 0:
            continue
        own, other = solver.positions_at(4, index)
        state = State(options, int(own[0]), int(other[0]), 0)
        plies = 0
        while state.outcome is None and plies < 300:
            move = player.choose(state, seed=1) if state.side == 0 else slowest(state, table)
            state = state.play(move)
            plies += 1
        played += 1
        won += state.outcome is not None and state.outcome.winner == 0
        best += byte
        lengths += plies
        worst = max(worst, plies / byte)
        if played % 50 == 0 or played == games:
            print(
                f"{rules}: {won} of {played} won, {lengths / played:.2f} moves on average, "
                f"{lengths / best:.3f} of the optimum, worst {worst:.1f}",
                flush=True,
            )


main()
