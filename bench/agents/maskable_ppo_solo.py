"""MaskablePPO of sb3-contrib on Pacal solo, with stable-baselines3's own `make_vec_env`.

Needs `pip install sb3-contrib`, which brings PyTorch.
"""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import sommet.adapters.gymnasium
from sommet.adapters.batch import SoloBatch

NAME = "Sommet/PacalSolo-v1"
assert NAME in sommet.adapters.gymnasium.ENVIRONMENTS


def share_won(model: MaskablePPO | None, games: int, seed: int) -> float:
    """Return the share of fresh games that a model completes; None builds at random."""
    batch = SoloBatch(games, seed=seed)
    ended = np.zeros(games, bool)
    won = np.zeros(games, bool)
    while not ended.all():
        if model is None:
            actions = batch.sample()
        else:
            actions, _ = model.predict(batch.observations, action_masks=batch.masks.astype(bool))
        batch.step(np.asarray(actions, np.int64))
        won |= ~ended & batch.dones & (batch.rewards[:, 0] > 0)
        ended |= batch.dones
    return float(won.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000, help="cards to build in training")
    parser.add_argument("--games", type=int, default=4000, help="fresh games to judge by")
    args = parser.parse_args()
    model = MaskablePPO("MlpPolicy", make_vec_env(NAME, n_envs=16, seed=1), seed=1, gamma=1.0)
    model.learn(args.steps)
    print(f"at random  {share_won(None, args.games, 2):7.2%} of the games completed")
    print(f"trained    {share_won(model, args.games, 2):7.2%} of the games completed")


if __name__ == "__main__":
    main()
