"""`python -m sommet.learn.calibrate`: fit the coach's curves to how rounds really ended.

Prints CURVES for engine/pacal_coach/advice.hpp. Run it when the duel networks have changed, and
check the result with `sommet analyse calibration` on other deals.
"""

import argparse

import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from sommet.analysis.pacal_coach import CERTAIN
from sommet.analysis.pacal_facts import PHASES, study
from sommet.pacal import Options
from sommet.workers import add_pool_options, make_pool

Floats = npt.NDArray[np.float64]
STEPS = 30


def fit_curve(chances: Floats, happened: Floats) -> tuple[float, float]:
    """Return slope and shift on the log-odds by logistic regression (Newton's steps)."""
    unsure = (chances > CERTAIN) & (chances < 1 - CERTAIN)
    logits = np.log(chances[unsure] / (1 - chances[unsure]))
    rows = np.stack([logits, np.ones_like(logits)], axis=1)
    curve = np.array([1.0, 0.0])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-(rows @ curve)))
        slope = rows.T @ (happened[unsure] - expected)
        bend = (rows * (expected * (1 - expected))[:, None]).T @ rows + 1e-6 * np.eye(2)
        curve = curve + np.linalg.solve(bend, slope)
    return round(float(curve[0]), 4), round(float(curve[1]), 4)


def main() -> None:
    """Play rounds, fit, print."""
    parser = argparse.ArgumentParser(
        prog="python -m sommet.learn.calibrate",
        description=(__doc__ or "").split("\n\n")[0],
        epilog="example: python -m sommet.learn.calibrate --rounds 10000 --seed 1000000",
    )
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    add_pool_options(parser, size="--threads")
    args = parser.parse_args()
    bar = tqdm(total=args.rounds, unit=" rounds", disable=None)
    with make_pool(args, threaded=True) as pool, bar:
        found = study(
            Options(),
            rounds=args.rounds,
            seed=args.seed,
            threads=args.workers,
            pool=pool,
            progress=bar.update,
        )
    decisions = found.decisions
    print(f"# {len(decisions)} decisions of {args.rounds} rounds, seed {args.seed}")
    for number, phase in enumerate(PHASES):
        some = decisions[(decisions["phase"] == number) & (decisions["choices"] > 1)]
        win = fit_curve(some["win"].astype(float), (some["result"] == 2).astype(float))
        loss = fit_curve(some["loss"].astype(float), (some["result"] == 0).astype(float))
        rows = ", ".join(f"{{{slope}, {shift}}}" for slope, shift in (win, loss))
        print(f"    {{{rows}}},  // {phase}")


if __name__ == "__main__":
    main()
