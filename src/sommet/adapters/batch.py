"""Thousands of games stepped at once, in arrays that are rewritten in place.

A batch plays `size` games side by side, all under the same options. Its arrays never move: read
them after each `step`, copy what must outlive the next one. Other frameworks can share their memory
without a copy through NumPy or DLPack (`torch.from_dlpack(batch.observations)`).

A game that ends gives its rewards (`rewards`, one column per seat), is marked in `dones`, and its
row already shows the next game. Observations and action numbers are those of the single
environments: see `sommet.adapters.pylos_numbers`, `sommet.adapters.pacal_numbers` and
`sommet.adapters.observations`.
"""

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sommet import pacal, pylos
from sommet.arguments import check_number
from sommet.engine import batch as core
from sommet.pacal.options import find_options as find_pacal_options
from sommet.pylos.options import find_options as find_pylos_options
from sommet.seeding import check_seed

_MASK64 = (1 << 64) - 1


def default_threads() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_ARRAY = "{} is an array of one int32 or int64 number per game, contiguous, not {}"


def _describe(value: object) -> str:
    kind = type(value).__name__
    return kind if not isinstance(value, np.ndarray) else f"{kind} of {value.ndim} x {value.dtype}"


def _count_threads(threads: int | None) -> int:
    return default_threads() if threads is None else check_number(threads, "threads", 1, 256)


class Batch:
    """Many games side by side.

    Attributes:
        observations: uint8, one row per game: what the seat to act may know.
        masks: int8, one row per game: 1 for every legal action.
        rewards: float32, one row per game and one column per seat: the rewards of the last step.
        dones: bool, one per game: whether the last step ended it; its row shows the next game.
        actors: uint8, one per game: the seat to act.
    """

    def __init__(self, games: core.PylosBatch | core.PacalBatch | core.SoloBatch) -> None:
        self._core = games
        self.observations: NDArray[np.uint8] = games.observations
        self.masks: NDArray[np.int8] = games.masks
        self.rewards: NDArray[np.float32] = games.rewards
        self.dones: NDArray[np.bool_] = games.dones
        self.actors: NDArray[np.uint8] = games.actors

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} games>"

    def __len__(self) -> int:
        return self._core.size

    @property
    def threads(self) -> int:
        """How many threads share the work."""
        return self._core.threads

    def reset(self, seed: int = 0) -> None:
        """Restart every game; game i begins as a single environment does with `seed + i`."""
        self._core.begin(check_seed(seed) & _MASK64)

    def step(self, actions: Any) -> None:
        """Play one action in every game.

        Args:
            actions: One number per game, int32 or int64, contiguous, in any array that speaks
                DLPack (NumPy, PyTorch, JAX); it is read in place, without a copy.

        Raises:
            ValueError: An action is not legal; then none has been played.
        """
        try:
            self._core.step(actions)
        except TypeError:
            raise TypeError(_ARRAY.format("actions", _describe(actions))) from None

    def sample(self, out: Any = None) -> Any:
        """Return a legal action for every game, each equally likely; written to `out` if given."""
        if out is None:
            out = np.empty(len(self), np.int64)
        try:
            self._core.pick(out)
        except TypeError:
            raise TypeError(_ARRAY.format("out", _describe(out))) from None
        return out


class PylosBatch(Batch):
    """Many games of Pylos: seat 0 is light."""

    def __init__(
        self,
        size: int,
        options: pylos.Options | str = "standard",
        *,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.options = find_pylos_options(options)
        super().__init__(
            core.PylosBatch(
                check_number(size, "the number of games", 1, 2**31 - 1),
                self.options.core_rules,
                self.options.repetition or 0,
                check_seed(seed) & _MASK64,
                _count_threads(threads),
            )
        )


class _CardBatch(Batch):
    """Games whose deal comes from a seed."""

    _kind: type[core.PacalBatch] | type[core.SoloBatch]

    def __init__(
        self,
        size: int,
        options: pacal.Options | str = "en",
        *,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.options = find_pacal_options(options)
        games = self._kind(
            check_number(size, "the number of games", 1, 2**31 - 1),
            self.options.code,
            check_seed(seed) & _MASK64,
            _count_threads(threads),
        )
        super().__init__(games)
        self._deal_seed = games.deal_seed

    def deal_seed(self, game: int) -> int:
        """Return the seed of a game's current deal, for `Round.deal` or `Solo.deal`."""
        return self._deal_seed(check_number(game, "the number of a game", 0, len(self) - 1))


class PacalBatch(_CardBatch):
    """Many rounds of Pacal."""

    _kind = core.PacalBatch


class SoloBatch(_CardBatch):
    """Many games of Pacal alone; one seat, reward 1 for a complete pyramid."""

    _kind = core.SoloBatch
