"""How the perfect player wins: games from random won positions.

    python bench/solution/pylos_perfect_games.py [RULES [GAMES [TABLES]]]

TABLES holds a full table (sommet solve), by which the defender then lasts as long as it can;
without one the defender searches 2,000 nodes. The player has only what is shipped.
"""

import os
import sys
from pathlib import Path

import numpy as np

from sommet.bots import make
from sommet.engine import solver
from sommet.pylos import Move, Options, State
from sommet.tablebase.build import table_path
from sommet.tablebase.full_table import FullTable
from sommet.tablebase.probe import open_table

DEFENDER = make("pylos", "search:2000n")


def defend(state: State, table: FullTable | None) -> Move:
    if table is None:
        return DEFENDER.choose(state, seed=1)
    values = table.values([state.play(move) for move in state.legal_moves])
    far = [value.distance or 0 for value in values]
    return state.legal_moves[far.index(max(far))]


def main() -> None:
    if len(sys.argv) > 4 or "--help" in sys.argv:
        sys.exit(__doc__)
    rules, count, *folders = (*sys.argv[1:], *("standard", "10")[len(sys.argv) - 1 :])
    games = int(count)
    os.environ.pop("SOMMET_TABLES", None)
    options = Options.preset(rules)
    shipped = open_table(options)
    table = FullTable(table_path(Path(folders[0]), options), options) if folders else None
    rng = np.random.default_rng(2026)
    player = make("pylos", "perfect")
    won = played = best = lengths = 0
    worst = 0.0
    while played < games:
        index = rng.integers(0, solver.first_by_balls(4)[-1], 1, dtype=np.uint64)
        own, other = solver.positions_at(4, index)
        state = State(options, int(own[0]), int(other[0]), 0)
        if shipped.value(state).word != "win":
            continue
        plies = 0
        while state.outcome is None and plies < 300:
            move = player.choose(state, seed=1) if state.side == 0 else defend(state, table)
            state = state.play(move)
            plies += 1
        played += 1
        won += state.outcome is not None and state.outcome.winner == 0
        lengths += plies
        if table is not None:
            distance = int(table.bytes[index][0])
            best += distance
            worst = max(worst, plies / distance)
        if played % 50 == 0 or played == games:
            line = f"{rules}: {won} of {played} won, {lengths / played:.2f} moves on average"
            if best:
                line += f", {lengths / best:.3f} of the optimum, worst {worst:.1f}"
            print(line, flush=True)


main()
