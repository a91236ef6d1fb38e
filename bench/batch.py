"""Batched random play: actions and whole turns a second, observations and masks written."""

import time

import numpy as np

from sommet.adapters.batch import Batch, PacalBatch, PylosBatch, SoloBatch, default_threads
from sommet.adapters.pylos_numbers import TAKE

GAMES, STEPS, ROUNDS = 4096, 150, 5


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


for threads in sorted({1, default_threads()}):
    turns = measure(PylosBatch(GAMES, threads=threads), first_only=TAKE)
    pacal = measure(PacalBatch(GAMES, threads=threads))
    solo = measure(SoloBatch(GAMES, threads=threads))
    print(
        f"  {GAMES} games, {threads} threads: Pylos {turns:,.0f} moves/s, Pacal {pacal:,.0f} "
        f"actions/s, solo {solo:,.0f} builds/s"
    )
