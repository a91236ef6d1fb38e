"""PettingZoo steps a second: Sommet's environments and PettingZoo's own connect_four_v3.

Three ways of each, with the same loop and the same random choice among the allowed actions:
`env()` as it comes, the bare `raw_env()`, and `raw_env()` in the three wrappers that PettingZoo
puts around its board games (which is what its `env()` is). Seconds are those of the processor, so
that other programs do not count.
"""

import random
import time
import warnings
from typing import Any

import numpy as np
from pettingzoo.utils import wrappers

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import connect_four_v3

from sommet.adapters.pettingzoo import pacal_v1, pylos_v1

SECONDS, ROUNDS = 0.5, 3
GAMES = {"connect_four_v3": connect_four_v3, "pylos_v1": pylos_v1, "pacal_v1": pacal_v1}


def wrapped(module: Any) -> Any:
    """Return the bare environment in PettingZoo's own guards."""
    env = wrappers.TerminateIllegalWrapper(module.raw_env(), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


WAYS = {
    "env()": lambda module: module.env(),
    "raw_env()": lambda module: module.raw_env(),
    "raw_env() in PettingZoo's wrappers": wrapped,
}


def measure(env: Any) -> float:
    """Return steps a second of the loop that PettingZoo's performance_benchmark runs."""
    steps, began = 0, time.process_time()
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter(200):
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            env.step(None if over else random.choice(legal))
            steps += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        if time.process_time() - began > SECONDS:
            return steps / (time.process_time() - began)


for way, make in WAYS.items():
    rates: dict[str, float] = {}
    for _ in range(ROUNDS):  # in turn, so that a busy moment hits all three
        for name, module in GAMES.items():
            rates[name] = max(rates.get(name, 0.0), measure(make(module)))
    base = rates["connect_four_v3"]
    for name, rate in rates.items():
        print(f"  {way} of {name}: {rate:,.0f} steps/s ({rate / base:.1f} times connect_four_v3)")
