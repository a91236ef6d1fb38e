"""Self-play by a pool of workers: the same samples as from one thread."""

from functools import cache, partial

import numpy as np

from sommet.learn.native import DuelCore, Floats, Samples, compile_core
from sommet.workers import InProcess, Pool, cut

#: Parts per worker, so that the pool does not wait long for the last one.
_PARTS = 8


def self_play(
    core: DuelCore, weights: Floats | None, *, seed: int, rounds: int, explore: float, pool: Pool
) -> Samples:
    """Return positions of `rounds` rounds of self-play, in the order of their seeds.

    With `InProcess` the core's own threads play, and the order of the rounds is not fixed.
    """
    if isinstance(pool, InProcess):
        return core.self_play(weights, seed=seed, rounds=rounds, explore=explore)
    size = max(1, rounds // (_PARTS * pool.size))
    play = partial(play_part, weights, explore)
    return np.concatenate(list(pool.map(play, cut(rounds, size, start=seed))))


def play_part(weights: Floats | None, explore: float, part: tuple[int, int]) -> Samples:
    """Return the positions of some rounds, given as the first seed and their number."""
    seed, rounds = part
    return _core().self_play(weights, seed=seed, rounds=rounds, explore=explore)


@cache
def _core() -> DuelCore:
    """Return the core that plays here; each machine compiles its own."""
    return DuelCore(compile_core(), threads=1)
