"""PPO of skrl on Pacal solo: trained for a few minutes, judged on fresh deals (`make ppo`)."""

import argparse
import logging
import math
import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")  # the networks are too small for anything else

import flax.linen as nn
import gymnasium
import jax
import jax.numpy as jnp
import numpy as np
import skrl
from gymnasium.vector import AutoresetMode
from skrl.agents.jax.ppo import PPO
from skrl.envs.wrappers.jax import wrap_env
from skrl.memories.jax import RandomMemory
from skrl.models.jax import CategoricalMixin, DeterministicMixin, Model
from skrl.trainers.jax import SequentialTrainer

from sommet.adapters.batch import SoloBatch

NAME = "sommet.adapters.gymnasium:Sommet/PacalSolo-v1"
FIELDS = 10
HIGH = gymnasium.make(NAME).observation_space.high.astype(np.float32)


def show(observation: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return what the networks see: the observation between 0 and 1, then the mask."""
    return np.concatenate([observation / HIGH, mask], axis=-1, dtype=np.float32)


class Prepared(gymnasium.Wrapper):
    """Appends the mask, and adds a tenth for every newly filled field: wins alone are too rare."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 1, (len(HIGH) + FIELDS,), np.float32)
        self.filled = 0

    def reset(self, **settings: Any) -> tuple[np.ndarray, dict[str, Any]]:
        seen, info = self.env.reset(**settings)
        self.filled = 0
        return show(seen, info["action_mask"]), {}

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        seen, reward, over, cut, info = self.env.step(action)
        before, self.filled = self.filled, np.count_nonzero(seen[50:60])
        reward += (self.filled - before) / 10
        return show(seen, info["action_mask"]), reward, over, cut, {}


class Policy(CategoricalMixin, Model):
    """Judges the ten fields; those that the mask rules out cannot be chosen."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        CategoricalMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: Any, role: str) -> tuple[jax.Array, dict[str, Any]]:  # noqa: ARG002
        x = seen = inputs["observations"]
        for _ in range(2):
            x = nn.relu(nn.Dense(128)(x))
        return jnp.where(seen[..., -FIELDS:] > 0, nn.Dense(FIELDS)(x), -1e9), {}


class Value(DeterministicMixin, Model):
    """Judges how much reward is still to come."""

    def __init__(self, **spaces: Any) -> None:
        Model.__init__(self, **spaces)
        DeterministicMixin.__init__(self)

    @nn.compact
    def __call__(self, inputs: Any, role: str) -> tuple[jax.Array, dict[str, Any]]:  # noqa: ARG002
        x = inputs["observations"]
        for _ in range(2):
            x = nn.relu(nn.Dense(128)(x))
        return nn.Dense(1)(x), {}


class Learner:
    """A PPO agent on many games of solo; writes no files."""

    def __init__(self, seed: int, games: int = 512, rollout: int = 16) -> None:
        skrl.logger.setLevel(logging.ERROR)
        skrl.config.jax.key = jax.random.PRNGKey(seed)
        np.random.seed(seed)  # skrl draws its mini-batches from it
        made = gymnasium.make_vec(
            NAME,
            games,
            vectorization_mode="sync",
            vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
            wrappers=[Prepared],
        )
        self.env = wrap_env(made, verbose=False)
        spaces = {
            "observation_space": self.env.observation_space,
            "action_space": self.env.action_space,
            "device": self.env.device,
        }
        self.policy, value = Policy(**spaces), Value(**spaces)
        for role, model in (("policy", self.policy), ("value", value)):
            model.init_state_dict(role=role)
        self.agent = PPO(
            models={"policy": self.policy, "value": value},
            memory=RandomMemory(
                memory_size=rollout, num_envs=self.env.num_envs, device=self.env.device
            ),
            cfg={
                "rollouts": rollout,
                "learning_epochs": 4,
                "mini_batches": 4,
                "discount_factor": 1.0,
                "learning_rate": 2e-3,
                "value_loss_scale": 0.5,
                "experiment": {"write_interval": 0, "checkpoint_interval": 0},
            },
            **spaces,
        )

    def train(self, steps: int) -> None:
        """Play and learn for so many steps of every game."""
        settings = {
            "timesteps": steps,
            "disable_progressbar": True,
            "close_environment_at_exit": False,
        }
        SequentialTrainer(env=self.env, agents=self.agent, cfg=settings).train()

    def choose(self, batch: SoloBatch) -> np.ndarray:
        """Return the policy's favourite field in every game of a batch."""
        seen = {"observations": jnp.asarray(show(batch.observations, batch.masks))}
        scores, _ = self.policy.apply(self.policy.state_dict.params, seen, "policy")
        return np.asarray(scores).argmax(axis=1).astype(np.int64)


def judge(
    choose: Callable[[SoloBatch], np.ndarray], games: int, seed: int
) -> tuple[float, float, float]:
    """Return the share of games won, half of its 95 % interval, and the cards built in a game."""
    batch = SoloBatch(games, seed=seed)
    open_games, won = np.ones(games, bool), np.zeros(games, bool)
    built = 0
    while open_games.any():
        built += int(open_games.sum())
        batch.step(choose(batch))
        won |= open_games & (batch.rewards[:, 0] > 0)
        open_games &= ~batch.dones
    share = won.mean()
    return float(share), 1.96 * math.sqrt(share * (1 - share) / games), built / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3000, help="of each game")
    parser.add_argument("--at-once", type=int, default=512, help="games played side by side")
    parser.add_argument("--games", type=int, default=4000, help="to judge by")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    learner = Learner(args.seed, args.at_once)

    def say(name: str, choose: Callable[[SoloBatch], np.ndarray]) -> None:
        share, margin, built = judge(choose, args.games, seed=10_000_000)
        print(f"{name}: {share:.1%} ± {margin:.1%} won, {built:.2f} cards built", flush=True)

    say("random moves", SoloBatch.sample)
    say("before training", learner.choose)
    began = time.perf_counter()
    learner.train(args.steps)
    seconds = time.perf_counter() - began
    say(f"PPO after {args.steps * learner.env.num_envs:,} steps ({seconds:.0f} s)", learner.choose)


if __name__ == "__main__":
    main()
