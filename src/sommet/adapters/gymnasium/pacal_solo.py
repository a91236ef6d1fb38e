"""`Sommet/PacalSolo-v1`: Pacal alone. Rules PAC-10 to PAC-12."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sommet.adapters.observations import SOLO, largest_values
from sommet.adapters.pictures import draw_solo
from sommet.engine import batch as core
from sommet.pacal import Build, Options, Solo
from sommet.pacal.cards import FIELDS


class PacalSolo(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """Each action builds the drawn card on one of ten fields (action n is field n + 1).

    Reward: 1 for a complete pyramid, else 0. Choosing a field that the rules do not allow ends the
    game with reward -1; `info["action_mask"]` and `action_masks()` say which are allowed.
    Observation: `sommet.adapters.observations.SOLO`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "svg", "rgb_array"],
        "render_fps": 4,
    }

    def __init__(
        self, rulebook: str = "en", *, render_mode: str | None = None, **rulings: Any
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render_mode {render_mode!r}")
        self.options = Options.preset(rulebook, **rulings)
        self.render_mode = render_mode
        self.game = core.SoloGame(self.options.code)
        self.played: list[int] = []
        high = largest_values(SOLO)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(FIELDS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal a new game; without a seed, the next one of the same series."""
        begun = self._np_random is not None
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.game.begin(seed)
        elif not begun:
            self.game.begin(int(self.np_random.integers(2**63)))
        else:
            self.game.deal()
        self.played.clear()
        self._show()
        return self.game.observe(0), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Build the card on field `action + 1` and draw the next."""
        number = int(action)
        if not self.game.is_legal(number):
            return self.game.observe(0), -1.0, True, False, {**self._info(), "illegal": True}
        self.game.act(number)
        self.played.append(number)
        self._show()
        over = self.game.over
        return self.game.observe(0), self.game.result(0) if over else 0.0, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which fields the card may be built on (the name that MaskablePPO looks for)."""
        return self.game.mask().astype(bool)

    @property
    def solo(self) -> Solo:
        """The current game, including the hidden pile."""
        solo = Solo.deal(self.options, self.game.deal_seed)
        for number in self.played:
            solo = solo.play(Build(number + 1))
        return solo

    def render(self) -> Any:
        """Return text (`ansi`), SVG (`svg`) or pixels (`rgb_array`); `human` prints every step."""
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return draw_solo(self.solo)
        if self.render_mode == "svg":
            return self.solo.to_svg()
        if self.render_mode == "ansi":
            return self.solo.to_text()
        print(self.solo.to_text())
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask(), "cards_built": len(self.played)}
