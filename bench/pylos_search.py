"""How often the Pylos search keeps the value of a position, judged by a full table.

usage: python bench/pylos_search.py --rules standard --table FILE
           [--limit 100ms] [--positions 400] [--seed 1 …] [--critical] [--show]

There are as many positions for each seed. Half of them come from random games, half are drawn
evenly from the table; each has 10 to 20 balls. The limit is time on one core, or nodes (`250000n`)
on a machine that is not idle. `--critical` searches only those where less than a quarter of the
moves keep the value, which is where nearly all errors are made, and counts the others as right in
the share of all positions; a run without it tells how many errors that leaves out. `--show` prints
each position whose value is given away, with the moves that keep it.
"""

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sommet.bots.pylos.search import parse_limit, think
from sommet.contests.score import wilson_interval
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


@dataclass(slots=True)
class Tally:
    """What was searched and found; the critical positions come first in each pair."""

    positions: list[int] = field(default_factory=lambda: [0, 0])
    errors: list[int] = field(default_factory=lambda: [0, 0])
    searched: int = 0
    spent_s: float = 0

    def add(self, other: "Tally") -> None:
        for own, more in ((self.positions, other.positions), (self.errors, other.errors)):
            own[:] = [a + b for a, b in zip(own, more, strict=True)]
        self.searched += other.searched
        self.spent_s += other.spent_s

    def format(self) -> str:
        count, errors = sum(self.positions), sum(self.errors)
        low, high = wilson_interval(count - errors, count)
        left_out = count - self.searched
        others = (
            f"{left_out} not searched" if left_out else f"{self.errors[1]} errors in the others"
        )
        return (
            f"{count} positions, {self.positions[0]} of them critical: {self.errors[0]} errors in "
            f"these, {others}; {1 - errors / count:.2%} of all moves keep the value "
            f"(95 %: {low:.2%} to {high:.2%}), "
            f"{1000 * self.spent_s / max(1, self.searched):.0f} ms of processor time a search"
        )


def search(states: list[State], table: Table, args: argparse.Namespace) -> Tally:
    tally, limit = Tally(), parse_limit(args.limit)
    for state in states:
        values = ranks(state, table)
        best = max(values.values())
        kind = int(4 * list(values.values()).count(best) >= len(values))
        tally.positions[kind] += 1
        if args.critical and kind:
            continue
        began = time.process_time()
        chosen = think(state, limit).moves[0]
        tally.spent_s += time.process_time() - began
        tally.searched += 1
        if values[chosen] == best:
            continue
        tally.errors[kind] += 1
        if args.show:
            right = " ".join(str(move) for move, rank in values.items() if rank == best)
            lost = f"{WORDS[best]} to {WORDS[values[chosen]]}"
            print(f"{state.format()}  {lost}  {chosen}, not {right}")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rules", choices=["children", "standard", "expert"], default="standard")
    parser.add_argument("--takeback", choices=["compulsory", "optional"], default="compulsory")
    parser.add_argument("--reserve", choices=["lose", "may-raise"], default="lose")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--limit", default="100ms")
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--seed", type=int, nargs="+", default=[1], help="of the positions")
    parser.add_argument("--critical", action="store_true", help="only where few moves are right")
    parser.add_argument("--show", action="store_true", help="print what was given away")
    args = parser.parse_args()
    options = Options.preset(args.rules, takeback=args.takeback, reserve=args.reserve)
    table = open_table(options, args.table)
    half = args.positions // 2
    rules, everything = f"{args.rules} {args.takeback} {args.reserve}, {args.limit}", Tally()
    for seed in args.seed:
        for name, states in (
            ("from games", from_games(options, half, Random(seed))),
            ("from the table", from_table(options, half, seed)),
        ):
            found = search(states, table, args)
            print(f"{rules}, {name}, seed {seed}: {found.format()}", flush=True)
            everything.add(found)
    print(f"{rules}, all: {everything.format()}")


if __name__ == "__main__":
    main()
