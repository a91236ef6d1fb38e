"""Random playouts for OpenSpiel's searches, played inside the core."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms import mcts

_SEEDS = 2**63


class CoreRollouts(mcts.Evaluator):
    """The equivalent of OpenSpiel's RandomRolloutEvaluator, run inside the core.

    A uniform prior and the mean result of `n_rollouts` uniformly random playouts: the same
    distribution of results, much faster.
    """

    def __init__(self, n_rollouts: int = 1, random_state: np.random.RandomState | None = None):
        self.n_rollouts = n_rollouts
        self._random_state = random_state or np.random.RandomState()

    def evaluate(self, state: Any) -> NDArray[np.float64]:
        """Return each seat's mean result of random playouts from `state`."""
        seed = int(self._random_state.randint(_SEEDS))
        results = [state.core.roll_out(seed + n) for n in range(self.n_rollouts)]
        return np.mean(results, axis=0) if self.n_rollouts > 1 else np.array(results[0])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return every legal action with equal probability."""
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return outcomes
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]
