"""PettingZoo steps a second: Sommet's environments and PettingZoo's own connect_four_v3."""

import random
import time
import warnings
from typing import Any

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.classic import connect_four_v3

from sommet.adapters.pettingzoo import pacal_v1, pylos_v1

SECONDS, ROUNDS = 1.0, 3


def measure(env: Any) -> float:
    """Return steps a second of the loop that PettingZoo's performance_benchmark runs."""
    steps, began = 0, time.perf_counter()
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
        if time.perf_counter() - began > SECONDS:
            return steps / (time.perf_counter() - began)


rates = {}
for _ in range(ROUNDS):  # in turn, so that a busy moment hits all three
    for name, module in (
        ("connect_four_v3", connect_four_v3),
        ("pylos", pylos_v1),
        ("pacal", pacal_v1),
    ):
        rates[name] = max(rates.get(name, 0.0), measure(module.env()))
base = rates["connect_four_v3"]
for name, rate in rates.items():
    print(f"  {name}: {rate:,.0f} steps/s ({rate / base:.1f} times connect_four_v3)")
