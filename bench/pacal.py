"""Pacal: random rounds and solo games in the core, random rounds played from Python. One core."""

import random
import time
from collections.abc import Callable

from sommet.engine import pacal as core
from sommet.pacal import Options, Round

REPEATS = 5
OPTIONS = Options()


def best_of(job: Callable[[], int]) -> tuple[int, float]:
    """Return what the job returns, and its best time: other programs only ever slow it down."""
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - began)
    return result, min(times)


def play_from_python(rounds: int) -> int:
    uniform = random.Random(1).random
    actions = 0
    for seed in range(rounds):
        state = Round.deal(OPTIONS, seed)
        while moves := state.legal_moves:
            state = state.play(moves[int(uniform() * len(moves))])
            actions += 1
    return actions


CORE_ROUNDS, PYTHON_ROUNDS = 200_000, 4_000
actions, seconds = best_of(lambda: core.random_rounds(CORE_ROUNDS, 1, OPTIONS.code)[1])
print(
    f"  random rounds in the core: {CORE_ROUNDS / seconds:,.0f} rounds/s "
    f"({actions / CORE_ROUNDS:.1f} actions each)"
)
_, seconds = best_of(lambda: core.random_solos(CORE_ROUNDS, 1, OPTIONS.code)[0])
print(f"  random solo games in the core: {CORE_ROUNDS / seconds:,.0f} games/s")
actions, seconds = best_of(lambda: play_from_python(PYTHON_ROUNDS))
print(
    f"  random rounds action by action from Python: {PYTHON_ROUNDS / seconds:,.0f} rounds/s "
    f"({actions / PYTHON_ROUNDS:.1f} actions each)"
)
