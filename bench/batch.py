"""Batched random play: actions and whole turns a second, observations and masks written."""

import time

import gymnasium
import numpy as np

import sommet.adapters.gymnasium
from sommet.adapters.batch import Batch, PacalBatch, PylosBatch, SoloBatch, default_threads
from sommet.adapters.pylos_numbers import TAKE

GAMES, STEPS, ROUNDS = 4096, 150, 5
SOLO = "Sommet/PacalSolo-v1"
assert SOLO in sommet.adapters.gymnasium.ENVIRONMENTS


def measure(games: Batch, *, first_only: int | None = None) -> float:
    """Return the best rate of several runs; with `first_only`, of actions below that number."""
    actions = np.zeros(len(games), np.int64)
    best = 0.0
    for _ in range(ROUNDS):
        counted, began = 0, time.perf_counter()
        for _ in range(STEPS):
            games.sample(actions)
            games.step(actions)
            counted += len(games) if first_only is None else int((actions < first_only).sum())
        best = max(best, counted / (time.perf_counter() - began))
    return best


def measure_vector(count: int, mode: str, steps: int, **settings: int) -> float:
    """Return the best rate of `gymnasium.make_vec`, with the first legal field of each game."""
    games = gymnasium.make_vec(SOLO, count, vectorization_mode=mode, **settings)
    _, infos = games.reset(seed=1)
    best = 0.0
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(steps):
            *_, infos = games.step(np.argmax(infos["action_mask"], axis=1))
        best = max(best, count * steps / (time.perf_counter() - began))
    return best


for threads in sorted({1, default_threads()}):
    turns = measure(PylosBatch(GAMES, threads=threads), first_only=TAKE)
    pacal = measure(PacalBatch(GAMES, threads=threads))
    solo = measure(SoloBatch(GAMES, threads=threads))
    print(
        f"  {GAMES} games, {threads} threads: Pylos {turns:,.0f} moves/s, Pacal {pacal:,.0f} "
        f"actions/s, solo {solo:,.0f} builds/s"
    )
core = measure_vector(GAMES, "vector_entry_point", STEPS, threads=1)
one_by_one = measure_vector(16, "sync", 200)
print(
    f"  gymnasium.make_vec, 1 thread: solo {core:,.0f} builds/s in the core, "
    f"{one_by_one:,.0f} with vectorization_mode='sync'"
)
