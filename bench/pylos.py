"""Pylos: counting, random games in the core, random games move by move from Python. One core."""

import random
import time
from collections.abc import Callable

from sommet.pylos import State, perft, random_games

ROUNDS = 5


def best_of(job: Callable[[], int]) -> tuple[int, float]:
    """Return what the job returns, and its best time: other programs only ever slow it down."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - began)
    return result, min(times)


def play_from_python(games: int) -> int:
    uniform = random.Random(1).random
    start = State.start()
    for _ in range(games):
        state = start
        while moves := state.legal_moves:
            state = state.play(moves[int(uniform() * len(moves))])
    return games


nodes, seconds = best_of(lambda: perft(State.start(), 7))
print(f"  perft, standard, depth 7: {nodes:,} in {seconds:.3f} s, {nodes / seconds:,.0f} leaves/s")
games, seconds = best_of(lambda: sum(random_games(100_000, 1)[:2]))
print(f"  random games in the core: {games / seconds:,.0f} games/s")
games, seconds = best_of(lambda: play_from_python(3_000))
print(f"  random games move by move from Python: {games / seconds:,.0f} games/s")
