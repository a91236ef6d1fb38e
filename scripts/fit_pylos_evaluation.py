"""Fit the weights of the Pylos search's evaluation to exact values.

usage: python scripts/fit_pylos_evaluation.py --rules standard --table FILE [--positions N]

Positions are drawn from a full table (`sommet solve`), as many for each number of balls, and from
random games. The weights are those of a logistic regression on win, draw (one half) and loss, by
stochastic gradient steps scaled as in Adagrad, averaged over the last epoch, in hundredths.
"""

import argparse
import lzma
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sommet.engine import search, solver
from sommet.pylos import Options, State
from sommet.seeding import Random
from sommet.tables.full_table import FullTable

DATA = Path(__file__).parents[1] / "src/sommet/bots/data"
FEWEST_BALLS, MOST_BALLS = 5, 28
EARLY_BALLS, EARLY_SHARE = 11, 0.35  # few positions exist early on, and a search soon leaves them
LEVEL3 = 0xF << 25
BATCH = 50_000
STEP = 0.05
GRADIENT_SCALE = 1000.0

Boards = NDArray[np.uint32]


def positions_by_balls(count: int, seed: int) -> Boards:
    """Positions drawn evenly from the table's numbering, about as many for each number of balls."""
    random = np.random.default_rng(seed)
    first = solver.first_by_balls(4)
    numbers = range(FEWEST_BALLS, MOST_BALLS + 1)
    shares = np.array([EARLY_SHARE if n < EARLY_BALLS else 1.0 for n in numbers])
    drawn = []
    for balls, share in zip(numbers, shares / shares.sum(), strict=True):
        wanted = random.integers(first[balls], first[balls + 1], int(count * share))
        drawn.append(np.stack(solver.positions_at(4, np.sort(wanted).astype(np.uint64)), axis=1))
    return np.concatenate(drawn)


def positions_of_games(count: int, seed: int) -> Boards:
    """Positions of games played by lot, by all three presets in turn."""
    random = Random(seed)
    presets = [Options.preset(name, repetition=None) for name in ("children", "standard", "expert")]
    drawn: list[tuple[int, int]] = []
    while len(drawn) < count:
        state = State.start(presets[len(drawn) % 3])
        while state.legal_moves and state.ply < 70:
            if state.ply >= 6:
                own, other = state.light, state.dark
                drawn.append((other, own) if state.side else (own, other))
            state = state.play(state.legal_moves[random.below(len(state.legal_moves))])
    return np.array(drawn[:count], np.uint32)


def undecided(boards: Boards) -> Boards:
    """The positions that an evaluation will ever be asked about: no end, no open summit."""
    occupied = boards[:, 0] | boards[:, 1]
    keep = (np.bitwise_count(boards[:, 0]) < 15) & ((occupied & LEVEL3) != LEVEL3)
    return boards[keep]


def results(table: FullTable, boards: Boards) -> NDArray[np.float32]:
    """1 for a win of the side to move, 0.5 for a draw, 0 for a loss."""
    where = solver.find(4, boards[:, 0].copy(), boards[:, 1].copy())
    stored = table.bytes[where]
    return np.where(stored == solver.DRAW, 0.5, stored % 2).astype(np.float32)


def log_loss(weights: NDArray[np.float32], rows: NDArray[np.int32], y: NDArray[np.float32]) -> str:
    p = 1 / (1 + np.exp(-weights[rows].sum(axis=1)))
    loss = -np.mean(y * np.log(p + 1e-9) + (1 - y) * np.log(1 - p + 1e-9))
    right = np.mean(((p > 0.5) == (y > 0.5))[y != 0.5])
    return f"log loss {loss:.4f}, {100 * right:.2f} % of the decided ones on the right side"


def fit(
    rows: NDArray[np.int32], y: NDArray[np.float32], size: int, epochs: int
) -> NDArray[np.float32]:
    weights = np.zeros(size, np.float32)
    squares = np.full(size, 1e-3, np.float32)
    average = np.zeros(size, np.float64)
    order = np.random.default_rng(0)
    batches = len(y) // BATCH
    for epoch in range(epochs):
        for batch in order.permutation(batches):
            part = slice(batch * BATCH, (batch + 1) * BATCH)
            p = 1 / (1 + np.exp(-weights[rows[part]].sum(axis=1)))
            missed = np.repeat(p - y[part], rows.shape[1])
            gradient = np.bincount(rows[part].ravel(), missed, size) * (GRADIENT_SCALE / BATCH)
            squares += (gradient * gradient).astype(np.float32)
            weights -= (STEP * gradient / np.sqrt(squares)).astype(np.float32)
            if epoch == epochs - 1:
                average += weights / batches
        print(f"epoch {epoch + 1}: {log_loss(weights, rows[:BATCH], y[:BATCH])}", flush=True)
    return average.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rules", choices=["children", "standard", "expert"], required=True)
    parser.add_argument("--takeback", choices=["compulsory", "optional"], default="compulsory")
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--positions", type=int, default=11_000_000)
    parser.add_argument("--epochs", type=int, default=9)
    args = parser.parse_args()
    options = Options.preset(args.rules, takeback=args.takeback)
    table = FullTable(args.table, options)
    of_games = positions_of_games(args.positions // 6, 12)
    boards = undecided(np.concatenate([positions_by_balls(args.positions * 5 // 6, 5), of_games]))
    np.random.default_rng(1).shuffle(boards)
    y = results(table, boards)
    tied, place = np.unique(search.weight_classes(), return_inverse=True)
    rows = place.astype(np.int32)[search.weight_indices(boards, search.Rules(*options.core_rules))]
    held_out = slice(0, 100_000)
    weights = fit(rows[held_out.stop :], y[held_out.stop :], len(tied), args.epochs)
    print(f"held out: {log_loss(weights, rows[held_out], y[held_out])}")
    whole = np.clip(np.round(weights[place] * 100), -32767, 32767).astype("<i2")
    name = args.rules + ("-optional" if args.takeback == "optional" else "")
    packed = lzma.compress(whole.tobytes(), preset=9 | lzma.PRESET_EXTREME)
    (DATA / f"pylos-weights-{name}.xz").write_bytes(packed)
    print(f"{len(packed)} bytes of weights for {name}")


if __name__ == "__main__":
    main()
