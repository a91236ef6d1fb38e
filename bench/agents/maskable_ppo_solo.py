"""MaskablePPO of sb3-contrib on Pacal solo, with stable-baselines3's own `make_vec_env`.

Needs `pip install sb3-contrib`, which brings PyTorch.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import sommet.adapters.gymnasium
from sommet.adapters.batch import SoloBatch
from sommet.adapters.observations import SOLO, largest_values

NAME = "Sommet/PacalSolo-v1"
assert NAME in sommet.adapters.gymnasium.ENVIRONMENTS
HIGH = largest_values(SOLO).astype(np.float32)
#: Where an observation has the visible cards.
FIELDS = slice(50, 60)


class Prepared(gymnasium.Wrapper):
    """Numbers from 0 to 1, and a tenth for every newly filled field: wins alone are too rare."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 1, HIGH.shape, np.float32)
        self.filled = 0

    def reset(self, **settings: Any) -> tuple[np.ndarray, dict[str, Any]]:
        seen, info = self.env.reset(**settings)
        self.filled = 0
        return seen / HIGH, info

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, info = self.env.step(action)
        before, self.filled = self.filled, int(np.count_nonzero(seen[FIELDS]))
        return seen / HIGH, reward + (self.filled - before) / 10, over, cut, info


def share_won(model: MaskablePPO | None, games: int, seed: int) -> float:
    """Return the share of fresh games that a model completes; None builds at random."""
    batch = SoloBatch(games, seed=seed)
    ended = np.zeros(games, bool)
    won = np.zeros(games, bool)
    while not ended.all():
        if model is None:
            actions = batch.sample()
        else:
            masks = batch.masks.astype(bool)
            seen = batch.observations / HIGH
            actions, _ = model.predict(seen, action_masks=masks, deterministic=True)
        batch.step(np.asarray(actions, np.int64))
        won |= ~ended & batch.dones & (batch.rewards[:, 0] > 0)
        ended |= batch.dones
    return float(won.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000, help="cards to build in training")
    parser.add_argument("--games", type=int, default=4000, help="fresh games to judge by")
    args = parser.parse_args()
    envs = make_vec_env(NAME, n_envs=16, seed=1, wrapper_class=Prepared)
    model = MaskablePPO("MlpPolicy", envs, seed=1, n_steps=256, batch_size=512, learning_rate=1e-3)
    model.learn(args.steps)
    print(f"at random  {share_won(None, args.games, 2):7.2%} of the games completed")
    print(f"trained    {share_won(model, args.games, 2):7.2%} of the games completed")


if __name__ == "__main__":
    main()
