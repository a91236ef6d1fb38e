"""Many games of `Sommet/PacalSolo-v1` at once, for `gymnasium.make_vec`."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sommet.adapters.batch import SoloBatch
from sommet.adapters.observations import SOLO, largest_values
from sommet.pacal import Options
from sommet.pacal.cards import FIELDS

Step = tuple[
    NDArray[np.uint8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class PacalSoloVector(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint8]]):
    """Many solo games side by side, stepped in the core (`sommet.adapters.batch.SoloBatch`).

    A game that ends gives its reward, and its row already shows the next game (Gymnasium calls
    this `SAME_STEP`). Games are never truncated, so the last observation of a game is not needed.
    An action that the rules do not allow is a ValueError, and nothing is played;
    `infos["action_mask"]` says which are allowed.

    Args:
        num_envs: How many games.
        rulebook: `en`, `nl` or `fr`.
        threads: How many threads share the work; all cores by default.
        rulings: Settings of the rulings, such as `cover_anytime=False`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rulebook: str = "en",
        *,
        threads: int | None = None,
        **rulings: Any,
    ) -> None:
        self.num_envs = num_envs
        self.options = Options.preset(rulebook, **rulings)
        self.batch = SoloBatch(num_envs, self.options, threads=threads)
        high = largest_values(SOLO)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = spaces.Discrete(FIELDS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, np.bool_)
        self._always = np.ones(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Start every game; game i begins as the single environment does with `seed + i`."""
        super().reset(seed=seed, options=options)
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        return self.batch.observations.copy(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Build one card in every game."""
        self.batch.step(np.ascontiguousarray(actions, np.int64))
        return (
            self.batch.observations.copy(),
            self.batch.rewards[:, 0].copy(),
            self.batch.dones.copy(),
            self._never.copy(),
            self._infos(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which fields are allowed, one row per game."""
        return self.batch.masks.astype(bool)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "_action_mask": self._always.copy()}
