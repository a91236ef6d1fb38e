"""Pylos: counting, random games in the core, and move by move from Python beside OpenSpiel's games.

One core.
"""

import random
import time
from collections.abc import Callable

import pyspiel

from sommet.pylos import State, perft, random_games

ROUNDS = 5
#: Games of OpenSpiel, in C++ as ours: a small one, and one with about as many moves to choose from.
OTHERS = ("connect_four", "breakthrough")


def best_of(job: Callable[[], int]) -> tuple[int, float]:
    """Return what the job returns, and its best time: other programs only ever slow it down."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - began)
    return result, min(times)


def play_pylos(games: int) -> int:
    """Play random games move by move; return the number of moves."""
    uniform = random.Random(1).random
    start = State.start()
    played = 0
    for _ in range(games):
        state = start
        while moves := state.legal_moves:
            state = state.play(moves[int(uniform() * len(moves))])
            played += 1
    return played


def play_other(name: str, games: int) -> int:
    """Play random games of OpenSpiel move by move; return the number of moves."""
    uniform = random.Random(1).random
    game = pyspiel.load_game(name)
    played = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            played += 1
    return played


nodes, seconds = best_of(lambda: perft(State.start(), 7))
print(f"  perft, standard, depth 7: {nodes:,} in {seconds:.3f} s, {nodes / seconds:,.0f} leaves/s")
games, seconds = best_of(lambda: sum(random_games(100_000, 1)[:2]))
print(f"  random games in the core: {games / seconds:,.0f} games/s")
GAMES = 3_000
moves, seconds = best_of(lambda: play_pylos(GAMES))
print(f"  random games move by move from Python: {GAMES / seconds:,.0f} games/s")
print(f"  moves from Python: Pylos {moves / seconds:,.0f} a second", end="")
for name in OTHERS:
    moves, seconds = best_of(lambda name=name: play_other(name, 500))
    print(f", OpenSpiel's {name} {moves / seconds:,.0f}", end="")
print()
