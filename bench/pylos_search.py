"""How often the Pylos search keeps the value of a position, judged by a full table.

usage: python bench/pylos_search.py --rules standard --table FILE
           [--limit 100ms] [--positions 400] [--seed 1] [--critical] [--show]

Half of the positions come from random games, half are drawn evenly from the table; each has
10 to 20 balls. The limit is time on one core, or nodes (`250000n`) on a machine that is not idle.
`--critical` leaves only those where less than a quarter of the moves keep the value, which is where
nearly all errors are made. `--show` prints each position whose value is given away, with the moves
that keep it.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from sommet.bots.pylos.search import parse_limit, think
from sommet.engine import solver
from sommet.pylos import Move, Options, State
from sommet.seeding import Random
from sommet.tablebase.probe import Table, move_values, open_table

FEWEST, MOST = 10, 20
RANKS = {"loss": 0, "draw": 1, "win": 2}
WORDS = list(RANKS)


def from_games(options: Options, count: int, random: Random) -> list[State]:
    found: list[State] = []
    while len(found) < count:
        wanted = FEWEST + random.below(MOST - FEWEST + 1)
        state = State.start(options)
        while state.legal_moves and (state.light | state.dark).bit_count() != wanted:
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
        if state.legal_moves:
            found.append(State(options, state.light, state.dark, state.side))
    return found


def from_table(options: Options, count: int, seed: int) -> list[State]:
    random = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    found: list[State] = []
    while len(found) < count:
        balls = int(random.integers(FEWEST, MOST + 1))
        index = random.integers(first[balls], first[balls + 1], 1).astype(np.uint64)
        own, other = solver.positions_at(4, index)
        state = State(options, int(own[0]), int(other[0]), 0)
        if state.legal_moves:
            found.append(state)
    return found


def ranks(state: State, table: Table) -> dict[Move, int]:
    return {move: RANKS[value.word] for move, value in move_values(state, table).items()}


def is_critical(state: State, table: Table) -> bool:
    values = list(ranks(state, table).values())
    return 4 * values.count(max(values)) < len(values)


def gave_away(state: State, table: Table, limit: str, *, show: bool = False) -> bool:
    values = ranks(state, table)
    chosen, best = think(state, parse_limit(limit)).moves[0], max(values.values())
    if show and values[chosen] < best:
        right = " ".join(str(move) for move, rank in values.items() if rank == best)
        print(f"{state.format()}  {WORDS[best]} to {WORDS[values[chosen]]}  {chosen}, not {right}")
    return values[chosen] < best


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rules", choices=["children", "standard", "expert"], default="standard")
    parser.add_argument("--takeback", choices=["compulsory", "optional"], default="compulsory")
    parser.add_argument("--reserve", choices=["lose", "may-raise"], default="lose")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--limit", default="100ms")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1, help="of the positions")
    parser.add_argument("--critical", action="store_true", help="only where few moves are right")
    parser.add_argument("--show", action="store_true", help="print what was given away")
    args = parser.parse_args()
    options = Options.preset(args.rules, takeback=args.takeback, reserve=args.reserve)
    table = open_table(options, args.table)
    half = args.positions // 2
    for name, states in (
        ("from games", from_games(options, half, Random(args.seed))),
        ("from the table", from_table(options, half, args.seed)),
    ):
        kept = [s for s in states if not args.critical or is_critical(s, table)]
        count = len(kept)
        began = time.process_time()
        wrong = sum(gave_away(state, table, args.limit, show=args.show) for state in kept)
        spent_ms = 1000 * (time.process_time() - began) / count
        print(
            f"{args.rules} {args.takeback} {args.reserve}, {args.limit}, {count} positions {name}: "
            f"{100 - 100 * wrong / count:.2f} % of the moves keep the value, {wrong} do not "
            f"({spent_ms:.0f} ms of processor time a move)"
        )


if __name__ == "__main__":
    main()
