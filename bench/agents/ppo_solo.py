"""MaskablePPO of sb3-contrib on Pacal solo: trained for a minute or two, judged on fresh deals.

Needs requirements/agents.txt; `make ppo` sees to that.
"""

import argparse
import math
import time

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from sommet.adapters.batch import SoloBatch

NAME = "sommet.adapters.gymnasium:Sommet/PacalSolo-v1"


class FieldsFilled(gymnasium.Wrapper):
    """Adds a tenth for every newly filled field while training: wins alone are too rare to find."""

    def step(self, action):
        before = np.count_nonzero(self.unwrapped.game.observe(0)[50:60])
        seen, reward, *rest = self.env.step(action)
        return seen, reward + (np.count_nonzero(seen[50:60]) - before) / 10, *rest


def make_env() -> gymnasium.Env:
    env = FieldsFilled(gymnasium.make(NAME))
    high = env.observation_space.high.astype(np.float32)
    box = gymnasium.spaces.Box(0, 1, high.shape, np.float32)
    scaled = gymnasium.wrappers.TransformObservation(env, lambda o: o / high, box)
    scaled.action_masks = env.unwrapped.action_masks
    return scaled


def share_won(choose, games: int, seed: int) -> tuple[float, float]:
    """Return the share of games won, side by side, and half of its 95 % interval."""
    batch = SoloBatch(games, seed=seed)
    open_games, won = np.ones(games, bool), np.zeros(games, bool)
    while open_games.any():
        batch.step(choose(batch))
        won |= open_games & (batch.rewards[:, 0] > 0)
        open_games &= ~batch.dones
    share = won.mean()
    return float(share), 1.96 * math.sqrt(share * (1 - share) / games)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=150_000)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)  # the networks are too small to share
    model = MaskablePPO(
        "MlpPolicy",
        make_vec_env(make_env, 16, seed=args.seed),
        n_steps=128,
        batch_size=512,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=args.seed,
        device="cpu",
    )
    high = gymnasium.make(NAME).observation_space.high.astype(np.float32)

    def trained(batch: SoloBatch) -> np.ndarray:
        actions, _ = model.predict(
            batch.observations / high, action_masks=batch.masks.astype(bool), deterministic=True
        )
        return actions.astype(np.int64)

    seed = 10_000_000
    print(
        "random building: {:.1%} ± {:.1%} won".format(
            *share_won(SoloBatch.sample, args.games, seed)
        )
    )
    print("before training: {:.1%} ± {:.1%} won".format(*share_won(trained, args.games, seed)))
    began = time.perf_counter()
    model.learn(args.steps)
    seconds = time.perf_counter() - began
    share = share_won(trained, args.games, seed)
    print(f"PPO after {args.steps:,} steps ({seconds:.0f} s): {share[0]:.1%} ± {share[1]:.1%} won")


if __name__ == "__main__":
    main()
